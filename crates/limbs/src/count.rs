//! Counters of field operations, for tests that check stated costs and for reports.
//!
//! With the feature `count` each thread counts its Montgomery multiplications, squarings, inversions, square roots and
//! additions of table entries. Without the feature the counters are compiled out. Constants are not counted.
//!
//! Counters are thread-local: an increment is one instruction on memory that no other thread accesses. An operation on
//! sixteen numbers increments a counter once, by sixteen. A program that distributes work over threads adds up
//! `Counts::of_this_thread` of each thread. While `on_this_thread` runs, formulas for [`residues`](crate::residues) and
//! [`quads`](crate::quads) are not used: costs are those of the formulas for single numbers.
//!
//! With a clock, which a program sets once, each thread also adds up the time of its inversions and of its square roots
//! (`Times`). Without one, an operation costs one load more.

#[cfg(feature = "count")]
use core::cell::Cell;
#[cfg(feature = "count")]
use core::ops::{Add, Sub};
#[cfg(feature = "count")]
use std::sync::OnceLock;

/// Numbers of operations.
#[cfg(feature = "count")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Montgomery multiplications of two operands, including conversions to and from Montgomery form.
    pub multiplications: u64,
    /// Montgomery squarings.
    pub squarings: u64,
    /// Inversions. Their multiplications and squarings are counted too.
    pub inversions: u64,
    /// Square roots, including those of non-squares. Their multiplications and squarings are counted too.
    pub square_roots: u64,
    /// Montgomery reductions apart from a multiplication. The multiplications before them are counted as such.
    pub reductions: u64,
    /// Additions of points from tables of fixed bases. Their multiplications and squarings are counted too.
    pub fixed_base_additions: u64,
    /// Multiplications of two words in [`Plan`](crate::schedule::Plan). Those of other kernels are not counted.
    pub word_multiplications: u64,
}

#[cfg(feature = "count")]
struct Counters {
    multiplications: Cell<u64>,
    squarings: Cell<u64>,
    inversions: Cell<u64>,
    square_roots: Cell<u64>,
    reductions: Cell<u64>,
    fixed_base_additions: Cell<u64>,
    word_multiplications: Cell<u64>,
}

#[cfg(feature = "count")]
std::thread_local! {
    static ON: Cell<bool> = const { Cell::new(false) };
    static COUNTERS: Counters = const {
        Counters {
            multiplications: Cell::new(0),
            squarings: Cell::new(0),
            inversions: Cell::new(0),
            square_roots: Cell::new(0),
            reductions: Cell::new(0),
            fixed_base_additions: Cell::new(0),
            word_multiplications: Cell::new(0),
        }
    };
}

#[cfg(feature = "count")]
static CLOCK: OnceLock<fn() -> u64> = OnceLock::new();

#[cfg(feature = "count")]
std::thread_local! {
    /// The nanoseconds of inversions and of square roots.
    static NANOSECONDS: [Cell<u64>; 2] = const { [Cell::new(0), Cell::new(0)] };
    /// Whether a measured operation runs, whose parts are not measured by themselves.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Sets the clock of all threads: it returns nanoseconds, for example of processor time of the calling thread. Only the
/// first call has an effect.
#[cfg(feature = "count")]
pub fn set_clock(clock: fn() -> u64) {
    // A second clock is ignored.
    let _ = CLOCK.set(clock);
}

/// The nanoseconds of operations by the clock ([`set_clock`]); zero without one. An operation within another, such as
/// the inversion of a batch's product, belongs to the outer one.
#[cfg(feature = "count")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Inversions, single and in batches.
    pub inversions: u64,
    /// Square roots, single and in batches.
    pub square_roots: u64,
}

#[cfg(feature = "count")]
impl Times {
    /// The times of the calling thread since its start.
    pub fn of_this_thread() -> Self {
        let [inversions, square_roots] = NANOSECONDS.with(|[a, b]| [a.get(), b.get()]);
        Self { inversions, square_roots }
    }
}

/// Measures an operation until its end. Without the feature it is empty.
#[doc(hidden)]
#[must_use]
pub struct Timer {
    /// The index of the counter, and the time of the start.
    #[cfg(feature = "count")]
    started: Option<(usize, u64)>,
}

