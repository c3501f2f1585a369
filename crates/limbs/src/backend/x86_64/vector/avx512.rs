//! Eight lanes, by AVX-512F. Intel's servers since Skylake, AMD since Zen 4.

use core::arch::asm;
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m128i, __m512d, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm512_add_epi64,
    _mm512_add_pd, _mm512_and_si512, _mm512_andnot_si512, _mm512_castpd_si512, _mm512_castsi128_si512,
    _mm512_castsi512_pd, _mm512_castsi512_si128, _mm512_cmplt_epi64_mask, _mm512_extracti32x4_epi32,
    _mm512_fmadd_pd, _mm512_inserti32x4, _mm512_load_si512, _mm512_mask_mov_epi64, _mm512_maskz_set1_epi64,
    _mm512_mul_epu32, _mm512_or_si512, _mm512_set1_epi64, _mm512_set1_pd, _mm512_setzero_si512,
    _mm512_sllv_epi64, _mm512_srai_epi64, _mm512_srlv_epi64, _mm512_store_si512, _mm512_sub_epi64,
    _mm512_sub_pd, _mm512_testn_epi64_mask, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

use super::rounding::is_to_nearest;
use super::{Kernel, Operation, Simd};
use crate::backend::architecture::kept_states;
use crate::backend::lanes::operands::{In, Operands, Out};
use crate::packed::Packed;

/// Proof that the processor and the operating system support AVX-512F.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Fma(());

impl Avx512Fma {
    /// Returns a proof if the processor has the instructions, the operating system saves the registers, and this thread
    /// rounds to nearest.
    pub fn detect() -> Option<Self> {
        if is_to_nearest() { Self::detect_integers() } else { None }
    }

    /// As [`detect`](Self::detect), for operations on integers, in any rounding mode.
    pub(in crate::backend::x86_64) fn detect_integers() -> Option<Self> {
        if __cpuid(0).eax < 7 {
            return None;
        }
        let (older, features) = (__cpuid(1).ecx, __cpuid_count(7, 0));
        let keeps_states = older >> 27 & 1;
        // AVX2, FMA and F16C, which the compiler enables with AVX-512.
        let implied = features.ebx >> 5 & older >> 12 & older >> 29 & 1;
        let foundation = features.ebx >> 16 & 1;
        if keeps_states & implied & foundation == 0 {
            return None;
        }
        // SSE, AVX, the mask registers, and both halves of the vectors.
        (kept_states() & 0b1110_0110 == 0b1110_0110).then_some(Self(()))
    }

    /// Returns a proof without detection.
    ///
    /// # Safety
    /// `detect` has succeeded for this or for a backend that includes it.
    #[inline(always)]
    pub(in crate::backend::x86_64) unsafe fn assume_supported() -> Self {
        Self(())
    }
}

/// Calls an intrinsic.
macro_rules! call {
    ($intrinsic:expr) => {
        // SAFETY: `self` proves that the processor has the instruction. Pointers are those of the function's comment.
        unsafe { $intrinsic }
    };
}

impl Avx512Fma {
    /// Limbs `i` and `i + 1` of a number. Two limbs are sixteen bytes.
    #[inline(always)]
    fn load_two<const N: usize>(self, number: &[u64; N], i: usize) -> __m128i {
        call!(_mm_loadu_si128(number[i..][..2].as_ptr().cast()))
    }

    /// The same limbs of every second number, from `first` on.
    #[inline(always)]
    fn load_four<const N: usize>(self, numbers: &[&[u64; N]], i: usize, first: usize) -> __m512i {
        let vector = call!(_mm512_castsi128_si512(self.load_two(numbers[first], i)));
        let vector = call!(_mm512_inserti32x4::<1>(vector, self.load_two(numbers[first + 2], i)));
        let vector = call!(_mm512_inserti32x4::<2>(vector, self.load_two(numbers[first + 4], i)));
        call!(_mm512_inserti32x4::<3>(vector, self.load_two(numbers[first + 6], i)))
    }
}

