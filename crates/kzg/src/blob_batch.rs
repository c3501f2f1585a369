//! Verification of values of committed polynomials: one, or many by two sums.
//!
//! A claim is that the polynomial with the commitment `C` has the value `y` at `z`, with the proof `P`. It holds if and
//! only if
//!
//! ```text
//! D = C - y G + z P - t P
//! ```
//!
//! is infinity ([`cell_batch`](crate::cell_batch) has the same for cells). Many claims are checked by the sum of
//! `w_k D_k` with weights from [`Weights`]: see there, and in `cell_batch`, for the proof of soundness. An entry is
//! hashed as the bytes of `C`, `z`, `y` and `P`, which determine its `D`. For a blob, `y` is computed from the blob.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use vorpal_curves::bls12_381::{Affine, Jacobian};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::Weights;
use vorpal_pairing::bls12_381::Gt;

use crate::cell_batch::sum;
use crate::setup::SetupPoints;
use crate::verdict::{Equation, Sides, Verdict, wrong_entries};
use crate::{Commitment, Proof};

/// The domain separator of the weights.
const PROTOCOL: &[u8] = b"vorpal values of EIP-4844, version 1";

/// A claim.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    pub(crate) commitment: Commitment,
    pub(crate) z: Scalar,
    pub(crate) y: Scalar,
    pub(crate) proof: Proof,
}

impl Claim {
    /// The bytes that determine the claim.
    fn bytes(&self) -> [u8; 160] {
        let mut bytes = [0; 160];
        bytes[..48].copy_from_slice(&self.commitment.to_bytes());
        bytes[48..80].copy_from_slice(&self.z.to_be_bytes());
        bytes[80..112].copy_from_slice(&self.y.to_be_bytes());
        bytes[112..].copy_from_slice(&self.proof.to_bytes());
        bytes
    }
}

/// Whether all claims hold. With `name`, those that do not are named.
pub(crate) fn verify(claims: &[Claim], setup: &SetupPoints, name: bool) -> Verdict {
    if claims.is_empty() {
        return Verdict::Valid;
    }
    let weights: Vec<Scalar> = if claims.len() == 1 {
        vec![Scalar::ONE]
    } else {
        let weights = Weights::of(PROTOCOL, claims.iter().map(Claim::bytes));
        (0..claims.len()).map(|k| Scalar::from_u128(weights.weight(k))).collect()
    };
    let lines = setup.lines();
    let equation = Equation { power: &lines.first, negated_generator: &lines.negated_generator };
    let mut sides = |range: Range<usize>| sides(&claims[range.clone()], &weights[range]);
    let value = equation.value(&sides(0..claims.len()));
    if value == Gt::ONE {
        return Verdict::Valid;
    }
    let mut wrong = Vec::new();
    if name {
        wrong_entries(0..claims.len(), claims.len(), &value, &equation, &mut sides, &mut wrong);
    }
    Verdict::Invalid(wrong)
}

/// `sum of w P` and `sum of w C + w z P - w y G`.
fn sides(claims: &[Claim], weights: &[Scalar]) -> Sides {
    if let ([claim], true) = (claims, weights == [Scalar::ONE]) {
        let proof = *claim.proof.point();
        let rest = Jacobian::from_affine(&sum(&[proof, Affine::GENERATOR], &[claim.z, -claim.y]));
        let rest = rest.add_affine_vartime(claim.commitment.point()).to_affine_vartime();
        return Sides { proofs: proof, rest };
    }
    let proofs: Vec<Affine> = claims.iter().map(|claim| *claim.proof.point()).collect();
    let (mut points, mut scalars) = (proofs.clone(), Vec::with_capacity(2 * claims.len() + 1));
    scalars.extend(claims.iter().zip(weights).map(|(claim, weight)| claim.z * *weight));
    points.extend(claims.iter().map(|claim| claim.commitment.point()));
    scalars.extend_from_slice(weights);
    points.push(Affine::GENERATOR);
    scalars.push(-claims.iter().zip(weights).map(|(claim, weight)| claim.y * *weight).sum::<Scalar>());
    Sides { proofs: sum(&proofs, weights), rest: sum(&points, &scalars) }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    /// Whoever can change a part of a claim without changing the weights can choose it after them.
    #[test]
    fn weights_depend_on_every_part_of_a_claim() {
        let (g, minus) = (Affine::GENERATOR, -Affine::GENERATOR);
        let claim = |commitment, z: u64, y: u64, proof| Claim {
            commitment: Commitment::of_point(commitment),
            z: z.into(),
            y: y.into(),
            proof: Proof::of_point(proof),
        };
        let claims = [
            claim(g, 3, 5, g),
            claim(minus, 3, 5, g),
            claim(g, 4, 5, g),
            claim(g, 3, 6, g),
            claim(g, 3, 5, minus),
            claim(g, 5, 3, g),
        ];
        let entries: BTreeSet<[u8; 160]> = claims.iter().map(Claim::bytes).collect();
        assert_eq!(entries.len(), claims.len());
        let parts = claims[4].bytes();
        assert_eq!(parts[..48], claims[4].commitment.to_bytes());
        assert_eq!(parts[48..80], claims[4].z.to_be_bytes());
        assert_eq!(parts[80..112], claims[4].y.to_be_bytes());
        assert_eq!(parts[112..], claims[4].proof.to_bytes());
    }
}
