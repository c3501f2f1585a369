//! Sums of products in residues: see [`residues`](crate::residues) for the method and the bounds of lanes.

use core::arch::asm;
use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_load_si512, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_min_epu64, _mm512_permutexvar_epi8, _mm512_sad_epu8, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_slli_epi64, _mm512_srai_epi64, _mm512_srli_epi64, _mm512_store_si512,
    _mm512_sub_epi64,
};
use core::hint::black_box;
use core::mem::MaybeUninit;

use super::super::lanes::MASK;
use super::Avx512Ifma;
use crate::bound::Bound;
use crate::fault::{Fault, leak_if_active};
use crate::packed::Sealed;
use crate::residue_ring::backend::total;
use crate::residue_ring::constants::{Base, Lanes, moduli_of};
use crate::residue_ring::moduli::{BITS, MODULI};
use crate::residue_ring::{
    AT_ONCE, Factors, LANES, MULTIPLES, ProductKind, Quadratic, ResidueBackend, ResidueRing, Terms,
};
use crate::{count, words};

/// Instead of `q`: the ring's.
const ANY: u64 = u64::MAX;

/// Instead of `q`: products are those of each coefficient.
const PAIRS: u64 = u64::MAX - 1;

/// `q`, a constant where it is known.
#[inline(always)]
fn weight<const N: usize, const Q: u64>(ring: &ResidueRing<N>) -> u64 {
    if Q == ANY { ring.q } else { Q }
}

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
fn store(lanes: &mut MaybeUninit<Lanes>, vector: __m512i) {
    // SAFETY: as for `load`.
    unsafe { _mm512_store_si512(lanes.as_mut_ptr().cast(), vector) }
}

/// Writes one vector of each coefficient, and of their sum.
#[inline]
#[target_feature(enable = "avx512f")]
fn write(result: &mut MaybeUninit<Quadratic>, base: usize, [c0, c1]: [__m512i; 2]) {
    let result = result.as_mut_ptr();
    // SAFETY: the pointer comes from a reference, is aligned, and nothing is read. Lanes are any words.
    unsafe {
        _mm512_store_si512((&raw mut (*result).c0[base]).cast(), c0);
        _mm512_store_si512((&raw mut (*result).c1[base]).cast(), c1);
        _mm512_store_si512((&raw mut (*result).sum[base]).cast(), _mm512_add_epi64(c0, c1));
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

/// A word `x < 2^61`, reduced to less than `2^49 + 2^12 x / 2^49`: `2^49` is the lane's distance modulo `m`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn folded(base: usize, x: __m512i) -> __m512i {
    let rest = _mm512_and_si512(x, broadcast((1 << BITS) - 1));
    _mm512_madd52lo_epu64(rest, _mm512_srli_epi64::<BITS>(x), load(&DISTANCES[base].0))
}

/// A constant for each lane of a vector.
#[repr(C, align(64))]
struct AlignedLanes(Lanes);

/// `2^BITS` modulo each modulus: numbers below `2^12`.
static DISTANCES: [AlignedLanes; 2] = {
    let mut distances = [const { AlignedLanes([0; LANES]) }; 2];
    let mut i = 0;
    while i < 2 * LANES {
        distances[i / LANES].0[i % LANES] = (1 << BITS) - MODULI[i / LANES][i % LANES];
        i += 1;
    }
    distances
};

/// A sum of zero, for [`divide`]: its low word is larger by `2^52 - 1`.
#[inline]
#[target_feature(enable = "avx512f")]
fn raised() -> Words {
    [broadcast(MASK), _mm512_setzero_si512()]
}

/// `(sum + m' m) / 2^52`. The low half of `m' m` clears the low word's 52 bits; unless they are zero, that carries one.
/// So the low word has been raised by `2^52 - 1 = -1 mod 2^52`, and `m'` is the raised word plus one times `-m^-1`. The
/// low word has a sign.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn divide(base: &Base, [low, high]: Words) -> __m512i {
    let negated_inverses = load(&base.negated_inverses);
    let factor = _mm512_madd52lo_epu64(negated_inverses, low, negated_inverses);
    let carry = _mm512_srai_epi64::<52>(low);
    _mm512_madd52hi_epu64(_mm512_add_epi64(high, carry), factor, load(&base.moduli))
}

