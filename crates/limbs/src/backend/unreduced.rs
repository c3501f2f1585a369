//! Unreduced products by the kernels of sums of products, for architectures without kernels of their own.

#![cfg_attr(
    all(target_arch = "x86_64", target_pointer_width = "64", not(vorpal_portable)),
    allow(dead_code, reason = "only for lengths without a kernel")
)]

use core::mem::MaybeUninit;

use crate::{Montgomery, Unreduced, Wide};

/// Writes `a b` to `place`.
#[inline(always)]
pub(crate) fn product_at<'a, const N: usize>(
    place: &'a mut MaybeUninit<Unreduced<N>>,
    a: &[u64; N],
    b: &[u64; N],
) -> &'a mut Unreduced<N> {
    let mut product = Wide::ZERO;
    super::accumulate(&mut product, a, b);
    place.write(Unreduced { low: product.low, high: product.high })
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

/// `value += value mod p R`.
#[inline(always)]
pub(crate) fn double_unreduced<const N: usize>(ring: &Montgomery<N>, value: &mut Unreduced<N>) {
    let same = *value;
    ring.add_unreduced_portable(value, &same);
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
