//! Multiples of points of the subgroup by weights, sixteen side by side.
//!
//! A weight has 33 digits of four bits between -8 and 7. For each lane there is a table of the multiples up to 8, in
//! affine coordinates, with their opposites. All lanes share four doublings for a digit, and each adds an entry of its
//! table, unless its digit is zero: for G1 about 1,400 products of the base field a lane, of which 900 are doublings.
//!
//! No addition is exceptional: before a digit `d` of a lane that has begun, the sum is `16 k P` with `0 < k < 2^124`,
//! since the digits above a digit make a positive number. `16 k` is not `d` or `-d`, and neither are they modulo the
//! order, as all of them are below `2^129`. The same holds for the multiples of the table. If a formula fails
//! nevertheless, its `Z` is zero, and the product is computed alone.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, Jacobian, PackedJacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{Field, LANES, PackedField};
use vorpal_msm::msm_vartime;

/// The number of digits of a weight: 128 bits and a carry.
const DIGITS: usize = 33;
/// The bits of a digit.
const WIDTH: usize = 4;
/// The largest magnitude of a digit.
const HALF: usize = 1 << (WIDTH - 1);

/// The entries `-8 P, .., 8 P` of a lane; infinity in the middle.
type Table<C> = [Affine<C>; 2 * HALF + 1];

/// `weights[i] points[i]` for all `i`, for points of the subgroup other than infinity.
pub(super) fn multiples_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    weights: &[u128],
) -> Vec<Jacobian<C>> {
    let mut products = Vec::with_capacity(points.len());
    for (points, weights) in points.chunks(LANES).zip(weights.chunks(LANES)) {
        let mut stored = [Jacobian::IDENTITY; LANES];
        let correct = if points.len() < <C::Base as Field>::Packed::pays_from() {
            0
        } else {
            packed_multiples_vartime(points, weights, &mut stored)
        };
        for (lane, (point, weight)) in points.iter().zip(weights).enumerate() {
            let is_correct = correct >> lane & 1 == 1;
            products.push(if is_correct { stored[lane] } else { single_vartime(point, *weight) });
        }
    }
    products
}

/// `weight point`.
fn single_vartime<C: WeierstrassCurve>(point: &Affine<C>, weight: u128) -> Jacobian<C> {
    if weight == 1 {
        return Jacobian::from_affine(point);
    }
    msm_vartime(&Subgroup::unchecked(core::slice::from_ref(point)), &[weight])
        .expect("one weight for one point")
}

/// The products of at most sixteen points, and the lanes that are correct.
fn packed_multiples_vartime<C: WeierstrassCurve>(
    points: &[Affine<C>],
    weights: &[u128],
    products: &mut [Jacobian<C>; LANES],
) -> u16 {
    let tables = tables_vartime(points);
    let digits: Vec<[i8; DIGITS]> = weights.iter().map(|weight| digits(*weight)).collect();
    let mut sum = PackedJacobian::read(points);
    let mut begun = 0u16;
    for place in (0..DIGITS).rev() {
        if begun != 0 {
            (0..WIDTH).for_each(|_| sum.double());
        }
        let nonzero = digits.iter().enumerate();
        let nonzero = nonzero.fold(0, |mask, (lane, digits)| mask | u16::from(digits[place] != 0) << lane);
        if nonzero == 0 {
            continue;
        }
        let of_digits = tables.iter().zip(&digits);
        let entries: Vec<&Affine<C>> =
            of_digits.map(|(table, digits)| &table[index(digits[place])]).collect();
        let [x, y] = PackedJacobian::<C>::read_affine(&entries, |entry| entry);
        sum.add_affine_lanes(&x, &y, nonzero & begun);
        sum.assign_affine_lanes(&x, &y, nonzero & !begun);
        begun |= nonzero;
    }
    sum.store(products);
    begun & !sum.zero_lanes()
}

/// The index of the entry for a digit.
fn index(digit: i8) -> usize {
    HALF.wrapping_add_signed(digit.into())
}

