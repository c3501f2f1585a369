//! Operations on single numbers: the choice between the kernels of four and of six limbs, and the portable code.
//!
//! Release builds inline the kernels, so that operands stay in registers. Builds with debug assertions, as for tests,
//! call them: each kernel is compiled here once, instead of at every multiplication of every test program.

use core::arch::asm;
use core::mem::MaybeUninit;
use core::ptr::{from_mut, from_ref};

use super::{Bmi2Adx, additions, unreduced};
use crate::backend::cast::{resize, sized};
use crate::fault::{Fault, leak_if_active};
use crate::{Montgomery, ReductionKind, Unreduced, Wide};

/// Functions of fixed numbers of limbs: inlined in release builds, compiled here in others.
macro_rules! kernels {
    ($($(#[$comment:meta])* fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {$(
        $(#[$comment])*
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn $name($($argument: $type),*) $(-> $result)? $body
    )*};
}

kernels! {
    fn mul_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        if let Some(backend) = Bmi2Adx::cached() {
            leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
            let a = &limb_by_limb(a);
            return match ring.reduction_kind() {
                ReductionKind::Spare => backend.mul_4(ring, a, b),
                ReductionKind::PseudoMersenne => backend.mul_pseudo_mersenne_4(ring, a, b),
                ReductionKind::Solinas => backend.mul_solinas_4(ring, a, b),
                ReductionKind::Any => backend.mul_any_4(ring, a, b),
            };
        }
        leak_if_active(Fault::PortableDispatch, a[0]);
        out_of_line(mul_portable, ring, a, b)
    }

    fn mul_6(ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        if let Some(backend) = Bmi2Adx::cached() {
            leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
            if ring.reduction_kind() == ReductionKind::Spare {
                return backend.mul_6(ring, a, &limb_by_limb(b));
            }
        }
        leak_if_active(Fault::PortableDispatch, a[0]);
        out_of_line(mul_portable, ring, a, b)
    }

    fn mul_any_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.mul_any_4(ring, &limb_by_limb(a), b),
            None => out_of_line(mul_portable, ring, a, b),
        }
    }

    fn mul_unreduced_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.mul_unreduced_4(ring, &limb_by_limb(a), b),
            None => out_of_line(mul_unreduced_portable, ring, a, b),
        }
    }

    fn mul_unreduced_6(ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.mul_unreduced_6(ring, &limb_by_limb(a), &limb_by_limb(b)),
            None => out_of_line(mul_unreduced_portable, ring, a, b),
        }
    }

    fn square_4(ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        let Some(backend) = Bmi2Adx::cached() else { return out_of_line(square_portable, ring, a, a) };
        let a = &limb_by_limb(a);
        match ring.reduction_kind() {
            ReductionKind::Spare => backend.square_4(ring, a),
            ReductionKind::PseudoMersenne => backend.square_pseudo_mersenne_4(ring, a),
            ReductionKind::Solinas => backend.square_solinas_4(ring, a),
            ReductionKind::Any => backend.square_any_4(ring, a),
        }
    }

    fn square_6(ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        match Bmi2Adx::cached() {
            Some(backend) if ring.reduction_kind() == ReductionKind::Spare => {
                backend.square_6(ring, &limb_by_limb(a))
            }
            _ => out_of_line(square_portable, ring, a, a),
        }
    }

    fn square_unreduced_4(ring: &Montgomery<4>, a: &[u64; 4]) -> [u64; 4] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.square_unreduced_4(ring, &limb_by_limb(a)),
            None => out_of_line(mul_unreduced_portable, ring, a, a),
        }
    }

    fn square_unreduced_6(ring: &Montgomery<6>, a: &[u64; 6]) -> [u64; 6] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.square_unreduced_6(ring, &limb_by_limb(a)),
            None => out_of_line(mul_unreduced_portable, ring, a, a),
        }
    }

    fn add_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        if ring.reduction_kind() == ReductionKind::Spare {
            additions::add_spare_4(a, b, ring.modulus())
        } else {
            additions::add_4(a, b, ring.modulus())
        }
    }

    fn add_6(ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        if ring.reduction_kind() == ReductionKind::Spare {
            additions::add_6(a, b, ring.modulus())
        } else {
            ring.add_portable(a, b)
        }
    }

    fn sub_4(ring: &Montgomery<4>, a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        additions::sub_4(a, b, ring.modulus())
    }

    fn sub_6(ring: &Montgomery<6>, a: &[u64; 6], b: &[u64; 6]) -> [u64; 6] {
        additions::sub_6(a, b, ring.modulus())
    }

    fn accumulate_4(sum: &mut Wide<4>, a: &[u64; 4], b: &[u64; 4]) {
        match Bmi2Adx::cached() {
            Some(backend) => backend.accumulate_4(sum, a, b),
            None => sum.accumulate_portable(a, b),
        }
    }

    fn accumulate_6(sum: &mut Wide<6>, a: &[u64; 6], b: &[u64; 6]) {
        match Bmi2Adx::cached() {
            Some(backend) => backend.accumulate_6(sum, a, b),
            None => sum.accumulate_portable(a, b),
        }
    }

    fn redc_4(ring: &Montgomery<4>, low: &[u64; 4], high: &[u64; 4]) -> ([u64; 4], u64) {
        match Bmi2Adx::cached() {
            Some(backend) if ring.reduction_kind() == ReductionKind::Solinas => {
                backend.redc_solinas_4(ring, low, high)
            }
            Some(backend) => backend.redc_4(ring, low, high),
            None => ring.redc_portable(low, high),
        }
    }

    fn redc_6(ring: &Montgomery<6>, low: &[u64; 6], high: &[u64; 6]) -> ([u64; 6], u64) {
        match Bmi2Adx::cached() {
            Some(backend) => backend.redc_6(ring, low, high),
            None => ring.redc_portable(low, high),
        }
    }

    /// Writes all of `place`.
    fn product_4(place: &mut MaybeUninit<Unreduced<4>>, a: &[u64; 4], b: &[u64; 4]) {
        if let Some(backend) = Bmi2Adx::cached() {
            leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
            backend.product_4(place, a, b);
        } else {
            crate::backend::unreduced::product_at(place, a, b);
        }
    }

    /// Writes all of `place`.
    fn product_6(place: &mut MaybeUninit<Unreduced<6>>, a: &[u64; 6], b: &[u64; 6]) {
        if let Some(backend) = Bmi2Adx::cached() {
            leak_if_active(Fault::Bmi2AdxDispatch, a[0]);
            backend.product_6(place, a, b);
        } else {
            crate::backend::unreduced::product_at(place, a, b);
        }
    }

    fn reduce_unreduced_4(ring: &Montgomery<4>, value: &Unreduced<4>) -> [u64; 4] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.reduce_unreduced_4(ring, value),
            None => crate::backend::unreduced::reduce_unreduced(ring, value),
        }
    }

    fn reduce_unreduced_6(ring: &Montgomery<6>, value: &Unreduced<6>) -> [u64; 6] {
        match Bmi2Adx::cached() {
            Some(backend) => backend.reduce_unreduced_6(ring, value),
            None => crate::backend::unreduced::reduce_unreduced(ring, value),
        }
    }

    fn add_unreduced_4(sum: &mut Unreduced<4>, b: &Unreduced<4>, p: &[u64; 4]) {
        unreduced::add_4(sum, b, p);
    }

    fn add_unreduced_6(sum: &mut Unreduced<6>, b: &Unreduced<6>, p: &[u64; 6]) {
        unreduced::add_6(sum, b, p);
    }

    fn double_unreduced_4(value: &mut Unreduced<4>, p: &[u64; 4]) {
        unreduced::double_4(value, p);
    }

    fn double_unreduced_6(value: &mut Unreduced<6>, p: &[u64; 6]) {
        unreduced::double_6(value, p);
    }

    fn sub_unreduced_4(difference: &mut Unreduced<4>, b: &Unreduced<4>, p: &[u64; 4]) {
        unreduced::sub_4(difference, b, p);
    }

    fn sub_unreduced_6(difference: &mut Unreduced<6>, b: &Unreduced<6>, p: &[u64; 6]) {
        unreduced::sub_6(difference, b, p);
    }
}

