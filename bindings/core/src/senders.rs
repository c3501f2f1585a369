//! The pool of senders for callers in other languages: results by tokens.
//!
//! A callback into another language is expensive, and unsafe on threads that the language does not know. So the caller
//! gives each signature a number, its token, and takes finished results from a queue, many at once, on a thread of its
//! own.
//!
//! * Memory is bounded: signatures in work and results that nobody has taken are together at most
//!   [`PoolOptions::queue`]. Above that, [`submit`](Senders::submit) waits or fails.
//! * A token has at most one result, and no result after it was cancelled. It may be used again then.
//! * The sender, and an entry of the cache, depend on the hash and all 65 bytes of the signature: see
//!   [`vorpal::secp256k1::pool`].
//! * After [`close`](Senders::close), results that are complete are still delivered. The other tokens get none.
//! * A forked child has no threads of the pool. Every call fails there, and dropping the pool frees nothing.
//!
//! Lock order: the state of the inbox before the locks inside of the pool. The pool calls [`Arrival::wake`] without a
//! lock of its own, so nothing waits in a circle.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use vorpal::secp256k1::Error;
use vorpal::secp256k1::pool::{PoolError, PoolMetrics, PoolOptions, SenderPool, SenderTicket};

use crate::signatures::{recovery, recovery_id};

/// A result: the sender of the signature with this token, or why it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The caller's number.
    pub token: u64,
    /// The address.
    pub sender: Result<[u8; 20], Error>,
}

/// Why a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendersError {
    /// The options are out of range, or a thread cannot be started.
    #[error(transparent)]
    Options(#[from] PoolError),
    /// The token belongs to another signature, whose result has not been taken.
    #[error("the token {0} is in use")]
    Token(u64),
    /// There are as many signatures and results as the pool may have.
    #[error("the pool of senders is full")]
    Full,
    /// The pool is closed.
    #[error("the pool of senders is closed")]
    Closed,
    /// The pool belongs to the process from which this one was forked.
    #[error("the pool of senders has no threads in a forked process; free it")]
    Forked,
}

/// A pool of senders whose results have tokens.
#[derive(Debug)]
pub struct Senders {
    process: u32,
    capacity: usize,
    pool: Arc<SenderPool>,
    inbox: Arc<Inbox>,
}

/// Where results arrive.
#[derive(Debug, Default)]
struct Inbox {
    state: Mutex<State>,
    has_result: Condvar,
    has_space: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The tokens in use: until the result arrives with its ticket and the last byte of the signature.
    tokens: HashMap<u64, Option<(SenderTicket, u8)>>,
    ready: VecDeque<Found>,
    /// Signatures that the pool has not answered, those that were cancelled included.
    in_flight: usize,
    refused: u64,
    is_closed: bool,
}

/// The waker of a ticket. The pool wakes it exactly once, also if the ticket was dropped.
struct Arrival {
    token: u64,
    inbox: Arc<Inbox>,
}

impl Wake for Arrival {
    fn wake(self: Arc<Self>) {
        self.inbox.arrive(self.token);
    }
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of users runs under the lock, so a poisoned state is as valid as any other.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves a result from its ticket to those that are ready. There is none if the ticket was cancelled. If its token
    /// is in use again, that ticket has its own arrival: it may find that this one has moved its result.
    fn arrive(&self, token: u64) {
        let mut state = self.lock();
        state.in_flight -= 1;
        let result = state.tokens.get(&token).and_then(|waiting| {
            let (ticket, v) = waiting.as_ref()?;
            Some((ticket.try_get()?, *v))
        });
        match result {
            // One that is woken may fail, because its token is in use: then another one has the space.
            None => self.has_space.notify_all(),
            Some((Ok(sender), v)) => state.finish(token, v, Ok(sender)),
            Some((Err(PoolError::Signature(error)), v)) => state.finish(token, v, Err(error)),
            Some((Err(_), _)) => {
                state.tokens.remove(&token);
                state.is_closed = true;
            }
        }
        let is_closed = state.is_closed;
        drop(state);
        if is_closed {
            self.has_space.notify_all();
            self.has_result.notify_all();
        } else if result.is_some() {
            self.has_result.notify_one();
        }
    }
}