/// The coefficients of a sum of products, in a base: `[c0, c1]` for each.
type Coefficients = [Words; 2];

/// The coefficients of a sum of products in both bases, by Karatsuba's method. The first is larger by the offset.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn multiply<const N: usize, const Q: u64>(ring: &ResidueRing<N>, sum: Terms<'_>) -> [Coefficients; 2] {
    let zero = [_mm512_setzero_si512(); 2];
    let mut sums = [[zero; 3]; 2];
    for base in 0..2 {
        let [low, high] = &ring.bases[base].offset;
        let [low, high] = [load(low), load(high)];
        if Q == PAIRS {
            sums[base] = if base == 0 { [raised(); 3] } else { [zero; 3] };
            continue;
        }
        // Both differences are raised for `divide`, where no other step comes first.
        let below = if Q == 1 && base == 0 { broadcast(MASK.wrapping_neg()) } else { zero[0] };
        sums[base] = [[low, high], [below, zero[1]], [low, high]];
    }
    for [a, b] in sum {
        for base in 0..2 {
            add_product(&mut sums[base][0], load(&a.c0[base]), load(&b.c0[base]));
            add_product(&mut sums[base][1], load(&a.c1[base]), load(&b.c1[base]));
            if Q != PAIRS {
                add_product(&mut sums[base][2], load(&a.sum[base]), load(&b.sum[base]));
            }
        }
    }
    let mut coefficients = [[zero; 2]; 2];
    for base in 0..2 {
        let [first, second, both] = sums[base];
        if Q == PAIRS {
            coefficients[base] = [first, second];
            continue;
        }
        for word in 0..2 {
            let weighted = if Q == 1 { second[word] } else { times(second[word], weight::<N, Q>(ring)) };
            coefficients[base][0][word] = _mm512_sub_epi64(first[word], weighted);
            let apart = _mm512_add_epi64(first[word], second[word]);
            coefficients[base][1][word] = _mm512_sub_epi64(both[word], apart);
        }
    }
    coefficients
}

/// A sum in the second base with the low word's carries in the high word, both below `2^52`.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn carried<const Q: u64>([low, high]: Words) -> Words {
    let high = _mm512_add_epi64(high, _mm512_srai_epi64::<52>(low));
    // Operands of multiply-adds are the 52 lower bits of words.
    [low, if Q == 1 || Q == PAIRS { high } else { folded(1, high) }]
}

/// What a reduction keeps of the sums, in memory: digits are broadcast lane by lane, and the units for loads have
/// nothing else to do.
#[repr(C, align(64))]
struct Kept {
    /// The digits of `q`.
    digits: [[MaybeUninit<Lanes>; 2]; AT_ONCE],
    /// The sums in the second base times what is kept of them.
    words: [[[MaybeUninit<Lanes>; 2]; 2]; AT_ONCE],
}

/// Makes the compiler compute the words here, and nothing that depends on them before. Without this it orders
/// interleaved chains one after another, and keeps the digits of the later ones in general registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_this_order(sum: &mut Words) {
    let [mut low, mut high] = *sum;
    // SAFETY: there are no instructions.
    unsafe {
        asm!("/* {} {} */", inout(zmm_reg) low, inout(zmm_reg) high, options(nomem, nostack, preserves_flags));
    }
    *sum = [low, high];
}

/// Adds digits times the rows of a matrix. Interleaved, since each sum alone is a chain.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn add_rows<const N: usize, const P: usize>(
    sums: &mut [[Words; 2]; P],
    digits: [[&Lanes; 2]; P],
    rows: &[Lanes; LANES],
) {
    for i in 0..moduli_of(N) {
        let row = load(&rows[i]);
        for k in 0..P {
            for c in 0..2 {
                add_product(&mut sums[k][c], broadcast(digits[k][c][i]), row);
                in_this_order(&mut sums[k][c]);
            }
        }
    }
}

