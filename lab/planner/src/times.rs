//! Interleaved times of several choices.

use std::time::{Duration, Instant};

/// The least time of a sample: shorter work is repeated in it.
const SAMPLE: Duration = Duration::from_millis(4);

/// The least time of each work in this number of rounds. In a round, each work has one sample.
pub(crate) fn least(rounds: usize, works: &[Box<dyn Fn() + Sync + '_>]) -> Vec<Duration> {
    let repetitions: Vec<u32> = works.iter().map(|work| repetitions(time(1, work))).collect();
    let mut least = vec![Duration::MAX; works.len()];
    for _ in 0..rounds {
        for ((least, work), &repetitions) in least.iter_mut().zip(works).zip(&repetitions) {
            *least = (*least).min(time(repetitions, work));
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
