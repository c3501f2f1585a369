//! Tests of packed sums against double-and-add of single sums.

use std::sync::OnceLock;

use num_bigint::{BigInt, BigUint};
use vorpal_curves::bn254::Bn254G1;
use vorpal_curves::models::weierstrass::{
    Affine as AnyAffine, Half, Jacobian as AnyJacobian, WeierstrassCurve,
};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::{Affine, Jacobian, Secp256k1};
use vorpal_fields::primes::{Bn254Scalar, P256Scalar, Secp256k1Scalar as Scalar};
use vorpal_fields::subtle::Choice;
use vorpal_fields::{LANES, PrimeField};
use vorpal_oracle::effort::every;

use super::generator::GeneratorTable;
use super::hexagonal::{Digit, Integer, Numbers, Row, ZERO, insert, windows};
use super::multiples::DIGITS;
use super::{PackedTable, Term, WindowTable, lincomb_batch_vartime};
use crate::curve::FourLimbCurve;
use crate::multiply::{Comb, SignatureCurve, WnafTable, lincomb_vartime};

type Sum = Term<Secp256k1>;

/// Another curve of prime order with an endomorphism.
impl FourLimbCurve for Bn254G1 {
    const ORDER: [u64; 4] = Bn254Scalar::MODULUS;
    const SIGNS_LOW: bool = true;

    fn reduced(limbs: &[u64; 4]) -> Bn254Scalar {
        Bn254Scalar::from_limbs_reduced(limbs)
    }
}

impl SignatureCurve for Bn254G1 {
    type PackedTable = GeneratorTable<Self>;

    fn comb() -> &'static Comb<Self> {
        static COMB: OnceLock<Comb<Bn254G1>> = OnceLock::new();
        COMB.get_or_init(Comb::new)
    }

    fn wnaf_table() -> &'static WnafTable<Self> {
        static WNAF_TABLE: OnceLock<WnafTable<Bn254G1>> = OnceLock::new();
        WNAF_TABLE.get_or_init(|| WnafTable::new(5))
    }

    fn packed_table() -> &'static GeneratorTable<Self> {
        static TABLE: OnceLock<GeneratorTable<Bn254G1>> = OnceLock::new();
        TABLE.get_or_init(|| GeneratorTable::new(6))
    }
}

fn table(width: usize) -> GeneratorTable<Secp256k1> {
    GeneratorTable::new(width)
}

/// The sum by double-and-add, of both products at once.
fn expected<C: FourLimbCurve>(term: &Term<C>) -> AnyAffine<C> {
    let products = [(term.u1.to_limbs(), AnyAffine::GENERATOR), (term.u2.to_limbs(), term.point)];
    let mut sum = AnyJacobian::<C>::IDENTITY;
    for bit in (0..256).rev() {
        sum = sum.double();
        for (limbs, point) in &products {
            if limbs.as_ref()[bit / 64] >> (bit % 64) & 1 == 1 {
                sum = sum.add_affine_vartime(point);
            }
        }
    }
    sum.to_affine()
}

/// The sum of one term by the algorithm for single sums.
fn single<C: SignatureCurve>(Term { u1, u2, point }: &Term<C>) -> AnyAffine<C> {
    lincomb_vartime(u1, u2, point).to_affine()
}

/// Compares the sums with the expected ones, in one batch and in batches of several lengths.
fn check<C: SignatureCurve>(table: &impl PackedTable<C>, terms: &[Term<C>]) {
    check_against(table, terms, &terms.iter().map(expected).collect::<Vec<_>>());
}

/// As [`check`], with the expected sums. With less effort every fourth of the short batches.
fn check_against<C: SignatureCurve>(
    table: &impl PackedTable<C>,
    terms: &[Term<C>],
    expected: &[AnyAffine<C>],
) {
    for size in [1, 5, 16, terms.len().max(1)] {
        let batches = terms.chunks(size).zip(expected.chunks(size)).enumerate();
        for (_, (terms, expected)) in batches.filter(|(i, _)| every(4, *i) || size == terms.len()) {
            let mut sums = vec![AnyAffine::<C>::GENERATOR; terms.len()];
            table.lincomb_batch_vartime(terms, &mut sums, single);
            for ((sum, expected), term) in sums.iter().zip(expected).zip(terms) {
                assert_eq!(sum, expected, "{term:?}");
            }
        }
    }
}

fn random(state: &mut u64) -> Scalar {
    let limbs = core::array::from_fn(|_| {
        *state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        *state ^ *state >> 29
    });
    Scalar::from_limbs_reduced(&limbs)
}

fn multiple(factor: &Scalar) -> Affine {
    Jacobian::GENERATOR.mul_limbs_vartime(&factor.to_limbs()).to_affine()
}

/// `2^bits`.
fn power(bits: u64) -> Scalar {
    Scalar::from(2).pow(&[bits])
}

