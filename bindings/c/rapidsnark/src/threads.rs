//! The threads of the process, which all calls share: as many as cores, or as `RAYON_NUM_THREADS` says.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::call::Failure;

/// The threads, and the process that they belong to.
static THREADS: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Starts the threads with the first call, and with the first one of a forked child.
fn pool() -> Result<Arc<ThreadPool>, Failure> {
    let process = std::process::id();
    let mut threads = THREADS.lock().unwrap_or_else(PoisonError::into_inner);
    match &*threads {
        Some((owner, pool)) if *owner == process => return Ok(Arc::clone(pool)),
        _ => {}
    }
    let pool = ThreadPoolBuilder::new().thread_name(|index| format!("rapidsnark {index}")).build();
    let pool =
        Arc::new(pool.map_err(|error| Failure::new(format_args!("no threads can be created: {error}")))?);
    // The threads of the parent do not exist here, and their locks may be held for ever: they are not dropped.
    std::mem::forget(threads.replace((process, Arc::clone(&pool))));
    Ok(pool)
}

/// Runs work on the threads.
pub(crate) fn run<R: Send>(work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
    Ok(pool()?.install(work))
}
