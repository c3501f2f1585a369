//! How often a result is not below a multiple of `p`, for random operands.
//!
//! By (2) of [`bound`](super::bound) the result in multiples of `p` is `c / (p R) + M / R`. `M` is the sum of the words
//! of all steps with constant weights. Words and `c mod R` determine each other, so for random `c` the words are
//! independent and uniform. Hence the result is near
//!
//! ```text
//! x u v + sum_i w_i t_i                                                                     (6)
//! ```
//!
//! with independent uniform `u, v, t_i` between 0 and 1, where `a = u a_max`, `b = v b_max`, `x = a_max b_max / (p R)`,
//! and `w_i` is the weight of word `i` times its largest value, divided by `R`.
//!
//! If `c` is short, words of the first step are not uniform: one that only the highest bits of `c` reach is a multiple
//! of `u v`, and those above are 0. Later words are uniform even then, because the first step adds a multiple of `p` or
//! of a constant that fills all limbs. (6) models no other dependence: shares are those of random operands within about
//! a hundredth, for moduli and ranges of many bits.

use super::bound::largest_of_step;
use super::fold::Folds;
use super::{MAX_LIMBS, Natural, Operands, Schedule, Step, assert_supported};

/// The points of a unit interval at which distributions are kept.
const UNIT: usize = 128;
/// The values of `u` and of `v` that are compared.
const VALUES: usize = 96;
/// A word is uniform if `c` has this many bits more than reach it, and zero if `c` has as many bits fewer.
const MARGIN: usize = 6;

impl Schedule {
    /// The expected share of results before subtractions that are not below `k p`, for uniform independent operands of
    /// these ranges. An approximation, see [`share`](self). Takes about a millisecond. More than [`MAX_LIMBS`] limbs do
    /// not build.
    ///
    /// ```
    /// use vorpal_limbs::schedule::{Operands, Schedule};
    ///
    /// let p = [0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029];
    /// let one = Operands::Multiple(1);
    /// // p / (4 R) for rounds alone.
    /// assert!((Schedule::cios(4).share_not_below(&p, one, one, 1) - 0.0473).abs() < 0.001);
    /// // Small operands: the single step uses the word of `c` that is not zero, with a weight of 0.889 p.
    /// let small = Operands::Bits(32);
    /// assert!((Schedule::single_step(4).share_not_below(&p, small, small, 1) - 0.222).abs() < 0.01);
    /// ```
    ///
    /// # Panics
    /// If the schedule is not for `N` limbs, the modulus is even or 1, or a range has no operand or does not fit a
    /// [`Natural`].
    pub fn share_not_below<const N: usize>(
        &self,
        modulus: &[u64; N],
        a: Operands,
        b: Operands,
        k: u64,
    ) -> f64 {
        const { assert_supported::<N>() };
        self.share(modulus, a, b, k)
    }

    /// As [`share_not_below`](Self::share_not_below), compiled once for all numbers of limbs.
    fn share(&self, modulus: &[u64], a: Operands, b: Operands, k: u64) -> f64 {
        let limbs = modulus.len();
        assert!(self.limbs() == limbs, "the schedule is for another number of limbs");
        let product = a.largest(modulus).mul(&b.largest(modulus));
        let mut model = Model::new(&product, &Natural::from_limbs(modulus).shift_left(64 * limbs));
        let (folds, radix) = (Folds::new(modulus), Natural::power_of_two(64 * limbs));
        let mut position = 0;
        for step in self.steps() {
            model.add_step(*step, position, &folds, &radix);
            position += step.limbs();
        }
        #[allow(clippy::cast_precision_loss, reason = "a number of subtractions")]
        model.share_not_below(k as f64)
    }
}

/// The distribution of (6).
struct Model {
    /// The largest product.
    product: Natural,
    /// `x` of (6).
    product_weight: f64,
    /// Words that depend on `u v`: their weight, and `g` for the fractional part of `g u v`.
    dependent: [(f64, f64); MAX_LIMBS],
    dependent_count: usize,
    /// The probability that the sum of the uniform words is at most `i / UNIT`.
    distribution: [f64; UNIT * (MAX_LIMBS + 1) + 1],
    /// The largest sum of the uniform words.
    most: f64,
}