impl State {
    /// Makes a result ready. As in other calls, an invalid last byte of the signature is its first error.
    fn finish(&mut self, token: u64, v: u8, sender: Result<[u8; 20], Error>) {
        let is_valid = recovery_id(v).is_some();
        let sender =
            sender.map_err(|error| if is_valid { error } else { Error::RecoveryId { found: u8::MAX } });
        self.tokens.insert(token, None);
        self.ready.push_back(Found { token, sender });
    }
}

/// Waits for a change of the state until a deadline; `None` is never. Returns `None` after the deadline.
fn wait<'a>(
    condition: &Condvar,
    state: MutexGuard<'a, State>,
    deadline: Option<Instant>,
) -> Result<MutexGuard<'a, State>, MutexGuard<'a, State>> {
    let Some(deadline) = deadline else {
        return Ok(condition.wait(state).unwrap_or_else(PoisonError::into_inner));
    };
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(state);
    }
    Ok(condition.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0)
}

impl Senders {
    /// Starts the threads of a pool.
    ///
    /// # Errors
    /// [`SendersError::Options`].
    pub fn new(options: PoolOptions) -> Result<Self, SendersError> {
        let pool = Arc::new(SenderPool::new(options)?);
        Ok(Self { process: std::process::id(), capacity: options.queue, pool, inbox: Arc::default() })
    }

    fn check_process(&self) -> Result<(), SendersError> {
        if self.process == std::process::id() { Ok(()) } else { Err(SendersError::Forked) }
    }

    /// Submits a signature of 65 bytes `r || s || v`. Waits for space at most this long; a sum beyond the range of
    /// instants is for ever.
    ///
    /// # Errors
    /// [`SendersError::Token`], [`SendersError::Full`], [`SendersError::Closed`], [`SendersError::Forked`]. The token
    /// has no result then.
    pub fn submit(
        &self,
        token: u64,
        hash: &[u8; 32],
        signature: &[u8; 65],
        limit: Duration,
    ) -> Result<(), SendersError> {
        self.check_process()?;
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.inbox.lock();
        loop {
            if state.is_closed {
                return Err(SendersError::Closed);
            }
            if state.tokens.contains_key(&token) {
                return Err(SendersError::Token(token));
            }
            if state.in_flight + state.ready.len() < self.capacity {
                break;
            }
            state = match wait(&self.inbox.has_space, state, deadline) {
                Ok(state) => state,
                Err(mut state) => {
                    state.refused += 1;
                    return Err(SendersError::Full);
                }
            };
        }
        self.push(&mut state, token, hash, signature)
    }

    /// Gives a signature to the pool, whose queue has space: its jobs are among those in flight.
    fn push(
        &self,
        state: &mut State,
        token: u64,
        hash: &[u8; 32],
        signature: &[u8; 65],
    ) -> Result<(), SendersError> {
        let mut ticket = self.pool.try_submit(&recovery(hash, signature)).map_err(|error| match error {
            PoolError::Full => SendersError::Full,
            _ => SendersError::Closed,
        })?;
        let waker = Waker::from(Arc::new(Arrival { token, inbox: Arc::clone(&self.inbox) }));
        match Pin::new(&mut ticket).poll(&mut Context::from_waker(&waker)) {
            // The arrival waits for the lock, which this thread holds.
            Poll::Pending => {
                state.in_flight += 1;
                state.tokens.insert(token, Some((ticket, signature[64])));
            }
            Poll::Ready(Ok(sender)) => state.finish(token, signature[64], Ok(sender)),
            Poll::Ready(Err(PoolError::Signature(error))) => state.finish(token, signature[64], Err(error)),
            Poll::Ready(Err(_)) => return Err(SendersError::Closed),
        }
        if !state.ready.is_empty() {
            self.inbox.has_result.notify_one();
        }
        Ok(())
    }

