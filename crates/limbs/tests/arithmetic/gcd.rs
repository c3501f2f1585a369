//! Inverses and Jacobi symbols against big integers, for moduli of every length, prime or composite.

#![allow(clippy::unwrap_used, clippy::cast_possible_truncation, reason = "a test fails by panicking")]

#[allow(dead_code, reason = "only the moduli of that module are used here")]
use crate::family;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use proptest::prelude::*;
use vorpal_limbs::gcd::{Inversion, jacobi, jacobi_vartime};
use vorpal_limbs::{Montgomery, words};
use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};
use vorpal_oracle::effort::{self, every};

/// The Jacobi symbol by the Euclidean algorithm (H. Cohen, "A Course in Computational Algebraic Number Theory",
/// 1.4.10).
pub(crate) fn textbook_jacobi(x: &BigUint, p: &BigUint) -> i8 {
    let (mut a, mut b, mut symbol) = (x % p, p.clone(), 1);
    while !a.is_zero() {
        let twos = a.trailing_zeros().unwrap();
        a >>= twos;
        // 2 is no square modulo 3 and 5.
        let is_square = b.bit(1) == b.bit(2);
        symbol *= if twos % 2 == 1 && !is_square { -1 } else { 1 };
        std::mem::swap(&mut a, &mut b);
        if a.bit(0) && a.bit(1) && b.bit(1) {
            symbol = -symbol;
        }
        a %= &b;
    }
    if b.is_one() { symbol } else { 0 }
}

fn check<const N: usize>(inversion: &Inversion<N>, p: &[u64; N], x: &[u64; N]) {
    let (big_p, big_x) = (from_limbs(p), from_limbs(x));
    // x = a R: a^-1 R = x^-1 R^2.
    let radix = BigUint::one() << (64 * N);
    let expected = big_x.modinv(&big_p).map(|inverse| to_limbs(&(inverse * &radix * &radix % &big_p)));
    let (inverse, unit) = inversion.invert(x);
    assert_eq!((unit == 1).then_some(inverse), expected, "{big_x:x} modulo {big_p:x}");
    assert_eq!(words::less(&inverse, p), 1);
    assert_eq!(inversion.invert_vartime(x), expected, "{big_x:x} modulo {big_p:x}");
    let symbol = textbook_jacobi(&big_x, &big_p);
    assert_eq!(jacobi(x, p), symbol, "{big_x:x} modulo {big_p:x}");
    assert_eq!(jacobi_vartime(x, p), symbol, "{big_x:x} modulo {big_p:x}");
}

/// Numbers below `p` that need many steps or cause incorrect comparisons: edge values of the limbs; `p` minus a power
/// of two, which agrees with `p` in the high word; fractions of `p` and their neighbours, which come close to `p` in a
/// later step.
fn hard_values<const N: usize>(p: &[u64; N]) -> Vec<[u64; N]> {
    let p = from_limbs(p);
    let edges = residue_edges(&p, N);
    let mut values = Vec::new();
    for k in 0..64 * N {
        let power = (BigUint::one() << k) % &p;
        values.extend([&power + 1u8, &p + 1u8 - &power, &p - &power, &p + &p - &power - &power, power]);
    }
    for denominator in 2u8..12 {
        for numerator in 1..denominator {
            let fraction = &p * numerator / denominator;
            values.extend([&fraction + 1u8, &fraction + 2u8, fraction]);
        }
    }
    let golden = (&p * 0x9e37_79b9_7f4a_7c15u64) >> 64;
    values.extend([&golden + 1u8, golden]);
    // With less effort every fourth, which are of all kinds: other ones for other moduli.
    let shift = p.count_ones() as usize;
    let values = values.into_iter().enumerate().filter(|(i, _)| every(4, i + shift)).map(|(_, value)| value);
    edges.into_iter().chain(values).map(|value| to_limbs(&(value % &p))).collect()
}

fn check_hard<const N: usize>(p: [u64; N]) {
    let inversion = Inversion::new(Montgomery::new(p));
    for x in hard_values(&p) {
        check(&inversion, &p, &x);
    }
}

