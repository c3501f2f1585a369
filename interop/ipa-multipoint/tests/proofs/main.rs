//! Proofs: published ones, round trips of all sizes, invalid ones, and malformed bytes.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod arguments;
mod malformed;
mod multiproofs;
mod published;
#[cfg(all(feature = "rust-verkle", not(feature = "salt")))]
mod rust_verkle;
#[cfg(all(feature = "salt", not(feature = "rust-verkle")))]
mod salt;
mod short;

use banderwagon::*;
use ipa_multipoint::lagrange_basis::PrecomputedWeights;

/// The little-endian bytes of a scalar as hexadecimal digits.
fn digits(scalar: &Fr) -> String {
    let mut bytes = [0; 32];
    scalar.serialize_compressed(&mut bytes[..]).unwrap();
    hex::encode(bytes)
}

/// 1, ..., 32 eight times.
fn up() -> Vec<Fr> {
    (0..256u64).map(|i| Fr::from(i % 32 + 1)).collect()
}

/// 32, ..., 1 eight times.
fn down() -> Vec<Fr> {
    (0..256u64).map(|i| Fr::from(32 - i % 32)).collect()
}

/// Values of full length.
fn values(seed: u64, n: u64) -> Vec<Fr> {
    (0..n).map(|i| Fr::from(seed * 1000 + i + 2).pow([u64::MAX - seed])).collect()
}

/// `L_i(t) = A(t) / (A'(i) (t - i))` for a point outside of the domain.
fn lagrange(n: u64, t: Fr) -> Vec<Fr> {
    let weights = PrecomputedWeights::new(usize::try_from(n).unwrap());
    let at_t: Fr = (0..n).map(|i| t - Fr::from(i)).product();
    (0..n)
        .map(|i| {
            let denominator = weights.get_barycentric_weight(usize::try_from(i).unwrap()) * (t - Fr::from(i));
            at_t * denominator.inverse().unwrap()
        })
        .collect()
}
