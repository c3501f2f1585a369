//! Trees: where they are, how they are opened.

use std::path::PathBuf;
use std::sync::RwLock;

use pyo3::prelude::*;
use vorpal::tree::{DiskOptions, DiskStore, MemoryStore, Tree};
use vorpal_bindings::tree::AnyTree;

use crate::context::Pool;
use crate::error::Failure;
use crate::number::{Integer, Seconds};

/// A state tree of EIP-6800: keys and values of 32 bytes, roots of 32 bytes.
///
/// ``Tree()`` is an empty tree in memory that can roll back ``window`` blocks; :meth:`open` opens a tree on disk.
/// Several threads may read at the same time; a writer waits for them, and they for it. Writes count from the next
/// commit on. Operations that need the tables of a :class:`vorpal.ipa.Committer` have it as their first argument.
#[pyclass(frozen, module = "vorpal.tree", name = "Tree")]
#[derive(Debug)]
pub(crate) struct PyTree(RwLock<Option<AnyTree>>);

fn closed() -> Failure {
    Failure::store("the tree is closed")
}

fn broken<E>(_: E) -> Failure {
    Failure::store("an earlier call with this tree failed with an internal error")
}

impl PyTree {
    /// Reads the tree on the threads of the pool, or without one on the calling thread. Work that is parallel needs a
    /// pool: that of rayon's own has no threads in a forked child.
    ///
    /// The calling thread holds the lock, without the GIL: a thread of the pool that waited for the lock could be the
    /// one that its holder waits for.
    pub(super) fn read<R: Send>(
        &self,
        py: Python<'_>,
        pool: Option<&Pool>,
        work: impl FnOnce(&AnyTree) -> Result<R, Failure> + Send,
    ) -> PyResult<R> {
        Ok(py.detach(|| {
            let guard = self.0.read().map_err(broken)?;
            let tree = guard.as_ref().ok_or_else(closed)?;
            match pool {
                Some(pool) => pool.install(|| work(tree)),
                None => work(tree),
            }
        })?)
    }

    /// As [`read`](Self::read), for writers. All of them work in parallel, also those that drop writes.
    pub(super) fn write<R: Send>(
        &self,
        py: Python<'_>,
        pool: &Pool,
        work: impl FnOnce(&mut AnyTree) -> Result<R, Failure> + Send,
    ) -> PyResult<R> {
        Ok(py.detach(|| {
            let mut guard = self.0.write().map_err(broken)?;
            let tree = guard.as_mut().ok_or_else(closed)?;
            pool.install(|| work(tree))
        })?)
    }
}

#[pymethods]
impl PyTree {
    #[new]
    #[pyo3(signature = (*, window = Integer::of(128)), text_signature = "(*, window=128)")]
    fn new(window: Integer) -> PyResult<Self> {
        let tree = Tree::over(MemoryStore::with_window(window.to("window")?));
        Ok(Self(RwLock::new(Some(AnyTree::Memory(Box::new(tree))))))
    }

    /// Opens or creates the tree in a directory. ``mode`` is ``existing``, ``create`` (an existing store is an error)
    /// or ``open_or_create``.
    ///
    /// ``window`` is the number of blocks that can be rolled back, fixed at creation; ``cache`` the size of the cache
    /// in bytes; ``wait`` how many seconds opening waits for another process; ``check`` whether opening reads the whole
    /// file and compares checksums.
    #[staticmethod]
    #[pyo3(
        signature = (
            directory, mode = "existing", *, window = Integer::of(128), cache = Integer::of(67_108_864),
            wait = Seconds::ZERO, check = true
        ),
        text_signature = "(directory, mode='existing', *, window=128, cache=67108864, wait=0.0, check=True)"
    )]
    fn open(
        py: Python<'_>,
        directory: PathBuf,
        mode: &str,
        window: Integer,
        cache: Integer,
        wait: Seconds,
        check: bool,
    ) -> PyResult<Self> {
        let (window, cache, wait) = (window.to("window")?, cache.to("cache")?, wait.duration("wait")?);
        let options = DiskOptions::default().window(window).cache(cache).wait(wait).check(check);
        let store = Pool::of(None)?.run(py, || match mode {
            "existing" => Ok(DiskStore::open(directory, options)?),
            "create" => Ok(DiskStore::create(directory, options)?),
            "open_or_create" => Ok(DiskStore::open_or_create(directory, options)?),
            _ => {
                let message = format!("mode: {mode:?}; there are existing, create, open_or_create");
                Err(Failure::argument(message))
            }
        })?;
        Ok(Self(RwLock::new(Some(AnyTree::Disk(Box::new(Tree::over(store)))))))
    }

    /// Closes the tree. Writes since the last commit are dropped. Later calls of other methods are a
    /// :class:`vorpal.StoreError`.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let tree = self.0.write().unwrap_or_else(std::sync::PoisonError::into_inner).take();
            drop(tree);
        });
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }
}
