//! Contexts: the threads that batches run on.

use std::sync::{Arc, OnceLock};

use rayon::{ThreadPool, ThreadPoolBuilder};
use vorpal_bindings::pool::install;

use crate::entry::{call, enter};
use crate::error::Failure;
use crate::handle::{Handle, check_out, free, give};
use crate::status::vorpal_status::{self, VORPAL_ERROR_NOT_POSSIBLE};

/// The most threads that a context may have.
const MAX_THREADS: usize = 1024;

/// A pool of threads. Several threads of the program may use a context at the same time. A child of a `fork` gets
/// threads of its own with its first call.
#[derive(Debug)]
pub struct vorpal_ctx {
    number: usize,
    first: Threads,
}

/// The threads of a process.
#[derive(Debug)]
struct Threads {
    process: u32,
    pool: Arc<ThreadPool>,
    /// Those of a child that was forked from this process or, further along the list, from a child of it.
    of_child: OnceLock<Box<Threads>>,
}

impl Threads {
    fn new(number: usize) -> Result<Self, Failure> {
        let name = |index| format!("vorpal {index}");
        let pool = ThreadPoolBuilder::new().num_threads(number).thread_name(name).build();
        let pool = pool.map_err(|error| {
            Failure::new(VORPAL_ERROR_NOT_POSSIBLE, format_args!("no threads can be created: {error}"))
        })?;
        Ok(Self { process: std::process::id(), pool: Arc::new(pool), of_child: OnceLock::new() })
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // The threads of another process do not exist here, and their locks may be held for ever.
        if self.process != std::process::id() {
            std::mem::forget(Arc::clone(&self.pool));
        }
    }
}

impl Handle for vorpal_ctx {}

impl vorpal_ctx {
    /// The threads of this process. The first call of a forked child creates them.
    pub(crate) fn pool(&self) -> Result<&ThreadPool, Failure> {
        let process = std::process::id();
        let mut threads = &self.first;
        loop {
            if threads.process == process {
                return Ok(&threads.pool);
            }
            threads = match threads.of_child.get() {
                Some(threads) => threads,
                None => {
                    let new = Box::new(Threads::new(self.number)?);
                    // Another thread may have been faster; then `new` ends.
                    threads.of_child.get_or_init(|| new)
                }
            };
        }
    }

    /// Runs work on the threads of the context.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        Ok(install(self.pool()?, work))
    }
}

/// Creates a context with so many threads, at most 1024; 0 stands for the environment variable `RAYON_NUM_THREADS`, or
/// without it for the number of cores. A context with one thread does no work in parallel. Work for lists runs on
/// the context's threads, that of most single items on the calling one.
///
/// # Safety
/// `out` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ctx_new(threads: usize, out: *mut *mut vorpal_ctx) -> vorpal_status {
    enter(|| {
        check_out(out)?;
        if threads > MAX_THREADS {
            return Err(Failure::argument(format_args!(
                "{threads} threads; at most {MAX_THREADS} are possible"
            )));
        }
        let first = Threads::new(threads)?;
        // SAFETY: `out` was checked, and the caller promises the rest.
        unsafe { give(out, vorpal_ctx { number: threads, first }) };
        Ok(())
    })
}

/// Writes the number of threads of a context.
///
/// # Safety
/// `ctx` is null or a context, `out` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ctx_threads(ctx: *const vorpal_ctx, out: *mut usize) -> vorpal_status {
    call!([ctx: vorpal_ctx], |buffers| {
        *buffers.place(out, "out")? = ctx.pool()?.current_num_threads();
    })
}

/// Frees a context; null is ignored.
///
/// # Safety
/// `ctx` is null or a context that nobody uses afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vorpal_ctx_free(ctx: *mut vorpal_ctx) {
    enter(|| {
        // SAFETY: the caller's promise.
        unsafe { free(ctx) };
        Ok(())
    });
}
