//! Element-wise products of slices.

use crate::{Fe, Modulus, PackedFe};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `products_i = a_i b_i` for each `i`. 1M each; faster in vectors, several times so if the processor has 52-bit
    /// multipliers (AVX-512 IFMA, AVX-IFMA). Constant time.
    ///
    /// # Panics
    /// If the slices differ in length.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// let (a, b) = ([2, 3, 5].map(F::from), [7, 11, 13].map(F::from));
    /// let mut products = [F::ZERO; 3];
    /// F::mul_batch(&mut products, &a, &b);
    /// assert_eq!(products, [14, 33, 65].map(F::from));
    /// ```
    pub fn mul_batch(products: &mut [Self], a: &[Self], b: &[Self]) {
        PackedFe::mul_batch(products, a, b);
    }

    /// `values_i = values_i factors_i` for each `i`: as [`mul_batch`](Self::mul_batch), in place.
    ///
    /// # Panics
    /// If the slices differ in length.
    pub fn mul_assign_batch(values: &mut [Self], factors: &[Self]) {
        const AT_ONCE: usize = 64;
        assert!(values.len() == factors.len(), "as many factors as values");
        for (values, factors) in values.chunks_mut(AT_ONCE).zip(factors.chunks(AT_ONCE)) {
            let mut before = [Self::ZERO; AT_ONCE];
            let before = &mut before[..values.len()];
            before.copy_from_slice(values);
            Self::mul_batch(values, before, factors);
        }
    }
}
