//! Groth16 proofs for circuits of circom: keys, witnesses, proofs and verification keys in the formats of snarkjs, on
//! BN254 and BLS12-381 (J. Groth, "On the size of pairing-based non-interactive arguments", 2016).
//!
//! ```no_run
//! use vorpal_groth16::{Bn254, Prover, Verifier, Witness};
//!
//! let prover = Prover::<Bn254>::open("circuit.zkey")?;
//! let witness = Witness::open("witness.wtns")?;
//! let proof = prover.prove(&witness)?;
//!
//! let verifier = Verifier::new(prover.verification_key().clone())?;
//! assert!(verifier.verify(prover.public_signals(&witness)?, &proof)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | Task | |
//! |---|---|
//! | proofs | [`Prover`], of a file or a [`Zkey`], and a [`Witness`] |
//! | verification | [`Verifier`]; many together: [`Verifier::verify_batch`] |
//! | JSON | [`Proof::to_json`], [`VerificationKey::from_json`], [`json::read_public`] |
//! | why a witness is wrong | [`r1cs`], [`sym`] |
//! | setups | [`ptau`], [`setup`] |
//!
//! # Layout
//!
//! [`Curve`] is the curve as data; [`Coordinate`] has the bytes of coordinates in files. [`mod@file`] is the container
//! of all binary formats: a magic, a version, and sections. A [`Container`](file::Container) has the table of sections
//! of bytes or of a file, and a [`Section`](file::Section) reads one of them in order. A [`Writer`](file::Writer)
//! writes sections whose lengths are known before. All refusals are a [`FileError`](file::FileError), which names
//! section, offset and reason.
//!
//! # Secrets
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! There is one exception: the witness is a secret, but proofs take variable time in it. Their sums depend on its
//! zeros, small values and digits. Products with the blinding factors of proofs take constant time. Both are wiped.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod batch;
mod calldata;
#[cfg(feature = "std")]
mod ceremony;
#[cfg(feature = "std")]
mod check;
mod coordinate;
mod curve;
mod curve_id;
pub mod file;
pub mod json;
mod proof;
mod prover;
#[cfg(feature = "std")]
pub mod ptau;
#[cfg(feature = "std")]
pub mod r1cs;
mod roots;
#[cfg(feature = "std")]
pub mod setup;
#[cfg(feature = "std")]
pub mod sym;
mod verdict;
mod verification_key;
mod verifier;
mod witness;
pub mod zkey;

pub use batch::Statement;
#[cfg(feature = "std")]
pub use check::{Unsatisfied, WitnessError};
pub use coordinate::Coordinate;
pub use curve::{Curve, Points};
pub use curve_id::CurveId;
pub use proof::Proof;
pub use prover::{Blinding, OnProgress, Prover, ProverError};
pub use roots::domains;
pub use verdict::Verdict;
pub use verification_key::VerificationKey;
pub use verifier::{Verifier, VerifyError};
pub use vorpal_pairing::bls12_381::Bls12_381;
pub use vorpal_pairing::bn254::Bn254;
pub use witness::{ConstantError, Witness};
pub use zkey::Zkey;

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
