//! Proofs: comparison with published vectors and with a textbook verifier.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test fails by panicking; indices are reduced modulo 256 on purpose"
)]

mod inner_product;
mod multiproof;
mod textbook;
mod transcript;
