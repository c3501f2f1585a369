//! The API of rust-verkle's crate `ipa-multipoint`, and of MegaETH SALT's copy of it, implemented by Vorpal.
//!
//! * [`crs::CRS`]: the points of the commitments;
//! * [`committer`]: commitments with tables of multiples of these points;
//! * [`lagrange_basis`]: polynomials by their values at `0, 1, ..., n - 1`;
//! * [`transcript`]: the Fiat-Shamir transcript;
//! * [`ipa`]: inner product arguments;
//! * [`multiproof`]: proofs of many values of many committed polynomials.
//!
//! Challenges and proofs have the same bytes as those of the replaced crates. Where these two differ, the feature
//! `salt` or `rust-verkle` selects one; with neither or both, functions with two meanings do not exist.
//!
//! Commitments to vectors of 256 values over the points of [`CRS::salt`](crs::CRS::salt) or
//! [`CRS::ethereum`](crs::CRS::ethereum), and their multiproofs, are those of `vorpal-ipa`, with tables of about 30 MiB
//! that the first use makes. [`ipa`], other points and other lengths, all powers of two, take the sums of
//! `vorpal-msm`, which are slower.
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

/// The result of encoding and decoding: `std::io::Result` with the feature `rust-verkle` alone.
#[cfg(all(feature = "rust-verkle", not(feature = "salt")))]
pub type IOResult<T> = std::io::Result<T>;

/// The result of encoding and decoding: `std::io::Result` with the feature `rust-verkle` alone.
#[cfg(not(all(feature = "rust-verkle", not(feature = "salt"))))]
pub type IOResult<T> = Result<T, SerdeError>;

/// The error that rust-verkle has: `InvalidData`.
#[cfg(feature = "std")]
impl From<SerdeError> for std::io::Error {
    fn from(error: SerdeError) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
