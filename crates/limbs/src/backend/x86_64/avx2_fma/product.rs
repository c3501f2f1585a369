//! Multiplication and squaring of packed values: sums of half products, and the reduction.

use core::arch::asm;
use core::arch::x86_64::{
    __m256d, __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_castpd_si256, _mm256_fmadd_pd,
    _mm256_set1_pd, _mm256_setzero_si256, _mm256_srli_epi64, _mm256_sub_epi64, _mm256_sub_pd,
};
use core::array::from_fn;
use core::hint::black_box;

use super::lanes::{BIAS, Limbs, MASK, UNIT, broadcast, carry, doubles, integers, read, write};
use super::{AT_ONCE, FOLDED, IN_A_VECTOR, L};
use crate::packed::{Doubles, LANES, Packed};

/// `2^104`.
const HIGH: f64 = UNIT * UNIT;
/// `2^104 - 3 2^51`.
const LOW: f64 = HIGH - 1.5 * UNIT;
/// The pattern of a low half of zero.
const NO_LOW: u64 = (-1.5 * UNIT).to_bits();
/// The initial words of a product, modulo `2^64`: minus the zero patterns of all halves that will be added, plus the
/// bias.
const START: [u64; 2 * L] = {
    let mut start = [0u64; 2 * L];
    // First limbs: those of the product, of the folds, and of m in the rounds.
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
            // The limbs of the words 3 and 4 are read before their last low halves are added.
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

/// The words of a product.
type Words = [__m256i; 2 * L];

/// The patterns of both halves of `a b`.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn halves(a: __m256d, b: __m256d) -> [__m256i; 2] {
    let high = _mm256_fmadd_pd(a, b, _mm256_set1_pd(HIGH));
    let low = _mm256_fmadd_pd(a, b, _mm256_sub_pd(_mm256_set1_pd(LOW), high));
    [_mm256_castpd_si256(low), _mm256_castpd_si256(high)]
}

/// Returns the limbs unchanged, with a dependency of each on all others. This stops the compiler from computing one
/// vector after the other.
#[inline]
#[target_feature(enable = "avx2")]
fn depend_on_all(mut limbs: [__m256d; AT_ONCE]) -> [__m256d; AT_ONCE] {
    let [first, second] = &mut limbs;
    // SAFETY: the assembly is empty.
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
/// In assembly, because the compiler would spill many halves to memory to sum them in another order.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn add_product(words: &mut Words, i: usize, a: __m256d, b: __m256d) {
    let (mut low, mut high) = (words[i], words[i + 1]);
    // SAFETY: the caller has AVX2 and FMA. The assembly uses registers only, and may set the inexact flag of MXCSR.
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

/// Expands the body for each index, because the compiler does not unroll loops of this size.
macro_rules! each {
    ($i:ident in [$($index:literal)*] $body:block) => {{ $({ let $i = $index; $body })* }};
}

/// Computes the words of a product column by column, so that at most two words are incomplete at a time.
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

/// Computes the words of a square: products of different limbs once, doubled, plus the squares of limbs.
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

/// Computes numbers below `2 p` congruent to `c / S`. The steps of both vectors alternate to hide latencies.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn reduce<const SQUARES: bool>(constants: &Doubles, mut c: [Words; AT_ONCE]) -> [Limbs; AT_ONCE] {
    let mut limbs = [[_mm256_set1_pd(0.0); AT_ONCE]; FOLDED];
    each!(i in [0 1 2] {
        for c in &mut c {
            carry(c, i);
        }
        limbs[i] = depend_on_all(from_fn(|v| doubles(c[v][i])));
    });
    each!(j in [0 1 2 3 4] {
        each!(v in [0 1] {
            each!(i in [0 1 2] {
                add_product(&mut c[v], FOLDED + j, limbs[i][v], broadcast(&constants.folds[FOLDED - i - 1][j]));
            });
        });
    });
    // Both rounds in one: m = m_0 + 2^52 m_1 = (c_3 + 2^52 c_4) (-p^-1) mod 2^104.
    for c in &mut c {
        carry(c, 3);
    }
    let [inverse_0, inverse_1] = [0, 1].map(|i| broadcast(&constants.negated_inverse[i]));
    let first = depend_on_all(from_fn(|v| doubles(c[v][3])));
    let second = depend_on_all(from_fn(|v| doubles(c[v][4])));
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
    let m = m.map(|m| depend_on_all(m));
    for c in &mut c {
        c[3] = _mm256_add_epi64(_mm256_and_si256(c[3], integers(MASK)), integers(NO_LOW));
        c[4] = _mm256_add_epi64(c[4], integers(NO_LOW.wrapping_mul(2)));
    }
    each!(j in [0 1 2 3 4] {
        each!(v in [0 1] {
            each!(i in [0 1] {
                add_product(&mut c[v], 3 + i + j, m[i][v], broadcast(&constants.modulus[j]));
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
        let limb = depend_on_all(from_fn(|v| doubles(c[v][L + j])));
        for v in 0..AT_ONCE {
            results[v][j] = limb[v];
        }
    });
    results
}

/// `result = a b`.
///
/// # Safety
/// `a` and `b` are valid for reads. `result` is valid for writes, and may be `a` or `b`.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn mul<const N: usize>(
    constants: &Doubles,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    b: *const Packed<N>,
) {
    for first in (0..LANES / IN_A_VECTOR).step_by(AT_ONCE) {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        let factors = unsafe { [0, 1].map(|v| [read(&*a, first + v), read(&*b, first + v)]) };
        let products = [product(&factors[0][0], &factors[0][1]), product(&factors[1][0], &factors[1][1])];
        // Stops the compiler from loading all constants before the loop, which would spill them.
        let results = reduce::<false>(black_box(constants), products);
        for v in 0..AT_ONCE {
            // SAFETY: as above.
            unsafe { write(&mut *result, first + v, &results[v]) };
        }
    }
}

/// `result = a^(2^times)`.
///
/// # Safety
/// As for [`mul`].
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn square_times<const N: usize>(
    constants: &Doubles,
    result: *mut Packed<N>,
    a: *const Packed<N>,
    times: usize,
) {
    for first in (0..LANES / IN_A_VECTOR).step_by(AT_ONCE) {
        // SAFETY: guaranteed by the caller. No reference outlives its use, and each vector is read before it is
        // written.
        let mut limbs = unsafe { [0, 1].map(|v| read(&*a, first + v)) };
        for _ in 0..times {
            limbs = reduce::<true>(black_box(constants), [square(&limbs[0]), square(&limbs[1])]);
        }
        for v in 0..AT_ONCE {
            // SAFETY: as above.
            unsafe { write(&mut *result, first + v, &limbs[v]) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Avx2Fma;
    use super::*;

    /// Both halves of every product of edge values, including ties of the rounding, recovered from their patterns.
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
                // SAFETY: `detect` above returned a proof.
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
        assert!(ties[0] > 0 && ties[1] > 0 && negative > 20, "the edge values do not cover every case");
    }

    #[test]
    fn constants_are_exact() {
        assert_eq!(HIGH.to_bits(), (1023 + 104) << 52);
        assert_eq!(LOW.to_bits(), ((1023 + 104) << 52) - 3);
        assert_eq!(NO_LOW, (1 << 63) + ((1023 + 52) << 52) + (1 << 51));
    }
}
