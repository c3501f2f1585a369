//! AArch64 kernels: scalar assembly for every processor of the architecture, and vectors for those whose multiplier is
//! slow (`neon`). On others vectors lose by the count of `docs/tried.md`.

// Macros of which kernels consist. They must be declared before the modules that use them.
#[macro_use]
mod rows;
#[macro_use]
mod operands;
#[macro_use]
mod full;

mod additions;
mod any_four;
mod four;
#[cfg(target_feature = "neon")]
mod neon;
mod pseudo_mersenne;
mod six;
mod sums;

use core::ptr::{from_mut, from_ref};
use core::sync::atomic::AtomicU8;
use core::sync::atomic::Ordering::Relaxed;

use super::cast::{resize, sized};
use super::{AARCH64, Backend, Limit, NEON_FMA, PORTABLE, SELECTED, Selection, UNKNOWN};
use crate::fault::{Fault, leak_if_active};
use crate::packed::Tables;
use crate::{Montgomery, ReductionKind, Wide};

pub(crate) use super::unreduced::{
    add_unreduced, double_unreduced, product_at, reduce_unreduced, sub_unreduced,
};

#[cfg(target_feature = "neon")]
pub use neon::NeonFma;

/// Proof that the processor is of AArch64, as every processor that executes this code.
#[derive(Clone, Copy, Debug)]
pub struct Aarch64(());

impl Aarch64 {
    /// Returns the proof: always.
    #[inline]
    pub fn detect() -> Option<Self> {
        Some(Self(()))
    }

    /// Returns a proof if this backend is in use: unless the environment limits the choice to portable code.
    #[inline(always)]
    fn cached() -> Option<Self> {
        (SELECTED.made.load(Relaxed) == AARCH64 || is_chosen()).then_some(Self(()))
    }
}

/// Makes the choice if it has not been made. As a cold call without arguments it keeps the code of other backends, and
/// the registers for arguments, out of the loops that multiply.
#[cold]
#[inline(never)]
fn is_chosen() -> bool {
    SELECTED.get() == AARCH64
}

/// See [`Backend::BUILT`].
pub(super) const BUILT: &[Backend] = cfg_select! {
    target_feature = "neon" => { &[Backend::Portable, Backend::Aarch64, Backend::NeonFma] }
    _ => { &[Backend::Portable, Backend::Aarch64] }
};

/// The best backend, up to a limit.
pub(super) fn best(limit: Limit) -> u8 {
    if limit.allows(AARCH64, || true) { AARCH64 } else { PORTABLE }
}

/// The choice for batches: vectors where they are named, or where no limit is set and single products are slow.
static VECTORS: Selection = Selection {
    made: AtomicU8::new(UNKNOWN),
    best: |limit| {
        #[cfg(target_feature = "neon")]
        if limit.allows(NEON_FMA, || NeonFma::detect().is_some() && (limit.best == NEON_FMA || neon::pays()))
        {
            return NEON_FMA;
        }
        let _ = (limit, NEON_FMA);
        PORTABLE
    },
};

/// The best backend for batches.
pub(super) fn best_vectors() -> u8 {
    VECTORS.get()
}

/// The kernels for packed values: without vectors, those for single numbers.
pub(crate) fn packed_tables() -> &'static Tables {
    match VECTORS.get() {
        #[cfg(target_feature = "neon")]
        NEON_FMA => NeonFma::TABLES,
        _ => &super::scalar::TABLES,
    }
}

