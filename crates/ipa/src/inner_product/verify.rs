//! Verification of inner product proofs.

use alloc::vec::Vec;

use vorpal_curves::Group;
use vorpal_curves::bandersnatch::AffineBanderwagon;
use vorpal_fields::batch_invert;

use super::{Evaluation, InnerProductProof, ROUNDS, Relation, round};
use crate::domain::{Domain, Values, inner_product};
use crate::{Commitment, Committer, Scalar, Transcript, WIDTH};

impl Committer {
    /// Whether the proof is valid for the claim that the committed polynomial has `value` at `point`. Costs one
    /// commitment to 256 values and one multi-scalar multiplication of 17 points.
    pub fn verify_evaluation(
        &self,
        transcript: &mut Transcript,
        commitment: &Commitment,
        point: Scalar,
        value: Scalar,
        proof: &InnerProductProof,
    ) -> bool {
        let points: Vec<Commitment> = [*commitment].into_iter().chain(proof.points()).collect();
        let points = Commitment::normalise_batch(&points);
        let lagrange = Domain::get().lagrange(&point, &Domain::inverse_distances(&point));
        let statement = Evaluation { commitment: points[0], point, value };
        relation(transcript, &statement, &points[1..], &proof.a, &lagrange).holds(self)
    }
}

/// The equation that holds if the proof is valid (see the [module](super)). `b` are the Lagrange polynomials at the
/// statement's point; `points` are the normalised points of the proof.
pub(crate) fn relation(
    transcript: &mut Transcript,
    statement: &Evaluation,
    points: &[AffineBanderwagon],
    a: &Scalar,
    b: &Values,
) -> Relation {
    let w = statement.open(transcript);
    let (l, r) = points.split_at(ROUNDS);
    // The challenge x of each round, then the inverses.
    let mut factors: Vec<Scalar> = l.iter().zip(r).map(|(l, r)| round(transcript, l, r)).collect();
    let mut inverses = factors.clone();
    batch_invert(&mut inverses);
    let s = products(&inverses);
    let q = w * (statement.value - *a * inner_product(b, &s));
    factors.append(&mut inverses);
    factors.push(Scalar::ONE);
    let points = points.iter().chain([&statement.commitment]).copied().collect();
    Relation { generators: s.map(|s| -*a * s), q, points, factors }
}

/// For each `i`, the product of the factors of those rounds whose bit is set in `i`; the first round has the most
/// significant bit.
fn products(factors: &[Scalar]) -> Values {
    let mut products = [Scalar::ONE; WIDTH];
    let mut filled = 1;
    for &factor in factors.iter().rev() {
        let (done, next) = products.split_at_mut(filled);
        for (next, &done) in next.iter_mut().zip(&*done) {
            *next = done * factor;
        }
        filled *= 2;
    }
    products
}
