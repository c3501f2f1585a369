//! Pedersen vector commitments over Banderwagon: `C = sum of v_i G_i` for 256 generators of unknown relation.
//!
//! * [`Basis`]: the generators, from a seed;
//! * [`Committer`]: commitments by tables of their multiples.
//!
//! What is committed to here is public (the state of a chain), so these operations take variable time.

#![forbid(unsafe_code)]

mod basis;
mod committer;
mod error;

pub use basis::{Basis, DEFAULT_SEED, WIDTH};
pub use committer::Committer;
pub use error::Error;

/// An integer modulo the order of Banderwagon: what is committed to.
pub type Scalar = vorpal_fields::primes::BandersnatchScalar;
/// A commitment.
pub type Commitment = vorpal_curves::bandersnatch::Banderwagon;
