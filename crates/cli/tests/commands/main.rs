//! The commands that compute: bounds, constants, sums, contracts, blobs. `.ci/more` runs them with each backend.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod bls;
mod bounds;
mod constants;
mod evm;
mod groth16;
mod groth16_setup;
mod kzg;
mod msm;
mod msm_choices;
mod msm_fixture;
mod msm_malformed;
