//! Tests of points, in one program, so that shared code is compiled once. The tests of constant time are separate.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking"
)]

mod bandersnatch;
mod batch_subgroup;
mod cycles;
mod edwards_form;
mod encodings;
mod endomorphism;
mod g2;
mod homogeneous;
mod odd_multiples;
mod operators;
mod p256;
mod packed_edwards;
mod packed_jacobian;
mod quarters;
mod secp256k1;
mod subgroup;
mod tiny;
mod tiny_edwards;
mod tiny_weierstrass;
