//! Bases, committers and proofs, against published vectors and textbook definitions.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking; indices are reduced modulo 256 on purpose"
)]

mod committer;
mod proofs;
mod vectors;
