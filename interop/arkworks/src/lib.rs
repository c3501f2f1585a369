//! Vorpal's arithmetic for the types of arkworks 0.6; with the feature `ark-0-5` prime fields of arkworks 0.5, too.
//!
//! * [`functions`]: sums, pairings, inversions, roots and transforms over arkworks' own types;
//! * [`fields`]: prime fields of arkworks on Vorpal's kernels;
//! * `engine`: groups and pairings for provers that are generic over arkworks' traits;
//! * `groth16`: the reduction of constraints for ark-groth16's prover;
//! * [`convert`]: conversions between the types of both, without arithmetic.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

use ::ark_ff;

#[cfg(feature = "ark-0-5")]
pub mod ark05;
pub mod convert;
#[cfg(feature = "std")]
pub mod engine;
pub mod fields;
pub mod functions;
#[cfg(feature = "groth16")]
pub mod groth16;
mod prime;

/// The code of the README runs as a test.
#[cfg(all(doctest, feature = "bn254", feature = "groth16"))]
#[doc = include_str!("../README.md")]
struct Readme;
