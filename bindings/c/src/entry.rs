//! The frame of every call: no panic leaves it, and failures become a status and a message.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Failure, remember};
use crate::status::vorpal_status::{self, *};

/// Whether a call with a handle has panicked. Such a handle refuses further work.
#[derive(Debug, Default)]
pub(crate) struct Poison(AtomicBool);

impl Poison {
    fn check(&self) -> Result<(), Failure> {
        if self.0.load(Ordering::Acquire) {
            let message = "an earlier call with this handle failed with an internal error; free the handle";
            return Err(Failure::new(VORPAL_ERROR_POISONED, message));
        }
        Ok(())
    }
}

/// Runs a call that uses no handle.
pub(crate) fn enter(body: impl FnOnce() -> Result<(), Failure>) -> vorpal_status {
    finish(catch_unwind(AssertUnwindSafe(body)))
}

/// Runs a call: `handles` finds the handles that it uses, which must not be poisoned and become poisoned by a panic.
///
/// After a panic nobody sees the state of these handles again, so they need not be unwind safe.
pub(crate) fn enter_with<'a, H: Copy>(
    handles: impl FnOnce() -> Result<H, Failure>,
    poisons: impl FnOnce(H) -> Vec<&'a Poison>,
    body: impl FnOnce(H) -> Result<(), Failure>,
) -> vorpal_status {
    enter(|| {
        let handles = handles()?;
        let poisons = poisons(handles);
        poisons.iter().try_for_each(|poison| poison.check())?;
        match catch_unwind(AssertUnwindSafe(|| body(handles))) {
            Ok(result) => result,
            Err(panic) => {
                poisons.iter().for_each(|poison| poison.0.store(true, Ordering::Release));
                Err(of_panic(panic.as_ref()))
            }
        }
    })
}

/// A call of an `unsafe extern "C"` function: `call!([handles], |buffers| { work })`. The handles are parameters of the
/// function and become references in the work; `buffers` is a new [`Buffers`](crate::buffer::Buffers).
///
/// The work is in an `unsafe` block. What it may assume is the contract of the function: each pointer is null or to
/// memory of the documented length, and each handle is null or alive.
macro_rules! call {
    ([$($handle:ident: $type:ty),*], |$buffers:ident| $work:block) => {
        $crate::entry::enter_with(
            || {
                #[allow(unused_unsafe, reason = "calls without handles")]
                // SAFETY: the contract of the function.
                unsafe { Ok(($(<$type as $crate::handle::Handle>::of($handle)?,)*)) }
            },
            |($($handle,)*)| vec![$($crate::handle::Handle::poison($handle)),*],
            |($($handle,)*)| {
                #[allow(unused_mut, unused_variables, reason = "calls without buffers")]
                let mut $buffers = $crate::buffer::Buffers::default();
                #[allow(unused_unsafe, reason = "calls without pointers")]
                // SAFETY: the contract of the function.
                unsafe { $work }
                #[allow(unreachable_code, reason = "work that always returns")]
                Ok(())
            },
        )
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

    #[test]
    fn handles_of_a_call_that_panicked_refuse_work() {
        let (one, other) = (Poison::default(), Poison::default());
        let call = |poison, panics: bool| {
            enter_with(|| Ok(()), |()| vec![poison], |()| if panics { panic!("planted") } else { Ok(()) })
        };
        assert_eq!(call(&one, false), VORPAL_OK);
        assert_eq!(call(&one, true), VORPAL_ERROR_PANIC);
        assert_eq!(call(&one, false), VORPAL_ERROR_POISONED);
        assert!(last().contains("free the handle"));
        assert_eq!(call(&other, false), VORPAL_OK);
    }
}
