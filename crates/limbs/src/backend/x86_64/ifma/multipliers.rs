//! The vectors with 52-bit multipliers: proofs of support, and their instructions besides those of [`Simd`].

use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m256i, __m512i, _mm256_madd52hi_avx_epu64, _mm256_madd52hi_epu64,
    _mm256_madd52lo_avx_epu64, _mm256_madd52lo_epu64, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_set1_epi64, _mm512_shrdv_epi64,
};
use core::fmt::Debug;

use super::super::lanes::Form;
use super::super::lanes::additions::biased;
use super::super::lanes::operands::{In, Operands, Out};
use super::super::vector::{Avx2Fma, Avx512Fma, Kernel, Operation, Simd};
use crate::backend::architecture::{AVX_IFMA, AVX_IFMA_BY_AVX512, AVX512_IFMA, VECTORS};
use crate::fault::Fault;
use crate::packed::{Constants, Packed, PackedModulus};

/// A number in each lane, in `L` words.
pub(super) type Number<V, const L: usize> = [Words<V>; L];

/// Proof of support for vectors with 52-bit multipliers.
pub(in crate::backend) trait Ifma: Copy + Debug + Send + Sync + 'static {
    /// The vectors, with the instructions that do not need the multipliers.
    type Base: Simd;

    /// The fault in the product.
    const FAULT: Fault;
    /// The fault in batches of products.
    const BATCH_FAULT: Fault;
    /// The least count of numbers for which packed arithmetic is faster than one number at a time.
    const PAYS_FROM: usize;

    /// Returns a proof without detection.
    ///
    /// # Safety
    /// The processor supports the multipliers.
    unsafe fn assume_supported() -> Self;

    /// The proof for the vectors without the multipliers.
    fn base(self) -> Self::Base;

    /// As [`Simd::run`].
    fn run_with_multipliers<K: Kernel<Self>>(self, kernel: K) -> K::Output;

    /// As [`Simd::operate`].
    fn operate_with_multipliers<const N: usize, K: Operation<Self, N>>(
        self,
        operation: K,
        operands: Operands<N>,
    );

    /// `sum` plus the low 52 bits of the product of the low 52 bits of `a` and of `b`.
    fn add_low(self, sum: Words<Self>, a: Words<Self>, b: Words<Self>) -> Words<Self>;

    /// `sum` plus the bits from bit 52 on of the same product.
    fn add_high(self, sum: Words<Self>, a: Words<Self>, b: Words<Self>) -> Words<Self>;

    /// As [`Simd::join`].
    #[inline(always)]
    fn join_words(self, low: Words<Self>, high: Words<Self>, offset: usize) -> Words<Self> {
        self.base().join(low, high, offset)
    }
}

/// The words of vectors with multipliers.
pub(super) type Words<V> = <<V as Ifma>::Base as Simd>::Words;

/// Proof that the processor and the operating system support AVX-512 with VL, DQ, BW, IFMA, VBMI and
/// VBMI2.
#[derive(Clone, Copy, Debug)]
pub struct Avx512Ifma(Avx512Fma);

impl Avx512Ifma {
    /// Returns a proof if the processor has the instructions and the operating system saves the registers.
    #[inline]
    pub fn detect() -> Option<Self> {
        let vectors = Avx512Fma::detect_integers()?;
        let features = __cpuid_count(7, 0);
        let (quadwords, bytes) = (features.ebx >> 17 & 1, features.ebx >> 30 & 1);
        let (multipliers, short_vectors) = (features.ebx >> 21 & 1, features.ebx >> 31);
        let (permutations, shifts) = (features.ecx >> 1 & 1, features.ecx >> 6 & 1);
        let all = quadwords & bytes & multipliers & short_vectors & permutations & shifts;
        (all == 1).then_some(Self(vectors))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(in super::super) fn cached() -> Option<Self> {
        // SAFETY: the choice is AVX512_IFMA only if `detect` succeeded.
        (VECTORS.get() == AVX512_IFMA).then(|| Self(unsafe { Avx512Fma::assume_supported() }))
    }
}

impl Ifma for Avx512Ifma {
    type Base = Avx512Fma;

    const FAULT: Fault = Fault::Avx512IfmaKernel;
    const BATCH_FAULT: Fault = Fault::Avx512IfmaBatch;
    // Sixteen squarings take the time of three to four by the kernels for single numbers.
    const PAYS_FROM: usize = 4;

    #[inline(always)]
    unsafe fn assume_supported() -> Self {
        // SAFETY: guaranteed by the caller.
        Self(unsafe { Avx512Fma::assume_supported() })
    }

    #[inline(always)]
    fn base(self) -> Avx512Fma {
        self.0
    }

    #[inline(always)]
    fn run_with_multipliers<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        fn run<K: Kernel<Avx512Ifma>>(vectors: Avx512Ifma, kernel: K) -> K::Output {
            kernel.run(vectors)
        }
        // SAFETY: `self` proves that the processor has the features.
        unsafe { run(self, kernel) }
    }

