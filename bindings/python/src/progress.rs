//! Long sums: progress callbacks, and interruption by signals.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use vorpal::msm::Progress;

use crate::context::Pool;
use crate::error::{CancelledError, Failure, Kind};

/// The time between two checks for signals, and between two calls of a callback.
const TICK: Duration = Duration::from_millis(20);

/// The callback of the library: it may be called on any thread.
pub(crate) type Report<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

#[derive(Clone, Copy, Default)]
struct State {
    latest: Option<Progress>,
    ended: bool,
}

/// What the threads of a sum tell the thread that waits for it.
#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    changed: Condvar,
    cancelled: AtomicBool,
}

impl Watch {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, progress: Progress) -> ControlFlow<()> {
        let mut state = self.lock();
        // Reports of several threads may arrive in another order.
        if state.latest.is_none_or(|latest| latest.done < progress.done) {
            state.latest = Some(progress);
        }
        if self.cancelled.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Waits for the end, at most a tick.
    fn wait(&self) -> State {
        let guard = self.changed.wait_timeout_while(self.lock(), TICK, |state| !state.ended);
        *guard.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Marks the end of the work, after a panic too.
struct End<'a>(&'a Watch);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.changed.notify_one();
    }
}

/// Raises the exceptions of signals that arrived. Called without the GIL.
#[allow(
    clippy::redundant_closure_for_method_calls,
    reason = "the method is of one lifetime, the closure of any"
)]
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Runs a sum on the threads of the pool. Meanwhile this thread, without the GIL, calls the callback with the additions
/// done and expected, and checks for signals. The sum ends early with an exception if the callback returns `False` or
/// raises, or a signal raises.
///
/// After a sum that ran to its end, the callback is called once more, with as many additions done as expected.
pub(crate) fn run<R: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    pool: &Pool,
    callback: Option<&Bound<'_, PyAny>>,
    sum: impl FnOnce(Report<'_>) -> Result<R, E> + Send,
) -> PyResult<R> {
    let callback = callback.map(|callback| callback.clone().unbind());
    let call = |progress: Progress| -> PyResult<()> {
        let Some(callback) = &callback else { return Ok(()) };
        Python::attach(|py| {
            let result = callback.call1(py, (progress.done, progress.total))?;
            if result.bind(py).is(pyo3::types::PyBool::new(py, false)) {
                return Err(CancelledError::new_err("the progress callback cancelled the sum"));
            }
            Ok(())
        })
    };
    let (result, stopped, last) = py.detach(|| {
        let watch = Watch::default();
        let mut result = None;
        let (mut stopped, mut last) = (None, Progress { done: 0, total: 1 });
        pool.0.in_place_scope(|scope| {
            scope.spawn(|_| {
                let _end = End(&watch);
                result = Some(sum(&|progress| watch.report(progress)));
            });
            let mut seen = 0;
            loop {
                let state = watch.wait();
                last = state.latest.unwrap_or(last);
                if state.ended {
                    break;
                }
                let mut outcome = check_signals();
                if last.done > seen {
                    outcome = outcome.and_then(|()| call(last));
                    seen = last.done;
                }
                if let Err(error) = outcome {
                    watch.cancelled.store(true, Ordering::Relaxed);
                    stopped = Some(error);
                    break;
                }
            }
        });
        (result, stopped, last)
    });
    if let Some(error) = stopped {
        return Err(error);
    }
    let result = match result {
        Some(result) => result.map_err(|error| PyErr::from(error.into()))?,
        None => return Err(Failure::new(Kind::Cancelled, "the sum did not end").into()),
    };
    let total = last.total.max(last.done);
    call(Progress { done: total, total })?;
    Ok(result)
}
