//! A statistical test whether the time of an operation distinguishes a fixed secret from random ones.
//!
//! After dudect (O. Reparaz, J. Balasch, I. Verbauwhede, "Dude, is my code constant time?", 2017): the operation is
//! measured with a fixed secret and with random ones, in random order. Welch's t compares the two means. Interrupts
//! cause a long tail of slow measurements, which hides small differences. So the test is made several times, without
//! the slowest measurements, and the largest `|t|` counts. Clock rates and the load of the machine change during the
//! measurement. So each measurement is taken relative to the median of those around it, of both classes.
//!
//! Without a leak, `t` is close to a standard normal variable: `|t| > 4.5` occurs by chance once in 150,000 tests. The
//! higher limit [`LIMIT`] allows for several dependent tests and for a loaded machine. With a leak, `|t|` grows as the
//! square root of the number of measurements, so a leak that is found once is found again.

use std::hint::black_box;
use std::time::Instant;

/// The limit of `|t|`. A value above it in two measurements indicates a leak.
pub const LIMIT: f64 = 10.0;

/// The shares of the fastest measurements that are compared, in percent.
const SHARES: [usize; 7] = [50, 70, 80, 90, 95, 99, 100];

/// The number of consecutive measurements that share a median.
const AROUND: usize = 200;

/// Measured times, each with a flag that is true for the fixed secret.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<(u64, bool)>);

/// Pseudorandom words by SplitMix (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// 2014). Only for test values, not for real secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with a seed, which determines its words.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// The next 32 bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&self.word().to_le_bytes()));
        bytes
    }
}

/// Measures an operation `count` times, in nanoseconds. `secret` makes a secret, the fixed one if its first argument is
/// true. In both cases it must do the same work, so that the state of caches does not depend on the case.
pub fn measure<S, T>(
    count: usize,
    random: &mut Random,
    mut secret: impl FnMut(bool, &mut Random) -> S,
    mut operation: impl FnMut(&S) -> T,
) -> Times {
    let times = (0..count).map(|_| {
        let is_fixed = random.word() & 1 == 1;
        let secret = black_box(secret(is_fixed, random));
        let start = Instant::now();
        black_box(operation(&secret));
        (u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX), is_fixed)
    });
    Times(times.collect())
}

impl Times {
    /// Times that were measured elsewhere.
    pub fn new(times: Vec<(u64, bool)>) -> Self {
        Self(times)
    }

    /// The `t` with the largest magnitude, over all shares.
    pub fn largest_t(&self) -> f64 {
        let around = self.0.chunks(AROUND).flat_map(|chunk| {
            let median = median(chunk);
            chunk.iter().map(move |(time, is_fixed)| (time.cast_signed() - median.cast_signed(), *is_fixed))
        });
        let mut sorted: Vec<(i64, bool)> = around.collect();
        sorted.sort_unstable_by_key(|(time, _)| *time);
        let shares = SHARES.map(|share| {
            // All measurements below a limit, since the order of equal ones is arbitrary.
            let limit = sorted.get(sorted.len() * share / 100).map_or(i64::MAX, |(time, _)| *time);
            let kept = sorted.partition_point(|(time, _)| *time < limit);
            welch(&sorted[..kept])
        });
        shares.into_iter().fold(0.0, |largest: f64, t| if t.abs() > largest.abs() { t } else { largest })
    }

    /// The median, in nanoseconds.
    pub fn median(&self) -> u64 {
        median(&self.0)
    }
}

fn median(times: &[(u64, bool)]) -> u64 {
    let mut times: Vec<u64> = times.iter().map(|(time, _)| *time).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// Welch's t: the difference of the means, fixed minus random, divided by its standard deviation. Zero if undefined.
pub fn welch(times: &[(i64, bool)]) -> f64 {
    let [fixed, random] = [true, false].map(|class| {
        let times = times.iter().filter(|(_, is_fixed)| *is_fixed == class).map(|(time, _)| *time as f64);
        let count = times.clone().count() as f64;
        let mean = times.clone().sum::<f64>() / count;
        let squares = times.map(|time| (time - mean).powi(2)).sum::<f64>();
        (mean, squares / (count - 1.0) / count)
    });
    let t = (fixed.0 - random.0) / (fixed.1 + random.1).sqrt();
    if t.is_finite() { t } else { 0.0 }
}
