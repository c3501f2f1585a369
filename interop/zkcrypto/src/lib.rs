//! The traits of `ff`, `group`, `pairing` and `halo2curves` for Vorpal's fields and curves.

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
    msm_vartime,
};
pub use quadratic::Quadratic;
