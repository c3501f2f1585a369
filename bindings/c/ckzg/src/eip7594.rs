//! EIP-7594: cells of extended blobs, and their proofs.

use vorpal_kzg::CellsAndProofs;

use crate::call::{call, check_out, code, list, one, write};
use crate::settings::setup;
use crate::types::C_KZG_RET::{self, *};
use crate::types::{Blob, Bytes48, Cell, KZGSettings};

/// Checks the places for cells and proofs, of which one may be null.
fn check_places(cells: *mut Cell, proofs: *mut Bytes48) -> Result<(), C_KZG_RET> {
    if cells.is_null() && proofs.is_null() { Err(C_KZG_BADARGS) } else { Ok(()) }
}

/// Writes what is asked for.
///
/// # Safety
/// Each pointer is null, or to places for 128 values.
unsafe fn write_results(cells: *mut Cell, proofs: *mut Bytes48, results: CellsAndProofs) {
    if !cells.is_null() {
        // SAFETY: the caller's promise.
        unsafe { write(cells, results.0.into_iter().map(|bytes| Cell { bytes })) };
    }
    if !proofs.is_null() {
        // SAFETY: the caller's promise.
        unsafe { write(proofs, results.1.into_iter().map(|bytes| Bytes48 { bytes })) };
    }
}

/// The cells of a blob and their proofs. One of the outputs may be null.
///
/// # Safety
/// Each pointer is null or to values of its type; outputs have places for 128 values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn compute_cells_and_kzg_proofs(
    cells: *mut Cell,
    proofs: *mut Bytes48,
    blob: *const Blob,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_places(cells, proofs)?;
        // SAFETY: the contract of the function.
        unsafe {
            let (blob, setup) = (&one(blob)?.bytes, setup(s)?);
            let results = if proofs.is_null() {
                setup.compute_cells(blob).map(|cells| (cells, Vec::new()))
            } else {
                setup.compute_cells_and_kzg_proofs(blob)
            };
            write_results(cells, proofs, results.map_err(code)?);
        }
        Ok(())
    })
}

/// All cells of a blob and their proofs, from at least 64 cells with ascending indices. One of the outputs may be null.
///
/// # Safety
/// As for [`compute_cells_and_kzg_proofs`]; `num_cells` indices and cells are given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recover_cells_and_kzg_proofs(
    recovered_cells: *mut Cell,
    recovered_proofs: *mut Bytes48,
    cell_indices: *const u64,
    cells: *const Cell,
    num_cells: u64,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_places(recovered_cells, recovered_proofs)?;
        // SAFETY: the contract of the function.
        unsafe {
            let (indices, cells) = (list(cell_indices, num_cells)?, list(cells, num_cells)?);
            let setup = setup(s)?;
            let results = if recovered_proofs.is_null() {
                setup.recover_cells(indices, cells).map(|cells| (cells, Vec::new()))
            } else {
                setup.recover_cells_and_kzg_proofs(indices, cells)
            };
            write_results(recovered_cells, recovered_proofs, results.map_err(code)?);
        }
        Ok(())
    })
}

/// Whether all cells are those of their commitments; true without cells. `*ok` is false after an error.
///
/// # Safety
/// Each pointer is null or to `num_cells` values of its type; `ok` is writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn verify_cell_kzg_proof_batch(
    ok: *mut bool,
    commitments_bytes: *const Bytes48,
    cell_indices: *const u64,
    cells: *const Cell,
    proofs_bytes: *const Bytes48,
    num_cells: u64,
    s: *const KZGSettings,
) -> C_KZG_RET {
    call(|| {
        check_out(ok)?;
        // SAFETY: the contract of the function.
        unsafe {
            if num_cells == 0 {
                // Also with null for everything else.
                write(ok, [true]);
                return Ok(());
            }
            write(ok, [false]);
            let (commitments, indices) =
                (list(commitments_bytes, num_cells)?, list(cell_indices, num_cells)?);
            let (cells, proofs) = (list(cells, num_cells)?, list(proofs_bytes, num_cells)?);
            let verified = setup(s)?.verify_cell_kzg_proof_batch(commitments, indices, cells, proofs);
            write(ok, [verified.map_err(code)?]);
        }
        Ok(())
    })
}
