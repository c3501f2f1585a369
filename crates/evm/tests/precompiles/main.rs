//! The precompiled contracts on published vectors, and on the edges of each EIP.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bls12_381;
mod bn254;
mod failures;
mod modexp;
mod p256;
mod point_evaluation;
mod small;
mod sums;
mod vectors;

use vorpal_evm::{Error, Precompile, Rules};

fn run(precompile: Precompile, input: &[u8]) -> Result<Vec<u8>, Error> {
    precompile.run(input, Rules::NEWEST)
}

/// The bytes of hexadecimal digits.
fn hex(digits: &str) -> Vec<u8> {
    vorpal_oracle::data::bytes(digits)
}
