//! All tests of keys and signatures that need no process of their own, in one program: code that several of them use is
//! compiled once.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod allocations;
mod batches;
mod bip340;
mod conversions;
mod edges;
mod first_use;
mod formats;
mod generic;
mod key_cache;
mod keys;
mod mixed;
mod p256;
mod pool;
mod recovery;
mod rfc6979;
mod schnorr_batches;
mod tweaks;
mod wycheproof;
