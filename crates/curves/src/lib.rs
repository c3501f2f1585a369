//! Elliptic curves.
//!
//! Formulas are written once per shape ([`models`]); a curve is a folder of parameters and encodings:
//! [`bandersnatch`] (with the [`Banderwagon`](bandersnatch::Banderwagon) quotient group), [`bls12_377`], [`bls12_381`],
//! [`bn254`] and [`secp256k1`].
//!
//! [`PointFormat`] encodes points as bytes and decodes them, by the same functions on every curve.
//!
//! What an encoding decodes to is public: decoding takes variable time. Otherwise the rule of the fields holds: same
//! time whatever the values, unless a name ends in `_vartime`; additions say where they are faster for special
//! points.
//!
//! Of the short Weierstrass curves, [`Endomorphism`](models::weierstrass::Endomorphism) splits scalars in halves,
//! [`Subgroup`](models::weierstrass::Subgroup) proves that points lie in the subgroup of prime order, and
//! [`EdwardsForm`](models::weierstrass::EdwardsForm), which some have, makes sums of such points cheaper.
//!
//! Addition is total: infinity, equal and opposite points give the right sum on every curve here. For secrets there is
//! [`Projective`](models::weierstrass::Projective), whose addition takes the same time for all points of odd order.
//! Affine coordinates are `x, y`, projective ones `X, Y, Z` (and `T`). Costs are in multiplications M and squarings S
//! of the base field.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod bandersnatch;
pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
mod encoding;
mod error;
mod group;
pub mod models;
mod packed_group;
pub mod secp256k1;
#[cfg(feature = "tiny")]
#[doc(hidden)]
pub mod tiny;

pub use encoding::{ByteOrder, PointFormat};
pub use error::{BatchError, Error};
pub use group::Group;
pub use packed_group::{EntryBytes, PackedGroup, Singly};

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
