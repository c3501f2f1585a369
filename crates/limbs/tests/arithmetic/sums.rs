//! Sums of products and their remainders against big integers, at the bounds of their proofs.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::{Extended, Montgomery, Reciprocal, Wide, words};
use vorpal_oracle::big::{WORD_EDGES, from_limbs, limb_edges, residue_edges, to_limbs};

const SECP256K1: [u64; 4] = words::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
const BN254: [u64; 4] = words::hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
const BLS12_377: [u64; 6] = words::hex(
    "0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
);

fn one() -> BigUint {
    BigUint::from(1u8)
}

fn wide<const N: usize>(sum: &Wide<N>) -> BigUint {
    from_limbs(&sum.low) + (from_limbs(&sum.high) << (64 * N)) + (BigUint::from(sum.top) << (128 * N))
}

fn from_big<const N: usize>(value: &BigUint) -> Wide<N> {
    let mask = (one() << (64 * N)) - 1u8;
    Wide {
        low: to_limbs(&(value & &mask)),
        high: to_limbs(&((value >> (64 * N)) & &mask)),
        top: to_limbs::<1>(&(value >> (128 * N)))[0],
    }
}

/// Runs `$check::<N>(&modulus)` on moduli of every kind: tiny, sparse, dense, just above and below powers of two.
macro_rules! on_every_modulus {
    ($check:ident) => {
        for modulus in [[3], [5], [97], [257], [(1 << 63) - 1], [(1 << 63) + 1], [u64::MAX - 58], [u64::MAX]]
        {
            $check::<1>(&modulus);
        }
        for modulus in [[3, 0], [103, 0], [u64::MAX, 0], [1, 1], [1, 1 << 63], [u64::MAX - 158, u64::MAX]] {
            $check::<2>(&modulus);
        }
        for modulus in limb_edges::<4>() {
            if modulus[0] & 1 == 1 && modulus != [1, 0, 0, 0] {
                $check::<4>(&modulus);
            }
        }
        // 2^L / p around 3/2, where the estimate changes, and around 1 and 2.
        let third = u64::MAX / 3;
        for top in [2 * third, 2 * third + 1, third, third + 1, u64::MAX, 1 << 63, (1 << 62) + 1] {
            $check::<4>(&[1, 0, 0, top]);
            $check::<4>(&[u64::MAX, u64::MAX, u64::MAX, top]);
            $check::<4>(&[2 * third + 1, 2 * third, 2 * third, top]);
        }
        $check::<4>(&SECP256K1);
        $check::<4>(&BN254);
        $check::<6>(&BLS12_377);
        $check::<6>(&[u64::MAX; 6]);
        $check::<6>(&[1, 0, 0, 0, 0, 1]);
        $check::<9>(&[u64::MAX; 9]);
    };
}

fn check_remainder<const N: usize>(reciprocal: &Reciprocal<N>, p: &BigUint, value: &BigUint) {
    let low = value & ((one() << (64 * N)) - 1u8);
    let top = to_limbs::<1>(&(value >> (64 * N)))[0];
    assert_eq!(from_limbs(&reciprocal.remainder(&to_limbs(&low), top)), value % p, "{value:x} modulo {p:x}");
    for multiple in [1u64, 2, 3] {
        if *value < p * multiple {
            assert_eq!(from_limbs(&reciprocal.canonical(&to_limbs(&low), top, multiple)), value % p);
        }
    }
}

fn remainders<const N: usize>(modulus: &[u64; N]) {
    let (reciprocal, p) = (Reciprocal::new(*modulus), from_limbs(modulus));
    let bits = p.bits();
    let mut residues = vec![BigUint::ZERO, one(), &p >> 1, &p - 2u8, &p - 1u8];
    residues.retain(|residue| residue < &p);
    // Around every multiple q p with a word of quotient at an edge value.
    for quotient in WORD_EDGES.into_iter().chain([2, 3, 1 << 32, u64::MAX / 3]) {
        for residue in &residues {
            check_remainder(&reciprocal, &p, &(&p * quotient + residue));
        }
    }
    // The two highest words of V, as used by the estimate, at edge values, with all lower bits 0 or 1.
    for h in WORD_EDGES {
        for f in WORD_EDGES {
            let above = (BigUint::from(h) << 64) + f;
            let exact: BigUint = if bits >= 64 { above << (bits - 64) } else { above >> (64 - bits) };
            let below = (one() << bits.saturating_sub(64)) - 1u8;
            for value in [exact.clone(), exact + below] {
                if value < (&p << 64) {
                    check_remainder(&reciprocal, &p, &value);
                }
            }
        }
    }
}

#[test]
fn remainders_at_the_edges_of_the_quotient() {
    on_every_modulus!(remainders);
}

#[test]
fn remainders_of_small_numbers_by_small_moduli() {
    for p in (3u64..200).step_by(2) {
        let reciprocal = Reciprocal::new([p]);
        for value in 0..3000 {
            assert_eq!(reciprocal.remainder(&[value], 0), [value % p]);
        }
    }
}

