//! The cost model of the planner, in multiplications of the base field.

use crate::affine_sums::lists_per_batch;
use crate::plan::Algorithm;
use crate::scalars::Lengths;
use vorpal_fields::LANES;

/// The expected cost of a sum with random digits. Multiplications and squarings count alike.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Cost {
    /// Multiplications in lanes of packed values.
    pub(crate) lanes: f64,
    /// Single multiplications.
    pub(crate) single: f64,
    /// Digits that are sorted into lists; no multiplications.
    pub(crate) members: f64,
    /// Lists that are sorted by length, started and ended; no multiplications.
    pub(crate) lists: f64,
    /// Inversions.
    pub(crate) inversions: f64,
    /// Additions of points, for reports of progress.
    pub(crate) additions: f64,
}

/// An addition of affine points with its share of the inversion, except [`SHARED_INVERSION`].
const AFFINE_ADDITION: f64 = 6.0;
/// The additional multiplications of a shared inversion, for all lanes of a packed value.
const SHARED_INVERSION: f64 = 48.0;
/// Mixed and full additions in XYZZ coordinates.
const XYZZ_MIXED: f64 = 10.0;
const XYZZ_FULL: f64 = 14.0;
/// A Jacobian doubling, mixed addition and full addition.
const DOUBLING: f64 = 7.0;
const MIXED: f64 = 11.0;
const FULL: f64 = 16.0;
/// Extended Edwards: adding a point to a bucket; adding a bucket to the running sum and this to the total; a doubling;
/// the map from the Weierstrass curve for each point; the conversion to the radix of packed values.
const EDWARDS_MIXED: f64 = 7.0;
const EDWARDS_RUNNING: f64 = 18.0;
const EDWARDS_DOUBLING: f64 = 8.0;
const EDWARDS_MAP: f64 = 10.0;
const EDWARDS_RADIX: f64 = 3.0;
/// The time of other work, in multiplications: computing a digit and adding it to its list, a list, the gcd of an
/// inversion.
const MEMBER_TIME: f64 = 0.4;
const LIST_TIME: f64 = 3.0;
const INVERSION_TIME: f64 = 32.0;

impl Cost {
    pub(crate) fn multiplications(&self) -> f64 {
        self.lanes + self.single
    }

    /// The time in single multiplications, where sixteen packed ones take the time of `packed` single ones.
    pub(crate) fn time(&self, packed: usize) -> f64 {
        self.lanes * (packed as f64 / LANES as f64)
            + self.single
            + self.members * MEMBER_TIME
            + self.lists * LIST_TIME
            + self.inversions * INVERSION_TIME
    }

    fn affine_additions(&mut self, additions: f64) {
        self.lanes += AFFINE_ADDITION * additions;
        self.additions += additions;
    }

    /// Inversions shared by the additions of a step.
    fn inversions(&mut self, number: f64) {
        self.single += SHARED_INVERSION * number;
        self.inversions += number;
    }
}

/// The expected digits of one window.
struct Window {
    /// Digits that are not zero.
    members: f64,
    /// Buckets that the lengths of the integers allow.
    reachable: f64,
    /// Buckets that are not empty.
    buckets: f64,
}

fn windows(lengths: &Lengths, width: usize, number: usize) -> impl Iterator<Item = Window> {
    (0..number).map(move |window| {
        // Longer integers have random digits in this window. A shorter integer has a digit if its top bit is in this
        // window, or is the top bit of the window below, which causes a carry.
        let whole = lengths.at_least(width * (window + 1)) as f64;
        let reach = lengths.at_least((width * window).max(1)) as f64;
        let members = whole * (1.0 - 1.0 / f64::from(1u32 << width)) + (reach - whole);
        // The buckets that the longest integers reach in this window.
        let bits = lengths.longest().saturating_sub(width * window).min(width - 1);
        let reachable = f64::from(1u32 << bits);
        Window { members, reachable, buckets: reachable * (1.0 - share_missed(members / reachable)) }
    })
}

/// The square root, rounded down.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of lengths")]
fn root(mean: f64) -> f64 {
    (mean as u64).isqrt() as f64
}

/// The number of parts in which lists share inversions.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
fn parts(lists: f64) -> f64 {
    let lists = lists as usize;
    lists.div_ceil(lists_per_batch(lists)) as f64
}

/// The share of buckets that remain empty with `mean` digits per bucket: `e^-mean`, as `(1 - mean / 1024)^1024`.
fn share_missed(mean: f64) -> f64 {
    (0..10).fold((1.0 - mean / 1024.0).max(0.0), |power, _| power * power)
}

