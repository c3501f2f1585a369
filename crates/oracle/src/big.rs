//! Big integers for tests: conversions, textbook modular arithmetic, and edge cases of carries.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The integer with these little-endian limbs.
pub fn from_limbs(limbs: &[u64]) -> BigUint {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigUint::from_bytes_le(&bytes)
}

/// The `N` little-endian limbs of an integer.
///
/// # Panics
/// If the integer has more than `N` limbs.
pub fn to_limbs<const N: usize>(value: &BigUint) -> [u64; N] {
    let digits = value.to_u64_digits();
    assert!(digits.len() <= N, "{value} has more than {N} limbs");
    core::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
}

/// The integer of a hexadecimal literal, with or without `0x`.
///
/// # Panics
/// If the literal has other characters or no digits.
pub fn hex(literal: &str) -> BigUint {
    BigUint::parse_bytes(literal.trim_start_matches("0x").as_bytes(), 16).expect("a hexadecimal literal")
}

/// `a - b mod p` for `a, b < p`.
pub fn sub(a: &BigUint, b: &BigUint, p: &BigUint) -> BigUint {
    (a + p - b) % p
}

/// `a^-1 mod p` for a prime `p`; zero for zero.
pub fn invert(a: &BigUint, p: &BigUint) -> BigUint {
    a.modinv(p).unwrap_or_default()
}

/// The Legendre symbol of `a` modulo an odd prime `p` by Euler's criterion: 1, 0 or -1.
pub fn legendre(a: &BigUint, p: &BigUint) -> i8 {
    let power = a.modpow(&((p - 1u8) >> 1), p);
    if power.is_zero() {
        0
    } else if power.is_one() {
        1
    } else {
        -1
    }
}

/// Whether `n` passes the Miller-Rabin test with the first 24 primes as bases.
///
/// Below `3.3 * 10^24` this proves primality. Above, composites that are constructed to pass exist, but the result is
/// sufficient evidence against misprints.
pub fn is_prime(n: &BigUint) -> bool {
    const BASES: [u8; 24] =
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89];
    let one = BigUint::one();
    if *n <= one || BASES.iter().any(|base| n % base == BigUint::zero()) {
        return BASES.iter().any(|base| *n == BigUint::from(*base));
    }
    let twos = (n - 1u8).trailing_zeros().unwrap();
    BASES.iter().all(|base| {
        let mut power = BigUint::from(*base).modpow(&((n - 1u8) >> twos), n);
        let mut passes = power == one;
        for _ in 0..twos {
            passes |= power == n - 1u8;
            power = &power * &power % n;
        }
        passes
    })
}

/// Words at the edge cases of carries: 0, 1, `2^63 - 1`, `2^63`, and the two largest words.
pub const WORD_EDGES: [u64; 6] = [0, 1, (1 << 63) - 1, 1 << 63, u64::MAX - 1, u64::MAX];

/// All `4^N` numbers of `N` limbs whose limbs are all among `0, 1, 2^63, 2^64 - 1`.
pub fn limb_edges<const N: usize>() -> Vec<[u64; N]> {
    const WORDS: [u64; 4] = [0, 1, 1 << 63, u64::MAX];
    (0..1usize << (2 * N)).map(|code| core::array::from_fn(|limb| WORDS[(code >> (2 * limb)) & 3])).collect()
}

/// Residues modulo `p` at the edge cases of arithmetic in `limbs` words of 64 bits, sorted and without repetition.
///
/// * values near 0, `p` and `p / 2`;
/// * values near powers of `2^64`, their multiples by `2^63` and `2^64 - 1`, and quotients of `p` by these powers;
/// * `R - 1`, `R + 1`, `-R`, `R^2` and `1 / R` for `R = 2^(64 limbs)`.
pub fn residue_edges(p: &BigUint, limbs: usize) -> Vec<BigUint> {
    let one = BigUint::one();
    let radix = &one << (64 * limbs);
    let mut edges: Vec<BigUint> = Vec::new();
    for small in 0u8..4 {
        edges.push(BigUint::from(small));
        edges.push(p - 1u8 - small.min(1));
        edges.push((p >> 1) + small);
    }
    for limb in 0..=limbs {
        let power = &one << (64 * limb);
        edges.extend([power.clone(), &power + 1u8, &power << 63, &power * u64::MAX]);
        edges.push(p / &power);
    }
    let r = &radix % p;
    edges.extend([sub(&r, &one, p), &r + 1u8, p - &r, (&r * &r) % p, invert(&r, p), radix - 1u8]);
    let mut reduced: Vec<BigUint> = edges.into_iter().map(|value| value % p).collect();
    reduced.sort();
    reduced.dedup();
    reduced
}
