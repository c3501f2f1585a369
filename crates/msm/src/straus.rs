//! Sums of a few points without buckets, by odd multiples of the points and shared doublings (E. Straus, "Addition
//! chains of vectors", 1964).

use vorpal_curves::models::weierstrass::{
    Affine, Jacobian, Projective, QuadGroup, QuadGroupProgram, WeierstrassCurve,
};

use crate::integer::Signed;
use crate::non_adjacent_form_vartime;

/// The greatest number of terms. Their tables are on the stack.
pub(crate) const MOST: usize = 8;
/// The greatest number of points whose scalars are split in quarters. Their tables are not on the stack.
const MOST_QUARTERED: usize = 64;

/// The greatest number of points whose scalars are split in so many parts.
pub(crate) const fn most(parts: usize) -> usize {
    if parts == 4 { MOST_QUARTERED } else { MOST / parts }
}

/// Nonzero digits are odd and below `2^(WIDTH - 1)` in magnitude.
const WIDTH: usize = 4;
/// The number of odd multiples of a point.
const ODD: usize = 1 << (WIDTH - 2);
/// The number of digits of the non-adjacent form of an integer of 256 bits.
const DIGITS: usize = 257;

/// Computes `sum of integers[i] points[i]` for at most [`MOST`] terms. Allocates nothing.
///
/// Computes the multiples 1, 3, 5 and 7 of each point. Integers of `b` bits take `b` doublings, and about `b / 5`
/// additions per term. The iterator is a trait object, so that the function is compiled once per curve.
pub(crate) fn msm_vartime<C: WeierstrassCurve>(
    terms: &mut dyn Iterator<Item = (Affine<C>, Signed)>,
) -> Jacobian<C> {
    match C::run_in_quads(Terms::collect(terms)) {
        Ok(sum) => sum.to_jacobian(),
        Err(terms) => terms.sum_vartime(),
    }
}

/// Points and the digits of their integers.
struct Terms<C: WeierstrassCurve> {
    points: [Affine<C>; MOST],
    digits: [[i16; DIGITS]; MOST],
    /// The number of terms.
    number: usize,
}

impl<C: WeierstrassCurve> Terms<C> {
    fn collect(terms: &mut dyn Iterator<Item = (Affine<C>, Signed)>) -> Self {
        let mut collected = Self { points: [Affine::IDENTITY; MOST], digits: [[0; DIGITS]; MOST], number: 0 };
        for (point, integer) in terms {
            collected.points[collected.number] = if integer.negative { -point } else { point };
            let digits = &mut collected.digits[collected.number];
            non_adjacent_form_vartime(&integer.magnitude, WIDTH, digits);
            collected.number += 1;
        }
        collected
    }

    /// The number of digits up to the highest nonzero one, above which the sum is the identity.
    fn length(&self) -> usize {
        let top = self.digits.iter().filter_map(|digits| digits.iter().rposition(|&digit| digit != 0)).max();
        top.map_or(0, |top| top + 1)
    }

    fn sum_vartime(&self) -> Jacobian<C> {
        let mut tables = [[Jacobian::IDENTITY; ODD]; MOST];
        for (table, point) in tables.iter_mut().zip(&self.points).take(self.number) {
            table[0] = Jacobian::from_affine(point);
            let twice = table[0].double();
            for i in 1..ODD {
                table[i] = table[i - 1].add_vartime(&twice);
            }
        }
        let mut sum = Jacobian::IDENTITY;
        for position in (0..self.length()).rev() {
            sum = sum.double();
            for (table, digits) in tables.iter().zip(&self.digits).take(self.number) {
                let digit = digits[position];
                let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
                if digit > 0 {
                    sum = sum.add_vartime(multiple);
                } else if digit < 0 {
                    sum = sum.add_vartime(&multiple.neg());
                }
            }
        }
        sum
    }
}

impl<C: WeierstrassCurve> QuadGroupProgram<C> for Terms<C> {
    type Output = Projective<C>;

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, group: &G) -> Projective<C> {
        let mut tables = [[group.identity(); ODD]; MOST];
        for term in 0..self.number {
            let point = group.load(&Projective::from_affine(&self.points[term]));
            let twice = group.double(point);
            tables[term][0] = point;
            for i in 1..ODD {
                tables[term][i] = group.add(tables[term][i - 1], twice);
            }
        }
        let mut sum = group.identity();
        for position in (0..self.length()).rev() {
            sum = group.double(sum);
            for term in 0..self.number {
                let digit = self.digits[term][position];
                if digit != 0 {
                    let multiple = tables[term][usize::from(digit.unsigned_abs() / 2)];
                    sum = group.add(sum, if digit > 0 { multiple } else { group.neg(multiple) });
                }
            }
        }
        group.store(sum)
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use vorpal_curves::models::weierstrass::QuadFormulas;
    use vorpal_curves::p256::P256;
    use vorpal_curves::secp256k1::Secp256k1;
    use vorpal_fields::PrimeField;
    use vorpal_limbs::quads::PortableQuads;

    use super::*;

    /// Every number of terms: integers at their bounds, and equal, opposite and infinite points.
    fn check<C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>>() {
        let magnitudes = [
            [0; 4],
            [1, 0, 0, 0],
            [u64::MAX; 4],
            [7, 0, 0, 1 << 63],
            [u64::MAX, u64::MAX, 0, 0],
            [0x7777_7777_7777_7777; 4],
            [0x9999_9999_9999_9999; 4],
            [1 << 63, 5, 8, 9],
        ];
        for number in 0..=MOST {
            for shift in 0..magnitudes.len() {
                let mut point = Jacobian::<C>::GENERATOR;
                let terms: Vec<_> = (0..number)
                    .map(|i| {
                        point = if i % 3 == 2 { point.double() } else { point.neg() };
                        let point = if i == 5 { Affine::IDENTITY } else { point.to_affine() };
                        let magnitude = magnitudes[(i + shift) % magnitudes.len()];
                        (point, Signed { magnitude, negative: (i + shift) % 3 == 0 })
                    })
                    .collect();
                let expected = terms.iter().fold(Jacobian::IDENTITY, |sum, (point, integer)| {
                    let point = if integer.negative { -*point } else { *point };
                    sum.add_vartime(&Jacobian::from_affine(&point).mul_limbs_vartime(&integer.magnitude))
                });
                let collect = || Terms::collect(&mut terms.iter().copied());
                assert_eq!(collect().sum_vartime(), expected, "{terms:?}");
                let group = QuadFormulas::<C, _>::new(PortableQuads).expect("a curve with quads");
                assert_eq!(collect().run(&group).to_jacobian(), expected, "{terms:?}");
                assert_eq!(msm_vartime(&mut terms.iter().copied()), expected, "{terms:?}");
            }
        }
    }

    #[test]
    fn sums_in_lanes() {
        check::<Secp256k1>();
        check::<P256>();
    }
}
