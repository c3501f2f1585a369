//! Batch inversion.

#[cfg(feature = "parallel")]
use alloc::vec;

use subtle::ConditionallySelectable;
use vorpal_limbs::LANES;
use vorpal_limbs::count::Timer;

use crate::packed::{PackedFe, PackedField};
use crate::{Fe, Field, Modulus};

/// Replaces every element by its inverse; zeros remain zero.
///
/// One inversion for up to 512 elements (P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of
/// factorization", 1987). With the running products `s_i = v_0 ... v_i` and the inverse of the last one, the indices
/// descend by `v_i^-1 = s_i^-1 s_(i-1)` and `s_(i-1)^-1 = s_i^-1 v_i`. A zero is replaced by a one. Cost: 3M per
/// element, and an inversion + 48M per 512 elements or part of them; more than 32 elements are padded to a multiple of
/// sixteen. The products are computed in sixteen lanes, in vectors where the processor has them. Constant time. No
/// allocation; about `4 (N + 2)` KiB of stack.
///
/// ```
/// use vorpal_fields::{batch_invert, primes::Bn254Scalar as F};
/// let mut values = [F::from(2), F::ZERO, F::from(5)];
/// batch_invert(&mut values);
/// assert_eq!(values.map(|v| v * F::from(10)), [F::from(5), F::ZERO, F::from(2)]);
/// ```
#[doc(alias = "batch_inversion")]
pub fn batch_invert<F: Field>(values: &mut [F]) {
    F::batch_invert(values);
}

/// [`batch_invert`] with one inversion for all elements, on the threads of the caller's rayon pool.
///
/// Parts of 512 elements are multiplied separately, and the products of their lanes are inverted by the same method.
/// The running products are kept in memory, which allocates about the size of the elements, or twice that with the
/// widest lanes. Cost: 3M per element, 48M per 512 or part of them, and an inversion.
#[cfg(feature = "parallel")]
pub fn batch_invert_parallel<F: Field>(values: &mut [F]) {
    F::batch_invert_parallel(values);
}

/// The maximal number of elements that share an inversion.
const AT_ONCE: usize = 512;
/// The largest number of elements for which lanes are not faster: combining them costs 48M.
const FEW: usize = 32;

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// See [`batch_invert`].
    pub(crate) fn batch_invert_in_chunks(values: &mut [Self]) {
        // Chunks of the same size, except the last one.
        let chunks = values.len().div_ceil(AT_ONCE).max(1);
        let length = values.len().div_ceil(chunks).next_multiple_of(LANES).max(1);
        let _timer = Timer::inversions();
        for chunk in values.chunks_mut(length) {
            if chunk.len() <= FEW { invert_few(chunk) } else { invert_by_lanes(chunk) }
        }
    }

    /// See [`batch_invert_parallel`]. The products of the lanes of all chunks are inverted together, recursively.
    #[cfg(feature = "parallel")]
    pub(crate) fn batch_invert_in_parallel(values: &mut [Self]) {
        if values.len() <= AT_ONCE {
            return Self::batch_invert_in_chunks(values);
        }
        let mut before = vec![PackedFe::<M, N>::one(); values.len().div_ceil(LANES)];
        let mut inverses = vec![Self::ONE; values.len().div_ceil(AT_ONCE) * LANES];
        let products = inverses.chunks_mut(LANES).zip(before.chunks_mut(AT_ONCE / LANES));
        vorpal_threads::for_each(products.zip(values.chunks(AT_ONCE)), |((product, before), values)| {
            let _timer = Timer::inversions();
            running_products(values, before).store_units(product);
        });
        Self::batch_invert_in_parallel(&mut inverses);
        let products = inverses.chunks(LANES).zip(before.chunks_mut(AT_ONCE / LANES));
        vorpal_threads::for_each(products.zip(values.chunks_mut(AT_ONCE)), |((inverse, before), values)| {
            let _timer = Timer::inversions();
            let mut inverses = PackedFe::one();
            inverses.read_units(inverse);
            inverses_by_lanes(values, before, inverses);
        });
    }

    /// The element, or one if it is zero.
    #[inline(always)]
    fn or_one(&self) -> Self {
        Self::conditional_select(self, &Self::ONE, self.is_zero())
    }
}

/// As [`batch_invert`], for at most [`FEW`] elements.
fn invert_few<M: Modulus<N>, const N: usize>(values: &mut [Fe<M, N>]) {
    let mut before = [Fe::ONE; FEW];
    let mut product = Fe::ONE;
    for (value, before) in values.iter().zip(&mut before) {
        *before = product;
        product *= value.or_one();
    }
    // A product of non-zero factors is never zero.
    let mut inverse = product.invert().unwrap_or(Fe::ONE);
    for (value, before) in values.iter_mut().zip(&before).rev() {
        let factor = value.or_one();
        *value = Fe::conditional_select(&(inverse * *before), &Fe::ZERO, value.is_zero());
        inverse *= factor;
    }
}

/// As [`batch_invert`], for at most [`AT_ONCE`] elements: the element `16 i + j` is processed in lane `j`, and the
/// products of the lanes are inverted together.
///
/// No element changes its radix. Lanes multiply `x` and `y` to `x y / S`, whatever `S` is. So for `x_i = v_i R` the
/// running products are `s_i = s_(i-1) x_i / S`. Consider the element with the stored form `s_i`. The stored form of
/// its inverse is `u_i = R^2 / s_i`, and
///
/// `u_i s_(i-1) / S = R^2 s_(i-1) / (S s_i) = R^2 / x_i = v_i^-1 R`, `u_i x_i / S = R^2 / s_(i-1) = u_(i-1)`.
fn invert_by_lanes<M: Modulus<N>, const N: usize>(values: &mut [Fe<M, N>]) {
    let mut before = [PackedFe::<M, N>::one(); AT_ONCE / LANES];
    let mut inverses = [Fe::ONE; LANES];
    let mut product = running_products(values, &mut before);
    product.store_units(&mut inverses);
    invert_few(&mut inverses);
    product.read_units(&inverses);
    inverses_by_lanes(values, &mut before, product);
}

/// Computes the products of each lane. `before` receives the running products before each sixteen elements.
fn running_products<M: Modulus<N>, const N: usize>(
    values: &[Fe<M, N>],
    before: &mut [PackedFe<M, N>],
) -> PackedFe<M, N> {
    let (mut product, mut factors) = (PackedFe::one(), PackedFe::one());
    for (values, before) in values.chunks(LANES).zip(before) {
        *before = product;
        factors.read_units(values);
        product.mul_assign(&factors);
    }
    product
}

/// Computes the inverses from the running products and the inverses of the products of lanes.
fn inverses_by_lanes<M: Modulus<N>, const N: usize>(
    values: &mut [Fe<M, N>],
    before: &mut [PackedFe<M, N>],
    mut inverse: PackedFe<M, N>,
) {
    let mut factors = PackedFe::one();
    for (values, before) in values.chunks_mut(LANES).zip(before).rev() {
        factors.read_units(values);
        before.mul_assign(&inverse);
        before.store_units(values);
        inverse.mul_assign(&factors);
    }
}
