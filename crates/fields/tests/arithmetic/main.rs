//! Field arithmetic against big integers: every prime, bounded values, sums of products, conversions, towers.
//!
//! One program contains all tests that are compiled for many primes, so that shared code is compiled once.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod conversions;
mod jolt;
mod lazy;
mod mixed;
mod primes;
mod suite;
mod tower;
