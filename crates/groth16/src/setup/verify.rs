//! Verification of a key: that it belongs to a circuit and to powers of tau, with the record of its ceremony.
//!
//! # The record
//!
//! For each contribution, with `delta` before it and `delta'` after it, `S` and `x S` of the record, and the point `P`
//! of G2 to which the transcript hashes, for points of the prime subgroups other than infinity:
//!
//! ```text
//! the transcript is the hash of the circuit, of the contributions before, of S and of x S
//! S : x S         = P : x P         the contributor knows x
//! delta : delta'  = P : x P         so delta' = x delta
//! ```
//!
//! The last `delta'` is that of the key in G1, and `e(delta G, H) = e(G, delta H)`. Of a beacon, the secret and `S` are
//! computed again.
//!
//! # The key
//!
//! The matrices, IC and C of the key before the first contribution are computed from the circuit and the powers of tau.
//! With the key's other points they give the hash of the circuit. The other lists are compared with weights `k_s` of
//! 128 bits that are bound to all points and to the circuit. For A, with the Lagrange basis `L_i`,
//!
//! ```text
//! sum of k_s A_s = sum over i of (sum over s of k_s a_(i, s)) L_i G
//! ```
//!
//! and as well for B in both groups. If one point is not the sum of its column, then the equation holds with a
//! probability of at most `2^-128` ([`Weights`](vorpal_msm::Weights)). For C, and for H with the Lagrange basis of the
//! powers,
//!
//! ```text
//! e(sum of k_i X'_i, delta H) = e(sum of k_i X_i, H)
//! ```
//!
//! where `X'_i` is the key's point and `X_i` that before the contributions. If one `X'_i` is not `X_i / delta`, then
//! the equation holds with at most that probability.

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::{EncodableField, PrimeField};

use super::CeremonyKey;
use super::columns::Entry;
use super::contribute::transcript;
use super::new::{circuit_hash, combined_columns, entries_of_a, entries_of_b, log_domain_size, matrices};
use crate::ceremony::blake2b::Blake2b;
use crate::ceremony::pairings::same_ratio;
use crate::ceremony::points::{sum, sum_of_products, weights};
use crate::ceremony::sampling::hash_to_g2;
use crate::ceremony::{Pairing, SetupError};
use crate::ptau::PreparedPowers;
use crate::r1cs::R1cs;

/// Whether a key is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum KeyVerdict {
    /// The key is that of the circuit, and every contribution is valid.
    Valid,
    /// What is wrong.
    Invalid(KeyFault),
}

