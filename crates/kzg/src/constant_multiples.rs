//! Multiples of many points by one constant each, sixteen side by side.
//!
//! A constant is two strings of 128 signs ([`signs`](crate::signs)). Four signs in a row are an odd digit between -15
//! and 15, so each half has 32 digits, none of them zero, and all lanes do the same: 124 doublings and 63 additions of
//! affine points, which are the odd multiples `P, 3 P, .., 15 P` and their images. About 1,650 products for a multiple,
//! with 50 for its odd multiples.
//!
//! The formulas for lanes are not complete: where two points that are added are equal or opposite, `Z` becomes zero and
//! remains zero. Such lanes are computed again by complete formulas.

use alloc::vec::Vec;

use vorpal_curves::bls12_381::{Affine, Bls12_381G1, Jacobian};
use vorpal_curves::models::weierstrass::{PackedJacobian, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_fields::{Field, LANES, PackedField};
use vorpal_msm::PointLists;

use crate::signs::{ENDOMORPHISM, SIGNS, signs_vartime};

/// The number of signs of a digit.
const WIDTH: usize = 4;
/// The number of odd multiples of a point.
const ODD: usize = 1 << (WIDTH - 1);

/// A constant with its signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constant {
    value: Scalar,
    signs: [u128; 2],
}

impl Constant {
    pub(crate) fn new(value: Scalar) -> Self {
        Self { value, signs: signs_vartime(&value) }
    }

    /// The number of the odd multiple of a digit, and whether it is subtracted. Signs with the value `v` are the digit
    /// `2 v - 15`.
    fn digit(&self, half: usize, position: usize) -> (usize, bool) {
        let value = (self.signs[half] >> (WIDTH * position)) as usize % (2 * ODD);
        if value >= ODD { (value - ODD, false) } else { (ODD - 1 - value, true) }
    }
}

/// `constants[i] points[i]` for points of the subgroup. Time depends on the constants, and on which points are
/// infinity.
pub(crate) fn multiples_vartime(points: &[Affine], constants: &[Constant]) -> Vec<Affine> {
    debug_assert_eq!(points.len(), constants.len());
    // A lane of infinity computes the multiple of another point, which is not used.
    let finite: Vec<Affine> = (points.iter())
        .map(|point| if point.is_identity_vartime() { Affine::GENERATOR } else { *point })
        .collect();
    let odd = odd_multiples(&finite);
    let chunks: Vec<usize> = (0..points.len()).step_by(LANES).collect();
    let multiples = vorpal_threads::map(&chunks, |&start| {
        let end = points.len().min(start + LANES);
        chunk(&odd[ODD * start..ODD * end], &constants[start..end])
    });
    let mut multiples: Vec<Affine> = multiples.into_iter().flatten().collect();
    for (multiple, point) in multiples.iter_mut().zip(points) {
        if point.is_identity_vartime() {
            *multiple = Affine::IDENTITY;
        }
    }
    multiples
}

/// `P, 3 P, .., 15 P` of each point.
fn odd_multiples(points: &[Affine]) -> Vec<Affine> {
    let mut lists = PointLists::new();
    (0..points.len()).for_each(|i| lists.push([(i, false); 2]));
    let mut all = points.to_vec();
    // The points, their doubles, and the last odd multiples.
    all.extend(lists.sum_vartime(points));
    all.extend_from_slice(points);
    lists.clear();
    let number = points.len();
    (0..number).for_each(|i| lists.push([(number + i, false), (2 * number + i, false)]));
    let mut odd = alloc::vec![Affine::IDENTITY; ODD * number];
    for multiple in 0..ODD {
        if multiple > 0 {
            let next = lists.sum_vartime(&all);
            all[2 * number..].copy_from_slice(&next);
        }
        for (i, point) in all[2 * number..].iter().enumerate() {
            odd[ODD * i + multiple] = *point;
        }
    }
    odd
}

/// The multiples of at most sixteen points.
fn chunk(odd: &[Affine], constants: &[Constant]) -> Vec<Affine> {
    type Packed = <<Bls12_381G1 as WeierstrassCurve>::Base as Field>::Packed;
    let beta = Packed::splat(&ENDOMORPHISM.beta());
    let mut sum: Option<PackedJacobian<Bls12_381G1>> = None;
    for position in (0..SIGNS / WIDTH).rev() {
        if let Some(sum) = &mut sum {
            (0..WIDTH).for_each(|_| sum.double());
        }
        for half in 0..2 {
            let mut negative = 0;
            let mut entries = [&odd[0]; LANES];
            for (lane, constant) in constants.iter().enumerate() {
                let (multiple, minus) = constant.digit(half, position);
                entries[lane] = &odd[ODD * lane + multiple];
                negative |= u16::from(minus) << lane;
            }
            let entries = &entries[..constants.len()];
            let [mut x, mut y] = PackedJacobian::<Bls12_381G1>::read_affine(entries, |entry| entry);
            y.negate_lanes(negative);
            if half == 1 {
                x.mul_assign(&beta);
            }
            match &mut sum {
                None => sum = Some(PackedJacobian::from_affine(&x, &y)),
                Some(sum) => sum.add_affine(&x, &y),
            }
        }
    }
    let mut multiples = alloc::vec![Affine::IDENTITY; constants.len()];
    if let Some(sum) = &sum {
        sum.store_affine_vartime(&mut multiples);
        let zero = sum.zero_lanes();
        for lane in (0..constants.len()).filter(|lane| zero >> lane & 1 == 1) {
            let product = Jacobian::from_affine(&odd[ODD * lane]).mul_vartime(&constants[lane].value);
            multiples[lane] = product.to_affine_vartime();
        }
    }
    multiples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_match_single_ones() {
        let mut scalar = Scalar::from(11);
        let (mut points, mut scalars) = (Vec::new(), Vec::new());
        for i in 0..37u64 {
            scalar = scalar.square() + Scalar::from(i);
            points.push(Jacobian::GENERATOR.mul_limbs_vartime(&[i * i]).to_affine());
            scalars.push(match i {
                5 => Scalar::ZERO,
                6 => Scalar::ONE,
                7 => -Scalar::ONE,
                8 => ENDOMORPHISM.lambda(),
                9 => Scalar::from(2),
                10 => -(Scalar::ONE + ENDOMORPHISM.lambda()),
                _ => scalar,
            });
        }
        // Multiples of the image by small numbers: for one of them, the last addition is of equal points.
        for k in 1..=40u64 {
            points.push(Jacobian::GENERATOR.mul_limbs_vartime(&[k]).to_affine());
            let multiple = ENDOMORPHISM.lambda() * Scalar::from(k);
            scalars.push(if k % 2 == 0 { multiple } else { -multiple });
        }
        let constants: Vec<Constant> = scalars.iter().map(|scalar| Constant::new(*scalar)).collect();
        for number in [0, 1, 15, 16, 17, 77] {
            let expected: Vec<Affine> = (points[..number].iter().zip(&scalars))
                .map(|(point, scalar)| Jacobian::from_affine(point).mul_vartime(scalar).to_affine())
                .collect();
            assert_eq!(multiples_vartime(&points[..number], &constants[..number]), expected);
        }
    }
}
