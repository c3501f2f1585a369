//! Constant time of all crates, on compiled code (`vorpal_trace`). One program, whose observations fill all cores.
//!
//! By default the backend that ships is observed; with `VORPAL_THOROUGH` every backend with every monitor.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vorpal_limbs::taint;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod artefacts;
mod bls;
mod curves;
mod fields;
mod kernels;
mod limbs;
mod ntt;
mod pairing;
mod secp256k1;
mod timing;

#[global_allocator]
static ALLOCATOR: taint::PublicWhenFreed = taint::PublicWhenFreed;
