//! Processor seconds of an import by its parts.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;

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
