//! Four lanes, by AVX2 and FMA. Intel since Haswell, AMD since Zen.

use core::arch::asm;
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m128i, __m256d, __m256i, _mm_loadu_si128, _mm_storeu_si128, _mm256_add_epi64,
    _mm256_add_pd, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_pd, _mm256_broadcast_sd,
    _mm256_castpd_si256, _mm256_castsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_si128,
    _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_fmadd_pd, _mm256_inserti128_si256,
    _mm256_load_si256, _mm256_mul_epu32, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_store_si256, _mm256_sub_epi64,
    _mm256_sub_pd, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64, _mm256_xor_si256,
};

use super::rounding::is_to_nearest;
use super::{Kernel, Operation, Simd};
use crate::backend::architecture::kept_states;
use crate::backend::lanes::operands::{In, Operands, Out};
use crate::packed::Packed;

/// Proof that the processor and the operating system support AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2Fma(());

impl Avx2Fma {
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
        let features = __cpuid(1).ecx;
        let (fma, keeps_states, avx) = (features >> 12 & 1, features >> 27 & 1, features >> 28 & 1);
        let avx2 = __cpuid_count(7, 0).ebx >> 5 & 1;
        if fma & keeps_states & avx & avx2 == 0 {
            return None;
        }
        // SSE and AVX.
        (kept_states() & 0b110 == 0b110).then_some(Self(()))
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

impl Avx2Fma {
    /// Limbs `i` and `i + 1` of the numbers `first` and `first + 2`. Two limbs are sixteen bytes.
    #[inline(always)]
    fn load_two<const N: usize>(self, numbers: &[&[u64; N]], i: usize, first: usize) -> __m256i {
        let low = call!(_mm_loadu_si128(numbers[first][i..][..2].as_ptr().cast()));
        let high = call!(_mm_loadu_si128(numbers[first + 2][i..][..2].as_ptr().cast()));
        call!(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high))
    }
}

impl Simd for Avx2Fma {
    type Words = __m256i;
    type Doubles = __m256d;

    const IN_A_VECTOR: usize = 4;
    const BIAS: u64 = 1 << 60;