impl Model {
    fn new(product: &Natural, p_radix: &Natural) -> Self {
        Self {
            product: *product,
            product_weight: product.ratio(p_radix),
            dependent: [(0.0, 0.0); MAX_LIMBS],
            dependent_count: 0,
            distribution: [1.0; UNIT * (MAX_LIMBS + 1) + 1],
            most: 0.0,
        }
    }

    /// Adds the words of a step; `radix` is `R`.
    fn add_step(&mut self, step: Step, position: usize, folds: &Folds, radix: &Natural) {
        let weight = |largest: Natural| largest.shift_left(64 * position).ratio(radix);
        match step {
            // Its word is the product of one of c and a constant, so it is uniform even if that of c is not.
            Step::Round => self.add_uniform(weight(largest_of_step(step, folds))),
            Step::Jump(k) => self.add_word(weight(largest_of_step(step, folds)), position, k),
            Step::Parallel(k) => {
                for j in 0..k {
                    let word = Natural::from_word(u64::MAX).mul(&folds.q(k - j)).shift_left(64 * j);
                    self.add_word(weight(word), position, j + 1);
                }
            }
        }
    }

    /// Adds a word of a fold that ends at limb `end` of the number.
    fn add_word(&mut self, weight: f64, position: usize, end: usize) {
        let (bits, reached) = (self.product.bits(), 64 * end);
        if position > 0 || bits >= reached + MARGIN {
            self.add_uniform(weight);
        } else if bits + MARGIN > reached {
            let scale = self.product.ratio(&Natural::power_of_two(reached));
            self.dependent[self.dependent_count] = (weight, scale);
            self.dependent_count += 1;
        }
    }

    /// Adds a uniform number up to `width`: the new probability at `y` is the mean of the old ones from `y - width` to
    /// `y`.
    fn add_uniform(&mut self, width: f64) {
        // A narrower one moves the sum by less than the distance of two points.
        if width * 64.0 < 1.0 / UNIT as f64 {
            return;
        }
        let old = self.distribution;
        // The integral from 0 to each point, by trapezoids.
        let mut integral = [0.0; UNIT * (MAX_LIMBS + 1) + 1];
        for i in 1..integral.len() {
            integral[i] = integral[i - 1] + (old[i - 1] + old[i]) / (2.0 * UNIT as f64);
        }
        // Before the first uniform word the sum is 0, so the distribution is 0 below 0 and 1 from there on.
        for (i, value) in self.distribution.iter_mut().enumerate() {
            let y = i as f64 / UNIT as f64;
            *value = ((integral[i] - interpolate(&integral, y - width)) / width).min(1.0);
        }
        self.most += width;
    }

    fn share_not_below(&self, k: f64) -> f64 {
        let middle = |i: usize| (i as f64 + 0.5) / VALUES as f64;
        let mut sum = 0.0;
        for i in 0..VALUES {
            for j in 0..VALUES {
                let product = middle(i) * middle(j);
                let words = &self.dependent[..self.dependent_count];
                let word = |(weight, scale): &(f64, f64)| weight * fraction(scale * product);
                let fixed = self.product_weight * product + words.iter().map(word).sum::<f64>();
                let left = k - fixed;
                sum += match left {
                    _ if left <= 0.0 => 1.0,
                    _ if left >= self.most => 0.0,
                    _ => 1.0 - interpolate(&self.distribution, left),
                };
            }
        }
        sum / (VALUES * VALUES) as f64
    }
}

/// The value at `y` of a function that is 0 up to 0, has these values at the multiples of `1 / UNIT`, and is linear
/// between them.
fn interpolate(values: &[f64], y: f64) -> f64 {
    let scaled = y * UNIT as f64;
    if scaled <= 0.0 {
        return if scaled == 0.0 { values[0] } else { 0.0 };
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the length")]
    let i = scaled as usize;
    match (values.get(i), values.get(i + 1)) {
        (Some(low), Some(high)) => low + (high - low) * fraction(scaled),
        _ => values.last().copied().unwrap_or(0.0),
    }
}

/// The fractional part of a number from 0 to `2^60`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the number has few bits"
)]
fn fraction(value: f64) -> f64 {
    value - value as u64 as f64
}
