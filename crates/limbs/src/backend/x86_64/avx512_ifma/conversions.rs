//! Conversions between 64-bit limbs with the radix `R` and packed values of 52-bit limbs with the radix `S`.

use core::arch::x86_64::{
    _mm512_add_epi64, _mm512_and_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64, _mm512_mask_mov_epi64,
    _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_setzero_si512,
};
use core::array::from_fn;

use super::IN_A_VECTOR;
use super::additions::subtract_once;
use super::lanes::{MASK, broadcast, limbs_52, load, shift_left, shift_right, store, words_64};
use super::montgomery::mul_constant;
use super::words::{VECTORS, Words, broadcast_limbs, limbs, nonzero, read, write};
use crate::packed::{Constants, LANES, Limbs52, Packed};

/// Loads sixteen numbers of 64-bit limbs and applies `to_montgomery`. With `UNITS`, zeros become ones.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub(super) fn load_through<const N: usize, const L: usize, const B: usize, const UNITS: bool>(
    numbers: &[&[u64; N]; LANES],
    packed: &mut Packed<B>,
    to_packed: impl Fn(Words<L>) -> Words<L>,
) {
    let (eights, _) = numbers.as_chunks::<IN_A_VECTOR>();
    for vector in 0..VECTORS {
        let mut words = load(&eights[vector]);
        if UNITS {
            words[0] = _mm512_mask_mov_epi64(broadcast(1), nonzero(&words), words[0]);
        }
        write::<B, L>(packed, vector, &to_packed(limbs_52(&words, 0)));
    }
}

/// Stores the canonical numbers of a packed value after `from_packed`. That function returns `2^SHIFT` times numbers
/// below `2 p`, in words without carry propagation; `multiple` is `2^SHIFT p`. With `UNITS`, destinations that hold
/// zero are not written.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn store_through<
    const N: usize,
    const L: usize,
    const B: usize,
    const SHIFT: usize,
    const UNITS: bool,
>(
    multiple: &Limbs52,
    packed: &Packed<B>,
    numbers: &mut [&mut [u64; N]; LANES],
    from_packed: impl Fn(Words<L>) -> Words<L>,
) {
    let multiple = broadcast_limbs::<L>(multiple);
    let (eights, _) = numbers.as_chunks_mut::<IN_A_VECTOR>();
    for (vector, eight) in eights.iter_mut().enumerate() {
        let canonical = subtract_once(&from_packed(read(packed, vector)), &multiple);
        let mut words = words_64(&limbs(&canonical), SHIFT);
        if UNITS {
            let kept = nonzero(&load(&eight.each_ref().map(|number| &**number)));
            words = words.map(|word| _mm512_maskz_mov_epi64(kept, word));
        }
        store(&words, eight);
    }
}

/// Loads numbers without a change of radix.
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub(super) fn load_raw<const N: usize, const L: usize, const B: usize, const UNITS: bool>(
    numbers: &[&[u64; N]; LANES],
    packed: &mut Packed<B>,
) {
    load_through::<N, L, B, UNITS>(numbers, packed, |words| words);
}

/// Stores numbers without a change of radix, reduced below `p`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn store_raw<const N: usize, const L: usize, const B: usize, const UNITS: bool>(
    constants: &Constants,
    packed: &Packed<B>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    store_through::<N, L, B, 0, UNITS>(&constants.modulus, packed, numbers, |words| words);
}

/// Loads numbers `a R` as `a S`.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
pub(super) fn load_packed<const N: usize, const L: usize, const B: usize>(
    constants: &Constants,
    numbers: &[&[u64; N]; LANES],
    packed: &mut Packed<B>,
) {
    load_raw::<N, L, B, false>(numbers, packed);
    mul_constant::<B, L>(constants, packed, &constants.to_packed);
}

/// With `x < 2 p` and `m = -x p^-1 mod 2^s`, `(x + m p) / 2^s` is an integer congruent to `x R / S`, below
/// `(2 p + (2^s - 1) p) / 2^s < 2 p`. `SHIFT` is `s`: the low bits of `x + m p` and of `2^s p` are zero.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn store_packed<const N: usize, const L: usize, const B: usize, const SHIFT: usize>(
    constants: &Constants,
    packed: &Packed<B>,
    numbers: &mut [&mut [u64; N]; LANES],
) {
    const { assert!(SHIFT == 52 * L - 64 * N) };
    store_through::<N, L, B, SHIFT, false>(&constants.shifted, packed, numbers, |mut words| {
        add_multiple(constants, &mut words, SHIFT);
        words
    });
}

/// `2^(-s / 2) a`: with `m = -a p^-1 mod 2^(s / 2)`, `(a + m p) / 2^(s / 2)` is an integer, and below
/// `(2 p + (2^(s / 2) - 1) p) / 2^(s / 2) < 2 p`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn scale_raw<const N: usize, const L: usize>(constants: &Constants, a: &mut Packed<N>) {
    let shift = (52 * L - 64 * N) / 2;
    for vector in 0..VECTORS {
        let mut words = read::<N, L>(a, vector);
        add_multiple(constants, &mut words, shift);
        for j in 0..L - 1 {
            words[j + 1] = _mm512_add_epi64(words[j + 1], shift_right(words[j], 52));
        }
        // The bits above the 52 bits of a limb belong to the next limb.
        let shifted = from_fn::<_, L, _>(|j| {
            let low = shift_right(_mm512_and_si512(words[j], broadcast(MASK)), shift);
            if j == L - 1 {
                return shift_right(words[j], shift);
            }
            _mm512_or_si512(low, shift_left(words[j + 1], 52 - shift))
        });
        write(a, vector, &shifted);
    }
}

/// Adds `m p` with `m = -words p^-1 mod 2^bits`, `bits < 52`, which clears the low bits. No carry propagation.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_multiple<const L: usize>(constants: &Constants, words: &mut Words<L>, bits: usize) {
    let zero = _mm512_setzero_si512();
    let m = _mm512_madd52lo_epu64(zero, words[0], broadcast(constants.negated_inverse));
    let m = _mm512_and_si512(m, broadcast((1 << bits) - 1));
    for j in 0..L {
        words[j] = _mm512_madd52lo_epu64(words[j], m, broadcast(constants.modulus[j]));
    }
    for j in 0..L - 1 {
        words[j + 1] = _mm512_madd52hi_epu64(words[j + 1], m, broadcast(constants.modulus[j]));
    }
}
