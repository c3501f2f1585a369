//! Verification of powers of tau and of the record of their ceremony.
//!
//! # The record
//!
//! Let the secrets before a contribution be `t`, `a`, `b` (times the generators), and after it `t'`, `a'`, `b'`. The
//! record has `S` and `x S` for each of the contributor's secrets `x`, and `x P` for the point `P` of G2 to which the
//! challenge, `S` and `x S` hash. Each of these equations is one of pairings, for points of the prime subgroups other
//! than infinity:
//!
//! ```text
//! S : x S  = P : x P        the logarithms of both ratios are equal, and S, x S were fixed before P
//! t : t'   = P : x P        so t' = x t in G1
//! S : x S  = t : t'         in G2, so that t' is the same in both groups; as for beta
//! ```
//!
//! `P` has no known logarithm, so that whoever computes `x P` knows `x` (the assumption of knowledge of exponents).
//! The challenge is the hash of all powers after the contribution before. So no one can take a record of another
//! ceremony, or choose their secrets after the next contribution.
//!
//! # The powers
//!
//! With weights `c_i` of 128 bits that are bound to all points ([`Weights`](vorpal_msm::Weights)), and `T_i`, `A_i`,
//! `B_i` the lists in G1 and `U_i` that in G2:
//!
//! ```text
//! T_0, U_0 are the generators; T_1, U_1, A_0, B_0 and beta in G2 are those of the last record
//! e(sum of c_i T_(i+1), U_0) = e(sum of c_i T_i, U_1)      as well for A and B
//! e(T_0, sum of c_i U_(i+1)) = e(T_1, sum of c_i U_i)
//! ```
//!
//! By the first of them for `T`, each `T_(i+1)` is `u T_i` for `u` the logarithm of `U_1`, but for a probability of
//! `2^-128`: a wrong index makes the sum zero for one value of its weight at most. The others follow in the same way.
//! The last hash of a whole ceremony contains all points, so that the powers are the ones that were contributed.
//!
//! # The Lagrange bases
//!
//! For weights `c_j` of the points `L_j` of a basis, `sum of c_j L_j` is `sum of k_i T_i`, where `k` are the
//! coefficients of the polynomial with the values `c_j` on the domain. The sums over all levels are one equation.
//!
//! Source: S. Bowe, A. Gabizon, I. Miers, "Scalable multi-party computation for zk-SNARK parameters in the random
//! beacon model", 2017, sections 3 and 4.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, PrimeField};

use super::format::{read_header, read_points, section};
use super::{PowersContribution, PowersOfTau, PowersProof};
use crate::ceremony::blake2b::Blake2b;
use crate::ceremony::lagrange::interpolate;
use crate::ceremony::pairings::same_ratio;
use crate::ceremony::points::{check, sum, sum_of_products, weights};
use crate::ceremony::{Pairing, SetupError};
use crate::file::{Container, Input, Kind};
use crate::roots::root;

/// Whether powers of tau are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum PowersVerdict {
    /// All equations hold.
    Valid,
    /// The first equation that does not hold.
    Invalid(PowersFault),
}

