//! x86-64 with AVX2 and FMA: four products at once, by the multipliers for floating-point numbers. Intel since
//! Haswell, AMD since Zen. For packed values of four limbs.
//!
//! A fused multiply-add rounds once, so two of them give both halves of the product of two integers `a, b` in
//! `[0, 2^52)`, held as doubles (T. J. Dekker, "A floating-point technique for extending the available precision",
//! 1971, splits products so; N. Emmart, F. Zheng, C. Weems, "Faster modular exponentiation using double precision
//! floating point arithmetic on the GPU", 2018, lets constants like these put the halves where integer additions
//! find them, with rounding towards zero). Rounding is to nearest here, as Rust assumes of every program:
//!
//! * `h = fma(a, b, 2^104)`. `2^104 + a b` is in `[2^104, 2^105 - 2^53 + 1]`, where doubles are the multiples of
//!   `2^52`. So `h = 2^104 + 2^52 H`, and `l = a b - 2^52 H` is in `[-2^51, 2^51]`. `0 <= H <= 2^52 - 2`: as an
//!   integer, the pattern of `h` is that of `2^104` plus `H`.
//! * `C = 2^104 - 3 2^51` is a double, because below `2^104` they are the multiples of `2^51`.
//!   `C - h = -2^51 (2 H + 3)` is one, because `2 H + 3 < 2^53`.
//! * `fma(a, b, C - h) = l - 3 2^51` is an integer in `[-2^53, -2^52]`, so it is a double, too. The integers there
//!   have consecutive patterns, the smaller numbers the larger ones: the pattern is that of `-3 2^51` minus `l`.
//!   (With `+ 2^52`, as in the paper, a negative `l` would leave the binade, and `+ 3 2^51` has no constant `C`.)
//!
//! So `H` and `l` are added up as 64-bit integers from the patterns; the patterns of the constants are subtracted
//! beforehand, as many as a word receives ([`START`]). A word receives at most `2 (L + (L - 2) + 2) = 20` halves
//! of magnitude `2^52`. There is no arithmetic shift of 64-bit integers, so each word starts with `2^60` more, and
//! the next with `2^8` less: shifted by 52 bits it is the carry plus `2^8`.
//!
//! Form, bounds and schedule are those of [`avx512_ifma`](super::avx512_ifma) for four limbs: everything here is
//! exact, so the same formulas give the same integers. One thing differs: the two rounds become one of twice the
//! width,
//! `t = (t + m p) / 2^104` with `m = -t p^-1 mod 2^104`, because halves take long. Its `m` is below `2^104`, as
//! `m_0 + 2^52 m_1` of two rounds is, so the bound is the same. Rows hold limbs as doubles.
//!
//! Cost for a vector: 5 instructions for each of 25 products of limbs, 15 for a square, and 28 for the reduction.
//! So it pays where four lanes cost less than four kernels of single numbers; not for six limbs, which have 8 x 8
//! products.

use core::arch::asm;
use core::arch::x86_64::{
    __cpuid, __cpuid_count, __m256d, __m256i, _mm256_add_epi64, _mm256_add_pd, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_blendv_pd, _mm256_broadcast_sd, _mm256_castpd_si256, _mm256_castsi256_pd,
    _mm256_cmpeq_epi64, _mm256_cmpgt_epi64, _mm256_fmadd_pd, _mm256_load_pd, _mm256_loadu_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi64x, _mm256_set1_pd, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_store_pd, _mm256_storeu_si256,
    _mm256_sub_epi64, _mm256_sub_pd, _mm256_unpackhi_epi64, _mm256_unpacklo_epi64,
};
use core::array::from_fn;
use core::hint::black_box;

use crate::backend::architecture::{cast, cast_mut, into_sixteen, sixteen};
use crate::fault::{Fault, place};
use crate::packed::{Constants, Doubles, LANES, Limbs52, Packed, PackedBackend, PackedMontgomery};

/// The limbs of a number.
const L: usize = 5;
/// Limbs that are folded before the two rounds.
const FOLDED: usize = L - 2;
/// The lanes of a vector.
const IN_A_VECTOR: usize = 4;
/// Vectors at once.
const AT_ONCE: usize = 2;

