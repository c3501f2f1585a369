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
    /// The processor time of inversions and of square roots, if it is measured for each part.
    operations: [Duration; 2],
}

/// The times of all parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Times {
    parts: [Time; Work::ALL.len()],
    /// Whether inversions and square roots are measured for each part. This asks all threads at each end of a task.
    by_operation: bool,
}

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

/// The processor time of inversions and of square roots, of all threads of the caller's pool since their start.
fn operations() -> [Duration; 2] {
    let times = rayon::broadcast(|_| count::Times::of_this_thread());
    let sum = |of: fn(&count::Times) -> u64| Duration::from_nanos(times.iter().map(of).sum());
    [sum(|times| times.inversions), sum(|times| times.square_roots)]
}

/// The processor seconds of inversions and of square roots, of all threads of the caller's pool since their start.
pub(crate) fn operation_seconds() -> [f64; 2] {
    operations().map(|time| time.as_secs_f64())
}

impl Times {
    /// No times. `by_operation`: whether inversions and square roots are measured for each part.
    pub(crate) fn new(by_operation: bool) -> Self {
        Self { by_operation, ..Self::default() }
    }

    /// Runs a task and adds its times to a part. The processor time is that of all threads, so tasks do not overlap.
    pub(crate) fn measure<T>(&mut self, work: Work, task: impl FnOnce() -> T) -> T {
        let before = self.by_operation.then(operations);
        let (start, processor) = (Instant::now(), ProcessTime::try_now());
        let result = task();
        let time = &mut self.parts[work as usize];
        time.elapsed += start.elapsed();
        let used = processor.and_then(|start| start.try_elapsed());
        time.processor += used.unwrap_or_default();
        if let Some(before) = before {
            for ((sum, after), before) in time.operations.iter_mut().zip(operations()).zip(before) {
                *sum += after.saturating_sub(before);
            }
        }
        result
    }

    /// The times of the parts that ran.
    pub(crate) fn report(&self) -> Vec<PartReport> {
        let parts = Work::ALL.into_iter().zip(&self.parts).filter(|(_, time)| !time.elapsed.is_zero());
        let report = |(work, time): (Work, &Time)| PartReport {
            name: work.name(),
            seconds: time.elapsed.as_secs_f64(),
            processor_seconds: time.processor.as_secs_f64(),
        };
        parts.map(report).collect()
    }

    /// The processor time in microseconds as folded stacks, the input of flame graphs: parts, and in them inversions,
    /// square roots and the rest. Empty if operations are not measured for each part.
    pub(crate) fn folded(&self) -> Vec<String> {
        let line = |stack: &str, time: Duration| format!("import;{stack} {}", time.as_micros());
        let stacks = |(work, time): (Work, &Time)| {
            let [inversions, square_roots] = time.operations;
            let rest = time.processor.saturating_sub(inversions + square_roots);
            let name = work.name();
            [
                line(name, rest),
                line(&format!("{name};inversions"), inversions),
                line(&format!("{name};square roots"), square_roots),
            ]
        };
        let parts = Work::ALL.into_iter().zip(&self.parts).filter(|_| self.by_operation);
        parts.flat_map(stacks).filter(|line| !line.ends_with(" 0")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_stacks_have_the_processor_time_of_all_parts() {
        let mut times = Times::new(true);
        assert!(times.folded().is_empty());
        let time = |processor, inversions, roots| Time {
            elapsed: Duration::from_secs(1),
            processor: Duration::from_micros(processor),
            operations: [inversions, roots].map(Duration::from_micros),
        };
        times.parts[Work::Senders as usize] = time(100, 30, 20);
        times.parts[Work::Saving as usize] = time(7, 0, 0);
        let expected = [
            "import;senders 50",
            "import;senders;inversions 30",
            "import;senders;square roots 20",
            "import;saving 7",
        ];
        assert_eq!(times.folded(), expected);
        assert!(Times { by_operation: false, ..times }.folded().is_empty());
    }

    /// Operations of a task on several threads are counted in its part, and in no other.
    #[test]
    fn operations_are_those_of_the_part() {
        use vorpal::fields::primes::Secp256k1Base as Base;
        measure_operations();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let inversions = || (1..20_000u64).filter(|i| Base::from(*i).invert().is_some().into()).count();
        pool.install(|| {
            let mut times = Times::new(true);
            times.measure(Work::Reading, inversions);
            times.measure(Work::Commit, || rayon::join(inversions, inversions));
            times.measure(Work::Saving, || ());
            let of = |work: Work| times.parts[work as usize].operations[0];
            assert!(of(Work::Commit) > of(Work::Reading) && of(Work::Reading) > Duration::ZERO);
            assert_eq!(of(Work::Saving), Duration::ZERO);
        });
    }
}
