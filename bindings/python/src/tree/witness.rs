//! Witnesses: values of keys with a proof against a root.

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use vorpal::tree::{Key, Witness, WitnessVersion};
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::partial_tree::PyPartialTree;
use super::store::PyTree;
use crate::buffer::{Rows, any_bytes, fixed, rows_array};
use crate::context::Pool;
use crate::error::Failure;
use crate::ipa::PyCommitter;

/// Values of keys with a proof against a root. It does not change.
#[pyclass(frozen, eq, module = "vorpal.tree", name = "Witness")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PyWitness(Witness);

fn version_of(name: &str) -> Result<WitnessVersion, Failure> {
    match name {
        "plain" => Ok(WitnessVersion::Plain),
        "bound" => Ok(WitnessVersion::Bound),
        _ => Err(Failure::argument(format_args!("version: {name:?}; there are plain, bound"))),
    }
}

#[pymethods]
impl PyTree {
    /// Proves the values of keys of shape (n, 32), present or absent. Writes since the last commit are an error.
    ///
    /// ``version`` is ``bound``, which proves absence and the root after writes, or ``plain``, the format of go-verkle,
    /// which does not always. Other libraries refuse ``bound``.
    #[pyo3(signature = (committer, keys, *, version = "bound", threads = None))]
    fn prove(
        &self,
        py: Python<'_>,
        committer: &Bound<'_, PyCommitter>,
        keys: &Bound<'_, PyAny>,
        version: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyWitness> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        let rows = Rows::new(keys, "keys", 32)?;
        let version = version_of(version)?;
        let keys = rows.items::<32>();
        let witness = self.read(py, Some(&pool), |tree| {
            let keys = keys.iter().map(|key| Key::from(*key));
            with_tree!(tree, |tree| Ok(tree.prove_with(committer, keys, version)?))
        })?;
        Ok(PyWitness(witness))
    }
}

#[pymethods]
impl PyWitness {
    /// The witness that bytes encode. It is not verified.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, encoded: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (pool, rows) = (Pool::of(None)?, any_bytes(encoded, "encoded")?);
        let bytes = rows.bytes();
        let witness = pool.run(py, || Witness::from_bytes(bytes));
        Ok(Self(witness.map_err(|error| Failure::from(error).of("encoded"))?))
    }

    /// The witness that JSON encodes, in the form of go-verkle: text, or bytes in UTF-8. It is not verified.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pool = Pool::of(None)?;
        let witness = if let Ok(text) = text.cast::<PyString>() {
            let text = text.to_cow().map_err(|error| Failure::input(format_args!("text: {error}")))?;
            pool.run(py, || serde_json::from_str(&text))
        } else {
            let rows = any_bytes(text, "text")?;
            let bytes = rows.bytes();
            pool.run(py, || serde_json::from_slice(bytes))
        };
        Ok(Self(witness.map_err(|error| Failure::input(format_args!("text: {error}")))?))
    }

    /// The bytes of the witness.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.to_bytes()))
    }

    /// The witness as JSON, in the form of go-verkle.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        Ok(py.detach(|| serde_json::to_string(&self.0)).map_err(Failure::input)?)
    }

    /// A copy with new values, shape (n, 32), for some of the keys, shape (n, 32).
    fn with_writes(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let pool = Pool::of(None)?;
        let key_rows = Rows::new(keys, "keys", 32)?;
        let value_rows = Rows::like(values, "values", 32, &key_rows)?;
        let (keys, values) = (key_rows.items::<32>(), value_rows.items::<32>());
        let written = pool.run(py, || {
            let mut written = self.0.clone();
            written.write(entries(keys, values)).map(|()| written)
        });
        Ok(Self(written.map_err(|error| Failure::from(error).of("keys"))?))
    }

    /// Verifies the witness against a root of 32 bytes: the part of the tree that it contains. A well-formed witness
    /// that proves something else raises :class:`vorpal.RefusedError`.
    ///
    /// ``version`` is what the caller demands of a witness of any version. With ``bound``, all that it shows is proved,
    /// or it is refused. With ``plain``, :attr:`PartialTree.unbound` branches are accepted: below them no absence is
    /// proved, nor the root after writes.
    #[pyo3(signature = (committer, root, *, version = "bound", threads = None))]
    fn verify(
        &self,
        py: Python<'_>,
        committer: &Bound<'_, PyCommitter>,
        root: &Bound<'_, PyAny>,
        version: &str,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPartialTree> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        let (root, version) = (fixed(root, "root")?, version_of(version)?);
        let verified = pool.run(py, || self.0.verify_with(committer, &root, version));
        let tree = verified.map_err(Failure::from)?;
        Ok(PyPartialTree::new(tree))
    }

    /// ``plain`` or ``bound``.
    #[getter]
    fn version(&self) -> &'static str {
        match self.0.proof.version() {
            WitnessVersion::Plain => "plain",
            WitnessVersion::Bound => "bound",
        }
    }

    /// The keys: shape (n, 32).
    fn keys<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let keys: Vec<[u8; 32]> = self.0.keys().map(|key| key.to_bytes()).collect();
        rows_array(py, &keys)
    }

    fn __repr__(&self) -> String {
        format!("<Witness: {}, {} keys>", self.version(), self.0.keys().count())
    }

    fn __len__(&self) -> usize {
        self.0.keys().count()
    }
}

impl PyWitness {
    pub(super) fn witness(&self) -> &Witness {
        &self.0
    }
}