const MASK: u64 = (1 << 52) - 1;
/// `2^52`, whose pattern has room for a limb.
const UNIT: f64 = (1u64 << 52) as f64;
/// `2^104`.
const HIGH: f64 = UNIT * UNIT;
/// `2^104 - 3 2^51`.
const LOW: f64 = HIGH - 1.5 * UNIT;
/// The pattern of a low half of zero.
const NO_LOW: u64 = (-1.5 * UNIT).to_bits();
/// What keeps a word positive.
const BIAS: u64 = 1 << 60;

/// What the words of a product start with, modulo `2^64`: minus the patterns of zero of all halves that will come,
/// and the bias.
const START: [u64; 2 * L] = {
    let mut start = [0u64; 2 * L];
    // First limbs: those of the product, those that are folded, the rounds' m.
    let mut first = 0;
    while first < L + FOLDED + 2 {
        let position = if first < L {
            first
        } else if first < L + FOLDED {
            FOLDED
        } else {
            first - L
        };
        let mut j = position;
        while j < position + L {
            // The limbs of the words 3 and 4 are taken before their last low halves come.
            if first < L + FOLDED || j >= L {
                start[j] = start[j].wrapping_add(NO_LOW);
            }
            start[j + 1] = start[j + 1].wrapping_sub(HIGH.to_bits());
            j += 1;
        }
        first += 1;
    }
    let mut j = 0;
    while j < 2 * L - 1 {
        start[j] = start[j].wrapping_add(BIAS);
        start[j + 1] = start[j + 1].wrapping_sub(BIAS >> 52);
        j += 1;
    }
    start
};

/// Proof that processor and operating system have AVX2 and FMA.
#[derive(Clone, Copy, Debug)]
pub struct Avx2Fma(());

impl Avx2Fma {
    /// A proof, if the processor can do it and the operating system keeps the registers.
    pub fn detect() -> Option<Self> {
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
        (super::kept_states() & 0b110 == 0b110).then_some(Self(()))
    }

    /// A proof, if this backend is in use.
    #[inline(always)]
    pub(super) fn cached() -> Option<Self> {
        // The choice is AVX2_FMA only after `detect` succeeded.
        (super::VECTORS.get() == super::AVX2_FMA).then_some(Self(()))
    }
}

/// A number in each lane, in limbs.
type Limbs = [__m256d; L];
/// The words of a product.
type Words = [__m256i; 2 * L];

