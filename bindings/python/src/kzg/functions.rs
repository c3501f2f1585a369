//! The functions of the package ckzg 2.1.8: their names, arguments and results. The last argument is a setup.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::kzg::{BYTES_PER_BLOB, BYTES_PER_CELL};

use super::items;
use super::setup::{PySetup, parse, with_memory};
use crate::buffer::{Rows, fixed, numbers};
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;

/// The largest value of `precompute`.
const MAX_PRECOMPUTE: u32 = 15;

/// More bytes than a setup has: 807,177 in the text of Ethereum's ceremony, about as many in JSON.
const LONGEST: u64 = 4 << 20;

type List<'py> = Vec<Bound<'py, PyBytes>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(load_trusted_setup, module)?)?;
    module.add_function(wrap_pyfunction!(blob_to_kzg_commitment, module)?)?;
    module.add_function(wrap_pyfunction!(compute_kzg_proof, module)?)?;
    module.add_function(wrap_pyfunction!(compute_blob_kzg_proof, module)?)?;
    module.add_function(wrap_pyfunction!(verify_kzg_proof, module)?)?;
    module.add_function(wrap_pyfunction!(verify_blob_kzg_proof, module)?)?;
    module.add_function(wrap_pyfunction!(verify_blob_kzg_proof_batch, module)?)?;
    module.add_function(wrap_pyfunction!(compute_cells, module)?)?;
    module.add_function(wrap_pyfunction!(compute_cells_and_kzg_proofs, module)?)?;
    module.add_function(wrap_pyfunction!(recover_cells_and_kzg_proofs, module)?)?;
    module.add_function(wrap_pyfunction!(verify_cell_kzg_proof_batch, module)?)
}

/// The trusted setup of a file in the format of c-kzg, whose points and their relations are checked. ``precompute`` is
/// at most 15. Tables have at most the memory that c-kzg uses for the same number: 768 KiB times
/// ``2 ** (precompute - 1)``, or the smallest ones. With 0, the first proofs of cells make the smallest tables.
#[pyfunction]
#[pyo3(signature = (file, precompute, /))]
fn load_trusted_setup(py: Python<'_>, file: PathBuf, precompute: Integer) -> PyResult<PySetup> {
    let (pool, precompute): (_, u32) = (Pool::of(None)?, precompute.to("precompute")?);
    if precompute > MAX_PRECOMPUTE {
        let message = format!("precompute: {precompute}; 0 to {MAX_PRECOMPUTE} are possible");
        return Err(Failure::argument(message).into());
    }
    Ok(PySetup(pool.run(py, || {
        let name = file.display().to_string();
        let text = read(&file).map_err(|error| Failure::store(format_args!("{name}: {error}")))?;
        let setup = String::from_utf8(text)
            .map_err(|error| {
                Failure::input(format_args!("byte {} is not UTF-8", error.utf8_error().valid_up_to()))
            })
            .and_then(|text| parse(&text))
            .map_err(|failure| failure.of(&name))?;
        let smallest = setup.table_plan().bytes();
        let memory = (precompute > 0).then(|| smallest.max((768 << 10) << (precompute - 1)));
        with_memory(&setup, memory)
    })?))
}

/// The bytes of a file, which may also be a device without an end.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is longer than any trusted setup"));
    }
    Ok(bytes)
}

/// The commitment to a blob.
#[pyfunction]
#[pyo3(signature = (blob, trusted_setup, /))]
fn blob_to_kzg_commitment<'py>(
    py: Python<'py>,
    blob: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<Bound<'py, PyBytes>> {
    let (pool, blob) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?);
    let blob = blob.bytes();
    let commitment = pool.run(py, || trusted_setup.0.blob_to_kzg_commitment(blob));
    Ok(PyBytes::new(py, &commitment.map_err(Failure::from)?))
}

/// The proof of the value of a blob's polynomial at ``z``, and the value: ``(proof, y)``.
#[pyfunction]
#[pyo3(signature = (blob, z, trusted_setup, /))]
fn compute_kzg_proof<'py>(
    py: Python<'py>,
    blob: &Bound<'py, PyAny>,
    z: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let (pool, blob, z) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?, fixed::<32>(z, "z")?);
    let blob = blob.bytes();
    let result = pool.run(py, || trusted_setup.0.compute_kzg_proof(blob, &z));
    let (proof, y) = result.map_err(Failure::from)?;
    Ok((PyBytes::new(py, &proof), PyBytes::new(py, &y)))
}

/// The proof that a blob has a commitment. The commitment is decoded, but not compared with the blob.
#[pyfunction]
#[pyo3(signature = (blob, commitment, trusted_setup, /))]
fn compute_blob_kzg_proof<'py>(
    py: Python<'py>,
    blob: &Bound<'py, PyAny>,
    commitment: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<Bound<'py, PyBytes>> {
    let (pool, blob) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?);
    let (blob, commitment) = (blob.bytes(), fixed::<48>(commitment, "commitment")?);
    let proof = pool.run(py, || trusted_setup.0.compute_blob_kzg_proof(blob, &commitment));
    Ok(PyBytes::new(py, &proof.map_err(Failure::from)?))
}

