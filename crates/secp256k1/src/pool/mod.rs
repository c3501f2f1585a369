//! Senders of transactions that arrive one by one: a queue, groups, threads, and a cache.
//!
//! Many threads submit signatures, as messages arrive from the network. A thread of the pool recovers the senders of a
//! group with [`recover_addresses_batch`], which takes less time for each signature than [`recover`](crate::recover).
//! A group is complete when it is full, or when its first signature has waited for [`PoolOptions::wait`].
//!
//! The cache and each result are functions of the whole [`Recovery`]: hash, `r`, `s` and recovery identifier. A cache
//! by hash alone would be wrong. Whoever submits another signature of the hash of someone's transaction would assign
//! its sender to this transaction.
//!
//! * Back pressure: the queue is bounded. [`submit`](SenderPool::submit) waits, [`try_submit`](SenderPool::try_submit)
//!   returns [`PoolError::Full`].
//! * Cancellation: the signature of a dropped [`SenderTicket`] is not recovered, unless its group has started. Its
//!   place in the queue is free when a thread reaches it.
//! * Shutdown: [`close`](SenderPool::close), or dropping the pool, which joins its threads. What still waits gets
//!   [`PoolError::Closed`].
//! * A signature without a sender affects no other one: its result is the error of [`recover`](crate::recover).
//! * A pool has no threads in a forked child: tickets are not answered there.
//!
//! ```
//! use vorpal_secp256k1::pool::{PoolOptions, SenderPool};
//! use vorpal_secp256k1::{Recovery, SecretKey};
//! let key = SecretKey::from_be_bytes(&[1; 32])?;
//! let pool = SenderPool::new(PoolOptions::default())?;
//! let transactions = [[2; 32], [3; 32]].map(|hash| key.sign(&hash).to_recovery(&hash));
//! let tickets: Vec<_> = transactions.iter().map(|one| pool.submit(one)).collect::<Result<_, _>>()?;
//! for ticket in tickets {
//!     assert_eq!(ticket.wait(), Ok(key.public_key().ethereum_address()));
//! }
//! // The block with these transactions: the cache has their senders.
//! assert_eq!(pool.recover_block(&transactions), [Ok(key.public_key().ethereum_address()); 2]);
//! assert_eq!(pool.metrics().cached, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cache;
mod job;
mod metrics;
mod queue;
mod ticket;
mod worker;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use self::cache::Cache;
use self::job::{Job, Outcome, Reply};
use self::metrics::Counters;
pub use self::metrics::{Latencies, PoolMetrics};
use self::queue::{Queue, Space};
pub use self::ticket::SenderTicket;
use crate::{Error, Recovery, recover_addresses_batch};

/// What a [`SenderPool`] uses: time, threads and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolOptions {
    /// The longest time that a signature waits for others of its group. With zero, a group is what arrived while the
    /// threads were busy: less latency, and less throughput. The operating system adds the time of waking a thread.
    pub wait: Duration,
    /// The maximal number of signatures in a group, from 1 to 64. Groups above sixteen have a higher latency, and save
    /// inversions only.
    pub group: usize,
    /// The number of threads.
    pub threads: usize,
    /// The maximal number of signatures in the queue, at least `group`.
    pub queue: usize,
    /// The maximal number of cached results, of about 250 bytes each. Zero for no cache.
    pub cache: usize,
}

impl Default for PoolOptions {
    /// 200 microseconds, groups of 16, one thread, a queue of 4,096 and a cache of 32,768.
    fn default() -> Self {
        Self { wait: Duration::from_micros(200), group: 16, threads: 1, queue: 4096, cache: 1 << 15 }
    }
}

/// Why a pool cannot start, or has no sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError {
    /// An option is out of its range.
    #[error("the option `{option}` of the pool is {found}, not {expected}")]
    Option {
        /// The name of the option.
        option: &'static str,
        /// The given value.
        found: usize,
        /// Its range.
        expected: &'static str,
    },
    /// A thread cannot be started.
    #[error("a thread of the pool cannot be started: {0}")]
    Thread(std::io::ErrorKind),
    /// The queue is full.
    #[error("the queue of the pool is full")]
    Full,
    /// The pool was closed before the sender was recovered.
    #[error("the pool is closed")]
    Closed,
    /// The signature has no sender.
    #[error(transparent)]
    Signature(#[from] Error),
}

/// Recovers senders of transactions that arrive one by one: [the module](self).
#[derive(Debug)]
pub struct SenderPool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads of a pool and its users have in common.
#[derive(Debug)]
struct Shared {
    queue: Queue,
    cache: Cache,
    counters: Counters,
}

impl SenderPool {
    /// Starts the threads of a pool.
    ///
    /// # Errors
    /// [`PoolError::Option`], [`PoolError::Thread`].
    pub fn new(options: PoolOptions) -> Result<Self, PoolError> {
        let PoolOptions { wait, group, threads, queue, cache } = options;
        let check = |option, found, valid, expected| {
            if valid { Ok(()) } else { Err(PoolError::Option { option, found, expected }) }
        };
        check("group", group, (1..=64).contains(&group), "from 1 to 64")?;
        check("threads", threads, (1..=1024).contains(&threads), "from 1 to 1024")?;
        check("queue", queue, queue >= group, "at least the size of a group")?;
        let shared = Arc::new(Shared {
            queue: Queue::new(queue, group, wait),
            cache: Cache::new(cache),
            counters: Counters::new(),
        });
        // Dropping the pool joins the threads that started before a failure.
        let mut pool = Self { shared, threads: Vec::with_capacity(threads) };
        for _ in 0..threads {
            let shared = Arc::clone(&pool.shared);
            let builder = thread::Builder::new().name("vorpal-senders".into());
            let thread = builder.spawn(move || worker::run(&shared));
            pool.threads.push(thread.map_err(|error| PoolError::Thread(error.kind()))?);
        }
        Ok(pool)
    }

