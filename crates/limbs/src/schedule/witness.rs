//! A search for operands whose result is close to the exact bound of a schedule.
//!
//! By [`bound`](super::bound) every bit of every word of a reduction is set exactly if
//!
//! ```text
//! a b = T mod R,   T = -p M_max                                                             (4)
//! ```
//!
//! so the search is for operands near their maxima with (4). Let `R = M^2`, and `a = a_0 + u M` with any odd
//! `a_0 < M`; then `1 / a = 1 / a_0 - u M / a_0^2 mod R`, for the next term has the factor `M^2`. With `e = T / a_0`
//! and `w = e / a_0`,
//!
//! ```text
//! b = T / a = e - u w M mod R                                                               (5)
//! ```
//!
//! The lower half of `b` is that of `e`; its upper half is linear in `u`, modulo `M`. The search needs the least number
//! `v` of steps down from the largest `u` that bring the upper half of `b` to within `D` below its own maximum. That is
//! the least `v` with `v w mod M` in an interval, which Euclid's algorithm finds. About `M / D` steps are needed. With
//! `D` near `sqrt(M)` both operands differ from their maxima by about `sqrt(M)` units of `M`, and the product by about
//! `R^(-1/4)` of itself. For every `a_0` there is another solution, and the search selects the best of several: within
//! `2^-60` of the bound for four full limbs, `2^-90` for six. For moduli of few limbs (4) may have no solution with
//! such operands; then a random search is used, and its result is further from the bound.

use super::{Natural, Operands, Plan, Schedule};

/// The number of solutions of (4) that are compared.
const ATTEMPTS: usize = 48;
/// The number of pairs of operands that are tried if (4) has no solution.
const RANDOM_PAIRS: usize = 4096;

/// Two operands and the result of a schedule on them before subtractions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness<const N: usize> {
    /// The first operand.
    pub a: [u64; N],
    /// The second operand.
    pub b: [u64; N],
    /// The result, congruent to `a b R^-1`.
    pub result: Natural,
}

impl Schedule {
    /// The operands of these ranges with the largest result found; `None` if a range contains numbers of more than `N`
    /// limbs. Deterministic. Takes milliseconds; time depends on all inputs.
    ///
    /// ```
    /// use vorpal_limbs::schedule::{Operands, Schedule};
    ///
    /// let p = [0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029];
    /// let (schedule, canonical) = (Schedule::log_jump(4), Operands::Multiple(1));
    /// let witness = schedule.witness_vartime(&p, canonical, canonical).unwrap();
    /// let gap = schedule.bound(&p, canonical, canonical).largest().sub(&witness.result);
    /// assert!(gap.bits() < 254 - 60);
    /// ```
    ///
    /// # Panics
    /// If the schedule is not for `N` limbs, or the modulus is even or 1.
    pub fn witness_vartime<const N: usize>(
        &self,
        modulus: &[u64; N],
        a: Operands,
        b: Operands,
    ) -> Option<Witness<N>> {
        let plan = Plan::new(*modulus, *self, Operands::Multiple(1), Operands::Multiple(1));
        let evaluate = |a: &Natural, b: &Natural| {
            let (limbs, top) = plan.mul_raw(&a.limbs(), &b.limbs());
            Natural::from_limbs(&limbs).add(&Natural::from_word(top).shift_left(64 * N))
        };
        let found = Search::new(self, modulus, a, b, &evaluate).run()?;
        Some(Witness { a: found.a.limbs(), b: found.b.limbs(), result: found.result })
    }
}

/// Operands and their result.
struct Found {
    a: Natural,
    b: Natural,
    result: Natural,
}

/// A search. The results of operands come from a function, so that the search is compiled once for all numbers of
/// limbs.
struct Search<'a> {
    evaluate: &'a dyn Fn(&Natural, &Natural) -> Natural,
    a_max: Natural,
    b_max: Natural,
    /// `T` of (4).
    class: Natural,
    /// Bits of `M`.
    half: usize,
}

impl<'a> Search<'a> {
    fn new(
        schedule: &Schedule,
        modulus: &[u64],
        a: Operands,
        b: Operands,
        evaluate: &'a dyn Fn(&Natural, &Natural) -> Natural,
    ) -> Self {
        let half = 32 * modulus.len();
        let added = schedule.multiple(modulus).mul(&Natural::from_limbs(modulus));
        let class = negate(&added, 2 * half);
        Self { evaluate, a_max: a.largest(modulus), b_max: b.largest(modulus), class, half }
    }

    /// The best operands found; `None` if a maximum has more bits than `R`.
    fn run(&self) -> Option<Found> {
        if self.a_max.bits().max(self.b_max.bits()) > 2 * self.half {
            return None;
        }
        let evaluate = |(a, b): (Natural, Natural)| Found { a, b, result: (self.evaluate)(&a, &b) };
        let mut best = evaluate((self.a_max, self.b_max));
        let mut consider = |pair: (Natural, Natural)| {
            let found = evaluate(pair);
            if best.result.less(&found.result) {
                best = found;
            }
        };
        let mut random = Random(0);
        let mut solved = false;
        for _ in 0..ATTEMPTS {
            if let Some(pair) = self.solve(&random.odd(self.half)) {
                solved = true;
                consider(pair);
            }
        }
        for i in 0..if solved { 0 } else { RANDOM_PAIRS } {
            let bits = 1 + i % (2 * self.half);
            let mut near = |maximum: &Natural| {
                let below = random.odd(bits);
                if below.less(maximum) { maximum.sub(&below) } else { *maximum }
            };
            consider((near(&self.a_max), near(&self.b_max)));
        }
        Some(best)
    }