/// Products with words and double words, unsigned and signed, including one and the extreme values of each type.
fn extended<const N: usize>(modulus: &[u64; N]) {
    let (reciprocal, p) = (Reciprocal::new(*modulus), from_limbs(modulus));
    for residue in [BigUint::ZERO, one(), &p >> 1, &p - 1u8] {
        let a = to_limbs(&residue);
        for low in WORD_EDGES {
            assert_eq!(from_limbs(&reciprocal.mul_word(&a, low)), &residue * low % &p);
            for high in WORD_EDGES {
                let factor = (BigUint::from(high) << 64) + low;
                let mut sum = Extended::<N>::ZERO;
                sum.accumulate(&a, low, 0, N + 2);
                sum.accumulate(&a, high, 1, N + 2);
                assert_eq!(from_limbs(&reciprocal.remainder_extended(&sum, 2)), &residue * &factor % &p);
                // Another product, one shifted by 64 bits, and a subtraction shifted by 128, all modulo 2^(64 (N + 3)).
                let value = |sum: &Extended<N>| from_limbs(&sum.low) + (from_limbs(&sum.above) << (64 * N));
                let total = &residue * &factor + ((&residue * &factor) << 64u32);
                let size = one() << (64 * N + 192);
                sum.accumulate(&a, low, 1, N + 3);
                sum.accumulate(&a, high, 2, N + 3);
                assert_eq!(value(&sum), &total % &size);
                if total < (&p << 192u32) {
                    assert_eq!(from_limbs(&reciprocal.remainder_extended(&sum, 3)), &total % &p);
                }
                sum.sub_masked(&a, 0, 2, N + 3);
                assert_eq!(value(&sum), &total % &size);
                sum.sub_masked(&a, u64::MAX, 2, N + 3);
                assert_eq!(value(&sum), (total + &size - (&residue << 128u32)) % &size);
            }
        }
    }
}

#[test]
fn products_with_integers() {
    on_every_modulus!(extended);
}

/// Folds of the highest limb, whatever it and the others are, products with words, and sums of sums.
fn folds<const N: usize>(modulus: &[u64; N]) {
    let (ring, p) = (Montgomery::new(*modulus), from_limbs(modulus));
    let square = one() << (128 * N);
    for top in WORD_EDGES {
        for limb in [0, 1, u64::MAX] {
            let mut sum = Wide { low: [limb; N], high: [limb; N], top };
            let before = wide(&sum);
            ring.fold_top(&mut sum);
            assert_eq!(wide(&sum) % &p, &before % &p);
            assert!(wide(&sum) < &square + (&p << 64u32) && sum.top <= 1);
            sum.add_high(&[limb; N]);
            let high = from_limbs(&[limb; N]) << (64 * N);
            assert_eq!(wide(&sum) % &p, (before + high) % &p);
        }
    }

    // Words at every limb, and sums of sums with a factor R.
    let cubed = ring.radix_cubed();
    assert_eq!(from_limbs(&cubed), (one() << (192 * N)) % &p);
    for top in [0, 1, u64::MAX >> 2] {
        for limb in [0, 1, u64::MAX] {
            let (mut sum, other) = (
                Wide { low: [limb; N], high: [!limb; N], top },
                Wide { low: [!limb; N], high: [limb; N], top },
            );
            for at in 0..N {
                for word in WORD_EDGES {
                    let product = (from_limbs(&[limb; N]) * word) << (64 * at);
                    let before = wide(&sum);
                    sum.accumulate_word(&[limb; N], word, at);
                    assert_eq!(wide(&sum), before + product);
                }
            }
            let before = wide(&sum);
            ring.add_shifted(&mut sum, &other, &cubed);
            assert_eq!(wide(&sum) % &p, (&before + (wide(&other) << (64 * N))) % &p);
            assert!(wide(&sum) < before + &square + &p + (&p << 64u32));
        }
    }
}

#[test]
fn folds_keep_the_residue() {
    on_every_modulus!(folds);
}

fn check_redc<const N: usize>(ring: &Montgomery<N>, reciprocal: &Reciprocal<N>, sum: &Wide<N>, terms: u64) {
    let (p, total) = (from_limbs(ring.modulus()), wide(sum));
    assert!(total <= &p * &p * terms, "the caller exceeds the bound");
    let (low, top) = ring.redc(sum);
    assert_eq!((low, top.wrapping_sub(sum.top)), ring.redc_portable(&sum.low, &sum.high));
    let value = from_limbs(&low) + (BigUint::from(top) << (64 * N));
    let radix = one() << (64 * N);
    assert_eq!(&value * &radix % &p, &total % &p);
    let multiple = ring.sum_multiple(terms);
    assert!(value < &p * multiple || multiple == u64::MAX, "{p:x} {terms}");
    let canonical = from_limbs(&reciprocal.canonical(&low, top, multiple));
    assert!(canonical < p);
    assert_eq!(canonical * radix % &p, total % &p);
}

