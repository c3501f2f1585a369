//! All tests of the state tree by its public interface, in one program: code that several of them use is compiled once.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod cost;
mod encoding;
#[cfg(unix)]
mod forks;
mod keys;
#[cfg(unix)]
mod places;
mod snapshots;
mod store;
mod store_forged;
mod tree;
mod updates;
mod witness;
mod witness_forged;
mod witness_trees;