#[test]
fn hard_values_of_primes_and_other_moduli() {
    for p in [
        family::BN254_SCALAR,
        family::BN254_BASE,
        family::BLS12_381_SCALAR,
        family::BLS12_377_SCALAR,
        family::BANDERSNATCH_SCALAR,
        family::PALLAS_BASE,
        family::SECP256K1_BASE,
        family::SECP256K1_SCALAR,
    ] {
        check_hard(p);
    }
    family::ODD_4.into_iter().for_each(check_hard);
    [family::BLS12_381_BASE, family::BLS12_377_BASE].into_iter().for_each(check_hard);
    family::ODD_6.into_iter().for_each(check_hard);
    // The moduli just below and at the first one for which cofactors may not exceed p.
    check_hard([u64::MAX, u64::MAX, u64::MAX, (u64::MAX << 58) - 1]);
    check_hard([1, 0, 0, u64::MAX << 58]);
}

#[test]
fn moduli_of_every_number_of_limbs() {
    fn of_limbs<const N: usize>() {
        check_hard([u64::MAX; N]);
        let mut sparse = [0; N];
        sparse[N - 1] = 1 << 62;
        sparse[0] |= 1;
        check_hard(sparse);
        // Much shorter than its limbs, and with a length between two multiples of 64 bits.
        let mut short = [0; N];
        short[0] = 0x1_0000_0001;
        check_hard(short);
        if N > 1 {
            short[1] = 1;
            check_hard(short);
        }
    }
    of_limbs::<1>();
    of_limbs::<2>();
    of_limbs::<3>();
    of_limbs::<5>();
    of_limbs::<7>();
    // More batches than there are scales.
    of_limbs::<8>();
    of_limbs::<11>();
}

#[test]
fn every_residue_of_small_moduli() {
    for p in (3u64..400).step_by(2) {
        let (narrow, wide) =
            (Inversion::new(Montgomery::new([p])), Inversion::new(Montgomery::new([p, 0, 0])));
        for x in 0..p {
            check(&narrow, &[p], &[x]);
            if every(3, (p / 2 + x) as usize) {
                check(&wide, &[p, 0, 0], &[x, 0, 0]);
            }
        }
    }
    let fermat = 65537;
    let inversion = Inversion::new(Montgomery::new([fermat]));
    for x in effort::sample(0..fermat, 7, 0) {
        check(&inversion, &[fermat], &[x]);
    }
}

#[test]
fn edges_of_limbs_against_each_other() {
    for p in limb_edges::<3>().into_iter().filter(|p| p[0] & 1 == 1 && *p != [1, 0, 0]) {
        let inversion = Inversion::new(Montgomery::new(p));
        for x in limb_edges::<3>().into_iter().filter(|x| words::less(x, &p) == 1) {
            check(&inversion, &p, &x);
        }
    }
}

/// The number of shifts of the binary greatest common divisor.
fn shifts<const N: usize>(x: &[u64; N], p: &[u64; N]) -> u32 {
    let (mut a, mut b, mut shifts) = (*x, *p, 0);
    while words::is_zero(&a) == 0 {
        if a[0] & 1 == 1 {
            if words::less(&a, &b) == 1 {
                (a, b) = (b, a);
            }
            (a, _) = words::sub(&a, &b);
        }
        a = words::halve(&a, 0);
        shifts += 1;
    }
    shifts
}

/// Hill climbing from a random number to one with as many shifts as possible.
fn climb<const N: usize>(p: [u64; N], mut x: [u64; N]) -> u32 {
    let inversion = Inversion::new(Montgomery::new(p));
    let mut most = shifts(&x, &p);
    for round in 0..6 {
        for bit in 0..64 * N {
            let mut next = x;
            next[bit / 64] ^= 1 << (bit % 64);
            if round % 2 == 1 {
                next[bit * 7 / 64 % N] ^= 1 << (bit * 7 % 64);
            }
            let number = if words::less(&next, &p) == 1 { shifts(&next, &p) } else { 0 };
            if number > most {
                (x, most) = (next, number);
                check(&inversion, &p, &x);
            }
        }
    }
    most
}

