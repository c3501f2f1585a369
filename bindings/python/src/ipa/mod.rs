//! Pedersen commitments over Banderwagon and multiproofs, byte for byte those of go-ipa and rust-verkle.

mod commit;
mod committer;
mod multiproof;

use numpy::PyArray2;
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::curves::PointFormat;
use vorpal::curves::bandersnatch::encoding::BANDERWAGON;
use vorpal::ipa::{Commitment, Scalar};

pub(crate) use committer::PyCommitter;

use crate::buffer::{Rows, output2};
use crate::error::Failure;

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(commit::map_to_scalar_batch, module)?)?;
    module.add_class::<PyCommitter>()
}

/// Scalars of 32 bytes, little-endian, below the order.
fn scalars(bytes: &[[u8; 32]], name: &str) -> Result<Vec<Scalar>, Failure> {
    let scalar = |(i, bytes): (usize, &[u8; 32])| {
        Scalar::from_le_bytes(bytes)
            .map_err(|error| Failure::input(format_args!("{name}: number {i}: {error}")))
    };
    let results: Vec<Result<Scalar, Failure>> =
        bytes.par_iter().enumerate().with_min_len(256).map(scalar).collect();
    results.into_iter().collect()
}

/// Commitments of 32 (compressed) or 64 bytes.
fn commitments(rows: &[u8], width: usize, trusted: bool, name: &str) -> Result<Vec<Commitment>, Failure> {
    let encodings: Vec<&[u8]> = rows.chunks_exact(width).collect();
    let decoded = if trusted {
        BANDERWAGON.decode_all_on_curve(&encodings)
    } else {
        BANDERWAGON.decode_all(&encodings)
    };
    let points = decoded.map_err(|error| Failure::input(format_args!("{name}: {error}")))?;
    Ok(points.iter().map(|point| Commitment::from(*point)).collect())
}

/// The number of bytes of a commitment.
fn width(compressed: bool) -> usize {
    if compressed { 32 } else { 64 }
}

/// The bytes of commitments.
fn encode(commitments: &[Commitment], compressed: bool) -> Vec<u8> {
    if compressed {
        return BANDERWAGON.encode_batch(commitments).into_iter().flatten().collect();
    }
    let points = Commitment::normalise_batch_parallel(commitments);
    points.iter().flat_map(|point| BANDERWAGON.encode_uncompressed(point).as_ref().to_vec()).collect()
}

/// An array with the bytes of commitments.
fn array<'py>(py: Python<'py>, bytes: &[u8], compressed: bool) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let width = width(compressed);
    let (array, mut writer) = output2(py, bytes.len() / width, width);
    writer.as_slice_mut()?.copy_from_slice(bytes);
    Ok(array)
}

/// Rows of commitments in either encoding; a flat buffer contains compressed ones, unless the number of rows tells
/// otherwise.
fn rows<'py>(value: &Bound<'py, PyAny>, name: &'static str, count: Option<usize>) -> PyResult<Rows<'py>> {
    Rows::of_widths(value, name, &[32, 64], count)
}
