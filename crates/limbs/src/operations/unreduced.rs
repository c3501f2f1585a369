//! Products before their Montgomery reduction.

use core::mem::MaybeUninit;

use crate::{Montgomery, Unreduced};

impl<const N: usize> Unreduced<N> {
    /// `self = a b`, for any `N` limbs `a` and `b`, by the fastest backend of this processor. `N^2` word
    /// multiplications, constant time.
    ///
    /// In place: kernels write word by word, and a copy by vectors would wait for the words to reach the cache.
    #[inline(always)]
    pub fn set_product(&mut self, a: &[u64; N], b: &[u64; N]) {
        let place: *mut Self = self;
        // SAFETY: the memory is that of `self`, which remains initialised: the product is written to all of it.
        Self::product_at(unsafe { &mut *place.cast() }, a, b);
    }

    /// `a b` in memory that is not initialised: as [`set_product`](Self::set_product).
    #[inline(always)]
    pub fn product_at<'a>(place: &'a mut MaybeUninit<Self>, a: &[u64; N], b: &[u64; N]) -> &'a mut Self {
        crate::count::multiplications(1);
        crate::backend::product_at(place, a, b)
    }
}

impl<const N: usize> Montgomery<N> {
    /// `sum += b` modulo `p R`, for `2 p <= R`. Constant time.
    #[inline(always)]
    pub fn add_unreduced(&self, sum: &mut Unreduced<N>, b: &Unreduced<N>) {
        self.debug_assert_unreduced(sum);
        self.debug_assert_unreduced(b);
        crate::backend::add_unreduced(self, sum, b);
    }

    /// `value += value` modulo `p R`, for `2 p <= R`. Constant time.
    #[inline(always)]
    pub fn double_unreduced(&self, value: &mut Unreduced<N>) {
        self.debug_assert_unreduced(value);
        crate::backend::double_unreduced(self, value);
    }

    /// `difference -= b` modulo `p R`. Constant time.
    #[inline(always)]
    pub fn sub_unreduced(&self, difference: &mut Unreduced<N>, b: &Unreduced<N>) {
        self.debug_assert_unreduced(difference);
        self.debug_assert_unreduced(b);
        crate::backend::sub_unreduced(self, difference, b);
    }

    /// `value R^-1 mod p`, for `2 p <= R`. `N^2 + N` word multiplications, constant time.
    #[inline(always)]
    pub fn reduce_unreduced(&self, value: &Unreduced<N>) -> [u64; N] {
        self.debug_assert_unreduced(value);
        crate::count::reductions(1);
        crate::backend::reduce_unreduced(self, value)
    }
}
