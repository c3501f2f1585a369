//! The functions of EIP-4844 and EIP-7594 against the official vectors and against their definitions.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::cast_possible_truncation, reason = "indices of cells are below 128")]

mod batches;
mod definitions;
mod recovery;
mod samples;
mod tables;
mod times;
mod values;
mod vectors;
mod yaml;