#[inline]
#[target_feature(enable = "avx2")]
fn integers(word: u64) -> __m256i {
    _mm256_set1_epi64x(word.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn read<const N: usize>(packed: &Packed<N>, vector: usize) -> Limbs {
    // SAFETY: a row is sixteen words, at a multiple of 64 bytes; IN_A_VECTOR vector + IN_A_VECTOR <= 16.
    from_fn(|j| unsafe {
        _mm256_load_pd(packed.row(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR].as_ptr().cast())
    })
}

#[inline]
#[target_feature(enable = "avx2")]
fn write<const N: usize>(packed: &mut Packed<N>, vector: usize, limbs: &Limbs) {
    for j in 0..L {
        let row = &mut packed.row_mut(j)[IN_A_VECTOR * vector..][..IN_A_VECTOR];
        // SAFETY: as in `read`.
        unsafe { _mm256_store_pd(row.as_mut_ptr().cast(), limbs[j]) };
    }
}

/// The low 52 bits of each word, as doubles.
#[inline]
#[target_feature(enable = "avx2")]
fn doubles(words: __m256i) -> __m256d {
    let limbs = _mm256_and_si256(words, integers(MASK));
    let pattern = _mm256_or_si256(limbs, integers(UNIT.to_bits()));
    _mm256_sub_pd(_mm256_castsi256_pd(pattern), _mm256_set1_pd(UNIT))
}

/// The patterns of both halves of `a b`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn halves(a: __m256d, b: __m256d) -> [__m256i; 2] {
    let high = _mm256_fmadd_pd(a, b, _mm256_set1_pd(HIGH));
    let low = _mm256_fmadd_pd(a, b, _mm256_sub_pd(_mm256_set1_pd(LOW), high));
    [_mm256_castpd_si256(low), _mm256_castpd_si256(high)]
}

/// The same limbs of all vectors. The compiler does not know, so nothing that needs one of them comes before the
/// others are there: it would compute one vector after the other.
#[inline]
#[target_feature(enable = "avx2")]
fn together(mut limbs: [__m256d; AT_ONCE]) -> [__m256d; AT_ONCE] {
    let [first, second] = &mut limbs;
    // SAFETY: no instruction at all.
    unsafe {
        asm!(
            "/* {0} {1} */",
            inlateout(ymm_reg) * first,
            inlateout(ymm_reg) * second,
            options(pure, nomem, nostack, preserves_flags)
        );
    };
    limbs
}

/// Adds `2^(52 i) a b`.
///
/// In assembly, because the compiler would put many halves into memory to add them up in another order.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn add_product(words: &mut Words, i: usize, a: __m256d, b: __m256d) {
    let (mut low, mut high) = (words[i], words[i + 1]);
    // SAFETY: the caller has AVX2 and FMA; registers only. That a rounding was inexact may be noted in MXCSR.
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
            high_start = in(ymm_reg) _mm256_set1_pd(HIGH),
            low_start = in(ymm_reg) _mm256_set1_pd(LOW),
            high = inout(ymm_reg) high,
            low = inout(ymm_reg) low,
            options(pure, nomem, nostack),
        );
    }
    (words[i], words[i + 1]) = (low, high);
}

/// The body once for each index: the compiler does not unroll loops of this size.
macro_rules! each {
    ($i:ident in [$($index:literal)*] $body:block) => {{ $({ let $i = $index; $body })* }};
}

/// Column by column, so that no more than two words are being added up.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn product(a: &Limbs, b: &Limbs) -> Words {
    let mut words = START.map(|start| integers(start));
    each!(k in [0 1 2 3 4 5 6 7 8] {
        each!(i in [0 1 2 3 4] {
            if i <= k && k - i < L {
                add_product(&mut words, k, a[i], b[k - i]);
            }
        });
    });
    words
}

/// As [`product`] of equal factors: products of different limbs once, doubled, and the squares.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn square(a: &Limbs) -> Words {
    let mut words = [_mm256_setzero_si256(); 2 * L];
    let mut squares = START.map(|start| integers(start));
    each!(k in [0 1 2 3 4 5 6 7 8] {
        each!(i in [0 1 2 3 4] {
            if 2 * i < k && k - i < L {
                add_product(&mut words, k, a[i], a[k - i]);
            }
        });
        if k % 2 != 1 {
            add_product(&mut squares, k, a[k / 2], a[k / 2]);
        }
        words[k] = _mm256_add_epi64(_mm256_add_epi64(words[k], words[k]), squares[k]);
    });
    words[2 * L - 1] = squares[2 * L - 1];
    words
}

/// Adds the carry of word `i` to the next.
#[inline]
#[target_feature(enable = "avx2")]
fn carry(words: &mut [__m256i], i: usize) {
    words[i + 1] = _mm256_add_epi64(words[i + 1], _mm256_srli_epi64::<52>(words[i]));
}

#[inline]
#[target_feature(enable = "avx2")]
fn everywhere(word: &f64) -> __m256d {
    _mm256_broadcast_sd(word)
}

