//! Ethereum's precompiled contracts as functions of bytes, for execution clients.
//!
//! [`Precompile`] has the gas and the output of each contract, by the rules of a fork ([`Rules`], [`Fork`]). The
//! modules have the same functions with fixed lengths, for clients with their own gas rules. [`bn254::parts`],
//! [`bls12_381::parts`] and [`p256::verify`] are for clients that also split the input themselves.
//!
//! ```
//! use vorpal_evm::{Precompile, Rules};
//! let add = Precompile::Bn254Add;
//! assert_eq!((add.address(), add.gas(&[], Rules::NEWEST)), (6, 150));
//! // Missing bytes are zeros: infinity and infinity.
//! assert_eq!(add.run(&[], Rules::NEWEST), Ok(vec![0; 64]));
//! ```
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are the inputs of contracts.
//!
//! Every input gives an output or an [`Error`]; nothing panics.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod blake2f;
pub mod bls12_381;
pub mod bn254;
mod canonical;
pub mod ecrecover;
mod error;
mod fork;
pub mod hashes;
mod input;
pub mod modexp;
pub mod p256;
mod pairs;
pub mod point_evaluation;
mod precompile;

pub use error::{Error, Group};
pub use fork::Fork;
pub use precompile::{Precompile, Rules};

/// The code of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
