//! Sums of products with one Montgomery reduction at the end.
//!
//! A Montgomery multiplication of `N` limbs spends `N^2` word multiplications on the product and `N^2 + N` on the
//! reduction. A sum of products needs the second half once: the products are added up as integers in [`Wide`], and
//! [`Montgomery::redc`] divides the sum by `R` modulo `p`.
//!
//! # Bounds
//! `2^64 - 1` products of any `N`-limb numbers stay below `2^64 R^2`, so no feasible number of additions overflows the
//! `2 N + 1` limbs. Let `T` be a sum with `T <= terms p^2`. With `m = -T / p mod R`, the reduction `V = (T + m p) / R`
//! is an integer congruent to `T / R`, and
//!
//! ```text
//! V <= (terms p^2 + (R - 1) p) / R < p (terms p / R + 1)
//! ```
//!
//! [`Montgomery::sum_multiple`] rounds the factor up. Since `p < R` and `terms < 2^64`, always `V < 2^64 p`: it has
//! `N + 1` limbs, and [`Reciprocal`](crate::Reciprocal) can make it canonical.

use crate::words::{adc, add, debug_assert_promise, mac, mul_word, sbb};
use crate::{Montgomery, ReductionKind};

/// An integer below `2^64 R^2`: `low + R high + R^2 top`, `2 N + 1` contiguous limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // Kernels access the limbs as one array.
pub struct Wide<const N: usize> {
    /// The least significant `N` limbs.
    pub low: [u64; N],
    /// The `N` limbs above them.
    pub high: [u64; N],
    /// The most significant limb.
    pub top: u64,
}

impl<const N: usize> Wide<N> {
    /// The empty sum.
    pub const ZERO: Self = Self { low: [0; N], high: [0; N], top: 0 };

    /// As [`accumulate`](Self::accumulate), in portable Rust: for constants, and where there is no faster kernel.
    ///
    /// Row `i` adds `a b_i` to the limbs `i..i + N`. The carry is a word, which is added to limb `i + N` together with
    /// the carry bit of the previous row for that limb.
    #[inline(always)]
    pub const fn accumulate_portable(&mut self, a: &[u64; N], b: &[u64; N]) {
        let mut bit = 0;
        let mut i = 0;
        while i < N {
            let mut carry = 0;
            let mut j = 0;
            while j < N {
                if i + j < N {
                    (self.low[i + j], carry) = mac(self.low[i + j], a[j], b[i], carry);
                } else {
                    (self.high[i + j - N], carry) = mac(self.high[i + j - N], a[j], b[i], carry);
                }
                j += 1;
            }
            (self.high[i], bit) = adc(self.high[i], carry, bit);
            i += 1;
        }
        self.top = self.top.wrapping_add(bit);
    }

    /// Adds `a word 2^(64 at)`, for any `N` limbs `a` and `at < N`. `N` word multiplications, constant time.
    ///
    /// At most `2^64 - 1` such products fit, as of [`accumulate`](Self::accumulate).
    #[inline(always)]
    pub const fn accumulate_word(&mut self, a: &[u64; N], word: u64, at: usize) {
        let mut carry = 0;
        let mut i = 0;
        while i < N {
            let (limb, above) = mac(self.limb(at + i), a[i], word, carry);
            *self.limb_mut(at + i) = limb;
            carry = above;
            i += 1;
        }
        let mut bit = 0;
        i = at + N;
        while i < 2 * N {
            (*self.limb_mut(i), bit) = adc(self.limb(i), carry, bit);
            carry = 0;
            i += 1;
        }
        self.top = self.top.wrapping_add(carry).wrapping_add(bit);
    }

    /// `a^2` for any `N` limbs: products of different limbs once, doubled, and the squares of the limbs.
    ///
    /// `N (N + 1) / 2` word multiplications, constant time.
    #[inline(always)]
    pub const fn square(a: &[u64; N]) -> Self {
        let mut square = Self::ZERO;
        // Row i: a_i times the limbs above it, added from limb 2 i + 1 on, with a carry word in limb i + N.
        let mut i = 0;
        while i < N {
            let mut carry = 0;
            let mut j = i + 1;
            while j < N {
                let (limb, above) = mac(square.limb(i + j), a[i], a[j], carry);
                *square.limb_mut(i + j) = limb;
                carry = above;
                j += 1;
            }
            *square.limb_mut(i + N) = carry;
            i += 1;
        }
        // Twice that, plus a_i^2 at limb 2 i. The square is below R^2, so there is no carry out.
        let (mut bit, mut carry) = (0, 0);
        i = 0;
        while i < N {
            let (low, high) = mac(0, a[i], a[i], 0);
            let (even, odd) = (square.limb(2 * i), square.limb(2 * i + 1));
            (*square.limb_mut(2 * i), carry) = adc((even << 1) | bit, low, carry);
            (*square.limb_mut(2 * i + 1), carry) = adc((odd << 1) | (even >> 63), high, carry);
            bit = odd >> 63;
            i += 1;
        }
        square
    }

    /// Limb `i` of the lower `2 N`.
    #[inline(always)]
    const fn limb(&self, i: usize) -> u64 {
        if i < N { self.low[i] } else { self.high[i - N] }
    }

