//! Batches of cells that grow as the cells of a block arrive.

use vorpal::kzg::{BlockCommitments, CellProof, CellVerifier, Verdict};

use super::{VerdictPlaces, unnamed, vorpal_kzg_setup};
use crate::context::vorpal_ctx;
use crate::entry::{call, enter};
use crate::error::Failure;
use crate::guarded::Guarded;
use crate::handle::{Handle, free, give};
use crate::kzg::{VORPAL_KZG_CELL_BYTES, VORPAL_KZG_POINT_BYTES};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// A batch of cells of a block, which grows as cells arrive. Several threads may use a verifier at the same time.
#[derive(Debug)]
pub struct vorpal_kzg_verifier {
    verifier: Guarded<CellVerifier>,
}

impl Handle for vorpal_kzg_verifier {}

/// Creates a verifier of cells of the blobs of a block, without cells. `commitments` has `count` commitments of
/// `VORPAL_KZG_POINT_BYTES` each, which are decoded here once, and may repeat. The setup may be freed before the
/// verifier.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; `commitments` is null or to memory of the stated length; `out`
/// is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verifier_new(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    commitments: *const u8,
    out: *mut *mut vorpal_kzg_verifier,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        buffers.check_out(out)?;
        let commitments = buffers.items::<VORPAL_KZG_POINT_BYTES>(commitments, count, "commitments")?;
        let block = ctx.run(|| BlockCommitments::new(commitments))??;
        let verifier = Guarded::new(CellVerifier::new(&setup.setup, &block));
        give(out, vorpal_kzg_verifier { verifier });
    })
}

/// Adds `count` cells: all of them, or none if there is an error. `commitment_indices` has the position of the
/// commitment of each cell's blob in the list of `vorpal_kzg_verifier_new`. Then there are the index below 128, the
/// `VORPAL_KZG_CELL_BYTES` bytes and the proof of each cell.
///
/// Proofs are decoded here; sums and the pairing follow in `vorpal_kzg_verifier_finish`. A proof on the curve outside
/// the subgroup is added, and its cell is not valid. Indices in messages count all cells added so far. Memory is that
/// of the cells, until the verifier is freed. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `verifier` null or a verifier; each other pointer is null or to memory of the stated
/// length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verifier_add(
    ctx: *const vorpal_ctx,
    verifier: *const vorpal_kzg_verifier,
    count: usize,
    commitment_indices: *const u64,
    cell_indices: *const u64,
    cells: *const u8,
    proofs: *const u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, verifier: vorpal_kzg_verifier], |buffers| {
        let commitment_indices = buffers.input(commitment_indices, count, "commitment_indices")?;
        let cell_indices = buffers.input(cell_indices, count, "cell_indices")?;
        let cells = buffers.items::<VORPAL_KZG_CELL_BYTES>(cells, count, "cells")?;
        let proofs = buffers.items::<VORPAL_KZG_POINT_BYTES>(proofs, count, "proofs")?;
        let entries: Vec<CellProof<'_>> = (0..count)
            .map(|k| CellProof {
                commitment: commitment_indices[k],
                index: cell_indices[k],
                cell: &cells[k],
                proof: &proofs[k],
            })
            .collect();
        let mut held = verifier.verifier.write()?;
        let verifier = &mut *held;
        ctx.run(|| verifier.add(&entries))??;
    })
}

/// Writes the number of cells that were added.
///
/// # Safety
/// `verifier` is null or a verifier; `out` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verifier_count(
    verifier: *const vorpal_kzg_verifier,
    out: *mut usize,
) -> vorpal_status {
    call!([verifier: vorpal_kzg_verifier], |buffers| {
        let out = buffers.place(out, "out")?;
        *out = verifier.verifier.read()?.len();
    })
}

/// Whether all cells that were added are those of their commitments, by one sum with private weights of 128 bits.
/// `*valid` receives 1 or 0: 1 without cells. Cells may be added afterwards; the next call verifies all again.
///
/// `items` is null, or receives a `vorpal_item` for each of `count` cells in the order in which they were added. Then
/// `count` must be their number. `vorpal_kzg_verify_cells_batch` says what names cost; a proof outside the subgroup
/// costs an exact check of all proofs. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `verifier` null or a verifier; `items` is null or to `count` bytes; `valid` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verifier_finish(
    ctx: *const vorpal_ctx,
    verifier: *const vorpal_kzg_verifier,
    count: usize,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, 1) };
    call!([ctx: vorpal_ctx, verifier: vorpal_kzg_verifier], |buffers| {
        let places = VerdictPlaces::new(&mut buffers, count, items, valid)?;
        let names = places.names();
        let held = verifier.verifier.read()?;
        let verifier = &*held;
        if names && count != verifier.len() {
            let message = format_args!("count is {count}; the verifier has {} cells", verifier.len());
            return Err(Failure::argument(message));
        }
        let verdict: Verdict =
            ctx.run(|| if names { verifier.finish() } else { unnamed(verifier.is_valid()) })?;
        places.write(&verdict);
    })
}

/// Frees a verifier; null is ignored.
///
/// # Safety
/// `verifier` is null or a verifier that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verifier_free(verifier: *mut vorpal_kzg_verifier) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(verifier) };
        Ok(())
    });
}
