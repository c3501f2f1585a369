//! Arithmetic of packed values modulo `p = 2^256 - c` with `c < 2^48`, such as the base field of secp256k1 with
//! `c = 2^32 + 977`.
//!
//! The upper half of a product folds into the lower half by `2^260 = 16 c`, which is cheaper than a Montgomery
//! reduction. So the radix is `S = 1`: residues are represented by themselves, below `2 p`.
//!
//! A product `a b < 4 p^2 < 2^514` has ten words, of up to nine halves of products below `2^52` each.
//!
//! 1. The carries of the upper five are propagated: `h_0, .., h_4`, with `h_4 < 2^(514 - 468) = 2^46`.
//! 2. `16 c h` is added to the lower five: words below `11 2^52`, and a sixth below `2^46`.
//! 3. The part at `2^256` and above, `t`, folds to `c t`. `t` is read from the words without the carries of the lower
//!    words: `t < 2^8 + 2^50 < 2^51`.
//! 4. Carries are propagated. The sum is below `2^256 + 12 2^208 + 2^51 c < 2^257 - 2 c = 2 p`.
//!
//! Cost for a vector, in multiply-adds: 50 a product, 30 a square, 12 a reduction.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_setzero_si512, _mm512_sub_epi64,
};
use core::array::from_fn;
use core::ptr::from_mut;

use super::conversions::{load_through, store_through};
use super::lanes::{MASK, broadcast, shift_left, shift_right};
use super::words::{
    VECTORS, Words, broadcast_limbs, constant, product, propagate_carries, read, squarings, write,
};
use crate::packed::{Constants, LANES, Packed, PseudoMersenne};

/// The number of words of a number.
const L: usize = 5;

/// The number of bits of the highest word below `2^256`.
const TOP: usize = 256 - 52 * (L - 1);

/// Splits words into those of the bits below `2^256` and the bits above.
#[inline]
#[target_feature(enable = "avx512f")]
fn part(mut words: Words<L>) -> (Words<L>, __m512i) {
    let top = shift_right(words[L - 1], TOP);
    words[L - 1] = _mm512_and_si512(words[L - 1], broadcast((1 << TOP) - 1));
    (words, top)
}

/// Computes a number below `2 p` congruent to a product, by all steps above except the last: no carry propagation.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn fold(c: u64, [mut words, upper]: [Words<L>; 2]) -> Words<L> {
    let upper = propagate_carries(upper);
    let (c, folded) = (broadcast(c), broadcast(16 * c));
    for j in 0..L {
        words[j] = _mm512_madd52lo_epu64(words[j], upper[j], folded);
    }
    for j in 0..L - 1 {
        words[j + 1] = _mm512_madd52hi_epu64(words[j + 1], upper[j], folded);
    }
    let sixth = _mm512_madd52hi_epu64(_mm512_setzero_si512(), upper[L - 1], folded);
    let (mut words, top) = part(words);
    let top = _mm512_add_epi64(top, shift_left(sixth, 52 - TOP));
    words[0] = _mm512_madd52lo_epu64(words[0], top, c);
    words[1] = _mm512_madd52hi_epu64(words[1], top, c);
    words
}

/// Computes a number below `2 p` congruent to a product, by all four steps.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn reduce(c: u64, product: [Words<L>; 2]) -> Words<L> {
    propagate_carries(fold(c, product))
}

/// As [`reduce`], for words below `2^55`, the highest below `2^51`: then `t < 8`, and `c t` has one limb. The result is
/// below `2^256 + 9 2^208 + 8 c < 2 p`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn reduce_sum(c: u64, words: Words<L>) -> Words<L> {
    let (mut words, top) = part(words);
    words[0] = _mm512_madd52lo_epu64(words[0], top, broadcast(c));
    propagate_carries(words)
}

