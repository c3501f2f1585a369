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
    /// Multiplications of two words in [`Plan`](crate::schedule::Plan); those of other kernels are not counted.
    pub word_multiplications: u64,
}

#[cfg(feature = "count")]
static MULTIPLICATIONS: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "count")]
static SQUARINGS: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "count")]
static INVERSIONS: AtomicU64 = AtomicU64::new(0);
#[cfg(feature = "count")]
static WORD_MULTIPLICATIONS: AtomicU64 = AtomicU64::new(0);

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
    squarings(1);
}

#[inline(always)]
pub(crate) fn squarings(number: usize) {
    #[cfg(feature = "count")]
    SQUARINGS.fetch_add(number as u64, Relaxed);
    #[cfg(not(feature = "count"))]
    let _ = number;
}

#[inline(always)]
pub(crate) fn word_multiplication() {
    #[cfg(feature = "count")]
    WORD_MULTIPLICATIONS.fetch_add(1, Relaxed);
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
        word_multiplications: after.word_multiplications - before.word_multiplications,
    };
    (result, counts)
}

#[cfg(feature = "count")]
fn total() -> Counts {
    Counts {
        multiplications: MULTIPLICATIONS.load(Relaxed),
        squarings: SQUARINGS.load(Relaxed),
        inversions: INVERSIONS.load(Relaxed),
        word_multiplications: WORD_MULTIPLICATIONS.load(Relaxed),
    }
}

#[cfg(all(test, feature = "count"))]
mod tests {
    use super::*;
    use crate::Montgomery;
    use crate::schedule::{Operands, Plan, Schedule};
    use crate::words::hex;

    const RING: Montgomery<2> = Montgomery::new([97, 1]);
    const BN254_SCALAR: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    const BLS12_381_BASE: [u64; 6] = hex(
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );

    /// For every named schedule: word multiplications that ran, by formula, and as published for four and six limbs.
    fn word_multiplications<const N: usize>(p: &[u64; N]) -> [(u64, u64, u64); 6] {
        let published = if N == 4 { [36, 33, 33, 34, 34, 33] } else { [78, 73, 73, 75, 74, 73] };
        let mut published = published.into_iter();
        Schedule::named(N).map(|(_, schedule)| {
            let plan = Plan::new(*p, schedule, Operands::Multiple(1), Operands::Multiple(1));
            let ((raw, top), counts) = during(|| plan.mul_raw(&[7; N], &[9; N]));
            assert_eq!(during(|| plan.mul(&[7; N], &[9; N])).1, counts, "{raw:?}, {top}");
            (
                counts.word_multiplications,
                schedule.word_multiplications() as u64,
                published.next().unwrap_or_default(),
            )
        })
    }

    /// One test, because the counters belong to the process.
    #[test]
    fn what_is_done_is_counted_and_constants_are_not() {
        let (value, counts) = during(|| {
            let a = RING.enter(&[5, 0]);
            inversion();
            RING.leave(&RING.square(&RING.mul(&a, &a)))
        });
        assert_eq!(value, [625, 0]);
        let expected = Counts { multiplications: 3, squarings: 1, inversions: 1, word_multiplications: 0 };
        assert_eq!(counts, expected);
        let (_, counts) = during(|| RING.add(&RING.enter_portable(&[5, 0]), RING.one()));
        assert_eq!(counts, Counts::default());
        for limbs in [word_multiplications(&BN254_SCALAR), word_multiplications(&BLS12_381_BASE)] {
            for (counted, by_formula, published) in limbs {
                assert_eq!((counted, by_formula), (published, published));
            }
        }
    }
}