/// The cost of a sum with windows of `width` bits by an algorithm with buckets.
pub(crate) fn of_buckets(algorithm: Algorithm, lengths: &Lengths, width: usize, terms: usize) -> Cost {
    let number = (lengths.longest() + 1).div_ceil(width);
    let mut cost = Cost::default();
    let buckets = (1u64 << (width - 1)) as f64;
    let (mut lists, mut members, mut reachable) = (0.0, 0.0, 0.0);
    for window in windows(lengths, width, number) {
        lists += window.buckets;
        members += window.members;
        reachable += window.reachable;
    }
    cost.members = members;
    match algorithm {
        Algorithm::Affine => {
            cost.affine_additions(members - lists);
            cost.lanes += lists;
            cost.lists += buckets * number as f64;
            let mean = members / lists.max(1.0);
            // Each part takes as many steps as its longest list; the first part has the longest of all.
            cost.inversions(parts(lists) * mean + 3.0 * root(mean));
            of_weights(&mut cost, number, lists, width);
            cost.single += DOUBLING * lengths.longest() as f64 + MIXED * (number * width) as f64;
        }
        Algorithm::Xyzz => {
            cost.single += XYZZ_MIXED * members + XYZZ_FULL * reachable;
            cost.single += DOUBLING * lengths.longest() as f64 + FULL * number as f64;
            cost.additions = members;
        }
        Algorithm::Edwards => {
            cost.lanes += EDWARDS_MIXED * members + EDWARDS_RADIX * terms as f64;
            cost.single += EDWARDS_MAP * terms as f64;
            cost.single += EDWARDS_RUNNING * reachable;
            cost.single += EDWARDS_DOUBLING * lengths.longest() as f64;
            cost.additions = members;
        }
        Algorithm::Straus => {}
    }
    cost
}

/// Adds the cost of the weighted sums of all windows, as [`weights`](crate::weights) computes them.
fn of_weights(cost: &mut Cost, number: usize, lists: f64, width: usize) {
    // Windows by number of buckets; the share of buckets that are not empty.
    let mut sizes = alloc::vec![1usize << (width - 1)];
    let mut filled = lists / (number << (width - 1)) as f64;
    while !sizes.is_empty() {
        let mut halves = alloc::vec::Vec::new();
        let (mut sums, mut additions, mut longest) = (0.0, 0.0, 0.0f64);
        for count in sizes {
            let low_bits = (usize::BITS - count.leading_zeros()) as usize / 2;
            let (low, high) = ((1 << low_bits) - 1, count >> low_bits);
            for (size, members) in [(low, count - (count >> low_bits)), (high, count - low)] {
                let length = filled * members as f64 / size as f64;
                additions += size as f64 * (length - 1.0).max(0.0);
                longest = longest.max(length);
                sums += size as f64;
                if size > 1 {
                    halves.push(size);
                }
            }
        }
        let number = number as f64;
        cost.affine_additions(number * additions);
        cost.lanes += number * sums;
        cost.lists += number * sums;
        cost.inversions(parts(number * sums) * longest);
        filled = 1.0;
        sizes = halves;
    }
}

/// The cost of Straus' method: tables of four multiples, then one doubling per bit and the additions of digits.
pub(crate) fn of_straus(lengths: &Lengths) -> Cost {
    let terms = lengths.nonzero() as f64;
    let bits = lengths.longest() as f64;
    let additions = terms * (3.0 + bits / 5.0);
    Cost { single: (terms + bits) * DOUBLING + FULL * additions, additions, ..Cost::default() }
}

/// The number of lists that share inversions on a single thread.
const SHARED_LISTS_PER_BATCH: f64 = 1024.0;

/// The cost of `integers` random integers of `bits` bits by affine buckets, where the windows of `width` bits share
/// `sets` sets of buckets.
pub(crate) fn of_shared_buckets(integers: usize, bits: usize, width: usize, sets: usize) -> Cost {
    let windows = (bits + 1).div_ceil(width);
    let mut cost = Cost::default();
    let members = (integers * windows) as f64 * (1.0 - 1.0 / f64::from(1u32 << width));
    let buckets = (sets << (width - 1)) as f64;
    let lists = buckets * (1.0 - share_missed(members / buckets));
    cost.members = members;
    cost.affine_additions((members - lists).max(0.0));
    cost.lanes += lists;
    let mean = members / lists.max(1.0);
    // Each batch takes as many steps as its longest list, a few standard deviations above the mean.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of lengths")]
    let deviation = (mean as u64).isqrt() as f64;
    cost.inversions((lists / SHARED_LISTS_PER_BATCH).max(1.0) * mean + 3.0 * deviation);
    of_weights(&mut cost, sets, lists, width);
    cost.single += (DOUBLING + MIXED) * (sets * width) as f64;
    cost
}
