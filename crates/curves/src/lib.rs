//! Elliptic curve arithmetic for authors of signature schemes, commitments and proof systems.
//!
//! The formulas are generic over a curve model ([`models`]). Each curve is a module with parameters and encodings:
//! [`bandersnatch`] (with the [`Banderwagon`](bandersnatch::Banderwagon) quotient group), [`bls12_377`], [`bls12_381`],
//! [`bn254`], [`grumpkin`], [`p256`], [`pallas`], [`secp256k1`] and [`vesta`].
//!
//! ```
//! use vorpal_curves::bls12_381::{Affine, Projective, Scalar};
//! let (g, a, b) = (Affine::GENERATOR, Scalar::from(2), Scalar::from(3));
//! let sum: Projective = g * a + g * b - g; // in constant time
//! assert_eq!(sum, g * Scalar::from(4));
//! let affine = sum.to_affine(); // one inversion: `Projective::normalise_batch` shares it
//! assert_eq!(affine.to_string().parse(), Ok(affine)); // 48 bytes as hexadecimal digits
//! ```
//!
//! | Type of a point | Use |
//! |---|---|
//! | [`Affine`](models::weierstrass::Affine) | to keep, encode, compare, and add |
//! | [`Projective`](models::weierstrass::Projective) | results of `affine * scalar` and `affine + affine` |
//! | [`Jacobian`](models::weierstrass::Jacobian) | results of multi-scalar multiplications, and of `_vartime` |
//!
//! Operators take all of these, as values and references. [`PrimeOrderCurve`](models::weierstrass::PrimeOrderCurve) has
//! an example that is generic over the curve.
//!
//! [`hashing`] maps messages to points.
//!
//! [`PointFormat`] encodes points as bytes and decodes them, with the same functions for every curve. Where users of a
//! curve have one format, points also have the conversions of the standard library: [`conversions`].
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are encodings to decode, and points whose membership is checked. The documentation of an addition states where
//! it is faster for special points.
//!
//! For short Weierstrass curves, [`Endomorphism`](models::weierstrass::Endomorphism) splits scalars in halves, and
//! [`Subgroup`](models::weierstrass::Subgroup) is a proof that points lie in the subgroup of prime order. BLS12-377
//! has an [`EdwardsForm`](models::weierstrass::EdwardsForm), which makes sums of such points cheaper.
//!
//! Addition is total: infinity, equal and opposite points give the right sum on every curve here. The exceptions are
//! additions whose names end in `_unchecked`, [`PackedJacobian`](models::weierstrass::PackedJacobian), and
//! quads and [`Projective`](models::weierstrass::Projective) for points whose difference has order two. `Projective` is
//! for secret points: its operators take constant time. Affine coordinates are `x, y`, projective ones `X, Y, Z` (and
//! `T`). Costs are in multiplications M and squarings S of the base field.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[macro_use]
mod operators;

pub mod bandersnatch;
pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
pub mod conversions;
mod encoding;
mod error;
mod group;
pub mod grumpkin;
pub mod hashing;
pub mod models;
pub mod p256;
mod packed_group;
pub mod pallas;
pub mod secp256k1;
#[cfg(feature = "tiny")]
#[doc(hidden)]
pub mod tiny;
pub mod vesta;

pub use encoding::{ByteOrder, PointFormat};
pub use error::{BatchError, Error};
pub use group::Group;
pub use packed_group::{EntryBytes, PackedGroup, PackedSequential};

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
