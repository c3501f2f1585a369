//! Sums of products of residues and machine integers, before one reduction by [`Reciprocal`](crate::Reciprocal).

use crate::words::{adc, mac, sbb};

/// A sum of products of `N` limbs and a few words: `low + R above`, `N + ABOVE` contiguous limbs, of which a caller may
/// use fewer.
///
/// `2^64 - 1` products of residues and integers of `w` words fit `N + w + 1` limbs. Negative integers are added in
/// two's complement; [`Extended::sub_masked`] subtracts the weight of the sign bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended<const N: usize, const ABOVE: usize = 3> {
    /// The least significant `N` limbs.
    pub low: [u64; N],
    /// The limbs above them.
    pub above: [u64; ABOVE],
}

impl<const N: usize, const ABOVE: usize> Extended<N, ABOVE> {
    /// The empty sum.
    pub const ZERO: Self = Self { low: [0; N], above: [0; ABOVE] };

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

    /// Adds `a word 2^(64 at)` modulo `2^(64 limbs)`, with `at + N <= limbs <= N + ABOVE`. `N` word multiplications.
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

    /// Adds another sum modulo `2^(64 (N + ABOVE))`.
    #[inline(always)]
    pub const fn add(&mut self, other: &Self) {
        let mut carry = 0;
        let mut i = 0;
        while i < N + ABOVE {
            let sum;
            (sum, carry) = adc(self.limb(i), other.limb(i), carry);
            self.set(i, sum);
            i += 1;
        }
    }

    /// Replaces the highest limb `t` by `t residue`, where `residue` is congruent to the limb's weight
    /// `2^(64 (N + ABOVE - 1))`. `N` word multiplications, constant time.
    #[inline(always)]
    pub const fn fold(&mut self, residue: &[u64; N]) {
        let top = self.above[ABOVE - 1];
        self.above[ABOVE - 1] = 0;
        self.accumulate(residue, top, 0, N + ABOVE);
    }
}