/// `a b R^-1 mod p` by the backend in use. `a < p`, `b <= R - 2^(64 N - 62)`.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(mul_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(mul_6(ring, a, b));
    }
    leak_if_active(Fault::PortableDispatch, a[0]);
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`], for any `N` limbs `b`.
#[inline(always)]
pub(crate) fn mul_any<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(mul_any_4(ring, a, b));
    }
    out_of_line(mul_portable, ring, a, b)
}

/// As [`mul`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_multiple).
#[inline(always)]
pub(crate) fn mul_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(mul_unreduced_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(mul_unreduced_6(ring, a, b));
    }
    out_of_line(mul_unreduced_portable, ring, a, b)
}

/// `a^2 R^-1 mod p` by the backend in use. `a < p`.
#[inline(always)]
pub(crate) fn square<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
        return resize(square_4(ring, a));
    }
    if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a]) {
        return resize(square_6(ring, a));
    }
    out_of_line(square_portable, ring, a, a)
}

/// As [`square`], without the final subtraction, for operands that have an [unreduced
/// multiple](Montgomery::unreduced_square_multiple).
#[inline(always)]
pub(crate) fn square_unreduced<const N: usize>(ring: &Montgomery<N>, a: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a])) = sized::<N, 4, 1>(ring, [a]) {
        return resize(square_unreduced_4(ring, a));
    }
    if let Some((ring, [a])) = sized::<N, 6, 1>(ring, [a]) {
        return resize(square_unreduced_6(ring, a));
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
        return resize(add_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(add_6(ring, a, b));
    }
    ring.add_portable(a, b)
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    if let Some((ring, [a, b])) = sized::<N, 4, 2>(ring, [a, b]) {
        return resize(sub_4(ring, a, b));
    }
    if let Some((ring, [a, b])) = sized::<N, 6, 2>(ring, [a, b]) {
        return resize(sub_6(ring, a, b));
    }
    ring.sub_portable(a, b)
}

/// Casts a reference between types whose only parameter, the number of limbs, is the same.
macro_rules! same {
    ($reference:expr) => {
        // SAFETY: the caller has compared the numbers of limbs, so the types are the same.
        unsafe { &*from_ref($reference).cast() }
    };
    (mut $reference:expr) => {
        // SAFETY: as above.
        unsafe { &mut *from_mut($reference).cast() }
    };
}

/// Adds `a b` to the sum.
#[inline(always)]
pub(crate) fn accumulate<const N: usize>(sum: &mut Wide<N>, a: &[u64; N], b: &[u64; N]) {
    match N {
        4 => accumulate_4(same!(mut sum), same!(a), same!(b)),
        6 => accumulate_6(same!(mut sum), same!(a), same!(b)),
        _ => sum.accumulate_portable(a, b),
    }
}

/// `(T + m p) / R` for `T = low + R high`, as `N` limbs and a carry.
#[inline(always)]
pub(crate) fn redc<const N: usize>(ring: &Montgomery<N>, low: &[u64; N], high: &[u64; N]) -> ([u64; N], u64) {
    if let Some((ring, [low, high])) = sized::<N, 4, 2>(ring, [low, high]) {
        let (limbs, carry) = redc_4(ring, low, high);
        return (resize(limbs), carry);
    }
    if let Some((ring, [low, high])) = sized::<N, 6, 2>(ring, [low, high]) {
        let (limbs, carry) = redc_6(ring, low, high);
        return (resize(limbs), carry);
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
    match N {
        4 => product_4(same!(mut place), same!(a), same!(b)),
        6 => product_6(same!(mut place), same!(a), same!(b)),
        _ => return crate::backend::unreduced::product_at(place, a, b),
    }
    // SAFETY: the kernels write all of `place`.
    unsafe { place.assume_init_mut() }
}

/// `value R^-1 mod p`, for `value < p R` and `2 p <= R`.
#[inline(always)]
pub(crate) fn reduce_unreduced<const N: usize>(ring: &Montgomery<N>, value: &Unreduced<N>) -> [u64; N] {
    match N {
        4 => resize(reduce_unreduced_4(same!(ring), same!(value))),
        6 => resize(reduce_unreduced_6(same!(ring), same!(value))),
        _ => crate::backend::unreduced::reduce_unreduced(ring, value),
    }
}

/// `sum += b mod p R`, for `2 p <= R`.
#[inline(always)]
pub(crate) fn add_unreduced<const N: usize>(ring: &Montgomery<N>, sum: &mut Unreduced<N>, b: &Unreduced<N>) {
    match N {
        4 => add_unreduced_4(same!(mut sum), same!(b), same!(ring.modulus())),
        6 => add_unreduced_6(same!(mut sum), same!(b), same!(ring.modulus())),
        _ => crate::backend::unreduced::add_unreduced(ring, sum, b),
    }
}

/// `value += value mod p R`, for `2 p <= R`.
#[inline(always)]
pub(crate) fn double_unreduced<const N: usize>(ring: &Montgomery<N>, value: &mut Unreduced<N>) {
    match N {
        4 => double_unreduced_4(same!(mut value), same!(ring.modulus())),
        6 => double_unreduced_6(same!(mut value), same!(ring.modulus())),
        _ => crate::backend::unreduced::double_unreduced(ring, value),
    }
}

/// `difference -= b mod p R`, for `2 p <= R`.
#[inline(always)]
pub(crate) fn sub_unreduced<const N: usize>(
    ring: &Montgomery<N>,
    difference: &mut Unreduced<N>,
    b: &Unreduced<N>,
) {
    match N {
        4 => sub_unreduced_4(same!(mut difference), same!(b), same!(ring.modulus())),
        6 => sub_unreduced_6(same!(mut difference), same!(b), same!(ring.modulus())),
        _ => crate::backend::unreduced::sub_unreduced(ring, difference, b),
    }
}
