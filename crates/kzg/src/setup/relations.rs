//! The relations between the lists of points of a setup, checked by random sums.
//!
//! Let `M_i` be the powers in G1, `N_i` those in G2, `L_v` the Lagrange basis, and `a_i` weights of 128 bits that are
//! bound to all points ([`Weights`]). With `t` defined by `M_1 = t G`, the checks are
//!
//! ```text
//! M_0 = G,  N_0 = H,  M_1 != 0
//! e(sum of a_i M_(i + 1), H) = e(sum of a_i M_i, N_1)     so M_(i + 1) = n M_i for N_1 = n H, and n = t
//! e(G, sum of a_i N_(i + 1)) = e(M_1, sum of a_i N_i)     so N_(i + 1) = t N_i
//! sum of a_v L_v = sum of c_i M_i                         for the coefficients c of the polynomial with values a_v
//! ```
//!
//! The last one holds for the Lagrange basis, since `sum of a_v L_v(X)` is the polynomial with the values `a_v`. Each
//! check is linear in independent weights. If an equation fails for one index, it holds for at most one value of that
//! weight: an error has a probability of at most `2^-128` for each check, by the lemma of [`Weights`].

use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, encoding::ZCASH, g2};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::{Bases, MsmScalar, Weights, msm_vartime};
use vorpal_pairing::bls12_381::product;

use super::points::Points;
use crate::polynomial::coefficients;

/// Whether both lists are the powers of one number, with the generators first.
pub(super) fn are_powers(powers: &Points, powers_g2: &[g2::Affine]) -> bool {
    let (points, generators) = (powers.points(), (Affine::GENERATOR, g2::Affine::GENERATOR));
    if points[0] != generators.0 || powers_g2[0] != generators.1 || points[1].is_identity_vartime() {
        return false;
    }
    // 96 bytes for each point of G1, and twice as many for one of G2 as two entries.
    let entries: Vec<[u8; 96]> = (points.iter().map(|point| ZCASH.encode_uncompressed(point)))
        .chain(powers_g2.iter().map(|point| g2::encoding::ZCASH.encode_compressed(point)))
        .collect();
    let weights = Weights::of(b"powers of a trusted setup, version 1", entries.into_iter());
    let last = points.len() - 1;
    let weights_g1: Vec<u128> = (0..last).map(|i| weights.weight(i)).collect();
    let [low, high] = [powers.get(..last), powers.get(1..)]
        .map(|part| sum(&part.expect("a range of the list"), &weights_g1));
    let last = powers_g2.len() - 1;
    let weights_g2: Vec<u128> = (0..last).map(|i| weights.weight(points.len() + i)).collect();
    let [low_g2, high_g2] = [&powers_g2[..last], &powers_g2[1..]].map(|part| {
        let sum = msm_vartime(&Subgroup::unchecked(part), &weights_g2);
        sum.expect("a weight for each point").to_affine()
    });
    product(&[(high, generators.1)]) == product(&[(low, powers_g2[1])])
        && product(&[(generators.0, high_g2)]) == product(&[(points[1], low_g2)])
}

/// Whether the first list, in the order of blobs, is the Lagrange basis of the second.
pub(super) fn is_lagrange_basis(lagrange: &[Affine], powers: &Points) -> bool {
    let entries: Vec<[u8; 96]> =
        lagrange.iter().chain(powers.points()).map(|point| ZCASH.encode_uncompressed(point)).collect();
    let weights = Weights::of(b"Lagrange basis of a trusted setup, version 1", entries.into_iter());
    let values: Vec<Scalar> = (0..lagrange.len()).map(|i| Scalar::from_u128(weights.weight(i))).collect();
    sum(&Subgroup::unchecked(lagrange), &values) == sum(powers, &coefficients(&values))
}

fn sum<B, S>(points: &B, scalars: &[S]) -> Affine
where
    B: Bases<Curve = vorpal_curves::bls12_381::Bls12_381G1> + ?Sized,
    S: MsmScalar<vorpal_curves::bls12_381::Bls12_381G1>,
{
    msm_vartime(points, scalars).expect("a scalar for each point").to_affine_vartime()
}