    /// Submits a signature, and waits for space in the queue. On a thread of the pool, which is the only one that makes
    /// space, this does not wait: as [`try_submit`](Self::try_submit).
    ///
    /// # Errors
    /// [`PoolError::Closed`], and [`PoolError::Full`] on a thread of the pool.
    pub fn submit(&self, recovery: &Recovery) -> Result<SenderTicket, PoolError> {
        self.ticket(recovery, self.space())
    }

    /// Submits a signature if there is space in the queue.
    ///
    /// # Errors
    /// [`PoolError::Full`], [`PoolError::Closed`].
    pub fn try_submit(&self, recovery: &Recovery) -> Result<SenderTicket, PoolError> {
        self.ticket(recovery, Space::OrFull)
    }

    /// As [`submit`](Self::submit), with a function that gets the result. A thread of the pool calls it, so it must be
    /// short and not wait for a ticket; with a cached result, this thread does. If the pool is closed, the thread that
    /// closes it calls the function with [`PoolError::Closed`]. A panic of the function affects no other result.
    ///
    /// # Errors
    /// As [`submit`](Self::submit). The function is not called then.
    pub fn submit_with(
        &self,
        recovery: &Recovery,
        done: impl FnOnce(Result<[u8; 20], PoolError>) + Send + 'static,
    ) -> Result<(), PoolError> {
        self.push(recovery, self.space(), Reply::call(done))
    }

    /// As [`submit_with`](Self::submit_with), if there is space in the queue.
    ///
    /// # Errors
    /// [`PoolError::Full`], [`PoolError::Closed`]. The function is not called then.
    pub fn try_submit_with(
        &self,
        recovery: &Recovery,
        done: impl FnOnce(Result<[u8; 20], PoolError>) + Send + 'static,
    ) -> Result<(), PoolError> {
        self.push(recovery, Space::OrFull, Reply::call(done))
    }

    /// Recovers the senders of a block on this thread and its rayon pool, without the queue. The results are those of
    /// [`recover_addresses_batch`]. Senders in the cache are not computed again, and the others enter it.
    pub fn recover_block(&self, recoveries: &[Recovery]) -> Vec<Result<[u8; 20], Error>> {
        let Shared { cache, counters, .. } = &*self.shared;
        let cached: Vec<Option<Outcome>> = recoveries.iter().map(|one| cache.get(one)).collect();
        let absent = || recoveries.iter().zip(&cached).filter(|(_, outcome)| outcome.is_none());
        let missing: Vec<Recovery> = absent().map(|(recovery, _)| *recovery).collect();
        counters.cached(recoveries.len() - missing.len());
        let recovered = recover_addresses_batch(&missing);
        cache.insert_all(&missing, &recovered);
        // There is a new result for each recovery without a cached one, in order.
        let mut recovered = recovered.into_iter();
        cached.into_iter().filter_map(|outcome| outcome.or_else(|| recovered.next())).collect()
    }

    /// The state of the queue, numbers of events since the start, and latencies.
    pub fn metrics(&self) -> PoolMetrics {
        self.shared.counters.metrics(self.shared.queue.len(), self.shared.queue.capacity())
    }

    /// Closes the pool: nothing more is accepted, and what is in the queue gets [`PoolError::Closed`]. Groups that have
    /// started are completed.
    pub fn close(&self) {
        // Dropped here, without the lock: replies may be functions of the user.
        drop(self.shared.queue.close());
    }

    fn ticket(&self, recovery: &Recovery, space: Space) -> Result<SenderTicket, PoolError> {
        let (ticket, slot) = ticket::pair();
        self.push(recovery, space, Reply::ticket(slot))?;
        Ok(ticket)
    }

    /// Answers from the cache, or adds a signature to the queue.
    fn push(&self, recovery: &Recovery, space: Space, reply: Reply) -> Result<(), PoolError> {
        let Shared { queue, cache, counters } = &*self.shared;
        let submitted = Instant::now();
        if let Some(outcome) = cache.get(recovery) {
            if queue.is_closed() {
                reply.discard();
                return Err(PoolError::Closed);
            }
            counters.cached(1);
            reply.send(outcome.map_err(PoolError::from));
            return Ok(());
        }
        queue.push(Job { recovery: *recovery, submitted, reply }, space, counters).map_err(|(error, job)| {
            job.reply.discard();
            if error == PoolError::Full {
                counters.refused();
            }
            error
        })
    }

    fn space(&self) -> Space {
        let current = thread::current().id();
        let is_own = self.threads.iter().any(|thread| thread.thread().id() == current);
        if is_own { Space::OrFull } else { Space::Wait }
    }
}

impl Drop for SenderPool {
    /// Closes the pool and joins its threads, except for the current one: a function of
    /// [`submit_with`](SenderPool::submit_with) may own the pool.
    fn drop(&mut self) {
        self.close();
        let current = thread::current().id();
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != current) {
            // A thread ends without a result. A panic in it has dropped its jobs, which have got `Closed`.
            drop(thread.join());
        }
    }
}
