//! Prime fields.
//!
//! [`Fe<M, N>`](Fe) is an element of the integers modulo the prime of [`M: Modulus<N>`](Modulus), with `N` limbs of 64
//! bits, always canonical, stored in Montgomery form. A prime is defined by its digits and a generator. All other
//! constants are computed at compile time.
//!
//! ```
//! use vorpal_fields::primes::Bls12_381Scalar;
//! let a = Bls12_381Scalar::from(3);
//! let b = a.invert().unwrap();
//! assert_eq!(a * b, Bls12_381Scalar::ONE);
//! assert_eq!(a.square().sqrt().unwrap().square(), a.square());
//! ```
//!
//! Long sums and chains of products are faster if intermediate values need not be canonical:
//!
//! * [`Acc`] adds up products of elements and reduces once: dot products, sum-checks, polynomial evaluation;
//! * [`SmallAcc`] does the same for products of elements and machine integers, [`Fe::mul_u64`] for a single one;
//! * [`MixedAcc`] takes all of these, elements, and signed integers of 256 bits in one sum;
//! * [`Lazy<M, N, K>`](Lazy) is below `K p`, for formulas with explicit bounds;
//! * [`Chain`] is a running product with the best bound that the prime allows.
//!
//! The bounds of `Acc`, `Lazy` and `Chain` are part of their types: code that could overflow does not build. Sums
//! without a number of terms have room for `2^59`. Checks at run time are in builds with debug assertions only.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are exponents. `vorpal/tests/constant_time` checks the compiled code. A `Result` or `Option` reveals by a
//! branch whether an input is valid. The tables of square roots are allocated, on first use, and
//! two or three vectors by `batch_invert_parallel`. Costs are given in M
//! (multiplications) and S (squarings).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
extern crate alloc;

mod operator_macros;
#[macro_use]
mod ring_operators;

mod addition_chain;
mod batch;
mod batch_invert;
mod bounded;
mod bytes;
mod element;
mod error;
mod field;
mod hash_field;
mod integers;
mod inverse;
mod modulus;
#[cfg(feature = "num-traits")]
mod numbers;
mod operators;
mod packed;
mod power;
pub mod primes;
mod root;
mod sampling;
mod select;
#[cfg(feature = "serde")]
mod serialization;
mod sums;
mod symbol;
pub mod text;
pub mod tower;

pub use addition_chain::Link;
pub use batch_invert::batch_invert;
#[cfg(feature = "parallel")]
pub use batch_invert::batch_invert_parallel;
pub use bounded::{Bounded, Chain, Lazy};
pub use element::Fe;
pub use error::Error;
pub use field::{EncodableField, Field, PrimeField};
pub use hash_field::HashField;
pub use modulus::{ByteArray, Modulus};
pub use packed::{PackedFe, PackedField, SignedFe, SignedField};
pub use root::{NonSquare, RootTables};
pub use subtle;
pub use sums::{Acc, Integer, MixedAcc, SmallAcc};
pub use vorpal_limbs::words::hex;
pub use vorpal_limbs::{LANES, prefetch};

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
