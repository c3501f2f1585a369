//! Pedersen vector commitments over Banderwagon: `C = sum of v_i G_i` for 256 generators of unknown relation.
//!
//! * [`Basis`]: the generators, from a seed;
//! * [`Committer`]: commitments by tables of their multiples, in the memory of a [`Profile`], and proofs about them;
//! * [`MultiProof`]: many values of many commitments in 576 bytes ([`Committer::prove`], [`Committer::verify`],
//!   [`Committer::verify_batch`]);
//! * [`InnerProductProof`]: the value of one committed polynomial anywhere ([`Committer::prove_evaluation`],
//!   [`Committer::verify_evaluation`]);
//! * [`Transcript`]: where their challenges come from.
//!
//! What is committed to here is public (the state of a chain), so these operations take variable time.

#![forbid(unsafe_code)]

mod basis;
mod committer;
mod domain;
mod error;
mod inner_product;
mod multiproof;
mod profile;
mod transcript;

pub use basis::{Basis, DEFAULT_SEED, WIDTH};
pub use committer::Committer;
pub use error::Error;
pub use inner_product::{InnerProductProof, ProofPart};
pub use multiproof::{Claim, MultiProof, Query, Statement, Vector};
pub use profile::Profile;
pub use transcript::Transcript;

/// An integer modulo the order of Banderwagon: what is committed to.
pub type Scalar = vorpal_fields::primes::BandersnatchScalar;
/// A commitment.
pub type Commitment = vorpal_curves::bandersnatch::Banderwagon;

/// The README's code runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
