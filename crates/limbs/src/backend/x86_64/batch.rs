//! Products of many pairs: whole vectors where the processor has 52-bit multipliers, else one at a time. Vectors of
//! doubles multiply sixteen pairs by a kernel of their table.

use super::ifma::{self, Avx512Ifma, Avx512VlIfma, AvxIfma, IfmaModulus};
use super::{cast, cast_mut, mul};
use crate::Montgomery;
use crate::fault::{Fault, leak_if_active};

/// [`mul`] of each pair: whole vectors where the processor has them, the remaining pairs one at a time.
#[inline(always)]
pub(crate) fn mul_batch<const N: usize, T>(
    ring: &Montgomery<N>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) {
    let done = mul_vectors(ring, products, a, b, &limbs, &limbs_mut);
    for i in done..products.len() {
        *limbs_mut(&mut products[i]) = mul(ring, limbs(&a[i]), limbs(&b[i]));
    }
}

/// Computes the products that fill whole vectors, from the first on, and returns their number.
#[inline(always)]
fn mul_vectors<const N: usize, T>(
    ring: &Montgomery<N>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) -> usize {
    if let Some(a) = a.first() {
        leak_if_active(Fault::BatchDispatch, limbs(a)[0]);
    }
    if let Some(vectors) = Avx512Ifma::cached() {
        mul_with(vectors, ring, products, a, b, limbs, limbs_mut)
    } else if let Some(vectors) = AvxIfma::cached() {
        mul_with(vectors, ring, products, a, b, limbs, limbs_mut)
    } else if let Some(vectors) = Avx512VlIfma::cached() {
        mul_with(vectors, ring, products, a, b, limbs, limbs_mut)
    } else {
        0
    }
}

/// As [`mul_vectors`], with the given vectors.
#[inline(always)]
fn mul_with<V: ifma::Ifma, const N: usize, T>(
    vectors: V,
    ring: &Montgomery<N>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) -> usize {
    match N {
        4 => ifma::mul_batch(
            vectors,
            &IfmaModulus::<4, 5>::new(cast(ring.modulus()), ring.negated_inverse()),
            products,
            a,
            b,
            |element| cast(limbs(element)),
            |element| cast_mut(limbs_mut(element)),
        ),
        6 => ifma::mul_batch(
            vectors,
            &IfmaModulus::<6, 8>::new(cast(ring.modulus()), ring.negated_inverse()),
            products,
            a,
            b,
            |element| cast(limbs(element)),
            |element| cast_mut(limbs_mut(element)),
        ),
        _ => 0,
    }
}