/// Numbers below `2 p` congruent to `c / S`, step by step for all vectors: one fills the waits of the other.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn reduce<const SQUARES: bool>(constants: &Doubles, mut c: [Words; AT_ONCE]) -> [Limbs; AT_ONCE] {
    let mut limbs = [[_mm256_set1_pd(0.0); AT_ONCE]; FOLDED];
    each!(i in [0 1 2] {
        for c in &mut c {
            carry(c, i);
        }
        limbs[i] = together(from_fn(|v| doubles(c[v][i])));
    });
    each!(j in [0 1 2 3 4] {
        each!(v in [0 1] {
            each!(i in [0 1 2] {
                add_product(&mut c[v], FOLDED + j, limbs[i][v], everywhere(&constants.folds[FOLDED - i - 1][j]));
            });
        });
    });
    // Both rounds at once: m = m_0 + 2^52 m_1 = (c_3 + 2^52 c_4) (-p^-1) mod 2^104.
    for c in &mut c {
        carry(c, 3);
    }
    let [inverse_0, inverse_1] = [0, 1].map(|i| everywhere(&constants.negated_inverse[i]));
    let first = together(from_fn(|v| doubles(c[v][3])));
    let second = together(from_fn(|v| doubles(c[v][4])));
    let mut m = [[_mm256_set1_pd(0.0); AT_ONCE]; 2];
    each!(v in [0 1] {
        let [low, high] = halves(first[v], inverse_0);
        let low = _mm256_sub_epi64(integers(NO_LOW.wrapping_add(BIAS)), low);
        let [cross, _] = halves(first[v], inverse_1);
        let [low_1, _] = halves(second[v], inverse_0);
        let start = integers((NO_LOW.wrapping_mul(2)).wrapping_sub(HIGH.to_bits()).wrapping_sub(BIAS >> 52));
        let high = _mm256_add_epi64(_mm256_sub_epi64(high, cross), _mm256_sub_epi64(start, low_1));
        m[0][v] = doubles(low);
        m[1][v] = doubles(_mm256_add_epi64(high, _mm256_srli_epi64::<52>(low)));
    });
    let m = m.map(|m| together(m));
    for c in &mut c {
        c[3] = _mm256_add_epi64(_mm256_and_si256(c[3], integers(MASK)), integers(NO_LOW));
        c[4] = _mm256_add_epi64(c[4], integers(NO_LOW.wrapping_mul(2)));
    }
    each!(j in [0 1 2 3 4] {
        each!(v in [0 1] {
            each!(i in [0 1] {
                add_product(&mut c[v], 3 + i + j, m[i][v], everywhere(&constants.modulus[j]));
            });
        });
    });
    each!(i in [3 4] {
        for c in &mut c {
            carry(c, i);
        }
    });
    each!(i in [5 6 7 8] {
        for c in &mut c {
            carry(c, i);
        }
    });
    let mut results = [[_mm256_set1_pd(0.0); L]; AT_ONCE];
    each!(j in [0 1 2 3 4] {
        let limb = together(from_fn(|v| doubles(c[v][L + j])));
        for v in 0..AT_ONCE {
            results[v][j] = limb[v];
        }
    });
    results
}

/// `a b` for the vectors from `first` on.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn products<const N: usize>(
    constants: &Doubles,
    a: &Packed<N>,
    b: &Packed<N>,
    first: usize,
) -> [Limbs; AT_ONCE] {
    let products =
        [product(&read(a, first), &read(b, first)), product(&read(a, first + 1), &read(b, first + 1))];
    // Else the compiler reads all constants before the loop, and has to put them somewhere.
    reduce::<false>(black_box(constants), products)
}

#[target_feature(enable = "avx2,fma")]
fn mul_assign<const N: usize>(constants: &Doubles, a: &mut Packed<N>, b: &Packed<N>) {
    for first in (0..LANES / IN_A_VECTOR).step_by(AT_ONCE) {
        let results = products(constants, a, b, first);
        for v in 0..AT_ONCE {
            write(a, first + v, &results[v]);
        }
    }
}

#[target_feature(enable = "avx2,fma")]
fn mul_into<const N: usize>(constants: &Doubles, product: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
    for first in (0..LANES / IN_A_VECTOR).step_by(AT_ONCE) {
        let results = products(constants, a, b, first);
        for v in 0..AT_ONCE {
            write(product, first + v, &results[v]);
        }
    }
}

