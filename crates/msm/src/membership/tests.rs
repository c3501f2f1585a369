use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::bls12_377::Bls12_377G1;
use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::bn254::{Bn254G1, g2::Bn254G2};
use vorpal_curves::models::weierstrass::{Affine, Jacobian, Subgroup, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field};
use vorpal_limbs::count::{Counts, on_this_thread};
use vorpal_oracle::effort::{every, sample};

use super::plan::{WeightDigits, Windows};
use super::rows::{pass_vartime, rows_vartime};
use super::*;

/// All windows that the plan may choose.
fn all_windows() -> impl Iterator<Item = Windows> {
    let signed = (1..=9).map(|width| Windows::new(WeightDigits::Signed, width));
    signed.chain((1..=13).map(|width| Windows::new(WeightDigits::Bits, width)))
}

/// Numbers of 128 bits: edges, and a sequence without a pattern.
fn weights(number: usize) -> Vec<u128> {
    let mut weights = vec![0, 1, 2, u128::MAX, u128::MAX - 1, 1 << 127, (1 << 127) - 1, u128::MAX / 3];
    let mut state = 0x0123_4567_89ab_cdef_u128;
    while weights.len() < number {
        state =
            state.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        weights.push(state.rotate_left(64) ^ state);
    }
    weights.truncate(number);
    weights
}

/// The digits of a weight, those of window `w` from index `w c` on, least significant first.
fn digits(windows: &Windows, weight: u128) -> Vec<i64> {
    let mut rest = weight;
    let mut digits = Vec::new();
    for _ in 0..windows.number {
        let mut place = windows.next(&mut rest);
        assert!(place < windows.base());
        for _ in 0..windows.width {
            let digit = (place % windows.digits.base()) as i64;
            digits.push(if windows.digits == WeightDigits::Signed { digit - 1 } else { digit });
            place /= windows.digits.base();
        }
    }
    digits
}

/// The proof needs an injective map. A weight is recovered from its digits: it is the least one with these places.
#[test]
fn digits_determine_the_weight() {
    for windows in all_windows() {
        let least = if windows.digits == WeightDigits::Signed { 81 } else { 128 };
        assert!(windows.rows() >= least && windows.rows() < least + windows.width);
        assert_eq!(windows.buckets(), windows.base() - 1 - windows.zero());
        assert!(windows.base() <= 1 << 16, "places have sixteen bits");
        for weight in weights(200) {
            let digits = digits(&windows, weight);
            // The places as a numerator over B^number, rounded up to a multiple of 2^-128.
            let mut numerator = num_bigint::BigUint::from(0u8);
            let mut denominator = num_bigint::BigUint::from(1u8);
            for window in digits.chunks(windows.width) {
                let place = window.iter().rev().fold(0, |place, digit| {
                    let digit = digit + i64::from(windows.digits == WeightDigits::Signed);
                    place * windows.digits.base() as u64 + digit as u64
                });
                numerator = numerator * windows.base() + place;
                denominator *= windows.base();
            }
            let recovered = ((numerator << 128u8) + &denominator - 1u8) / denominator;
            assert_eq!(recovered, weight.into(), "{windows:?}");
        }
    }
}

fn sum<C: WeierstrassCurve>(points: &[Affine<C>], factors: impl Iterator<Item = i64>) -> Affine<C> {
    let terms = points.iter().zip(factors).map(|(point, factor)| {
        let point = if factor < 0 { -*point } else { *point };
        Jacobian::from_affine(&point).mul_limbs_vartime(&[factor.unsigned_abs()])
    });
    terms.fold(Jacobian::IDENTITY, |sum, term| sum.add_vartime(&term)).to_affine()
}

/// Points of the subgroup, points outside, infinity, equal and opposite ones.
fn mixed<C: WeierstrassCurve>(number: usize) -> Vec<Affine<C>> {
    let mut points = vec![Affine::IDENTITY, Affine::GENERATOR, -Affine::GENERATOR, Affine::GENERATOR];
    points.extend(
        (0u64..).filter_map(|x| Affine::lift_x_vartime(x.into())).map(|pair| pair.0).take(number / 3),
    );
    let mut multiple = Jacobian::<C>::GENERATOR;
    while points.len() < number {
        points.push(multiple.to_affine());
        multiple = multiple.double();
    }
    points.truncate(number);
    points
}

