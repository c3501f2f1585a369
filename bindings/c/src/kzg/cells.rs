//! Cells of extended blobs: with proofs, from other cells, and verification.

use rayon::prelude::*;
use vorpal::kzg::{CellsAndProofs, Error, Setup};

use super::{Blob, Cell, Point, VerdictPlaces, of_blob, unnamed, vorpal_kzg_setup};
use crate::buffer::Buffers;
use crate::context::vorpal_ctx;
use crate::entry::call;
use crate::error::Failure;
use crate::kzg::{VORPAL_KZG_BLOB_BYTES, VORPAL_KZG_CELL_BYTES, VORPAL_KZG_CELLS, VORPAL_KZG_POINT_BYTES};
use crate::status::vorpal_status;
use crate::verdict::{refuse, refuse_items};

/// The places for the cells of blobs and for their proofs, of which one may be missing.
struct Places<'a> {
    cells: Option<&'a mut [Cell]>,
    proofs: Option<&'a mut [Point]>,
}

impl<'a> Places<'a> {
    /// The places for `count` blobs.
    ///
    /// # Safety
    /// Each pointer is null or to memory for them, which nobody else uses during the lifetime.
    unsafe fn new(
        buffers: &mut Buffers,
        count: usize,
        (cells, name): (*mut u8, &'static str),
        proofs: *mut u8,
    ) -> Result<Self, Failure> {
        let number = product(count, VORPAL_KZG_CELLS)?;
        // SAFETY: the caller's promise.
        let cells = unsafe { buffers.optional_output(cells, number, name) }?;
        // SAFETY: the caller's promise.
        let proofs = unsafe { buffers.optional_output(proofs, number, "proofs") }?;
        if count > 0 && cells.is_none() && proofs.is_none() {
            return Err(Failure::argument(format_args!("{name} and proofs are null")));
        }
        Ok(Self { cells, proofs })
    }

    /// Writes all results, which have no proofs if these are not asked for.
    fn write(self, results: &[CellsAndProofs]) {
        if let Some(places) = self.cells {
            for (place, (cells, _)) in places.chunks_exact_mut(VORPAL_KZG_CELLS).zip(results) {
                place.copy_from_slice(cells);
            }
        }
        if let Some(places) = self.proofs {
            for (place, (_, proofs)) in places.chunks_exact_mut(VORPAL_KZG_CELLS).zip(results) {
                place.copy_from_slice(proofs);
            }
        }
    }
}

fn product(count: usize, number: usize) -> Result<usize, Failure> {
    let product = count.checked_mul(number);
    product.ok_or_else(|| Failure::argument(format_args!("count: {count} times {number} cells are too many")))
}

/// Whether a blob can be recovered from this number of cells.
fn enough(number: usize) -> Result<(), Failure> {
    if (VORPAL_KZG_CELLS / 2..=VORPAL_KZG_CELLS).contains(&number) {
        return Ok(());
    }
    Err(Failure::from(Error::NumberOfCells { found: number }).of("number"))
}

/// The cells of blobs without proofs, on the current thread pool.
fn cells_only(setup: &Setup, blobs: &[Blob]) -> Result<Vec<CellsAndProofs>, Error> {
    let cells = |(index, blob): (usize, &Blob)| {
        let cells = setup.compute_cells(blob).map_err(|error| of_blob(index, error))?;
        Ok((cells, Vec::new()))
    };
    // The first error in the order of blobs: `collect` of a parallel iterator into a result returns any.
    let results: Vec<Result<CellsAndProofs, Error>> = blobs.par_iter().enumerate().map(cells).collect();
    results.into_iter().collect()
}

/// The 128 cells of each of `count` blobs, and their proofs: `compute_cells_and_kzg_proofs` of the specification.
///
/// `cells` receives `VORPAL_KZG_CELLS` times `VORPAL_KZG_CELL_BYTES` bytes for each blob, `proofs` `VORPAL_KZG_CELLS`
/// times `VORPAL_KZG_POINT_BYTES`. One of them may be null; without proofs, the call is `compute_cells` of the
/// specification, and takes a small part of the time. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_cells_and_proofs_batch(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    blobs: *const u8,
    cells: *mut u8,
    proofs: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let blobs = buffers.items::<VORPAL_KZG_BLOB_BYTES>(blobs, count, "blobs")?;
        let places = Places::new(&mut buffers, count, (cells, "cells"), proofs)?;
        let with_proofs = places.proofs.is_some();
        let results = ctx.run(|| {
            if with_proofs {
                return setup.setup.compute_cells_and_kzg_proofs_batch(blobs);
            }
            cells_only(&setup.setup, blobs)
        })??;
        places.write(&results);
    })
}

