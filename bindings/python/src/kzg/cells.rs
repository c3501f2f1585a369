//! Cells of blobs, their proofs, and recovery.

use std::ops::Range;

use numpy::{PyArray1, PyArray3};
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::kzg::{
    BYTES_PER_BLOB, BYTES_PER_CELL, BlockCommitments, CELLS_PER_BLOB, CellProof, Error, Setup,
};

use super::setup::PySetup;
use super::{at, fill, items, rows_of_blobs, same_count, validity};
use crate::buffer::{Rows, numbers};
use crate::context::Pool;
use crate::error::Failure;

/// The bytes of all cells of a blob.
const ALL_CELLS: usize = CELLS_PER_BLOB * BYTES_PER_CELL;
/// The bytes of the proofs of all cells of a blob.
const ALL_PROOFS: usize = CELLS_PER_BLOB * 48;

type CellsAndProofs<'py> = (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray3<u8>>);

#[pymethods]
impl PySetup {
    /// The 128 cells of each of ``n`` blobs: shape (n, 128, 2048). The first 64 are the blob itself. An interrupt
    /// (Ctrl+C) ends this and the next three methods after at most 32 blobs.
    #[pyo3(signature = (blobs, *, threads = None))]
    fn cells<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let blobs = items(&blobs);
        let [cells] = fill(py, &pool, blobs.len(), [BYTES_PER_CELL], |range, [cells]| {
            write_each(range, cells, |index| {
                Ok(self.0.compute_cells(blobs[index]).map_err(|error| at(error, index))?)
            })
        })?;
        Ok(cells)
    }

    /// The 128 cells of each of ``n`` blobs and their proofs: shapes (n, 128, 2048) and (n, 128, 48).
    #[pyo3(signature = (blobs, *, threads = None))]
    fn cells_and_proofs<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<CellsAndProofs<'py>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let blobs = items(&blobs);
        let [cells, proofs] =
            fill(py, &pool, blobs.len(), [BYTES_PER_CELL, 48], |range, [cells, proofs]| {
                let first = range.start;
                let found = self.0.compute_cells_and_kzg_proofs_batch(&blobs[range]);
                let found = found.map_err(|error| moved(error, first))?;
                let targets = cells.chunks_exact_mut(ALL_CELLS).zip(proofs.chunks_exact_mut(ALL_PROOFS));
                for ((cells, proofs), (found_cells, found_proofs)) in targets.zip(found) {
                    cells.copy_from_slice(found_cells.as_flattened());
                    proofs.copy_from_slice(found_proofs.as_flattened());
                }
                Ok(())
            })?;
        Ok((cells, proofs))
    }

    /// All cells of ``n`` blobs from the same ``k`` cells of each, 64 to 128: shape (n, 128, 2048). ``indices`` has the
    /// ``k`` ascending numbers of the cells; ``cells`` has the shape (n, k, 2048), or (k, 2048) for one blob. Cells
    /// that are not those of one blob are an error.
    #[pyo3(signature = (indices, cells, *, threads = None))]
    fn recover_cells<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        cells: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let (pool, given) = (Pool::of(threads)?, Given::new(indices, cells)?);
        let (indices, of_blobs) = (&given.indices, given.cells());
        let [cells] = fill(py, &pool, of_blobs.len(), [BYTES_PER_CELL], |range, [cells]| {
            write_each(range, cells, |blob| recover(&self.0, indices, &of_blobs, blob))
        })?;
        Ok(cells)
    }

    /// As :meth:`recover_cells`, and the proofs: shapes (n, 128, 2048) and (n, 128, 48).
    #[pyo3(signature = (indices, cells, *, threads = None))]
    fn recover_cells_and_proofs<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        cells: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<CellsAndProofs<'py>> {
        let (pool, given) = (Pool::of(threads)?, Given::new(indices, cells)?);
        let (indices, of_blobs) = (&given.indices, given.cells());
        let [cells, proofs] =
            fill(py, &pool, of_blobs.len(), [BYTES_PER_CELL, 48], |range, [cells, proofs]| {
                write_each(range, &mut *cells, |blob| recover(&self.0, indices, &of_blobs, blob))?;
                // The first 64 cells are the blob.
                let blobs: Vec<&[u8]> =
                    cells.chunks_exact(ALL_CELLS).map(|cells| &cells[..BYTES_PER_BLOB]).collect();
                let found = self.0.compute_cells_and_kzg_proofs_batch(&blobs)?;
                for (target, (_, found)) in proofs.chunks_exact_mut(ALL_PROOFS).zip(found) {
                    target.copy_from_slice(found.as_flattened());
                }
                Ok(())
            })?;
        Ok((cells, proofs))
    }

    /// Whether each of ``n`` cells is that of its commitment: an array of truth values of shape (n,). All are verified
    /// together; if that fails, the wrong ones are searched, which takes about ``log2(n)`` further products of two
    /// pairings for each.
    ///
    /// ``indices`` has the numbers of the cells, in any order: a list or ``uint64`` of shape (n,). ``cells``: (n,
    /// 2048); ``proofs``: (n, 48). ``commitments`` has the shape (n, 48), or those of the blobs of a block if ``blobs``
    /// has the number of the commitment of each cell.
    #[pyo3(signature = (commitments, indices, cells, proofs, *, blobs = None, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn verify_cells<'py>(
        &self,
        py: Python<'py>,
        commitments: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        cells: &Bound<'py, PyAny>,
        proofs: &Bound<'py, PyAny>,
        blobs: Option<&Bound<'py, PyAny>>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (pool, cells) = (Pool::of(threads)?, Rows::new(cells, "cells", BYTES_PER_CELL)?);
        let proofs = Rows::like(proofs, "proofs", 48, &cells)?;
        let commitments = Rows::new(commitments, "commitments", 48)?;
        let indices = numbers(indices, "indices")?;
        let blobs = blobs.map(|blobs| numbers(blobs, "blobs")).transpose()?;
        same_count("indices", &indices, &cells)?;
        if let Some(blobs) = &blobs {
            same_count("blobs", blobs, &cells)?;
        }
        if blobs.is_none() {
            commitments.check_count(cells.count(), "cells")?;
        }
        let (cells, proofs, commitments) = (items(&cells), proofs.items::<48>(), commitments.items::<48>());
        let verdict = pool.run(py, || match &blobs {
            None => self.0.verify_cells(commitments, &indices, &cells, proofs),
            Some(blobs) => {
                let block = BlockCommitments::new(commitments)?;
                let entry = |i: usize| CellProof {
                    commitment: blobs[i],
                    index: indices[i],
                    cell: cells[i],
                    proof: &proofs[i],
                };
                let entries: Vec<CellProof<'_>> = (0..cells.len()).map(entry).collect();
                self.0.verify_cells_of_block(&block, &entries)
            }
        });
        validity(py, cells.len(), &verdict.map_err(Failure::from)?)
    }
}