#[target_feature(enable = "avx2,fma")]
fn square_times<const N: usize>(constants: &Doubles, a: &mut Packed<N>, times: usize) {
    for first in (0..LANES / IN_A_VECTOR).step_by(AT_ONCE) {
        let mut limbs = [0, 1].map(|v| read(a, first + v));
        for _ in 0..times {
            limbs = reduce::<true>(black_box(constants), [square(&limbs[0]), square(&limbs[1])]);
        }
        for v in 0..AT_ONCE {
            write(a, first + v, &limbs[v]);
        }
    }
}

/// The limbs as integers, with the pattern of `2^52` above them.
#[inline]
#[target_feature(enable = "avx2")]
fn patterns(limbs: &Limbs) -> [__m256i; L] {
    from_fn(|j| _mm256_castpd_si256(_mm256_add_pd(limbs[j], _mm256_set1_pd(UNIT))))
}

/// Carries passed on; each word `j` but the highest holds `BIAS` more, and the next `BIAS / 2^52` less.
#[inline]
#[target_feature(enable = "avx2")]
fn settle(mut words: [__m256i; L]) -> [__m256i; L] {
    for j in 0..L - 1 {
        carry(&mut words, j);
        words[j] = _mm256_and_si256(words[j], integers(MASK));
    }
    words
}

/// What [`settle`] takes with word `j` instead of the word itself.
const fn biased(j: usize) -> u64 {
    let bias = if j < L - 1 { BIAS } else { 0 };
    if j > 0 { bias.wrapping_sub(BIAS >> 52) } else { bias }
}

/// Words that stand for a number of either sign, each with what [`settle`] takes, as limbs of that number, plus
/// the multiple if it is negative.
#[inline]
#[target_feature(enable = "avx2")]
fn nonnegative(words: [__m256i; L], multiple: &[__m256i; L]) -> [__m256i; L] {
    let words = settle(words);
    let negative = _mm256_cmpgt_epi64(_mm256_setzero_si256(), words[L - 1]);
    let corrected = from_fn(|j| {
        let word = _mm256_add_epi64(words[j], integers(biased(j)));
        _mm256_add_epi64(word, _mm256_and_si256(negative, multiple[j]))
    });
    settle(corrected)
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

#[target_feature(enable = "avx2")]
fn add_assign<const N: usize>(constants: &Constants, a: &mut Packed<N>, b: &Packed<N>) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        let sum = sum(&doubled, &read(a, vector), &read(b, vector));
        write(a, vector, &sum);
    }
}

#[target_feature(enable = "avx2")]
fn add_into<const N: usize>(constants: &Constants, result: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        write(result, vector, &sum(&doubled, &read(a, vector), &read(b, vector)));
    }
}

#[target_feature(enable = "avx2")]
fn sub_assign<const N: usize>(constants: &Constants, a: &mut Packed<N>, b: &Packed<N>) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        let difference = difference(&doubled, &read(a, vector), &read(b, vector));
        write(a, vector, &difference);
    }
}

#[target_feature(enable = "avx2")]
fn sub_into<const N: usize>(constants: &Constants, result: &mut Packed<N>, a: &Packed<N>, b: &Packed<N>) {
    let doubled = doubled_modulus(constants);
    for vector in 0..LANES / IN_A_VECTOR {
        write(result, vector, &difference(&doubled, &read(a, vector), &read(b, vector)));
    }
}

