//! Values behind handles that calls change: a lock that a panic poisons, and that a forked child does not wait for.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::error::Failure;
use crate::status::vorpal_status::VORPAL_ERROR_POISONED;

/// A value that several threads read, and one at a time changes.
#[derive(Debug)]
pub(crate) struct Guarded<T> {
    uses: Uses,
    lock: Arc<RwLock<T>>,
}

/// The process whose threads use a value, in the upper half, and the number of their calls.
#[derive(Debug)]
struct Uses(AtomicU64);

/// Access to a value until the end of a call.
pub(crate) struct Held<'a, G> {
    // Dropped first.
    guard: G,
    _use: Use<'a>,
}

/// A call that is counted.
struct Use<'a>(&'a Uses);

const CALLS: u64 = u32::MAX as u64;

fn this_process() -> u64 {
    u64::from(std::process::id()) << 32
}

impl Uses {
    /// Counts a call. A child inherits the count of the moment of its `fork`. If it is not zero, a thread that the
    /// child lacks was in a call: it will never release the lock, and the value may be half changed.
    fn begin(&self) -> Result<Use<'_>, Failure> {
        let process = this_process();
        let next = |uses: u64| match uses {
            _ if uses & !CALLS == process => Some(uses + 1),
            _ if uses & CALLS == 0 => Some(process + 1),
            _ => None,
        };
        match self.0.fetch_update(Ordering::Acquire, Ordering::Relaxed, next) {
            Ok(_) => Ok(Use(self)),
            Err(_) => Err(Failure::new(
                VORPAL_ERROR_POISONED,
                "another thread was in a call with this handle when this process was forked; free the handle",
            )),
        }
    }

    /// Whether a call of another process, which never ends here, uses the value.
    fn is_stuck(&self) -> bool {
        let uses = self.0.load(Ordering::Acquire);
        uses & !CALLS != this_process() && uses & CALLS != 0
    }
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Release);
    }
}

fn poisoned() -> Failure {
    let message = "an earlier call with this handle failed with an internal error; free the handle";
    Failure::new(VORPAL_ERROR_POISONED, message)
}

impl<T> Guarded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { uses: Uses(AtomicU64::new(this_process())), lock: Arc::new(RwLock::new(value)) }
    }

    pub(crate) fn read(&self) -> Result<Held<'_, RwLockReadGuard<'_, T>>, Failure> {
        let use_ = self.uses.begin()?;
        let guard = self.lock.read().map_err(|_| poisoned())?;
        Ok(Held { guard, _use: use_ })
    }

    /// Access to change the value. A panic before its end poisons the value.
    pub(crate) fn write(&self) -> Result<Held<'_, RwLockWriteGuard<'_, T>>, Failure> {
        let use_ = self.uses.begin()?;
        let guard = self.lock.write().map_err(|_| poisoned())?;
        Ok(Held { guard, _use: use_ })
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        // A value that is half changed cannot be dropped.
        if self.uses.is_stuck() {
            std::mem::forget(Arc::clone(&self.lock));
        }
    }
}

impl<G: Deref> Deref for Held<'_, G> {
    type Target = G::Target;

    fn deref(&self) -> &G::Target {
        &self.guard
    }
}

impl<G: DerefMut> DerefMut for Held<'_, G> {
    fn deref_mut(&mut self) -> &mut G::Target {
        &mut self.guard
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::rc::Rc;

    use super::*;

    /// Panics in a call with the value.
    fn panics<T>(call: impl FnOnce() -> T) {
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let _held = call();
            panic!("planted");
        }));
        assert!(caught.is_err());
    }

    #[test]
    fn a_panic_poisons_what_it_may_have_changed_only() {
        let value = Guarded::new(1);
        panics(|| value.read());
        *value.write().unwrap() += 1;
        assert_eq!(*value.read().unwrap(), 2);
        panics(|| value.write());
        for failure in [value.read().err().unwrap(), value.write().err().unwrap()] {
            assert_eq!(failure.status, VORPAL_ERROR_POISONED);
            assert!(failure.message.contains("internal error"), "{}", failure.message);
        }
        assert_eq!(value.uses.0.load(Ordering::Relaxed), this_process(), "every call has ended");
    }

    /// The state of a value in a child: that of the moment of the fork in another process.
    fn forked<T>(value: &Guarded<T>, calls: u64) {
        value.uses.0.store(this_process().wrapping_add(1 << 32) | calls, Ordering::Relaxed);
    }

    #[test]
    fn a_child_uses_what_no_call_used_at_the_fork() {
        let value = Guarded::new(Rc::new(5));
        let witness = Rc::clone(&value.read().unwrap());
        forked(&value, 0);
        assert_eq!(**value.read().unwrap(), 5);
        assert_eq!(value.uses.0.load(Ordering::Relaxed), this_process());
        drop(value);
        assert_eq!(Rc::strong_count(&witness), 1);
    }

    #[test]
    fn a_child_neither_waits_for_nor_drops_what_a_call_used_at_the_fork() {
        let value = Guarded::new(Rc::new(5));
        let witness = Rc::clone(&value.read().unwrap());
        // The lock that no thread of the child releases.
        std::mem::forget(value.lock.write().unwrap());
        forked(&value, 1);
        for failure in [value.read().err().unwrap(), value.write().err().unwrap()] {
            assert_eq!(failure.status, VORPAL_ERROR_POISONED);
            assert!(failure.message.contains("forked"), "{}", failure.message);
        }
        drop(value);
        assert_eq!(Rc::strong_count(&witness), 2, "the value is not dropped");
    }
}
