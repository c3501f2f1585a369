//! Batch verification: many proofs with one final check.
//!
//! # Soundness
//!
//! A well-formed statement gives an equation: a sum of multiples of points that is zero exactly if its proof is valid
//! (up to the challenges of the proof itself). The sum over a set of statements has [`Weights`]. A verdict is wrong
//! only if a weighted sum is zero although it contains an equation that does not hold. The sets are the set of all
//! well-formed statements and at most sixteen parts of it; all other equations are checked without weights. [`Weights`]
//! bounds the probability of a wrong verdict for `k = 17` sums, as [`Committer::verify_batch`] states, under three
//! conditions:
//!
//! 1. *The weights depend on the bytes of every statement, at its index*, also of a malformed one.
//! 2. *The bytes determine the equation.* They are a challenge of the proof's transcript and the scalar `a`. The
//!    transcript contains all other parts: label, commitments of claims, points, values, `D`, `E`, every `L` and `R`.
//! 3. *The sets do not depend on the weights.* They depend on the number of well-formed statements only.
//!
//! An attacker may choose all statements and proofs, their order and number. Each choice gives new weights to all of
//! them.

use alloc::vec::Vec;

use vorpal_msm::Weights;

use super::verify::relation;
use super::{Claim, MultiProof};
use crate::inner_product::Relation;
use crate::{Commitment, Committer, Error, Scalar, Transcript};

/// A statement in a batch: claims and their proof.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The commitments.
    pub commitments: &'a [Commitment],
    /// The claimed values.
    pub claims: &'a [Claim],
    /// The proof of all claims.
    pub proof: &'a MultiProof,
}

