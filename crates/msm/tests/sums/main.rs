//! Tests of multi-scalar multiplication, by every algorithm.
//!
//! They form one program, so that code for several curves and kinds of scalars is compiled once.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod allocations;
mod cost;
mod crc32;
mod edges;
mod groups;
mod membership;
mod multiples;
mod p256;
mod partial;
mod prepared;
mod prepared_cost;
mod stream;
mod terms;
mod variable_base;
