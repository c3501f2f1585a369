//! Every backend against big integers and against every other, on moduli and operands with difficult carries.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

use num_bigint::BigUint;
use proptest::prelude::*;
use vorpal_limbs::{Montgomery, words};
use vorpal_oracle::big::{from_limbs, invert, limb_edges, residue_edges, to_limbs};

/// Odd moduli of four limbs, prime or not: smallest, largest, sparse, dense, around every power of the word.
fn moduli_4() -> Vec<[u64; 4]> {
    let mut moduli: Vec<[u64; 4]> =
        limb_edges::<4>().into_iter().filter(|p| p[0] & 1 == 1 && *p != [1, 0, 0, 0]).collect();
    moduli.extend([
        words::hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
        words::hex("0x1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1"),
        words::hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
        words::hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
        words::hex("0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
        [3, 0, 0, 0],
        // P-256, and others of its kind: h 2^192 + 2^96 - 1.
        words::hex("0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
        [u64::MAX, u64::from(u32::MAX), 0, u64::MAX],
        [u64::MAX, u64::from(u32::MAX), 0, 1 << 63],
    ]);
    moduli
}

/// `a b / R mod p`, portable and dispatched: both must agree with big integers. `kernels.rs` runs every kernel.
fn check_mul_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) {
    let p = from_limbs(ring.modulus());
    let product = ring.mul_portable(a, b);
    // R product = a b mod p determines the canonical product, because R is invertible.
    let (big, radix) = (from_limbs(&product), BigUint::from(1u8) << 256);
    assert!(big < p, "{p:x}: {big:x} is not reduced");
    assert_eq!((big * radix) % &p, (from_limbs(a) * from_limbs(b)) % &p, "{p:x}");
    if words::less(b, ring.modulus()) == 1 {
        assert_eq!(ring.mul(a, b), product, "{p:x}");
    }
    let square = ring.square_portable(a);
    assert_eq!(square, ring.mul_portable(a, a), "{p:x}, {a:x?}");
    assert_eq!(ring.square(a), square, "{p:x}, {a:x?}");
}

#[test]
fn constants_agree_with_big_integers() {
    for modulus in moduli_4() {
        let (ring, p) = (Montgomery::new(modulus), from_limbs(&modulus));
        assert_eq!(ring.modulus(), &modulus);
        assert_eq!(ring.negated_inverse().wrapping_mul(modulus[0]), u64::MAX);
        assert_eq!(from_limbs(ring.one()), (BigUint::from(1u8) << 256) % p);
    }
}

#[test]
fn products_of_edge_operands() {
    for modulus in moduli_4() {
        let (ring, p) = (Montgomery::new(modulus), from_limbs(&modulus));
        let residues: Vec<[u64; 4]> = residue_edges(&p, 4).iter().map(to_limbs).collect();
        for a in &residues {
            for b in &residues {
                check_mul_4(&ring, a, b);
            }
            // The second operand may be any four limbs.
            for b in limb_edges::<4>().iter().step_by(5) {
                check_mul_4(&ring, a, b);
            }
        }
    }
}

fn check_linear<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    let p = from_limbs(ring.modulus());
    let (big_a, big_b) = (from_limbs(a), from_limbs(b));
    assert_eq!(from_limbs(&ring.add(a, b)), (&big_a + &big_b) % &p);
    assert_eq!(from_limbs(&ring.sub(a, b)), (&big_a + &p - &big_b) % &p);
    assert_eq!(ring.add_portable(a, b), ring.add(a, b));
    assert_eq!(ring.sub_portable(a, b), ring.sub(a, b));
    assert_eq!(from_limbs(&ring.neg(a)), (&p - &big_a) % &p);
    assert_eq!(from_limbs(&ring.double(a)), (&big_a * 2u8) % &p);
    let half = ring.halve(a);
    assert!(from_limbs(&half) < p);
    assert_eq!(ring.double(&half), *a);
}

fn check_all<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) {
    check_linear(ring, a, b);
    let p = from_limbs(ring.modulus());
    let radix = BigUint::from(1u8) << (64 * N);
    let product = from_limbs(&ring.mul_portable(a, b));
    assert!(product < p);
    assert_eq!(product * &radix % &p, from_limbs(a) * from_limbs(b) % &p);
    assert_eq!(ring.mul(a, b), ring.mul_portable(a, b));
    assert_eq!(ring.square(a), ring.mul_portable(a, a));
    let stored = ring.to_montgomery(a);
    assert_eq!(from_limbs(&stored), from_limbs(a) * &radix % &p);
    assert_eq!(ring.to_montgomery_portable(a), stored);
    assert_eq!(ring.from_montgomery(&stored), *a);
    assert_eq!(ring.from_montgomery_portable(&stored), *a);
}

