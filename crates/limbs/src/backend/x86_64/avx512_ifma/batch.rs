//! Products of many pairs, with operands and results in 64-bit limbs.
//!
//! The stored form keeps the radix `R = 2^(64 N)`: the first factor is loaded as `2^s a` with `s = 52 L - 64 N`, and
//!
//! `(2^s a) b / 2^(52 L) = a b / R`.
//!
//! Bound: with `a < p < R` the first factor is below `2^s R = 2^(52 L)`, so it has `L` limbs. A round adds
//! `2^s a b_i + m p` and divides by `2^52`. As in all operand scanning, the sum stays below `2^s a + p` and the result
//! is below `a b / R + p < 2 p`, for any `b < R`. That is below `2^(64 N + 1)`, which fits `L` limbs. So full-width
//! moduli need no special case.
//!
//! Carries are not propagated between rounds: a word receives at most four halves below `2^52` in each of at most `L`
//! rounds, and one carry; `4 L 2^52 + 2^12 <= 2^58`.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_cmplt_epi64_mask, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_mask_mov_epi64, _mm512_setzero_si512, _mm512_srai_epi64, _mm512_sub_epi64,
};

use super::lanes::{MASK, broadcast, limbs_52, load, shift_right, store, words_64};
use super::{Avx512Ifma, IN_A_VECTOR};
use crate::fault::{Fault, leak_if_active};

impl Avx512Ifma {
    /// `a_i b_i R^-1 mod p` for as many `i` as fill vectors; the other products are not written. Any odd
    /// `p < R = 2^(64 N)`, `a_i < p`, `b_i` any limbs; results below `p`. `limbs` and `limbs_mut` return the limbs of
    /// an element. `L` is `ceil(64 N / 52)`. Constant time.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[inline]
    #[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
    pub fn mul_batch<const N: usize, const L: usize, T>(
        self,
        ring: &Vectors<N, L>,
        products: &mut [T],
        a: &[T],
        b: &[T],
        limbs: impl Fn(&T) -> &[u64; N],
        limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
    ) {
        assert!(a.len() == products.len() && b.len() == products.len(), "as many products as pairs");
        if let Some(a) = a.first() {
            leak_if_active(Fault::Avx512IfmaBatch, limbs(a)[0]);
        }
        // SAFETY: `self` proves that the processor has the features.
        unsafe { mul_batch(ring, products, a, b, limbs, limbs_mut) }
    }
}

/// The modulus in limbs of 52 bits, and `-p^-1 mod 2^52`.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // The proofs of kernels read the constants in this order.
pub struct Vectors<const N: usize, const L: usize> {
    modulus: [u64; L],
    negated_inverse: u64,
}

impl<const N: usize, const L: usize> Vectors<N, L> {
    /// The number of bits by which the first factor is shifted.
    const SHIFT: usize = 52 * L - 64 * N;

    /// Constants of an odd modulus, with `-p^-1 mod 2^64` given.
    pub const fn new(modulus: &[u64; N], negated_inverse: u64) -> Self {
        const { assert!(L == (64 * N).div_ceil(52) && Self::SHIFT < 52, "L limbs of 52 bits are N of 64") };
        let mut limbs = [0; L];
        let mut i = 0;
        while i < L {
            limbs[i] = crate::words::bits_at(modulus, 52 * i, 52);
            i += 1;
        }
        Self { modulus: limbs, negated_inverse: negated_inverse & MASK }
    }
}

/// The products that fill whole vectors.
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn mul_batch<const N: usize, const L: usize, T>(
    ring: &Vectors<N, L>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) {
    let (a, _) = a.as_chunks::<IN_A_VECTOR>();
    let (b, _) = b.as_chunks::<IN_A_VECTOR>();
    let (products, _) = products.as_chunks_mut::<IN_A_VECTOR>();
    let modulus = ring.modulus.map(|limb| broadcast(limb));
    let inverse = broadcast(ring.negated_inverse);
    // Two vectors at a time if the registers hold their words: their reductions overlap to hide latencies.
    let paired = if L <= 5 { products.len() / 2 * 2 } else { 0 };
    let (pairs_a, rest_a) = a.split_at(paired);
    let (pairs_b, rest_b) = b.split_at(paired);
    let (pairs, rest) = products.split_at_mut(paired);
    let (pairs_a, pairs_b, pairs) =
        (pairs_a.as_chunks::<2>().0, pairs_b.as_chunks::<2>().0, pairs.as_chunks_mut::<2>().0);
    for ((products, a), b) in pairs.iter_mut().zip(pairs_a).zip(pairs_b) {
        let first = product::<N, L, T>(&a[0], &b[0], &limbs);
        let second = product::<N, L, T>(&a[1], &b[1], &limbs);
        let [first, second] = redc([first, second], &modulus, inverse);
        store(&words_64(&reduce(first, &modulus), 0), &mut products[0].each_mut().map(&limbs_mut));
        store(&words_64(&reduce(second, &modulus), 0), &mut products[1].each_mut().map(&limbs_mut));
    }
    for ((products, a), b) in rest.iter_mut().zip(rest_a).zip(rest_b) {
        let [sum] = redc([product::<N, L, T>(a, b, &limbs)], &modulus, inverse);
        store(&words_64(&reduce(sum, &modulus), 0), &mut products.each_mut().map(&limbs_mut));
    }
}