fn sums<const N: usize>(modulus: &[u64; N]) {
    let (ring, reciprocal, p) = (Montgomery::new(*modulus), Reciprocal::new(*modulus), from_limbs(modulus));
    // All terms are (p - 1)^2, which fills a capacity.
    let largest = to_limbs(&(&p - 1u8));
    let mut sum = Wide::ZERO;
    check_redc(&ring, &reciprocal, &sum, 0);
    for terms in 1..=33u64 {
        sum.accumulate(&largest, &largest);
        assert_eq!(wide(&sum), (&p - 1u8) * (&p - 1u8) * terms);
        check_redc(&ring, &reciprocal, &sum, terms);
    }
    // The largest sums for a number of terms, too large for a test to add up.
    for terms in [1u64, 2, 1 << 32, u64::MAX - 1, u64::MAX] {
        let bound = &p * &p * terms;
        for less in 0u8..3 {
            check_redc(&ring, &reciprocal, &from_big(&(&bound - less)), terms);
        }
        // The maximal m: T = p mod R gives m = R - 1.
        let radix = one() << (64 * N);
        let worst = (&bound - &p) / &radix * &radix + &p;
        check_redc(&ring, &reciprocal, &from_big(&worst), terms);
    }
}

#[test]
fn reductions_at_their_bounds() {
    on_every_modulus!(sums);
}

#[test]
fn products_of_edge_operands_add_up() {
    fn run<const N: usize>(operands: &[[u64; N]]) {
        let (mut sum, mut portable, mut expected) = (Wide::<N>::ZERO, Wide::ZERO, BigUint::ZERO);
        for a in operands {
            for b in operands {
                sum.accumulate(a, b);
                portable.accumulate_portable(a, b);
                expected += from_limbs(a) * from_limbs(b);
                assert_eq!(wide(&sum), expected);
                assert_eq!(sum, portable);
            }
        }
        let mut twice = sum;
        twice.add(&sum);
        assert_eq!(wide(&twice), expected * 2u8);
        // The last product that fits: the sum before it is all ones minus the product.
        let ones = [u64::MAX; N];
        let square = from_limbs(&ones) * from_limbs(&ones);
        let end = (one() << (128 * N + 64)) - 1u8;
        let mut full = from_big::<N>(&(&end - square));
        full.accumulate(&ones, &ones);
        assert_eq!(wide(&full), end);
    }
    run(&limb_edges::<1>());
    run(&limb_edges::<2>());
    run(&limb_edges::<4>().into_iter().step_by(3).collect::<Vec<_>>());
    let residues: Vec<[u64; 6]> =
        residue_edges(&from_limbs(&BLS12_377), 6).iter().map(to_limbs).chain([[u64::MAX; 6]]).collect();
    run(&residues);
    run(&[[u64::MAX; 9], [1; 9]]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(2000)))]
    #[test]
    fn random_moduli_and_values(
        mut modulus: [u64; 4], value: [u64; 4], top: u64, quotient: u64, shorten in 0usize..4, bits in 0u32..64,
    ) {
        modulus[0] |= 1;
        for limb in &mut modulus[4 - shorten..] {
            *limb = 0;
        }
        modulus[3 - shorten] >>= bits;
        modulus[0] |= 1;
        prop_assume!(modulus != [1, 0, 0, 0]);
        let (reciprocal, p) = (Reciprocal::new(modulus), from_limbs(&modulus));
        let any = (from_limbs(&value) + (BigUint::from(top) << 256)) % (&p << 64);
        check_remainder(&reciprocal, &p, &any);
        for residue in [BigUint::ZERO, &p - 1u8, from_limbs(&value) % &p] {
            check_remainder(&reciprocal, &p, &(&p * quotient + residue));
        }
    }

    #[test]
    fn random_sums(a: [[u64; 6]; 4], b: [[u64; 6]; 4]) {
        let p = from_limbs(&BLS12_377);
        let (ring, reciprocal) = (Montgomery::new(BLS12_377), Reciprocal::new(BLS12_377));
        let (mut sum, mut expected) = (Wide::ZERO, BigUint::ZERO);
        for (a, b) in a.iter().zip(&b) {
            let (a, b) = (from_limbs(a) % &p, from_limbs(b) % &p);
            sum.accumulate(&to_limbs(&a), &to_limbs(&b));
            expected += a * b;
        }
        prop_assert_eq!(wide(&sum), expected);
        check_redc(&ring, &reciprocal, &sum, 4);
    }
}

#[test]
#[should_panic(expected = "odd")]
fn an_even_modulus_is_refused() {
    let _ = Reciprocal::<2>::new([4, 1]);
}

#[test]
#[should_panic(expected = "at least 3")]
fn the_modulus_one_is_refused() {
    let _ = Reciprocal::<2>::new([1, 0]);
}