/// The buckets give the sums of the definition.
#[test]
fn rows_follow_the_definition() {
    // With less effort, some numbers of points for each kind of windows.
    fn check<C: WeierstrassCurve>(windows: &Windows, shift: usize) {
        for (_, number) in [0, 1, 2, 5, 40].into_iter().enumerate().filter(|(i, _)| every(3, i + shift)) {
            let (points, weights) = (mixed::<C>(number), weights(number));
            let rows = rows_vartime(&points, |i| weights[i], windows);
            let digits: Vec<_> = weights.iter().map(|weight| digits(windows, *weight)).collect();
            assert_eq!(rows.len(), windows.rows());
            // With less effort the first row, the last one, and some others.
            for (row, found) in sample(rows.iter().enumerate(), 4, shift) {
                let expected = sum(&points, digits.iter().map(|digits| digits[row]));
                assert_eq!(*found, expected, "row {row} of {number} points, {windows:?}");
            }
        }
    }
    for (i, windows) in all_windows().filter(|windows| windows.width <= 6).enumerate() {
        check::<Bls12_381G1>(&windows, i);
    }
    // The largest number with every curve.
    for windows in [Windows::new(WeightDigits::Signed, 3), Windows::new(WeightDigits::Bits, 4)] {
        check::<Bls12_377G1>(&windows, 2);
        check::<Bls12_381G2>(&windows, 2);
        check::<Bn254G2>(&windows, 2);
    }
}

#[test]
fn the_plan_follows_the_cofactor_and_the_number() {
    assert_eq!(Windows::of::<Bls12_381G1>(0), None);
    assert_eq!(Windows::of::<Bls12_381G1>(50), None);
    assert_eq!(Windows::of::<Bls12_381G1>(100_000), Some(Windows::new(WeightDigits::Signed, 9)));
    assert_eq!(Windows::of::<Bls12_381G2>(100_000), Some(Windows::new(WeightDigits::Signed, 9)));
    let even = Windows::of::<Bls12_377G1>(100_000).unwrap();
    assert!(even.digits == WeightDigits::Bits && even.rows() >= 128);
    // 2 * 63 doublings of 7 products, a tenth more, by 6; 63 doublings of 17, a tenth more, by 17.
    assert_eq!(Windows::exact_cost::<Bls12_381G1>(1), 161);
    assert_eq!(Windows::exact_cost::<Bls12_381G2>(1), 69);
    // The sums of a window of bits are those of twice as many buckets: with half of them, the width would be 8.
    assert_eq!(Windows::of::<Bls12_377G1>(500), Some(Windows::new(WeightDigits::Bits, 6)));
    for number in [200, 1000, 10_000] {
        let windows = Windows::of::<Bls12_381G1>(number).unwrap();
        assert!(windows.rows() >= 81 && windows.base() < 3 * number, "{windows:?}");
    }
}

/// A result with its counts, which are those of one thread.
fn counted<T: Send>(work: impl FnOnce() -> T + Send) -> (T, Counts) {
    let count = || on_this_thread(work);
    #[cfg(feature = "parallel")]
    return rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(count);
    #[cfg(not(feature = "parallel"))]
    count()
}

/// On a curve of prime order every point is in the subgroup: there are neither sums nor exact checks.
#[test]
fn prime_orders_need_no_checks() {
    let points = vec![Affine::<Bn254G1>::GENERATOR; 1000];
    assert!(Windows::of::<Bn254G1>(points.len()).is_some());
    let (outside, counts) = counted(|| {
        assert!(check(points.as_slice(), Some(&[7; 32]), AT_ONCE).is_ok());
        outside::search(&points, Some(&[7; 32]), AT_ONCE)
    });
    assert_eq!((outside, counts.multiplications, counts.squarings), (vec![], 0, 0));
}

/// The plan's number of additions, and no other products but those of the exact checks.
#[test]
fn costs() {
    let points: Vec<_> = {
        let mut multiple = Jacobian::<Bls12_381G1>::GENERATOR;
        let multiples: Vec<_> = (0..4000)
            .map(|_| {
                multiple = multiple.double().add_affine_vartime(&Affine::GENERATOR);
                multiple
            })
            .collect();
        Jacobian::normalise_batch(&multiples)
    };
    let weights = weights(points.len());
    let windows = Windows::of::<Bls12_381G1>(points.len()).unwrap();
    let (rows, counts) = counted(|| rows_vartime(&points, |i| weights[i], &windows));
    let additions = windows.number * (points.len() + windows.base());
    let found = counts.multiplications + counts.squarings;
    // Lists end at different steps, and each step inverts.
    let expected = 6 * additions as u64;
    assert!(found <= expected * 13 / 10 && 10 * found >= 6 * expected, "{found} instead of {expected}");
    let (_, counts) = on_this_thread(|| Subgroup::new(rows.as_slice()).unwrap());
    assert!(counts.multiplications + counts.squarings <= 1_200 * (rows.len() as u64).next_multiple_of(16));
}

