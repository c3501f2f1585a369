//! Sums of products.

use crate::{Montgomery, Wide};

impl<const N: usize> Wide<N> {
    /// Adds `a b`, for any `N` limbs `a` and `b`, by the fastest backend of this processor.
    ///
    /// At most `2^64 - 1` products fit. `N^2` word multiplications, constant time.
    #[inline(always)]
    pub fn accumulate(&mut self, a: &[u64; N], b: &[u64; N]) {
        crate::backend::accumulate(self, a, b);
    }
}

impl<const N: usize> Montgomery<N> {
    /// `V = (T + m p) / R` with `m = -T / p mod R`: congruent to `T / R`, as `N` limbs and one more.
    ///
    /// `T <= terms p^2` with `terms < 2^64` gives `V < p` [`sum_multiple(terms)`](Self::sum_multiple). `N^2 + N` word
    /// multiplications by the fastest backend of this processor.
    #[inline(always)]
    pub fn redc(&self, sum: &Wide<N>) -> ([u64; N], u64) {
        let (limbs, carry) = crate::backend::redc(self, &sum.low, &sum.high);
        (limbs, sum.top.wrapping_add(carry))
    }

    /// `sum += R other` modulo `p`, without its reduction: it adds `R low + w + c top` with `w = R^2 high mod p` and
    /// `c = R^3 mod p`, less than `R^2 + p + 2^64 p`. `2 N^2 + 2 N` word multiplications, constant time.
    #[inline(always)]
    pub fn add_shifted(&self, sum: &mut Wide<N>, other: &Wide<N>, radix_cubed: &[u64; N]) {
        crate::count::multiplications(1);
        sum.add_high(&other.low);
        // A Montgomery product divides by R.
        sum.add_low(&crate::backend::mul_any(self, radix_cubed, &other.high));
        sum.accumulate_word(radix_cubed, other.top, 0);
    }
}