impl Committer {
    /// [`verify`](Self::verify) for each statement, in order, with one final check if all proofs are valid.
    ///
    /// The proofs' equations are added up with [`Weights`] of 128 bits, which depend on all statements and proofs and
    /// on the random bits. If the sum is not zero, up to sixteen partial sums are checked, and the proofs of parts
    /// whose sum is not zero are verified individually. So many invalid proofs cost the time of two sums in addition to
    /// individual verification. A sum costs one commitment to 256 values and one multi-scalar multiplication of 17
    /// points per proof. With fresh random bits (feature `getrandom`), the probability of a wrong result is at most
    /// `17 * 2^-128` for any batch; without them, it is at most `t` times that for an attacker who computes `t` hashes.
    /// Runs on the caller's rayon pool with feature `parallel`. Variable time.
    pub fn verify_batch(&self, label: &[u8], statements: &[Statement<'_>]) -> Vec<Result<bool, Error>> {
        let read: Vec<Result<(Relation, Bytes), Error>> =
            vorpal_threads::map(statements, |statement| read(label, statement));
        let weights = Weights::of(PROTOCOL, read.iter().map(bytes));
        let mut relations: Vec<Weighted> = Vec::with_capacity(statements.len());
        let mut verdicts = Vec::with_capacity(statements.len());
        for (index, read) in read.into_iter().enumerate() {
            verdicts.push(read.map(|(relation, _)| {
                let weight = Scalar::from_le_bytes_reduced(&weights.weight(index).to_le_bytes());
                relations.push((index, relation, weight));
                true
            }));
        }
        for index in self.invalid(&relations) {
            verdicts[index] = Ok(false);
        }
        verdicts
    }

    /// The indices of the relations that do not hold.
    fn invalid(&self, relations: &[Weighted]) -> Vec<usize> {
        if relations.is_empty() || self.holds(relations) {
            return Vec::new();
        }
        let parts: Vec<&[Weighted]> = relations.chunks(relations.len().div_ceil(MAX_PARTS)).collect();
        let invalid_of_part = |part: &&[Weighted]| {
            let unproven = if part.len() > 1 && self.holds(part) { &[] } else { *part };
            let invalid = unproven.iter().filter(|(_, relation, _)| !relation.holds(self));
            invalid.map(|(index, ..)| *index).collect::<Vec<_>>()
        };
        vorpal_threads::map(&parts, invalid_of_part).into_iter().flatten().collect()
    }

    /// Whether the weighted sum of the relations holds.
    fn holds(&self, relations: &[Weighted]) -> bool {
        Relation::combined(relations.iter().map(|(_, relation, weight)| (relation, *weight))).holds(self)
    }
}

/// The index of a statement, its equation and its weight.
type Weighted = (usize, Relation, Scalar);

/// The maximal number of partial sums after a sum that is not zero.
const MAX_PARTS: usize = 16;

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal multiproofs";

/// The bytes of a statement that the weights depend on: a challenge that depends on all of the statement except the
/// proof's last scalar, and this scalar.
type Bytes = [u8; 64];

/// The bytes of a malformed statement. No scalar has this encoding.
const UNREADABLE: Bytes = [0xff; 64];

fn bytes(read: &Result<(Relation, Bytes), Error>) -> Bytes {
    read.as_ref().map_or(UNREADABLE, |(_, bytes)| *bytes)
}

/// A statement's equation and its bytes.
fn read(label: &[u8], statement: &Statement<'_>) -> Result<(Relation, Bytes), Error> {
    let mut transcript = Transcript::new(label);
    let relation = relation(&mut transcript, statement.commitments, statement.claims, statement.proof)?;
    let mut bytes = UNREADABLE;
    bytes[..32].copy_from_slice(&transcript.challenge(b"state").to_le_bytes());
    bytes[32..].copy_from_slice(&statement.proof.argument.a.to_le_bytes());
    Ok((relation, bytes))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// `G, 2 G, ...`.
    fn successive_points(number: usize) -> Vec<Commitment> {
        let generator = Commitment::generator();
        std::iter::successors(Some(generator), |point| Some(*point + generator)).take(number).collect()
    }

    /// Every change of a statement changes its bytes.
    #[test]
    fn bytes_depend_on_every_part_of_a_statement() {
        let points: Vec<Commitment> = successive_points(30);
        let commitments = &points[..2];
        let claims = [0, 1].map(|i| Claim { commitment: i, point: 3, value: Scalar::from(5) });
        let mut proof = Vec::new();
        points[2..19].iter().for_each(|point| proof.extend(point.encode()));
        proof.extend(Scalar::from(9).to_le_bytes());
        let proof = MultiProof::from_bytes(&proof).unwrap();
        let of = |label: &[u8], commitments: &[Commitment], claims: &[Claim], proof: &MultiProof| {
            bytes(&read(label, &Statement { commitments, claims, proof }))
        };
        let mut all = vec![
            of(b"vt", commitments, &claims, &proof),
            of(b"vp", commitments, &claims, &proof),
            of(b"vt", &[points[1], points[0]], &claims, &proof),
            of(b"vt", &[points[0], points[20]], &claims, &proof),
            of(b"vt", &[points[20], points[1]], &claims, &proof),
            of(b"vt", commitments, &claims[..1], &proof),
            of(b"vt", commitments, &[claims[0], claims[1], claims[1]], &proof),
            of(b"vt", commitments, &[], &proof),
        ];
        assert_eq!(all[7], UNREADABLE);
        for i in 0..2 {
            let mut changed = [claims; 3];
            changed[0][i].value += Scalar::ONE;
            changed[1][i].point = 200;
            changed[2][i].commitment ^= 1;
            all.extend(changed.iter().map(|claims| of(b"vt", commitments, claims, &proof)));
        }
        for point in 0..17 {
            let mut changed = proof.to_bytes();
            changed[32 * point..][..32].copy_from_slice(&points[25].encode());
            all.push(of(b"vt", commitments, &claims, &MultiProof::from_bytes(&changed).unwrap()));
        }
        for difference in [Scalar::ONE, -Scalar::ONE] {
            let mut changed = proof.clone();
            changed.argument.a += difference;
            all.push(of(b"vt", commitments, &claims, &changed));
        }
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        for i in 0..2 {
            let differ = all.iter().map(|bytes| &bytes[32 * i..][..32]).collect::<BTreeSet<_>>().len();
            assert_eq!(
                differ,
                if i == 0 { all.len() - 2 } else { 4 },
                "number of different values of half {i}"
            );
        }
    }
}
