//! Sums of a few points without buckets, by odd multiples of the points and shared doublings (E. Straus, "Addition
//! chains of vectors", 1964).

use vorpal_curves::models::weierstrass::{
    Affine, Jacobian, OddMultiples, Projective, QuadGroup, QuadGroupProgram, WeierstrassCurve,
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
const WIDTH: usize = 5;
/// The number of odd multiples of a point.
pub(crate) const ODD: usize = 1 << (WIDTH - 2);
/// The longest integers, in bits, whose digits are -1, 0 and 1. Tables for wider ones would cost more than they save.
pub(crate) const SHORT: usize = 56;
/// The number of digits of the non-adjacent form of an integer of 256 bits.
const DIGITS: usize = 257;

/// Computes `sum of integers[i] points[i]` for at most [`MOST`] terms. Allocates nothing. With `beta`, terms are in
/// pairs, and the second point of each is `(beta x, y)` for the first one `(x, y)`.
///
/// Computes the multiples 1, 3, .., 15 of each point that is no image. Integers of `b` bits take `b` doublings, and
/// about `b / 6` additions per term. With integers of at most [`SHORT`] bits there are no multiples, and about `b / 3`
/// additions. The iterator is a trait object, so that the function is compiled once per curve.
pub(crate) fn msm_vartime<C: WeierstrassCurve>(
    beta: Option<C::Base>,
    terms: &mut dyn Iterator<Item = (Affine<C>, Signed)>,
) -> Jacobian<C> {
    match C::run_in_quads(Terms::collect(beta, terms)) {
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
    /// The number of multiples of a point that digits select from.
    multiples: usize,
    beta: Option<C::Base>,
}

impl<C: WeierstrassCurve> Terms<C> {
    fn collect(beta: Option<C::Base>, terms: &mut dyn Iterator<Item = (Affine<C>, Signed)>) -> Self {
        let (mut points, mut integers, mut number) = ([Affine::IDENTITY; MOST], [Signed::default(); MOST], 0);
        for (point, integer) in terms {
            (points[number], integers[number]) = (point, integer);
            number += 1;
        }
        let width = if integers.iter().all(|integer| integer.bits() <= SHORT) { 2 } else { WIDTH };
        let mut digits = [[0; DIGITS]; MOST];
        for (digits, integer) in digits.iter_mut().zip(&integers).take(number) {
            non_adjacent_form_vartime(&integer.magnitude, width, digits);
            if integer.negative {
                digits.iter_mut().for_each(|digit| *digit = -*digit);
            }
        }
        Self { points, digits, number, multiples: 1 << (width - 2), beta }
    }

    /// The number of digits up to the highest nonzero one, above which the sum is the identity.
    fn length(&self) -> usize {
        let top = self.digits.iter().filter_map(|digits| digits.iter().rposition(|&digit| digit != 0)).max();
        top.map_or(0, |top| top + 1)
    }

    fn sum_vartime(&self) -> Jacobian<C> {
        let mut tables = [[Affine::IDENTITY; ODD]; MOST];
        if self.multiples > 1 {
            return self.with_multiples(&mut tables);
        }
        for (table, point) in tables.iter_mut().zip(&self.points) {
            table[0] = *point;
        }
        self.sum_from(&tables)
    }

    /// The sum, with all multiples affine on one curve ([`OddMultiples`]).
    fn with_multiples(&self, tables: &mut [[Affine<C>; ODD]; MOST]) -> Jacobian<C> {
        let mut lists = [None; MOST];
        for term in (0..self.number).step_by(if self.beta.is_some() { 2 } else { 1 }) {
            lists[term] = OddMultiples::<C, ODD>::of(&self.points[term]);
        }
        let isomorphism = OddMultiples::to_one_curve_vartime(&mut lists);
        for term in 0..self.number {
            tables[term] = match (&lists[term], &self.beta) {
                (Some(list), _) => *list.points(),
                (None, Some(beta)) if term % 2 == 1 && lists[term - 1].is_some() => {
                    tables[term - 1].map(|multiple| {
                        let (x, y) = multiple.raw_coordinates();
                        Affine::new_unchecked(*beta * *x, *y)
                    })
                }
                // Infinity, or a small order: one by one, with an inversion for each.
                (None, _) => {
                    let mut multiple = Jacobian::from_affine(&self.points[term]);
                    let twice = multiple.double();
                    [(); ODD].map(|()| {
                        let entry = isomorphism.apply(&multiple.to_affine_vartime());
                        multiple = multiple.add_vartime(&twice);
                        entry
                    })
                }
            };
        }
        isomorphism.undo(&self.sum_from(tables))
    }

    /// The sum, where each table has the odd multiples of the point of a term.
    fn sum_from(&self, tables: &[[Affine<C>; ODD]; MOST]) -> Jacobian<C> {
        let mut sum = Jacobian::IDENTITY;
        for position in (0..self.length()).rev() {
            sum = sum.double();
            for (table, digits) in tables.iter().zip(&self.digits).take(self.number) {
                let digit = digits[position];
                let multiple = &table[usize::from(digit.unsigned_abs() / 2)];
                if digit > 0 {
                    sum = sum.add_affine_vartime(multiple);
                } else if digit < 0 {
                    sum = sum.sub_affine_vartime(multiple);
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
            tables[term][0] = point;
            if self.multiples > 1 {
                let twice = group.double(point);
                for i in 1..self.multiples {
                    tables[term][i] = group.add(tables[term][i - 1], twice);
                }
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

    use vorpal_curves::bls12_381::Bls12_381G1;
    use vorpal_curves::models::weierstrass::QuadFormulas;
    use vorpal_curves::p256::P256;
    use vorpal_curves::secp256k1::Secp256k1;
    use vorpal_fields::PrimeField;
    use vorpal_limbs::quads::PortableQuads;

    use super::*;

    /// Integers of at most [`SHORT`] bits.
    const SMALL: [[u64; 4]; 8] = [
        [0; 4],
        [1, 0, 0, 0],
        [2, 0, 0, 0],
        [(1 << SHORT) - 1, 0, 0, 0],
        [7, 0, 0, 0],
        [1 << (SHORT - 1), 0, 0, 0],
        [0x77_7777_7777_7777, 0, 0, 0],
        [0x99_9999_9999_9999, 0, 0, 0],
    ];

    /// Integers at their bounds.
    const LONG: [[u64; 4]; 8] = [
        [0; 4],
        [1, 0, 0, 0],
        [u64::MAX; 4],
        [7, 0, 0, 1 << 63],
        [u64::MAX, u64::MAX, 0, 0],
        [0x7777_7777_7777_7777; 4],
        [0x9999_9999_9999_9999; 4],
        [1 << 63, 5, 8, 9],
    ];

    /// Calls the function with every number of terms, of points that are made from one, infinity and `other` among
    /// them, with the sum of these terms, and with `beta` if second points are images.
    fn for_all<C: WeierstrassCurve>(
        other: Affine<C>,
        test: impl Fn(Option<C::Base>, &[(Affine<C>, Signed)], &Jacobian<C>),
    ) {
        let phi = C::ENDOMORPHISM.map(|phi| (phi.beta(), phi));
        let numbers = (0..=MOST).flat_map(|number| (0..MOST).map(move |shift| (number, shift)));
        for ((number, shift), magnitudes) in numbers.flat_map(|at| [(at, LONG), (at, SMALL)]) {
            let mut point = Jacobian::<C>::GENERATOR;
            let mut terms: Vec<_> = (0..number)
                .map(|i| {
                    point = if i % 3 == 2 { point.double() } else { point.neg() };
                    let point = match (i + shift) % MOST {
                        3 => other,
                        5 => Affine::IDENTITY,
                        _ => point.to_affine(),
                    };
                    let magnitude = magnitudes[(i + shift) % MOST];
                    (point, Signed { magnitude, negative: (i + shift) % 3 == 0 })
                })
                .collect();
            test(None, &terms, &expected(&terms));
            if let Some((beta, phi)) = &phi {
                for pair in terms.as_chunks_mut::<2>().0 {
                    pair[1].0 = phi.apply(&pair[0].0);
                }
                terms.truncate(number / 2 * 2);
                test(Some(*beta), &terms, &expected(&terms));
            }
        }
    }

    fn expected<C: WeierstrassCurve>(terms: &[(Affine<C>, Signed)]) -> Jacobian<C> {
        terms.iter().fold(Jacobian::IDENTITY, |sum, (point, integer)| {
            let point = if integer.negative { -*point } else { *point };
            sum.add_vartime(&Jacobian::from_affine(&point).mul_limbs_vartime(&integer.magnitude))
        })
    }

    fn check_quads<C: WeierstrassCurve<Base: PrimeField<Limbs = [u64; 4]>>>() {
        for_all::<C>(Affine::GENERATOR, |beta, terms, expected| {
            let collect = || Terms::collect(beta, &mut terms.iter().copied());
            assert_eq!(collect().sum_vartime(), *expected, "{terms:?}");
            let group = QuadFormulas::<C, _>::new(PortableQuads).expect("a curve with quads");
            assert_eq!(collect().run(&group).to_jacobian(), *expected, "{terms:?}");
            assert_eq!(msm_vartime(beta, &mut terms.iter().copied()), *expected, "{terms:?}");
        });
    }

    #[test]
    fn sums_in_lanes() {
        check_quads::<Secp256k1>();
        check_quads::<P256>();
    }

    /// `(0, 2)` is of order three: it has no odd multiples on one curve.
    #[test]
    fn points_of_small_order() {
        type Base = <Bls12_381G1 as WeierstrassCurve>::Base;
        let small = Affine::<Bls12_381G1>::new(Base::ZERO, Base::from(2)).unwrap();
        assert!(OddMultiples::<Bls12_381G1, ODD>::of(&small).is_none());
        for_all(small, |beta, terms, expected| {
            assert_eq!(msm_vartime(beta, &mut terms.iter().copied()), *expected, "{terms:?}");
        });
    }
}