/// Scalars at and next to the boundaries of windows and halves, and their multiples by the eigenvalue.
fn borders(width: usize) -> Vec<Scalar> {
    let lambda = Secp256k1::ENDOMORPHISM.unwrap().lambda();
    let one = Scalar::ONE;
    let mut all =
        vec![Scalar::ZERO, one, one + one, lambda, lambda + one, lambda - one, power(128), power(255)];
    for step in [3, width as u64] {
        for window in 1..=128 / step {
            all.extend([power(step * window), power(step * window) * lambda, power(step * window - 1)]);
        }
    }
    let around: Vec<_> = all.iter().flat_map(|value| [*value - one, *value, *value + one]).collect();
    around.iter().flat_map(|value| [*value, -*value]).collect()
}

#[test]
fn random_sums_with_every_width() {
    let mut state = 1;
    for width in 2..=10 {
        let table = table(width);
        let terms: Vec<Sum> = (0..37)
            .map(|_| Sum {
                u1: random(&mut state),
                u2: random(&mut state),
                point: multiple(&random(&mut state)),
            })
            .collect();
        check(&table, &terms);
        check(&table, &[]);
        let mut sums = [Affine::IDENTITY; 37];
        lincomb_batch_vartime(&table, &terms, &mut sums, single);
        for (sum, term) in sums.iter().zip(&terms) {
            assert_eq!(*sum, single(term));
        }
    }
}

#[test]
fn scalars_at_window_boundaries() {
    let mut state = 2;
    for width in [5, 7] {
        let (table, borders) = (table(width), borders(width));
        let mut terms: Vec<Sum> = Vec::new();
        for (i, value) in borders.iter().enumerate().filter(|(i, _)| every(7, *i)) {
            let point = multiple(&random(&mut state));
            let other = borders[(i * 31 + 7) % borders.len()];
            for (u1, u2) in [(*value, random(&mut state)), (random(&mut state), *value), (*value, other)] {
                terms.push(Sum { u1, u2, point });
            }
        }
        check(&table, &terms);
    }
}

#[test]
fn points_that_are_small_multiples_of_the_generator() {
    let table = table(7);
    let lambda = Secp256k1::ENDOMORPHISM.unwrap().lambda();
    let (one, mut state) = (Scalar::ONE, 3);
    let mut terms = Vec::new();
    // Multiples by every digit to the base 8, and by integers next to the hexagon.
    for a in -6i64..=6 {
        for b in -6i64..=6 {
            let signed = |value: i64| {
                if value < 0 {
                    -Scalar::from(value.unsigned_abs())
                } else {
                    Scalar::from(value.unsigned_abs())
                }
            };
            let factor = signed(a) + signed(b) * lambda;
            let point = multiple(&factor);
            let random = random(&mut state);
            // Sums that are infinity, the double of one product, small multiples of the generator, and others.
            let kinds = [
                (-random * factor, random),
                (random * factor, random),
                (one, one),
                (-factor, one),
                (one, -one),
                (random, Scalar::ZERO),
                (Scalar::ZERO, random),
            ];
            // With less effort, some kinds for each point.
            let shift = usize::try_from(a + 2 * b + 18).unwrap();
            let tried = kinds.into_iter().enumerate().filter(|(i, _)| every(3, i + shift));
            terms.extend(tried.map(|(_, (u1, u2))| Sum { u1, u2, point }));
        }
    }
    check(&table, &terms);
    // Such terms among random ones, in every lane.
    let step = if vorpal_oracle::effort::is_full() { 29 } else { 22 };
    for (i, special) in terms.iter().step_by(step).enumerate() {
        let mut mixed: Vec<Sum> = (0..LANES)
            .map(|_| Sum {
                u1: random(&mut state),
                u2: random(&mut state),
                point: multiple(&random(&mut state)),
            })
            .collect();
        mixed[i % LANES] = *special;
        check(&table, &mixed);
    }
}

#[test]
fn infinity_and_zero() {
    let (table, mut state) = (table(6), 4);
    let values = [Scalar::ZERO, Scalar::ONE, random(&mut state), -Scalar::ONE];
    let points = [Affine::IDENTITY, Affine::GENERATOR, -Affine::GENERATOR, multiple(&random(&mut state))];
    let mut terms = Vec::new();
    for u1 in values {
        for u2 in values {
            terms.extend(points.map(|point| Sum { u1, u2, point }));
        }
    }
    check(&table, &terms);
    // The same term in all lanes.
    for term in &terms {
        check_against(&table, &[*term; LANES], &[expected(term); LANES]);
    }
}

#[test]
fn sums_on_another_curve() {
    let table = Bn254G1::packed_table();
    let mut factor = <Bn254G1 as WeierstrassCurve>::Scalar::from(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        factor = factor.square() + factor;
        factor
    };
    let terms: Vec<Term<Bn254G1>> = (0..33)
        .map(|_| {
            let point = AnyJacobian::<Bn254G1>::GENERATOR.mul_limbs_vartime(&next().to_limbs());
            Term { u1: next(), u2: next(), point: point.to_affine() }
        })
        .collect();
    check(table, &terms);
}

