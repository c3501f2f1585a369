//! Signatures in the queue, and who gets their senders.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use super::PoolError;
use super::ticket::{Slot, contain};
use crate::{Error, Recovery};

/// A sender, or why there is none. It is a function of the recovery alone.
pub(super) type Outcome = Result<[u8; 20], Error>;

/// A signature in the queue.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) recovery: Recovery,
    pub(super) submitted: Instant,
    pub(super) reply: Reply,
}

/// Who gets the result. Every reply is answered once: one that is dropped sends [`PoolError::Closed`].
pub(super) struct Reply(Option<To>);

enum To {
    Ticket(Arc<Slot>),
    Call(Box<dyn FnOnce(Result<[u8; 20], PoolError>) + Send>),
}

impl Reply {
    pub(super) fn ticket(slot: Arc<Slot>) -> Self {
        Self(Some(To::Ticket(slot)))
    }

    pub(super) fn call(done: impl FnOnce(Result<[u8; 20], PoolError>) + Send + 'static) -> Self {
        Self(Some(To::Call(Box::new(done))))
    }

    /// Whether nobody waits for the result: the ticket was dropped, and this is the only reference to its slot.
    pub(super) fn is_cancelled(&self) -> bool {
        matches!(&self.0, Some(To::Ticket(slot)) if Arc::strong_count(slot) == 1)
    }

    /// Sends the result.
    pub(super) fn send(mut self, result: Result<[u8; 20], PoolError>) {
        self.answer(result);
    }

    /// Drops the reply without an answer, for a signature that was not accepted.
    pub(super) fn discard(mut self) {
        self.0 = None;
    }

    fn answer(&mut self, result: Result<[u8; 20], PoolError>) {
        match self.0.take() {
            Some(To::Ticket(slot)) => slot.set(result),
            // The message of a panic is printed where it occurs. The other replies of the group follow.
            Some(To::Call(done)) => contain(|| done(result)),
            None => (),
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.answer(Err(PoolError::Closed));
    }
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Some(To::Ticket(_)) => "Reply(ticket)",
            Some(To::Call(_)) => "Reply(call)",
            None => "Reply(answered)",
        })
    }
}
