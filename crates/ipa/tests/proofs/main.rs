//! Proofs: published vectors, and a verifier by the book.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    reason = "a test stops at the first surprise; places are reduced modulo 256 on purpose"
)]

mod inner_product;
mod multiproof;
mod textbook;
mod transcript;
