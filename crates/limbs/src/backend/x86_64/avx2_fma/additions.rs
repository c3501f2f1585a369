//! Sums, differences and comparisons of packed values by AVX2.

use core::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_blendv_pd, _mm256_castsi256_pd, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_set1_pd, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_sub_epi64,
};
use core::array::from_fn;

use super::lanes::{BIAS, Limbs, MASK, UNIT, carry, doubles, integers, patterns, read, write};
use super::{IN_A_VECTOR, L};
use crate::packed::{Constants, LANES, Packed};

/// Propagates carries. Each word `j` except the highest holds an extra `BIAS`, and the next word `BIAS / 2^52` less.
#[inline]
#[target_feature(enable = "avx2")]
fn propagate_carries(mut words: [__m256i; L]) -> [__m256i; L] {
    for j in 0..L - 1 {
        carry(&mut words, j);
        words[j] = _mm256_and_si256(words[j], integers(MASK));
    }
    words
}

/// The constant that [`propagate_carries`] expects to be added to word `j`.
pub(super) const fn biased(j: usize) -> u64 {
    let bias = if j < L - 1 { BIAS } else { 0 };
    if j > 0 { bias.wrapping_sub(BIAS >> 52) } else { bias }
}

/// Computes the limbs of a signed number, plus `multiple` if the number is negative. The words carry the biases of
/// [`propagate_carries`].
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn nonnegative(words: [__m256i; L], multiple: &[__m256i; L]) -> [__m256i; L] {
    let words = propagate_carries(words);
    let negative = _mm256_cmpgt_epi64(_mm256_setzero_si256(), words[L - 1]);
    let corrected = from_fn(|j| {
        let word = _mm256_add_epi64(words[j], integers(biased(j)));
        _mm256_add_epi64(word, _mm256_and_si256(negative, multiple[j]))
    });
    propagate_carries(corrected)
}

/// `2 p`.
#[inline]
#[target_feature(enable = "avx2")]
fn doubled_modulus(constants: &Constants) -> [__m256i; L] {
    from_fn(|j| integers(constants.doubled[j]))
}

/// `a + b`.
#[inline]
#[target_feature(enable = "avx2")]
fn sum(doubled: &[__m256i; L], a: &Limbs, b: &Limbs) -> Limbs {
    let (first, second) = (patterns(a), patterns(b));
    let sum = from_fn(|j| {
        let start = integers(biased(j).wrapping_sub(UNIT.to_bits()).wrapping_sub(UNIT.to_bits()));
        let sum = _mm256_add_epi64(_mm256_add_epi64(first[j], second[j]), start);
        _mm256_sub_epi64(sum, doubled[j])
    });
    nonnegative(sum, doubled).map(|limb| doubles(limb))
}

/// `a - b`.
#[inline]
#[target_feature(enable = "avx2")]
fn difference(doubled: &[__m256i; L], a: &Limbs, b: &Limbs) -> Limbs {
    let (first, second) = (patterns(a), patterns(b));
    let difference =
        from_fn(|j| _mm256_add_epi64(_mm256_sub_epi64(first[j], second[j]), integers(biased(j))));
    nonnegative(difference, doubled).map(|limb| doubles(limb))
}

/// `result = a + b`.
///
/// # Safety
/// `a` and `b` are valid for reads. `result` is valid for writes, and may be `a` or `b`.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn add<const N: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let sum = sum(&doubled, &read(&*a, vector), &read(&*b, vector));
            write(&mut *result, vector, &sum);
        }
    }
}

/// `result = a - b`.
///
/// # Safety
/// As for [`add`].
#[target_feature(enable = "avx2")]
pub(super) unsafe fn sub<const N: usize>(
    constants: &Constants,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        unsafe {
            let difference = difference(&doubled, &read(&*a, vector), &read(&*b, vector));
            write(&mut *result, vector, &difference);
        }
    }
}

/// `a_i = -a_i` in the lanes of the mask.
#[target_feature(enable = "avx2")]
pub(super) fn negate_lanes<const N: usize>(constants: &Constants, a: &mut Packed<N>, lanes: u16) {
    let doubled = doubled_modulus(constants);
    let zero = [_mm256_set1_pd(0.0); L];
    let bits = _mm256_setr_epi64x(1, 2, 4, 8);
    for vector in 0..LANES / IN_A_VECTOR {
        let mask = _mm256_and_si256(integers(u64::from(lanes >> (IN_A_VECTOR * vector))), bits);
        let mask = _mm256_castsi256_pd(_mm256_cmpeq_epi64(mask, bits));
        let limbs = read(a, vector);
        let negated = difference(&doubled, &zero, &limbs);
        write(a, vector, &from_fn(|j| _mm256_blendv_pd(limbs[j], negated[j], mask)));
    }
}

/// The lanes that hold 0 or `p`, the numbers below `2 p` that are congruent to zero.
#[inline]
pub(super) fn zero_lanes<const N: usize>(constants: &Constants, a: &Packed<N>) -> u16 {
    let equals = |lane: usize, limbs: &[u64]| (0..L).all(|j| a.row(j)[lane] == (limbs[j] as f64).to_bits());
    let zeros = (0..LANES).map(|lane| equals(lane, &[0; L]) | equals(lane, &constants.modulus));
    zeros.enumerate().fold(0, |lanes, (lane, zero)| lanes | u16::from(zero) << lane)
}
