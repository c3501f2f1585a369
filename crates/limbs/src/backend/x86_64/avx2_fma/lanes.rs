//! Numbers in the lanes of vectors, as limbs of 52 bits: loads and stores of rows of a packed value, conversions
//! between doubles and integers, and carries.

use core::arch::x86_64::{
    __m256d, __m256i, _mm256_add_epi64, _mm256_add_pd, _mm256_and_si256, _mm256_broadcast_sd,
    _mm256_castpd_si256, _mm256_castsi256_pd, _mm256_load_pd, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_set1_pd, _mm256_srli_epi64, _mm256_store_pd, _mm256_sub_pd,
};
use core::array::from_fn;

use super::{IN_A_VECTOR, L};
use crate::packed::Packed;

pub(super) const MASK: u64 = (1 << 52) - 1;
/// `2^52`, whose bit pattern has a mantissa of 52 zero bits, where a limb fits.
pub(super) const UNIT: f64 = (1u64 << 52) as f64;
/// A bias that keeps words positive.
pub(super) const BIAS: u64 = 1 << 60;

/// A number in each lane, in limbs.
pub(super) type Limbs = [__m256d; L];
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn integers(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn read<const N: usize>(packed: &Packed<N>, vector: usize) -> Limbs {
    // SAFETY: a row is sixteen words, at a multiple of 64 bytes; IN_A_VECTOR vector + IN_A_VECTOR <= 16.
    from_fn(|j| unsafe {
        _mm256_load_pd(packed.row(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR].as_ptr().cast())
    })
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn write<const N: usize>(packed: &mut Packed<N>, vector: usize, limbs: &Limbs) {
    for j in 0..L {
        let row = &mut packed.row_mut(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR];
        // SAFETY: as in `read`.
        unsafe { _mm256_store_pd(row.as_mut_ptr().cast(), limbs[j]) };
    }
}

/// The low 52 bits of each word, as doubles.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn doubles(words: __m256i) -> __m256d {
    let limbs = _mm256_and_si256(words, integers(MASK));
    let pattern = _mm256_or_si256(limbs, integers(UNIT.to_bits()));
    _mm256_sub_pd(_mm256_castsi256_pd(pattern), _mm256_set1_pd(UNIT))
}

/// Adds the carry of word `i` to the next word.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn carry(words: &mut [__m256i], i: usize) {
    words[i + 1] = _mm256_add_epi64(words[i + 1], _mm256_srli_epi64::<52>(words[i]));
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn broadcast(word: &f64) -> __m256d {
    _mm256_broadcast_sd(word)
}

/// The bit patterns of the limbs plus `2^52`: the limbs as integers below the exponent of `2^52`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn patterns(limbs: &Limbs) -> [__m256i; L] {
    from_fn(|j| _mm256_castpd_si256(_mm256_add_pd(limbs[j], _mm256_set1_pd(UNIT))))
}
