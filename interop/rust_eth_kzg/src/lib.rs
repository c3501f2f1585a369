//! The API of the crate rust_eth_kzg 0.10.0, implemented by Vorpal: cells of EIP-7594 and blobs of EIP-4844.
//!
//! ```
//! use rust_eth_kzg::{DASContext, TrustedSetup, UsePrecomp};
//!
//! let context = DASContext::new(&TrustedSetup::default(), UsePrecomp::Yes { width: 3 });
//! let blob = [0; 131_072];
//! let commitment = context.blob_to_kzg_commitment(&blob).unwrap();
//! let (cells, proofs) = context.compute_cells_and_kzg_proofs(&blob).unwrap();
//! context.verify_cell_kzg_proof_batch(vec![&commitment], &[7], vec![&cells[7]], vec![&proofs[7]]).unwrap();
//! ```
//!
//! The README lists the differences from that crate.

#![forbid(unsafe_code)]

mod arguments;
mod cells;
pub mod constants;
mod context;
mod errors;
mod setup;
mod types;
mod values;

pub use context::{DASContext, UsePrecomp};
pub use errors::Error;
pub use setup::TrustedSetup;
pub use types::{BlobRef, Bytes48Ref, Cell, CellIndex, CellRef, KZGCommitment, KZGProof, SerializedScalar};

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