#[target_feature(enable = "avx2")]
fn negate_lanes<const N: usize>(constants: &Constants, a: &mut Packed<N>, lanes: u16) {
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

/// Sixteen times the same number.
#[inline(always)]
fn constant<const N: usize>(limbs: &Limbs52) -> Packed<N> {
    let mut packed = Packed::EMPTY;
    for j in 0..L {
        // Exactly, because it is below 2^53.
        *packed.row_mut(j) = [(limbs[j] as f64).to_bits(); LANES];
    }
    packed
}

/// Rows as columns.
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

/// In which lanes all words are zero, as masks.
#[inline]
#[target_feature(enable = "avx2")]
fn zeros(words: &[__m256i; 4]) -> __m256i {
    let any = _mm256_or_si256(_mm256_or_si256(words[0], words[1]), _mm256_or_si256(words[2], words[3]));
    _mm256_cmpeq_epi64(any, _mm256_setzero_si256())
}

#[target_feature(enable = "avx2")]
fn load_packed<const N: usize, const UNITS: bool>(numbers: &[&[u64; 4]; LANES], packed: &mut Packed<N>) {
    let (fours, _) = numbers.as_chunks::<IN_A_VECTOR>();
    for (vector, four) in fours.iter().enumerate() {
        let mut words = load(*four);
        if UNITS {
            words[0] = _mm256_or_si256(words[0], _mm256_srli_epi64::<63>(zeros(&words)));
        }
        // Limb j has the bits from 52 j on; `doubles` takes 52 of them.
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

#[target_feature(enable = "avx2")]
fn store_packed<const N: usize, const UNITS: bool>(
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
            let kept = zeros(&load(four.each_ref().map(|place| &**place)));
            words = words.map(|word| _mm256_andnot_si256(kept, word));
        }
        for (number, row) in four.iter_mut().zip(transpose(words)) {
            // SAFETY: four limbs are 32 bytes.
            unsafe { _mm256_storeu_si256(number.as_mut_ptr().cast(), row) };
        }
    }
}

impl Avx2Fma {
    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn load_as<const UNITS: bool, const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        assert!(N == 4, "these vectors take four limbs");
        let mut packed = Packed::EMPTY;
        let numbers = sixteen(numbers, |x| cast(limbs(x)), cast(arithmetic.ring().one()));
        // SAFETY: `self` proves that the features are there.
        unsafe { load_packed::<N, UNITS>(&numbers, &mut packed) };
        packed
    }

    #[inline(always)]
    #[allow(clippy::panic, reason = "nobody in this crate asks for other limbs")]
    fn store_as<const UNITS: bool, const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        let store = |places: &mut [&mut [u64; 4]; LANES]| unsafe {
            store_packed::<N, UNITS>(arithmetic.constants(), packed, places);
        };
        into_sixteen(numbers, |x| cast_mut(limbs_mut(x)), store);
    }
}

impl PackedBackend for Avx2Fma {
    #[inline]
    fn pays_from(self, _: usize) -> usize {
        // Sixteen squares in the time of eight by the kernels for single numbers.
        9
    }

