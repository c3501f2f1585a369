//! Sums of products in residues: see [`residues`](crate::residues) for the method and the bounds of lanes.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_load_si512, _mm512_madd52hi_epu64, _mm512_madd52lo_epu64,
    _mm512_min_epu64, _mm512_permutexvar_epi8, _mm512_sad_epu8, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_srli_epi64, _mm512_store_si512, _mm512_sub_epi64,
};
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::super::lanes::MASK;
use super::Avx512Ifma;
use crate::fault::{Fault, leak_if_active};
use crate::packed::Sealed;
use crate::residues::backend::total;
use crate::residues::constants::{Base, Lanes, moduli_of};
use crate::residues::moduli::BITS;
use crate::residues::{Factors, Quadratic, ResidueBackend, ResidueRing};
use crate::{count, words};

#[inline]
#[target_feature(enable = "avx512f")]
fn broadcast(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

/// The low and the high words of a sum, in each lane.
type Words = [__m512i; 2];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(lanes: &Lanes) -> __m512i {
    // SAFETY: the reference is to 64 bytes, and all structures of residues are aligned to 64 bytes.
    unsafe { _mm512_load_si512(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(lanes: &mut Lanes, vector: __m512i) {
    // SAFETY: as for `load`.
    unsafe { _mm512_store_si512(lanes.as_mut_ptr().cast(), vector) }
}

/// Writes one vector of each coefficient, and of the rest.
#[inline]
#[target_feature(enable = "avx512f")]
fn write<const N: usize>(
    ring: &ResidueRing<N>,
    result: &mut MaybeUninit<Quadratic>,
    base: usize,
    c0: __m512i,
    c1: __m512i,
    rest: Option<__m512i>,
) {
    let rest = rest.unwrap_or_else(|| times_minus_q(ring, base, c1));
    let result = result.as_mut_ptr();
    // SAFETY: the pointer comes from a reference, is aligned, and nothing is read. Lanes are any words.
    unsafe {
        _mm512_store_si512((&raw mut (*result).c0[base]).cast(), c0);
        _mm512_store_si512((&raw mut (*result).c1[base]).cast(), c1);
        _mm512_store_si512((&raw mut (*result).rest[base]).cast(), rest);
    }
}

/// Adds a product to a sum.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_product(sum: &mut Words, a: __m512i, b: __m512i) {
    sum[0] = _mm512_madd52lo_epu64(sum[0], a, b);
    sum[1] = _mm512_madd52hi_epu64(sum[1], a, b);
}

/// `min(x, x - k m)`.
#[inline]
#[target_feature(enable = "avx512f")]
fn correct(x: __m512i, multiple: __m512i) -> __m512i {
    _mm512_min_epu64(x, _mm512_sub_epi64(x, multiple))
}

/// `(sum + m' m) / 2^52`. The low half of `m' m` clears the low word's 52 bits; unless they are zero, that carries one.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn divide(base: &Base, [low, high]: Words) -> __m512i {
    let factor = _mm512_madd52lo_epu64(_mm512_setzero_si512(), low, load(&base.negated_inverses));
    let carry = _mm512_srli_epi64::<52>(_mm512_add_epi64(low, broadcast(MASK)));
    _mm512_madd52hi_epu64(_mm512_add_epi64(high, carry), factor, load(&base.moduli))
}

/// Numbers that are broadcast lane by lane, through memory: the units for loads have nothing else to do.
#[repr(C, align(64))]
struct Digits<const E: usize>([[Lanes; 2]; E]);

/// Reduces pairs of numbers, each given by its sums in both bases. Interleaved, since each alone is a chain.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512ifma")]
fn reduce<const N: usize, const K: usize>(
    ring: &ResidueRing<N>,
    mut sums: [[[Words; 2]; 2]; K],
) -> [[[__m512i; 2]; 2]; K] {
    let zero = [_mm512_setzero_si512(); 2];
    let [first, second] = &ring.bases;
    let (m, n) = (load(&first.moduli), load(&second.moduli));
    let (m2, n2) = (_mm512_add_epi64(m, m), _mm512_add_epi64(n, n));
    let mut digits = Digits([[[0; 8]; 2]; K]);

    // The digits of q.
    for k in 0..K {
        for e in 0..2 {
            for sum in &mut sums[k][e] {
                sum[1] = _mm512_add_epi64(sum[1], _mm512_srli_epi64::<52>(sum[0]));
            }
            let mut sum = zero;
            add_product(&mut sum, sums[k][e][0][0], load(&ring.quotient[0]));
            add_product(&mut sum, sums[k][e][0][1], load(&ring.quotient[1]));
            let digit = correct(correct(divide(first, sum), m2), m);
            store(&mut digits.0[k][e], digit);
        }
    }
    // (x + q p) / M in the second base.
    let digits_of_q = black_box(&digits);
    let mut accumulators = [[zero; 2]; K];
    for k in 0..K {
        for e in 0..2 {
            add_product(&mut accumulators[k][e], sums[k][e][1][0], load(&ring.kept[0]));
            add_product(&mut accumulators[k][e], sums[k][e][1][1], load(&ring.kept[1]));
        }
    }
    for i in 0..moduli_of(N) {
        let row = load(&ring.forward[i]);
        for k in 0..K {
            for e in 0..2 {
                add_product(&mut accumulators[k][e], broadcast(digits_of_q.0[k][e][i]), row);
            }
        }
    }
    let mut results = [[[_mm512_setzero_si512(); 2]; 2]; K];
    let mut digits = Digits([[[0; 8]; 2]; K]);
    for k in 0..K {
        for e in 0..2 {
            results[k][e][1] = correct(divide(second, accumulators[k][e]), n2);
            store(&mut digits.0[k][e], results[k][e][1]);
        }
    }
    // The same number in the first base.
    let digits_of_r = black_box(&digits);
    // The lowest byte of each lane, in every lane.
    let bytes = broadcast(u64::from_le_bytes([0, 8, 16, 24, 32, 40, 48, 56]));
    let excess = load(&ring.excess);
    let mut accumulators = [[zero; 2]; K];
    for k in 0..K {
        for e in 0..2 {
            let upper = _mm512_srli_epi64::<{ BITS - 7 }>(results[k][e][1]);
            let sum = _mm512_sad_epu8(_mm512_permutexvar_epi8(bytes, upper), _mm512_setzero_si512());
            let multiple = _mm512_srli_epi64::<7>(_mm512_add_epi64(sum, broadcast(32)));
            add_product(&mut accumulators[k][e], multiple, excess);
        }
    }
    for i in 0..moduli_of(N) {
        let row = load(&ring.backward[i]);
        for k in 0..K {
            for e in 0..2 {
                add_product(&mut accumulators[k][e], broadcast(digits_of_r.0[k][e][i]), row);
            }
        }
    }
    for k in 0..K {
        for e in 0..2 {
            results[k][e][0] = correct(divide(first, accumulators[k][e]), m2);
        }
    }
    results
}

/// `count x`, by doublings and additions.
#[inline]
#[target_feature(enable = "avx512f")]
fn times(x: __m512i, count: u64) -> __m512i {
    if count == 0 {
        return _mm512_setzero_si512();
    }
    let mut multiple = x;
    for bit in (0..count.ilog2()).rev() {
        multiple = _mm512_add_epi64(multiple, multiple);
        if count >> bit & 1 == 1 {
            multiple = _mm512_add_epi64(multiple, x);
        }
    }
    multiple
}

/// `-q x`.
#[inline]
#[target_feature(enable = "avx512f")]
fn times_minus_q<const N: usize>(ring: &ResidueRing<N>, base: usize, x: __m512i) -> __m512i {
    let doubled = times(load(&ring.bases[base].moduli), 2);
    let opposite = _mm512_sub_epi64(doubled, x);
    // Constants, of which the compiler makes two versions.
    match ring.q {
        1 => opposite,
        5 => combined(doubled, times(opposite, 5), 5),
        q => combined(doubled, times(opposite, q), q),
    }
}

/// A word of at most `2 m count`, reduced to at most `2 m`.
#[inline]
#[target_feature(enable = "avx512f")]
fn combined(doubled: __m512i, mut x: __m512i, count: u64) -> __m512i {
    for bit in (0..count.next_power_of_two().ilog2()).rev() {
        x = correct(x, times(doubled, 1 << bit));
    }
    x
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512ifma")]
fn sums_of_products<const N: usize, const K: usize, const T: usize>(
    ring: &ResidueRing<N>,
    a: [[&Quadratic; T]; K],
    b: [[&Quadratic; T]; K],
    results: [&mut MaybeUninit<Quadratic>; K],
) {
    let mut sums = [[[[_mm512_setzero_si512(); 2]; 2]; 2]; K];
    for k in 0..K {
        for (a, b) in a[k].iter().zip(b[k]) {
            for base in 0..2 {
                let (a0, a1) = (load(&a.c0[base]), load(&a.c1[base]));
                let (b0, b1) = (load(&b.c0[base]), load(&b.c1[base]));
                add_product(&mut sums[k][0][base], a0, b0);
                add_product(&mut sums[k][1][base], a0, b1);
                add_product(&mut sums[k][0][base], a1, load(&b.rest[base]));
                add_product(&mut sums[k][1][base], a1, b0);
            }
        }
    }
    for (result, [c0, c1]) in results.into_iter().zip(reduce(ring, sums)) {
        for base in 0..2 {
            write(ring, result, base, c0[base], c1[base], None);
        }
    }
}

/// The sum of two elements times `x + y u`, with the factors `F`.
#[target_feature(enable = "avx512f")]
fn combination<F: Factors, const N: usize>(
    ring: &ResidueRing<N>,
    elements: [&Quadratic; 2],
    result: &mut MaybeUninit<Quadratic>,
) {
    for base in 0..2 {
        let doubled = times(load(&ring.bases[base].moduli), 2);
        let mut sums = [_mm512_setzero_si512(); 2];
        for ([x, y], a) in F::FACTORS.into_iter().zip(elements) {
            let [a0, a1, rest] = [load(&a.c0[base]), load(&a.c1[base]), load(&a.rest[base])];
            for (sum, factor, a) in [(0, x, a0), (1, x, a1), (0, y, rest), (1, y, a0)] {
                let a = if factor < 0 { _mm512_sub_epi64(doubled, a) } else { a };
                sums[sum] = _mm512_add_epi64(sums[sum], times(a, u64::from(factor.unsigned_abs())));
            }
        }
        let [c0, c1] = sums.map(|sum| combined(doubled, sum, const { total::<F>() }));
        write(ring, result, base, c0, c1, None);
    }
}

/// `c0 - c1 u`.
#[target_feature(enable = "avx512f")]
fn conjugate<const N: usize>(ring: &ResidueRing<N>, a: &Quadratic, result: &mut MaybeUninit<Quadratic>) {
    for base in 0..2 {
        let doubled = times(load(&ring.bases[base].moduli), 2);
        let [c1, rest] = [&a.c1, &a.rest].map(|c| _mm512_sub_epi64(doubled, load(&c[base])));
        write(ring, result, base, load(&a.c0[base]), c1, Some(rest));
    }
}

/// The residues of two integers below `2^(64 N)`: sums of their limbs of 52 bits times powers of `2^52`.
#[target_feature(enable = "avx512f,avx512ifma")]
fn split<const N: usize>(
    ring: &ResidueRing<N>,
    numbers: [&[u64; N]; 2],
    result: &mut MaybeUninit<Quadratic>,
) {
    for base in 0..2 {
        let modulus = load(&ring.bases[base].moduli);
        let doubled = _mm512_add_epi64(modulus, modulus);
        let [c0, c1] = numbers.map(|number| {
            let mut sum = [_mm512_setzero_si512(); 2];
            for k in 0..(64 * N).div_ceil(52) {
                let limb = words::bits_at(number, 52 * k, 52.min(64 * N - 52 * k));
                add_product(&mut sum, broadcast(limb), load(&ring.powers[k][base]));
            }
            // At most 7 whole limbs, one of 20 bits, and the reduction: below 9 m.
            combined(doubled, divide(&ring.bases[base], sum), 5)
        });
        write(ring, result, base, c0, c1, None);
    }
}

/// Kernels for residues.
#[derive(Clone, Copy, Debug)]
pub struct ResidueKernels(());

impl ResidueKernels {
    /// The kernels, if the processor has the instructions and the environment allows them. None while the thread counts
    /// operations, since counts are those of the formulas for single numbers.
    #[inline]
    pub fn active() -> Option<Self> {
        if count::is_on() {
            return None;
        }
        Avx512Ifma::cached().map(|_| Self(()))
    }

    /// The kernels, if the processor has the instructions.
    pub fn detect() -> Option<Self> {
        Avx512Ifma::detect().map(|_| Self(()))
    }
}

impl Sealed for ResidueKernels {}

impl ResidueBackend for ResidueKernels {
    #[inline(always)]
    fn sums_of_products<const N: usize, const K: usize, const T: usize>(
        self,
        ring: &ResidueRing<N>,
        a: [[&Quadratic; T]; K],
        b: [[&Quadratic; T]; K],
        results: [&mut MaybeUninit<Quadratic>; K],
    ) {
        leak_if_active(Fault::ResidueKernel, a[0][0].c0[0][0]);
        // SAFETY: `self` proves that the processor has the features.
        unsafe { sums_of_products(ring, a, b, results) }
    }

    #[inline(always)]
    fn combination<F: Factors, const N: usize>(
        self,
        ring: &ResidueRing<N>,
        elements: [&Quadratic; 2],
        result: &mut MaybeUninit<Quadratic>,
    ) {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { combination::<F, N>(ring, elements, result) }
    }

    #[inline(always)]
    fn conjugate<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        a: &Quadratic,
        result: &mut MaybeUninit<Quadratic>,
    ) {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { conjugate(ring, a, result) }
    }

    #[inline(always)]
    fn split<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        numbers: [&[u64; N]; 2],
        result: &mut MaybeUninit<Quadratic>,
    ) {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { split(ring, numbers, result) }
    }
}
