//! KZG commitments: the blobs of EIP-4844 and the cells of EIP-7594.
//!
//! `setup` has the class, `blobs` and `cells` its methods for many blobs, `verifier` the batch of cells that grows, and
//! `functions` those of the package ckzg.

mod blobs;
mod cells;
mod functions;
mod setup;
mod verifier;

use numpy::{PyArray, PyArray1, PyArray3, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use vorpal::kzg::{CELLS_PER_BLOB, Error, Verdict};

use crate::buffer::{Rows, output1};
use crate::context::Pool;
use crate::error::Failure;

/// The number of blobs between two checks for signals.
const AT_ONCE: usize = 32;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<setup::PySetup>()?;
    module.add_class::<verifier::PyCellVerifier>()?;
    functions::register(module)
}

/// The rows of an argument.
fn items<'a>(rows: &'a Rows<'_>) -> Vec<&'a [u8]> {
    rows.bytes().chunks_exact(rows.width()).collect()
}

/// Checks that there is a number for each cell.
fn same_count(name: &str, list: &[u64], cells: &Rows<'_>) -> Result<(), Failure> {
    if list.len() == cells.count() {
        return Ok(());
    }
    Err(Failure::argument(format!("{name}: {} numbers; cells has {}", list.len(), cells.count())))
}

/// Rows of `width` bytes for each of some blobs, and the number of rows for one blob: shape (n, k, width) or (k,
/// width).
fn rows_of_blobs<'py>(
    value: &Bound<'py, PyAny>,
    name: &'static str,
    width: usize,
) -> PyResult<(Rows<'py>, Option<usize>)> {
    match value.cast::<PyUntypedArray>() {
        Ok(array) if array.ndim() == 3 && array.shape()[2] == width => {
            if !array.is_c_contiguous() {
                let message =
                    format!("{name}: the array is not contiguous; numpy.ascontiguousarray copies it");
                return Err(Failure::argument(message).into());
            }
            let number = array.shape()[1];
            Ok((Rows::new(&value.call_method1("reshape", (-1, width))?, name, width)?, Some(number)))
        }
        _ => Ok((Rows::new(value, name, width)?, None)),
    }
}

/// New arrays of the shapes `(count, 128, width)`. `part` writes the rows of a range of blobs; between two calls
/// signals are handled.
fn fill<'py, const W: usize>(
    py: Python<'py>,
    pool: &Pool,
    count: usize,
    widths: [usize; W],
    part: impl Fn(std::ops::Range<usize>, [&mut [u8]; W]) -> Result<(), Failure> + Sync,
) -> PyResult<[Bound<'py, PyArray3<u8>>; W]> {
    let arrays = widths.map(|width| PyArray::zeros(py, [count, CELLS_PER_BLOB, width], false));
    for start in (0..count).step_by(AT_ONCE) {
        let range = start..count.min(start + AT_ONCE);
        let mut writers = arrays.each_ref().map(PyArrayMethods::readwrite);
        let mut slices = [const { None }; W];
        for ((slice, writer), width) in slices.iter_mut().zip(&mut writers).zip(widths) {
            let bytes = CELLS_PER_BLOB * width;
            *slice = Some(&mut writer.as_slice_mut()?[bytes * range.start..bytes * range.end]);
        }
        let slices = slices.map(Option::unwrap_or_default);
        pool.run(py, || part(range, slices))?;
        py.check_signals()?;
    }
    Ok(arrays)
}

/// The error of an argument of a call for one blob, with the index of the blob in a batch.
fn at(error: Error, position: usize) -> Error {
    match error {
        Error::Malformed { argument, index: None, reason } => {
            Error::Malformed { argument, index: Some(position), reason }
        }
        error => error,
    }
}

/// Whether each of `count` entries is valid: shape (n,).
fn validity<'py>(py: Python<'py>, count: usize, verdict: &Verdict) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let (array, mut writer) = output1::<bool>(py, count);
    let valid = writer.as_slice_mut()?;
    valid.fill(true);
    if let Verdict::Invalid(wrong) = verdict {
        wrong.iter().for_each(|i| valid[*i] = false);
    }
    Ok(array)
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        use vorpal::kzg::Malformed;
        match error {
            Error::Tables(error) => Failure::from(error).of("memory"),
            Error::Malformed { reason: Malformed::Length { .. }, .. }
            | Error::Lengths { .. }
            | Error::OutOfRange { .. }
            | Error::NumberOfCells { .. }
            | Error::NotAscending { .. } => Self::argument(error),
            _ => Self::input(error),
        }
    }
}