/// Whether the polynomial with a commitment has the value ``y`` at ``z``.
#[pyfunction]
#[pyo3(signature = (commitment, z, y, proof, trusted_setup, /))]
fn verify_kzg_proof(
    py: Python<'_>,
    commitment: &Bound<'_, PyAny>,
    z: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<bool> {
    let (pool, commitment) = (Pool::of(None)?, fixed::<48>(commitment, "commitment")?);
    let (z, y, proof) = (fixed::<32>(z, "z")?, fixed::<32>(y, "y")?, fixed::<48>(proof, "proof")?);
    let valid = pool.run(py, || trusted_setup.0.verify_kzg_proof(&commitment, &z, &y, &proof));
    Ok(valid.map_err(Failure::from)?)
}

/// Whether a blob has a commitment.
#[pyfunction]
#[pyo3(signature = (blob, commitment, proof, trusted_setup, /))]
fn verify_blob_kzg_proof(
    py: Python<'_>,
    blob: &Bound<'_, PyAny>,
    commitment: &Bound<'_, PyAny>,
    proof: &Bound<'_, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<bool> {
    let (pool, blob) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?);
    let (commitment, proof) = (fixed::<48>(commitment, "commitment")?, fixed::<48>(proof, "proof")?);
    let blob = blob.bytes();
    let valid = pool.run(py, || trusted_setup.0.verify_blob_kzg_proof(blob, &commitment, &proof));
    Ok(valid.map_err(Failure::from)?)
}

/// Whether all blobs have their commitments. Each argument has all items in a row, or is a list of them.
#[pyfunction]
#[pyo3(signature = (blobs, commitments, proofs, trusted_setup, /))]
fn verify_blob_kzg_proof_batch(
    py: Python<'_>,
    blobs: &Bound<'_, PyAny>,
    commitments: &Bound<'_, PyAny>,
    proofs: &Bound<'_, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<bool> {
    let (pool, blobs) = (Pool::of(None)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
    let commitments = Rows::like(commitments, "commitments", 48, &blobs)?;
    let proofs = Rows::like(proofs, "proofs", 48, &blobs)?;
    let (blobs, commitments, proofs) = (items(&blobs), commitments.items::<48>(), proofs.items::<48>());
    let valid = pool.run(py, || trusted_setup.0.verify_blob_kzg_proof_batch(&blobs, commitments, proofs));
    Ok(valid.map_err(Failure::from)?)
}

/// The 128 cells of a blob.
#[pyfunction]
#[pyo3(signature = (blob, trusted_setup, /))]
fn compute_cells<'py>(
    py: Python<'py>,
    blob: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<List<'py>> {
    let (pool, blob) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?);
    let blob = blob.bytes();
    let cells = pool.run(py, || trusted_setup.0.compute_cells(blob));
    Ok(list(py, &cells.map_err(Failure::from)?))
}

/// The 128 cells of a blob and their proofs: two lists.
#[pyfunction]
#[pyo3(signature = (blob, trusted_setup, /))]
fn compute_cells_and_kzg_proofs<'py>(
    py: Python<'py>,
    blob: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<(List<'py>, List<'py>)> {
    let (pool, blob) = (Pool::of(None)?, one(blob, "blob", BYTES_PER_BLOB)?);
    let blob = blob.bytes();
    let result = pool.run(py, || trusted_setup.0.compute_cells_and_kzg_proofs(blob));
    let (cells, proofs) = result.map_err(Failure::from)?;
    Ok((list(py, &cells), list(py, &proofs)))
}

/// All cells of a blob and their proofs from at least 64 cells, given with ascending indices: two lists. Cells that are
/// not those of one blob are an error.
#[pyfunction]
#[pyo3(signature = (cell_indices, cells, trusted_setup, /))]
fn recover_cells_and_kzg_proofs<'py>(
    py: Python<'py>,
    cell_indices: &Bound<'py, PyAny>,
    cells: &Bound<'py, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<(List<'py>, List<'py>)> {
    let (pool, indices) = (Pool::of(None)?, numbers(cell_indices, "cell_indices")?);
    let rows = Rows::new(cells, "cells", BYTES_PER_CELL)?;
    let cells = items(&rows);
    let result = pool.run(py, || trusted_setup.0.recover_cells_and_kzg_proofs(&indices, &cells));
    let (cells, proofs) = result.map_err(Failure::from)?;
    Ok((list(py, &cells), list(py, &proofs)))
}

/// Whether all cells are those of their commitments. Lists have an entry for each cell.
#[pyfunction]
#[pyo3(signature = (commitments, cell_indices, cells, proofs, trusted_setup, /))]
fn verify_cell_kzg_proof_batch(
    py: Python<'_>,
    commitments: &Bound<'_, PyAny>,
    cell_indices: &Bound<'_, PyAny>,
    cells: &Bound<'_, PyAny>,
    proofs: &Bound<'_, PyAny>,
    trusted_setup: &PySetup,
) -> PyResult<bool> {
    let (pool, indices) = (Pool::of(None)?, numbers(cell_indices, "cell_indices")?);
    let (commitments, cells) =
        (Rows::new(commitments, "commitments", 48)?, Rows::new(cells, "cells", BYTES_PER_CELL)?);
    let proofs = Rows::new(proofs, "proofs", 48)?;
    let (commitments, cells, proofs) = (commitments.items::<48>(), items(&cells), proofs.items::<48>());
    let valid =
        pool.run(py, || trusted_setup.0.verify_cell_kzg_proof_batch(commitments, &indices, &cells, proofs));
    Ok(valid.map_err(Failure::from)?)
}

/// The bytes of one item.
fn one<'py>(value: &Bound<'py, PyAny>, name: &'static str, width: usize) -> PyResult<Rows<'py>> {
    let rows = Rows::new(value, name, width)?;
    if rows.count() != 1 {
        let message = format!("{name}: {} bytes; {width} are expected", rows.bytes().len());
        return Err(Failure::argument(message).into());
    }
    Ok(rows)
}

/// A list of `bytes`.
fn list<'py, const N: usize>(py: Python<'py>, items: &[[u8; N]]) -> List<'py> {
    items.iter().map(|item| PyBytes::new(py, item)).collect()
}
