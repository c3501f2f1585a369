//! The cost model of the planner, in multiplications of the prime field under the curve's field.

use crate::affine_sums::{lists_per_batch, one_by_one};
use crate::plan::Algorithm;
use crate::scalars::Lengths;
use crate::straus;
use vorpal_fields::{Field, LANES};

/// The multiplications of the prime field that operations of the curve's field take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Prices {
    product: f64,
    square: f64,
    /// Of a product by a constant of the prime field.
    degree: f64,
    /// Whether affine points are added one by one: see [`one_by_one`].
    one_by_one: bool,
}

impl Prices {
    pub(crate) fn of<F: Field>() -> Self {
        let one_by_one = one_by_one::<F>();
        Self { product: F::PRODUCT as f64, square: F::SQUARE as f64, degree: F::DEGREE as f64, one_by_one }
    }

    const fn price(&self, Operations { products, squares }: Operations) -> f64 {
        self.product * products + self.square * squares
    }

    /// The price of an addition of affine points with its share of the inversion. One by one, the running products are
    /// those of norms.
    const fn affine_addition(&self) -> f64 {
        if self.one_by_one {
            self.price(AFFINE_SLOPES) + RUNNING_PRODUCTS + NORMS * (self.degree - 1.0)
        } else {
            self.price(AFFINE_SLOPES) + RUNNING_PRODUCTS * self.product
        }
    }
}

/// Products and squares in the curve's field.
#[derive(Clone, Copy)]
struct Operations {
    products: f64,
    squares: f64,
}

const fn operations(products: u8, squares: u8) -> Operations {
    Operations { products: products as f64, squares: squares as f64 }
}

/// The expected cost of a sum with random digits. Multiplications and squarings of the prime field count alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    prices: Prices,
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

/// An addition of affine points, given the inverse of the denominator.
const AFFINE_SLOPES: Operations = operations(2, 1);
/// The products of an addition for its inverse, except [`SHARED_INVERSION`].
const RUNNING_PRODUCTS: f64 = 3.0;
/// The additional multiplications in the prime field of a shared inversion, for all lanes of a packed value. Those of a
/// field of degree two take a norm and two products by its inverse besides, [`NORMS`] in each lane.
const SHARED_INVERSION: f64 = 48.0;
const NORMS: f64 = 4.0;
/// Mixed and full additions in XYZZ coordinates.
const XYZZ_MIXED: Operations = operations(8, 2);
const XYZZ_FULL: Operations = operations(12, 2);
/// A Jacobian doubling, mixed addition and full addition.
const DOUBLING: Operations = operations(3, 4);
const MIXED: Operations = operations(8, 3);
const FULL: Operations = operations(11, 5);
/// The table of a point for the sum of a few products by quarters: odd multiples, the change of `Z` to one and its
/// share of the inversion, images by powers of `psi`. The digits that are not zero, for each bit of a quarter.
const TABLE: Operations = operations(117, 26);
/// The odd multiples of a point for [`straus`](crate::straus), and their move to the curve of all.
const ODD_MULTIPLES: Operations = operations(65, 25);
const ON_ONE_CURVE: Operations = operations(20, 1);
const DIGITS: f64 = 1.0 / 6.0;
/// Extended Edwards: adding a point to a bucket; adding a bucket to the running sum and this to the total; a doubling;
/// the map from the Weierstrass curve for each point; the conversion to the radix of packed values.
const EDWARDS_MIXED: Operations = operations(7, 0);
const EDWARDS_RUNNING: Operations = operations(18, 0);
const EDWARDS_DOUBLING: Operations = operations(4, 4);
const EDWARDS_MAP: Operations = operations(10, 0);
const EDWARDS_RADIX: Operations = operations(3, 0);
/// The time of other work, in multiplications: computing a digit and adding it to its list, a list, the gcd of an
/// inversion.
const MEMBER_TIME: f64 = 0.4;
const LIST_TIME: f64 = 3.0;
const INVERSION_TIME: f64 = 32.0;

impl Cost {
    const fn new(prices: Prices) -> Self {
        Self { prices, lanes: 0.0, single: 0.0, members: 0.0, lists: 0.0, inversions: 0.0, additions: 0.0 }
    }

    /// Operations on single elements, `number` times each.
    fn add_single(&mut self, number: f64, operations: Operations) {
        self.single += number * self.prices.price(operations);
    }

    /// Operations in lanes.
    fn add_lanes(&mut self, number: f64, operations: Operations) {
        self.lanes += number * self.prices.price(operations);
    }

    /// The scaling of the sums of lists by a constant, where vectors need it.
    fn add_ends_of_lists(&mut self, number: f64) {
        if !self.prices.one_by_one {
            self.lanes += number * self.prices.degree;
        }
    }