/// Scalars at the boundaries of windows, with points that are small multiples of the generator, opposite summands and
/// infinity among them.
#[test]
fn sums_without_an_endomorphism() {
    let mut state = 5;
    let mut random = || P256Scalar::from_limbs_reduced(&random(&mut state).to_limbs());
    for width in [2, 3, 7, 11, 14] {
        let table = WindowTable::<P256>::new(width);
        let mut borders = vec![P256Scalar::ZERO, P256Scalar::from(16), P256Scalar::from(17)];
        for window in 0..6 {
            let step = [5, width as u64][window % 2] * (7 * window as u64 + 1);
            let power = P256Scalar::from(2).pow(&[step.min(255)]);
            borders.extend([power, power - P256Scalar::ONE, power.halve()]);
        }
        let mut terms = Vec::new();
        for (i, value) in borders.iter().enumerate() {
            let factor = [P256Scalar::from(i as u64 % 18), random()][i % 2];
            let factor = if i % 4 < 2 { factor } else { -factor };
            let point = AnyJacobian::<P256>::GENERATOR.mul_limbs_vartime(&factor.to_limbs()).to_affine();
            let u2 = if i % 3 == 0 { *value } else { -*value };
            for u1 in [random(), borders[(i * 5 + 3) % borders.len()], -(u2 * factor), u2 * factor] {
                terms.push(Term::<P256> { u1, u2, point });
            }
            terms.push(Term { u1: u2, u2: random(), point });
        }
        check(&table, &terms);
    }
}

/// The value that a digit encodes: an entry times a power of omega, with a sign.
fn value(digit: Digit, entries: &[Integer]) -> Integer {
    if digit.is_zero() {
        return Integer { a: 0, b: 0 };
    }
    let value = (0..digit.omega_power()).fold(entries[digit.entry()], |value, _| value.mul_by_omega());
    if digit.is_negative() { value.negative() } else { value }
}

fn half(magnitude: u128, negative: bool) -> Half {
    Half { magnitude, negative: Choice::from(u8::from(negative)) }
}

#[test]
fn the_weighted_sum_of_digits_is_the_number() {
    // A complete map with the least element of each class, by a search over the plane.
    for width in 2..=5 {
        let mut map = vec![Digit::NONE; 1 << (2 * width)];
        map[0] = ZERO;
        let side = 1i32 << width;
        let mut plane: Vec<Integer> =
            (-side..=side).flat_map(|a| (-side..=side).map(move |b| Integer { a, b })).skip(1).collect();
        plane.sort_by_key(|value| value.norm());
        let mut entries = Vec::new();
        for value in plane.into_iter().filter(|value| value.norm() > 0) {
            if insert(&mut map, width, entries.len(), value) {
                entries.push(value);
            }
        }
        for (class, digit) in map.iter().enumerate() {
            let value = value(*digit, &entries);
            assert_eq!(value.class(width), class);
            assert!(3 * value.norm() <= side * side, "{value:?} is not in the hexagon");
        }
        if width == 3 {
            assert_eq!(entries.len(), 11);
        }
        let magnitudes = [
            0,
            1,
            2,
            3,
            7,
            8,
            9,
            u128::MAX,
            u128::MAX - 1,
            1 << 127,
            (1 << 127) - 1,
            u128::MAX / 3,
            u128::MAX / 7 * 3,
        ];
        for (i, a) in magnitudes.iter().enumerate() {
            for b in magnitudes {
                for signs in 0..4 {
                    let (negative_a, negative_b) = (signs & 1 == 1 && *a > 0, signs & 2 == 2 && b > 0);
                    let mut numbers = Numbers::ZERO;
                    // The number in one lane, and another number in the next lane.
                    let lane = (i + signs) % LANES;
                    numbers.set(lane, &[half(*a, negative_a), half(b, negative_b)]);
                    numbers.set((lane + 1) % LANES, &[half(77, true), half(1 << 126, false)]);
                    let mut rows = vec![Row::ZERO; windows(width) + 2];
                    numbers.recode(&map, width, &mut rows);
                    assert!(
                        rows[windows(width)..].iter().all(|row| row.nonzero == 0),
                        "no digits above the windows"
                    );
                    let mut sum = [BigInt::ZERO, BigInt::ZERO];
                    for (window, row) in rows.iter().enumerate() {
                        let digit = row.digits[lane];
                        assert_eq!(row.nonzero >> lane & 1 == 1, !digit.is_zero());
                        assert_eq!(row.negative >> lane & 1 == 1, digit.is_negative());
                        let digit = value(digit, &entries);
                        sum[0] += BigInt::from(digit.a) << (width * window);
                        sum[1] += BigInt::from(digit.b) << (width * window);
                    }
                    let signed = |value: u128, negative| {
                        let value = BigInt::from(BigUint::from(value));
                        if negative { -value } else { value }
                    };
                    assert_eq!(sum, [signed(*a, negative_a), signed(b, negative_b)], "{i}");
                }
            }
        }
    }
    assert!(DIGITS.iter().all(|digit| *digit != Digit::NONE && digit.entry() < 11));
}
