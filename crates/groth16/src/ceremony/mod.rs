//! What ceremonies of powers of tau and of keys share: records of contributions, secrets, multiples of points, checks.

pub(crate) mod blake2b;
pub(crate) mod contribution;
mod entropy;
mod error;
pub(crate) mod lagrange;
pub(crate) mod multiples;
pub(crate) mod pairings;
pub(crate) mod points;
pub(crate) mod sampling;

pub use contribution::{Beacon, Contribution, KnowledgeProof, LARGEST_EXPONENT, Parameters};
pub use entropy::Entropy;
pub use error::SetupError;
pub use pairings::Pairing;
