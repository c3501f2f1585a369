//! Commitments to blobs, and proofs of blobs and values.

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use vorpal::kzg::{BYTES_PER_BLOB, Error, Verdict};

use super::setup::PySetup;
use super::{at, items, validity};
use crate::buffer::{Rows, rows_array};
use crate::context::Pool;
use crate::error::Failure;

type ProofsAndValues<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray2<u8>>);

#[pymethods]
impl PySetup {
    /// The commitments to ``n`` blobs: shape (n, 48).
    #[pyo3(signature = (blobs, *, threads = None))]
    fn commit<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let blobs = items(&blobs);
        let commitments = pool.run(py, || self.0.blobs_to_kzg_commitments(&blobs));
        Ok(rows_array(py, &commitments.map_err(Failure::from)?))
    }

    /// The proofs that ``n`` blobs have their commitments: shape (n, 48). The commitments are decoded, but not compared
    /// with the blobs.
    #[pyo3(signature = (blobs, commitments, *, threads = None))]
    fn prove_blobs<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        commitments: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let commitments = Rows::like(commitments, "commitments", 48, &blobs)?;
        let (blobs, commitments) = (items(&blobs), commitments.items::<48>());
        let proofs = pool.run(py, || {
            batch(&blobs, commitments, |blob, commitment| self.0.compute_blob_kzg_proof(blob, commitment))
        });
        Ok(rows_array(py, &proofs.map_err(Failure::from)?))
    }

    /// The values of the polynomials of ``n`` blobs, each at its point, and their proofs: ``(proofs, values)`` of the
    /// shapes (n, 48) and (n, 32). ``points``: (n, 32).
    #[pyo3(signature = (blobs, points, *, threads = None))]
    fn prove_values<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<ProofsAndValues<'py>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let points = Rows::like(points, "points", 32, &blobs)?;
        let (blobs, points) = (items(&blobs), points.items::<32>());
        let results =
            pool.run(py, || batch(&blobs, points, |blob, point| self.0.compute_kzg_proof(blob, point)));
        let (proofs, values): (Vec<_>, Vec<_>) = results.map_err(Failure::from)?.into_iter().unzip();
        Ok((rows_array(py, &proofs), rows_array(py, &values)))
    }

    /// Whether the polynomial with each commitment has its value at its point: an array of truth values of shape (n,).
    /// Each proof is verified by itself. ``commitments`` and ``proofs``: (n, 48); ``points`` and ``values``: (n, 32).
    #[pyo3(signature = (commitments, points, values, proofs, *, threads = None))]
    fn verify_values<'py>(
        &self,
        py: Python<'py>,
        commitments: &Bound<'py, PyAny>,
        points: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        proofs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (pool, commitments) = (Pool::of(threads)?, Rows::new(commitments, "commitments", 48)?);
        let points = Rows::like(points, "points", 32, &commitments)?;
        let values = Rows::like(values, "values", 32, &commitments)?;
        let proofs = Rows::like(proofs, "proofs", 48, &commitments)?;
        let (points, values) = (points.items::<32>(), values.items::<32>());
        let (commitments, proofs) = (commitments.items::<48>(), proofs.items::<48>());
        let claims: Vec<(&[u8; 32], &[u8; 32], &[u8; 48])> = points
            .iter()
            .zip(values)
            .zip(proofs)
            .map(|((point, value), proof)| (point, value, proof))
            .collect();
        let found = pool.run(py, || {
            batch(commitments, &claims, |commitment, (point, value, proof)| {
                self.0.verify_kzg_proof(commitment, *point, *value, *proof)
            })
        });
        let valid = found.map_err(Failure::from)?;
        let wrong = (0..valid.len()).filter(|i| !valid[*i]).collect();
        validity(py, valid.len(), &Verdict::Invalid(wrong))
    }

    /// Whether each blob has its commitment: an array of truth values of shape (n,). All are verified together; if that
    /// fails, the wrong ones are searched. ``commitments`` and ``proofs``: (n, 48).
    #[pyo3(signature = (blobs, commitments, proofs, *, threads = None))]
    fn verify_blobs<'py>(
        &self,
        py: Python<'py>,
        blobs: &Bound<'py, PyAny>,
        commitments: &Bound<'py, PyAny>,
        proofs: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let (pool, blobs) = (Pool::of(threads)?, Rows::new(blobs, "blobs", BYTES_PER_BLOB)?);
        let commitments = Rows::like(commitments, "commitments", 48, &blobs)?;
        let proofs = Rows::like(proofs, "proofs", 48, &blobs)?;
        let (blobs, commitments, proofs) = (items(&blobs), commitments.items::<48>(), proofs.items::<48>());
        let verdict = pool.run(py, || self.0.verify_blobs(&blobs, commitments, proofs));
        validity(py, blobs.len(), &verdict.map_err(Failure::from)?)
    }
}

/// The results of pairs of items. An error is that of the first pair that fails, with its index.
fn batch<A: Sync, B: Sync, R: Send>(
    first: &[A],
    second: &[B],
    each: impl Fn(&A, &B) -> Result<R, Error> + Sync + Send,
) -> Result<Vec<R>, Error> {
    let results: Vec<Result<R, Error>> = first
        .par_iter()
        .zip(second)
        .enumerate()
        .map(|(index, (a, b))| each(a, b).map_err(|error| at(error, index)))
        .collect();
    results.into_iter().collect()
}
