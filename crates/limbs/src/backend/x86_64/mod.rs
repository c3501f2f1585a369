//! x86-64 kernels: additions for every processor, and multiplications by the instructions that the processor has.

mod additions;
mod bmi2_adx;
#[cfg(target_feature = "sse2")]
mod fma;
#[cfg(target_feature = "sse2")]
mod ifma;
#[cfg(target_feature = "sse2")]
mod lanes;
mod unreduced;
#[cfg(target_feature = "sse2")]
mod vector;

pub use bmi2_adx::Bmi2Adx;
#[cfg(target_feature = "sse2")]
pub use ifma::{Avx512Ifma, Avx512VlIfma, AvxIfma, QuadVectors, ResidueKernels, Vectors};
#[cfg(target_feature = "sse2")]
pub use vector::{Avx2Fma, Avx512Fma};

use core::arch::asm;
use core::mem::MaybeUninit;
use core::ptr::{from_mut, from_ref};
#[cfg(target_feature = "sse2")]
use core::sync::atomic::AtomicU8;

use super::cast::{resize, sized};
#[cfg(target_feature = "sse2")]
use super::{AVX_IFMA, AVX_IFMA_BY_AVX512, AVX2_FMA, AVX512_FMA, AVX512_IFMA, Choice, UNKNOWN};
use super::{BMI2_ADX, Limit, PORTABLE};
use crate::fault::{Fault, leak_if_active};
#[cfg(target_feature = "sse2")]
use crate::{LANES, packed::PackedModulus};
use crate::{Montgomery, ReductionKind, Unreduced, Wide};

/// The best backend that the processor supports, up to a limit.
pub(super) fn best(limit: Limit) -> u8 {
    if limit.allows(BMI2_ADX, || Bmi2Adx::detect().is_some()) { BMI2_ADX } else { PORTABLE }
}

/// The choice for batches: vectors, or the backend for single numbers.
#[cfg(target_feature = "sse2")]
static VECTORS: Choice = Choice {
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
    #[cfg(target_feature = "sse2")]
    return VECTORS.get();
    #[cfg(not(target_feature = "sse2"))]
    return PORTABLE;
}

/// The vectors in use.
#[cfg(target_feature = "sse2")]
pub(crate) enum InUse {
    Avx2Fma(Avx2Fma),
    Avx512Fma(Avx512Fma),
    AvxIfma(AvxIfma),
    Avx512VlIfma(Avx512VlIfma),
    Avx512Ifma(Avx512Ifma),
}

/// The vectors in use, if there are any.
#[cfg(target_feature = "sse2")]
#[inline(always)]
pub(crate) fn vectors() -> Option<InUse> {
    match VECTORS.get() {
        AVX512_IFMA => Avx512Ifma::cached().map(InUse::Avx512Ifma),
        AVX_IFMA => AvxIfma::cached().map(InUse::AvxIfma),
        AVX_IFMA_BY_AVX512 => Avx512VlIfma::cached().map(InUse::Avx512VlIfma),
        AVX512_FMA => Avx512Fma::cached().map(InUse::Avx512Fma),
        AVX2_FMA => Avx2Fma::cached().map(InUse::Avx2Fma),
        _ => None,
    }
}

/// Returns the value of an expression with the vectors in use for a number of limbs, if there are any.
#[cfg(target_feature = "sse2")]
macro_rules! return_with_vectors {
    ($limbs:expr, $backend:ident => $value:expr) => {
        if crate::packed::limbs_52($limbs).is_some() {
            match crate::backend::vectors() {
                Some(crate::backend::InUse::Avx512Ifma($backend)) => return $value,
                Some(crate::backend::InUse::AvxIfma($backend)) => return $value,
                Some(crate::backend::InUse::Avx512VlIfma($backend)) => return $value,
                Some(crate::backend::InUse::Avx512Fma($backend)) => return $value,
                Some(crate::backend::InUse::Avx2Fma($backend)) => return $value,
                None => {}
            }
        }
    };
}
#[cfg(target_feature = "sse2")]
pub(crate) use return_with_vectors;

/// Returns no backend: without SSE2, as in operating system kernels, programs must not use vector registers.
#[cfg(not(target_feature = "sse2"))]
#[inline(always)]
pub(crate) fn narrow_vectors() -> Option<super::Scalar> {
    None
}

