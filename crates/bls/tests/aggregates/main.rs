//! BLS signatures against published vectors, against their definitions, and against attacks.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::cast_possible_truncation, reason = "indices of tests are small")]

mod arrival;
mod attacks;
mod encodings;
mod keys;
mod protocols;
mod samples;
mod sets;
mod single;
mod table;
mod vectors;
mod wycheproof;
