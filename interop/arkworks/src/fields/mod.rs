//! Prime fields of arkworks that run on Vorpal's kernels.
//!
//! Each type is an `ark_ff::Fp`, so all of arkworks works with it. Constants, encodings and results are those of
//! arkworks' own type of the same prime, except for the generator of the base field of P-256, which is a square there.
//! Products, squares, sums of products, inverses, and conversions from and to integers are Vorpal's. Additions are
//! arkworks': they are faster.
//!
//! ```
//! use ark_ff::{Field, MontFp, PrimeField};
//! use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
//! use vorpal_arkworks::fields::Bn254Scalar as Fr;
//!
//! const THIRD: Fr = MontFp!("14592161914559516814830937163504850059032242933610689562465469457717205663745");
//! assert_eq!(THIRD.inverse(), Some(Fr::from(3)));
//! assert_eq!(Fr::from(3).pow(Fr::MODULUS), Fr::from(3));
//! let domain = Radix2EvaluationDomain::<Fr>::new(4).unwrap();
//! assert_eq!(domain.fft(&[Fr::from(1), Fr::from(2)])[0], Fr::from(3));
//! ```
//!
//! A prime of one's own is a [`Modulus`](vorpal_fields::Modulus) with an empty [`Constants`]:
//!
//! ```
//! use ark_ff::Field;
//! use vorpal_arkworks::fields::{Constants, Element};
//! use vorpal_fields::{Modulus, hex};
//!
//! /// The prime 2^255 - 19.
//! struct Ed25519Base;
//! impl Modulus<4> for Ed25519Base {
//!     const NAME: &'static str = "Ed25519Base";
//!     const P: [u64; 4] = hex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
//!     const GENERATOR: u64 = 2;
//!     type Bytes = [u8; 32];
//! }
//! impl Constants<4> for Ed25519Base {}
//! type F = Element<Ed25519Base, 4>;
//! assert_eq!(F::from(5).inverse().unwrap() * F::from(10), F::from(2));
//! ```

#[path = "element.rs"]
mod element;

use ::ark_ff;

use super::prime;

pub use element::*;