    #[inline(always)]
    const fn limb_mut(&mut self, i: usize) -> &mut u64 {
        if i < N { &mut self.low[i] } else { &mut self.high[i - N] }
    }

    /// Adds `a R`. `N + 1` additions of words.
    #[inline(always)]
    pub const fn add_high(&mut self, a: &[u64; N]) {
        let carry;
        (self.high, carry) = add(&self.high, a);
        self.top = self.top.wrapping_add(carry);
    }

    /// Adds `a`.
    #[inline(always)]
    pub(crate) const fn add_low(&mut self, a: &[u64; N]) {
        let carry;
        (self.low, carry) = add(&self.low, a);
        let mut bit = carry;
        let mut i = 0;
        while i < N {
            (self.high[i], bit) = adc(self.high[i], 0, bit);
            i += 1;
        }
        self.top = self.top.wrapping_add(bit);
    }

    /// Adds another sum; together they must have at most `2^64 - 1` products.
    #[inline(always)]
    pub const fn add(&mut self, other: &Self) {
        let (low, carry) = add(&self.low, &other.low);
        self.low = low;
        let mut bit = carry;
        let mut i = 0;
        while i < N {
            (self.high[i], bit) = adc(self.high[i], other.high[i], bit);
            i += 1;
        }
        self.top = self.top.wrapping_add(other.top).wrapping_add(bit);
    }

    /// `terms p^2`: the largest sum of `terms` products of numbers that do not exceed `p`. For constants.
    pub const fn largest(modulus: &[u64; N], terms: u64) -> Self {
        let (scaled, above) = mul_word(modulus, terms);
        let (shifted, top) = mul_word(modulus, above);
        let mut bound = Self { low: [0; N], high: shifted, top };
        bound.accumulate_portable(&scaled, modulus);
        bound
    }

    /// In builds with debug assertions, panics if the sum exceeds `bound`. Otherwise empty.
    #[inline(always)]
    #[track_caller]
    pub fn debug_assert_at_most(&self, bound: &Self) {
        if cfg!(debug_assertions) {
            // The borrow of bound - self.
            let mut borrow = 0;
            for i in 0..N {
                (_, borrow) = sbb(bound.low[i], self.low[i], borrow);
            }
            for i in 0..N {
                (_, borrow) = sbb(bound.high[i], self.high[i], borrow);
            }
            (_, borrow) = sbb(bound.top, self.top, borrow);
            debug_assert_promise(borrow ^ 1);
        }
    }
}

impl<const N: usize> Montgomery<N> {
    /// `(T + m p) / R` for `T = low + R high` in portable Rust, as `N` limbs and a carry in `{0, 1}`.
    ///
    /// The low limbs are added one by one: starting from `t = 0`, round `i` replaces `t` by
    /// `(t + low_i + m_i p) / 2^64`, where `m_i <= 2^64 - 1` makes the division exact. If `t <= p` before, then
    /// `t <= (p + 2^64 - 1 + (2^64 - 1) p) / 2^64 < p + 1` after. So `t <= p` throughout, and there is no carry beyond
    /// `N` limbs until `high` is added. Source: the separated operand scanning of Koc, Acar, Kaliski, "Analyzing and
    /// comparing Montgomery multiplication algorithms", 1996, section 4, with the additions of `high` deferred.
    ///
    /// A modulus of the kind [`Solinas`](ReductionKind::Solinas) has rounds of its own, of one word multiplication.
    #[inline(always)]
    pub const fn redc_portable(&self, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
        if matches!(self.reduction_kind(), ReductionKind::Solinas) {
            return add(&self.clear_solinas(low), high);
        }
        let p = self.modulus();
        let mut t = [0u64; N];
        let mut i = 0;
        while i < N {
            let m = t[0].wrapping_add(low[i]).wrapping_mul(self.negated_inverse());
            let (_, mut carry) = mac(t[0], m, p[0], low[i]);
            let mut j = 1;
            while j < N {
                (t[j - 1], carry) = mac(t[j], m, p[j], carry);
                j += 1;
            }
            t[N - 1] = carry;
            i += 1;
        }
        add(&t, high)
    }

    /// Replaces `top` by `top (R^2 mod p)`: the sum stays congruent, and is below `R^2 + 2^64 p <= 2 R^2`. So `top` is
    /// at most 1. `N` word multiplications, constant time.
    #[inline(always)]
    pub const fn fold_top(&self, sum: &mut Wide<N>) {
        let factor = sum.top;
        sum.top = 0;
        sum.accumulate_word(self.radix_squared(), factor, 0);
    }

    /// `R^3 mod p`. For constants.
    pub const fn radix_cubed(&self) -> [u64; N] {
        self.mul_constant_vartime(self.radix_squared(), self.radix_squared())
    }

    /// A `K` with `(T + m p) / R < K p` for every `T <= terms p^2`: `ceil(terms p / R) + 1`, or `2^64 - 1` if that is
    /// greater.
    pub const fn sum_multiple(&self, terms: u64) -> u64 {
        // terms p = high R + low, and low is 0 only if terms is 0: p is odd, so R would divide terms.
        let (_, high) = mul_word(self.modulus(), terms);
        high.saturating_add(2)
    }
}
