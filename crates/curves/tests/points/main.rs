//! All tests of points but constant time, in one program: code that several of them use is compiled once.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod bandersnatch;
mod batch_subgroup;
mod edwards_form;
mod encodings;
mod endomorphism;
mod packed_edwards;
mod packed_jacobian;
mod secp256k1;
mod subgroup;
mod tiny;
mod tiny_edwards;
mod tiny_weierstrass;
