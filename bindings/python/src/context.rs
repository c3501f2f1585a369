//! Contexts: the threads that batches run on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use vorpal_bindings::pool;

use crate::error::{Failure, Kind};
use crate::number::Integer;

/// The most threads that a context may have.
const MAX_THREADS: usize = 1024;

/// The most pools for numbers of threads that are kept from call to call.
const MOST_POOLS: usize = 16;

/// A pool of threads on which batches run.
///
/// ``threads`` is the number of threads, at most 1024; 0 stands for the environment variable ``RAYON_NUM_THREADS``, or
/// without it for the number of cores. Several Python threads may use a context at the same time. A child process after
/// ``fork`` gets threads of its own.
#[pyclass(frozen, module = "vorpal")]
#[derive(Debug)]
pub(crate) struct Context {
    threads: usize,
    pool: Mutex<Option<Owned>>,
}

/// A pool, and the process whose threads it has.
#[derive(Debug)]
struct Owned {
    process: u32,
    pool: Arc<ThreadPool>,
}

#[pymethods]
impl Context {
    #[new]
    #[pyo3(signature = (threads = None))]
    fn py_new(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let context = Self::new(threads.map(number).transpose()?.unwrap_or(0));
        context.pool()?;
        Ok(context)
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.pool()?.0.current_num_threads())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Context(threads={})", self.threads()?))
    }
}

impl Context {
    const fn new(threads: usize) -> Self {
        Self { threads, pool: Mutex::new(None) }
    }

    fn pool(&self) -> Result<Pool, Failure> {
        let process = std::process::id();
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(owned) = &*pool
            && owned.process == process
        {
            return Ok(Pool(Arc::clone(&owned.pool)));
        }
        let name = |index| format!("vorpal {index}");
        let built = ThreadPoolBuilder::new().num_threads(self.threads).thread_name(name).build();
        let built = Arc::new(built.map_err(|error| Failure::new(Kind::NotPossible, error))?);
        let owned = Owned { process, pool: Arc::clone(&built) };
        // The threads of a pool from before a fork do not exist here, so nobody may wait for them.
        std::mem::forget(pool.replace(owned));
        Ok(Pool(built))
    }
}

/// A pool of threads.
#[derive(Clone, Debug)]
pub(crate) struct Pool(pub(crate) Arc<ThreadPool>);

impl Pool {
    /// The pool of a `threads` argument: a number, a [`Context`], or nothing for all cores.
    pub(crate) fn of(threads: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        static NUMBERED: Mutex<BTreeMap<usize, Arc<Context>>> = Mutex::new(BTreeMap::new());
        let number = match threads {
            None => 0,
            Some(threads) => match threads.cast::<Context>() {
                Ok(context) => return Ok(context.get().pool()?),
                Err(_) => number(threads)?,
            },
        };
        let context = {
            let mut contexts = NUMBERED.lock().unwrap_or_else(PoisonError::into_inner);
            if contexts.len() < MOST_POOLS || contexts.contains_key(&number) {
                Arc::clone(contexts.entry(number).or_insert_with(|| Arc::new(Context::new(number))))
            } else {
                Arc::new(Context::new(number))
            }
        };
        Ok(context.pool()?)
    }

    /// Runs work on the threads of the pool, without the GIL.
    pub(crate) fn run<R: Send>(&self, py: Python<'_>, work: impl FnOnce() -> R + Send) -> R {
        py.detach(|| self.install(work))
    }

    /// Runs work on the threads of the pool. The caller does not hold the GIL.
    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        pool::install(&self.0, work)
    }
}

fn number(threads: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wrong = || PyTypeError::new_err("threads: a number, a Context or None is expected");
    let number: usize = threads.extract::<Integer>().map_err(|_| wrong())?.to("threads")?;
    if number > MAX_THREADS {
        let message = format!("threads: {number}; 0 to {MAX_THREADS} are possible");
        return Err(Failure::argument(message).into());
    }
    Ok(number)
}
