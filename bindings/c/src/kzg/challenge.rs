//! The challenges of the specification, which have vectors of their own.

use vorpal::kzg::challenge::{CellOfBatch, compute_challenge, compute_verify_cell_kzg_proof_batch_challenge};

use super::{Blob, Point};
use crate::entry::call;
use crate::kzg::{VORPAL_KZG_CELL_BYTES, VORPAL_KZG_POINT_BYTES};
use crate::status::vorpal_status;

/// The point at which a blob is compared with its commitment: `compute_challenge` of the specification. The bytes are
/// hashed as they are. `challenge` receives 32 bytes, big-endian.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_challenge(
    blob: *const u8,
    commitment: *const u8,
    challenge: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let blob: &Blob = buffers.array(blob, "blob")?;
        let commitment: &Point = buffers.array(commitment, "commitment")?;
        let challenge: &mut [u8; 32] = buffers.place(challenge.cast(), "challenge")?;
        *challenge = compute_challenge(blob, commitment).to_be_bytes();
    })
}

/// The number whose powers are the weights of a batch of cells in the specification:
/// `compute_verify_cell_kzg_proof_batch_challenge`. No function of this library uses it. `commitments` has the
/// `commitment_count` distinct commitments; `count` cells have the index of their commitment, their own index, bytes
/// and proof. The bytes are hashed as they are. `challenge` receives 32 bytes, big-endian.
///
/// # Safety
/// Each pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_cells_challenge(
    commitment_count: usize,
    commitments: *const u8,
    count: usize,
    commitment_indices: *const u64,
    cell_indices: *const u64,
    cells: *const u8,
    proofs: *const u8,
    challenge: *mut u8,
) -> vorpal_status {
    call!([], |buffers| {
        let commitments =
            buffers.items::<VORPAL_KZG_POINT_BYTES>(commitments, commitment_count, "commitments")?;
        let commitment_indices = buffers.input(commitment_indices, count, "commitment_indices")?;
        let cell_indices = buffers.input(cell_indices, count, "cell_indices")?;
        let cells = buffers.items::<VORPAL_KZG_CELL_BYTES>(cells, count, "cells")?;
        let proofs = buffers.items::<VORPAL_KZG_POINT_BYTES>(proofs, count, "proofs")?;
        let challenge: &mut [u8; 32] = buffers.place(challenge.cast(), "challenge")?;
        let cells: Vec<CellOfBatch<'_>> = (0..count)
            .map(|k| CellOfBatch {
                commitment: commitment_indices[k],
                cell: cell_indices[k],
                bytes: &cells[k],
                proof: &proofs[k],
            })
            .collect();
        *challenge = compute_verify_cell_kzg_proof_batch_challenge(commitments, &cells).to_be_bytes();
    })
}
