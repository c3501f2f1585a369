//! Elapsed time and processor time of tasks.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

/// The times of tasks that do not overlap.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timed {
    pub(super) elapsed: Duration,
    /// The processor time of all threads of the process: the sum over its threads.
    pub(super) processor: Duration,
}

impl Timed {
    /// Runs a task, and adds its times.
    pub(super) fn add<T>(&mut self, task: impl FnOnce() -> T) -> T {
        let (start, processor) = (Instant::now(), ProcessTime::try_now());
        let result = task();
        self.elapsed += start.elapsed();
        // A system without this clock shows zero.
        self.processor += processor.and_then(|start| start.try_elapsed()).unwrap_or_default();
        result
    }
}