/// All 128 cells of each of `count` blobs, and their proofs, from `number` cells of each:
/// `recover_cells_and_kzg_proofs` of the specification. `number` is 64 to 128, also without blobs. `cell_indices` has
/// `number` strictly ascending indices below 128, which all blobs share, as they do where columns arrive. `cells` has
/// `VORPAL_KZG_CELL_BYTES` bytes for each cell: `number` cells of the first blob, then those of the next.
///
/// `recovered` receives `VORPAL_KZG_CELLS` times `VORPAL_KZG_CELL_BYTES` bytes for each blob, `proofs`
/// `VORPAL_KZG_CELLS` times `VORPAL_KZG_POINT_BYTES`. One of them may be null; without proofs, the call takes a small
/// part of the time. The first 64 recovered cells are the blob.
///
/// More than 64 cells that are not those of one blob are `VORPAL_ERROR_INPUT`. Of exactly 64, every choice is some
/// blob: verify cells before recovery. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_recover_batch(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    number: usize,
    cell_indices: *const u64,
    cells: *const u8,
    recovered: *mut u8,
    proofs: *mut u8,
) -> vorpal_status {
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        enough(number)?;
        let cell_indices = buffers.input(cell_indices, number, "cell_indices")?;
        let cells = buffers.items::<VORPAL_KZG_CELL_BYTES>(cells, product(count, number)?, "cells")?;
        let places = Places::new(&mut buffers, count, (recovered, "recovered"), proofs)?;
        let with_proofs = places.proofs.is_some();
        let recover = |blob: usize| {
            let cells = &cells[blob * number..(blob + 1) * number];
            let result = if with_proofs {
                setup.setup.recover_cells_and_kzg_proofs(cell_indices, cells)
            } else {
                setup.setup.recover_cells(cell_indices, cells).map(|cells| (cells, Vec::new()))
            };
            result.map_err(|error| {
                let failure = Failure::from(error);
                Failure::new(failure.status, format_args!("blob {blob}: {}", failure.message))
            })
        };
        let results: Vec<Result<CellsAndProofs, Failure>> =
            ctx.run(|| (0..count).into_par_iter().map(recover).collect())?;
        places.write(&results.into_iter().collect::<Result<Vec<_>, _>>()?);
    })
}

/// Whether `count` cells are those of their commitments: `verify_cell_kzg_proof_batch` of the specification, by one sum
/// with private weights of 128 bits. `commitments` has 48 bytes for each cell: the commitment to its blob. Then there
/// are the index below 128, the `VORPAL_KZG_CELL_BYTES` bytes and the proof of each cell. Cells may be in any order,
/// and repeat. Equal commitments are decoded once. `*valid` receives 1 or 0: 1 without cells.
///
/// `items` is null, or receives a `vorpal_item` for each cell: `VORPAL_ITEM_OK` or `VORPAL_ITEM_INVALID`. Then a batch
/// with wrong cells takes longer: about `log2(count)` further pairings for each of them, with sums. Whoever sends cells
/// chooses this cost: verify the cells of each peer in a batch of their own, or without items first. Malformed bytes
/// are an error of the whole call, whose message has their index. Variable time.
///
/// # Safety
/// `ctx` is null or a context, `setup` null or a setup; each other pointer is null or to memory of the stated length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_kzg_verify_cells_batch(
    ctx: *const vorpal_ctx,
    setup: *const vorpal_kzg_setup,
    count: usize,
    commitments: *const u8,
    cell_indices: *const u64,
    cells: *const u8,
    proofs: *const u8,
    items: *mut u8,
    valid: *mut i32,
) -> vorpal_status {
    // SAFETY: the contract of the function.
    unsafe { refuse(valid) };
    // SAFETY: the contract of the function.
    unsafe { refuse_items(items, count, VORPAL_KZG_CELL_BYTES) };
    call!([ctx: vorpal_ctx, setup: vorpal_kzg_setup], |buffers| {
        let commitments = buffers.items::<VORPAL_KZG_POINT_BYTES>(commitments, count, "commitments")?;
        let cell_indices = buffers.input(cell_indices, count, "cell_indices")?;
        let cells = buffers.items::<VORPAL_KZG_CELL_BYTES>(cells, count, "cells")?;
        let proofs = buffers.items::<VORPAL_KZG_POINT_BYTES>(proofs, count, "proofs")?;
        let places = VerdictPlaces::new(&mut buffers, count, items, valid)?;
        let names = places.names();
        let verdict = ctx.run(|| {
            let setup = &setup.setup;
            if names {
                return setup.verify_cells(commitments, cell_indices, cells, proofs);
            }
            setup.verify_cell_kzg_proof_batch(commitments, cell_indices, cells, proofs).map(unnamed)
        })??;
        places.write(&verdict);
    })
}