/// The digits of `q`, and what is kept in the second base.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn start<const N: usize, const Q: u64>(ring: &ResidueRing<N>, sums: &[Terms<'_>], kept: &mut Kept) {
    for (k, sum) in sums.iter().enumerate() {
        let [first, second] = multiply::<N, Q>(ring, sum);
        for c in 0..2 {
            let [mut low, high] = first[c];
            if Q != 1 && Q != PAIRS {
                low = _mm512_add_epi64(low, broadcast(MASK));
            }
            let words = [low, high];
            store(&mut kept.digits[k][c], folded(0, divide(&ring.bases[0], words)));
            let [low, high] = carried::<Q>(second[c]);
            let mut words = raised();
            add_product(&mut words, low, load(&ring.kept[0]));
            add_product(&mut words, high, load(&ring.kept[1]));
            for word in 0..2 {
                store(&mut kept.words[k][c][word], words[word]);
            }
        }
    }
}

/// `(x + q p) / M` in the second base, for `P` results from `k`.
///
/// # Safety
/// [`start`] has written what is kept of `k + P` sums.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
unsafe fn forward<const N: usize, const P: usize>(
    ring: &ResidueRing<N>,
    kept: &Kept,
    k: usize,
    results: &mut [&mut MaybeUninit<Quadratic>],
) {
    let mut sums = [[[_mm512_setzero_si512(); 2]; 2]; P];
    let mut digits = [[&ring.scales; 2]; P];
    for i in 0..P {
        for c in 0..2 {
            for word in 0..2 {
                // SAFETY: guaranteed by the caller.
                sums[i][c][word] = load(unsafe { kept.words[k + i][c][word].assume_init_ref() });
            }
            // SAFETY: guaranteed by the caller.
            digits[i][c] = unsafe { kept.digits[k + i][c].assume_init_ref() };
        }
    }
    add_rows::<N, P>(&mut sums, digits, &ring.forward);
    let base = &ring.bases[1];
    let n2 = times(load(&base.moduli), 2);
    for i in 0..P {
        let [c0, c1] = sums[i];
        write(results[k + i], 1, [correct(divide(base, c0), n2), correct(divide(base, c1), n2)]);
    }
}

/// The numbers of the second base in the first one, for `P` results from `k`.
///
/// # Safety
/// [`forward`] has written the second base of these results.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512ifma")]
unsafe fn backward<const N: usize, const P: usize>(
    ring: &ResidueRing<N>,
    k: usize,
    results: &mut [&mut MaybeUninit<Quadratic>],
) {
    // The lowest byte of each lane, in every lane.
    let bytes = broadcast(u64::from_le_bytes([0, 8, 16, 24, 32, 40, 48, 56]));
    let excess = load(&ring.excess);
    let mut sums = [[raised(); 2]; P];
    let mut digits = [[&ring.scales; 2]; P];
    for i in 0..P {
        // SAFETY: guaranteed by the caller.
        let second = unsafe {
            let result = results[k + i].as_ptr();
            [&(*result).c0[1], &(*result).c1[1]]
        };
        for c in 0..2 {
            let upper = _mm512_srli_epi64::<{ BITS - 7 }>(load(second[c]));
            let sum = _mm512_sad_epu8(_mm512_permutexvar_epi8(bytes, upper), _mm512_setzero_si512());
            let multiple = _mm512_srli_epi64::<7>(_mm512_add_epi64(sum, broadcast(32)));
            // Below 2^52: the excess is below 2^48.
            sums[i][c][0] = _mm512_madd52lo_epu64(sums[i][c][0], multiple, excess);
            digits[i][c] = second[c];
        }
    }
    add_rows::<N, P>(&mut sums, digits, &ring.backward);
    for i in 0..P {
        write(results[k + i], 0, sums[i].map(|sum| divide(&ring.bases[0], sum)));
    }
}

