//! Pedersen vector commitments over Banderwagon and proofs of openings: `C = sum of v_i G_i` for 256 generators with
//! unknown discrete logarithms between them.
//!
//! * [`Basis`]: the generators, derived from a seed;
//! * [`Committer`]: commitments with tables of multiples of the generators, whose size is given by a [`Profile`], and
//!   proofs about commitments;
//! * [`MultiProof`]: a proof of many values of many commitments in 576 bytes ([`Committer::prove`],
//!   [`Committer::verify`], [`Committer::verify_batch`]);
//! * [`InnerProductProof`]: a proof of the value of one committed polynomial at any point
//!   ([`Committer::prove_evaluation`], [`Committer::verify_evaluation`]);
//! * [`Transcript`]: the Fiat-Shamir transcript of the proofs.
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are committed vectors, commitments and proofs. So all operations take variable time.
//!
//! Without the feature `std` the crate needs `alloc` only, and has no tables in files.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod basis;
mod committer;
mod domain;
mod error;
mod inner_product;
mod multiproof;
mod profile;
mod proof_part;
#[cfg(feature = "std")]
mod table_files;
mod transcript;

pub use basis::{Basis, DEFAULT_SEED, WIDTH};
pub use committer::Committer;
pub use error::Error;
pub use inner_product::InnerProductProof;
pub use multiproof::{Claim, MultiProof, Query, Statement, Vector};
pub use profile::Profile;
pub use proof_part::ProofPart;
pub use transcript::Transcript;

/// An integer modulo the order of Banderwagon: an element of a committed vector.
pub type Scalar = vorpal_fields::primes::BandersnatchScalar;
/// A commitment.
pub type Commitment = vorpal_curves::bandersnatch::Banderwagon;

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