/// `a b R^-1 mod p` by the backend in use. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Aarch64::cached() {
        leak_if_active(Fault::Aarch64Dispatch, a[0]);
        if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
            return resize(match ring.reduction_kind() {
                ReductionKind::Spare => backend.mul_4(ring, a, b),
                ReductionKind::PseudoMersenne => backend.mul_pseudo_mersenne_4(ring, a, b),
                ReductionKind::Solinas | ReductionKind::Any => backend.mul_any_4(ring, a, b),
            });
        }
        if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b])
            && ring.reduction_kind() == ReductionKind::Spare
        {
            return resize(backend.mul_6(ring, a, b));
        }
    }
    leak_if_active(Fault::PortableDispatch, a[0]);
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`].
#[inline(always)]
pub(crate) fn mul_any<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Aarch64::cached()
        && let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b])
    {
        return resize(backend.mul_any_4(ring, a, b));
    }
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_multiple).
#[inline(always)]
pub(crate) fn mul_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Aarch64::cached() {
        if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
            return resize(backend.mul_unreduced_4(ring, a, b));
        }
        if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
            return resize(backend.mul_unreduced_6(ring, a, b));
        }
    }
    out_of_line(mul_unreduced_portable, ring, a, b)
}

/// [`mul`] of each pair. The processor overlaps consecutive products, which are independent of each other.
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

/// `a^2 R^-1 mod p` by the backend in use. `a < p`.
#[inline(always)]
pub(crate) fn square<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Aarch64::cached() {
        if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
            return resize(match ring.reduction_kind() {
                ReductionKind::Spare => backend.square_4(ring, a),
                ReductionKind::PseudoMersenne => backend.square_pseudo_mersenne_4(ring, a),
                ReductionKind::Solinas | ReductionKind::Any => backend.square_any_4(ring, a),
            });
        }
        if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a])
            && ring.reduction_kind() == ReductionKind::Spare
        {
            return resize(backend.square_6(ring, a));
        }
    }
    out_of_line(square_portable, ring, a, a)
}

/// As [`square`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_square_multiple).
#[inline(always)]
pub(crate) fn square_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Aarch64::cached() {
        if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
            return resize(backend.square_unreduced_4(ring, a));
        }
        if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a]) {
            return resize(backend.square_unreduced_6(ring, a));
        }
    }
    out_of_line(mul_unreduced_portable, ring, a, a)
}

/// Calls the portable code of a product out of line, so that it is not inlined at every multiplication. It reads copies
/// of the operands, so that the callers' variables can stay in registers.
#[inline(always)]
fn out_of_line<const N: usize>(
    product: fn(&Montgomery<N>, [u64; N], [u64; N]) -> [u64; N],
    ring: &Montgomery<N>,
    a: &[u64; N],
    b: &[u64; N],
) -> [u64; N] {
    product(ring, *a, *b)
}

#[cold]
#[inline(never)]
fn mul_portable<const N: usize>(ring: &Montgomery<N>, a: [u64; N], b: [u64; N]) -> [u64; N] {
    leak_if_active(Fault::PortableKernel, a[0]);
    ring.mul_portable(&a, &b)
}

#[cold]
#[inline(never)]
fn mul_unreduced_portable<const N: usize>(ring: &Montgomery<N>, a: [u64; N], b: [u64; N]) -> [u64; N] {
    ring.mul_unreduced_portable(&a, &b)
}

#[cold]
#[inline(never)]
fn square_portable<const N: usize>(ring: &Montgomery<N>, a: [u64; N], _: [u64; N]) -> [u64; N] {
    ring.square_portable(&a)
}

/// `a + b mod p`. Every processor of the architecture has the instructions.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let is_spare = ring.reduction_kind() == ReductionKind::Spare;
    let backend = Aarch64(());
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(if is_spare { backend.add_spare_4(ring, a, b) } else { backend.add_4(ring, a, b) });
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(if is_spare { backend.add_spare_6(ring, a, b) } else { backend.add_6(ring, a, b) });
    }
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(Aarch64(()).sub_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(Aarch64(()).sub_6(ring, a, b));
    }
    ring.sub_portable(a, b)
}

/// Adds `a b` to the sum.
#[inline(always)]
pub(crate) fn accumulate<const N: usize>(sum: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
    if let Some(backend) = Aarch64::cached() {
        // SAFETY: the types are the same, because their only parameter is.
        unsafe {
            if N == 4 {
                return backend.accumulate_4(
                    &mut *from_mut(sum).cast(),
                    &*from_ref(a).cast(),
                    &*from_ref(b).cast(),
                );
            }
            if N == 6 {
                return backend.accumulate_6(
                    &mut *from_mut(sum).cast(),
                    &*from_ref(a).cast(),
                    &*from_ref(b).cast(),
                );
            }
        }
    }
    sum.accumulate_portable(a, b);
}

/// `(T + m p) / R` for `T = low + R high`, as `N` limbs and a carry.
#[inline(always)]
pub(crate) fn redc<const N: usize>(ring: &Montgomery<N>, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
    if let Some(backend) = Aarch64::cached() {
        if let Some((ring, [low, high])) = sized::<N, 4, 2>(ring, [low, high]) {
            let (limbs, carry) = backend.redc_4(ring, low, high);
            return (resize(limbs), carry);
        }
        if let Some((ring, [low, high])) = sized::<N, 6, 2>(ring, [low, high]) {
            let (limbs, carry) = backend.redc_6(ring, low, high);
            return (resize(limbs), carry);
        }
    }
    ring.redc_portable(low, high)
}
