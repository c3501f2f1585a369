//! Vectors of four words for [`quads`](crate::quads), by the 256-bit forms of the instructions: Zen 4 starts two of
//! their multiply-adds per cycle, but one of 512 bits.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi64, _mm256_and_si256, _mm256_cmpeq_epi64, _mm256_loadu_si256,
    _mm256_madd52hi_epu64, _mm256_madd52lo_epu64, _mm256_mask_blend_epi64, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256,
    _mm256_sub_epi64, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};

use super::Avx512Ifma;
use crate::count;
use crate::packed::Sealed;
use crate::quad_backend::{QuadBackend, QuadProgram};

/// Proof that the processor and the operating system support AVX-512 with VL and IFMA.
#[derive(Clone, Copy, Debug)]
pub struct QuadVectors(());

impl QuadVectors {
    /// A proof, if the environment allows the backend too. None while the thread counts operations, since counts are
    /// those of the formulas for single numbers.
    #[inline]
    pub fn active() -> Option<Self> {
        if count::is_on() {
            return None;
        }
        Avx512Ifma::cached().map(|_| Self(()))
    }

    /// A proof, if the processor has the instructions.
    pub fn detect() -> Option<Self> {
        Avx512Ifma::detect().map(|_| Self(()))
    }
}

/// Compiles a computation with the instructions.
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512ifma")]
fn run<P: QuadProgram>(program: P) -> P::Output {
    program.run(QuadVectors(()))
}

impl Sealed for QuadVectors {}

#[allow(clippy::cast_possible_wrap, reason = "intrinsics take words as signed integers")]
impl QuadBackend for QuadVectors {
    type Vector = __m256i;

    #[inline]
    fn run<P: QuadProgram>(self, program: P) -> P::Output {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { run(program) }
    }

    // SAFETY, for all of the following: `self` proves that the processor has the features, and pointers come from
    // references to as many words.

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store(self, vector: __m256i, words: &mut [u64; 4]) {
        // SAFETY: see above.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), vector) }
    }
    #[inline(always)]
    fn broadcast(self, word: u64) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_set1_epi64x(word as i64) }
    }
    #[inline(always)]
    fn multiply_add_low(self, sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_madd52lo_epu64(sum, a, b) }
    }
    #[inline(always)]
    fn multiply_add_high(self, sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_madd52hi_epu64(sum, a, b) }
    }
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_add_epi64(a, b) }
    }
    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_sub_epi64(a, b) }
    }
    #[inline(always)]
    fn shift_left(self, a: __m256i, bits: u32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_sll_epi64(a, _mm_cvtsi64_si128(i64::from(bits))) }
    }
    #[inline(always)]
    fn shift_right(self, a: __m256i, bits: u32) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_srl_epi64(a, _mm_cvtsi64_si128(i64::from(bits))) }
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_and_si256(a, b) }
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_or_si256(a, b) }
    }
    #[inline(always)]
    fn equals(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_cmpeq_epi64(a, b) }
    }
    #[inline(always)]
    fn interleave_even(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_unpacklo_epi64(a, b) }
    }
    #[inline(always)]
    fn interleave_odd(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_unpackhi_epi64(a, b) }
    }
    #[inline(always)]
    fn permute<const ORDER: i32>(self, a: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_permute4x64_epi64::<ORDER>(a) }
    }
    #[inline(always)]
    fn blend<const LANES: u8>(self, a: __m256i, b: __m256i) -> __m256i {
        // SAFETY: see above.
        unsafe { _mm256_mask_blend_epi64(LANES, a, b) }
    }
}
