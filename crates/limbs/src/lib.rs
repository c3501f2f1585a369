//! Words, carries and Montgomery multiplication over `N` limbs of 64 bits.
//!
//! The lowest crate of Vorpal. It provides arithmetic modulo odd numbers, but no fields. `unsafe` is allowed here, and
//! elsewhere in the library only for mapped files (`vorpal-msm` with the feature `mmap`). Numbers are `[u64; N]`,
//! least significant limb first.
//!
//! * [`words`]: additions, subtractions, comparisons and literals on plain limbs;
//! * [`Montgomery`]: arithmetic modulo an odd number in Montgomery form, `a` stored as `a * 2^(64 N) mod p`;
//! * [`PackedMontgomery`]: the same for sixteen numbers at a time, in vectors where the processor has them;
//! * [`residues`]: the same for sums of many products, in residue number systems, where the processor has AVX-512 IFMA;
//! * [`quads`]: four numbers side by side, for the independent products of one operation on a point;
//! * [`Wide`]: sums of products with one Montgomery reduction at the end;
//! * [`Reciprocal`]: remainders of numbers a few words longer than the modulus, such as products with machine integers;
//! * [`gcd`]: inverses and Jacobi symbols;
//! * [`schedule`]: the family of Montgomery multiplications, with exact bounds on their results;
//! * [`stack`]: wiping of what operations on secrets leave on the stack;
//! * [`backend`]: kernels for particular processors, chosen at run time on x86-64.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are moduli and their constants ([`words::div_word`]), schedules, indices and numbers of bits.
//!
//! # Internal items
//!
//! Semantic versioning covers [`Montgomery`], [`ReductionKind`], [`Wide`], [`Reciprocal`], [`DataIndependentTiming`],
//! [`gcd`], [`schedule`], [`stack`], [`words`], and of [`backend`] the names. `vorpal::limbs` re-exports these. The
//! rest is for other crates of Vorpal, and may change in every release:
//!
//! * numbers in vectors: [`Active`], [`Conversion`], [`KernelTable`], [`LANES`], [`Packed`], [`PackedBackend`],
//!   [`PackedKernels`], [`PackedModulus`], [`PackedMontgomery`], [`quads`], [`residues`], and the types of kernels;
//! * intermediate results: [`Extended`], [`Unreduced`];
//! * [`declassify`], [`prefetch`], [`count`], and for tests of constant time the modules `fault` and `taint`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]

pub mod backend;
mod bound;
pub mod count;
mod declassify;
mod extended;
#[doc(hidden)]
pub mod fault;
pub mod gcd;
mod modulus;
mod operations;
mod packed;
mod packed_montgomery;
mod prefetch;
mod quad_backend;
pub mod quads;
mod reciprocal;
mod residue_ring;
pub mod residues;
pub mod schedule;
pub mod stack;
#[cfg(feature = "taint")]
#[doc(hidden)]
pub mod taint;
mod timing;
#[cfg(feature = "taint")]
mod valgrind;
pub mod words;

pub use declassify::declassify;
pub use extended::Extended;
pub use modulus::{Montgomery, ReductionKind, Unreduced, Wide};
pub use packed::{Conversion, KernelTable, LANES, Packed, PackedBackend, PackedKernels, PackedModulus};
pub use packed_montgomery::{Active, PackedMontgomery};
pub use prefetch::prefetch;
pub use reciprocal::Reciprocal;
pub use timing::DataIndependentTiming;

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
