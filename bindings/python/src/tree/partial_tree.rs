//! The parts of trees that verified witnesses contain.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use vorpal::tree::{Key, PartialTree};

use super::witness::PyWitness;
use super::{Values, arrays};
use crate::buffer::Rows;
use crate::context::Pool;
use crate::error::Failure;
use crate::ipa::PyCommitter;

/// The part of a tree that a verified witness contains. It does not change.
#[pyclass(frozen, module = "vorpal.tree", name = "PartialTree")]
#[derive(Debug)]
pub(crate) struct PyPartialTree(PartialTree);

impl PyPartialTree {
    pub(super) fn new(tree: PartialTree) -> Self {
        Self(tree)
    }
}

#[pymethods]
impl PyPartialTree {
    /// The proved values of keys of shape (n, 32): the values, shape (n, 32), and whether each is present, shape (n,).
    /// A key that the witness does not contain is an error, and so is an absent key below a branch of :attr:`unbound`.
    fn get<'py>(&self, py: Python<'py>, keys: &Bound<'py, PyAny>) -> PyResult<Values<'py>> {
        let rows = Rows::new(keys, "keys", 32)?;
        let mut found = Vec::with_capacity(rows.count());
        for (i, key) in rows.items::<32>().iter().enumerate() {
            let value = self.0.get(&Key::from(*key));
            found.push(value.map_err(|error| Failure::from(error).of(&format!("keys: number {i}")))?);
        }
        arrays(py, &found)
    }

    /// The number of nodes that the witness presents as branches without proving that they are not leaves. Below them
    /// it proves no absence. The number is 0 unless ``version="plain"`` accepted them.
    #[getter]
    fn unbound(&self) -> usize {
        self.0.unbound().len()
    }

    /// The root of 32 bytes after writing the new values of a witness to the partial tree that verified it. It is the
    /// tree's root if :attr:`unbound` is 0. Otherwise it proves nothing about writes below the unbound branches.
    #[pyo3(signature = (committer, witness, *, threads = None))]
    fn root_after<'py>(
        &self,
        py: Python<'py>,
        committer: &Bound<'py, PyCommitter>,
        witness: &Bound<'py, PyWitness>,
        threads: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (pool, committer, witness) = (Pool::of(threads)?, &committer.get().0, witness.get().witness());
        let root = pool.run(py, || self.0.root_after(committer, witness)).map_err(Failure::from)?;
        Ok(PyBytes::new(py, &root))
    }
}
