//! Products of two numbers before their Montgomery reduction, with additions: for towers, where sums of many products
//! need few reductions.
//!
//! # Bounds
//! An [`Unreduced`] is a residue modulo `p R`, and is below `p R`. So the product of `a < k p` and `b < l p` is one if
//! `k l p <= R`. Additions and subtractions are modulo `p R`, which is a multiple of `p`, and correct the upper half
//! only: the lower half of `p R` is zero. The reduction is the number `(T + M p) / R` for an `M < R`, which is below
//! `(p R + R p) / R = 2 p`. One subtraction makes it canonical. Source: D. F. Aranha, K. Karabina, P. Longa, C. H.
//! Gebotys, J. Lopez, "Faster explicit formulas for computing pairings over ordinary curves", 2011, section 3.

use crate::Montgomery;
use crate::words::{add, debug_assert_promise, from_word, less, mul_word, select};

/// A number below `p R` for the modulus `p` of its operations: `low + R high`, `2 N` contiguous limbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // Kernels access the limbs as one array.
pub struct Unreduced<const N: usize> {
    /// The least significant `N` limbs.
    pub low: [u64; N],
    /// The `N` limbs above them, a number below `p`.
    pub high: [u64; N],
}

impl<const N: usize> Unreduced<N> {
    /// Zero.
    pub const ZERO: Self = Self { low: [0; N], high: [0; N] };

    /// `factor self`, which must be below `R^2`. `2 N` word multiplications, constant time.
    #[inline(always)]
    pub fn scale(&mut self, factor: u64) {
        let (low, carry) = mul_word(&self.low, factor);
        let (high, above) = mul_word(&self.high, factor);
        let (high, over) = add(&high, &from_word(carry));
        debug_assert_promise(u64::from(above == 0) & (over ^ 1));
        *self = Self { low, high };
    }

    /// `self - b` for `b <= self`, both any `2 N` limbs. Constant time.
    #[inline(always)]
    pub fn sub_smaller(&mut self, b: &Self) {
        let borrow = self.sub_limbs(b);
        debug_assert_promise(borrow ^ 1);
    }

    /// `self - b` modulo `R^2`, and the borrow.
    #[inline(always)]
    fn sub_limbs(&mut self, b: &Self) -> u64 {
        let mut borrow = 0;
        for i in 0..N {
            (self.low[i], borrow) = crate::words::sbb(self.low[i], b.low[i], borrow);
        }
        for i in 0..N {
            (self.high[i], borrow) = crate::words::sbb(self.high[i], b.high[i], borrow);
        }
        borrow
    }
}

impl<const N: usize> Montgomery<N> {
    /// Whether the product of any numbers below `k p` and `l p` is below `p R`. For constants.
    pub const fn fits_unreduced(&self, k: u64, l: u64) -> bool {
        // k l p < R, since p is odd and so does not divide R.
        match k.checked_mul(l) {
            Some(factor) => crate::words::mul_word(self.modulus(), factor).1 == 0,
            None => false,
        }
    }

    /// In builds with debug assertions, panics if the number is not below `p R`. Otherwise empty.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn debug_assert_unreduced(&self, value: &Unreduced<N>) {
        if cfg!(debug_assertions) {
            debug_assert_promise(less(&value.high, self.modulus()));
        }
    }

    /// As [`add_unreduced`](Self::add_unreduced), in portable Rust.
    #[inline(always)]
    pub(crate) fn add_unreduced_portable(&self, sum: &mut Unreduced<N>, b: &Unreduced<N>) {
        let carry;
        (sum.low, carry) = add(&sum.low, &b.low);
        let mut bit = carry;
        for i in 0..N {
            (sum.high[i], bit) = crate::words::adc(sum.high[i], b.high[i], bit);
        }
        sum.high = self.subtract_once(&sum.high, bit);
    }

    /// As [`sub_unreduced`](Self::sub_unreduced), in portable Rust.
    #[inline(always)]
    pub(crate) fn sub_unreduced_portable(&self, difference: &mut Unreduced<N>, b: &Unreduced<N>) {
        let borrow = difference.sub_limbs(b);
        let correction = select(&[0; N], self.modulus(), core::hint::black_box(borrow));
        (difference.high, _) = add(&difference.high, &correction);
    }
}
