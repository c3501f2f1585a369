//! What is counted and timed of a method.

use std::hint::black_box;
use std::time::Instant;

use vorpal_limbs::count::Counts;

/// The mean counts of a method, by step.
pub(crate) struct Method {
    pub(crate) name: String,
    /// The table's bytes.
    pub(crate) bytes: usize,
    /// The power by `(t - 1) / 2`, for `p - 1 = 2^32 t`.
    pub(crate) power: Counts,
    /// The test whether there is a root, where it is a step of its own.
    pub(crate) test: Counts,
    /// The search of the logarithm, and the correction of the root.
    pub(crate) rest: Counts,
    /// Nanoseconds of one root, the least of five runs.
    pub(crate) ns: f64,
}

/// The nanoseconds of one call, the least of five runs over all values.
pub(crate) fn time<V, T>(values: &[V], root: impl Fn(&V) -> T) -> f64 {
    let run = || {
        let clock = Instant::now();
        for value in values {
            black_box(root(black_box(value)));
        }
        clock.elapsed().as_nanos() as f64 / values.len() as f64
    };
    (0..5).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// The sum of counts.
pub(crate) fn add(a: &mut Counts, b: &Counts) {
    a.squarings += b.squarings;
    a.multiplications += b.multiplications;
}
