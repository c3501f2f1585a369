//! Committers: tables of the generators.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::ipa::{Basis, Committer, Profile};

use crate::context::Pool;
use crate::error::Failure;

/// Tables for commitments with the basis of Verkle trees (the seed ``eth_verkle_oct_2021``). Several threads may use a
/// committer at the same time.
///
/// ``profile`` is the size of the tables: ``small`` (at most 32 MiB), ``medium`` (at most 128 MiB) or ``large`` (at
/// most 340 MiB). Threads share the work, which grows with the tables.
#[pyclass(frozen, module = "vorpal.ipa", name = "Committer")]
#[derive(Debug)]
pub(crate) struct PyCommitter(pub(crate) Committer);

#[pymethods]
impl PyCommitter {
    #[new]
    #[pyo3(signature = (profile = "medium", *, threads = None))]
    fn new(py: Python<'_>, profile: &str, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let profile = match profile {
            "small" => Profile::Small,
            "medium" => Profile::Medium,
            "large" => Profile::Large,
            other => {
                let message = format!("profile: {other:?}; there are small, medium, large");
                return Err(Failure::argument(message).into());
            }
        };
        Ok(Self(Pool::of(threads)?.run(py, || Committer::with_profile(&Basis::default(), profile))))
    }

    /// Loads a committer from a file of :meth:`save`. The checksum and the generators are checked; who can write the
    /// file can choose commitments.
    #[staticmethod]
    #[pyo3(signature = (file, *, threads = None))]
    fn load(py: Python<'_>, file: PathBuf, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let loaded = Pool::of(threads)?.run(py, || Committer::load(&Basis::default(), file));
        Ok(Self(loaded.map_err(Failure::from)?))
    }

    /// Saves the tables to a file. An existing file is replaced once the new one is complete.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        Ok(py.detach(|| self.0.save(file)).map_err(Failure::from)?)
    }

    /// The number of bytes of the tables.
    #[getter]
    fn memory(&self) -> usize {
        self.0.bytes()
    }

    /// The digest of the basis: 32 bytes.
    #[getter]
    fn basis<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.basis_digest())
    }

    fn __repr__(&self) -> String {
        format!("<Committer: {} MiB>", self.0.bytes() >> 20)
    }
}
