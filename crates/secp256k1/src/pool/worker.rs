//! The threads of a pool.

use super::Shared;
use super::job::Job;
use crate::{Recovery, recover_addresses_batch};

/// Closes the queue at the end of a thread: it is closed already, unless the thread panics. Then nobody waits for
/// answers of a pool that has lost a thread.
struct Closing<'a>(&'a Shared);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        drop(self.0.queue.close());
    }
}

/// Answers groups until the queue is closed.
pub(super) fn run(shared: &Shared) {
    let _closing = Closing(shared);
    let Shared { queue, cache, counters } = shared;
    let mut group: Vec<Job> = Vec::new();
    let mut recoveries: Vec<Recovery> = Vec::new();
    while let Some(cancelled) = queue.next_group(&mut group) {
        counters.cancelled(cancelled);
        if group.is_empty() {
            continue;
        }
        recoveries.clear();
        recoveries.extend(group.iter().map(|job| job.recovery));
        let outcomes = recover_addresses_batch(&recoveries);
        cache.insert_all(&recoveries, &outcomes);
        // Before the replies: who has a result sees it counted.
        counters.group(group.iter().map(|job| job.submitted));
        for (job, outcome) in group.drain(..).zip(outcomes) {
            job.reply.send(outcome.map_err(Into::into));
        }
    }
}
