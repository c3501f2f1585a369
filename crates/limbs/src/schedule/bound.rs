//! Exact bounds on the results of schedules.
//!
//! Every schedule computes
//!
//! ```text
//! result = (c + p M) / R                                                                    (2)
//! ```
//!
//! without remainder, for some integer `M >= 0`. Let a step at position `i`, where `i` limbs have been removed, map `s`
//! to `s'` with `r^k s' = s + p d`. It adds `r^i d` to `M`:
//!
//! * `C`: `r s' = s + m p`, so `d = m`.
//! * `J(k)`: with `low = s mod r^k`, `r^k s' = s - low + r^k rho_k low = s + (r^k rho_k - 1) low`, and by
//!   `r^k rho_k = 1 + p q_k`, where `q_k = -p^-1 mod r^k`, `d = q_k low`.
//! * `P(k)`: `r^k s' = s + sum_j (r^k rho_(k-j) - r^j) s_j = s + sum_j r^j (r^(k-j) rho_(k-j) - 1) s_j`, so
//!   `d = sum_j r^j q_(k-j) s_j`.
//!
//! Every `d` is largest when its words are: `m = r - 1`, `low = r^k - 1`, `s_j = r - 1`. Let `M_max` be `M` with every
//! bit of every word set. Then for `c <= c_max`
//!
//! ```text
//! result <= floor((c_max + p M_max) / R)                                                    (3)
//! ```
//!
//! and that is the exact maximum over all integers `c <= c_max` (if `c_max >= R - 1`). Words and `c mod R` determine
//! each other: the steps give the words of every `c mod R`, and by (2) `c = -p M mod R`. So exactly one class,
//! `c = -p M_max mod R`, has every bit of every word set. Its largest member up to `c_max` is above `c_max - R`; its
//! result is an integer above `(c_max + p M_max) / R - 1`, hence (3). The module [`witness`](super::witness) finds
//! products of that class near the maximum of the operands.
//!
//! In multiples of `p`, the bound is `c_max / (p R) + M_max / R`. The second term is `1 + delta` up to a few `1 / r`,
//! where `delta` is the sum of `rho_k / p` over jumps with `i + 2 k = n`, and of `(rho_1 + ... + rho_k) / p` for a
//! parallel fold with `i + k + 1 = n`. Folds that end earlier do not contribute further.
//!
//! For canonical operands every schedule stays below `(n + 1) p`: `c_max < p R`, and `M_max < n R`. All rounds together
//! add less than `R` to `M`, since their words have different positions. A jump adds less than `r^(i + 2 k)`, and each
//! word of a parallel fold less than `r^(i + k + 1)`. Both are at most `R` by the rules of [`Schedule::try_new`]. The
//! last step is a round, so at most `n - 1` limbs are those of folds.

use super::fold::Folds;
use super::natural::assert_supported;
use super::{Natural, Operands, Schedule, Step};

/// The largest result of a schedule for one modulus and given ranges of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound<const N: usize> {
    modulus: [u64; N],
    largest: Natural,
}

impl Schedule {
    /// `M_max`: the largest multiple of `p` that the steps add to `c`, see [`bound`](self). More than
    /// [`MAX_LIMBS`](super::MAX_LIMBS) limbs do not build.
    ///
    /// # Panics
    /// If the schedule is not for `N` limbs, or the modulus is even or 1.
    pub const fn largest_multiple<const N: usize>(&self, modulus: &[u64; N]) -> Natural {
        const { assert_supported::<N>() };
        self.multiple(modulus)
    }

    /// As [`largest_multiple`](Self::largest_multiple). Functions of slices are compiled once for all numbers of limbs.
    pub(super) const fn multiple(&self, modulus: &[u64]) -> Natural {
        assert!(self.limbs() == modulus.len(), "the schedule is for another number of limbs");
        let folds = Folds::new(modulus);
        let (mut multiple, mut position, mut i) = (Natural::ZERO, 0, 0);
        while i < self.steps().len() {
            let step = self.steps()[i];
            multiple = multiple.add(&largest_of_step(step, &folds).shift_left(64 * position));
            position += step.limbs();
            i += 1;
        }
        multiple
    }

    /// The largest [multiple](Self::largest_multiple) of all moduli of so many limbs: every `q_k` is at most `r^k - 1`.
    /// Moduli that are 1 modulo `r^(n - 1)` attain it.
    pub const fn largest_multiple_of_any(&self) -> Natural {
        let ones = Natural::from_word(u64::MAX);
        let (mut multiple, mut position, mut i) = (Natural::ZERO, 0, 0);
        while i < self.steps().len() {
            let step = self.steps()[i];
            let k = step.limbs();
            let most = Natural::power_of_two(64 * k).sub(&Natural::ONE);
            let added = match step {
                Step::Round => ones,
                Step::Jump(_) => most.mul(&most),
                Step::Parallel(_) => {
                    let (mut sum, mut j) = (Natural::ZERO, 0);
                    while j < k {
                        let most = Natural::power_of_two(64 * (k - j)).sub(&Natural::ONE);
                        sum = sum.add(&ones.mul(&most).shift_left(64 * j));
                        j += 1;
                    }
                    sum
                }
            };
            multiple = multiple.add(&added.shift_left(64 * position));
            position += k;
            i += 1;
        }
        multiple
    }

