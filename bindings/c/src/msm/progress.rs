//! Progress callbacks: the calling thread runs them, while the threads of the context compute.

use std::ffi::c_void;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use vorpal::msm::{OnProgress, Progress};

use crate::context::vorpal_ctx;
use crate::error::Failure;
use crate::status::vorpal_status::VORPAL_ERROR_CANCELLED;

/// A function that a long sum calls from time to time with the additions done and expected, and with the caller's
/// `user`. Any other result than 0 cancels the sum, whose status is then `VORPAL_ERROR_CANCELLED`. A sum of a few
/// points ends without a call.
///
/// It runs on the thread of the call, one report after the other. The sum does not wait for it: a slow function
/// receives fewer reports. It may call every function of the library, with the same handles too; it frees none that
/// the sum uses. It must not unwind. A child that it forks does not return from it.
pub type vorpal_progress = Option<unsafe extern "C" fn(user: *mut c_void, done: u64, total: u64) -> i32>;

/// A callback with its argument.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    function: unsafe extern "C" fn(*mut c_void, u64, u64) -> i32,
    user: *mut c_void,
}

impl Callback {
    pub(super) fn new(function: vorpal_progress, user: *mut c_void) -> Option<Self> {
        function.map(|function| Self { function, user })
    }

    fn cancels(self, progress: Progress) -> bool {
        // SAFETY: the caller's function, with the caller's argument, on the caller's thread.
        unsafe { (self.function)(self.user, progress.done, progress.total) != 0 }
    }
}

/// What the threads of a sum tell the calling thread.
///
/// The threads of a context never run the caller's code. A callback on one of them could wait for a lock that the
/// calling thread of another call holds, while that call waits for the same thread.
#[derive(Default)]
struct Reports {
    news: Mutex<News>,
    changed: Condvar,
    is_cancelled: AtomicBool,
}

#[derive(Default)]
struct News {
    latest: Option<Progress>,
    /// The additions of the newest report so far.
    done: u64,
    is_finished: bool,
}

impl Reports {
    fn change(&self, change: impl FnOnce(&mut News)) {
        change(&mut self.news());
        self.changed.notify_one();
    }

    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn report(&self, progress: Progress) -> ControlFlow<()> {
        if self.is_cancelled.load(Relaxed) {
            return ControlFlow::Break(());
        }
        self.change(|news| {
            // Reports of several threads may arrive in another order.
            if progress.done >= news.done {
                (news.latest, news.done) = (Some(progress), progress.done);
            }
        });
        ControlFlow::Continue(())
    }

    /// The next report, or nothing at the end of the sum.
    fn next(&self) -> Option<Progress> {
        let waiting = |news: &mut News| news.latest.is_none() && !news.is_finished;
        let mut news = self.changed.wait_while(self.news(), waiting).unwrap_or_else(PoisonError::into_inner);
        news.latest.take()
    }
}

/// Reports the end of a sum, also of one that panics.
struct End<'a>(&'a Reports);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.change(|news| news.is_finished = true);
    }
}

/// Runs a sum on the threads of a context, and its callback on the calling thread.
pub(super) fn run<R: Send, E: Send>(
    ctx: &vorpal_ctx,
    callback: Option<Callback>,
    sum: impl FnOnce(Option<OnProgress<'_>>) -> Result<R, E> + Send,
) -> Result<R, Failure>
where
    Failure: From<E>,
{
    let Some(callback) = callback else { return Ok(ctx.run(|| sum(None))??) };
    let reports = Reports::default();
    let report = |progress| reports.report(progress);
    let mut result = None;
    ctx.pool()?.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _end = End(&reports);
            result = Some(sum(Some(&report)));
        });
        while let Some(progress) = reports.next() {
            if callback.cancels(progress) {
                reports.is_cancelled.store(true, Relaxed);
            }
        }
    });
    match result {
        Some(result) if !reports.is_cancelled.load(Relaxed) => Ok(result?),
        _ => Err(Failure::new(VORPAL_ERROR_CANCELLED, "the progress callback cancelled the sum")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_report_arrives_and_then_the_end() {
        let reports = Reports::default();
        for done in [1, 5, 3] {
            assert!(reports.report(Progress { done, total: 9 }).is_continue());
        }
        drop(End(&reports));
        assert_eq!(reports.next(), Some(Progress { done: 5, total: 9 }));
        assert!(reports.report(Progress { done: 4, total: 9 }).is_continue());
        assert_eq!(reports.next(), None, "an older report is no news");
        reports.is_cancelled.store(true, Relaxed);
        assert!(reports.report(Progress { done: 9, total: 9 }).is_break());
    }
}
