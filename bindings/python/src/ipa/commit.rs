//! Commitments.

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::ipa::{Commitment, Scalar};

use super::{PyCommitter, array, commitments, encode, rows, scalars};
use crate::buffer::{Numbers, Rows, output2, parts};
use crate::context::Pool;
use crate::error::Failure;

/// Sparse vectors: vector `i` has the terms from `offsets[i]` to `offsets[i + 1]`.
struct Terms<'py> {
    offsets: Vec<usize>,
    indices: Numbers<'py, u8>,
    values: Rows<'py>,
}

impl<'py> Terms<'py> {
    fn new(
        offsets: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        name: &'static str,
    ) -> PyResult<Self> {
        let offsets = Numbers::<u64>::new(offsets, "offsets", &[&[]])?;
        let indices = Numbers::<u8>::new(indices, "indices", &[&[]])?;
        let values = Rows::new(values, name, 32)?;
        values.check_count(indices.slice().len(), "indices")?;
        let offsets = offsets.slice();
        if offsets.is_empty() {
            return Err(Failure::argument("offsets: at least one number is expected").into());
        }
        let offsets = parts(offsets, "offsets", offsets.len() - 1, values.count(), name)?;
        if offsets[0] != 0 || offsets[offsets.len() - 1] != values.count() {
            let message =
                format!("offsets: the first is 0 and the last {}, the number of terms", values.count());
            return Err(Failure::argument(message).into());
        }
        Ok(Self { offsets, indices, values })
    }

    fn count(&self) -> usize {
        self.offsets.len() - 1
    }
}

fn vectors(
    offsets: &[usize],
    indices: &[u8],
    values: &[[u8; 32]],
    name: &str,
) -> Result<Vec<Vec<(u8, Scalar)>>, Failure> {
    let values = scalars(values, name)?;
    let terms = |range: std::ops::Range<usize>| {
        indices[range.clone()].iter().copied().zip(values[range].iter().copied()).collect()
    };
    Ok(offsets.windows(2).map(|pair| terms(pair[0]..pair[1])).collect())
}

#[pymethods]
impl PyCommitter {
    /// The commitment ``sum of values[i] G_i`` to at most 256 values of shape (n, 32), little-endian, below the order:
    /// 32 bytes (compressed) or 64. Variable time.
    #[pyo3(signature = (values, *, compressed = true))]
    fn commit<'py>(
        &self,
        py: Python<'py>,
        values: &Bound<'py, PyAny>,
        compressed: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, rows) = (Pool::of(None)?, Rows::new(values, "values", 32)?);
        let values = rows.items::<32>();
        if values.len() > 256 {
            let message = format!("values: {} rows; at most 256 are possible", values.len());
            return Err(Failure::argument(message).into());
        }
        let bytes = pool.run(py, || {
            let commitment = self.0.try_commit(&scalars(values, "values")?)?;
            Ok::<_, Failure>(encode(&[commitment], compressed))
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Commitments to ``n`` sparse vectors, shape (n, 32), or (n, 64) if not ``compressed``.
    ///
    /// Vector ``i`` has the terms from ``offsets[i]`` to ``offsets[i + 1]``, exclusive: ``offsets`` has n + 1 ascending
    /// numbers of type ``uint64``. Each term has an index of type ``uint8`` (``indices``, shape (m,)) and a value of 32
    /// bytes, little-endian, below the order (``values``, shape (m, 32)). Variable time.
    #[pyo3(signature = (offsets, indices, values, *, compressed = true, threads = None))]
    fn commit_batch<'py>(
        &self,
        py: Python<'py>,
        offsets: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        compressed: bool,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let pool = Pool::of(threads)?;
        let terms = Terms::new(offsets, indices, values, "values")?;
        let (offsets, indices, values) = (&terms.offsets, terms.indices.slice(), terms.values.items::<32>());
        let bytes = pool.run(py, || {
            let vectors = vectors(offsets, indices, values, "values")?;
            Ok::<_, Failure>(encode(&self.0.commit_batch(&vectors), compressed))
        })?;
        array(py, &bytes, compressed)
    }

    /// As :meth:`commit_batch`, added to ``n`` old commitments of shape (n, 32) or (n, 64): the values are the
    /// differences between new and old ones. With ``trusted``, the old commitments are not checked to be in the group.
    #[pyo3(signature = (old, offsets, indices, deltas, *, trusted = false, compressed = true, threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn commit_delta_batch<'py>(
        &self,
        py: Python<'py>,
        old: &Bound<'py, PyAny>,
        offsets: &Bound<'py, PyAny>,
        indices: &Bound<'py, PyAny>,
        deltas: &Bound<'py, PyAny>,
        trusted: bool,
        compressed: bool,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let pool = Pool::of(threads)?;
        let terms = Terms::new(offsets, indices, deltas, "deltas")?;
        let old = rows(old, "old", Some(terms.count()))?;
        old.check_count(terms.count(), "offsets, without the last,")?;
        let (old, width) = (old.bytes(), old.width());
        let (offsets, indices, deltas) = (&terms.offsets, terms.indices.slice(), terms.values.items::<32>());
        let bytes = pool.run(py, || {
            let old = commitments(old, width, trusted, "old")?;
            let vectors = vectors(offsets, indices, deltas, "deltas")?;
            Ok::<_, Failure>(encode(&self.0.commit_delta_batch(&old, &vectors), compressed))
        })?;
        array(py, &bytes, compressed)
    }
}

/// The scalar that each commitment maps to (``x / y``, which Verkle trees use as a hash): shape (n, 32), little-endian.
/// ``points`` has shape (n, 32) or (n, 64). With ``trusted``, they are not checked to be in the group. Variable time.
#[pyfunction]
#[pyo3(signature = (points, *, trusted = false, threads = None))]
pub(super) fn map_to_scalar_batch<'py>(
    py: Python<'py>,
    points: &Bound<'py, PyAny>,
    trusted: bool,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let pool = Pool::of(threads)?;
    let rows = rows(points, "points", None)?;
    let (bytes, width) = (rows.bytes(), rows.width());
    let (array, mut writer) = output2::<u8>(py, rows.count(), 32);
    let targets = writer.as_slice_mut()?.as_chunks_mut::<32>().0;
    pool.run(py, || {
        let points = commitments(bytes, width, trusted, "points")?;
        for (target, scalar) in
            targets.iter_mut().zip(Commitment::map_to_scalar_field_batch_parallel(&points))
        {
            *target = scalar.to_le_bytes();
        }
        Ok::<_, Failure>(())
    })?;
    Ok(array)
}
