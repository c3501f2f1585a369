//! Sums, differences and comparisons of packed values modulo any `p`.
//!
//! The carries of `a + b` and of `a + b - 2 p` are propagated in parallel; the sign of the second selects the result.
//! Bound: words are sums of at most three limbs, so carries are -1, 0 or 1, and the highest word has the sign of the
//! number.

use core::arch::x86_64::{
    _mm512_add_epi64, _mm512_cmplt_epi64_mask, _mm512_mask_mov_epi64, _mm512_setzero_si512, _mm512_sub_epi64,
    _mm512_xor_si512,
};
use core::array::from_fn;

use super::lanes::broadcast;
use super::words::{VECTORS, Words, broadcast_limbs, nonzero, propagate_carries, read, write};
use crate::packed::{Constants, Packed};

/// Selects `number` unless it is negative, else `otherwise`, after carry propagation.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn select_nonnegative<const L: usize>(number: Words<L>, otherwise: Words<L>) -> Words<L> {
    let (number, otherwise) = (propagate_carries(number), propagate_carries(otherwise));
    let negative = _mm512_cmplt_epi64_mask(number[L - 1], _mm512_setzero_si512());
    from_fn(|j| _mm512_mask_mov_epi64(number[j], negative, otherwise[j]))
}

/// Selects `words - multiple` unless it is negative, else `words`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn subtract_once<const L: usize>(words: &Words<L>, multiple: &Words<L>) -> Words<L> {
    select_nonnegative(from_fn(|j| _mm512_sub_epi64(words[j], multiple[j])), *words)
}

/// `result = a + b`.
///
/// # Safety
/// As for [`mul`](super::montgomery::mul).
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn add<const N: usize, const L: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    let doubled = broadcast_limbs::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let (first, second) = (read::<N, L>(&*a, vector), read::<N, L>(&*b, vector));
            let sum = from_fn(|j| _mm512_add_epi64(first[j], second[j]));
            write(&mut *result, vector, &subtract_once(&sum, &doubled));
        }
    }
}

/// `result = a - b`.
///
/// # Safety
/// As for [`mul`](super::montgomery::mul).
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn sub<const N: usize, const L: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    let doubled = broadcast_limbs::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let (first, second) = (read::<N, L>(&*a, vector), read::<N, L>(&*b, vector));
            let difference: Words<L> = from_fn(|j| _mm512_sub_epi64(first[j], second[j]));
            let raised = from_fn(|j| _mm512_add_epi64(difference[j], doubled[j]));
            write(&mut *result, vector, &select_nonnegative(difference, raised));
        }
    }
}

/// Replaces `a` by `2 p - a` in the lanes of the mask, except where `a` is zero.
#[target_feature(enable = "avx512f")]
pub(super) fn negate_lanes<const N: usize, const L: usize>(
    constants: &Constants,
    a: &mut Packed<N>,
    lanes: u16,
) {
    let doubled = broadcast_limbs::<L>(&constants.doubled);
    for vector in 0..VECTORS {
        let words = read::<N, L>(a, vector);
        let negated: Words<L> = propagate_carries(from_fn(|j| _mm512_sub_epi64(doubled[j], words[j])));
        let lanes = lanes.to_le_bytes()[vector] & nonzero(&words);
        write(a, vector, &from_fn::<_, L, _>(|j| _mm512_mask_mov_epi64(words[j], lanes, negated[j])));
    }
}

/// The lanes that hold 0 or `p`, the numbers below `2 p` that are congruent to zero.
#[target_feature(enable = "avx512f")]
pub(super) fn zero_lanes<const N: usize, const L: usize>(constants: &Constants, a: &Packed<N>) -> u16 {
    let mut lanes = [0; VECTORS];
    for vector in 0..VECTORS {
        let words = read::<N, L>(a, vector);
        let difference = from_fn::<_, L, _>(|j| _mm512_xor_si512(words[j], broadcast(constants.modulus[j])));
        lanes[vector] = !(nonzero(&words) & nonzero(&difference));
    }
    u16::from_le_bytes(lanes)
}
