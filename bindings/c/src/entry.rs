//! The frame of every call: no panic leaves it, and failures become a status and a message.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use vorpal::limbs::backend::{Backend, UnknownBackend};

use crate::error::{Failure, remember};
use crate::status::vorpal_status::{self, *};

/// Runs a call.
///
/// A panic may leave what the call has changed in any state. Only trees, key caches, verifiers of cells and batches
/// of signatures change, and each is behind a lock that such a panic poisons: they then refuse further work. Key tables
/// grow only after all checks. So the call need not be unwind safe.
pub(crate) fn enter(body: impl FnOnce() -> Result<(), Failure>) -> vorpal_status {
    finish(catch_unwind(AssertUnwindSafe(|| {
        check_backend()?;
        body()
    })))
}

/// Refuses to run with a value of `VORPAL_BACKEND` that names no backend. The first call reads it.
fn check_backend() -> Result<(), Failure> {
    static CHECKED: OnceLock<Result<(), UnknownBackend>> = OnceLock::new();
    CHECKED.get_or_init(Backend::check_environment).as_ref().copied().map_err(Failure::argument)
}

/// A call of an `unsafe extern "C"` function: `call!([handles], |buffers| { work })`. The handles are parameters of the
/// function and become references in the work; `buffers` is a new [`Buffers`](crate::buffer::Buffers).
///
/// The work is in an `unsafe` block. What it may assume is the contract of the function: each pointer is null or to
/// memory of the documented length, and each handle is null or alive.
macro_rules! call {
    ([$($handle:ident: $type:ty),*], |$buffers:ident| $work:block) => {
        $crate::entry::enter(|| {
            #[allow(unused_mut, unused_variables, reason = "calls without buffers")]
            let mut $buffers = $crate::buffer::Buffers::default();
            #[allow(unused_unsafe, reason = "calls without pointers")]
            // SAFETY: the contract of the function.
            unsafe {
                $(let $handle = <$type as $crate::handle::Handle>::of($handle, stringify!($handle))?;)*
                $work
            }
            #[allow(unreachable_code, reason = "work that always returns")]
            Ok(())
        })
    };
}
pub(crate) use call;

fn finish(result: std::thread::Result<Result<(), Failure>>) -> vorpal_status {
    let failure = match result {
        Ok(Ok(())) => return VORPAL_OK,
        Ok(Err(failure)) => failure,
        Err(panic) => of_panic(panic.as_ref()),
    };
    remember(&failure.message);
    failure.status
}

fn of_panic(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
    Failure::new(VORPAL_ERROR_PANIC, format!("internal error: {text}"))
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;
    use crate::error::vorpal_last_error;

    fn last() -> String {
        // SAFETY: the pointer is to this thread's message, which nothing replaces in the meantime.
        unsafe { CStr::from_ptr(vorpal_last_error()) }.to_string_lossy().into_owned()
    }

    #[test]
    fn failures_have_a_status_and_a_message() {
        assert_eq!(enter(|| Ok(())), VORPAL_OK);
        assert_eq!(enter(|| Err(Failure::argument("one\0two"))), VORPAL_ERROR_ARGUMENT);
        assert_eq!(last(), "one\u{fffd}two");
        assert_eq!(enter(|| panic!("number {}", 3)), VORPAL_ERROR_PANIC);
        assert_eq!(last(), "internal error: number 3");
    }
}