    #[inline]
    fn load<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        let mut packed = self.load_raw(arithmetic, numbers, limbs);
        self.mul_assign(arithmetic, &mut packed, &constant(&arithmetic.constants().to_packed));
        packed
    }

    #[inline]
    fn store<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        let mut canonical = *packed;
        self.mul_assign(arithmetic, &mut canonical, &constant(&arithmetic.constants().from_packed));
        self.store_raw(arithmetic, &canonical, numbers, limbs_mut);
    }

    #[inline]
    fn load_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load_as::<false, N, T>(arithmetic, numbers, limbs)
    }

    #[inline]
    fn store_raw<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as::<false, N, T>(arithmetic, packed, numbers, limbs_mut);
    }

    #[inline]
    fn load_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        numbers: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
    ) -> Packed<N> {
        self.load_as::<true, N, T>(arithmetic, numbers, limbs)
    }

    #[inline]
    fn store_units<const N: usize, T>(
        self,
        arithmetic: &PackedMontgomery<N>,
        packed: &Packed<N>,
        numbers: &mut [T],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        self.store_as::<true, N, T>(arithmetic, packed, numbers, limbs_mut);
    }

    #[inline]
    fn one<const N: usize>(self, arithmetic: &PackedMontgomery<N>) -> Packed<N> {
        assert!(N == 4, "these vectors take four limbs");
        constant(&arithmetic.constants().one)
    }

    #[inline]
    fn mul_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        assert!(N == 4, "these vectors take four limbs");
        place(Fault::Avx2FmaKernel, a.row(0)[0]);
        // SAFETY: `self` proves that the features are there.
        unsafe { mul_assign(arithmetic.doubles(), a, b) }
    }

    #[inline]
    fn mul_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        product: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { mul_into(arithmetic.doubles(), product, a, b) }
    }

    #[inline]
    fn add_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        sum: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { add_into(arithmetic.constants(), sum, a, b) }
    }

    #[inline]
    fn sub_into<const N: usize>(
        self,
        arithmetic: &PackedMontgomery<N>,
        difference: &mut Packed<N>,
        a: &Packed<N>,
        b: &Packed<N>,
    ) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { sub_into(arithmetic.constants(), difference, a, b) }
    }

    #[inline]
    fn square_times<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, times: usize) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { square_times(arithmetic.doubles(), a, times) }
    }

    #[inline]
    fn add_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { add_assign(arithmetic.constants(), a, b) }
    }

    #[inline]
    fn sub_assign<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, b: &Packed<N>) {
        assert!(N == 4, "these vectors take four limbs");
        // SAFETY: `self` proves that the features are there.
        unsafe { sub_assign(arithmetic.constants(), a, b) }
    }

    #[inline]
    fn negate_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>, lanes: u16) {
        // SAFETY: `self` proves that the features are there.
        unsafe { negate_lanes(arithmetic.constants(), a, lanes) }
    }

    #[inline]
    fn zero_lanes<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &Packed<N>) -> u16 {
        let is_zero =
            |lane: usize, limbs: &Limbs52| (0..L).all(|j| a.row(j)[lane] == (limbs[j] as f64).to_bits());
        let constants = arithmetic.constants();
        let zeros = (0..LANES).map(|lane| is_zero(lane, &[0; 8]) | is_zero(lane, &constants.modulus));
        zeros.enumerate().fold(0, |lanes, (lane, zero)| lanes | u16::from(zero) << lane)
    }

    #[inline]
    fn scale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>) {
        self.mul_assign(arithmetic, a, &constant(&arithmetic.constants().scale));
    }

    #[inline]
    fn unscale_raw<const N: usize>(self, arithmetic: &PackedMontgomery<N>, a: &mut Packed<N>) {
        self.mul_assign(arithmetic, a, &constant(&arithmetic.constants().unscale));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both halves of every product of edges, the ties among them, from their patterns.
    #[test]
    fn halves_of_products_are_exact() {
        let Some(_) = Avx2Fma::detect() else { return };
        let middle = 1u64 << 51;
        let mut edges =
            vec![0, 1, 2, 3, 5, middle - 1, middle, middle + 1, MASK - 1, MASK, 1 << 26, (1 << 26) + 1];
        edges.extend([0x000f_0f0f_0f0f_0f0f, 0x0005_5555_5555_5555, 0x000a_aaaa_aaaa_aaaa, MASK - (1 << 26)]);
        let (mut ties, mut negative) = ([0; 2], 0);
        for &a in &edges {
            for &b in &edges {
                // SAFETY: there is a proof above.
                let [low, high]: [[u64; IN_A_VECTOR]; 2] = unsafe {
                    halves(_mm256_set1_pd(a as f64), _mm256_set1_pd(b as f64))
                        .map(|half| core::mem::transmute(half))
                };
                assert_eq!((low, high), ([low[0]; IN_A_VECTOR], [high[0]; IN_A_VECTOR]));
                let low = NO_LOW.wrapping_sub(low[0]).cast_signed();
                let high = high[0].wrapping_sub(HIGH.to_bits());
                assert!(high < 1 << 52 && low.unsigned_abs() <= middle, "{a:x} {b:x}");
                let product = i128::from(high) << 52;
                assert_eq!(product + i128::from(low), i128::from(a) * i128::from(b), "{a:x} {b:x}");
                negative += usize::from(low < 0);
                ties[usize::from(low < 0)] += usize::from(low.unsigned_abs() == middle);
            }
        }
        assert!(ties[0] > 0 && ties[1] > 0 && negative > 20, "the edges should meet every case");
    }

    #[test]
    fn constants_are_exact() {
        assert_eq!(HIGH.to_bits(), (1023 + 104) << 52);
        assert_eq!(LOW.to_bits(), ((1023 + 104) << 52) - 3);
        assert_eq!(NO_LOW, (1 << 63) + ((1023 + 52) << 52) + (1 << 51));
    }
}
