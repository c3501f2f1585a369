//! Writes, commits, rollback.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::tree::Key;
use vorpal_bindings::tree::entries;
use vorpal_bindings::with_tree;

use super::store::PyTree;
use crate::buffer::{Rows, fixed};
use crate::context::Pool;
use crate::error::RefusedError;
use crate::ipa::PyCommitter;
use crate::number::Integer;

#[pymethods]
impl PyTree {
    /// Writes values of shape (n, 32) at keys of shape (n, 32): a stem of 31 bytes and a suffix. Of several values for
    /// a key the last one counts.
    #[pyo3(signature = (keys, values, *, threads = None))]
    fn update(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let pool = Pool::of(threads)?;
        let key_rows = Rows::new(keys, "keys", 32)?;
        let value_rows = Rows::like(values, "values", 32, &key_rows)?;
        let (keys, values) = (key_rows.items::<32>(), value_rows.items::<32>());
        self.write(py, &pool, |tree| with_tree!(tree, |tree| Ok(tree.update(entries(keys, values))?)))
    }

    /// Removes the values at keys of shape (n, 32).
    #[pyo3(signature = (keys, *, threads = None))]
    fn remove(
        &self,
        py: Python<'_>,
        keys: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let pool = Pool::of(threads)?;
        let rows = Rows::new(keys, "keys", 32)?;
        let keys = rows.items::<32>();
        self.write(py, &pool, |tree| {
            with_tree!(tree, |tree| Ok(tree.remove(keys.iter().map(|key| Key::from(*key)))?))
        })
    }

    /// The root of 32 bytes that the next commit will have. Saves nothing.
    #[pyo3(signature = (committer, *, threads = None))]
    fn next_root<'py>(
        &self,
        py: Python<'py>,
        committer: &Bound<'py, PyCommitter>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        let root = self.write(py, &pool, |tree| with_tree!(tree, |tree| Ok(tree.next_root(committer)?)))?;
        Ok(PyBytes::new(py, &root))
    }

    /// Commits all writes as a block with a label of printable text on one line. Returns the new root of 32 bytes. On
    /// disk the block is durable when the call returns.
    #[pyo3(signature = (committer, label = "", *, threads = None))]
    fn commit<'py>(
        &self,
        py: Python<'py>,
        committer: &Bound<'py, PyCommitter>,
        label: &str,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        let root =
            self.write(py, &pool, |tree| with_tree!(tree, |tree| Ok(tree.commit_block(committer, label)?)))?;
        Ok(PyBytes::new(py, &root))
    }

    /// Applies a block: writes, and a commit if the root is ``expected`` (32 bytes, or None to accept any root).
    /// Returns the new root of 32 bytes.
    ///
    /// Otherwise raises :class:`vorpal.RefusedError`, whose attribute ``root`` is the root that the block has, and the
    /// tree is as before the call. Writes of earlier calls without a commit are an error if they change the root.
    #[pyo3(signature = (committer, keys, values, *, expected = None, label = "", threads = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords in Python")]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        committer: &Bound<'py, PyCommitter>,
        keys: &Bound<'py, PyAny>,
        values: &Bound<'py, PyAny>,
        expected: Option<&Bound<'py, PyAny>>,
        label: &str,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, committer) = (Pool::of(threads)?, &committer.get().0);
        let key_rows = Rows::new(keys, "keys", 32)?;
        let value_rows = Rows::like(values, "values", 32, &key_rows)?;
        let (keys, values) = (key_rows.items::<32>(), value_rows.items::<32>());
        let expected = expected.map(|expected| fixed::<32>(expected, "expected")).transpose()?;
        let applied = self.write(py, &pool, |tree| {
            Ok(tree.apply(committer, entries(keys, values), label, expected.as_ref())?)
        })?;
        let root = PyBytes::new(py, &applied.root);
        if applied.is_expected {
            return Ok(root);
        }
        let error = RefusedError::new_err("expected: the block has another root");
        error.value(py).setattr("root", root)?;
        Err(error)
    }

    /// Drops all writes since the last commit.
    fn discard(&self, py: Python<'_>) -> PyResult<()> {
        let pool = Pool::of(None)?;
        self.write(py, &pool, |tree| {
            with_tree!(tree, |tree| tree.discard());
            Ok(())
        })
    }

    /// Reverts the last ``blocks`` blocks and drops all writes since the last commit.
    fn rollback(&self, py: Python<'_>, blocks: Integer) -> PyResult<()> {
        let (pool, blocks): (_, u64) = (Pool::of(None)?, blocks.to("blocks")?);
        self.write(py, &pool, |tree| with_tree!(tree, |tree| Ok(tree.rollback(blocks)?)))
    }
}