impl Timer {
    /// Begins inversions, for crates that invert.
    #[inline(always)]
    pub fn inversions() -> Self {
        Self::begin(0)
    }

    /// Begins square roots, for crates that compute them.
    #[inline(always)]
    pub fn square_roots() -> Self {
        Self::begin(1)
    }

    #[inline(always)]
    fn begin(index: usize) -> Self {
        #[cfg(not(feature = "count"))]
        let _ = index;
        Self {
            #[cfg(feature = "count")]
            started: CLOCK.get().filter(|_| !INSIDE.replace(true)).map(|clock| (index, clock())),
        }
    }
}

#[cfg(feature = "count")]
impl Drop for Timer {
    #[inline(always)]
    fn drop(&mut self) {
        if let (Some((index, start)), Some(clock)) = (self.started, CLOCK.get()) {
            INSIDE.set(false);
            let time = clock().wrapping_sub(start);
            NANOSECONDS.with(|counters| counters[index].set(counters[index].get().wrapping_add(time)));
        }
    }
}

/// Defines the functions that count. Without the feature they are empty.
macro_rules! counting {
    ($($(#[$attribute:meta])* $visibility:vis fn $name:ident => $counter:ident;)*) => {$(
        $(#[$attribute])*
        #[inline(always)]
        $visibility fn $name(number: usize) {
            #[cfg(feature = "count")]
            COUNTERS.with(|counters| counters.$counter.set(counters.$counter.get().wrapping_add(number as u64)));
            #[cfg(not(feature = "count"))]
            let _ = number;
        }
    )*};
}

counting! {
    pub(crate) fn multiplications => multiplications;
    pub(crate) fn squarings => squarings;
    pub(crate) fn reductions => reductions;
    pub(crate) fn word_multiplications => word_multiplications;
    /// Counts inversions, for crates that invert.
    #[doc(hidden)]
    pub fn inversions => inversions;
    /// Counts square roots, for crates that compute them.
    #[doc(hidden)]
    pub fn square_roots => square_roots;
    /// Counts additions of table entries, for crates that have tables.
    #[doc(hidden)]
    pub fn fixed_base_additions => fixed_base_additions;
}

#[cfg(feature = "count")]
impl Counts {
    /// The counts of the calling thread since its start.
    pub fn of_this_thread() -> Self {
        COUNTERS.with(|counters| Self {
            multiplications: counters.multiplications.get(),
            squarings: counters.squarings.get(),
            inversions: counters.inversions.get(),
            square_roots: counters.square_roots.get(),
            reductions: counters.reductions.get(),
            fixed_base_additions: counters.fixed_base_additions.get(),
            word_multiplications: counters.word_multiplications.get(),
        })
    }

    /// Combines the numbers of each kind by `f`.
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            multiplications: f(self.multiplications, other.multiplications),
            squarings: f(self.squarings, other.squarings),
            inversions: f(self.inversions, other.inversions),
            square_roots: f(self.square_roots, other.square_roots),
            reductions: f(self.reductions, other.reductions),
            fixed_base_additions: f(self.fixed_base_additions, other.fixed_base_additions),
            word_multiplications: f(self.word_multiplications, other.word_multiplications),
        }
    }
}

#[cfg(feature = "count")]
impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
}

#[cfg(feature = "count")]
impl Sub for Counts {
    type Output = Self;

    /// The difference between this count and an earlier one, `other`.
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
}

/// Runs the work and returns its counts on the calling thread. Operations on other threads are not included: for those,
/// run the work in a rayon pool of one thread.
#[cfg(feature = "count")]
pub fn on_this_thread<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    // The parts that are not generic are compiled once, not for every closure.
    let (before, outer) = begin();
    let result = work();
    (result, end(before, outer))
}

#[cfg(feature = "count")]
fn begin() -> (Counts, bool) {
    (Counts::of_this_thread(), ON.replace(true))
}

#[cfg(feature = "count")]
fn end(before: Counts, outer: bool) -> Counts {
    ON.set(outer);
    Counts::of_this_thread() - before
}

/// Whether `on_this_thread` runs on the calling thread.
#[allow(dead_code, reason = "unused on targets without vectors")]
pub(crate) fn is_on() -> bool {
    #[cfg(feature = "count")]
    return ON.get();
    #[cfg(not(feature = "count"))]
    return false;
}

