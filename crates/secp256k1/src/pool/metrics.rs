//! Counters of a pool, and a histogram of latencies.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::time::{Duration, Instant};

/// The buckets of a power of two.
const PARTS: u64 = 16;
/// Sixteen buckets for values below 16, and for each of the 60 powers of two above.
const BUCKETS: usize = 61 * 16;

/// The state of a pool: the queue, numbers of signatures since the start, and their latencies.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PoolMetrics {
    /// The number of signatures in the queue, read before the other numbers.
    pub queued: usize,
    /// The maximal number of signatures in the queue.
    pub capacity: usize,
    /// Signatures that entered the queue.
    pub submitted: u64,
    /// Signatures that were answered from the queue.
    pub answered: u64,
    /// Signatures that were answered from the cache, those of blocks included.
    pub cached: u64,
    /// Signatures that were removed from the queue because their tickets were dropped. Those that a closed pool
    /// answered are counted nowhere.
    pub cancelled: u64,
    /// Signatures that were refused because the queue was full.
    pub refused: u64,
    /// Groups that were recovered. The mean size of a group is `answered / groups`.
    pub groups: u64,
    /// The times from submission to the result of those answered from the queue.
    pub latencies: Latencies,
}

/// A histogram of latencies. Each bucket ends at most a sixteenth above its start.
#[derive(Clone, Debug)]
pub struct Latencies(Vec<u64>);

impl Latencies {
    /// The number of latencies.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// A bound that this percentage of all latencies does not exceed, at most a sixteenth above the smallest such
    /// bound. `None` if there are no latencies. Percentages outside 0 to 100 are those limits.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
    pub fn percentile(&self, percent: f64) -> Option<Duration> {
        let count = self.count();
        // The product is exact but for roundings, which the last factor exceeds: they must not reach the next rank.
        // `as` saturates, and maps a percentage that is not a number to zero.
        let rank = percent.clamp(0.0, 100.0) * count as f64 / 100.0 * (1.0 - 4.0 * f64::EPSILON);
        let rank = (rank.ceil() as u64).clamp(1, count.max(1));
        let mut seen = 0;
        let bucket = self.0.iter().position(|number| {
            seen += number;
            seen >= rank
        })?;
        Some(Duration::from_nanos(highest(bucket)))
    }
}

/// The bucket of a number of nanoseconds: the number itself below 16, then its exponent and the four bits below the
/// highest one.
fn bucket(value: u64) -> usize {
    let exponent = u64::from(value.max(1).ilog2());
    let index = if exponent < 4 { value } else { (exponent - 3) * PARTS + (value >> (exponent - 4)) % PARTS };
    usize::try_from(index).unwrap_or(BUCKETS - 1)
}

/// The largest number of a bucket.
fn highest(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < PARTS {
        return bucket;
    }
    let shift = bucket / PARTS - 1;
    let width = 1 << shift;
    // The start of the bucket plus its width minus one, which is below 2^64.
    ((PARTS + bucket % PARTS) << shift) + (width - 1)
}

/// The counters of a pool, which threads increase without a lock.
#[derive(Debug)]
pub(super) struct Counters {
    submitted: AtomicU64,
    cached: AtomicU64,
    cancelled: AtomicU64,
    refused: AtomicU64,
    groups: AtomicU64,
    latencies: Box<[AtomicU64]>,
}

impl Counters {
    pub(super) fn new() -> Self {
        let zero = || AtomicU64::new(0);
        let latencies = (0..BUCKETS).map(|_| zero()).collect();
        let [submitted, cached, cancelled, refused, groups] = std::array::from_fn(|_| zero());
        Self { submitted, cached, cancelled, refused, groups, latencies }
    }

    pub(super) fn submitted(&self) {
        self.submitted.fetch_add(1, Relaxed);
    }

    pub(super) fn cached(&self, number: usize) {
        self.cached.fetch_add(number as u64, Relaxed);
    }

    pub(super) fn cancelled(&self, number: usize) {
        self.cancelled.fetch_add(number as u64, Release);
    }

    pub(super) fn refused(&self) {
        self.refused.fetch_add(1, Relaxed);
    }

    /// Counts a group with these times of submission.
    pub(super) fn group(&self, submitted: impl Iterator<Item = Instant>) {
        let now = Instant::now();
        self.groups.fetch_add(1, Relaxed);
        for submitted in submitted {
            let latency = now.saturating_duration_since(submitted).as_nanos();
            let latency = bucket(u64::try_from(latency).unwrap_or(u64::MAX));
            self.latencies[latency].fetch_add(1, Release);
        }
    }

    /// A signature is counted as submitted before it is in the queue, so before it is answered or cancelled. These are
    /// read first, hence `answered + cancelled <= submitted`.
    pub(super) fn metrics(&self, queued: usize, capacity: usize) -> PoolMetrics {
        let latencies = Latencies(self.latencies.iter().map(|number| number.load(Acquire)).collect());
        let cancelled = self.cancelled.load(Acquire);
        PoolMetrics {
            queued,
            capacity,
            submitted: self.submitted.load(Relaxed),
            answered: latencies.count(),
            cached: self.cached.load(Relaxed),
            cancelled,
            refused: self.refused.load(Relaxed),
            groups: self.groups.load(Relaxed),
            latencies,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_consecutive_and_narrow() {
        assert_eq!(highest(BUCKETS - 1), u64::MAX);
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
        for i in 0..BUCKETS {
            let (end, next) = (highest(i), highest(i).saturating_add(1));
            assert_eq!(bucket(end), i);
            let start = if i == 0 { 0 } else { highest(i - 1) + 1 };
            assert_eq!(bucket(start), i);
            assert!(end - start <= start / PARTS, "{i}");
            assert_eq!(bucket(next), (i + 1).min(BUCKETS - 1));
        }
    }

    #[test]
    fn percentiles_of_known_latencies() {
        let mut latencies = Latencies(vec![0; BUCKETS]);
        assert_eq!(latencies.percentile(50.0), None);
        for value in 1..=1000u64 {
            latencies.0[bucket(value * 1000)] += 1;
        }
        assert_eq!(latencies.count(), 1000);
        for (percent, exact) in
            [(0.0, 1), (50.0, 500), (99.0, 990), (99.95, 1000), (100.0, 1000), (900.0, 1000)]
        {
            let bound = latencies.percentile(percent).unwrap().as_nanos();
            let exact = exact * 1000;
            assert!(bound >= exact && bound <= exact + exact / 16, "{percent}: {bound}");
        }
        assert_eq!(latencies.percentile(f64::NAN), latencies.percentile(0.0));
        // 999 of 1,000 are 99.9 %: the largest is not among them.
        let mut latencies = Latencies(vec![0; BUCKETS]);
        latencies.0[bucket(5)] = 999;
        latencies.0[bucket(1 << 40)] = 1;
        assert_eq!(latencies.percentile(99.9), Some(Duration::from_nanos(5)));
        assert!(latencies.percentile(99.91) > Some(Duration::from_secs(1)));
        // Each percentage of a hundred has its own rank.
        let latencies = Latencies((0..BUCKETS).map(|index| u64::from((1..=100).contains(&index))).collect());
        for percent in 1..=100u8 {
            let bound = Duration::from_nanos(highest(usize::from(percent)));
            assert_eq!(latencies.percentile(percent.into()), Some(bound), "{percent}");
        }
    }
}
