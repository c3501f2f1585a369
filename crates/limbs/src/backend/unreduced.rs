//! Unreduced products by the kernels of sums of products, for architectures without kernels of their own.

#![cfg_attr(
    all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)),
    allow(dead_code, reason = "only for lengths without a kernel")
)]

use crate::{Montgomery, Unreduced, Wide};

/// `a b`.
#[inline(always)]
pub(crate) fn product<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Unreduced<N> {
    let mut product = Wide::ZERO;
    super::accumulate(&mut product, a, b);
    Unreduced { low: product.low, high: product.high }
}

/// `value R^-1 mod p`, for `value < p R`.
#[inline(always)]
pub(crate) fn reduce_unreduced<const N: usize>(ring: &Montgomery<N>, value: &Unreduced<N>) -> [u64; N] {
    let (limbs, carry) = super::redc(ring, &value.low, &value.high);
    ring.subtract_once(&limbs, carry)
}

/// `sum += b mod p R`.
#[inline(always)]
pub(crate) fn add_unreduced<const N: usize>(ring: &Montgomery<N>, sum: &mut Unreduced<N>, b: &Unreduced<N>) {
    ring.add_unreduced_portable(sum, b);
}

/// `difference -= b mod p R`.
#[inline(always)]
pub(crate) fn sub_unreduced<const N: usize>(
    ring: &Montgomery<N>,
    difference: &mut Unreduced<N>,
    b: &Unreduced<N>,
) {
    ring.sub_unreduced_portable(difference, b);
}
