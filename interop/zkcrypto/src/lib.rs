//! The traits of `ff`, `group`, `pairing` and `halo2curves` for Vorpal's fields and curves, for developers of provers.
//!
//! | Feature | Traits of |
//! |---|---|
//! | `ff014` | `ff` 0.14, `group` 0.14, `pairing` 0.24 |
//! | `ff013` | `ff` 0.13, `group` 0.13, `pairing` 0.23 |
//! | `halo2curves010` | `halo2curves` 0.10 |
//! | `halo2curves_axiom07` | `halo2curves-axiom` 0.7, for `halo2-axiom` 0.5 |
//!
//! The modules have the types of each curve: [`bn254`], [`bls12_381`], [`bls12_377`], [`secp256k1`], [`p256`], and
//! [`axiom`] for `halo2-axiom`. They are newtypes over Vorpal's types, and convert from and to these.
//!
//! Operations take constant time, but for the exceptions that the crate's README lists.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[macro_use]
mod operators;

mod bytes;
mod curves;
mod element;
#[cfg(any(feature = "halo2curves010", feature = "halo2curves_axiom07"))]
mod halo2;
mod pairing;
mod point;
mod quadratic;

pub use bytes::Repr;
pub use curves::{axiom, bls12_377, bls12_381, bn254, p256, secp256k1};
pub use element::{Element, FieldParameters};
#[cfg(any(feature = "halo2curves010", feature = "halo2curves_axiom07"))]
pub use halo2::Halo2Curve;
pub use pairing::{EngineParameters, MillerValue, PairedCurve, Pairing, Target};
pub use point::{
    AffinePoint, Axiom, CurveFormat, CurveParameters, Halo2Encoding, HasFormat, Point, PointEncoding, Scalar,
    SpareScalarBit, msm_vartime,
};
pub use quadratic::Quadratic;

/// The README's examples run as tests.
#[cfg(all(doctest, feature = "ff014", feature = "halo2curves_axiom07"))]
#[doc = include_str!("../README.md")]
struct Readme;