/// Computes `2^s a b` in each lane, lower and upper `L` words, without carry propagation.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma,avx512vbmi2")]
fn product<const N: usize, const L: usize, T>(
    a: &[T; IN_A_VECTOR],
    b: &[T; IN_A_VECTOR],
    limbs: impl Fn(&T) -> &[u64; N],
) -> [[__m512i; L]; 2] {
    let a: [__m512i; L] = limbs_52(&load(&a.each_ref().map(&limbs)), Vectors::<N, L>::SHIFT);
    let b: [__m512i; L] = limbs_52(&load(&b.each_ref().map(&limbs)), 0);
    let mut words = [[_mm512_setzero_si512(); L]; 2];
    for i in 0..L {
        for j in 0..L {
            let word = &mut words[(i + j) / L][(i + j) % L];
            *word = _mm512_madd52lo_epu64(*word, a[j], b[i]);
        }
        for j in 0..L {
            let word = &mut words[(i + j + 1) / L][(i + j + 1) % L];
            *word = _mm512_madd52hi_epu64(*word, a[j], b[i]);
        }
    }
    words
}

/// Computes `(c + p m) / 2^(52 L)` of each `c`, without carry propagation.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn redc<const L: usize, const VECTORS: usize>(
    mut c: [[[__m512i; L]; 2]; VECTORS],
    modulus: &[__m512i; L],
    inverse: __m512i,
) -> [[__m512i; L]; VECTORS] {
    let zero = _mm512_setzero_si512();
    for i in 0..L {
        let mut m = [zero; VECTORS];
        for v in 0..VECTORS {
            m[v] = _mm512_madd52lo_epu64(zero, c[v][0][i], inverse);
        }
        for j in 0..L {
            for v in 0..VECTORS {
                let word = &mut c[v][(i + j) / L][(i + j) % L];
                *word = _mm512_madd52lo_epu64(*word, m[v], modulus[j]);
            }
            for v in 0..VECTORS {
                let word = &mut c[v][(i + j + 1) / L][(i + j + 1) % L];
                *word = _mm512_madd52hi_epu64(*word, m[v], modulus[j]);
            }
        }
        // The lowest 52 bits are zero; the bits above them are the carry.
        for v in 0..VECTORS {
            let carry = shift_right(c[v][0][i], 52);
            let next = &mut c[v][(i + 1) / L][(i + 1) % L];
            *next = _mm512_add_epi64(*next, carry);
        }
    }
    c.map(|[_, high]| high)
}

/// Propagates carries and subtracts `p` unless the difference is negative: limbs of 52 bits, a number below `p`.
#[inline]
#[target_feature(enable = "avx512f")]
fn reduce<const L: usize>(mut sum: [__m512i; L], modulus: &[__m512i; L]) -> [__m512i; L] {
    let mask = broadcast(MASK);
    let mut carry = _mm512_setzero_si512();
    let mut borrow = carry;
    let mut difference = sum;
    for j in 0..L {
        let word = _mm512_add_epi64(sum[j], carry);
        carry = shift_right(word, 52);
        sum[j] = _mm512_and_si512(word, mask);
        let signed = _mm512_add_epi64(_mm512_sub_epi64(sum[j], modulus[j]), borrow);
        borrow = _mm512_srai_epi64::<63>(signed); // 0 or -1
        difference[j] = _mm512_and_si512(signed, mask);
    }
    let negative = _mm512_cmplt_epi64_mask(borrow, _mm512_setzero_si512());
    for j in 0..L {
        sum[j] = _mm512_mask_mov_epi64(difference[j], negative, sum[j]);
    }
    sum
}