/// The digits of a weight, the least significant first.
fn digits(weight: u128) -> [i8; DIGITS] {
    let mut carry = 0;
    core::array::from_fn(|place| {
        #[allow(clippy::cast_possible_truncation, reason = "four bits")]
        let bits = if place == DIGITS - 1 { 0 } else { (weight >> (WIDTH * place)) as u8 & 15 } as i8;
        let digit = bits + carry;
        carry = i8::from(digit >= 8);
        digit - 16 * carry
    })
}

/// The tables of all lanes: an addition or a doubling for each multiple, and one inversion.
fn tables_vartime<C: WeierstrassCurve>(points: &[Affine<C>]) -> Vec<Table<C>> {
    let [x, y] = PackedJacobian::<C>::read_affine(points, |point| point);
    let mut multiples = Vec::with_capacity(HALF);
    multiples.push(PackedJacobian::<C>::from_affine(&x, &y));
    for number in 2..=HALF {
        let mut next = multiples[if number.is_multiple_of(2) { number / 2 } else { number - 1 } - 1];
        if number.is_multiple_of(2) {
            next.double();
        } else {
            next.add_affine(&x, &y);
        }
        multiples.push(next);
    }
    let mut stored = alloc::vec![Jacobian::IDENTITY; points.len() * HALF];
    for (multiple, stored) in multiples.iter().zip(stored.chunks_mut(points.len())) {
        multiple.store(stored);
    }
    let stored = Jacobian::normalise_batch(&stored);
    (0..points.len())
        .map(|lane| {
            let mut table = [Affine::IDENTITY; 2 * HALF + 1];
            for (number, multiples) in (1..=HALF).zip(stored.chunks(points.len())) {
                (table[HALF + number], table[HALF - number]) = (multiples[lane], -multiples[lane]);
            }
            table
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use vorpal_curves::bls12_381::Bls12_381G1;
    use vorpal_curves::bls12_381::g2::Bls12_381G2;

    use super::*;

    #[test]
    fn digits_make_their_weight() {
        let extreme = [
            0,
            1,
            7,
            8,
            9,
            15,
            16,
            u128::MAX,
            u128::MAX - 7,
            1 << 127,
            u128::MAX / 15 * 7,
            u128::MAX / 15 * 8,
        ];
        for weight in extreme {
            let digits = digits(weight);
            assert!(digits.iter().all(|digit| (-8..8).contains(digit)));
            // Modulo 2^128, and the carry apart.
            let sum = digits[..32]
                .iter()
                .rev()
                .fold(0u128, |sum, digit| sum.wrapping_mul(16).wrapping_add_signed((*digit).into()));
            assert_eq!(sum, weight);
            assert_eq!(
                digits[32],
                i8::from(
                    weight >> 124 >= 8
                        || digits[..32].iter().rev().find(|d| **d != 0).is_some_and(|d| *d < 0)
                )
            );
        }
    }

    fn products<C: WeierstrassCurve>() {
        let weights =
            [0, 1, 2, 7, 8, 9, 15, 16, 17, 255, u128::MAX, 1 << 127, u128::MAX - 1, 0x88 << 64, 3, 5, 6, 10];
        let points: Vec<Affine<C>> = (1..=weights.len() as u64)
            .map(|number| Jacobian::GENERATOR.mul_limbs_vartime(&[number]).to_affine())
            .collect();
        for number in 0..=points.len() {
            let found = multiples_vartime(&points[..number], &weights[..number]);
            for ((point, weight), found) in points.iter().zip(weights).zip(found) {
                #[allow(clippy::cast_possible_truncation, reason = "halves")]
                let limbs = [weight as u64, (weight >> 64) as u64];
                assert_eq!(found, Jacobian::from_affine(point).mul_limbs_vartime(&limbs), "{weight}");
            }
        }
    }

    #[test]
    fn products_are_those_of_single_points() {
        products::<Bls12_381G1>();
        products::<Bls12_381G2>();
    }
}
