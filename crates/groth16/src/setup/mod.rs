//! Setups of circuits: the keys of a circuit from powers of tau, in ceremonies of many contributors.
//!
//! [`CeremonyKey::new`] computes the key of a circuit with `delta = 1`, which is not safe for proofs.
//! [`CeremonyKey::contribute`] multiplies `delta` by a secret; a key is safe if one contributor forgot the secret.
//! [`CeremonyKey::apply_beacon`] contributes a public random value at the end. [`CeremonyKey::verify`] checks that a
//! key is that of a circuit and of powers of tau, and every contribution. Files are those of snarkjs.
//!
//! Source: S. Bowe, A. Gabizon, I. Miers, "Scalable multi-party computation for zk-SNARK parameters in the random
//! beacon model", 2017.

pub(crate) mod blake2b;
mod columns;
mod contribute;
pub(crate) mod contribution;
mod entropy;
mod error;
mod key;
pub(crate) mod lagrange;
pub(crate) mod multiples;
mod new;
pub(crate) mod pairings;
pub(crate) mod points;
pub(crate) mod sampling;
mod threads;
mod transcript;
mod verify;

pub use contribution::{Beacon, Contribution, KnowledgeProof, LARGEST_EXPONENT, Parameters};
pub use entropy::Entropy;
pub use error::SetupError;
pub use key::CeremonyKey;
pub use new::log_domain_size;
pub use pairings::Pairing;
pub use verify::{KeyFault, KeyVerdict};
