//! Conversions between numbers in 64-bit limbs and packed values, whose rows hold doubles.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_andnot_si256, _mm256_cmpeq_epi64, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi64, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};
use core::array::from_fn;

use super::additions::{biased, nonnegative};
use super::lanes::{UNIT, doubles, integers, patterns, read, write};
use super::{IN_A_VECTOR, L};
use crate::packed::{Constants, LANES, Limbs52, Packed};

/// The same number in all sixteen lanes.
#[inline(always)]
pub(super) fn constant<const N: usize>(limbs: &Limbs52) -> Packed<N> {
    let mut packed = Packed::ZERO;
    for j in 0..L {
        // Exact, because the limb is below 2^53.
        *packed.row_mut(j) = [(limbs[j] as f64).to_bits(); LANES];
    }
    packed
}

/// Transposes a 4x4 matrix.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(rows: [__m256i; 4]) -> [__m256i; 4] {
    let low = [0, 2].map(|i| _mm256_unpacklo_epi64(rows[i], rows[i + 1]));
    let high = [0, 2].map(|i| _mm256_unpackhi_epi64(rows[i], rows[i + 1]));
    [
        _mm256_permute2x128_si256::<0x20>(low[0], low[1]),
        _mm256_permute2x128_si256::<0x20>(high[0], high[1]),
        _mm256_permute2x128_si256::<0x31>(low[0], low[1]),
        _mm256_permute2x128_si256::<0x31>(high[0], high[1]),
    ]
}

/// Limb `i` of four numbers in vector `i`.
#[inline]
#[target_feature(enable = "avx2")]
fn load(numbers: [&[u64; 4]; IN_A_VECTOR]) -> [__m256i; 4] {
    // SAFETY: four limbs are 32 bytes.
    transpose(numbers.map(|number| unsafe { _mm256_loadu_si256(number.as_ptr().cast()) }))
}

/// Masks of the lanes in which all words are zero.
#[inline]
#[target_feature(enable = "avx2")]
fn zeros(words: &[__m256i; 4]) -> __m256i {
    let any = _mm256_or_si256(_mm256_or_si256(words[0], words[1]), _mm256_or_si256(words[2], words[3]));
    _mm256_cmpeq_epi64(any, _mm256_setzero_si256())
}

/// Loads numbers without a change of radix. With `UNITS`, zeros become ones.
#[target_feature(enable = "avx2")]
pub(super) fn load_packed<const N: usize, const UNITS: bool>(
    numbers: &[&[u64; 4]; LANES],
    packed: &mut Packed<N>,
) {
    let (fours, _) = numbers.as_chunks::<IN_A_VECTOR>();
    for (vector, four) in fours.iter().enumerate() {
        let mut words = load(*four);
        if UNITS {
            words[0] = _mm256_or_si256(words[0], _mm256_srli_epi64::<63>(zeros(&words)));
        }
        // Limb j consists of the bits from 52 j on; `doubles` keeps 52 of them.
        let limbs = [
            words[0],
            _mm256_or_si256(_mm256_srli_epi64::<52>(words[0]), _mm256_slli_epi64::<12>(words[1])),
            _mm256_or_si256(_mm256_srli_epi64::<40>(words[1]), _mm256_slli_epi64::<24>(words[2])),
            _mm256_or_si256(_mm256_srli_epi64::<28>(words[2]), _mm256_slli_epi64::<36>(words[3])),
            _mm256_srli_epi64::<16>(words[3]),
        ];
        write(packed, vector, &limbs.map(|limb| doubles(limb)));
    }
}

/// Stores numbers without a change of radix, reduced below `p`. With `UNITS`, destinations that hold zero are not
/// written.
#[target_feature(enable = "avx2")]
pub(super) fn store_packed<const N: usize, const UNITS: bool>(
    constants: &Constants,
    packed: &Packed<N>,
    numbers: &mut [&mut [u64; 4]; LANES],
) {
    let modulus: [__m256i; L] = from_fn(|j| integers(constants.modulus[j]));
    let (fours, _) = numbers.as_chunks_mut::<IN_A_VECTOR>();
    for (vector, four) in fours.iter_mut().enumerate() {
        let limbs = patterns(&read(packed, vector));
        let difference = from_fn(|j| {
            let start = integers(biased(j).wrapping_sub(UNIT.to_bits()));
            _mm256_add_epi64(_mm256_sub_epi64(limbs[j], modulus[j]), start)
        });
        let limbs = nonnegative(difference, &modulus);
        let mut words = [
            _mm256_or_si256(limbs[0], _mm256_slli_epi64::<52>(limbs[1])),
            _mm256_or_si256(_mm256_srli_epi64::<12>(limbs[1]), _mm256_slli_epi64::<40>(limbs[2])),
            _mm256_or_si256(_mm256_srli_epi64::<24>(limbs[2]), _mm256_slli_epi64::<28>(limbs[3])),
            _mm256_or_si256(_mm256_srli_epi64::<36>(limbs[3]), _mm256_slli_epi64::<16>(limbs[4])),
        ];
        if UNITS {
            let kept = zeros(&load(four.each_ref().map(|number| &**number)));
            words = words.map(|word| _mm256_andnot_si256(kept, word));
        }
        for (number, row) in four.iter_mut().zip(transpose(words)) {
            // SAFETY: four limbs are 32 bytes.
            unsafe { _mm256_storeu_si256(number.as_mut_ptr().cast(), row) };
        }
    }
}
