//! Operations on numbers in Montgomery form.

use crate::Montgomery;
use crate::fault::{Wrong, spoil_if_active};
use crate::words::debug_assert_less;

impl<const N: usize> Montgomery<N> {
    /// `a + b mod p`.
    #[inline(always)]
    pub fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::backend::add(self, a, b)
    }

    /// `2 a mod p`.
    #[inline(always)]
    pub fn double(&self, a: &[u64; N]) -> [u64; N] {
        self.add(a, a)
    }

    /// `a - b mod p`.
    #[inline(always)]
    pub fn sub(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::backend::sub(self, a, b)
    }

    /// `-a mod p`; zero stays zero.
    #[inline(always)]
    pub fn neg(&self, a: &[u64; N]) -> [u64; N] {
        self.sub(&[0; N], a)
    }

    /// `a b R^-1 mod p`, by the fastest backend of this processor. `a < p`, `b <= R - 2^(64 N - 62)`.
    ///
    /// Kernels that fold exceed `a b / R + p` by up to `2^-62 p`, so the largest `b` are excluded.
    /// [`to_montgomery`](Self::to_montgomery) accepts them too.
    #[inline(always)]
    pub fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::count::multiplications(1);
        let mut product = crate::backend::mul(self, a, b);
        spoil_if_active(Wrong::SingleProduct, &mut product[0]);
        product
    }

    /// `a_i b_i R^-1 mod p` for each `i`, by the fastest backend of this processor: eight at once with vectors of
    /// 52-bit multipliers. Those of doubles need [more constants](crate::PackedMontgomery::mul_batch). `a_i < p`,
    /// `b_i < p`; `limbs` and `limbs_mut` return the limbs of an element.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[inline]
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn mul_batch<T>(
        &self,
        products: &mut [T],
        a: &[T],
        b: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(a.len() == products.len() && b.len() == products.len(), "as many products as pairs");
        crate::count::multiplications(a.len());
        crate::backend::mul_batch(self, products, a, b, limbs, limbs_mut);
    }

    /// `a^2 R^-1 mod p`, by the fastest backend of this processor.
    #[inline(always)]
    pub fn square(&self, a: &[u64; N]) -> [u64; N] {
        crate::count::squarings(1);
        crate::backend::square(self, a)
    }

    /// A number congruent to `a b R^-1`, below `K p` with `K` from [`unreduced_multiple`](Self::unreduced_multiple),
    /// without the final subtraction.
    ///
    /// `a < k p`, `b < l p`, for a pair `k, l` that has such a multiple.
    #[inline(always)]
    pub fn mul_unreduced(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        crate::count::multiplications(1);
        crate::backend::mul_unreduced(self, a, b)
    }

    /// As [`mul_unreduced`](Self::mul_unreduced) of `a < k p` by itself, for a `k` that has an
    /// [`unreduced_square_multiple`](Self::unreduced_square_multiple).
    #[inline(always)]
    pub fn square_unreduced(&self, a: &[u64; N]) -> [u64; N] {
        crate::count::squarings(1);
        crate::backend::square_unreduced(self, a)
    }

    /// The stored form `a R mod p` of any `N`-limb integer `a`, reduced or not.
    #[inline(always)]
    pub fn to_montgomery(&self, a: &[u64; N]) -> [u64; N] {
        crate::count::multiplications(1);
        crate::backend::mul_any(self, self.radix_squared(), a)
    }

    /// As [`to_montgomery`](Self::to_montgomery), for `a < p`, by the faster multiplication.
    #[inline(always)]
    pub fn canonical_to_montgomery(&self, a: &[u64; N]) -> [u64; N] {
        self.mul(self.radix_squared(), a)
    }

    /// The integer `a R^-1 mod p` whose stored form is `a < p`. It counts as a multiplication, but costs a reduction.
    ///
    /// The reduction gives `(a + m p) / R` with `m < R`. That is below `(p + (R - 1) p) / R = p`, so no subtraction is
    /// needed.
    #[inline(always)]
    pub fn from_montgomery(&self, a: &[u64; N]) -> [u64; N] {
        debug_assert_less(a, self.modulus());
        crate::count::multiplications(1);
        crate::backend::redc(self, a, &[0; N]).0
    }
}
