//! Vectors of 128 bits with products of 32-bit words, for packed values modulo `2^256 - c` with `c < 2^48`: WebAssembly
//! with `simd128`.
//!
//! A packed value has the radix `S = 1`: residues are represented by themselves, below `2 p`, in nine limbs of 29 bits.
//! Row `j` has limb `2 j` in the lower half of a word and limb `2 j + 1` in the upper half. Other moduli have the
//! representation of [`Scalar`].
//!
//! On other targets the same code runs without vectors, so that tests can compare it.

mod lanes;
mod packed;
mod product;

#[allow(unused_imports, reason = "WebAssembly alone chooses these tables")]
pub(in crate::backend) use packed::TABLES;

/// The backend of packed values with vectors of 128 bits.
#[derive(Clone, Copy, Debug)]
pub struct Simd128;
