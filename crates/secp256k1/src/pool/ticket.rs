//! Tickets: results that are not there yet.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use super::PoolError;

/// The result of a submitted signature, as soon as it is there. It is a future, too. Dropping it cancels the recovery,
/// unless the group of the signature has started.
#[derive(Debug)]
#[must_use = "a dropped ticket cancels the recovery"]
pub struct SenderTicket(Arc<Slot>);

/// Where a thread of the pool puts a result.
#[derive(Debug, Default)]
pub(super) struct Slot {
    state: Mutex<State>,
    is_set: Condvar,
}

#[derive(Debug, Default)]
struct State {
    result: Option<Result<[u8; 20], PoolError>>,
    waker: Option<Waker>,
}

/// A ticket, and the slot that it reads.
pub(super) fn pair() -> (SenderTicket, Arc<Slot>) {
    let slot = Arc::new(Slot::default());
    (SenderTicket(Arc::clone(&slot)), slot)
}

/// Runs code of a user. Its panic, and one of the destructor of the payload, end here.
pub(super) fn contain(code: impl FnOnce()) {
    if let Err(payload) = catch_unwind(AssertUnwindSafe(code))
        && let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload)))
    {
        std::mem::forget(second);
    }
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of users runs under the lock, so a poisoned state is as valid as any other.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set(&self, result: Result<[u8; 20], PoolError>) {
        let waker = {
            let mut state = self.lock();
            state.result = Some(result);
            state.waker.take()
        };
        self.is_set.notify_all();
        if let Some(waker) = waker {
            contain(|| waker.wake());
        }
    }
}

impl SenderTicket {
    /// Waits for the result.
    ///
    /// # Errors
    /// [`PoolError::Signature`], [`PoolError::Closed`].
    pub fn wait(self) -> Result<[u8; 20], PoolError> {
        let mut state = self.0.lock();
        loop {
            if let Some(result) = state.result {
                return result;
            }
            state = self.0.is_set.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for the result at most this long. `None` if it is not there then; the ticket remains valid.
    pub fn wait_timeout(&self, limit: Duration) -> Option<Result<[u8; 20], PoolError>> {
        let start = Instant::now();
        let mut state = self.0.lock();
        while state.result.is_none() {
            let left = limit.checked_sub(start.elapsed()).filter(|left| !left.is_zero())?;
            state = self.0.is_set.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.result
    }

    /// The result, if it is there. Does not wait.
    pub fn try_get(&self) -> Option<Result<[u8; 20], PoolError>> {
        self.0.lock().result
    }
}

impl Future for SenderTicket {
    type Output = Result<[u8; 20], PoolError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        // Wakers are code of users: cloned before the lock, dropped after it.
        let waker = context.waker().clone();
        let replaced = {
            let mut state = self.0.lock();
            if let Some(result) = state.result {
                return Poll::Ready(result);
            }
            state.waker.replace(waker)
        };
        drop(replaced);
        Poll::Pending
    }
}
