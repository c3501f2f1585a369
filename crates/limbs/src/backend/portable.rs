//! The portable backend: plain Rust, for architectures without a backend of their own.

use super::Backend;
use crate::fault::{Fault, leak_if_active};
use crate::packed::Tables;
use crate::{Montgomery, Wide};

pub(crate) use super::unreduced::{
    add_unreduced, double_unreduced, product_at, reduce_unreduced, sub_unreduced,
};

/// See [`Backend::BUILT`].
pub(super) const BUILT: &[Backend] = &[Backend::Portable];

/// The best backend: always portable.
pub(super) fn best(_: super::Limit) -> u8 {
    super::PORTABLE
}

/// The best backend for batches.
pub(super) fn best_vectors() -> u8 {
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        super::SIMD128
    } else {
        super::PORTABLE
    }
}

/// The kernels for packed values: those of WebAssembly where they are tested on other targets, else those for single
/// numbers.
pub(crate) fn packed_tables() -> &'static Tables {
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        &super::simd128::TABLES
    } else {
        &super::scalar::TABLES
    }
}

/// `a b R^-1 mod p`. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    leak_if_active(Fault::PortableDispatch, a[0]);
    leak_if_active(Fault::PortableKernel, a[0]);
    ring.mul_portable(a, b)
}

/// As [`mul`].
#[inline(always)]
pub(crate) fn mul_any<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_portable(a, b)
}

/// As [`mul`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_multiple).
#[inline(always)]
pub(crate) fn mul_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_unreduced_portable(a, b)
}

/// [`mul`] of each pair.
#[inline(always)]
pub(crate) fn mul_batch<const N: usize, T>(
    ring: &Montgomery<N>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) {
    for ((product, a), b) in products.iter_mut().zip(a).zip(b) {
        *limbs_mut(product) = ring.mul_portable(limbs(a), limbs(b));
    }
}

/// `a^2 R^-1 mod p`. `a < p`.
#[inline(always)]
pub(crate) fn square<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    ring.square_portable(a)
}

/// As [`square`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_square_multiple).
#[inline(always)]
pub(crate) fn square_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    ring.mul_unreduced_portable(a, a)
}

/// `a + b mod p`.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.sub_portable(a, b)
}

/// Adds `a b` to the sum.
#[inline(always)]
pub(crate) fn accumulate<const N: usize>(sum: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
    sum.accumulate_portable(a, b);
}

/// `(T + m p) / R` for `T = low + R high`, as `N` limbs and a carry.
#[inline(always)]
pub(crate) fn redc<const N: usize>(ring: &Montgomery<N>, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
    ring.redc_portable(low, high)
}
