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
//! The key before the first contribution is computed from the circuit and the powers of tau, with its hash. All but
//! `delta`, C and H must be equal. For C and H, with weights `c_i` of 128 bits that are bound to all points,
//!
//! ```text
//! e(sum of c_i X'_i, delta H) = e(sum of c_i X_i, H)
//! ```
//!
//! where `X'_i` is the key's point and `X_i` that before the contributions. If one `X'_i` is not `X_i / delta`, then
//! the equation holds with a probability of at most `2^-128` ([`Weights`](vorpal_msm::Weights)).

use vorpal_curves::models::weierstrass::Affine;

use super::blake2b::Blake2b;
use super::contribute::transcript;
use super::pairings::same_ratio;
use super::points::{sum, weights};
use super::sampling::hash_to_g2;
use super::{CeremonyKey, Pairing, SetupError};
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
    /// Verifies that the key belongs to a circuit and to powers of tau, and every contribution. The powers themselves
    /// are verified by [`PowersOfTau::verify`](crate::ptau::PowersOfTau::verify). A key without a contribution is
    /// valid here: [`contributions`](Self::contributions) has their number.
    ///
    /// # Errors
    /// [`SetupError::Power`] for powers of another domain.
    pub fn verify(
        &self,
        circuit: &R1cs<C::Scalar>,
        powers: &PreparedPowers<C>,
    ) -> Result<KeyVerdict, SetupError> {
        let first = Self::new(circuit, powers)?;
        let fault =
            self.circuit_fault(&first).or_else(|| self.record_fault()).or_else(|| self.delta_fault(&first));
        Ok(fault.map_or(KeyVerdict::Valid, KeyVerdict::Invalid))
    }

    fn circuit_fault(&self, first: &Self) -> Option<KeyFault> {
        let (key, first_key) = (&self.key, &first.key);
        let sizes = |key: &crate::Zkey<C>| (key.signals, key.public, key.domain_size);
        let parts = [
            ("the numbers of signals and rows", sizes(key) == sizes(first_key)),
            ("alpha and beta", {
                key.alpha_g1 == first_key.alpha_g1
                    && key.beta_g1 == first_key.beta_g1
                    && key.beta_g2 == first_key.beta_g2
            }),
            ("gamma", key.gamma_g2 == first_key.gamma_g2),
            ("the coefficients of A", key.matrix_a == first_key.matrix_a),
            ("the coefficients of B", key.matrix_b == first_key.matrix_b),
            ("the points of IC", key.ic == first_key.ic),
            ("the points of A", key.a == first_key.a),
            ("the points of B in G1", key.b_g1 == first_key.b_g1),
            ("the points of B in G2", key.b_g2 == first_key.b_g2),
            ("the hash of the circuit", self.circuit == first.circuit),
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

    fn delta_fault(&self, first: &Self) -> Option<KeyFault> {
        let (g1, g2) = (Affine::GENERATOR, Affine::GENERATOR);
        let delta = [g2, self.key.delta_g2];
        if !same_ratio::<C>([g1, self.key.delta_g1], delta) {
            return Some(KeyFault::Delta);
        }
        for (name, list, before) in [("C", &self.key.c, &first.key.c), ("H", &self.key.h, &first.key.h)] {
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
