//! Keys, witnesses, proofs and verification keys in the formats of snarkjs.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::cast_possible_truncation, reason = "small numbers")]

mod attacks;
mod batches;
mod ceremonies;
mod circuits;
mod constraints;
mod files;
mod hostile;
mod memory;
mod recipe;
mod samples;
mod shared;