#[cfg(all(test, feature = "count"))]
mod tests {
    use super::*;

    /// A clock that advances by a thousand nanoseconds in each call, in each thread.
    fn clock() -> u64 {
        std::thread_local! { static NOW: Cell<u64> = const { Cell::new(0) }; }
        NOW.set(NOW.get() + 1000);
        NOW.get()
    }

    #[test]
    fn outer_operations_are_measured() {
        set_clock(clock);
        let times = || {
            let Times { inversions, square_roots } = Times::of_this_thread();
            (inversions, square_roots)
        };
        std::thread::spawn(move || {
            assert_eq!(times(), (0, 0));
            {
                let _outer = Timer::inversions();
                let inner = Timer::square_roots();
                drop(inner);
                let _inner = Timer::inversions();
            }
            assert_eq!(times(), (1000, 0));
            drop(Timer::square_roots());
            drop(Timer::square_roots());
            assert_eq!(times(), (1000, 2000));
        })
        .join()
        .expect("the thread ends");
    }
    use crate::Montgomery;
    use crate::schedule::{Operands, Plan, Schedule};
    use crate::words::hex;

    const RING: Montgomery<2> = Montgomery::new([97, 1]);
    const BN254_SCALAR: [u64; 4] = hex("0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
    const BLS12_381_BASE: [u64; 6] = hex(
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    );

    /// For every named schedule: word multiplications as executed, by formula, and as published for four and six limbs.
    fn word_multiplications<const N: usize>(p: &[u64; N]) -> [(u64, u64, u64); 6] {
        let published = if N == 4 { [36, 33, 33, 34, 34, 33] } else { [78, 73, 73, 75, 74, 73] };
        let mut published = published.into_iter();
        Schedule::named(N).map(|(_, schedule)| {
            let plan = Plan::new(*p, schedule, Operands::Multiple(1), Operands::Multiple(1));
            let ((raw, top), counts) = on_this_thread(|| plan.mul_raw(&[7; N], &[9; N]));
            assert_eq!(on_this_thread(|| plan.mul(&[7; N], &[9; N])).1, counts, "{raw:?}, {top}");
            (
                counts.word_multiplications,
                schedule.word_multiplications() as u64,
                published.next().unwrap_or_default(),
            )
        })
    }

    #[test]
    fn what_is_done_is_counted_and_constants_are_not() {
        let (value, counts) = on_this_thread(|| {
            let a = RING.to_montgomery(&[5, 0]);
            inversions(1);
            square_roots(3);
            fixed_base_additions(5);
            let mut product = crate::Unreduced::ZERO;
            product.set_product(&a, RING.one());
            assert_eq!(RING.reduce_unreduced(&product), a);
            RING.from_montgomery(&RING.square(&RING.mul(&a, &a)))
        });
        assert_eq!(value, [625, 0]);
        let expected = Counts {
            multiplications: 4,
            squarings: 1,
            inversions: 1,
            square_roots: 3,
            reductions: 1,
            fixed_base_additions: 5,
            word_multiplications: 0,
        };
        assert_eq!(counts, expected);
        let (_, counts) = on_this_thread(|| RING.add(&RING.to_montgomery_portable(&[5, 0]), RING.one()));
        assert_eq!(counts, Counts::default());
        for limbs in [word_multiplications(&BN254_SCALAR), word_multiplications(&BLS12_381_BASE)] {
            for (counted, by_formula, published) in limbs {
                assert_eq!((counted, by_formula), (published, published));
            }
        }
    }
    #[test]
    fn threads_count_apart_and_add_up() {
        let multiply = |times: usize| {
            (0..times).fold(*RING.one(), |product, _| RING.mul(&product, RING.one()));
            Counts::of_this_thread().multiplications
        };
        let (counts, here) = on_this_thread(|| {
            let threads = [3, 5, 7].map(|times| std::thread::spawn(move || multiply(times)));
            threads.map(|thread| thread.join().unwrap())
        });
        assert_eq!(counts, [3, 5, 7]);
        assert_eq!(here, Counts::default());
        let (counted, here) = on_this_thread(|| multiply(2));
        assert!(counted >= 2);
        assert_eq!((here + here - here).multiplications, 2);
    }
}
