//! Verification of multiproofs.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::AffineBanderwagon;
use vorpal_fields::Acc;

use super::{Claim, MultiProof, evaluations, open, powers, quotients};
use crate::domain::Domain;
use crate::inner_product::{self, Evaluation, Relation};
use crate::{Commitment, Committer, Error, Scalar, Transcript};

impl Committer {
    /// Whether the proof is valid for all claims: that `commitments[claim.commitment]` has `claim.value` at
    /// `claim.point`. The label and the order of the claims must be those of the proof's queries. Costs one commitment
    /// to 256 values and multi-scalar multiplications of the commitments that occur in claims, and of 17 points.
    ///
    /// # Errors
    /// [`Error::NoOpenings`], [`Error::NoSuchCommitment`]. An invalid proof is not an error: the result is `false`.
    pub fn verify(
        &self,
        label: &[u8],
        commitments: &[Commitment],
        claims: &[Claim],
        proof: &MultiProof,
    ) -> Result<bool, Error> {
        self.verify_with_transcript(&mut Transcript::new(label), commitments, claims, proof)
    }

    /// [`verify`](Self::verify) as a part of a larger protocol: continues the given transcript.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    pub fn verify_with_transcript(
        &self,
        transcript: &mut Transcript,
        commitments: &[Commitment],
        claims: &[Claim],
        proof: &MultiProof,
    ) -> Result<bool, Error> {
        Ok(relation(transcript, commitments, claims, proof)?.holds(self))
    }
}

/// The equation that holds if the proof is valid.
pub(super) fn relation(
    transcript: &mut Transcript,
    commitments: &[Commitment],
    claims: &[Claim],
    proof: &MultiProof,
) -> Result<Relation, Error> {
    check(commitments, claims)?;
    // All points of the claims and of the proof, with one inversion.
    let points: Vec<Commitment> =
        commitments.iter().copied().chain([proof.d]).chain(proof.argument.points()).collect();
    let points = Commitment::normalise_batch(&points);
    let (bases, points) = points.split_at(commitments.len());
    let encodings: Vec<[u8; 32]> = bases.iter().map(AffineBanderwagon::encode).collect();

    let described = claims.iter().map(|claim| (&encodings[claim.commitment], claim.point, claim.value));
    let r = open(transcript, described);
    let t = quotients(transcript, &points[0]);

    // E, and the value at t of the polynomial committed to by E - D.
    let inverse_distances = Domain::inverse_distances(&t);
    let mut factors = vec![Scalar::ZERO; commitments.len()];
    let mut value = Acc::new();
    for (claim, power) in claims.iter().zip(powers(r)) {
        let factor = power * inverse_distances[usize::from(claim.point)];
        factors[claim.commitment] += factor;
        value.add_product(factor, claim.value);
    }
    let e = inner_product::sum_of_multiples(bases, &factors);
    let sums = Commitment::normalise_batch(&[e, e - proof.d]);
    evaluations(transcript, &sums[0]);

    let statement = Evaluation { commitment: sums[1], point: t, value: value.reduce() };
    let lagrange = Domain::get().lagrange(&t, &inverse_distances);
    Ok(inner_product::relation(transcript, &statement, &points[1..], &proof.argument.a, &lagrange))
}

fn check(commitments: &[Commitment], claims: &[Claim]) -> Result<(), Error> {
    if claims.is_empty() {
        return Err(Error::NoOpenings);
    }
    match claims.iter().enumerate().find(|(_, claim)| claim.commitment >= commitments.len()) {
        None => Ok(()),
        Some((index, claim)) => Err(Error::NoSuchCommitment {
            claim: index,
            commitment: claim.commitment,
            commitments: commitments.len(),
        }),
    }
}
