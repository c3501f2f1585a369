//! Counters of field operations, for statements of cost that a test can check.
//!
//! With the feature `count` every Montgomery multiplication, squaring and inversion of the process is counted, on all
//! threads; without it nothing is, and nothing is compiled in. Constants are computed uncounted.

#[cfg(feature = "count")]
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Numbers of operations.
#[cfg(feature = "count")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Montgomery multiplications of two operands; those that enter and leave Montgomery form are among them.
    pub multiplications: u64,
    /// Montgomery squarings.
    pub squarings: u64,
    /// Inversions. What multiplications and squarings they take is counted too.
    pub inversions: u64,
}

#[cfg(feature = "count")]
static MULTIPLICATIONS: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "count")]
static SQUARINGS: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "count")]
static INVERSIONS: AtomicU64 = AtomicU64::new(0);

#[inline(always)]
pub(crate) fn multiplication() {
    multiplications(1);
}

#[inline(always)]
pub(crate) fn multiplications(number: usize) {
    #[cfg(feature = "count")]
    MULTIPLICATIONS.fetch_add(number as u64, Relaxed);
    #[cfg(not(feature = "count"))]
    let _ = number;
}

#[inline(always)]
pub(crate) fn squaring() {
    #[cfg(feature = "count")]
    SQUARINGS.fetch_add(1, Relaxed);
}

/// Counts an inversion. For rooms that invert.
#[doc(hidden)]
#[inline(always)]
pub fn inversion() {
    #[cfg(feature = "count")]
    INVERSIONS.fetch_add(1, Relaxed);
}

/// What the work took, in the whole process: nothing else may compute meanwhile.
#[cfg(feature = "count")]
pub fn during<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    let before = total();
    let result = work();
    let after = total();
    let counts = Counts {
        multiplications: after.multiplications - before.multiplications,
        squarings: after.squarings - before.squarings,
        inversions: after.inversions - before.inversions,
    };
    (result, counts)
}

#[cfg(feature = "count")]
fn total() -> Counts {
    Counts {
        multiplications: MULTIPLICATIONS.load(Relaxed),
        squarings: SQUARINGS.load(Relaxed),
        inversions: INVERSIONS.load(Relaxed),
    }
}

#[cfg(all(test, feature = "count"))]
mod tests {
    use super::*;
    use crate::Montgomery;

    const RING: Montgomery<2> = Montgomery::new([97, 1]);

    /// One test, because the counters belong to the process.
    #[test]
    fn what_is_done_is_counted_and_constants_are_not() {
        let (value, counts) = during(|| {
            let a = RING.enter(&[5, 0]);
            inversion();
            RING.leave(&RING.square(&RING.mul(&a, &a)))
        });
        assert_eq!(value, [625, 0]);
        assert_eq!(counts, Counts { multiplications: 3, squarings: 1, inversions: 1 });
        let (_, counts) = during(|| RING.add(&RING.enter_portable(&[5, 0]), RING.one()));
        assert_eq!(counts, Counts::default());
    }
}
