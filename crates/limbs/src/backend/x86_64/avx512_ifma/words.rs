//! Numbers in the lanes of vectors, in limbs of 52 bits: loads and stores of rows of a packed value, products, and
//! carries.
//!
//! In a packed value every word is a limb below `2^52`. During a computation, words hold sums whose carries are not
//! propagated. The bits above the 52 bits of a word may also be counted in the next word.

use core::arch::x86_64::{
    __m512i, __mmask8, _mm512_add_epi64, _mm512_and_si512, _mm512_load_epi64, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_or_si512, _mm512_setzero_si512, _mm512_srai_epi64, _mm512_store_epi64,
    _mm512_test_epi64_mask,
};
use core::array::from_fn;

use super::IN_A_VECTOR;
use super::lanes::{MASK, broadcast};
use crate::packed::{LANES, Limbs52, Packed};

/// The number of vectors of a packed value.
pub(super) const VECTORS: usize = LANES / IN_A_VECTOR;

/// A number in each lane, in `L` words.
pub(super) type Words<const L: usize> = [__m512i; L];

/// Loads the limbs of a vector of a packed value.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn read<const N: usize, const L: usize>(packed: &Packed<N>, vector: usize) -> Words<L> {
    // SAFETY: a row is sixteen words, at a multiple of 64 bytes; IN_A_VECTOR vector + IN_A_VECTOR <= 16.
    from_fn(|j| unsafe {
        _mm512_load_epi64(packed.row(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR].as_ptr().cast())
    })
}

/// Stores the limbs of words after carry propagation. The highest word has no carry, so it is below `2^52`.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn write<const N: usize, const L: usize>(packed: &mut Packed<N>, vector: usize, words: &Words<L>) {
    let limbs = limbs(words);
    for j in 0..L {
        let row = &mut packed.row_mut(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR];
        // SAFETY: as in `read`.
        unsafe { _mm512_store_epi64(row.as_mut_ptr().cast(), limbs[j]) };
    }
}

/// Clears the bits above the limbs.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn limbs<const L: usize>(words: &Words<L>) -> Words<L> {
    from_fn(|j| if j < L - 1 { _mm512_and_si512(words[j], broadcast(MASK)) } else { words[j] })
}

/// Broadcasts a constant to all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn broadcast_limbs<const L: usize>(limbs: &Limbs52) -> Words<L> {
    from_fn(|j| broadcast(limbs[j]))
}

/// Propagates signed carries from the lowest word to the highest, which keeps its sign.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn propagate_carries<const L: usize>(mut words: Words<L>) -> Words<L> {
    for j in 0..L - 1 {
        words[j + 1] = _mm512_add_epi64(words[j + 1], _mm512_srai_epi64::<52>(words[j]));
    }
    words
}

/// The lanes that hold a nonzero number.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn nonzero<const N: usize>(words: &[__m512i; N]) -> __mmask8 {
    let mut any = words[0];
    for word in &words[1..] {
        any = _mm512_or_si512(any, *word);
    }
    _mm512_test_epi64_mask(any, any)
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn add_low<const L: usize>(words: &mut [Words<L>; 2], index: usize, a: __m512i, b: __m512i) {
    let word = &mut words[index / L][index % L];
    *word = _mm512_madd52lo_epu64(*word, a, b);
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn add_high<const L: usize>(words: &mut [Words<L>; 2], index: usize, a: __m512i, b: __m512i) {
    let word = &mut words[index / L][index % L];
    *word = _mm512_madd52hi_epu64(*word, a, b);
}

/// Adds `2^(52 i) a b`, with separate sums for its low and its high halves.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_row<const L: usize>(sums: &mut [[Words<L>; 2]; 2], i: usize, a: &Words<L>, b: __m512i) {
    // For up to five limbs the registers hold two sums of words besides the operands.
    let apart = usize::from(L <= 5);
    for j in 0..L {
        add_low(&mut sums[0], i + j, a[j], b);
    }
    for j in 0..L {
        add_high(&mut sums[apart], i + j + 1, a[j], b);
    }
}

/// Computes `a b` in lower and upper `L` words, without carry propagation: each is a sum of at most `2 L - 1` halves of
/// products below `2^52`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn product<const L: usize>(a: &Words<L>, b: &Words<L>) -> [Words<L>; 2] {
    let mut sums = [[[_mm512_setzero_si512(); L]; 2]; 2];
    // Two loops, because the compiler does not unroll a loop of so many steps.
    for i in 0..L / 2 {
        add_row(&mut sums, i, a, b[i]);
    }
    for i in L / 2..L {
        add_row(&mut sums, i, a, b[i]);
    }
    let [low, high] = sums;
    if L > 5 {
        return low;
    }
    // Two sums halve the length of the dependency chains.
    from_fn(|half| from_fn(|j| _mm512_add_epi64(low[half][j], high[half][j])))
}

/// Computes `a^2` as [`product`] does: products of different limbs once, doubled, plus the squares.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn square<const L: usize>(a: &Words<L>) -> [Words<L>; 2] {
    let mut words = [[_mm512_setzero_si512(); L]; 2];
    for i in 0..L {
        for j in i + 1..L {
            add_low(&mut words, i + j, a[i], a[j]);
        }
        for j in i + 1..L {
            add_high(&mut words, i + j + 1, a[i], a[j]);
        }
    }
    for index in 1..2 * L - 1 {
        let word = &mut words[index / L][index % L];
        *word = _mm512_add_epi64(*word, *word);
    }
    for i in 0..L {
        add_low(&mut words, 2 * i, a[i], a[i]);
        add_high(&mut words, 2 * i + 1, a[i], a[i]);
    }
    words
}

/// `result = a^(2^times)`. Words stay in registers between squarings; `result` may be `a`.
///
/// # Safety
/// `result` and `a` point to packed values, and there is no other reference to `result`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) unsafe fn squarings<const N: usize, const L: usize>(
    result: *mut Packed<N>,
    a: *const Packed<N>,
    times: usize,
    reduce: impl Fn([Words<L>; 2]) -> Words<L>,
) {
    // SAFETY: guaranteed by the caller; no reference outlives its use.
    let mut words: [Words<L>; VECTORS] = unsafe { [read(&*a, 0), read(&*a, 1)] };
    for _ in 0..times {
        for vector in 0..VECTORS {
            words[vector] = reduce(square(&words[vector]));
        }
    }
    for vector in 0..VECTORS {
        // SAFETY: as above.
        unsafe { write(&mut *result, vector, &words[vector]) };
    }
}

/// The same number in all sixteen lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn constant<const N: usize, const L: usize>(limbs: &Limbs52) -> Packed<N> {
    let mut packed = Packed::ZERO;
    for vector in 0..VECTORS {
        write::<N, L>(&mut packed, vector, &broadcast_limbs(limbs));
    }
    packed
}
