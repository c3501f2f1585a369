//! Progress reports and cancellation of long sums, for callers with a callback.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The progress of a sum, in point additions. The total is an estimate before the last report.
///
/// ```
/// use core::ops::ControlFlow;
/// use vorpal_curves::bn254::Affine;
/// use vorpal_fields::primes::Bn254Scalar as Scalar;
/// use vorpal_msm::{Msm, Progress};
/// let show = |progress: Progress| {
///     assert!(progress.done <= progress.total);
///     ControlFlow::Continue(())
/// };
/// Msm::new().progress(&show).msm_vartime(&[Affine::GENERATOR; 100], &[-Scalar::ONE; 100])?;
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of completed additions.
    pub done: u64,
    /// The expected number of additions; at least `done`.
    pub total: u64,
}

/// A callback that receives the progress from time to time, on any thread. [`ControlFlow::Break`] cancels the sum.
///
/// ```
/// use core::ops::ControlFlow;
/// use vorpal_curves::bn254::Affine;
/// use vorpal_fields::primes::Bn254Scalar as Scalar;
/// use vorpal_msm::{Algorithm, Error, Msm, OnProgress};
/// let cancel: OnProgress<'_> = &|_| ControlFlow::Break(());
/// let msm = Msm::new().algorithm(Algorithm::Affine).progress(cancel);
/// assert_eq!(msm.msm_vartime(&[Affine::GENERATOR; 100], &[-Scalar::ONE; 100]), Err(Error::Cancelled));
/// ```
pub type OnProgress<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Counts additions, calls the callback, and stores whether it cancelled the sum.
pub(crate) struct Monitor<'a> {
    callback: Option<OnProgress<'a>>,
    done: AtomicU64,
    total: u64,
    cancelled: AtomicBool,
}

impl<'a> Monitor<'a> {
    pub(crate) fn new(callback: Option<OnProgress<'a>>, total: u64) -> Self {
        Self { callback, done: AtomicU64::new(0), total, cancelled: AtomicBool::new(false) }
    }

    /// Adds to the number of completed additions and reports it.
    pub(crate) fn advance(&self, additions: usize) {
        let Some(callback) = self.callback else { return };
        let done = self.done.fetch_add(additions as u64, Relaxed) + additions as u64;
        if callback(Progress { done, total: self.total.max(done) }).is_break() {
            self.cancelled.store(true, Relaxed);
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }
}
