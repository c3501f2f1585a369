//! What Vorpal's tests compare against: textbook arithmetic on big integers, published data on disk.
//!
//! Nothing here shares code with the engine, so that an error in one is not an error in both. It is slow and
//! takes no care of secrets; crates may use it as a development dependency only.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "test support stops at the first surprise")]

pub mod big;
pub mod data;
pub mod edwards;
pub mod secp256k1;
pub mod weierstrass;