/// Each step for all results before the next: the chains of one are hidden behind the others.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512ifma")]
fn sums_of_products<const N: usize, const Q: u64>(
    ring: &ResidueRing<N>,
    sums: &[Terms<'_>],
    results: &mut [&mut MaybeUninit<Quadratic>],
) {
    assert!(
        sums.len() == results.len() && sums.len() <= AT_ONCE,
        "as many sums as results, and at most {AT_ONCE}"
    );
    let mut kept = Kept {
        digits: [const { [const { MaybeUninit::uninit() }; 2] }; AT_ONCE],
        words: [const { [const { [const { MaybeUninit::uninit() }; 2] }; 2] }; AT_ONCE],
    };
    start::<N, Q>(ring, sums, &mut kept);
    // The compiler must not replace the way through memory by permutations.
    let kept = black_box(&kept);
    let mut k = 0;
    while k < sums.len() {
        let width = at_a_time(sums.len() - k);
        // SAFETY: `start` has written what is kept of all sums.
        unsafe {
            match width {
                1 => forward::<N, 1>(ring, kept, k, results),
                2 => forward::<N, 2>(ring, kept, k, results),
                _ => forward::<N, 3>(ring, kept, k, results),
            }
        }
        k += width;
    }
    let results = black_box(results);
    let mut k = 0;
    while k < sums.len() {
        let width = at_a_time(sums.len() - k);
        // SAFETY: `forward` has written the second base of all results.
        unsafe {
            match width {
                1 => backward::<N, 1>(ring, k, results),
                2 => backward::<N, 2>(ring, k, results),
                _ => backward::<N, 3>(ring, k, results),
            }
        }
        k += width;
    }
}

/// How many of so many results are computed together: three, as their chains fill the units, or two where one would
/// remain.
const fn at_a_time(results: usize) -> usize {
    match results {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    }
}

/// `count x`, by doublings and additions.
#[inline]
#[target_feature(enable = "avx512f")]
fn times(x: __m512i, count: u64) -> __m512i {
    if count == 0 {
        return _mm512_setzero_si512();
    }
    if count == 9 {
        return _mm512_add_epi64(_mm512_slli_epi64::<3>(x), x);
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

/// What lanes of a base are at most.
#[inline]
#[target_feature(enable = "avx512f")]
fn most<const N: usize>(ring: &ResidueRing<N>, base: usize) -> __m512i {
    times(load(&ring.bases[base].moduli), MULTIPLES[base])
}

/// A word of at most `count` times a lane's largest value, reduced to at most that value.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn combined(base: usize, multiple: __m512i, x: __m512i, count: u64) -> __m512i {
    match count {
        1 => x,
        2 => correct(x, multiple),
        _ => folded(base, x),
    }
}

/// The sum of four numbers times factors, at most the multiple times the sum of the factors' magnitudes. Neither
/// a function nor a loop, since with link-time optimisation the compiler sees too late that the factors are constants.
macro_rules! scaled_sum {
    ($multiple:ident, [$($number:ident)*], [$($factor:expr),*]) => {{
        let mut sum = _mm512_setzero_si512();
        $(sum = _mm512_add_epi64(sum, scaled($multiple, $number, $factor));)*
        sum
    }};
}

/// `factor a`.
#[inline]
#[target_feature(enable = "avx512f")]
fn scaled(multiple: __m512i, a: __m512i, factor: i64) -> __m512i {
    let a = if factor < 0 { _mm512_sub_epi64(multiple, a) } else { a };
    times(a, factor.unsigned_abs())
}

/// The sum of two elements times `x + y u`, with the factors `F`. Not inlined: a single call whose value is the result
/// writes it to where the caller needs it, without a copy.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512ifma")]
fn combination<F: Factors, const N: usize>(ring: &ResidueRing<N>, elements: [&Quadratic; 2]) -> Quadratic {
    let mut result = MaybeUninit::uninit();
    let both = &mut result;
    match ring.q {
        1 => {
            combination_in_base::<F, N, 1>(ring, 0, elements, both);
            combination_in_base::<F, N, 1>(ring, 1, elements, both);
        }
        5 => {
            combination_in_base::<F, N, 5>(ring, 0, elements, both);
            combination_in_base::<F, N, 5>(ring, 1, elements, both);
        }
        _ => {
            combination_in_base::<F, N, ANY>(ring, 0, elements, both);
            combination_in_base::<F, N, ANY>(ring, 1, elements, both);
        }
    }
    // SAFETY: all lanes are written, and the bound is a number of any value in debug builds, and nothing in others.
    unsafe {
        (&raw mut (*result.as_mut_ptr()).bound).write(Bound::new(0));
        result.assume_init()
    }
}

/// The greatest common divisor.
const fn common_factor([[ax, ay], [bx, by]]: [[i8; 2]; 2]) -> u8 {
    const fn of_two(mut a: u8, mut b: u8) -> u8 {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    }
    of_two(of_two(ax.unsigned_abs(), ay.unsigned_abs()), of_two(bx.unsigned_abs(), by.unsigned_abs()))
}

/// The part of a combination in one base.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn combination_in_base<F: Factors, const N: usize, const Q: u64>(
    ring: &ResidueRing<N>,
    base: usize,
    [a, b]: [&Quadratic; 2],
    result: &mut MaybeUninit<Quadratic>,
) {
    let q = weight::<N, Q>(ring);
    let common = const { common_factor(F::FACTORS) };
    let [[ax, ay], [bx, by]] = const {
        let ([[ax, ay], [bx, by]], common) = (F::FACTORS, common_factor(F::FACTORS) as i64);
        [[ax as i64 / common, ay as i64 / common], [bx as i64 / common, by as i64 / common]]
    };
    let minus_q = -q.cast_signed();
    let multiple = most(ring, base);
    let (a0, a1, b0, b1) = (load(&a.c0[base]), load(&a.c1[base]), load(&b.c0[base]), load(&b.c1[base]));
    let c0 = scaled_sum!(multiple, [a0 a1 b0 b1], [ax, minus_q * ay, bx, minus_q * by]);
    let c1 = scaled_sum!(multiple, [a0 a1 b0 b1], [ay, ax, by, bx]);
    let (c0, c1) = (times(c0, common.into()), times(c1, common.into()));
    write(
        result,
        base,
        [combined(base, multiple, c0, total::<F>(q)), combined(base, multiple, c1, total::<F>(1))],
    );
}

/// `c0 - c1 u`.
#[target_feature(enable = "avx512f")]
fn conjugate<const N: usize>(ring: &ResidueRing<N>, a: &Quadratic, result: &mut MaybeUninit<Quadratic>) {
    for base in 0..2 {
        write(result, base, [load(&a.c0[base]), _mm512_sub_epi64(most(ring, base), load(&a.c1[base]))]);
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
        let [c0, c1] = numbers.map(|number| {
            let mut sum = raised();
            for k in 0..(64 * N).div_ceil(52) {
                let limb = words::bits_at(number, 52 * k, 52.min(64 * N - 52 * k));
                add_product(&mut sum, broadcast(limb), load(&ring.powers[k][base]));
            }
            // At most 7 whole limbs, one of 20 bits, and the reduction: below 9 m.
            folded(base, divide(&ring.bases[base], sum))
        });
        write(result, base, [c0, c1]);
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
    fn sums_of_products<const N: usize>(
        self,
        ring: &ResidueRing<N>,
        product: ProductKind,
        sums: &[Terms<'_>],
        results: &mut [&mut MaybeUninit<Quadratic>],
    ) {
        let lane = sums.first().and_then(|sum| sum.first()).map_or(0, |[a, _]| a.c0[0][0]);
        leak_if_active(Fault::ResidueKernel, lane);
        // SAFETY: `self` proves that the processor has the features.
        unsafe {
            match ring.q {
                _ if product == ProductKind::Pairs => sums_of_products::<N, PAIRS>(ring, sums, results),
                1 => sums_of_products::<N, 1>(ring, sums, results),
                5 => sums_of_products::<N, 5>(ring, sums, results),
                _ => sums_of_products::<N, ANY>(ring, sums, results),
            }
        }
    }

    #[inline(always)]
    fn combination<F: Factors, const N: usize>(
        self,
        ring: &ResidueRing<N>,
        elements: [&Quadratic; 2],
    ) -> Quadratic {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { combination::<F, N>(ring, elements) }
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