/// The cells from which blobs are recovered: the same ones of each blob.
struct Given<'py> {
    indices: Vec<u64>,
    cells: Rows<'py>,
}

impl<'py> Given<'py> {
    fn new(indices: &Bound<'py, PyAny>, cells: &Bound<'py, PyAny>) -> PyResult<Self> {
        let indices = numbers(indices, "indices")?;
        let (cells, of_one) = rows_of_blobs(cells, "cells", BYTES_PER_CELL)?;
        let of_one = of_one.unwrap_or(cells.count());
        if of_one != indices.len() {
            let message = format!("cells: {of_one} for a blob; indices has {}", indices.len());
            return Err(Failure::argument(message).into());
        }
        if of_one == 0 {
            return Err(Failure::from(Error::NumberOfCells { found: 0 }).into());
        }
        Ok(Self { indices, cells })
    }

    /// The cells of each blob.
    fn cells(&self) -> Vec<Vec<&[u8]>> {
        items(&self.cells).chunks_exact(self.indices.len()).map(<[&[u8]]>::to_vec).collect()
    }
}

/// All cells of a blob from some of them.
fn recover(
    setup: &Setup,
    indices: &[u64],
    of_blobs: &[Vec<&[u8]>],
    blob: usize,
) -> Result<Vec<[u8; BYTES_PER_CELL]>, Failure> {
    setup.recover_cells(indices, &of_blobs[blob]).map_err(|error| match error {
        Error::Malformed { .. } | Error::Inconsistent { .. } => {
            Failure::from(error).of(&format!("cells of blob {blob}"))
        }
        error => error.into(),
    })
}

/// Writes the cells of each blob of a range, in parallel. The error is that of the first blob.
fn write_each(
    range: Range<usize>,
    target: &mut [u8],
    cells: impl Fn(usize) -> Result<Vec<[u8; BYTES_PER_CELL]>, Failure> + Sync + Send,
) -> Result<(), Failure> {
    let results: Vec<Result<(), Failure>> = range
        .into_par_iter()
        .zip(target.par_chunks_exact_mut(ALL_CELLS))
        .map(|(index, target)| {
            target.copy_from_slice(cells(index)?.as_flattened());
            Ok(())
        })
        .collect();
    results.into_iter().collect()
}

/// The error of a blob of a part of a batch, with its index in the batch.
fn moved(error: Error, first: usize) -> Error {
    match error {
        Error::Malformed { argument, index: Some(index), reason } => {
            Error::Malformed { argument, index: Some(first + index), reason }
        }
        error => error,
    }
}