/// What is wrong with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyFault {
    /// A part of the key is not that of the circuit and the powers of tau.
    #[error("{0} are not those of the circuit and the powers of tau")]
    Circuit(&'static str),
    /// The transcript of a contribution is not the hash of what came before.
    #[error("contribution {0}: the transcript is not that of the contributions before")]
    Transcript(usize),
    /// The proof of knowledge of a contribution is wrong.
    #[error("contribution {0}: the proof of knowledge is wrong")]
    Proof(usize),
    /// `delta` is not multiplied by the contributor's secret.
    #[error("contribution {0}: delta is not multiplied by the contributor's secret")]
    Step(usize),
    /// The secret is not that of the beacon.
    #[error("contribution {0}: the secret is not that of the beacon")]
    Beacon(usize),
    /// The key has another `delta` than its last contribution.
    #[error("delta is not that of the last contribution")]
    Delta,
    /// A list of points is not divided by `delta`.
    #[error("the points of {0} are not divided by delta")]
    Divided(&'static str),
}

impl<C: Pairing> CeremonyKey<C> {
    /// Verifies that the key belongs to a circuit and to powers of tau, and every contribution. A valid key is safe
    /// only if [`PowersOfTau::verify`](crate::ptau::PowersOfTau::verify) and
    /// [`PowersOfTau::verify_lagrange`](crate::ptau::PowersOfTau::verify_lagrange) accept the file of the powers. A key
    /// without a contribution, or with beacons alone, is valid here: [`contributions`](Self::contributions) has them.
    ///
    /// # Errors
    /// [`SetupError::Power`] for powers of another domain.
    pub fn verify(
        &self,
        circuit: &R1cs<C::Scalar>,
        powers: &PreparedPowers<C>,
    ) -> Result<KeyVerdict, SetupError> {
        let needed = log_domain_size(circuit)?;
        if needed != powers.log_size {
            return Err(SetupError::Power { needed, found: powers.log_size });
        }
        // Before any memory for the signals of the circuit: the key has a point for each of its own.
        let sizes = (self.key.signals, self.key.public, self.key.domain_size as usize);
        if sizes != (circuit.wires().total, circuit.wires().public(), powers.tau.len()) {
            let fault = KeyFault::Circuit("the numbers of signals and rows");
            return Ok(KeyVerdict::Invalid(fault));
        }
        let mut ic = combined_columns::<C>(circuit, powers);
        let c = ic.split_off(circuit.wires().public() as usize + 1);
        let fault = (self.circuit_fault(circuit, powers, &ic))
            .or_else(|| self.columns_fault(circuit, powers))
            .or_else(|| {
                let same = circuit_hash(&self.key, &c, powers) == self.circuit;
                (!same).then_some(KeyFault::Circuit("the hash of the circuit"))
            })
            .or_else(|| self.record_fault())
            .or_else(|| self.delta_fault(&c, &powers.odd));
        Ok(fault.map_or(KeyVerdict::Valid, KeyVerdict::Invalid))
    }

    /// Compares what is computed again.
    fn circuit_fault(
        &self,
        circuit: &R1cs<C::Scalar>,
        powers: &PreparedPowers<C>,
        ic: &[Affine<C::G1>],
    ) -> Option<KeyFault> {
        let key = &self.key;
        let [a, b] = matrices(circuit, powers.tau.len());
        let constants = [key.alpha_g1, key.beta_g1] == [powers.alpha, powers.beta.0];
        let parts = [
            ("alpha and beta", constants && key.beta_g2 == powers.beta.1),
            ("gamma", key.gamma_g2 == Affine::GENERATOR),
            ("the coefficients of A", key.matrix_a == a),
            ("the coefficients of B", key.matrix_b == b),
            ("the points of IC", key.ic == ic),
        ];
        parts.into_iter().find(|(_, equal)| !equal).map(|(name, _)| KeyFault::Circuit(name))
    }

    /// Compares A and B by weights.
    fn columns_fault(&self, circuit: &R1cs<C::Scalar>, powers: &PreparedPowers<C>) -> Option<KeyFault> {
        let key = &self.key;
        let mut hash = Blake2b::new();
        [&key.a, &key.b_g1, &powers.tau].into_iter().for_each(|list| hash.list(list));
        [&key.b_g2, &powers.tau_g2].into_iter().for_each(|list| hash.list(list));
        for Entry { column, point, coefficient } in entries_of_a(circuit).chain(entries_of_b(circuit)) {
            hash.update(&column.to_le_bytes());
            hash.update(&point.to_le_bytes());
            hash.update(coefficient.to_le_bytes().as_ref());
        }
        let weights = weights(b"columns of a key, version 1", hash, key.a.len());
        let a = by_rows(entries_of_a(circuit), &weights, powers.tau.len());
        let b = by_rows(entries_of_b(circuit), &weights, powers.tau.len());
        let parts = [
            ("the points of A", sum(&key.a, &weights) == sum_of_products(&powers.tau, &a)),
            ("the points of B in G1", sum(&key.b_g1, &weights) == sum_of_products(&powers.tau, &b)),
            ("the points of B in G2", sum(&key.b_g2, &weights) == sum_of_products(&powers.tau_g2, &b)),
        ];
        parts.into_iter().find(|(_, equal)| !equal).map(|(name, _)| KeyFault::Circuit(name))
    }

    fn record_fault(&self) -> Option<KeyFault> {
        let mut delta = Affine::GENERATOR;
        for (index, contribution) in self.contributions.iter().enumerate() {
            let (number, proof) = (index + 1, &contribution.proof);
            let before = &self.contributions[..index];
            if transcript(&self.circuit, before, &proof.base, &proof.multiple) != contribution.transcript {
                return Some(KeyFault::Transcript(number));
            }
            let g2 = [hash_to_g2::<C>(&contribution.transcript), proof.multiple_g2];
            if !same_ratio::<C>([proof.base, proof.multiple], g2) {
                return Some(KeyFault::Proof(number));
            }
            if !same_ratio::<C>([delta, contribution.delta], g2) {
                return Some(KeyFault::Step(number));
            }
            if !contribution.is_of_its_beacon() {
                return Some(KeyFault::Beacon(number));
            }
            delta = contribution.delta;
        }
        (delta != self.key.delta_g1).then_some(KeyFault::Delta)
    }

    /// Compares `delta` in both groups, and C and H with those before the contributions.
    fn delta_fault(&self, c: &[Affine<C::G1>], h: &[Affine<C::G1>]) -> Option<KeyFault> {
        let (g1, g2) = (Affine::GENERATOR, Affine::GENERATOR);
        let delta = [g2, self.key.delta_g2];
        if !same_ratio::<C>([g1, self.key.delta_g1], delta) {
            return Some(KeyFault::Delta);
        }
        for (name, list, before) in [("C", &self.key.c[..], c), ("H", &self.key.h, h)] {
            let mut hash = Blake2b::new();
            hash.list(list);
            hash.list(before);
            hash.point(&self.key.delta_g2);
            let weights = weights(b"key divided by delta, version 1", hash, list.len());
            let (sum, before) = (sum(list, &weights), sum(before, &weights));
            if C::product_is_one(&[(sum, delta[1]), (-before, g2)]) != Ok(true) {
                return Some(KeyFault::Divided(name));
            }
        }
        None
    }
}

/// The sum of `weights[s] entry` over the columns `s`, for each row.
fn by_rows<F: PrimeField>(entries: impl Iterator<Item = Entry<F>>, weights: &[u128], rows: usize) -> Vec<F> {
    let mut sums = vec![F::ZERO; rows];
    for Entry { column, point, coefficient } in entries {
        let weight = F::from_le_bytes_reduced(&weights[column as usize].to_le_bytes());
        sums[point as usize] += weight * coefficient;
    }
    sums
}
