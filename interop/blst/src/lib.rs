//! The API of the crate blst 0.3.17, implemented by Vorpal: BLS signatures on BLS12-381.
//!
//! ```
//! use blst::BLST_ERROR;
//! use blst::min_pk::{AggregateSignature, PublicKey, SecretKey, Signature};
//!
//! let tag = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
//! let secrets = [7, 8].map(|byte| SecretKey::key_gen(&[byte; 32], &[]).unwrap());
//! let keys = secrets.each_ref().map(SecretKey::sk_to_pk);
//! let signatures = secrets.each_ref().map(|secret| secret.sign(b"message", tag, &[]));
//! let sum = AggregateSignature::aggregate(&[&signatures[0], &signatures[1]], true).unwrap().to_signature();
//! let keys: [&PublicKey; 2] = keys.each_ref();
//! assert_eq!(sum.fast_aggregate_verify(true, b"message", tag, &keys), BLST_ERROR::BLST_SUCCESS);
//! assert_eq!(sum.fast_aggregate_verify(true, b"another", tag, &keys), BLST_ERROR::BLST_VERIFY_FAIL);
//! assert_eq!(Signature::from_bytes(&sum.to_bytes()), Ok(sum));
//! ```
//!
//! The README lists the differences from that crate.

#![no_std]
#![deny(unsafe_code)]
#![allow(
    non_camel_case_types,
    clippy::wrong_self_convention,
    reason = "names and signatures of the replaced crate"
)]

extern crate alloc;

mod affine;
mod aggregate;
mod error;
mod fields;
mod fp12;
mod group;
mod hashing;
mod jacobian;
mod low_level;
mod multi_point;
mod pairing;
mod print;
mod products;
mod public_key;
mod scalar;
mod secret_key;
#[cfg(feature = "serde")]
mod serde;
mod sets;
mod signature;
mod sums;
mod threads;
mod variant;

pub use affine::{blst_p1_affine, blst_p2_affine};
pub use error::BLST_ERROR;
pub use fields::{blst_fp, blst_fp2, blst_fp6, blst_fp12, byte, limb_t};
pub use jacobian::{blst_p1, blst_p2};
pub use low_level::*;
pub use multi_point::{MultiPoint, p1_affines, p2_affines};
pub use pairing::Pairing;
#[cfg(not(any(
    target_os = "none",
    target_os = "uefi",
    all(target_os = "unknown", target_arch = "wasm32")
)))]
pub use print::print_bytes;
pub use scalar::blst_scalar;
pub use variant::{min_pk, min_sig};

/// Whether all messages are different.
///
/// ```
/// assert!(blst::uniq(&[b"a", b"b"]));
/// assert!(!blst::uniq(&[b"a", b"b", b"a"]));
/// ```
pub fn uniq(msgs: &[&[u8]]) -> bool {
    let distinct: alloc::collections::BTreeSet<&[u8]> = msgs.iter().copied().collect();
    distinct.len() == msgs.len()
}

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
