//! x86-64 kernels: additions for every processor, and multiplications by the instructions that the processor has.

mod additions;
mod batch;
mod bmi2_adx;
mod fma;
mod ifma;
mod single;
mod unreduced;
mod vector;

pub use bmi2_adx::Bmi2Adx;
pub use ifma::{Avx512Ifma, Avx512VlIfma, AvxIfma, IfmaModulus, QuadVectors, ResidueKernels};
pub use vector::{Avx2Fma, Avx512Fma};

pub(crate) use batch::mul_batch;
pub(crate) use single::{
    accumulate, add, add_unreduced, double_unreduced, mul, mul_any, mul_unreduced, product_at, redc,
    reduce_unreduced, square, square_unreduced, sub, sub_unreduced,
};

use core::arch::asm;
use core::ptr::{from_mut, from_ref};
use core::sync::atomic::AtomicU8;

use super::{
    AVX_IFMA, AVX_IFMA_BY_AVX512, AVX2_FMA, AVX512_FMA, AVX512_IFMA, BMI2_ADX, Backend, Limit, PORTABLE,
    Selection, UNKNOWN, lanes,
};
use crate::packed::Tables;

/// See [`Backend::BUILT`].
pub(super) const BUILT: &[Backend] = &[
    Backend::Portable,
    Backend::Bmi2Adx,
    Backend::Avx2Fma,
    Backend::Avx512Fma,
    Backend::AvxIfma,
    Backend::Avx512Ifma,
];

/// The best backend that the processor supports, up to a limit.
pub(super) fn best(limit: Limit) -> u8 {
    if limit.allows(BMI2_ADX, || Bmi2Adx::detect().is_some()) { BMI2_ADX } else { PORTABLE }
}

/// The choice for batches: vectors, or the backend for single numbers.
static VECTORS: Selection = Selection {
    made: AtomicU8::new(UNKNOWN),
    best: |limit| {
        if limit.allows(AVX512_IFMA, || Avx512Ifma::detect().is_some()) {
            AVX512_IFMA
        } else if limit.allows(AVX_IFMA, || AvxIfma::detect().is_some()) {
            AVX_IFMA
        } else if limit.best == AVX_IFMA && Avx512VlIfma::detect().is_some() {
            AVX_IFMA_BY_AVX512
        } else if limit.allows(AVX512_FMA, || Avx512Fma::detect().is_some()) {
            AVX512_FMA
        } else if limit.allows(AVX2_FMA, || Avx2Fma::detect().is_some()) {
            AVX2_FMA
        } else {
            PORTABLE
        }
    },
};

/// The choice of vectors for batches.
pub(super) fn best_vectors() -> u8 {
    VECTORS.get()
}

/// The kernels for packed values in use.
pub(crate) fn packed_tables() -> &'static Tables {
    match VECTORS.get() {
        AVX512_IFMA => Avx512Ifma::TABLES,
        AVX_IFMA => AvxIfma::TABLES,
        AVX_IFMA_BY_AVX512 => Avx512VlIfma::TABLES,
        AVX512_FMA => Avx512Fma::TABLES,
        AVX2_FMA => Avx2Fma::TABLES,
        _ => &super::scalar::TABLES,
    }
}

/// The register states that the operating system saves, as the bits of `XCR0`. Call only where `cpuid` reports
/// `xgetbv`.
fn kept_states() -> u32 {
    let states: u32;
    // SAFETY: `cpuid` reported `xgetbv`, which reads a register and has no other effect.
    unsafe {
        asm!("xgetbv", in("ecx") 0, out("eax") states, out("edx") _, options(nomem, nostack, preserves_flags));
    }
    states
}

/// Casts limbs, where `L` is `N`.
#[inline(always)]
fn cast<const N: usize, const L: usize>(limbs: &[u64; N]) -> &[u64; L] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &*from_ref(limbs).cast() }
}

/// As [`cast`].
#[inline(always)]
fn cast_mut<const N: usize, const L: usize>(limbs: &mut [u64; N]) -> &mut [u64; L] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &mut *from_mut(limbs).cast() }
}
