//! Trusted setups with tables.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::kzg::Setup;
use vorpal::msm::ReadError;

use crate::buffer::any_bytes;
use crate::context::Pool;
use crate::error::Failure;
use crate::number::Integer;

/// A trusted setup, with tables of at most ``memory`` bytes for commitments and proofs; None is no tables.
///
/// ``Setup()`` has the points of Ethereum's ceremony, which are part of the package. Verification needs no tables. The
/// smallest tables have 1,572,864 bytes. Several threads may use a setup at the same time.
///
/// Blobs have 131,072 bytes, cells 2,048, commitments and proofs 48, scalars 32 (big-endian, below the order). Batches
/// of them are arrays of shape (n, width) or other rows. All work takes variable time.
#[pyclass(frozen, module = "vorpal.kzg", name = "Setup")]
#[derive(Debug)]
pub(crate) struct PySetup(pub(super) Setup);

/// The setup with tables of at most so many bytes.
pub(super) fn with_memory(setup: &Setup, memory: Option<usize>) -> Result<Setup, Failure> {
    match memory {
        None => Ok(setup.clone()),
        Some(memory) => Ok(setup.with_memory(memory)?),
    }
}

#[pymethods]
impl PySetup {
    #[new]
    #[pyo3(signature = (memory = None, *, threads = None))]
    fn new(py: Python<'_>, memory: Option<Integer>, threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (pool, memory) = (Pool::of(threads)?, memory.map(|memory| memory.to("memory")).transpose()?);
        Ok(Self(pool.run(py, || with_memory(&Setup::ethereum(), memory))?))
    }

    /// The setup of a text in the format of c-kzg's ``trusted_setup.txt``, or in the JSON of the specification. All
    /// points and their relations are checked.
    #[staticmethod]
    #[pyo3(signature = (text, memory = None, *, threads = None))]
    fn from_text(
        py: Python<'_>,
        text: &str,
        memory: Option<Integer>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, memory) = (Pool::of(threads)?, memory.map(|memory| memory.to("memory")).transpose()?);
        Ok(Self(pool.run(py, || with_memory(&parse(text)?, memory))?))
    }

    /// The tables as bytes, for :meth:`with_tables`; no bytes if there are none.
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = py.detach(|| {
            let mut bytes = Vec::new();
            self.0.write_tables(&mut bytes).map(|()| bytes)
        });
        Ok(PyBytes::new(py, &bytes.map_err(Failure::store)?))
    }

    /// The same setup with the tables of :meth:`tables` of an equal one. The checksums, the setup and the range of
    /// coordinates are checked; who can write the bytes can choose commitments and proofs.
    #[pyo3(signature = (tables, *, threads = None))]
    fn with_tables(
        &self,
        py: Python<'_>,
        tables: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let (pool, rows) = (Pool::of(threads)?, any_bytes(tables, "tables")?);
        let bytes = rows.bytes();
        let read = pool.run(py, || self.0.read_tables(bytes));
        Ok(Self(read.map_err(|error: ReadError| Failure::store(format_args!("tables: {error}")))?))
    }

    /// The bytes of the tables. Without tables, those of the smallest ones, which are computed on first use.
    #[getter]
    fn memory(&self) -> usize {
        self.0.table_plan().bytes()
    }

    /// Describes the tables and what commitments and proofs cost, as text.
    fn explain(&self) -> String {
        self.0.explain().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Setup: tables of {} bytes>", self.memory())
    }
}

/// The setup of a text in one of both formats.
pub(super) fn parse(text: &str) -> Result<Setup, Failure> {
    let is_json = text.trim_start().starts_with('{');
    let setup = if is_json { Setup::from_json(text) } else { Setup::from_text(text) };
    Ok(setup?)
}
