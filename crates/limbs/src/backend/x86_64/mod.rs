//! x86-64: additions for every processor, multiplication by what the processor offers.

mod additions;
mod bmi2_adx;

pub use bmi2_adx::Bmi2Adx;

use core::arch::asm;

use crate::{Montgomery, Wide};

/// The best backend that the processor offers.
pub(super) fn best() -> u8 {
    if Bmi2Adx::detect().is_some() { super::BMI2_ADX } else { super::PORTABLE }
}

/// `a b R^-1 mod p` by the backend in use. `a < p`; `b` may be any `N` limbs.
#[inline(always)]
pub(crate) fn mul<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let (a, b) = (&limb_by_limb(a), &limb_by_limb(b));
    if let Some((a, b, p)) = four_limbs(ring, a, b)
        && let Some(backend) = Bmi2Adx::cached()
    {
        return from_four(backend.mul_4(a, b, p, ring.negated_inverse()));
    }
    mul_portable(ring, a, b)
}

/// The same limbs, in memory of their own, written one by one.
///
/// The kernels read limb by limb from memory. Handed a caller's variable, they tie it to memory, where the compiler copies
/// it in wider pieces; such a load has to wait until the limbs just written have left the store buffer: a quarter of the
/// time of a chain of multiplications (the lab's `field.mul.latency`). So the caller's variable stays in registers, and
/// only this copy has an address. Handing the block `copy[i]` itself, instead of a variable, loses all of it again.
#[inline(always)]
fn limb_by_limb<const N: usize>(limbs: &[u64; N]) -> [u64; N] {
    let mut copy = [0; N];
    for i in 0..N {
        let mut limb = limbs[i];
        // SAFETY: no instruction at all. The compiler does not know, so it cannot make one wide copy of the four.
        unsafe { asm!("/* {0} */", inlateout(reg) limb, options(pure, nomem, nostack, preserves_flags)) };
        copy[i] = limb;
    }
    copy
}

/// Keeps the portable code out of every place that multiplies.
#[inline(never)]
fn mul_portable<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    ring.mul_portable(a, b)
}

/// `a + b mod p`.
#[inline(always)]
pub(crate) fn add<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    match four_limbs(ring, a, b) {
        Some((a, b, p)) => from_four(additions::add_4(a, b, p)),
        None => ring.add_portable(a, b),
    }
}

/// `a - b mod p`.
#[inline(always)]
pub(crate) fn sub<const N: usize>(ring: &Montgomery<N>, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    match four_limbs(ring, a, b) {
        Some((a, b, p)) => from_four(additions::sub_4(a, b, p)),
        None => ring.sub_portable(a, b),
    }
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

/// The operands and the modulus if they have four limbs. The compiler knows: nothing is tested at run time.
#[inline(always)]
fn four_limbs<'a, const N: usize>(
    ring: &'a Montgomery<N>,
    a: &'a [u64; N],
    b: &'a [u64; N],
) -> Option<(&'a [u64; 4], &'a [u64; 4], &'a [u64; 4])> {
    let four = |limbs: &'a [u64; N]| limbs.as_slice().try_into().ok();
    Some((four(a)?, four(b)?, four(ring.modulus())?))
}

/// The way back: `N` is four.
#[inline(always)]
fn from_four<const N: usize>(limbs: [u64; 4]) -> [u64; N] {
    let mut same = [0; N];
    same.copy_from_slice(&limbs);
    same
}