/// `2^BITS a` for `BITS <= 256`, in words that are sums of at most two halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn shifted<const BITS: usize>(a: &Words<L>) -> [Words<L>; 2] {
    let (limbs, bits) = (BITS / 52, BITS % 52);
    let mut words = [[_mm512_setzero_si512(); L]; 2];
    for j in 0..L {
        let low = _mm512_and_si512(shift_left(a[j], bits), broadcast(MASK));
        for (index, half) in [(limbs + j, low), (limbs + j + 1, shift_right(a[j], 52 - bits))] {
            let word = &mut words[index / L][index % L];
            *word = _mm512_add_epi64(*word, half);
        }
    }
    words
}

/// Converts the limbs of `a R` to `a`.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn load_packed<const N: usize, const B: usize>(
    prime: &PseudoMersenne,
    numbers: &[&[u64; N]; LANES],
    packed: &mut Packed<B>,
) {
    load_through::<N, L, B, false>(numbers, packed, |words| {
        reduce(prime.c, product(&words, &broadcast_limbs(&prime.to_packed)))
    });
}

/// Converts `a` to the limbs of `a R`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn store_packed<const N: usize, const B: usize>(
    prime: &PseudoMersenne,
    constants: &Constants,
    packed: &Packed<B>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    store_through::<N, L, B, 0, false>(&constants.modulus, packed, numbers, |words| {
        fold(prime.c, shifted::<256>(&words))
    });
}

/// `result = a b`.
///
/// # Safety
/// All pointers are to packed values. `result` may be `a` or `b`, and there is no other reference to it.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn mul<const N: usize>(
    prime: &PseudoMersenne,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        let reduced = unsafe { reduce(prime.c, product(&read(&*a, vector), &read(&*b, vector))) };
        // SAFETY: as above.
        unsafe { write(&mut *result, vector, &reduced) };
    }
}

/// `result = a^(2^times)`.
///
/// # Safety
/// As for [`mul`].
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn square_times<const N: usize>(
    prime: &PseudoMersenne,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    times: usize,
) {
    // SAFETY: guaranteed by the caller.
    unsafe { squarings(result, a, times, |c| reduce(prime.c, c)) }
}

/// `result = a + b`. The words of the sum are below `2^53`, the highest below `2^50`.
///
/// # Safety
/// As for [`mul`].
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn add<const N: usize>(
    prime: &PseudoMersenne,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let (first, second): (Words<L>, Words<L>) = (read(&*a, vector), read(&*b, vector));
            let sum = from_fn(|j| _mm512_add_epi64(first[j], second[j]));
            write(&mut *result, vector, &reduce_sum(prime.c, sum));
        }
    }
}

/// `a - b + 4 p`. Four times each limb of `p` is at least any limb of a number below `2 p`, so no word is negative.
/// Words are below `2^55`, the highest below `2^50 + 2^49`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn difference(c: u64, a: &Words<L>, b: &Words<L>) -> Words<L> {
    let limb = |j| match j {
        0 => MASK + 1 - c,
        4 => (1 << TOP) - 1,
        _ => MASK,
    };
    let above: Words<L> = from_fn(|j| _mm512_add_epi64(a[j], broadcast(4 * limb(j))));
    reduce_sum(c, from_fn(|j| _mm512_sub_epi64(above[j], b[j])))
}

/// `result = a - b`.
///
/// # Safety
/// As for [`mul`].
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn sub<const N: usize>(
    prime: &PseudoMersenne,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    for vector in 0..VECTORS {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let words = difference(prime.c, &read(&*a, vector), &read(&*b, vector));
            write(&mut *result, vector, &words);
        }
    }
}

/// `v a`, where `v^2 = R / S = 2^256`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn scale_raw<const N: usize>(prime: &PseudoMersenne, a: &mut Packed<N>) {
    for vector in 0..VECTORS {
        let words = reduce(prime.c, shifted::<128>(&read(a, vector)));
        write(a, vector, &words);
    }
}

/// `a / v`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn unscale_raw<const N: usize>(prime: &PseudoMersenne, a: &mut Packed<N>) {
    let (a, factor) = (from_mut(a), constant::<N, L>(&prime.unscale));
    // SAFETY: the pointers come from references.
    unsafe { mul(prime, a, a, &factor) }
}
