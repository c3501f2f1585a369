//! KZG commitments for Ethereum clients: the blobs of EIP-4844 and the cells of EIP-7594.
//!
//! [`Setup`] has the functions of the specification by their names, from bytes to bytes. Below them are typed forms:
//! [`Commitment`], [`Proof`], [`Cell`], [`Blob`].
//!
//! ```
//! use vorpal_kzg::Setup;
//! let setup = Setup::ethereum(); // or with tables: Setup::ethereum().with_memory(48 << 20)?
//! let mut blob = vec![0; 131_072];
//! blob[31] = 7;
//! let commitment = setup.blob_to_kzg_commitment(&blob)?;
//!
//! // A node that has half of the cells has all of them.
//! let (cells, proofs) = setup.compute_cells_and_kzg_proofs(&blob)?;
//! let odd: Vec<u64> = (1..128).step_by(2).collect();
//! let half: Vec<_> = odd.iter().map(|index| &cells[*index as usize]).collect();
//! assert_eq!(setup.recover_cells(&odd, &half)?, cells);
//!
//! // Many cells are verified together.
//! let indices = [0, 100];
//! let some = indices.map(|index| &cells[index as usize]);
//! let their_proofs = indices.map(|index| &proofs[index as usize]);
//! assert!(setup.verify_cell_kzg_proof_batch(&[commitment; 2], &indices, &some, &their_proofs)?);
//! # Ok::<(), vorpal_kzg::Error>(())
//! ```
//!
//! | The specification | Many | With values |
//! |---|---|---|
//! | [`blob_to_kzg_commitment`](Setup::blob_to_kzg_commitment) | [`blobs_to_kzg_commitments`] | [`commitment`] |
//! | [`compute_kzg_proof`](Setup::compute_kzg_proof) | | [`proof`](Setup::proof) |
//! | [`compute_blob_kzg_proof`](Setup::compute_blob_kzg_proof) | | |
//! | [`verify_kzg_proof`](Setup::verify_kzg_proof) | | [`verify_value`](Setup::verify_value) |
//! | [`verify_blob_kzg_proof`](Setup::verify_blob_kzg_proof) | | |
//! | [`verify_blob_kzg_proof_batch`](Setup::verify_blob_kzg_proof_batch) | [`verify_blobs`](Setup::verify_blobs) | |
//! | [`compute_cells`](Setup::compute_cells) | | |
//! | [`compute_cells_and_kzg_proofs`] | [`compute_cells_and_kzg_proofs_batch`] | [`cells_and_proofs`] |
//! | [`recover_cells`](Setup::recover_cells) | | |
//! | [`recover_cells_and_kzg_proofs`](Setup::recover_cells_and_kzg_proofs) | | |
//! | [`verify_cell_kzg_proof_batch`](Setup::verify_cell_kzg_proof_batch) | [`verify_cells`], [`CellVerifier`] | |
//! | [`challenge::compute_challenge`] | | |
//!
//! [`blobs_to_kzg_commitments`]: Setup::blobs_to_kzg_commitments
//! [`commitment`]: Setup::commitment
//! [`compute_cells_and_kzg_proofs`]: Setup::compute_cells_and_kzg_proofs
//! [`compute_cells_and_kzg_proofs_batch`]: Setup::compute_cells_and_kzg_proofs_batch
//! [`cells_and_proofs`]: Setup::cells_and_proofs
//! [`verify_cells`]: Setup::verify_cells
//!
//! A malformed argument is an [`Error`], which names the argument and its index. A wrong proof is `false`, or a
//! [`Verdict`] that names the wrong entries. No cells or blobs are valid. Infinity is a valid commitment and proof.
//!
//! Batches are checked by sums with weights of 128 bits. A check of `k` sums errs with a probability of at most
//! `k 2^-128`. Without feature `getrandom`, the batch alone determines the weights, and an attacker who computes `t`
//! hashes finds a batch that errs with a probability of at most `t k 2^-128 + t^2 2^-256`
//! ([`Weights`](vorpal_msm::Weights)).
//!
//! Time depends on a value only if the name of the function ends in `_vartime`, or the value is public by its role.
//! Such are blobs, cells, commitments and proofs. There are no secrets here, and all functions take variable time. The
//! memory of a call is bounded by its arguments and the tables.
//!
//! Source: the specifications of EIP-4844 and EIP-7594 (`ethereum/consensus-specs`, `ethereum/cryptography-specs`).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

mod blob_batch;
mod block;
mod cell_batch;
mod cell_proofs;
mod cell_verifier;
pub mod challenge;
mod comb;
mod constant_multiples;
mod convolution;
mod decoding;
mod domains;
mod eip4844;
mod eip7594;
mod encoding;
mod error;
mod parameters;
mod polynomial;
mod recovery;
mod scalars;
mod setup;
mod signs;
mod transformed;
mod verdict;

pub use block::BlockCommitments;
pub use cell_batch::CellProof;
pub use cell_verifier::CellVerifier;
pub use eip7594::{CellBytes, CellsAndProofs};
pub use encoding::{Blob, Cell, Commitment, Proof};
pub use error::{Argument, Error, Malformed, SetupError};
pub use parameters::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_PROOF, BYTES_PER_SCALAR, CELLS_PER_BLOB,
    CELLS_TO_RECOVER, SCALARS_PER_BLOB, SCALARS_PER_CELL,
};
pub use setup::{Setup, TablePlan};
pub use verdict::Verdict;

/// Runs the README's code as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
