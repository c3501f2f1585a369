//! Sums of products of residues and machine integers, before one reduction by [`Reciprocal`](crate::Reciprocal).

use crate::words::{adc, mac, sbb};

/// A sum of products of `N` limbs and one or two words: `low + R above`, `N + 3` contiguous limbs, of which a caller
/// may use fewer.
///
/// `2^64 - 1` products of residues and integers of 64 bits fit `N + 2` limbs, of 128 bits `N + 3`. Negative integers
/// are added in two's complement; [`Extended::sub_masked`] subtracts the weight of the sign bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended<const N: usize> {
    /// The least significant `N` limbs.
    pub low: [u64; N],
    /// The three limbs above them.
    pub above: [u64; 3],
}

impl<const N: usize> Extended<N> {
    /// The empty sum.
    pub const ZERO: Self = Self { low: [0; N], above: [0; 3] };

    #[inline(always)]
    pub(crate) const fn limb(&self, i: usize) -> u64 {
        if i < N { self.low[i] } else { self.above[i - N] }
    }

    #[inline(always)]
    const fn set(&mut self, i: usize, limb: u64) {
        if i < N {
            self.low[i] = limb;
        } else {
            self.above[i - N] = limb;
        }
    }

    /// Adds `a word 2^(64 at)` modulo `2^(64 limbs)`, with `at + N <= limbs <= N + 3`. `N` word multiplications.
    #[inline(always)]
    pub const fn accumulate(&mut self, a: &[u64; N], word: u64, at: usize, limbs: usize) {
        let mut carry = 0;
        let mut i = 0;
        while i < N {
            let sum;
            (sum, carry) = mac(self.limb(at + i), a[i], word, carry);
            self.set(at + i, sum);
            i += 1;
        }
        i = at + N;
        while i < limbs {
            let sum;
            (sum, carry) = adc(self.limb(i), carry, 0);
            self.set(i, sum);
            i += 1;
        }
    }

    /// Subtracts `a 2^(64 at)` modulo `2^(64 limbs)` if `mask` is all ones, zero if it is 0.
    #[inline(always)]
    pub const fn sub_masked(&mut self, a: &[u64; N], mask: u64, at: usize, limbs: usize) {
        let mut borrow = 0;
        let mut i = 0;
        while at + i < limbs {
            let masked = if i < N { a[i] & mask } else { 0 };
            let difference;
            (difference, borrow) = sbb(self.limb(at + i), masked, borrow);
            self.set(at + i, difference);
            i += 1;
        }
    }
}
