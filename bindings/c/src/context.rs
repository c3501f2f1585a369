//! Contexts: the threads that batches run on.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::entry::{Poison, call, enter};
use crate::error::Failure;
use crate::handle::{Handle, check_out, free, give};
use crate::status::vorpal_status::{self, VORPAL_ERROR_NOT_POSSIBLE};

/// The most threads that a context may have.
const MAX_THREADS: usize = 1024;

/// A pool of threads. Several threads of the program may use a context at the same time.
#[derive(Debug)]
pub struct vorpal_ctx {
    poison: Poison,
    pool: ThreadPool,
}

impl Handle for vorpal_ctx {
    const NAME: &'static str = "ctx";

    fn poison(&self) -> &Poison {
        &self.poison
    }
}

impl vorpal_ctx {
    /// Runs work on the threads of the context.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

/// Creates a context with so many threads, at most 1024; 0 stands for the number of cores. A context with one thread
/// does no work in parallel.
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
        let name = |index| format!("vorpal {index}");
        let pool = ThreadPoolBuilder::new().num_threads(threads).thread_name(name).build();
        let pool = pool.map_err(|error| Failure::new(VORPAL_ERROR_NOT_POSSIBLE, error))?;
        // SAFETY: `out` was checked, and the caller promises the rest.
        unsafe { give(out, vorpal_ctx { poison: Poison::default(), pool }) };
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
        *buffers.place(out, "out")? = ctx.pool.current_num_threads();
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
