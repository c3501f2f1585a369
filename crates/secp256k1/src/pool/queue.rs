//! The queue of a pool. One thread at a time, the collector, waits for a group; the others wait until it has taken one.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::PoolError;
use super::job::Job;
use super::metrics::Counters;

#[derive(Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    /// There is a job and no collector, or the queue is closed. Threads without work wait for it.
    has_work: Condvar,
    /// The group is full, or the queue is closed. The collector waits for it.
    is_full_group: Condvar,
    /// The number of jobs has decreased, or the queue is closed. Submitters wait for it.
    has_space: Condvar,
    capacity: usize,
    group: usize,
    wait: Duration,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    has_collector: bool,
    is_closed: bool,
}

/// What to do if the queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    Wait,
    OrFull,
}

impl Queue {
    /// `1 <= group <= capacity`: a group that is not full leaves space for one job at least.
    pub(super) fn new(capacity: usize, group: usize, wait: Duration) -> Self {
        Self {
            state: Mutex::default(),
            has_work: Condvar::new(),
            is_full_group: Condvar::new(),
            has_space: Condvar::new(),
            capacity,
            group,
            wait,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code of users runs under the lock, so a poisoned state is as valid as any other.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn len(&self) -> usize {
        self.lock().jobs.len()
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Adds a job, or returns it with [`PoolError::Full`] or [`PoolError::Closed`].
    #[allow(clippy::result_large_err, reason = "a refused job returns to the caller, who knows its reply")]
    pub(super) fn push(&self, job: Job, space: Space, counters: &Counters) -> Result<(), (PoolError, Job)> {
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return Err((PoolError::Closed, job));
            }
            if state.jobs.len() < self.capacity {
                break;
            }
            if space == Space::OrFull {
                return Err((PoolError::Full, job));
            }
            state = self.has_space.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        counters.submitted();
        state.jobs.push_back(job);
        if !state.has_collector {
            self.has_work.notify_one();
        } else if state.jobs.len() >= self.group {
            self.is_full_group.notify_one();
        }
        Ok(())
    }

    /// Waits for a group and moves it to `group`. Returns the number of cancelled jobs that were removed, or `None` if
    /// the queue is closed.
    pub(super) fn next_group(&self, group: &mut Vec<Job>) -> Option<usize> {
        let mut state = self.lock();
        while !state.is_closed && (state.has_collector || state.jobs.is_empty()) {
            state = self.has_work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.has_collector = true;
        state = self.wait_for_group(state);
        state.has_collector = false;
        if state.is_closed {
            return None;
        }
        let mut cancelled = Vec::new();
        while group.len() < self.group
            && let Some(job) = state.jobs.pop_front()
        {
            if job.reply.is_cancelled() { cancelled.push(job) } else { group.push(job) }
        }
        // Another thread collects what is left, or what arrived while this one was the collector.
        if !state.jobs.is_empty() {
            self.has_work.notify_one();
        }
        drop(state);
        self.has_space.notify_all();
        Some(cancelled.len())
    }

    /// Waits until the group is full, the first job has waited long enough, or the queue is closed.
    fn wait_for_group<'a>(&self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let Some(first) = state.jobs.front() else { return state };
        // A sum beyond the range of instants is never.
        let deadline = first.submitted.checked_add(self.wait);
        while !state.is_closed && state.jobs.len() < self.group {
            state = match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                Some(Duration::ZERO) => break,
                Some(left) => {
                    self.is_full_group.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.is_full_group.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
        state
    }

    /// Closes the queue and returns its jobs.
    #[must_use]
    pub(super) fn close(&self) -> VecDeque<Job> {
        let jobs = {
            let mut state = self.lock();
            state.is_closed = true;
            std::mem::take(&mut state.jobs)
        };
        self.has_work.notify_all();
        self.is_full_group.notify_all();
        self.has_space.notify_all();
        jobs
    }
}
