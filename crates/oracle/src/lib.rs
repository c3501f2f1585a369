//! Reference implementations for the tests of Vorpal: textbook arithmetic on big integers, published data on disk, the
//! documents of the repository, and programs started by tests.
//!
//! The crate shares no code with the engine, so that an error in one is not an error in both. It is slow and not
//! constant time. Crates of the workspace may use it only as a development dependency.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "test support fails by panicking")]

pub mod big;
pub mod birthday;
pub mod cycles;
pub mod data;
pub mod documents;
pub mod ecdsa;
pub mod edwards;
pub mod effort;
pub mod hashing;
pub mod p256;
pub mod pairing;
pub mod process;
pub mod secp256k1;
pub mod tower;
pub mod weierstrass;
