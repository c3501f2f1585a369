//! Processor seconds of an import by its parts.

use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};
use serde::Serialize;
use vorpal::limbs::count;

/// A part of the work. Parts do not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    Reading,
    Senders,
    Execution,
    Keys,
    Update,
    Check,
    Commit,
    Saving,
    Export,
}

impl Work {
    /// All parts in the order of execution; `as usize` is the index.
    pub(crate) const ALL: [Self; 9] = [
        Self::Reading,
        Self::Senders,
        Self::Execution,
        Self::Keys,
        Self::Update,
        Self::Check,
        Self::Commit,
        Self::Saving,
        Self::Export,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Senders => "senders",
            Self::Execution => "execution",
            Self::Keys => "key derivation",
            Self::Update => "tree update",
            Self::Check => "Merkle roots",
            Self::Commit => "commitments",
            Self::Saving => "saving",
            Self::Export => "export",
        }
    }
}

/// Elapsed and processor time.
#[derive(Clone, Copy, Debug, Default)]
struct Time {
    elapsed: Duration,
    processor: Duration,
}

/// The times of all parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times([Time; Work::ALL.len()]);

/// The times of a part, for a report.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PartReport {
    /// The name of the part.
    pub name: &'static str,
    /// Elapsed seconds.
    pub seconds: f64,
    /// Processor seconds of all threads together.
    pub processor_seconds: f64,
}

/// The processor time of the calling thread since its start; zero on a system without this clock.
fn thread_nanoseconds() -> u64 {
    let time = ThreadTime::try_now().map(|time| time.as_duration()).unwrap_or_default();
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Makes all threads measure their inversions and square roots.
pub(crate) fn measure_operations() {
    count::set_clock(thread_nanoseconds);
}

/// The processor seconds of inversions and of square roots, of all threads of the caller's pool since their start.
pub(crate) fn operations() -> (f64, f64) {
    let times = rayon::broadcast(|_| count::Times::of_this_thread());
    let seconds =
        |of: fn(&count::Times) -> u64| Duration::from_nanos(times.iter().map(of).sum()).as_secs_f64();
    (seconds(|times| times.inversions), seconds(|times| times.square_roots))
}

impl Times {
    /// Runs a task and adds its times to a part. The processor time is that of all threads, so tasks do not overlap.
    pub(crate) fn measure<T>(&mut self, work: Work, task: impl FnOnce() -> T) -> T {
        let (start, processor) = (Instant::now(), ProcessTime::try_now());
        let result = task();
        let time = &mut self.0[work as usize];
        time.elapsed += start.elapsed();
        let used = processor.and_then(|start| start.try_elapsed());
        time.processor += used.unwrap_or_default();
        result
    }

    /// The times of the parts that ran.
    pub(crate) fn report(&self) -> Vec<PartReport> {
        let parts = Work::ALL.into_iter().zip(&self.0).filter(|(_, time)| !time.elapsed.is_zero());
        let report = |(work, time): (Work, &Time)| PartReport {
            name: work.name(),
            seconds: time.elapsed.as_secs_f64(),
            processor_seconds: time.processor.as_secs_f64(),
        };
        parts.map(report).collect()
    }
}