    /// Takes up to `most` results, and waits for the first at most this long. There may be none after that.
    ///
    /// # Errors
    /// [`SendersError::Closed`] if there are none and will be none, [`SendersError::Forked`].
    pub fn take(&self, most: usize, limit: Duration) -> Result<Vec<Found>, SendersError> {
        self.check_process()?;
        let deadline = Instant::now().checked_add(limit);
        let mut state = self.inbox.lock();
        while state.ready.is_empty() {
            if state.is_closed && state.in_flight == 0 {
                return Err(SendersError::Closed);
            }
            state = match wait(&self.inbox.has_result, state, deadline) {
                Ok(state) => state,
                Err(_) => return Ok(Vec::new()),
            };
        }
        let number = most.min(state.ready.len());
        let found: Vec<Found> = state.ready.drain(..number).collect();
        for one in &found {
            state.tokens.remove(&one.token);
        }
        let has_more = !state.ready.is_empty();
        drop(state);
        self.inbox.has_space.notify_all();
        if has_more {
            self.inbox.has_result.notify_one();
        }
        Ok(found)
    }

    /// Cancels a signature. Returns whether its token has no result: `false` if the result is ready, which is delivered
    /// then, or if no such token is in use. The signature is not recovered unless its group has started.
    ///
    /// # Errors
    /// [`SendersError::Forked`].
    pub fn cancel(&self, token: u64) -> Result<bool, SendersError> {
        self.check_process()?;
        let mut state = self.inbox.lock();
        if !matches!(state.tokens.get(&token), Some(Some(_))) {
            return Ok(false);
        }
        state.tokens.remove(&token);
        Ok(true)
    }

    /// Recovers the senders of a block on this thread and its rayon pool, without the queue. Senders in the cache are
    /// not computed again, and the others enter it.
    ///
    /// # Errors
    /// [`SendersError::Forked`].
    pub fn recover_block(
        &self,
        hashes: &[[u8; 32]],
        signatures: &[[u8; 65]],
    ) -> Result<Vec<Result<[u8; 20], Error>>, SendersError> {
        self.check_process()?;
        let recoveries: Vec<_> =
            hashes.iter().zip(signatures).map(|(hash, signature)| recovery(hash, signature)).collect();
        Ok(self.pool.recover_block(&recoveries))
    }

    /// The state of the pool, and the number of results that nobody has taken.
    ///
    /// # Errors
    /// [`SendersError::Forked`].
    pub fn metrics(&self) -> Result<(PoolMetrics, usize), SendersError> {
        self.check_process()?;
        let (refused, ready) = {
            let state = self.inbox.lock();
            (state.refused, state.ready.len())
        };
        let mut metrics = self.pool.metrics();
        metrics.refused += refused;
        Ok((metrics, ready))
    }

    /// Closes the pool: nothing more is accepted, and what has no result yet gets none, unless its group has started.
    /// Closing twice has no effect.
    ///
    /// # Errors
    /// [`SendersError::Forked`].
    pub fn close(&self) -> Result<(), SendersError> {
        self.check_process()?;
        self.inbox.lock().is_closed = true;
        // Without the lock, which the arrivals of what is dropped need.
        self.pool.close();
        self.inbox.has_space.notify_all();
        self.inbox.has_result.notify_all();
        Ok(())
    }
}

impl Drop for Senders {
    fn drop(&mut self) {
        // The threads of another process do not exist here, and their locks may be held for ever.
        if self.process == std::process::id() {
            self.pool.close();
        } else {
            std::mem::forget((Arc::clone(&self.pool), Arc::clone(&self.inbox)));
        }
    }
}

#[cfg(test)]
mod tests;
