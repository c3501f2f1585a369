//! Subgroup checks for many points, sixteen at a time in packed values.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::{Field, LANES, PackedField};

use super::family::Family;
use super::seed_multiples::mul_packed_by_seed;
use super::{Affine, Endomorphism, PackedJacobian, Psi, WeierstrassCurve};
use crate::Error;

/// The indices of the points that are not in the prime subgroup, in ascending order. Sixteen points are checked when
/// the first of them is needed. Time depends on the points.
pub(super) fn outside_vartime<C: WeierstrassCurve>(points: &[Affine<C>]) -> impl Iterator<Item = usize> {
    let checked = if C::HAS_PRIME_ORDER { &[] } else { points };
    checked.chunks(LANES).enumerate().flat_map(|(number, points)| {
        let inside = inside_vartime(points);
        (0..points.len()).filter(move |lane| inside >> lane & 1 == 0).map(move |lane| LANES * number + lane)
    })
}

/// Replaces the points that are not in the prime subgroup by [`Error::NotInSubgroup`]. Time depends on the points.
pub(super) fn reject_outside_vartime<C: WeierstrassCurve>(decoded: &mut [Result<Affine<C>, Error>]) {
    if C::HAS_PRIME_ORDER {
        return;
    }
    let (mut points, mut indices) = ([Affine::IDENTITY; LANES], [0; LANES]);
    let mut start = 0;
    while start < decoded.len() {
        let mut number = 0;
        while number < LANES && start < decoded.len() {
            if let Ok(point) = decoded[start] {
                (points[number], indices[number]) = (point, start);
                number += 1;
            }
            start += 1;
        }
        let inside = inside_vartime(&points[..number]);
        for (lane, index) in indices[..number].iter().enumerate() {
            if inside >> lane & 1 == 0 {
                decoded[*index] = Err(Error::NotInSubgroup);
            }
        }
    }
}

/// A bit for each of at most [`LANES`] points: whether it is in the prime subgroup.
///
/// For a sextic twist it checks the equation of [`Psi`], for G1's curve of the BLS12 family `phi(P) = -x^2
/// P`, in lanes of packed values, by Jacobian formulas without branches. In exceptional cases of an addition (equal or
/// opposite points, or infinity) `Z` becomes and remains zero, and the check for single points decides. Points of G1
/// other than infinity have no exceptional cases, because the intermediate multiples of `x^2 P` are below `r / 2` and
/// differ from the added multiples.
fn inside_vartime<C: WeierstrassCurve>(points: &[Affine<C>]) -> u16 {
    let passed = match (C::PSI, C::BLS12_SEED, C::ENDOMORPHISM) {
        // One more than for other operations: formulas for lanes have no branches, and cost more than those for one.
        _ if points.len() <= <C::Base as Field>::Packed::pays_from() => 0,
        (Some(psi), ..) => passing_lanes_of_twist_vartime(points, psi),
        (None, Some(seed), Some(endomorphism)) => passing_lanes_vartime(points, seed.magnitude, endomorphism),
        _ => 0,
    };
    (points.iter().enumerate()).fold(0, |inside, (lane, point)| {
        let passes = passed >> lane & 1 == 1 || point.is_in_subgroup_vartime();
        inside | u16::from(passes) << lane
    })
}

/// The lanes of points that pass the check, without the lanes for which the formulas fail.
fn passing_lanes_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    seed: u64,
    endomorphism: &Endomorphism<C>,
) -> u16 {
    let point = PackedJacobian::read(points);
    let twice = mul_packed_by_seed(&mul_packed_by_seed(&point, seed), seed);
    let [[&(mut x), &(mut y), _], [X, Y, Z]] = [point.coordinates(), twice.coordinates()];
    // phi(P) = -(X / Z^2, Y / Z^3), with denominators cleared.
    let (mut ZZ, mut ZZZ) = (*Z, *Z);
    ZZ.square_into(Z);
    ZZZ.mul_into(&ZZ, Z);
    x.mul_assign(&PackedField::splat(&endomorphism.beta()));
    x.mul_assign(&ZZ);
    x.sub_assign(X);
    y.mul_assign(&ZZZ);
    y.add_assign(Y);
    x.zero_lanes() & y.zero_lanes() & !twice.zero_lanes()
}

/// The lanes of points of a sextic twist that pass the check of [`Psi`], without the lanes for which the formulas fail.
fn passing_lanes_of_twist_vartime<C: WeierstrassCurve>(points: &[Affine<C>], psi: &Psi<C>) -> u16 {
    let point = PackedJacobian::read(points);
    let mut multiple = mul_packed_by_seed(&point, psi.seed().magnitude);
    if psi.seed().negative {
        multiple.negate();
    }
    let mut image = point;
    match psi.family() {
        Family::Bls12 => psi.apply_packed(&mut image),
        Family::Bn => {
            let mut power = multiple;
            psi.apply_packed(&mut power);
            image = power;
            image.add(&multiple);
            image.add(&point);
            psi.apply_packed(&mut power);
            image.add(&power);
            psi.apply_packed(&mut power);
            power.double();
            multiple = power;
        }
    }
    image.equal_lanes(&multiple)
}
