//! Counts of the work of a replay: field operations, and bytes read from and written to the store.

use std::ops::{Add, Sub};

use serde::Serialize;
use vorpal::tree;

/// The counts of one phase, or of all work so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Counts {
    /// `None` without the feature `count`.
    pub(crate) operations: Option<Operations>,
    #[serde(flatten)]
    pub(crate) traffic: Traffic,
}

/// Operations in fields and on points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Operations {
    multiplications: u64,
    squarings: u64,
    inversions: u64,
    square_roots: u64,
    fixed_base_additions: u64,
    /// The processor time of inversions and of square roots, of all threads together.
    inversion_nanoseconds: u64,
    square_root_nanoseconds: u64,
}

/// Bytes transferred between the tree and its store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Traffic {
    bytes_read: u64,
    bytes_written: u64,
}

impl From<tree::Traffic> for Traffic {
    fn from(tree::Traffic { bytes_read, bytes_written }: tree::Traffic) -> Self {
        Self { bytes_read, bytes_written }
    }
}

/// The processor time of the calling thread since its start; zero on a system without this clock.
#[cfg(feature = "count")]
fn thread_nanoseconds() -> u64 {
    let time = cpu_time::ThreadTime::try_now().map(|time| time.as_duration()).unwrap_or_default();
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// A quantity of [`Counts`]: its name in reports, and the function that reads it.
pub(crate) type Quantity = (&'static str, fn(&Counts) -> Option<u64>);

/// All quantities of [`Counts`].
pub(crate) const QUANTITIES: [Quantity; 9] = [
    ("multiplications", |counts| counts.operations.map(|operations| operations.multiplications)),
    ("squarings", |counts| counts.operations.map(|operations| operations.squarings)),
    ("inversions", |counts| counts.operations.map(|operations| operations.inversions)),
    ("square roots", |counts| counts.operations.map(|operations| operations.square_roots)),
    ("fixed-base additions", |counts| counts.operations.map(|operations| operations.fixed_base_additions)),
    ("ns of inversions", |counts| counts.operations.map(|operations| operations.inversion_nanoseconds)),
    ("ns of roots", |counts| counts.operations.map(|operations| operations.square_root_nanoseconds)),
    ("bytes read", |counts| Some(counts.traffic.bytes_read)),
    ("bytes written", |counts| Some(counts.traffic.bytes_written)),
];

impl Default for Counts {
    /// All counts zero.
    fn default() -> Self {
        Self { operations: cfg!(feature = "count").then(Operations::default), traffic: Traffic::default() }
    }
}

impl Operations {
    /// The operations of all threads of the caller's rayon pool since they started; `None` if they are not counted.
    pub(crate) fn so_far() -> Option<Self> {
        #[cfg(feature = "count")]
        {
            use vorpal::limbs::count::{Counts, Times, set_clock};
            set_clock(thread_nanoseconds);
            let (mut total, mut times) = (Counts::default(), Times::default());
            for (counts, time) in rayon::broadcast(|_| (Counts::of_this_thread(), Times::of_this_thread())) {
                total = total + counts;
                times.inversions += time.inversions;
                times.square_roots += time.square_roots;
            }
            Some(Self {
                multiplications: total.multiplications,
                squarings: total.squarings,
                inversions: total.inversions,
                square_roots: total.square_roots,
                fixed_base_additions: total.fixed_base_additions,
                inversion_nanoseconds: times.inversions,
                square_root_nanoseconds: times.square_roots,
            })
        }
        #[cfg(not(feature = "count"))]
        None
    }

    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            multiplications: f(self.multiplications, other.multiplications),
            squarings: f(self.squarings, other.squarings),
            inversions: f(self.inversions, other.inversions),
            square_roots: f(self.square_roots, other.square_roots),
            fixed_base_additions: f(self.fixed_base_additions, other.fixed_base_additions),
            inversion_nanoseconds: f(self.inversion_nanoseconds, other.inversion_nanoseconds),
            square_root_nanoseconds: f(self.square_root_nanoseconds, other.square_root_nanoseconds),
        }
    }
}

impl Counts {
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64 + Copy) -> Self {
        let operations = match (self.operations, other.operations) {
            (Some(a), Some(b)) => Some(a.zip(b, f)),
            (a, b) => a.or(b),
        };
        let traffic = Traffic {
            bytes_read: f(self.traffic.bytes_read, other.traffic.bytes_read),
            bytes_written: f(self.traffic.bytes_written, other.traffic.bytes_written),
        };
        Self { operations, traffic }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
}

impl Sub for Counts {
    type Output = Self;

    /// The counts between an earlier state, `other`, and this one.
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
}
