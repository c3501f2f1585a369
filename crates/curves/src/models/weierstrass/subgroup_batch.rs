//! Membership in the prime subgroup for many points: sixteen side by side.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::{Field, LANES, PackedField};

use super::{Affine, Endomorphism, PackedJacobian, WeierstrassCurve};

/// The index of the first point that is not in the prime subgroup. Time depends on the points.
///
/// For a curve of the BLS12 family `phi(P) = -x^2 P`, as for single points, in lanes of packed values, by Jacobian formulas
/// without cases. Where one of them has an exception (equal or opposite points, or infinity, in an addition), it gives
/// `Z = 0`, and `Z` stays zero: such lanes are left to the test of single points. In the subgroup there are none, because
/// the multiples on the way to `x^2 P` are below `r / 2` and differ from what is added.
pub(super) fn first_outside_vartime<C: WeierstrassCurve>(points: &[Affine<C>]) -> Option<usize> {
    let outside = |points: &[Affine<C>]| points.iter().position(|point| !point.is_in_subgroup_vartime());
    let (Some(seed), Some(endomorphism)) = (C::BLS12_SEED, C::ENDOMORPHISM) else { return outside(points) };
    for (number, points) in points.chunks(LANES).enumerate() {
        let found = if points.len() < <C::Base as Field>::Packed::pays_from() {
            outside(points)
        } else {
            let passed = passing_lanes_vartime(points, seed, &endomorphism);
            let passes = |(lane, point): (usize, &Affine<C>)| {
                passed >> lane & 1 == 1 || point.is_in_subgroup_vartime()
            };
            points.iter().enumerate().position(|item| !passes(item))
        };
        if let Some(index) = found {
            return Some(LANES * number + index);
        }
    }
    None
}

/// The lanes of points that pass the test; not those for which formulas fail.
fn passing_lanes_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    seed: u64,
    endomorphism: &Endomorphism<C>,
) -> u16 {
    let point = PackedJacobian::read(points);
    let twice = multiple(&multiple(&point, seed), seed);
    let [[&(mut x), &(mut y), _], [X, Y, Z]] = [point.coordinates(), twice.coordinates()];
    // phi(P) = -(X / Z^2, Y / Z^3), both sides multiplied out.
    let (mut ZZ, mut ZZZ) = (*Z, *Z);
    ZZ.square_into(Z);
    ZZZ.mul_into(&ZZ, Z);
    x.mul_assign(&PackedField::load(&[endomorphism.beta(); LANES], |beta| beta));
    x.mul_assign(&ZZ);
    x.sub_assign(X);
    y.mul_assign(&ZZZ);
    y.add_assign(Y);
    x.zero_lanes() & y.zero_lanes() & !twice.zero_lanes()
}

/// `seed base`.
fn multiple<C: WeierstrassCurve>(base: &PackedJacobian<C>, seed: u64) -> PackedJacobian<C> {
    let mut sum = *base;
    for bit in (0..seed.ilog2()).rev() {
        sum.double();
        if seed >> bit & 1 == 1 {
            sum.add(base);
        }
    }
    sum
}
