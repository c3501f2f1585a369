//! Execution of schedules.

use core::hint::black_box;

use super::fold::Folds;
use super::{Bound, MAX_LIMBS, Natural, Operands, Schedule, Step};
use crate::count;
use crate::words::{adc, is_zero, less, mac, negated_inverse, select, sub};

/// The largest number of limbs for which plans are straight-line code.
const UNROLLED: usize = 8;
/// The limbs of a product, and one for the part above `R^2` during the reduction, for the two kinds of code.
///
/// By (2) of [`bound`](super::bound) no intermediate value exceeds `c + p M_max < R^2 + (N + 1) R p`, counted with the
/// removed limbs: `2 N` limbs and a small number.
const SHORT: usize = 2 * UNROLLED + 1;
const LONG: usize = 2 * MAX_LIMBS + 1;

/// Expands `$body` for each of the indices below `$n`, as straight-line code.
macro_rules! for_each_limb {
    ($n:expr, [$($i:literal),*], |$limb:ident| $body:expr) => {
        $(if $i < $n {
            let $limb = $i;
            $body;
        })*
    };
}
/// Montgomery multiplication by a [`Schedule`], for one modulus and a range of each operand.
///
/// In portable Rust, by the same code for all schedules and all `N`. Intended as a constant, so that the compiler knows
/// which limb is multiplied by which constant, and unrolls.
///
/// Residues are stored as in [`Montgomery`](crate::Montgomery): results are `a b R^-1 mod p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<const N: usize> {
    modulus: [u64; N],
    schedule: Schedule,
    operands: [Operands; 2],
    negated_inverse: u64,
    subtractions: u64,
    rows: [Row<N>; N],
}

/// The removal of one of the lowest limbs: the limb, or `m`, times a constant is added from limb `target` on.
///
/// A fold at position `i` divides by `r^k` after it has read `k` limbs. Here the number is not shifted; instead, the
/// added terms are shifted up. So limb `i + j` of `P(k)` times `rho_(k-j)` is added at `i + k`, that of `J(k)` times
/// `rho_k` at `i + k + j`, and `m p` of a round at `i`. No step changes the limbs that it removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row<const N: usize> {
    constant: [u64; N],
    target: usize,
    is_round: bool,
}

impl<const N: usize> Plan<N> {
    /// Makes the plan of a schedule for `a` and `b` of these ranges. More than [`MAX_LIMBS`] limbs do not build.
    ///
    /// # Panics
    /// If the modulus is even or 1, the schedule is for another number of limbs, or operands of a range do not fit `N`
    /// limbs. In a constant, that stops the build.
    pub const fn new(modulus: [u64; N], schedule: Schedule, a: Operands, b: Operands) -> Self {
        let fit = a.maximum(&modulus).bits() <= 64 * N && b.maximum(&modulus).bits() <= 64 * N;
        assert!(fit, "operands of this range have more than N limbs");
        let folds = Folds::new(&modulus);
        let negated_inverse = negated_inverse(modulus[0]);
        let mut rows = [Row { constant: [0; N], target: 0, is_round: false }; N];
        let (mut position, mut i) = (0, 0);
        while i < schedule.steps().len() {
            let step = schedule.steps()[i];
            let k = step.limbs();
            let mut j = 0;
            while j < k {
                let (constant, target) = match step {
                    Step::Parallel(_) => (folds.rho(k - j), position + k),
                    Step::Jump(_) => (folds.rho(k), position + k + j),
                    Step::Round => (modulus, position),
                };
                rows[position + j] = Row { constant, target, is_round: matches!(step, Step::Round) };
                j += 1;
            }
            position += k;
            i += 1;
        }
        let subtractions = schedule.bound(&modulus, a, b).subtractions();
        Self { modulus, schedule, operands: [a, b], negated_inverse, subtractions, rows }
    }

    /// The modulus `p`.
    pub const fn modulus(&self) -> &[u64; N] {
        &self.modulus
    }

    /// The schedule.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The ranges of `a` and `b` that [`mul`](Self::mul) accepts.
    pub const fn operands(&self) -> [Operands; 2] {
        self.operands
    }

