//! Roots, values and history of trees.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::tree::{Error, Key, Store, Tree, Value};
use vorpal_bindings::with_tree;

use super::store::PyTree;
use super::{Values, arrays};
use crate::buffer::Rows;
use crate::context::Pool;
use crate::error::Failure;
use crate::ipa::PyCommitter;
use crate::number::Integer;

/// The state after the last commit.
#[pyclass(frozen, eq, module = "vorpal.tree", name = "Head")]
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PyHead(vorpal::tree::Head);

#[pymethods]
impl PyHead {
    /// The root: 32 bytes.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.root)
    }

    /// The number of blocks.
    #[getter]
    fn blocks(&self) -> u64 {
        self.0.blocks
    }

    /// The label of the last block.
    #[getter]
    fn label(&self) -> &str {
        &self.0.label
    }

    fn __repr__(&self) -> String {
        let root: String = self.0.root.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("Head(blocks={}, root=0x{root}, label={:?})", self.0.blocks, self.0.label)
    }
}

#[pymethods]
impl PyTree {
    /// The state after the last commit.
    #[getter]
    fn head(&self, py: Python<'_>) -> PyResult<PyHead> {
        self.read(py, None, |tree| {
            with_tree!(tree, |tree| Ok(PyHead(vorpal::tree::Head {
                root: tree.root()?,
                ..tree.head().clone()
            })))
        })
    }

    /// The root of the last commit: 32 bytes.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let root = self.read(py, None, |tree| with_tree!(tree, |tree| Ok(tree.root()?)))?;
        Ok(PyBytes::new(py, &root))
    }

    /// The number of blocks.
    #[getter]
    fn blocks(&self, py: Python<'_>) -> PyResult<u64> {
        self.read(py, None, |tree| with_tree!(tree, |tree| Ok(tree.head().blocks)))
    }

    /// The label of the last block.
    #[getter]
    fn label(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, None, |tree| with_tree!(tree, |tree| Ok(tree.head().label.clone())))
    }

    /// The root of 32 bytes after ``blocks`` blocks, as far as the tree keeps them.
    fn root_at<'py>(&self, py: Python<'py>, blocks: Integer) -> PyResult<Bound<'py, PyBytes>> {
        let blocks = blocks.to("blocks")?;
        let root = self.read(py, None, |tree| with_tree!(tree, |tree| Ok(tree.at(blocks)?.root()?)))?;
        Ok(PyBytes::new(py, &root))
    }

    /// The values of keys of shape (n, 32), writes since the last commit included: the values, shape (n, 32), and
    /// whether each is present, shape (n,). Absent values are zero.
    fn get<'py>(&self, py: Python<'py>, keys: &Bound<'py, PyAny>) -> PyResult<Values<'py>> {
        let rows = Rows::new(keys, "keys", 32)?;
        let keys = rows.items::<32>();
        let found = self.read(py, None, |tree| with_tree!(tree, |tree| Ok(get(tree, keys)?)))?;
        arrays(py, &found)
    }

    /// As :meth:`get`, after ``blocks`` blocks, as far as the tree keeps them.
    fn get_at<'py>(
        &self,
        py: Python<'py>,
        blocks: Integer,
        keys: &Bound<'py, PyAny>,
    ) -> PyResult<Values<'py>> {
        let blocks = blocks.to("blocks")?;
        let rows = Rows::new(keys, "keys", 32)?;
        let keys = rows.items::<32>();
        let found = self.read(py, None, |tree| with_tree!(tree, |tree| Ok(get(&tree.at(blocks)?, keys)?)))?;
        arrays(py, &found)
    }

    /// Reads the whole tree and checks every node, of earlier states too; writes since the last commit are left out.
    /// Returns the number of nodes of the current state.
    #[pyo3(signature = (committer, *, threads = None))]
    fn check(
        &self,
        py: Python<'_>,
        committer: &Bound<'_, PyCommitter>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        self.read(py, Some(&pool), |tree| {
            with_tree!(tree, |tree| Ok::<u64, Failure>(tree.check(committer)?.nodes))
        })
    }
}

fn get<S: Store>(tree: &Tree<S>, keys: &[[u8; 32]]) -> Result<Vec<Option<Value>>, Error> {
    keys.iter().map(|key| tree.get(&Key::from(*key))).collect()
}
