//! The API of the crate c-kzg 2.1.8, implemented by Vorpal: blobs of EIP-4844 and cells of EIP-7594.
//!
//! ```
//! use c_kzg::{Blob, ethereum_kzg_settings};
//!
//! let settings = ethereum_kzg_settings(0); // 8 has tables for proofs
//! let blob = Blob::default();
//! let commitment = settings.blob_to_kzg_commitment(&blob)?.to_bytes();
//! let proof = settings.compute_blob_kzg_proof(&blob, &commitment)?.to_bytes();
//! assert!(settings.verify_blob_kzg_proof(&blob, &commitment, &proof)?);
//! # Ok::<(), c_kzg::Error>(())
//! ```
//!
//! The README lists the differences from that crate.

#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bytes;
mod constants;
mod error;
#[cfg(feature = "ethereum_kzg_settings")]
mod ethereum;
mod functions;
mod points;
#[cfg(feature = "serde")]
mod serde;
mod settings;

pub use bytes::{Blob, Bytes32, Bytes48, Cell};
pub use constants::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT, BYTES_PER_PROOF,
    CELLS_PER_EXT_BLOB, FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_CELL,
};
pub use error::{CkzgError, Error};
#[cfg(feature = "ethereum_kzg_settings")]
pub use ethereum::{ethereum_kzg_settings, ethereum_kzg_settings_arc};
pub use points::{KzgCommitment, KzgProof};
pub use settings::KzgSettings;

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