    #[inline(always)]
    fn operate_with_multipliers<const N: usize, K: Operation<Self, N>>(
        self,
        operation: K,
        operands: Operands<N>,
    ) {
        #[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
        fn operate<const N: usize, K: Operation<Avx512Ifma, N>>(
            vector: Avx512Ifma,
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
    fn add_low(self, sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the processor has the instruction.
        unsafe { _mm512_madd52lo_epu64(sum, a, b) }
    }

    #[inline(always)]
    fn add_high(self, sum: __m512i, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: `self` proves that the processor has the instruction.
        unsafe { _mm512_madd52hi_epu64(sum, a, b) }
    }

    #[inline(always)]
    fn join_words(self, low: __m512i, high: __m512i, offset: usize) -> __m512i {
        // SAFETY: `self` proves that the processor has the instructions.
        unsafe { _mm512_shrdv_epi64(low, high, _mm512_set1_epi64(offset as i64)) }
    }
}

/// Proof that the processor and the operating system support AVX-IFMA.
#[derive(Clone, Copy, Debug)]
pub struct AvxIfma(Avx2Fma);

impl AvxIfma {
    /// Returns a proof if the processor has the instructions and the operating system saves the registers.
    pub fn detect() -> Option<Self> {
        let vectors = Avx2Fma::detect_integers()?;
        let has_subleaf = __cpuid(0).eax >= 7 && __cpuid_count(7, 0).eax >= 1;
        (has_subleaf && __cpuid_count(7, 1).eax >> 23 & 1 == 1).then_some(Self(vectors))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(in super::super) fn cached() -> Option<Self> {
        // SAFETY: the choice is AVX_IFMA only if `detect` succeeded.
        (VECTORS.get() == AVX_IFMA).then(|| Self(unsafe { Avx2Fma::assume_supported() }))
    }
}

/// Proof that the processor and the operating system support AVX-512 IFMA with vectors of half the width (VL): the
/// kernels of [`AvxIfma`] in the encoding of AVX-512, to test them.
#[derive(Clone, Copy, Debug)]
pub struct Avx512VlIfma(Avx2Fma);

impl Avx512VlIfma {
    /// Returns a proof if the processor has the instructions and the operating system saves the registers.
    pub fn detect() -> Option<Self> {
        let vectors = Avx2Fma::detect_integers()?;
        Avx512Fma::detect_integers()?;
        let features = __cpuid_count(7, 0).ebx;
        (features >> 21 & features >> 31 & 1 == 1).then_some(Self(vectors))
    }

    /// Returns a proof if this backend is in use.
    #[inline(always)]
    pub(in super::super) fn cached() -> Option<Self> {
        // SAFETY: the choice is AVX_IFMA_BY_AVX512 only if `detect` succeeded.
        (VECTORS.get() == AVX_IFMA_BY_AVX512).then(|| Self(unsafe { Avx2Fma::assume_supported() }))
    }
}

/// The instructions for four lanes, in one of their encodings.
macro_rules! four_lanes {
    ($vectors:ident, $features:literal, $low:ident, $high:ident) => {
        impl Ifma for $vectors {
            type Base = Avx2Fma;

            const FAULT: Fault = Fault::AvxIfmaKernel;
            const BATCH_FAULT: Fault = Fault::AvxIfmaBatch;
            const PAYS_FROM: usize = 6;

            #[inline(always)]
            unsafe fn assume_supported() -> Self {
                // SAFETY: guaranteed by the caller.
                Self(unsafe { Avx2Fma::assume_supported() })
            }

            #[inline(always)]
            fn base(self) -> Avx2Fma {
                self.0
            }

            #[inline(always)]
            fn run_with_multipliers<K: Kernel<Self>>(self, kernel: K) -> K::Output {
                #[target_feature(enable = $features)]
                fn run<K: Kernel<$vectors>>(vectors: $vectors, kernel: K) -> K::Output {
                    kernel.run(vectors)
                }
                // SAFETY: `self` proves that the processor has the features.
                unsafe { run(self, kernel) }
            }

            #[inline(always)]
            fn operate_with_multipliers<const N: usize, K: Operation<Self, N>>(
                self,
                operation: K,
                operands: Operands<N>,
            ) {
                #[target_feature(enable = $features)]
                fn operate<const N: usize, K: Operation<$vectors, N>>(
                    vector: $vectors,
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
            fn add_low(self, sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: `self` proves that the processor has the instruction.
                unsafe { $low(sum, a, b) }
            }

            #[inline(always)]
            fn add_high(self, sum: __m256i, a: __m256i, b: __m256i) -> __m256i {
                // SAFETY: `self` proves that the processor has the instruction.
                unsafe { $high(sum, a, b) }
            }
        }
    };
}
four_lanes! { AvxIfma, "avx2,fma,avxifma", _mm256_madd52lo_avx_epu64, _mm256_madd52hi_avx_epu64 }
four_lanes! { Avx512VlIfma, "avx512ifma,avx512vl", _mm256_madd52lo_epu64, _mm256_madd52hi_epu64 }

/// Calls the functions of the vectors without the multipliers.
macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)+) => {$(
        #[inline(always)]
        fn $name(self $(, $argument: $type)*) $(-> $result)? {
            self.base().$name($($argument),*)
        }
    )+};
}

impl<V: Ifma> Simd for V {
    type Words = Words<V>;
    type Doubles = <V::Base as Simd>::Doubles;

    const IN_A_VECTOR: usize = V::Base::IN_A_VECTOR;
    const BIAS: u64 = V::Base::BIAS;

    #[inline(always)]
    fn run<K: Kernel<Self>>(self, kernel: K) -> K::Output {
        self.run_with_multipliers(kernel)
    }

    #[inline(always)]
    fn operate<const N: usize, K: Operation<Self, N>>(self, operation: K, operands: Operands<N>) {
        self.operate_with_multipliers(operation, operands);
    }

    #[inline(always)]
    fn read<const N: usize>(self, packed: &Packed<N>, row: usize, vector: usize) -> Self::Words {
        self.base().read(packed, row, vector)
    }

    #[inline(always)]
    fn write<const N: usize>(self, packed: &mut Packed<N>, row: usize, vector: usize, words: Self::Words) {
        self.base().write(packed, row, vector, words);
    }

    #[inline(always)]
    fn load_pair<const N: usize>(self, numbers: &[&[u64; N]], i: usize) -> [Self::Words; 2] {
        self.base().load_pair(numbers, i)
    }

    #[inline(always)]
    fn store_pair<const N: usize>(self, pair: [Self::Words; 2], numbers: &mut [&mut [u64; N]], i: usize) {
        self.base().store_pair(pair, numbers, i);
    }

    #[inline(always)]
    fn join(self, low: Self::Words, high: Self::Words, offset: usize) -> Self::Words {
        self.join_words(low, high, offset)
    }

    delegate! {
        words(word: u64) -> Self::Words;
        add(a: Self::Words, b: Self::Words) -> Self::Words;
        sub(a: Self::Words, b: Self::Words) -> Self::Words;
        and(a: Self::Words, b: Self::Words) -> Self::Words;
        and_not(a: Self::Words, b: Self::Words) -> Self::Words;
        or(a: Self::Words, b: Self::Words) -> Self::Words;
        xor(a: Self::Words, b: Self::Words) -> Self::Words;
        shift_right(a: Self::Words, count: usize) -> Self::Words;
        shift_left(a: Self::Words, count: usize) -> Self::Words;
        carry(a: Self::Words) -> Self::Words;
        mul_32(a: Self::Words, b: Self::Words) -> Self::Words;
        select_negative(sign: Self::Words, negative: Self::Words, otherwise: Self::Words) -> Self::Words;
        zeros(a: Self::Words) -> Self::Words;
        select_lanes(lanes: u8, chosen: Self::Words, otherwise: Self::Words) -> Self::Words;
        zero_lanes(a: Self::Words) -> u8;
        doubles(double: &f64) -> Self::Doubles;
        with_bits(a: Self::Words) -> Self::Doubles;
        to_bits(a: Self::Doubles) -> Self::Words;
        add_doubles(a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
        sub_doubles(a: Self::Doubles, b: Self::Doubles) -> Self::Doubles;
        fused(a: Self::Doubles, b: Self::Doubles, c: Self::Doubles) -> Self::Doubles;
        add_halves(sums: [Self::Words; 2], a: Self::Doubles, b: Self::Doubles, starts: [Self::Doubles; 2])
            -> [Self::Words; 2];
        depend_on_both(doubles: [Self::Doubles; 2]) -> [Self::Doubles; 2];
    }
}

/// Rows hold limbs as integers.
impl<V: Ifma> Form for V {
    const OFFSET: u64 = 0;

    #[inline(always)]
    fn limb(row: u64) -> u64 {
        row
    }

    #[inline(always)]
    fn word(self, row: Self::Words) -> Self::Words {
        row
    }

    #[inline(always)]
    fn row(self, word: Self::Words, is_top: bool) -> Self::Words {
        if is_top { word } else { self.and(word, self.words(super::super::lanes::MASK)) }
    }

    #[inline(always)]
    fn clear_low_bits<const N: usize, const L: usize, const BITS: usize>(
        self,
        modulus: &PackedModulus<N>,
        words: [Self::Words; L],
    ) -> [Self::Words; L] {
        let mut words = clear_low_bits::<V, L, BITS>(self, modulus.constants(), words);
        for j in 0..L {
            words[j] = self.add(words[j], self.words(biased::<V, L>(j)));
        }
        words
    }
}

/// Adds `m p` with `m = -words p^-1 mod 2^BITS`, `BITS < 52`, which clears the low bits. No carry propagation.
#[inline(always)]
pub(super) fn clear_low_bits<V: Ifma, const L: usize, const BITS: usize>(
    v: V,
    constants: &Constants,
    mut words: Number<V, L>,
) -> Number<V, L> {
    let m = v.add_low(v.words(0), words[0], v.words(constants.negated_inverse));
    let m = v.and(m, v.words((1 << BITS) - 1));
    for j in 0..L {
        words[j] = v.add_low(words[j], m, v.words(constants.modulus[j]));
    }
    for j in 0..L - 1 {
        words[j + 1] = v.add_high(words[j + 1], m, v.words(constants.modulus[j]));
    }
    words
}
