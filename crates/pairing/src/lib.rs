//! Pairings on BLS12-381, BLS12-377 and BN254, for verifiers of proofs and signatures.
//!
//! A pairing is a map `e: G1 x G2 -> GT` with `e(a P, b Q) = e(P, Q)^(a b)`. It is the optimal ate pairing: a Miller
//! loop over the seed of the curve and a final exponentiation. Products of pairings share the squares of the loop and
//! the exponentiation.
//!
//! ```
//! use vorpal_curves::bls12_381 as g1;
//! use vorpal_pairing::bls12_381::{Gt, pairing, product};
//!
//! let (p, q) = (g1::Affine::GENERATOR, g1::g2::Affine::GENERATOR);
//! let double = (p + p).to_affine();
//! let e = pairing(&p, &q);
//! assert_eq!(pairing(&double, &q), e * e);
//! // e(2 P, Q) e(-P, Q) e(-P, Q) = 1
//! assert_eq!(product(&[(double, q), (-p, q), (-p, q)]), Gt::ONE);
//! ```
//!
//! Each curve has a module with these functions under short names. The functions of this module are for programs that
//! are generic over the curve: they take the [`Engine`] and the number of its limbs.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are the points of a pairing. Powers and products in the target group take constant time.
//!
//! Points of G2 can be checked for membership by the Miller loop itself,
//! at nearly no cost: [`multi_pairing_checked_vartime`], [`bls12_381::product_checked`].
//!
//! Costs are in multiplications M of the base field `Fp`, squarings included.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod bls12_377;
pub mod bls12_381;
pub mod bn254;
mod cache;
mod engine;
mod error;
mod exponentiation;
mod gt;
mod gt_encoding;
mod gt_power;
mod gt_product;
mod line_product;
mod miller;
mod named;
mod prepared;
mod product;
mod residues;
mod towers;

pub use cache::LineCache;
pub use engine::{Engine, Pair, Twist};
pub use error::Error;
pub use gt::Gt;
pub use prepared::PreparedG2;
pub use product::{
    miller_loop_prepared_vartime, miller_loop_vartime, multi_pairing_checked_vartime,
    multi_pairing_prepared_vartime, multi_pairing_vartime, pairing_vartime, product_is_one_vartime,
};

/// The code of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
