//! The functions of the architecture: the kernels for four and six limbs, portable code for other numbers of limbs.

use core::ptr::{from_mut, from_ref};
use core::sync::atomic::AtomicU8;

use super::Wasm32;
#[cfg(target_feature = "relaxed-simd")]
use crate::backend::RELAXED_SIMD;
use crate::backend::cast::{resize, sized};
use crate::backend::{Backend, Limit, SIMD128, Selection, UNKNOWN, WASM32};
use crate::packed::Tables;
use crate::{Montgomery, Wide};

pub(crate) use super::super::unreduced::{
    add_unreduced, double_unreduced, product_at, reduce_unreduced, sub_unreduced,
};

/// See [`Backend::BUILT`].
pub(in crate::backend) const BUILT: &[Backend] = cfg_select! {
    target_feature = "relaxed-simd" => {
        &[Backend::Portable, Backend::Wasm32, Backend::Simd128, Backend::RelaxedSimd]
    }
    target_feature = "simd128" => { &[Backend::Portable, Backend::Wasm32, Backend::Simd128] }
    _ => { &[Backend::Portable, Backend::Wasm32] }
};

/// The best backend: that of every WebAssembly.
pub(in crate::backend) fn best(_: Limit) -> u8 {
    WASM32
}

/// The choice for batches: by the instructions that the program is compiled for, and by whether the engine fuses
/// multiply-adds.
static VECTORS: Selection = Selection {
    made: AtomicU8::new(UNKNOWN),
    best: |_| {
        #[cfg(target_feature = "relaxed-simd")]
        if super::RelaxedSimd::detect().is_some() {
            return RELAXED_SIMD;
        }
        if cfg!(target_feature = "simd128") { SIMD128 } else { WASM32 }
    },
};

/// The best backend for batches.
pub(in crate::backend) fn best_vectors() -> u8 {
    VECTORS.get()
}

/// The kernels for packed values.
pub(crate) fn packed_tables() -> &'static Tables {
    match VECTORS.get() {
        #[cfg(target_feature = "relaxed-simd")]
        RELAXED_SIMD => super::RelaxedSimd::TABLES,
        SIMD128 => &crate::backend::simd128::TABLES,
        _ => &crate::backend::scalar::TABLES,
    }
}

/// Kernels of six limbs, out of line: they are long, and would make the module much larger.
macro_rules! out_of_line {
    ($($kernel:ident($($operand:ident),+))+) => {$(
        #[inline(never)]
        fn $kernel(ring: &Montgomery<6>, $($operand: &[u64; 6]),+) -> [u64; 6] {
            Wasm32.$kernel(ring, $($operand),+)
        }
    )+};
}
out_of_line! { mul_6(a, b) mul_unreduced_6(a, b) square_6(a) square_unreduced_6(a) }

/// `a b R^-1 mod p`. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(Wasm32.mul_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(mul_6(ring, a, b));
    }
    ring.mul_portable(a, b)
}

/// As [`mul`].
#[inline(always)]
pub(crate) fn mul_any<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    mul(ring, a, b)
}

/// As [`mul`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_multiple).
#[inline(always)]
pub(crate) fn mul_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(Wasm32.mul_unreduced_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(mul_unreduced_6(ring, a, b));
    }
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
        *limbs_mut(product) = mul(ring, limbs(a), limbs(b));
    }
}

/// `a^2 R^-1 mod p`. `a < p`.
#[inline(always)]
pub(crate) fn square<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
        return resize(Wasm32.square_4(ring, a));
    }
    if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a]) {
        return resize(square_6(ring, a));
    }
    ring.square_portable(a)
}

/// As [`square`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_square_multiple).
#[inline(always)]
pub(crate) fn square_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
        return resize(Wasm32.square_unreduced_4(ring, a));
    }
    if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a]) {
        return resize(square_unreduced_6(ring, a));
    }
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
    // SAFETY: the types are the same, because their only parameter is.
    unsafe {
        if N == 4 {
            return Wasm32.accumulate_4(
                &mut *from_mut(sum).cast(),
                &*from_ref(a).cast(),
                &*from_ref(b).cast(),
            );
        }
        if N == 6 {
            return Wasm32.accumulate_6(
                &mut *from_mut(sum).cast(),
                &*from_ref(a).cast(),
                &*from_ref(b).cast(),
            );
        }
    }
    sum.accumulate_portable(a, b);
}

/// `(T + m p) / R` for `T = low + R high`, as `N` limbs and a carry.
#[inline(always)]
pub(crate) fn redc<const N: usize>(ring: &Montgomery<N>, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
    if let Some((ring, [low, high])) = sized::<N, 4, 2>(ring, [low, high]) {
        let (limbs, carry) = Wasm32.redc_4(ring, low, high);
        return (resize(limbs), carry);
    }
    if let Some((ring, [low, high])) = sized::<N, 6, 2>(ring, [low, high]) {
        let (limbs, carry) = Wasm32.redc_6(ring, low, high);
        return (resize(limbs), carry);
    }
    ring.redc_portable(low, high)
}