#[test]
fn numbers_that_take_many_steps() {
    let mut most = [0; 2];
    for seed in effort::sample(1..20u64, 4, 0) {
        let start = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2;
        most[0] = most[0].max(climb(family::BLS12_381_SCALAR, [start; 4]));
        most[1] = most[1].max(climb(
            family::BLS12_381_BASE,
            [start, start ^ 0xffff, start, start >> 7, start, start >> 6],
        ));
    }
    // Far more than the 361 and 537 of random numbers.
    assert!(most[0] > 400 && most[1] > 580, "{most:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(2000)))]

    #[test]
    fn random_numbers(x: [u64; 4], p: [u64; 4]) {
        let p = [p[0] | 1, p[1], p[2], p[3]];
        check(&Inversion::new(Montgomery::new(p)), &p, &to_limbs(&(from_limbs(&x) % from_limbs(&p))));
    }

    /// Numbers close enough together for incorrect comparisons, at first or after a few steps.
    #[test]
    fn numbers_close_together(p: [u64; 6], distance: [u64; 5], cut in 0usize..5, multiple in 1u8..8) {
        let p = [p[0] | 1, p[1], p[2], p[3], p[4], p[5]];
        let big = from_limbs(&p);
        let x = (&big * multiple / 8u8 + from_limbs(&distance[cut..])) % &big;
        check(&Inversion::new(Montgomery::new(p)), &p, &to_limbs(&x));
        let x = (&big - (from_limbs(&distance[cut..]) << multiple) % &big) % &big;
        check(&Inversion::new(Montgomery::new(p)), &p, &to_limbs(&x));
    }
}

/// Checks the proof of the number of batches on small numbers: words of `WORD` bits instead of 64, batches of `SHIFTS`
/// instead of 58, where the proof requires errors below `2^k` units and `SHIFTS = WORD - k - 2`.
fn a_batch_makes_the_lengths_shorter<const WORD: u32, const SHIFTS: u32>(a: i64, b: i64) -> bool {
    let length = |value: i64| 64 - value.unsigned_abs().leading_zeros();
    let cut = length(a).max(length(b)).saturating_sub(WORD);
    let (mut x, mut y, mut x_high, mut y_high) = (a, b, a >> cut, b >> cut);
    let mut incorrect = false;
    for _ in 0..SHIFTS {
        if x & 1 == 1 {
            incorrect |= (x < y) != (x_high < y_high) && x != y;
            if x_high < y_high {
                (x, y, x_high, y_high) = (y, x, y_high, x_high);
            }
            (x, x_high) = (x - y, x_high - y_high);
        }
        assert!(x % 2 == 0 && x_high >= 0);
        (x, x_high) = (x / 2, x_high >> 1);
        assert!(x > 0 || y > 0 || x == 0, "never both negative");
    }
    assert!(y & 1 == 1 && x.abs().max(y.abs()) <= a.max(b));
    assert!(x == 0 || length(x) + length(y) + SHIFTS <= length(a) + length(b), "{a} {b}");
    incorrect
}

#[test]
fn batches_of_short_words_make_all_small_numbers_shorter() {
    // (6 + 3) / 4 < 2^2, 6 = 10 - 2 - 2; (10 + 3) / 4 < 2^2, 10 = 14 - 2 - 2.
    let mut incorrect = 0u64;
    for b in (1..1 << 12).step_by(2) {
        for a in (0..1 << 12).filter(|a| every(7, (a + b / 2) as usize)) {
            incorrect += u64::from(a_batch_makes_the_lengths_shorter::<10, 6>(a, b));
        }
    }
    let mut state = 1u64;
    for _ in 0..effort::cases(3_000_000) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let b = (state >> 24).cast_signed() | 1;
        // Close to b, or to a simple fraction of it.
        let a = b / (1 + (state & 3).cast_signed()) + (state >> 40).cast_signed() % 10_000 - 5_000;
        incorrect += u64::from(a_batch_makes_the_lengths_shorter::<14, 10>(a.abs() >> (state & 15), b));
        incorrect += u64::from(a_batch_makes_the_lengths_shorter::<14, 10>(b, a.abs() | 1));
    }
    assert!(incorrect > 1000, "too few incorrect comparisons: {incorrect}");
}
