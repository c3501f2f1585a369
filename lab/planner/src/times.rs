//! Interleaved times of several choices.

use std::time::{Duration, Instant};

/// The least time of a sample: shorter work is repeated in it.
const SAMPLE: Duration = Duration::from_millis(4);

/// See [`least`].
const SLOW: u32 = 2;

/// The least time of each work in this number of rounds. In a round, each work has one sample, but for those that took
/// [`SLOW`] times as long as the first work before the rounds: they have that time.
pub(crate) fn least(rounds: usize, works: &[Box<dyn Fn() + Sync + '_>]) -> Vec<Duration> {
    let mut least: Vec<Duration> = works.iter().map(|work| time(1, work)).collect();
    let slow = SLOW * least.first().copied().unwrap_or_default().max(SAMPLE);
    let samples: Vec<(usize, u32)> = least.iter().map(|once| repetitions(*once)).enumerate().collect();
    let samples: Vec<_> = samples.into_iter().filter(|(work, _)| least[*work] < slow).collect();
    for _ in 0..rounds {
        for &(work, repetitions) in &samples {
            least[work] = least[work].min(time(repetitions, &works[work]));
        }
    }
    least
}

/// How often a work of this time is repeated in a sample.
fn repetitions(once: Duration) -> u32 {
    let times = SAMPLE.as_nanos() / once.as_nanos().max(1);
    u32::try_from(times).unwrap_or(u32::MAX).max(1)
}

/// The mean time of the work.
fn time(repetitions: u32, work: &(dyn Fn() + Sync)) -> Duration {
    let start = Instant::now();
    (0..repetitions).for_each(|_| work());
    start.elapsed() / repetitions
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_sample_repeats_short_work() {
        assert_eq!(repetitions(Duration::from_millis(1)), 4);
        assert_eq!(repetitions(Duration::from_secs(1)), 1);
        assert_eq!(repetitions(Duration::ZERO), 4_000_000);
    }

    #[test]
    fn each_work_runs_in_each_round() {
        let counts = [AtomicU32::new(0), AtomicU32::new(0)];
        let works: Vec<Box<dyn Fn() + Sync>> = counts
            .iter()
            .map(|count| {
                Box::new(move || {
                    count.fetch_add(1, Ordering::Relaxed);
                    std::thread::sleep(SAMPLE);
                }) as Box<dyn Fn() + Sync>
            })
            .collect();
        let times = least(3, &works);
        assert_eq!(counts.map(|count| count.load(Ordering::Relaxed)), [4, 4]);
        assert!(times.iter().all(|time| *time >= SAMPLE));
    }
}