    /// The solution of (5) with this lower half of `a`, if one exists.
    fn solve(&self, a_low: &Natural) -> Option<(Natural, Natural)> {
        let modulo = |value: Natural| value.low_bits(self.half);
        let inverse = invert_odd(a_low, 2 * self.half);
        let e = self.class.mul(&inverse).low_bits(2 * self.half);
        let w = modulo(modulo(e).mul(&modulo(inverse)));
        let u = self.largest_upper_half(&self.a_max, a_low)?;
        let b_low = modulo(e);
        let b_top = self.largest_upper_half(&self.b_max, &b_low)?;
        // The upper half of b for the largest u; v steps down add v w.
        let start = modulo(e.shift_right(self.half).add(&negate(&u.mul(&w), self.half)));
        // b may differ from its maximum by d, in units of M: relative to b, that is as much as v relative to a.
        let bits = (self.half + b_top.bits()).saturating_sub(u.bits()) / 2;
        let d = Natural::power_of_two(bits);
        let d = if d.less(&b_top) { d } else { b_top };
        let highest = modulo(b_top.add(&negate(&start, self.half)));
        // The interval [highest - d, highest] modulo M; if it wraps around, it contains 0.
        let v = if highest.less(&d) {
            Natural::ZERO
        } else {
            first_multiple_between(&w, &Natural::power_of_two(self.half), &highest.sub(&d), &highest)?
        };
        if u.less(&v) {
            return None;
        }
        let b_high = modulo(start.add(&v.mul(&w)));
        let join = |high: &Natural, low: &Natural| high.shift_left(self.half).add(low);
        Some((join(&u.sub(&v), a_low), join(&b_high, &b_low)))
    }

    /// The largest `u` with `low + u M <= maximum`.
    fn largest_upper_half(&self, maximum: &Natural, low: &Natural) -> Option<Natural> {
        let fits = !maximum.less(low);
        fits.then(|| maximum.sub(low).shift_right(self.half))
    }
}

/// `-value mod 2^bits`.
fn negate(value: &Natural, bits: usize) -> Natural {
    Natural::power_of_two(bits).sub(&value.low_bits(bits)).low_bits(bits)
}

/// `a^-1 mod 2^bits` for odd `a`, by Newton's iteration: `a a = 1 mod 8` gives three bits, and each step doubles their
/// number.
fn invert_odd(a: &Natural, bits: usize) -> Natural {
    let a = a.low_bits(bits);
    let (mut inverse, mut right) = (a, 3);
    while right < bits {
        let two_less = negate(&a.mul(&inverse), bits).add(&Natural::from_word(2));
        inverse = inverse.mul(&two_less.low_bits(bits)).low_bits(bits);
        right *= 2;
    }
    inverse
}

/// The least `x >= 0` with `low <= a x mod m <= high`, for `a < m` and `low <= high < m`.
///
/// If the interval contains a multiple of `a`, the first one is the solution. Otherwise `a x - m y` must be in it for
/// some `y`. As the interval contains no multiple of `a`, that holds exactly if `-m y mod a` is between the residues of
/// its ends. This is the same problem for `a` instead of `m`, and the least `y` gives the least `x`. With `a <= m / 2`,
/// by negation, `m` halves each time.
fn first_multiple_between(a: &Natural, m: &Natural, low: &Natural, high: &Natural) -> Option<Natural> {
    let zero = |value: &Natural| *value == Natural::ZERO;
    if zero(low) {
        return Some(Natural::ZERO);
    }
    if m.less(&a.add(a)) {
        return first_multiple_between(&m.sub(a), m, &m.sub(high), &m.sub(low));
    }
    if zero(a) {
        return None;
    }
    let divide_up = |value: &Natural| value.add(a).sub(&Natural::ONE).div_rem(a).0;
    let x = divide_up(low);
    if !high.less(&a.mul(&x)) {
        return Some(x);
    }
    let residue = |value: &Natural| value.div_rem(a).1;
    let minus_m = residue(&a.sub(&residue(m)));
    let y = first_multiple_between(&minus_m, a, &residue(low), &residue(high))?;
    Some(divide_up(&m.mul(&y).add(low)))
}

/// A deterministic pseudorandom sequence (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An odd number of at most `bits` bits.
    fn odd(&mut self, bits: usize) -> Natural {
        let words: [u64; super::MAX_LIMBS] = core::array::from_fn(|_| self.word());
        let mut words = Natural::from_limbs(&words).low_bits(bits).limbs::<{ super::MAX_LIMBS }>();
        words[0] |= 1;
        Natural::from_limbs(&words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_multiples_agree_with_trying() {
        for m in 1..24u64 {
            for a in 0..m {
                for low in 0..m {
                    for high in low..m {
                        let expected = (0..m).find(|x| (low..=high).contains(&(a * x % m)));
                        let [a, m, low, high] = [a, m, low, high].map(Natural::from_word);
                        let found = first_multiple_between(&a, &m, &low, &high);
                        assert_eq!(found.and_then(|x| x.to_word()), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn inverses_modulo_powers_of_two() {
        let mut random = Random(7);
        for bits in [1, 3, 4, 64, 100, 512] {
            let a = random.odd(bits);
            assert_eq!(a.mul(&invert_odd(&a, bits)).low_bits(bits), Natural::ONE);
        }
    }
}
