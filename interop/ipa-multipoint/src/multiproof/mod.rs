//! Multiproofs: one proof of many values of many committed polynomials (D. Feist, "PCS multiproofs using random
//! evaluation", 2021). The module of `vorpal-ipa` on them has the derivation.

mod general;
mod proof;
mod queries;
mod with_tables;

use alloc::vec::Vec;

pub use proof::MultiPointProof;
pub use queries::{OpenError, ProverQuery, VerifierQuery};

use crate::crs::CRS;
use crate::lagrange_basis::PrecomputedWeights;
use crate::tables;
use crate::transcript::Transcript;

/// The creation of multiproofs.
pub struct MultiPoint;

impl MultiPoint {
    /// Proves that each polynomial has `result` at `point`, in the order of the queries. Missing values of polynomials
    /// are zero, as in commitments. The weights are those of the domain of the generators. The commitments and the
    /// results are not checked: with wrong ones, the verifier rejects the proof. Without queries, the proof is about
    /// the polynomial zero.
    ///
    /// # Panics
    /// For the errors of [`try_open`](Self::try_open).
    #[allow(clippy::panic, reason = "the signature of the replaced crate has no error")]
    pub fn open(
        crs: CRS,
        precomp: &PrecomputedWeights,
        transcript: &mut Transcript,
        queries: Vec<ProverQuery>,
    ) -> MultiPointProof {
        match Self::try_open(&crs, precomp, transcript, &queries) {
            Ok(proof) => proof,
            Err(error) => panic!("{error}"),
        }
    }

    /// [`open`](Self::open) with an error for queries that do not fit the generators. Then the transcript is unchanged.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn try_open(
        crs: &CRS,
        precomp: &PrecomputedWeights,
        transcript: &mut Transcript,
        queries: &[ProverQuery],
    ) -> Result<MultiPointProof, OpenError> {
        queries::check(crs, precomp, queries)?;
        let proof = match tables::of(crs) {
            Some(committer) => with_tables::open(committer, transcript, queries),
            None => None,
        };
        Ok(proof.unwrap_or_else(|| general::open(crs, precomp, transcript, queries)))
    }
}

impl MultiPointProof {
    /// Whether the proof is valid for all queries. False if there are none, since then nothing is claimed, and if
    /// generators, weights and proof do not fit each other.
    pub fn check(
        &self,
        crs: &CRS,
        precomp: &PrecomputedWeights,
        queries: &[VerifierQuery],
        transcript: &mut Transcript,
    ) -> bool {
        if queries.is_empty() || queries::check_domain(crs, precomp).is_err() {
            return false;
        }
        let verdict = match tables::of(crs) {
            Some(committer) => with_tables::check(committer, self, queries, transcript),
            None => None,
        };
        verdict.unwrap_or_else(|| general::check(self, crs, precomp, queries, transcript))
    }
}

#[cfg(test)]
mod tests;
