//! Casts between numbers of generic and of fixed length, which are of the same type.
#![cfg_attr(vorpal_portable, allow(dead_code, reason = "the build without kernels casts nothing"))]

use core::mem::transmute_copy;
use core::ptr::{from_mut, from_ref};

use crate::{LANES, Montgomery};

/// Casts the ring and the operands if they have `L` limbs. The compiler resolves the choice: nothing is tested at run
/// time.
#[inline(always)]
pub(super) fn sized<'a, const N: usize, const L: usize, const OPERANDS: usize>(
    ring: &'a Montgomery<N>,
    operands: [&'a [u64; N]; OPERANDS],
) -> Option<(&'a Montgomery<L>, [&'a [u64; L]; OPERANDS])> {
    if N != L {
        return None;
    }
    // SAFETY: the types are the same, because their only parameter is.
    Some(unsafe { (&*from_ref(ring).cast(), transmute_copy(&operands)) })
}

/// The inverse of the cast of operands in [`sized`]: `L` is `N`.
#[inline(always)]
pub(super) fn resize<const L: usize, const N: usize>(limbs: [u64; L]) -> [u64; N] {
    assert!(L == N, "the lengths are the same");
    // SAFETY: the types are the same, because their only parameter is.
    unsafe { transmute_copy(&limbs) }
}

/// Casts sixteen numbers, where `L` is `N`.
#[inline(always)]
#[allow(dead_code, reason = "unused on targets without vectors of 52-bit limbs")]
pub(super) fn cast_all<'a, 'b, const N: usize, const L: usize>(
    numbers: &'a [&'b [u64; N]; LANES],
) -> &'a [&'b [u64; L]; LANES] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &*from_ref(numbers).cast() }
}

/// As [`cast_all`].
#[inline(always)]
#[allow(dead_code, reason = "unused on targets without vectors of 52-bit limbs")]
pub(super) fn cast_all_mut<'a, 'b, const N: usize, const L: usize>(
    numbers: &'a mut [&'b mut [u64; N]; LANES],
) -> &'a mut [&'b mut [u64; L]; LANES] {
    assert!(N == L, "the same number of limbs");
    // SAFETY: the types are the same.
    unsafe { &mut *from_mut(numbers).cast() }
}
