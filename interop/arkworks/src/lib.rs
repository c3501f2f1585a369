//! Vorpal's arithmetic for the types of arkworks 0.6.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod convert;
#[cfg(feature = "std")]
pub mod engine;
#[cfg(feature = "groth16")]
pub mod groth16;

/// The code of the README runs as a test.
#[cfg(all(doctest, feature = "bn254", feature = "groth16"))]
#[doc = include_str!("../README.md")]
struct Readme;
