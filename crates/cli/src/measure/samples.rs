//! Times of many short runs.

use std::time::{Duration, Instant};

/// A run takes at least this time: short programs run several times in it.
const LEAST: Duration = Duration::from_micros(200);
/// The least number of runs.
const RUNS: usize = 5;

/// The times of one call of a program, in order.
pub(super) struct Samples(Vec<Duration>);

impl Samples {
    /// Calls the program for about the given time, after one call that is not measured.
    pub(super) fn of(program: &mut dyn FnMut(), time: Duration) -> Self {
        program();
        let start = Instant::now();
        program();
        let calls = (LEAST.as_nanos() / start.elapsed().as_nanos().max(1)).clamp(1, 1 << 20) as u32;
        let (start, mut samples) = (Instant::now(), Vec::new());
        while samples.len() < RUNS || start.elapsed() < time {
            let start = Instant::now();
            (0..calls).for_each(|_| program());
            samples.push(start.elapsed() / calls);
        }
        samples.sort_unstable();
        Self(samples)
    }

    /// The number of runs.
    pub(super) fn number(&self) -> usize {
        self.0.len()
    }

    /// The time that one run in ten is below.
    pub(super) fn lower_decile(&self) -> Duration {
        self.0[self.0.len() / 10]
    }

    /// The time that half of the runs are below.
    pub(super) fn median(&self) -> Duration {
        self.0[self.0.len() / 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_at_least_five_and_their_times_in_order() {
        let mut calls = 0;
        let samples = Samples::of(
            &mut || {
                calls += 1;
                std::thread::sleep(Duration::from_millis(1));
            },
            Duration::ZERO,
        );
        assert_eq!((samples.number(), calls), (RUNS, RUNS + 2));
        assert!(samples.0.is_sorted() && samples.lower_decile() <= samples.median());
        let times = (1..=30).map(Duration::from_millis).collect();
        let samples = Samples(times);
        assert_eq!(samples.lower_decile(), Duration::from_millis(4));
        assert_eq!(samples.median(), Duration::from_millis(16));
    }
}
