//! The challenges of the specification: hashes of what a verifier is given, as scalars.
//!
//! The challenge of a blob is part of the meaning of its proof. The challenge of a batch of cells is not used here:
//! batches have their own weights ([`vorpal_msm::Weights`]). It is provided because the specification has vectors for
//! it.

use sha2::{Digest, Sha256};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::parameters::{SCALARS_PER_BLOB, SCALARS_PER_CELL};

/// The domain separator of challenges of blobs.
const BLOB_DOMAIN: &[u8; 16] = b"FSBLOBVERIFY_V1_";
/// The domain separator of challenges of batches of cells.
const CELLS_DOMAIN: &[u8; 16] = b"RCKZGCBATCH__V1_";

/// `compute_challenge`: the point at which a blob is compared with its commitment. The bytes are hashed as they are;
/// a caller of the functions that compare has checked their lengths.
pub fn compute_challenge(blob: &[u8], commitment: &[u8; 48]) -> Scalar {
    let hash = Sha256::new()
        .chain_update(BLOB_DOMAIN)
        .chain_update((SCALARS_PER_BLOB as u128).to_be_bytes())
        .chain_update(blob)
        .chain_update(commitment);
    Scalar::from_be_bytes_reduced(&hash.finalize())
}

/// A cell of a batch, for [`compute_verify_cell_kzg_proof_batch_challenge`].
#[derive(Clone, Copy, Debug)]
pub struct CellOfBatch<'a> {
    /// The index of the commitment in the list of distinct ones.
    pub commitment: u64,
    /// The index of the cell.
    pub cell: u64,
    /// The bytes of the cell.
    pub bytes: &'a [u8; 2048],
    /// The proof.
    pub proof: &'a [u8; 48],
}

/// `compute_verify_cell_kzg_proof_batch_challenge`: the number whose powers are the weights of a batch of cells in the
/// specification.
pub fn compute_verify_cell_kzg_proof_batch_challenge(
    commitments: &[[u8; 48]],
    cells: &[CellOfBatch<'_>],
) -> Scalar {
    let mut hash = Sha256::new().chain_update(CELLS_DOMAIN);
    for number in [SCALARS_PER_BLOB, SCALARS_PER_CELL, commitments.len(), cells.len()] {
        hash.update((number as u64).to_be_bytes());
    }
    commitments.iter().for_each(|commitment| hash.update(commitment));
    for cell in cells {
        hash.update(cell.commitment.to_be_bytes());
        hash.update(cell.cell.to_be_bytes());
        hash.update(cell.bytes);
        hash.update(cell.proof);
    }
    Scalar::from_be_bytes_reduced(&hash.finalize())
}
