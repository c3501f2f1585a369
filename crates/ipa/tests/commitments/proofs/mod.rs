//! Proofs: comparison with published vectors and with a textbook verifier.

mod inner_product;
mod multiproof;
mod textbook;
mod transcript;