/// A point of order three.
fn of_order_three() -> Affine<Bls12_381G1> {
    Affine::new(Field::ZERO, 2.into()).unwrap()
}

/// A nonzero vector `x` modulo 3 with `sum of x_i columns[i] = 0`, for more columns than rows, by Gauss elimination.
fn kernel(columns: &[Vec<i64>]) -> Vec<i64> {
    // Each vector is a combination of columns, next to the coefficients of that combination.
    let mut vectors: Vec<(Vec<i64>, Vec<i64>)> = (columns.iter().enumerate())
        .map(|(i, column)| {
            let unit = (0..columns.len()).map(|j| i64::from(i == j)).collect();
            (column.iter().map(|digit| digit.rem_euclid(3)).collect(), unit)
        })
        .collect();
    for row in 0..columns[0].len() {
        let Some(pivot) = vectors.iter().position(|(vector, _)| vector[row] != 0) else { continue };
        let (pivot, coefficients) = vectors.swap_remove(pivot);
        for (vector, other) in &mut vectors {
            // 1 and 2 are their own inverses.
            let factor = vector[row] * pivot[row] % 3;
            let subtract = |a: &mut i64, b: &i64| *a = (*a - factor * b).rem_euclid(3);
            vector.iter_mut().zip(&pivot).for_each(|(a, b)| subtract(a, b));
            other.iter_mut().zip(&coefficients).for_each(|(a, b)| subtract(a, b));
        }
    }
    assert!(vectors.iter().all(|(vector, _)| vector.iter().all(|digit| *digit == 0)));
    vectors.swap_remove(0).1
}

/// The attack on weights that are known before the points are chosen: points of order three whose multiples by the
/// digits cancel in all 81 sums. Weights that depend on the points, or on bits drawn after them, are not deceived.
#[test]
fn weights_known_beforehand_are_deceived() {
    let number = 300;
    let three = of_order_three();
    let known = Weights::without_randomness(b"known", vec![[0u8; 1]; number].into_iter());
    for width in [1, 4, 5] {
        let windows = Windows::new(WeightDigits::Signed, width);
        let columns: Vec<_> = (0..number).map(|i| digits(&windows, known.weight(i))).collect();
        let combination = kernel(&columns);
        assert!(combination.iter().any(|factor| *factor != 0));
        // Inconspicuous: a point of the subgroup plus a point of order three.
        let points: Vec<Affine<Bls12_381G1>> = combination
            .iter()
            .map(|factor| sum(&[Affine::GENERATOR, three], [7, *factor].into_iter()))
            .collect();
        assert!(Subgroup::new(points.as_slice()).is_err());
        assert!(pass_vartime(&points, |i| known.weight(i), &windows), "the known weights are deceived");
        // The same sums with other weights, and the functions of this crate.
        for random in [None, Some([1; 32]), Some([2; 32])] {
            let weights = Weights::of_points(PROTOCOL, &points, random.as_ref());
            assert!(!pass_vartime(&points, |i| weights.weight(i), &windows));
        }
        assert_eq!(check(points.as_slice(), None, AT_ONCE), Subgroup::new(points.as_slice()));
    }
}

