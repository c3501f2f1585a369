//! Pairings on BLS12-381, BLS12-377 and BN254, for verifiers of proofs and signatures.
//!
//! A pairing is a map `e: G1 x G2 -> GT` with `e(a P, b Q) = e(P, Q)^(a b)`. It is the optimal ate pairing: a Miller
//! loop over the seed of the curve and a final exponentiation. Products of pairings share the squares of the loop and
//! the exponentiation.
//!
//! ```
//! use vorpal_curves::bls12_381 as g1;
//! use vorpal_pairing::bls12_381::{Bls12_381, Gt};
//! use vorpal_pairing::{multi_pairing_vartime, pairing_vartime};
//!
//! let (p, q) = (g1::Affine::GENERATOR, g1::g2::Affine::GENERATOR);
//! let double = g1::Jacobian::GENERATOR.double().to_affine();
//! let e = pairing_vartime::<Bls12_381, 6>(&p, &q);
//! assert_eq!(pairing_vartime::<Bls12_381, 6>(&double, &q), e.mul(&e));
//! // e(2 P, Q) e(-P, Q) e(-P, Q) = 1
//! let product = multi_pairing_vartime::<Bls12_381, 6>(&[(double, q), (-p, q), (-p, q)]);
//! assert_eq!(product, Gt::ONE);
//! ```
//!
//! Points are public, and time depends on them. Points of G2 can be checked for membership by the Miller loop itself,
//! at nearly no cost: [`multi_pairing_checked_vartime`].
//!
//! Costs are in multiplications M of the base field `Fp`, squarings included.

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
mod miller;
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
