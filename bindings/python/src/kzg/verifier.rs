//! Batches of cells that grow as the cells of a block arrive.

use std::sync::RwLock;

use numpy::PyArray1;
use pyo3::prelude::*;
use vorpal::kzg::{BYTES_PER_CELL, BlockCommitments, CellProof, CellVerifier};

use super::setup::PySetup;
use super::{items, same_count, validity};
use crate::buffer::{Rows, numbers};
use crate::context::Pool;
use crate::error::Failure;

/// A batch of cells of the blobs of a block, which grows as cells arrive.
///
/// ``commitments``: (n, 48), those of the blobs, which are decoded once. Proofs are decoded when their cells are added;
/// sums and the pairing follow when all cells are verified together. Several threads may use a verifier at the same
/// time.
#[pyclass(frozen, module = "vorpal.kzg", name = "CellVerifier")]
#[derive(Debug)]
pub(crate) struct PyCellVerifier(RwLock<CellVerifier>);

fn broken<E>(_: E) -> Failure {
    Failure::store("an earlier call with this verifier failed with an internal error")
}

impl PyCellVerifier {
    /// Reads the verifier on the threads of the pool. The calling thread holds the lock, without the GIL: a thread of
    /// the pool that waited for the lock could be the one that its holder waits for.
    fn read<R: Send>(
        &self,
        py: Python<'_>,
        pool: &Pool,
        work: impl FnOnce(&CellVerifier) -> R + Send,
    ) -> Result<R, Failure> {
        py.detach(|| {
            let verifier = self.0.read().map_err(broken)?;
            let verifier = &*verifier;
            Ok(pool.install(|| work(verifier)))
        })
    }
}

#[pymethods]
impl PyCellVerifier {
    #[new]
    #[pyo3(signature = (setup, commitments, *, threads = None))]
    fn new(
        py: Python<'_>,
        setup: &PySetup,
        commitments: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, commitments) = (Pool::of(threads)?, Rows::new(commitments, "commitments", 48)?);
        let commitments = commitments.items::<48>();
        let block = pool.run(py, || BlockCommitments::new(commitments)).map_err(Failure::from)?;
        Ok(Self(RwLock::new(CellVerifier::new(&setup.0, &block))))
    }

    /// Adds ``n`` cells: all of them, or none if there is an error. ``blobs`` has the number of each cell's commitment,
    /// ``indices`` that of the cell: lists or ``uint64`` of shape (n,). ``cells``: (n, 2048); ``proofs``: (n, 48).
    ///
    /// A proof on the curve outside the subgroup is added, and its cell is not valid. Indices in errors count all cells
    /// added so far.
    #[pyo3(signature = (blobs, indices, cells, proofs, *, threads = None))]
    fn add(
        &self,
        py: Python<'_>,
        blobs: &Bound<'_, PyAny>,
        indices: &Bound<'_, PyAny>,
        cells: &Bound<'_, PyAny>,
        proofs: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (pool, cells) = (Pool::of(threads)?, Rows::new(cells, "cells", BYTES_PER_CELL)?);
        let proofs = Rows::like(proofs, "proofs", 48, &cells)?;
        let (blobs, indices) = (numbers(blobs, "blobs")?, numbers(indices, "indices")?);
        same_count("blobs", &blobs, &cells)?;
        same_count("indices", &indices, &cells)?;
        let (cells, proofs) = (items(&cells), proofs.items::<48>());
        let entry = |i: usize| CellProof {
            commitment: blobs[i],
            index: indices[i],
            cell: cells[i],
            proof: &proofs[i],
        };
        let entries: Vec<CellProof<'_>> = (0..cells.len()).map(entry).collect();
        let added: Result<(), Failure> = py.detach(|| {
            let mut verifier = self.0.write().map_err(broken)?;
            let verifier = &mut *verifier;
            Ok(pool.install(|| verifier.add(&entries))?)
        });
        Ok(added?)
    }

    /// Whether each cell that was added is that of its commitment, in the order in which they were added: an array of
    /// truth values of shape (n,). All are verified together; if that fails, the wrong ones are searched, as by
    /// :meth:`Setup.verify_cells`. Cells may be added afterwards; the next call verifies all again.
    #[pyo3(signature = (*, threads = None))]
    fn finish<'py>(
        &self,
        py: Python<'py>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let pool = Pool::of(threads)?;
        let (count, verdict) = self.read(py, &pool, |verifier| (verifier.len(), verifier.finish()))?;
        validity(py, count, &verdict)
    }

    /// Whether all cells that were added are those of their commitments; True without cells. Nothing is searched.
    #[pyo3(signature = (*, threads = None))]
    fn is_valid(&self, py: Python<'_>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.read(py, &Pool::of(threads)?, CellVerifier::is_valid)?)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let count: Result<usize, Failure> = py.detach(|| Ok(self.0.read().map_err(broken)?.len()));
        Ok(count?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<CellVerifier: {} cells>", self.__len__(py)?))
    }
}