impl Simd for Avx512Fma {
    type Words = __m512i;
    type Doubles = __m512d;

    const IN_A_VECTOR: usize = 8;
    const BIAS: u64 = 0;

    #[inline(always)]
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f")]
        fn run<K: Kernel<Avx512Fma>>(vector: Avx512Fma, kernel: K) -> K::Output {
            kernel.run(vector)
        }
        // SAFETY: `self` proves that the processor has the features.
        unsafe { run(self, kernel) }
    }

    #[inline(always)]
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>) {
        #[target_feature(enable = "avx512f")]
        fn operate<const N: usize, K: Operation<Avx512Fma, N>>(
            vector: Avx512Fma,
            operation: K,
            result: Out<N>,
            a: In<N>,
            b: In<N>,
        ) {
            operation.run(vector, Operands::from_parts(result, a, b));
        }
        let (result, a, b) = operands.into_parts();
        // SAFETY: `self` proves that the processor has the features.
        unsafe { operate(self, operation, result, a, b) }
    }

    #[inline(always)]
    fn words(self, word: u64) -> __m512i {
        call!(_mm512_set1_epi64(word.cast_signed()))
    }

    // A row is at a multiple of 64 bytes, and so are its vectors of their size.
    #[inline(always)]
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, vector: usize) -> __m512i {
        call!(_mm512_load_si512(packed.row(row)[8 * vector..][..8].as_ptr().cast()))
    }

    // As in `read`.
    #[inline(always)]
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, vector: usize, words: __m512i) {
        call!(_mm512_store_si512(packed.row_mut(row)[8 * vector..][..8].as_mut_ptr().cast(), words));
    }

    #[inline(always)]
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [__m512i; 2] {
        let (even, odd) = (self.load_four(numbers, i, 0), self.load_four(numbers, i, 1));
        call!([_mm512_unpacklo_epi64(even, odd), _mm512_unpackhi_epi64(even, odd)])
    }

    // As in `load_two`.
    #[inline(always)]
    fn store_pair<const N: usize>(self, pair: [__m512i; 2], numbers: &mut [&mut [u64; N]], i: usize) {
        let [even, odd] =
            call!([_mm512_unpacklo_epi64(pair[0], pair[1]), _mm512_unpackhi_epi64(pair[0], pair[1])]);
        let pairs = call!([
            _mm512_castsi512_si128(even),
            _mm512_castsi512_si128(odd),
            _mm512_extracti32x4_epi32::<1>(even),
            _mm512_extracti32x4_epi32::<1>(odd),
            _mm512_extracti32x4_epi32::<2>(even),
            _mm512_extracti32x4_epi32::<2>(odd),
            _mm512_extracti32x4_epi32::<3>(even),
            _mm512_extracti32x4_epi32::<3>(odd),
        ]);
        for (number, pair) in numbers.iter_mut().zip(pairs) {
            call!(_mm_storeu_si128(number[i..][..2].as_mut_ptr().cast::<__m128i>(), pair));
        }
    }

    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_add_epi64(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_sub_epi64(a, b))
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_and_si512(a, b))
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_andnot_si512(a, b))
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_or_si512(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_xor_si512(a, b))
    }

    #[inline(always)]
    fn shift_right(self, a: __m512i, count: usize) -> __m512i {
        call!(_mm512_srlv_epi64(a, _mm512_set1_epi64(count as i64)))
    }

    #[inline(always)]
    fn shift_left(self, a: __m512i, count: usize) -> __m512i {
        call!(_mm512_sllv_epi64(a, _mm512_set1_epi64(count as i64)))
    }

    #[inline(always)]
    fn carry(self, a: __m512i) -> __m512i {
        call!(_mm512_srai_epi64::<52>(a))
    }

    #[inline(always)]
    fn mul_32(self, a: __m512i, b: __m512i) -> __m512i {
        call!(_mm512_mul_epu32(a, b))
    }

    #[inline(always)]
    fn select_negative(self, sign: __m512i, negative: __m512i, otherwise: __m512i) -> __m512i {
        let is_negative = call!(_mm512_cmplt_epi64_mask(sign, _mm512_setzero_si512()));
        call!(_mm512_mask_mov_epi64(otherwise, is_negative, negative))
    }

    #[inline(always)]
    fn zeros(self, a: __m512i) -> __m512i {
        call!(_mm512_maskz_set1_epi64(self.zero_lanes(a), -1))
    }

    #[inline(always)]
    fn select_lanes(self, lanes: u8, chosen: __m512i, otherwise: __m512i) -> __m512i {
        call!(_mm512_mask_mov_epi64(otherwise, lanes, chosen))
    }

    #[inline(always)]
    fn zero_lanes(self, a: __m512i) -> u8 {
        call!(_mm512_testn_epi64_mask(a, a))
    }

    #[inline(always)]
    fn doubles(self, double: &f64) -> __m512d {
        call!(_mm512_set1_pd(*double))
    }

    #[inline(always)]
    fn with_bits(self, a: __m512i) -> __m512d {
        call!(_mm512_castsi512_pd(a))
    }

    #[inline(always)]
    fn to_bits(self, a: __m512d) -> __m512i {
        call!(_mm512_castpd_si512(a))
    }

    #[inline(always)]
    fn add_doubles(self, a: __m512d, b: __m512d) -> __m512d {
        call!(_mm512_add_pd(a, b))
    }

    #[inline(always)]
    fn sub_doubles(self, a: __m512d, b: __m512d) -> __m512d {
        call!(_mm512_sub_pd(a, b))
    }

    #[inline(always)]
    fn fused(self, a: __m512d, b: __m512d, c: __m512d) -> __m512d {
        call!(_mm512_fmadd_pd(a, b, c))
    }

    #[inline(always)]
    fn add_halves(
        self,
        mut sums: [__m512i; 2],
        a: __m512d,
        b: __m512d,
        starts: [__m512d; 2],
    ) -> [__m512i; 2] {
        /// See [`Simd::add_halves`].
        #[inline]
        #[target_feature(enable = "avx512f")]
        fn add_halves(
            sums: &mut [__m512i; 2],
            a: __m512d,
            b: __m512d,
            [low_start, high_start]: [__m512d; 2],
        ) {
            let [low, high] = sums;
            // SAFETY: the assembly uses registers only, and may set the inexact flag of MXCSR.
            unsafe {
                asm!(
                    "vmovapd {h}, {high_start}",
                    "vfmadd231pd {h}, {a}, {b}",
                    "vsubpd {l}, {low_start}, {h}",
                    "vfmadd231pd {l}, {a}, {b}",
                    "vpaddq {high}, {high}, {h}",
                    "vpsubq {low}, {low}, {l}",
                    h = out(zmm_reg) _,
                    l = out(zmm_reg) _,
                    a = in(zmm_reg) a,
                    b = in(zmm_reg) b,
                    high_start = in(zmm_reg) high_start,
                    low_start = in(zmm_reg) low_start,
                    high = inout(zmm_reg) *high,
                    low = inout(zmm_reg) *low,
                    options(pure, nomem, nostack),
                );
            }
        }
        call!(add_halves(&mut sums, a, b, starts));
        sums
    }

    #[inline(always)]
    fn depend_on_both(self, mut doubles: [__m512d; 2]) -> [__m512d; 2] {
        #[inline]
        #[target_feature(enable = "avx512f")]
        fn depend([first, second]: &mut [__m512d; 2]) {
            // SAFETY: the assembly is empty.
            unsafe {
                asm!(
                    "/* {0} {1} */",
                    inlateout(zmm_reg) * first,
                    inlateout(zmm_reg) * second,
                    options(pure, nomem, nostack, preserves_flags)
                );
            };
        }
        call!(depend(&mut doubles));
        doubles
    }
}