    /// The images of points by products of coordinates in lanes.
    pub(crate) fn add_images(&mut self, coordinates: usize) {
        self.add_lanes(coordinates as f64, operations(1, 0));
    }

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
        self.lanes += additions * self.prices.affine_addition();
        self.additions += additions;
    }

    /// Inversions shared by the additions of a step.
    fn inversions(&mut self, number: f64) {
        if !self.prices.one_by_one {
            self.single += SHARED_INVERSION * number;
            self.lanes += NORMS * (self.prices.degree - 1.0) * LANES as f64 * number;
        }
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
pub(crate) fn of_buckets(
    algorithm: Algorithm,
    prices: Prices,
    lengths: &Lengths,
    width: usize,
    terms: usize,
) -> Cost {
    let number = (lengths.longest() + 1).div_ceil(width);
    let mut cost = Cost::new(prices);
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
            cost.add_ends_of_lists(lists);
            cost.lists += buckets * number as f64;
            let mean = members / lists.max(1.0);
            // Each part takes as many steps as its longest list; the first part has the longest of all.
            cost.inversions(parts(lists) * mean + 3.0 * root(mean));
            of_weights(&mut cost, number, lists, width);
            cost.add_single(lengths.longest() as f64, DOUBLING);
            cost.add_single((number * width) as f64, MIXED);
        }
        Algorithm::Xyzz | Algorithm::Jacobian => {
            let (mixed, full) =
                if algorithm == Algorithm::Xyzz { (XYZZ_MIXED, XYZZ_FULL) } else { (MIXED, FULL) };
            cost.add_single(members, mixed);
            cost.add_single(reachable, full);
            cost.add_single(lengths.longest() as f64, DOUBLING);
            cost.add_single(number as f64, FULL);
            cost.additions = members;
        }
        Algorithm::Edwards => {
            cost.add_lanes(members, EDWARDS_MIXED);
            cost.add_lanes(terms as f64, EDWARDS_RADIX);
            cost.add_single(terms as f64, EDWARDS_MAP);
            cost.add_single(reachable, EDWARDS_RUNNING);
            cost.add_single(lengths.longest() as f64, EDWARDS_DOUBLING);
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
        cost.add_ends_of_lists(number * sums);
        cost.lists += number * sums;
        cost.inversions(parts(number * sums) * longest);
        filled = 1.0;
        sizes = halves;
    }
}

/// The cost of Straus' method: one doubling per bit, the additions of digits, and, for integers that are not short,
/// odd multiples of each point, on one curve. With two parts of a scalar, those of the image are images.
pub(crate) fn of_straus(prices: Prices, lengths: &Lengths, parts: usize) -> Cost {
    let terms = lengths.nonzero() as f64;
    let bits = lengths.longest() as f64;
    let is_short = lengths.longest() <= straus::SHORT;
    // The highest digit, then one after as many bits on average as the width and one more.
    let additions = terms * (1.0 + (bits - 1.0).max(0.0) / if is_short { 3.0 } else { 6.0 });
    let mut cost = Cost { additions, ..Cost::new(prices) };
    // The first digit starts the sum.
    cost.add_single((bits - 1.0).max(0.0), DOUBLING);
    cost.add_single((additions - 1.0).max(0.0), MIXED);
    if !is_short {
        let points = terms / parts as f64;
        cost.add_single(points, ODD_MULTIPLES);
        if points > 1.0 {
            cost.add_single(points, ON_ONE_CURVE);
        }
        cost.add_single((terms - points) * straus::ODD as f64, operations(1, 0));
    }
    cost
}

/// The cost of Straus' method for quarters: a table for each point, of affine points.
pub(crate) fn of_quarters(prices: Prices, lengths: &Lengths) -> Cost {
    let terms = lengths.nonzero() as f64;
    // The first digits start the sum, a bit or two below the top.
    let bits = lengths.longest().saturating_sub(1) as f64;
    let additions = terms * (bits + 2.0) * DIGITS;
    let mut cost = Cost { additions, inversions: 1.0, ..Cost::new(prices) };
    cost.add_single(bits, DOUBLING);
    cost.add_single(terms / 4.0, TABLE);
    cost.add_single((additions - 1.0).max(0.0), MIXED);
    cost
}

/// The number of lists that share inversions on a single thread.
const SHARED_LISTS_PER_BATCH: f64 = 1024.0;

/// The cost of `integers` random integers of `bits` bits by affine buckets, where the windows of `width` bits share
/// `sets` sets of buckets.
pub(crate) fn of_shared_buckets(
    prices: Prices,
    integers: usize,
    bits: usize,
    width: usize,
    sets: usize,
) -> Cost {
    let windows = (bits + 1).div_ceil(width);
    let mut cost = Cost::new(prices);
    let members = (integers * windows) as f64 * (1.0 - 1.0 / f64::from(1u32 << width));
    let buckets = (sets << (width - 1)) as f64;
    let lists = buckets * (1.0 - share_missed(members / buckets));
    cost.members = members;
    cost.affine_additions((members - lists).max(0.0));
    cost.add_ends_of_lists(lists);
    let mean = members / lists.max(1.0);
    // Each batch takes as many steps as its longest list, a few standard deviations above the mean.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a mean of lengths")]
    let deviation = (mean as u64).isqrt() as f64;
    cost.inversions((lists / SHARED_LISTS_PER_BATCH).max(1.0) * mean + 3.0 * deviation);
    of_weights(&mut cost, sets, lists, width);
    cost.add_single((sets * width) as f64, DOUBLING);
    cost.add_single((sets * width) as f64, MIXED);
    cost
}
