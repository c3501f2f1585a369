//! The API of c-kzg: the official vectors, types and their traits, setups.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod settings;
mod types;
mod vectors;
#[path = "../../../../crates/kzg/tests/blobs/yaml.rs"]
mod yaml;