#[test]
fn every_limb_count_at_its_edges() {
    fn run<const N: usize>(moduli: &[[u64; N]]) {
        for modulus in moduli {
            let ring = Montgomery::new(*modulus);
            let residues = residue_edges(&from_limbs(modulus), N);
            for a in &residues {
                for b in &residues {
                    check_all(&ring, &to_limbs(a), &to_limbs(b));
                }
            }
        }
    }
    run::<1>(&[[3], [5], [97], [(1 << 63) + 1], [u64::MAX - 58], [u64::MAX]]);
    run::<2>(&[[1, 1], [u64::MAX, 0], [u64::MAX - 158, u64::MAX], [1, 1 << 63]]);
    run::<3>(&[[u64::MAX; 3], [1, 0, 1 << 63]]);
    run::<4>(&moduli_4()[..8]);
    run::<6>(&[
        [u64::MAX; 6],
        [1, 0, 0, 0, 0, 1],
        words::hex(
            "0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
        ),
    ]);
    run::<9>(&[[u64::MAX; 9]]);
}

/// Every pair of residues of small primes, in one limb, in two and in four.
#[test]
fn every_pair_of_small_residues() {
    fn check_pairs<const N: usize>(p: u64) {
        let ring = Montgomery::new(words::from_word(p));
        let residues = || (0..p).map(words::from_word::<N>);
        residues().for_each(|a| residues().for_each(|b| check_all(&ring, &a, &b)));
    }
    for p in [3, 7, 13, 19, 97, 103, 257] {
        check_pairs::<1>(p);
        check_pairs::<2>(p);
        check_pairs::<4>(p);
    }
}

#[test]
fn conversion_accepts_unreduced_integers() {
    let modulus = words::hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    let (ring, p) = (Montgomery::<4>::new(modulus), from_limbs(&modulus));
    for a in limb_edges::<4>() {
        assert_eq!(from_limbs(&ring.from_montgomery(&ring.to_montgomery(&a))), from_limbs(&a) % &p);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(2000)))]
    #[test]
    fn random_moduli_and_operands(mut modulus: [u64; 4], a: [u64; 4], b: [u64; 4], shorten in 0usize..4) {
        modulus[0] |= 1;
        // Shorter moduli too: the top limbs cleared.
        for limb in &mut modulus[4 - shorten..] {
            *limb = 0;
        }
        prop_assume!(modulus != [1, 0, 0, 0]);
        let ring = Montgomery::new(modulus);
        let reduced = to_limbs(&(from_limbs(&a) % from_limbs(&modulus)));
        check_mul_4(&ring, &reduced, &b);
    }

    #[test]
    fn random_residues_six_limbs(a: [u64; 6], b: [u64; 6]) {
        let modulus = words::hex(concat!(
            "0x01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f",
            "1ef3622fba094800170b5d44300000008508c00000000001"
        ));
        let p = from_limbs(&modulus);
        let ring = Montgomery::<6>::new(modulus);
        check_all(&ring, &to_limbs(&(from_limbs(&a) % &p)), &to_limbs(&(from_limbs(&b) % &p)));
    }
}

#[test]
fn halves_are_inverted_by_doubling_and_one_is_neutral() {
    let ring = Montgomery::<1>::new([97]);
    for a in 0..97u64 {
        assert_eq!(ring.mul(&[a], ring.one()), [a]);
        let inverse = invert(&BigUint::from(a), &BigUint::from(97u8));
        let product = ring
            .from_montgomery(&ring.mul(&ring.to_montgomery(&[a]), &ring.to_montgomery(&to_limbs(&inverse))));
        assert_eq!(product, [u64::from(a != 0)]);
    }
}

#[test]
#[should_panic(expected = "odd")]
fn an_even_modulus_is_refused() {
    let _ = Montgomery::<2>::new([4, 1]);
}

#[test]
#[should_panic(expected = "at least 3")]
fn the_modulus_one_is_refused() {
    let _ = Montgomery::<2>::new([1, 0]);
}
