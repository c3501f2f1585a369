//! Setups of circuits: the keys of a circuit from powers of tau, in ceremonies of many contributors.
//!
//! [`CeremonyKey::new`] computes the key of a circuit with `delta = 1`, which is not safe for proofs.
//! [`CeremonyKey::contribute`] multiplies `delta` by a secret. A key is safe if one contributor to the powers of
//! tau and one contributor to the key forgot their secrets.
//! [`CeremonyKey::apply_beacon`] contributes a public random value at the end. [`CeremonyKey::verify`] checks that a
//! key is that of a circuit and of powers of tau, and every contribution. Files are those of snarkjs.
//!
//! Source: S. Bowe, A. Gabizon, I. Miers, "Scalable multi-party computation for zk-SNARK parameters in the random
//! beacon model", 2017.

mod columns;
mod contribute;
mod doubles;
mod forms;
mod key;
mod new;
mod transcript;
mod verify;

pub use key::CeremonyKey;
pub use new::log_domain_size;
pub use verify::{KeyFault, KeyVerdict};

pub use crate::ceremony::{
    Beacon, Contribution, Entropy, KnowledgeProof, LARGEST_EXPONENT, Pairing, Parameters, SetupError,
};