    /// The largest result for a number `c <= largest` to be reduced, for example a sum of products. More than
    /// [`MAX_LIMBS`](super::MAX_LIMBS) limbs do not build.
    ///
    /// # Panics
    /// If the schedule is not for `N` limbs, the modulus is even or 1, or `largest` is so large that intermediate
    /// values do not fit a [`Natural`].
    pub const fn bound_of_reduction<const N: usize>(
        &self,
        modulus: &[u64; N],
        largest: &Natural,
    ) -> Bound<N> {
        const { assert_supported::<N>() };
        Bound { modulus: *modulus, largest: self.largest_reduced(modulus, largest) }
    }

    const fn largest_reduced(&self, modulus: &[u64], largest: &Natural) -> Natural {
        let added = Natural::from_limbs(modulus).mul(&self.multiple(modulus));
        largest.add(&added).shift_right(64 * modulus.len())
    }

    /// The largest result for operands of these ranges. More than [`MAX_LIMBS`](super::MAX_LIMBS) limbs do not build:
    ///
    /// ```compile_fail,E0080
    /// use vorpal_limbs::schedule::{Operands, Schedule};
    /// let one = Operands::Multiple(1);
    /// let bound = Schedule::cios(32).bound(&[u64::MAX; 33], one, one);
    /// ```
    ///
    /// # Panics
    /// As [`bound_of_reduction`](Self::bound_of_reduction).
    pub const fn bound<const N: usize>(&self, modulus: &[u64; N], a: Operands, b: Operands) -> Bound<N> {
        const { assert_supported::<N>() };
        self.bound_of_supported(modulus, a, b)
    }

    /// As [`bound`](Self::bound), for callers that have checked `N`.
    pub(crate) const fn bound_of_supported<const N: usize>(
        &self,
        modulus: &[u64; N],
        a: Operands,
        b: Operands,
    ) -> Bound<N> {
        Bound { modulus: *modulus, largest: self.largest_result(modulus, a, b) }
    }

    /// The largest result for operands of these ranges and a modulus of at most [`MAX_LIMBS`](super::MAX_LIMBS) limbs.
    pub(super) const fn largest_result(&self, modulus: &[u64], a: Operands, b: Operands) -> Natural {
        self.largest_reduced(modulus, &a.largest(modulus).mul(&b.largest(modulus)))
    }
}

/// The largest `d` of a step: every bit of its words is set.
pub(super) const fn largest_of_step(step: Step, folds: &Folds) -> Natural {
    let ones = Natural::from_word(u64::MAX);
    match step {
        Step::Round => ones,
        Step::Jump(k) => Natural::power_of_two(64 * k).sub(&Natural::ONE).mul(&folds.q(k)),
        Step::Parallel(k) => {
            let (mut sum, mut j) = (Natural::ZERO, 0);
            while j < k {
                sum = sum.add(&ones.mul(&folds.q(k - j)).shift_left(64 * j));
                j += 1;
            }
            sum
        }
    }
}

/// `floor(largest / p)`, and `u64::MAX` if that is larger.
pub(super) const fn subtractions(largest: &Natural, modulus: &[u64]) -> u64 {
    match largest.div_rem(&Natural::from_limbs(modulus)).0.to_word() {
        Some(quotient) => quotient,
        None => u64::MAX,
    }
}

impl<const N: usize> Bound<N> {
    /// The largest result: `(largest, p)` is the exact multiple of `p` as a fraction.
    pub const fn largest(&self) -> &Natural {
        &self.largest
    }

    /// The modulus `p`.
    pub const fn modulus(&self) -> &[u64; N] {
        &self.modulus
    }

    /// The number of conditional subtractions of `p` that make every result canonical: `floor(largest / p)`, and
    /// `u64::MAX` if that is larger.
    pub const fn subtractions(&self) -> u64 {
        subtractions(&self.largest, &self.modulus)
    }

    /// Whether every result is below `k p`.
    pub const fn is_below_multiple(&self, k: u64) -> bool {
        self.subtractions() < k
    }

    /// Whether some result does not fit `N` limbs.
    pub const fn overflows(&self) -> bool {
        self.largest.bits() > 64 * N
    }

    /// `largest / p` in thousandths, rounded to the nearest; `u64::MAX` if that does not fit.
    pub const fn thousandths(&self) -> u64 {
        let scaled = self.largest.mul(&Natural::from_word(2000));
        match scaled.div_rem(&Natural::from_limbs(&self.modulus)).0.to_word() {
            Some(half_thousandths) => half_thousandths.div_ceil(2),
            None => u64::MAX,
        }
    }
}
