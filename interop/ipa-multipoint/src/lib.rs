//! The API of rust-verkle's crate `ipa-multipoint`, in the form in which MegaETH SALT uses it, implemented by Vorpal.
//!
//! * [`crs::CRS`]: the points of the commitments;
//! * [`committer`]: commitments with tables of multiples of these points;
//! * [`lagrange_basis`]: polynomials by their values at `0, 1, ..., n - 1`;
//! * [`transcript`]: the Fiat-Shamir transcript;
//! * [`ipa`]: inner product arguments;
//! * [`multiproof`]: proofs of many values of many committed polynomials.
//!
//! Challenges and proofs have the same bytes as those of the replaced crates.
//!
//! Vectors of 256 values over the points of [`CRS::default`](crs::CRS) or [`CRS::ethereum`](crs::CRS::ethereum) are
//! proved and verified by `vorpal-ipa`, with tables of 30 MiB that the first proof makes. Other points and other
//! lengths, all powers of two, take the sums of `vorpal-msm`, which are slower.
//!
//! All operations take variable time: commitments are to public data.
//!
//! Without the feature `std`, which `parallel` includes, the crate needs `alloc` only.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod committer;
pub mod crs;
pub mod ipa;
pub mod lagrange_basis;
pub mod math_utils;
pub mod multiproof;
mod tables;
pub mod transcript;

/// The error of decoding a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SerdeError {
    /// The length is not that of a proof, a point or a scalar is not canonical, or a point is not in the group.
    #[error("invalid data")]
    InvalidData,
}

/// The result of encoding and decoding.
pub type IOResult<T> = Result<T, SerdeError>;

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