    #[inline(always)]
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,fma")]
        fn run<K: Kernel<Avx2Fma>>(vector: Avx2Fma, kernel: K) -> K::Output {
            kernel.run(vector)
        }
        // SAFETY: `self` proves that the processor has the features.
        unsafe { run(self, kernel) }
    }

    #[inline(always)]
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>) {
        #[target_feature(enable = "avx2,fma")]
        fn operate<const N: usize, K: Operation<Avx2Fma, N>>(
            vector: Avx2Fma,
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
    fn words(self, word: u64) -> __m256i {
        call!(_mm256_set1_epi64x(word.cast_signed()))
    }

    // A row is at a multiple of 64 bytes, and so are its vectors of their size.
    #[inline(always)]
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, vector: usize) -> __m256i {
        call!(_mm256_load_si256(packed.row(row)[4 * vector..][..4].as_ptr().cast()))
    }

    // As in `read`.
    #[inline(always)]
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, vector: usize, words: __m256i) {
        call!(_mm256_store_si256(packed.row_mut(row)[4 * vector..][..4].as_mut_ptr().cast(), words));
    }

    #[inline(always)]
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [__m256i; 2] {
        let (even, odd) = (self.load_two(numbers, i, 0), self.load_two(numbers, i, 1));
        call!([_mm256_unpacklo_epi64(even, odd), _mm256_unpackhi_epi64(even, odd)])
    }

    // As in `load_two`.
    #[inline(always)]
    fn store_pair<const N: usize>(self, pair: [__m256i; 2], numbers: &mut [&mut [u64; N]], i: usize) {
        let [even, odd] =
            call!([_mm256_unpacklo_epi64(pair[0], pair[1]), _mm256_unpackhi_epi64(pair[0], pair[1])]);
        let pairs = call!([
            _mm256_castsi256_si128(even),
            _mm256_castsi256_si128(odd),
            _mm256_extracti128_si256::<1>(even),
            _mm256_extracti128_si256::<1>(odd),
        ]);
        for (number, pair) in numbers.iter_mut().zip(pairs) {
            call!(_mm_storeu_si128(number[i..][..2].as_mut_ptr().cast::<__m128i>(), pair));
        }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_add_epi64(a, b))
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_sub_epi64(a, b))
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_and_si256(a, b))
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_andnot_si256(a, b))
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_or_si256(a, b))
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_xor_si256(a, b))
    }

    #[inline(always)]
    fn shift_right(self, a: __m256i, count: usize) -> __m256i {
        call!(_mm256_srlv_epi64(a, _mm256_set1_epi64x(count as i64)))
    }

    #[inline(always)]
    fn shift_left(self, a: __m256i, count: usize) -> __m256i {
        call!(_mm256_sllv_epi64(a, _mm256_set1_epi64x(count as i64)))
    }

    #[inline(always)]
    fn carry(self, a: __m256i) -> __m256i {
        self.shift_right(a, 52)
    }

    #[inline(always)]
    fn mul_32(self, a: __m256i, b: __m256i) -> __m256i {
        call!(_mm256_mul_epu32(a, b))
    }

    #[inline(always)]
    fn select_negative(self, sign: __m256i, negative: __m256i, otherwise: __m256i) -> __m256i {
        call!(_mm256_castpd_si256(_mm256_blendv_pd(
            _mm256_castsi256_pd(otherwise),
            _mm256_castsi256_pd(negative),
            _mm256_castsi256_pd(sign),
        )))
    }

    #[inline(always)]
    fn zeros(self, a: __m256i) -> __m256i {
        call!(_mm256_cmpeq_epi64(a, _mm256_setzero_si256()))
    }

    #[inline(always)]
    fn select_lanes(self, lanes: u8, chosen: __m256i, otherwise: __m256i) -> __m256i {
        let bits = call!(_mm256_setr_epi64x(1, 2, 4, 8));
        let is_chosen = call!(_mm256_cmpeq_epi64(_mm256_and_si256(self.words(lanes.into()), bits), bits));
        self.select_negative(is_chosen, chosen, otherwise)
    }

    // In assembly, because the compiler would narrow the masks of several vectors to join their bits.
    #[inline(always)]
    fn zero_lanes(self, a: __m256i) -> u8 {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn zero_lanes(a: __m256i) -> u32 {
            let lanes;
            // SAFETY: the assembly uses registers only.
            unsafe {
                asm!(
                    "vpxor {zeros}, {zeros}, {zeros}",
                    "vpcmpeqq {zeros}, {zeros}, {a}",
                    "vmovmskpd {lanes:e}, {zeros}",
                    zeros = out(ymm_reg) _,
                    a = in(ymm_reg) a,
                    lanes = lateout(reg) lanes,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            lanes
        }
        call!(zero_lanes(a)).to_le_bytes()[0]
    }

    #[inline(always)]
    fn doubles(self, double: &f64) -> __m256d {
        call!(_mm256_broadcast_sd(double))
    }

    #[inline(always)]
    fn with_bits(self, a: __m256i) -> __m256d {
        call!(_mm256_castsi256_pd(a))
    }

    #[inline(always)]
    fn to_bits(self, a: __m256d) -> __m256i {
        call!(_mm256_castpd_si256(a))
    }

    #[inline(always)]
    fn add_doubles(self, a: __m256d, b: __m256d) -> __m256d {
        call!(_mm256_add_pd(a, b))
    }

    #[inline(always)]
    fn sub_doubles(self, a: __m256d, b: __m256d) -> __m256d {
        call!(_mm256_sub_pd(a, b))
    }

    #[inline(always)]
    fn fused(self, a: __m256d, b: __m256d, c: __m256d) -> __m256d {
        call!(_mm256_fmadd_pd(a, b, c))
    }

    #[inline(always)]
    fn add_halves(
        self,
        mut sums: [__m256i; 2],
        a: __m256d,
        b: __m256d,
        starts: [__m256d; 2],
    ) -> [__m256i; 2] {
        /// See [`Simd::add_halves`].
        #[inline]
        #[target_feature(enable = "avx2,fma")]
        fn add_halves(
            sums: &mut [__m256i; 2],
            a: __m256d,
            b: __m256d,
            [low_start, high_start]: [__m256d; 2],
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
                    h = out(ymm_reg) _,
                    l = out(ymm_reg) _,
                    a = in(ymm_reg) a,
                    b = in(ymm_reg) b,
                    high_start = in(ymm_reg) high_start,
                    low_start = in(ymm_reg) low_start,
                    high = inout(ymm_reg) *high,
                    low = inout(ymm_reg) *low,
                    options(pure, nomem, nostack),
                );
            }
        }
        call!(add_halves(&mut sums, a, b, starts));
        sums
    }

    #[inline(always)]
    fn depend_on_both(self, mut doubles: [__m256d; 2]) -> [__m256d; 2] {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn depend([first, second]: &mut [__m256d; 2]) {
            // SAFETY: the assembly is empty.
            unsafe {
                asm!(
                    "/* {0} {1} */",
                    inlateout(ymm_reg) * first,
                    inlateout(ymm_reg) * second,
                    options(pure, nomem, nostack, preserves_flags)
                );
            };
        }
        call!(depend(&mut doubles));
        doubles
    }
}