/// A point outside in every part: by its sums in whole parts, by exact checks in a short last one.
#[test]
fn every_part_is_checked() {
    const PART: usize = 300;
    let three = of_order_three();
    for number in [2 * PART, 3 * PART, 3 * PART + 1, 3 * PART + 5, 4 * PART - 1] {
        let multiples = (1..=number as u64).map(|i| Jacobian::GENERATOR.mul_limbs_vartime(&[i]));
        let mut points = Jacobian::normalise_batch(&multiples.collect::<Vec<_>>());
        let found = |points: &[Affine<Bls12_381G1>], random| check(points, random, PART).err();
        assert!(Windows::of::<Bls12_381G1>(PART).is_some() && Windows::of::<Bls12_381G1>(5).is_none());
        assert_eq!(found(&points, Some(&[7; 32])), None);
        for first in (0..number).step_by(PART) {
            for (i, index) in [first, number.min(first + PART) - 1].into_iter().enumerate() {
                let inside = points[index];
                points[index] = inside.add_vartime(&three);
                // With less effort one of both: in turn for the indices and the parts.
                let weights = [None, Some(&[7; 32])].into_iter().enumerate();
                for (_, random) in weights.filter(|(j, _)| every(2, i + j + first / PART)) {
                    let error = Some(Error::OutsideSubgroup { index });
                    assert_eq!(found(&points, random), error, "{index} of {number}");
                }
                points[index] = inside;
            }
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half and the upper half")]
fn limbs(weight: u128) -> [u64; 2] {
    [weight as u64, (weight >> 64) as u64]
}

/// A single sum with long weights accepts a point of order three for a third of all weights; 81 sums for none here.
/// Each of them has the error of the page: the digit of the point is zero in about a third of the sums.
#[test]
fn single_sums_are_deceived() {
    let three = of_order_three();
    let windows = Windows::new(WeightDigits::Signed, 3);
    let (mut deceived, mut zero_digits) = (0, 0);
    let number = 300;
    for weight in &weights(number + 8)[8..] {
        let multiple = Jacobian::from_affine(&three).mul_limbs_vartime(&limbs(*weight));
        deceived += usize::from(multiple.to_affine().is_in_subgroup_vartime());
        zero_digits += digits(&windows, *weight).iter().filter(|digit| **digit == 0).count();
        let points = [Affine::GENERATOR, three, Affine::GENERATOR];
        assert!(!pass_vartime(&points, |i| [5, *weight, 7][i], &windows));
    }
    // A third, within six standard deviations.
    assert!((51..=149).contains(&deceived), "{deceived} of {number}");
    let digits = number * windows.rows();
    assert!(
        3 * zero_digits > digits * 9 / 10 && 3 * zero_digits < digits * 11 / 10,
        "{zero_digits} of {digits}"
    );
}

/// The weights are those of the public type, for the encodings of the points.
#[test]
fn weights_are_bound_to_points() {
    let points = [Affine::<Bls12_381G1>::GENERATOR, Affine::IDENTITY, -Affine::GENERATOR];
    let entries = points.map(|point| {
        let (x, y) = point.raw_coordinates();
        let bytes: Vec<u8> = [x.to_le_bytes(), y.to_le_bytes()].concat();
        <[u8; 96]>::try_from(bytes).unwrap()
    });
    let expected = Weights::with_randomness(PROTOCOL, entries.into_iter(), &[9; 32]);
    let found = Weights::of_points(PROTOCOL, &points, Some(&[9; 32]));
    let all = |weights: &Weights| (0..3).map(|i| weights.weight(i)).collect::<BTreeSet<_>>();
    assert_eq!(all(&found), all(&expected));
    assert_eq!(all(&found).len(), 3);
    // Fresh bits for each call, if there are any.
    let [first, second] = [0; 2].map(|_| all(&Weights::of_points(PROTOCOL, &points, None)));
    assert_eq!(first == second, !cfg!(feature = "getrandom"));
}

/// Points at every position are named, alone, in pairs and all together, and no others.
#[test]
fn halves_name_the_points_outside() {
    fn check<C: WeierstrassCurve<Base: EncodableField>>(outside: Affine<C>) {
        assert!(!outside.is_in_subgroup_vartime());
        assert!(Windows::of::<C>(1).is_none(), "a sum of one point is never checked");
        for number in [0, 1, 2, 99, 200, 401] {
            let points = vec![Affine::<C>::GENERATOR; number];
            assert_eq!(outside_subgroup_randomised(&points), []);
            let edges = [0, 1, number / 2, number.saturating_sub(1)];
            let positions: Vec<usize> = edges.into_iter().filter(|place| *place < number).collect();
            for &first in &positions {
                for &second in &positions {
                    let mut points = points.clone();
                    (points[first], points[second]) = (outside, outside);
                    let expected: Vec<usize> = BTreeSet::from([first, second]).into_iter().collect();
                    assert_eq!(outside_subgroup_randomised_with(&points, &[7; 32]), expected);
                    // Parts of an odd number of points.
                    assert_eq!(outside::search(&points, None, 151), expected);
                }
            }
            let all: Vec<usize> = (0..number).collect();
            assert_eq!(outside_subgroup_randomised(&vec![outside; number]), all);
        }
    }
    check::<Bls12_381G1>(of_order_three());
    let twist = (1..9u64).find_map(|x| Affine::<Bls12_381G2>::lift_x_vartime(x.into())).unwrap().0;
    check::<Bls12_381G2>(twist);
}

/// The root is summed, and halves while all sums cost at most half as much as exact checks of all points.
#[test]
fn halving_ends_when_sums_cost_too_much() {
    let remaining = |number: usize| {
        let mut points = vec![Affine::<Bls12_381G1>::GENERATOR; number];
        points[0] = of_order_three();
        let weights = Weights::of_points(PROTOCOL, &points, Some(&[7; 32]));
        outside::failed(&points, &weights, core::iter::once(0..number).collect())
    };
    assert_eq!(remaining(401), [0..200, 200..401]);
    assert_eq!(remaining(1000), [500..1000, 0..250, 250..500]);
}
