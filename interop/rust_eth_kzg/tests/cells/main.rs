//! The API of rust_eth_kzg: the official vectors, setups, and results and errors beside that crate's own.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod peer;
mod setups;
mod vectors;
#[path = "../../../../crates/kzg/tests/blobs/yaml.rs"]
mod yaml;
