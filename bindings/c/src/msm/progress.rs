//! Progress callbacks.

use std::ffi::c_void;
use std::ops::ControlFlow;

use vorpal::msm::Progress;

/// A function that a long sum calls every few thousand additions, with the additions done and expected. Any other
/// result than 0 cancels the sum. It is called from several threads, with the caller's `user`. It must not unwind.
pub type vorpal_progress = Option<unsafe extern "C" fn(user: *mut c_void, done: u64, total: u64) -> i32>;

/// A callback with its argument.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    function: unsafe extern "C" fn(*mut c_void, u64, u64) -> i32,
    user: *mut c_void,
}

// SAFETY: the description of `vorpal_progress` demands a function and an argument that any thread may use.
unsafe impl Send for Callback {}
// SAFETY: as above.
unsafe impl Sync for Callback {}

impl Callback {
    pub(super) fn new(function: vorpal_progress, user: *mut c_void) -> Option<Self> {
        function.map(|function| Self { function, user })
    }

    pub(super) fn report(self, progress: Progress) -> ControlFlow<()> {
        // SAFETY: the caller's function, with the caller's argument.
        match unsafe { (self.function)(self.user, progress.done, progress.total) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}
