//! Tests of the engines: arkworks' templates, and comparison with arkworks' engines.
//!
//! They form one program, so that code for several curves is compiled once.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::op_ref, reason = "operators by reference are tested, too")]
#![cfg(all(feature = "bn254", feature = "bls12_381", feature = "bls12_377"))]

mod encodings;
mod pairings;
mod points;
mod sums;
mod templates;
