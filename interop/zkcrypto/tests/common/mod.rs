//! Pseudorandom and adversarial inputs.

#![allow(dead_code, reason = "each test uses a part")]

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A generator with a name.
pub(crate) fn generator(name: &str) -> ChaCha20Rng {
    let mut seed = [0; 32];
    for (i, byte) in name.bytes().enumerate() {
        seed[i % 32] ^= byte.rotate_left((i / 32 % 8).try_into().unwrap_or(0));
    }
    ChaCha20Rng::from_seed(seed)
}

/// Little-endian integers of `length` bytes around those at which implementations differ: 0, 1, 2, the modulus and its
/// half with their neighbours, the largest integer, single bits, and random ones.
pub(crate) fn integers(modulus: &[u8], length: usize, name: &str) -> Vec<Vec<u8>> {
    let modulus: Vec<u8> = (0..length).map(|i| modulus.get(i).copied().unwrap_or(0)).collect();
    let half: Vec<u8> =
        (0..length).map(|i| modulus[i] >> 1 | modulus.get(i + 1).map_or(0, |next| next << 7)).collect();
    let zero = vec![0; length];
    let mut integers = vec![vec![0xff; length]];
    for base in [&zero, &modulus, &half] {
        for difference in -2i32..=2 {
            integers.push(shifted(base, difference));
        }
    }
    for bit in (0..8 * length).step_by(37) {
        let mut integer = zero.clone();
        integer[bit / 8] = 1 << (bit % 8);
        integers.push(integer);
    }
    let mut rng = generator(name);
    for _ in 0..16 {
        let mut integer = zero.clone();
        rng.fill_bytes(&mut integer);
        integers.push(integer);
    }
    integers
}

/// `base + difference`, modulo the power of two.
fn shifted(base: &[u8], difference: i32) -> Vec<u8> {
    let mut carry = difference;
    base.iter()
        .map(|byte| {
            let sum = i32::from(*byte) + carry;
            carry = sum >> 8;
            u8::try_from(sum & 0xff).unwrap_or(0)
        })
        .collect()
}

/// The bytes of a hexadecimal literal with `0x`, least significant first.
pub(crate) fn from_hex(literal: &str) -> Vec<u8> {
    let digits = literal.trim_start_matches("0x");
    let digits = if digits.len() % 2 == 1 { format!("0{digits}") } else { digits.to_string() };
    (0..digits.len() / 2).rev().map(|i| u8::from_str_radix(&digits[2 * i..][..2], 16).unwrap_or(0)).collect()
}