/// What is wrong with powers of tau.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PowersFault {
    /// A proof of knowledge is wrong.
    #[error("contribution {contribution}: the proof of knowledge of {secret} is wrong")]
    Proof {
        /// The index of the contribution, counted from 1.
        contribution: usize,
        /// `tau`, `alpha` or `beta`.
        secret: &'static str,
    },
    /// A secret after a contribution is not that before, times the contributor's.
    #[error("contribution {contribution}: {secret} is not multiplied by the contributor's secret")]
    Step {
        /// The index of the contribution, counted from 1.
        contribution: usize,
        /// `tau`, `alpha` or `beta`.
        secret: &'static str,
    },
    /// The secrets are not those of the beacon.
    #[error("contribution {contribution}: the secrets are not those of the beacon")]
    Beacon {
        /// The index of the contribution, counted from 1.
        contribution: usize,
    },
    /// The state of the contribution's hash is none.
    #[error("contribution {contribution}: the state of the hash is malformed")]
    State {
        /// The index of the contribution, counted from 1.
        contribution: usize,
    },
    /// The last hash is not that of the powers.
    #[error("the powers are not those that the last contribution hashes")]
    Hash,
    /// The first point of a list is not that of the record.
    #[error("{0} does not begin as the last contribution says")]
    First(&'static str),
    /// A list is not one of powers.
    #[error("{0} are not powers of one number")]
    Powers(&'static str),
    /// A Lagrange basis is wrong.
    #[error("{0} are not the Lagrange bases of the powers")]
    Lagrange(&'static str),
}

const SECRETS: [&str; 3] = ["tau", "alpha", "beta"];

impl<C: Pairing> PowersOfTau<C> {
    /// Verifies the record of the ceremony and all powers. Of a file with fewer powers than the ceremony, the hash of
    /// the last contribution is not compared, since it contains powers that the file does not have.
    pub fn verify(&self) -> PowersVerdict {
        match self.record_fault().or_else(|| self.powers_fault()) {
            None => PowersVerdict::Valid,
            Some(fault) => PowersVerdict::Invalid(fault),
        }
    }

    fn record_fault(&self) -> Option<PowersFault> {
        let (g1, g2) = (Affine::GENERATOR, Affine::GENERATOR);
        let mut before = Secrets::<C> { g1: [g1; 3], tau_g2: g2, beta_g2: g2 };
        // It takes as long as hashing all powers of the ceremony, so a file without contributions does without.
        let mut challenge =
            if self.contributions.is_empty() { [0; 64] } else { Self::first_challenge(self.ceremony_power) };
        let mut response = None;
        for (index, record) in self.contributions.iter().enumerate() {
            let contribution = index + 1;
            if let Some(fault) = step_fault(&before, record, &challenge, contribution) {
                return Some(fault);
            }
            let Some(hash) = record.hash() else { return Some(PowersFault::State { contribution }) };
            (response, challenge) = (Some(hash), record.next_challenge);
            before = Secrets::after(record);
        }
        let firsts = [
            ("the list of tau in G1", self.tau[0] == g1 && self.tau[1] == before.g1[0]),
            ("the list of tau in G2", self.tau_g2[0] == g2 && self.tau_g2[1] == before.tau_g2),
            ("the list of alpha", self.alpha[0] == before.g1[1]),
            ("the list of beta", self.beta[0] == before.g1[2]),
            ("beta in G2", self.beta_g2 == before.beta_g2),
        ];
        if let Some((name, _)) = firsts.iter().find(|(_, holds)| !holds) {
            return Some(PowersFault::First(name));
        }
        let whole = self.power == self.ceremony_power;
        let hash = response.filter(|_| whole).map(|response| self.challenge(&response));
        hash.filter(|hash| *hash != challenge).map(|_| PowersFault::Hash)
    }

    fn powers_fault(&self) -> Option<PowersFault> {
        let mut hash = Blake2b::new();
        hash.update(&self.challenge(&[0; 64]));
        let weights = weights(b"powers of tau, version 1", hash, self.tau.len());
        let steps = [self.tau_g2[0], self.tau_g2[1]];
        let lists = [
            ("the powers of tau in G1", &self.tau),
            ("those times alpha", &self.alpha),
            ("those times beta", &self.beta),
        ];
        for (name, list) in lists {
            let (low, high) = (&list[..list.len() - 1], &list[1..]);
            let [low, high] = [sum(low, &weights), sum(high, &weights)];
            if !same_ratio::<C>([low, high], steps) {
                return Some(PowersFault::Powers(name));
            }
        }
        let last = self.tau_g2.len() - 1;
        let [low, high] = [sum(&self.tau_g2[..last], &weights), sum(&self.tau_g2[1..], &weights)];
        let holds = same_ratio::<C>([self.tau[0], self.tau[1]], [low, high]);
        (!holds).then_some(PowersFault::Powers("the powers of tau in G2"))
    }

    /// Verifies the Lagrange bases of a file with these powers; a file without them has nothing to verify.
    ///
    /// # Errors
    /// [`SetupError::File`] for a malformed file, [`SetupError::Point`] for a point outside the prime subgroup,
    /// [`SetupError::Domain`] if the field has no domain of twice the size.
    pub fn verify_lagrange(&self, input: impl Input) -> Result<PowersVerdict, SetupError> {
        let mut container = Container::new(input, Kind::Ptau)?;
        let (power, _) = read_header::<C, _>(&mut container)?;
        if power != self.power {
            return Err(SetupError::Power { needed: self.power, found: power });
        }
        let [tau, tau_g2, alpha, beta] = section::LAGRANGE;
        if section::LAGRANGE.iter().all(|section| container.length(*section).is_none()) {
            return Ok(PowersVerdict::Valid);
        }
        if power >= C::Scalar::TWO_ADICITY {
            return Err(SetupError::Domain(power + 1));
        }
        let lists = [
            ("the bases of tau in G1", tau, &self.tau, power + 1),
            ("the bases of alpha", alpha, &self.alpha, power),
            ("the bases of beta", beta, &self.beta, power),
        ];
        for (name, section, powers, levels) in lists {
            if !are_bases::<C, C::G1, _>(&mut container, name, section, powers, levels)? {
                return Ok(PowersVerdict::Invalid(PowersFault::Lagrange(name)));
            }
        }
        let name = "the bases of tau in G2";
        if !are_bases::<C, C::G2, _>(&mut container, name, tau_g2, &self.tau_g2, power)? {
            return Ok(PowersVerdict::Invalid(PowersFault::Lagrange(name)));
        }
        Ok(PowersVerdict::Valid)
    }
}

/// The secrets times the generators.
struct Secrets<C: Pairing> {
    g1: [Affine<C::G1>; 3],
    tau_g2: Affine<C::G2>,
    beta_g2: Affine<C::G2>,
}

impl<C: Pairing> Secrets<C> {
    fn after(record: &PowersContribution<C>) -> Self {
        let g1 = [record.tau.0, record.alpha, record.beta.0];
        Self { g1, tau_g2: record.tau.1, beta_g2: record.beta.1 }
    }
}

fn step_fault<C: Pairing>(
    before: &Secrets<C>,
    record: &PowersContribution<C>,
    challenge: &[u8; 64],
    contribution: usize,
) -> Option<PowersFault> {
    let after = Secrets::after(record);
    for (index, (proof, secret)) in record.proof.0.iter().zip(SECRETS).enumerate() {
        let base = [proof.base, proof.multiple];
        #[allow(clippy::cast_possible_truncation, reason = "three secrets")]
        let point = PowersProof::<C>::point(index as u8, challenge, &base[0], &base[1]);
        let g2 = [point, proof.multiple_g2];
        if !same_ratio::<C>(base, g2) {
            return Some(PowersFault::Proof { contribution, secret });
        }
        let in_g2 = match index {
            0 => Some([before.tau_g2, after.tau_g2]),
            2 => Some([before.beta_g2, after.beta_g2]),
            _ => None,
        };
        let holds = same_ratio::<C>([before.g1[index], after.g1[index]], g2)
            && in_g2.is_none_or(|in_g2| same_ratio::<C>(base, in_g2));
        if !holds {
            return Some(PowersFault::Step { contribution, secret });
        }
    }
    let Some(beacon) = &record.parameters.beacon else { return None };
    let mut stream = beacon.stream();
    let secrets: [C::Scalar; 3] = core::array::from_fn(|_| stream.element());
    let bases: [Affine<C::G1>; 3] = core::array::from_fn(|_| stream.point());
    let holds = record.proof.0.iter().zip(bases.iter().zip(&secrets)).all(|(proof, (base, secret))| {
        proof.base == *base && proof.multiple == base.mul_vartime(secret).to_affine_vartime()
    });
    (!holds).then_some(PowersFault::Beacon { contribution })
}

/// Whether a section has the Lagrange bases of powers, of all levels.
fn are_bases<C: Pairing, G, I: Input>(
    container: &mut Container<I>,
    name: &'static str,
    number: u32,
    powers: &[Affine<G>],
    levels: u32,
) -> Result<bool, SetupError>
where
    G: WeierstrassCurve<Base: crate::Coordinate + EncodableField, Scalar = C::Scalar>,
{
    let total = (2usize << levels) - 1;
    let points = read_points::<G, _>(container, number, 0, total, total)?;
    check(name, &points)?;
    let mut hash = Blake2b::new();
    hash.list(powers);
    hash.list(&points);
    let weights = weights(b"Lagrange bases of powers of tau, version 1", hash, total);
    let mut coefficients = vec![C::Scalar::ZERO; 1 << levels];
    for level in 0..=levels {
        let size = 1usize << level;
        let of_u128 = |weight: &u128| C::Scalar::from_le_bytes_reduced(&weight.to_le_bytes());
        let mut values: Vec<C::Scalar> = weights[size - 1..2 * size - 1].iter().map(of_u128).collect();
        interpolate(&mut values, &root::<C>(level));
        coefficients.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
    Ok(sum_of_products(powers, &coefficients) == sum(&points, &weights))
}