    /// The number of conditional subtractions in [`mul`](Self::mul).
    pub const fn subtractions(&self) -> u64 {
        self.subtractions
    }

    /// The largest result of [`mul_raw`](Self::mul_raw) for operands of the ranges.
    pub const fn bound(&self) -> Bound<N> {
        self.schedule.bound(&self.modulus, self.operands[0], self.operands[1])
    }

    /// `a b R^-1 mod p`, canonical, for operands of the plan's ranges. Constant time.
    ///
    /// Cost: [`Schedule::word_multiplications`], and [`subtractions`](Self::subtractions) conditional subtractions of
    /// `N` limbs.
    #[inline(always)]
    pub fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        debug_assert!(self.is_in_range(0, a) && self.is_in_range(1, b), "an operand is outside its range");
        let (result, top) = self.mul_raw(a, b);
        self.subtract_all(result, top)
    }

    /// As [`mul`](Self::mul), for any operands, with a branch before each subtraction: for comparison with programs
    /// that branch. Time depends on the result.
    #[inline(always)]
    pub fn mul_vartime(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut result, mut top) = self.mul_raw(a, b);
        while top > 0 || !is_less_vartime(&result, &self.modulus) {
            let (difference, borrow) = sub(&result, &self.modulus);
            (result, top) = (difference, top - borrow);
        }
        result
    }

    /// A number congruent to `a b R^-1`, as limbs and the word above them. For any limbs; the largest result for
    /// operands of the plan's ranges is [`bound`](Self::bound). Constant time.
    ///
    /// Cost: [`Schedule::word_multiplications`].
    #[inline(always)]
    pub fn mul_raw(&self, a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
        if N <= UNROLLED { self.mul_in::<SHORT>(a, b) } else { self.mul_in::<LONG>(a, b) }
    }

    /// As [`mul_raw`](Self::mul_raw) of `a` and `a`.
    ///
    /// Cost: [`Schedule::word_multiplications_of_square`].
    #[inline(always)]
    pub fn square_raw(&self, a: &[u64; N]) -> ([u64; N], u64) {
        if N <= UNROLLED { self.square_in::<SHORT>(a) } else { self.square_in::<LONG>(a) }
    }

    /// As [`mul`](Self::mul) of `a` and `a`, for a plan with this range of both operands. Constant time.
    ///
    /// # Panics
    /// In debug builds, if an operand is not in its range.
    #[inline(always)]
    pub fn square(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert!(self.is_in_range(0, a) && self.is_in_range(1, a), "an operand is outside its range");
        let (result, top) = self.square_raw(a);
        self.subtract_all(result, top)
    }

    /// A number congruent to `c R^-1`, for `c = low + high R`, as limbs and the word above them. Constant time.
    ///
    /// Bound: [`Schedule::bound_of_reduction`]. Cost: `N^2` word multiplications, and one more for each round.
    #[inline(always)]
    pub fn reduce_raw(&self, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
        if N <= UNROLLED { self.reduce_in::<SHORT>(low, high) } else { self.reduce_in::<LONG>(low, high) }
    }

    #[inline(always)]
    fn mul_in<const W: usize>(&self, a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
        let mut t = [0; W];
        let mut i = 0;
        while i < N {
            let (mut carry, mut j) = (0, 0);
            while j < N {
                (t[i + j], carry) = multiply_add(t[i + j], a[j], b[i], carry);
                j += 1;
            }
            t[i + N] = carry;
            i += 1;
        }
        self.reduce(t)
    }

    /// The products of two different limbs, doubled, and the squares of limbs.
    #[inline(always)]
    fn square_in<const W: usize>(&self, a: &[u64; N]) -> ([u64; N], u64) {
        let mut t = [0; W];
        let mut i = 0;
        while i + 1 < N {
            let (mut carry, mut j) = (0, i + 1);
            while j < N {
                (t[i + j], carry) = multiply_add(t[i + j], a[i], a[j], carry);
                j += 1;
            }
            t[i + N] = carry;
            i += 1;
        }
        // The doubled sum is at most the square, so no bit leaves the upper end.
        let (mut shifted_out, mut carry) = (0, 0);
        i = 0;
        while i < N {
            let (low, high) = (t[2 * i], t[2 * i + 1]);
            let doubled = [low << 1 | shifted_out, high << 1 | low >> 63];
            shifted_out = high >> 63;
            let (square, above) = multiply_add(doubled[0], a[i], a[i], carry);
            t[2 * i] = square;
            (t[2 * i + 1], carry) = adc(doubled[1], above, 0);
            i += 1;
        }
        self.reduce(t)
    }

    #[inline(always)]
    fn reduce_in<const W: usize>(&self, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
        let mut t = [0; W];
        let mut i = 0;
        while i < N {
            (t[i], t[i + N]) = (low[i], high[i]);
            i += 1;
        }
        self.reduce(t)
    }

    /// Removes the lowest `N` limbs.
    #[inline(always)]
    fn reduce<const W: usize>(&self, mut t: [u64; W]) -> ([u64; N], u64) {
        const { assert!(N <= MAX_LIMBS && UNROLLED == 8) };
        if N <= UNROLLED {
            // Unrolled in the source, because the compiler does not unroll so long a loop and would look up each
            // target.
            for_each_limb!(N, [0, 1, 2, 3, 4, 5, 6, 7], |i| self.remove(&mut t, i));
        } else {
            let mut i = 0;
            while i < N {
                self.remove(&mut t, i);
                i += 1;
            }
        }
        let mut result = [0; N];
        result.copy_from_slice(&t[N..2 * N]);
        (result, t[2 * N])
    }

    /// Removes limb `i`: adds its multiple of a constant, and propagates the carry.
    #[inline(always)]
    fn remove<const W: usize>(&self, t: &mut [u64; W], i: usize) {
        let Row { constant, target, is_round } = &self.rows[i];
        let word = if *is_round { multiply(t[i], self.negated_inverse) } else { t[i] };
        let (mut carry, mut j) = (0, 0);
        while j < N {
            (t[target + j], carry) = multiply_add(t[target + j], word, constant[j], carry);
            j += 1;
        }
        let mut above = target + N;
        while above <= 2 * N {
            (t[above], carry) = adc(t[above], carry, 0);
            above += 1;
        }
    }

    /// Makes a result of operands of the ranges canonical.
    #[inline(always)]
    fn subtract_all(&self, mut result: [u64; N], mut top: u64) -> [u64; N] {
        let mut i = 0;
        while i < self.subtractions {
            (result, top) = self.subtract_once(&result, top);
            i += 1;
        }
        debug_assert!(top == 0 && less(&result, &self.modulus) == 1, "the bound holds");
        result
    }

    /// Selects `top R + a - p` unless it is negative, else `top R + a`, without a branch.
    #[inline(always)]
    fn subtract_once(&self, a: &[u64; N], top: u64) -> ([u64; N], u64) {
        let (difference, borrow) = sub(a, &self.modulus);
        // `black_box` hides the two bits from the compiler, which would otherwise branch on each.
        let (borrow, no_carry) = (black_box(borrow), black_box(is_zero(&[top])));
        let is_less = borrow & no_carry;
        (select(&difference, a, is_less), top.wrapping_sub(borrow ^ is_less))
    }

    /// Whether the operand with the index 0 or 1 is in its range.
    fn is_in_range(&self, index: usize, a: &[u64; N]) -> bool {
        !self.operands[index].maximum(&self.modulus).less(&Natural::from_limbs(a))
    }
}

/// Compares from the most significant limb down, up to the first difference.
#[inline(always)]
fn is_less_vartime<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// [`mac`], counted.
#[inline(always)]
fn multiply_add(sum: u64, a: u64, b: u64, carry: u64) -> (u64, u64) {
    count::word_multiplications(1);
    mac(sum, a, b, carry)
}

/// The low word of a product, counted.
#[inline(always)]
fn multiply(a: u64, b: u64) -> u64 {
    count::word_multiplications(1);
    a.wrapping_mul(b)
}
