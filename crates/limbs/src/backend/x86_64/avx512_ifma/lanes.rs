//! Conversions between numbers of 64-bit limbs in memory and vectors of 52-bit limbs.

use core::arch::x86_64::{
    __m128i, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm512_broadcast_i32x4, _mm512_extracti32x4_epi32,
    _mm512_inserti32x4, _mm512_or_si512, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_shrdv_epi64,
    _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
};

use super::IN_A_VECTOR;

/// The 52 bits of a limb.
pub(super) const MASK: u64 = (1 << 52) - 1;

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn broadcast(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift_right(words: __m512i, count: usize) -> __m512i {
    _mm512_srlv_epi64(words, broadcast(count as u64))
}

#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn shift_left(words: __m512i, count: usize) -> __m512i {
    _mm512_sllv_epi64(words, broadcast(count as u64))
}

/// `2^shift a` in limbs of 52 bits. The upper twelve bits of each word are arbitrary: products ignore them.
#[inline]
#[target_feature(enable = "avx512f,avx512vbmi2")]
pub(super) fn limbs_52<const N: usize, const L: usize>(words: &[__m512i; N], shift: usize) -> [__m512i; L] {
    let mut limbs = [_mm512_setzero_si512(); L];
    limbs[0] = shift_left(words[0], shift);
    for i in usize::from(shift == 0)..L {
        if 52 * i < shift {
            continue;
        }
        let (word, offset) = ((52 * i - shift) / 64, (52 * i - shift) % 64);
        limbs[i] = match words.get(word + 1) {
            Some(next) => _mm512_shrdv_epi64(words[word], *next, broadcast(offset as u64)),
            None => shift_right(words[word], offset),
        };
    }
    limbs
}

/// Converts limbs of 52 bits, from bit `shift` on, to words of 64 bits.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn words_64<const N: usize, const L: usize>(limbs: &[__m512i; L], shift: usize) -> [__m512i; N] {
    let mut words = [_mm512_setzero_si512(); N];
    for i in 0..N {
        let (first, offset) = ((64 * i + shift) / 52, (64 * i + shift) % 52);
        words[i] = shift_right(limbs[first], offset);
        let mut position = 52 - offset;
        for limb in &limbs[first + 1..] {
            if position < 64 {
                words[i] = _mm512_or_si512(words[i], shift_left(*limb, position));
            }
            position += 52;
        }
    }
    words
}

/// Loads limb `i` of eight numbers into vector `i`. Adjacent limbs of a number are loaded in pairs, for even and odd
/// numbers separately, and then separated.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load<const N: usize>(numbers: &[&[u64; N]; IN_A_VECTOR]) -> [__m512i; N] {
    const { assert!(N.is_multiple_of(2), "limbs are loaded in pairs") };
    let mut words = [_mm512_setzero_si512(); N];
    for i in (0..N).step_by(2) {
        let pair = |number: usize| {
            // SAFETY: the limbs i and i + 1 < N of the number are sixteen bytes.
            unsafe { _mm_loadu_si128(numbers[number][i..i + 2].as_ptr().cast::<__m128i>()) }
        };
        let four = |first: usize| {
            let mut vector = _mm512_broadcast_i32x4(pair(first));
            vector = _mm512_inserti32x4::<1>(vector, pair(first + 2));
            vector = _mm512_inserti32x4::<2>(vector, pair(first + 4));
            _mm512_inserti32x4::<3>(vector, pair(first + 6))
        };
        let (even, odd) = (four(0), four(1));
        words[i] = _mm512_unpacklo_epi64(even, odd);
        words[i + 1] = _mm512_unpackhi_epi64(even, odd);
    }
    words
}

/// The inverse of [`load`].
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn store<const N: usize>(words: &[__m512i; N], numbers: &mut [&mut [u64; N]; IN_A_VECTOR]) {
    for i in (0..N).step_by(2) {
        let even = _mm512_unpacklo_epi64(words[i], words[i + 1]);
        let odd = _mm512_unpackhi_epi64(words[i], words[i + 1]);
        for (first, four) in [(0, even), (1, odd)] {
            let pairs = [
                _mm512_extracti32x4_epi32::<0>(four),
                _mm512_extracti32x4_epi32::<1>(four),
                _mm512_extracti32x4_epi32::<2>(four),
                _mm512_extracti32x4_epi32::<3>(four),
            ];
            for (number, pair) in numbers[first..].iter_mut().step_by(2).zip(pairs) {
                // SAFETY: the limbs i and i + 1 < N of the number are sixteen bytes.
                unsafe { _mm_storeu_si128(number[i..i + 2].as_mut_ptr().cast::<__m128i>(), pair) };
            }
        }
    }
}
