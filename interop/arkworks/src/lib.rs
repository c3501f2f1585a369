//! Vorpal's arithmetic for the types of arkworks 0.6.
//!
//! * [`functions`]: sums, pairings, inversions, roots and transforms over arkworks' own types;
//! * [`fields`]: prime fields of arkworks on Vorpal's kernels;
//! * [`convert`]: conversions between the types of both, without arithmetic.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod convert;
pub mod fields;
pub mod functions;

/// The code of the README runs as a test.
#[cfg(all(doctest, feature = "bn254"))]
#[doc = include_str!("../README.md")]
struct Readme;