/// The register states that the operating system saves, as the bits of `XCR0`. Call only where `cpuid` reports
/// `xgetbv`.
#[cfg(target_feature = "sse2")]
fn kept_states() -> u32 {
    let states: u32;
    // SAFETY: `cpuid` reported `xgetbv`, which reads a register and has no other effect.
    unsafe {
        asm!("xgetbv", in("ecx") 0, out("eax") states, out("edx") _, options(nomem, nostack, preserves_flags));
    }
    states
}

/// `a b R^-1 mod p` by the backend in use. `a < p`, `b <= R - 2^(64 N - 62)`.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Bmi2Adx::cached() {
        leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
        if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [&limb_by_limb(a), b]) {
            return resize(match ring.reduction_kind() {
                ReductionKind::Spare => backend.mul_4(ring, a, b),
                ReductionKind::PseudoMersenne => backend.mul_pseudo_mersenne_4(ring, a, b),
                ReductionKind::Solinas => backend.mul_solinas_4(ring, a, b),
                ReductionKind::Any => backend.mul_any_4(ring, a, b),
            });
        }
        if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, &limb_by_limb(b)])
            && ring.reduction_kind() == ReductionKind::Spare
        {
            return resize(backend.mul_6(ring, a, b));
        }
    }
    leak_if_active(Fault::PortableDispatch, a[0]);
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`], for any `N` limbs `b`.
#[inline(always)]
pub(crate) fn mul_any<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Bmi2Adx::cached()
        && let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [&limb_by_limb(a), b])
    {
        return resize(backend.mul_any_4(ring, a, b));
    }
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_multiple).
#[inline(always)]
pub(crate) fn mul_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Bmi2Adx::cached() {
        if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [&limb_by_limb(a), b]) {
            return resize(backend.mul_unreduced_4(ring, a, b));
        }
        if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [&limb_by_limb(a), &limb_by_limb(b)]) {
            return resize(backend.mul_unreduced_6(ring, a, b));
        }
    }
    out_of_line(mul_unreduced_portable, ring, a, b)
}

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
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn mul_vectors<const N: usize, T>(
    ring: &Montgomery<N>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) -> usize {
    let in_use = vectors();
    if let Some(a) = a.first() {
        leak_if_active(Fault::BatchDispatch, limbs(a)[0]);
    }
    match in_use {
        Some(InUse::Avx512Ifma(vectors)) => mul_with(vectors, ring, products, a, b, limbs, limbs_mut),
        Some(InUse::AvxIfma(vectors)) => mul_with(vectors, ring, products, a, b, limbs, limbs_mut),
        Some(InUse::Avx512VlIfma(vectors)) => mul_with(vectors, ring, products, a, b, limbs, limbs_mut),
        _ => 0,
    }
}

/// As [`mul_vectors`], with the given vectors.
#[cfg(target_feature = "sse2")]
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
            &Vectors::<4, 5>::new(cast(ring.modulus()), ring.negated_inverse()),
            products,
            a,
            b,
            |element| cast(limbs(element)),
            |element| cast_mut(limbs_mut(element)),
        ),
        6 => ifma::mul_batch(
            vectors,
            &Vectors::<6, 8>::new(cast(ring.modulus()), ring.negated_inverse()),
            products,
            a,
            b,
            |element| cast(limbs(element)),
            |element| cast_mut(limbs_mut(element)),
        ),
        _ => 0,
    }
}

/// Computes no products: see [`narrow_vectors`].
#[cfg(not(target_feature = "sse2"))]
fn mul_vectors<const N: usize, T>(
    _: &Montgomery<N>,
    _: &mut [T],
    _: &[T],
    _: &[T],
    _: impl Fn(&T) -> &[u64; N],
    _: impl Fn(&mut T) -> &mut [u64; N],
) -> usize {
    0
}

/// `a^2 R^-1 mod p` by the backend in use. `a < p`.
#[inline(always)]
pub(crate) fn square<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some(backend) = Bmi2Adx::cached() {
        if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [&limb_by_limb(a)]) {
            return resize(match ring.reduction_kind() {
                ReductionKind::Spare => backend.square_4(ring, a),
                ReductionKind::PseudoMersenne => backend.square_pseudo_mersenne_4(ring, a),
                ReductionKind::Solinas => backend.square_solinas_4(ring, a),
                ReductionKind::Any => backend.square_any_4(ring, a),
            });
        }
        if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [&limb_by_limb(a)])
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
    if let Some(backend) = Bmi2Adx::cached() {
        if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [&limb_by_limb(a)]) {
            return resize(backend.square_unreduced_4(ring, a));
        }
        if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [&limb_by_limb(a)]) {
            return resize(backend.square_unreduced_6(ring, a));
        }
    }
    out_of_line(mul_unreduced_portable, ring, a, a)
}

/// Copies the limbs to new memory one by one.
///
/// The kernels read limb by limb from memory. If a kernel takes the address of a caller's variable, the compiler keeps
/// that variable in memory and copies it by wider loads. Such a load has to wait until the limbs just written have left
/// the store buffer. That costs a quarter of the time of a chain of multiplications (the lab's `field.mul.latency`).
/// With this copy the caller's variable stays in registers, and only the copy has an address. The assembly operand must
/// be a variable: with `copy[i]` the gain is lost.
#[inline(always)]
fn limb_by_limb<const N: usize>(limbs: &[u64; N]) -> [u64; N] {
    let mut copy = [0; N];
    for i in 0..N {
        let mut limb = limbs[i];
        // SAFETY: the assembly is empty. It hides the limb from the compiler, which cannot merge the four copies.
        unsafe { asm!("/* {0} */", inlateout(reg) limb, options(pure, nomem, nostack, preserves_flags)) };
        copy[i] = limb;
    }
    copy
}

/// Calls the portable code of a product out of line, so that it is not inlined at every multiplication.
///
/// Operands and result are copied [`limb_by_limb`] here. This path needs them in memory; the copies allow the other
/// path to keep them in registers.
#[inline(always)]
fn out_of_line<const N: usize>(
    product: fn(&Montgomery<N>, &[u64; N], &[u64; N]) -> [u64; N],
    ring: &Montgomery<N>,
    a: &[u64; N],
    b: &[u64; N],
) -> [u64; N] {
    limb_by_limb(&product(ring, &limb_by_limb(a), &limb_by_limb(b)))
}

#[inline(never)]
fn mul_portable<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    leak_if_active(Fault::PortableKernel, a[0]);
    ring.mul_portable(a, b)
}

#[inline(never)]
fn mul_unreduced_portable<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_unreduced_portable(a, b)
}

#[inline(never)]
fn square_portable<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], _: &[u64; N]) -> [u64; N] {
    ring.square_portable(a)
}

/// `a + b mod p`.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(if ring.reduction_kind() == ReductionKind::Spare {
            additions::add_spare_4(a, b, ring.modulus())
        } else {
            additions::add_4(a, b, ring.modulus())
        });
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b])
        && ring.reduction_kind() == ReductionKind::Spare
    {
        return resize(additions::add_6(a, b, ring.modulus()));
    }
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(additions::sub_4(a, b, ring.modulus()));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(additions::sub_6(a, b, ring.modulus()));
    }
    ring.sub_portable(a, b)
}

/// Adds `a b` to the sum.
#[inline(always)]
pub(crate) fn accumulate<const N: usize>(sum: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
    if let Some(backend) = Bmi2Adx::cached() {
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
    if let Some(backend) = Bmi2Adx::cached() {
        if let Some((ring, [low, high])) = sized::<N, 4, 2>(ring, [low, high]) {
            let (limbs, carry) = if ring.reduction_kind() == ReductionKind::Solinas {
                backend.redc_solinas_4(ring, low, high)
            } else {
                backend.redc_4(ring, low, high)
            };
            return (resize(limbs), carry);
        }
        if let Some((ring, [low, high])) = sized::<N, 6, 2>(ring, [low, high]) {
            let (limbs, carry) = backend.redc_6(ring, low, high);
            return (resize(limbs), carry);
        }
    }
    ring.redc_portable(low, high)
}

/// Writes `a b` to `place`.
#[inline(always)]
pub(crate) fn product_at<'a, const N: usize>(
    place: &'a mut MaybeUninit<Unreduced<N>>,
    a: &[u64; N],
    b: &[u64; N],
) -> &'a mut Unreduced<N> {
    if let Some(backend) = Bmi2Adx::cached() {
        leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
        // SAFETY: the types are the same, because their only parameter is. The kernels write all of `place`.
        unsafe {
            if N == 4 {
                backend.product_4(&mut *from_mut(place).cast(), &*from_ref(a).cast(), &*from_ref(b).cast());
                return place.assume_init_mut();
            }
            if N == 6 {
                backend.product_6(&mut *from_mut(place).cast(), &*from_ref(a).cast(), &*from_ref(b).cast());
                return place.assume_init_mut();
            }
        }
    }
    super::unreduced::product_at(place, a, b)
}

/// `value R^-1 mod p`, for `value < p R` and `2 p <= R`.
#[inline(always)]
pub(crate) fn reduce_unreduced<const N: usize>(ring: &Montgomery<N>, value: &Unreduced<N>) -> [u64; N] {
    if let Some(backend) = Bmi2Adx::cached() {
        // SAFETY: the types are the same, because their only parameter is.
        unsafe {
            if N == 4 {
                return resize(backend.reduce_unreduced_4(&*from_ref(ring).cast(), &*from_ref(value).cast()));
            }
            if N == 6 {
                return resize(backend.reduce_unreduced_6(&*from_ref(ring).cast(), &*from_ref(value).cast()));
            }
        }
    }
    super::unreduced::reduce_unreduced(ring, value)
}

/// `sum += b mod p R`, for `2 p <= R`.
#[inline(always)]
pub(crate) fn add_unreduced<const N: usize>(ring: &Montgomery<N>, sum: &mut Unreduced<N>, b: &Unreduced<N>) {
    // SAFETY: the types are the same, because their only parameter is.
    unsafe {
        if N == 4 {
            let (sum, p) = (&mut *from_mut(sum).cast(), &*from_ref(ring.modulus()).cast());
            return unreduced::add_4(sum, &*from_ref(b).cast(), p);
        }
        if N == 6 {
            let (sum, p) = (&mut *from_mut(sum).cast(), &*from_ref(ring.modulus()).cast());
            return unreduced::add_6(sum, &*from_ref(b).cast(), p);
        }
    }
    super::unreduced::add_unreduced(ring, sum, b);
}

/// `value += value mod p R`, for `2 p <= R`.
#[inline(always)]
pub(crate) fn double_unreduced<const N: usize>(ring: &Montgomery<N>, value: &mut Unreduced<N>) {
    // SAFETY: the types are the same, because their only parameter is.
    unsafe {
        if N == 4 {
            return unreduced::double_4(&mut *from_mut(value).cast(), &*from_ref(ring.modulus()).cast());
        }
        if N == 6 {
            return unreduced::double_6(&mut *from_mut(value).cast(), &*from_ref(ring.modulus()).cast());
        }
    }
    super::unreduced::double_unreduced(ring, value);
}

/// `difference -= b mod p R`.
#[inline(always)]
pub(crate) fn sub_unreduced<const N: usize>(
    ring: &Montgomery<N>,
    difference: &mut Unreduced<N>,
    b: &Unreduced<N>,
) {
    // SAFETY: the types are the same, because their only parameter is.
    unsafe {
        if N == 4 {
            let (difference, p) = (&mut *from_mut(difference).cast(), &*from_ref(ring.modulus()).cast());
            return unreduced::sub_4(difference, &*from_ref(b).cast(), p);
        }
        if N == 6 {
            let (difference, p) = (&mut *from_mut(difference).cast(), &*from_ref(ring.modulus()).cast());
            return unreduced::sub_6(difference, &*from_ref(b).cast(), p);
        }
    }
    super::unreduced::sub_unreduced(ring, difference, b);
}

/// Casts limbs, where `L` is `N`.
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn cast<const N: usize, const L: usize>(limbs: &[u64; N]) -> &[u64; L] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &*from_ref(limbs).cast() }
}

/// As [`cast`].
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn cast_mut<const N: usize, const L: usize>(limbs: &mut [u64; N]) -> &mut [u64; L] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &mut *from_mut(limbs).cast() }
}

/// Casts the constants of a modulus, where `L` is `N`.
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn cast_modulus<const N: usize, const L: usize>(modulus: &PackedModulus<N>) -> &PackedModulus<L> {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &*from_ref(modulus).cast() }
}

/// Casts sixteen numbers, where `L` is `N`.
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn cast_all<'a, 'b, const N: usize, const L: usize>(
    numbers: &'a [&'b [u64; N]; LANES],
) -> &'a [&'b [u64; L]; LANES] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &*from_ref(numbers).cast() }
}

/// As [`cast_all`].
#[cfg(target_feature = "sse2")]
#[inline(always)]
fn cast_all_mut<'a, 'b, const N: usize, const L: usize>(
    numbers: &'a mut [&'b mut [u64; N]; LANES],
) -> &'a mut [&'b mut [u64; L]; LANES] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &mut *from_mut(numbers).cast() }
}
