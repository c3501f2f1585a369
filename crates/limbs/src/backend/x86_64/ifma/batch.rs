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

use super::super::lanes::MASK;
use super::super::lanes::additions::canonical;
use super::super::lanes::conversions::{limbs_52, load, store, words_64};
use super::super::vector::{Kernel, Simd};
use super::Ifma;
use super::multipliers::Words;
use super::words::Number;
use super::{Avx512Ifma, Avx512VlIfma, AvxIfma};
use crate::fault::leak_if_active;

/// See [`Avx512Ifma::mul_batch`].
#[inline]
#[allow(clippy::panic, reason = "slices of different lengths are a bug of the caller")]
pub(in super::super) fn mul_batch<V: Ifma, const N: usize, const L: usize, T>(
    vectors: V,
    ring: &IfmaModulus<N, L>,
    products: &mut [T],
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) -> usize {
    assert!(a.len() == products.len() && b.len() == products.len(), "as many products as pairs");
    if let Some(a) = a.first() {
        leak_if_active(V::BATCH_FAULT, limbs(a)[0]);
    }
    let whole = products.len() - products.len() % V::IN_A_VECTOR;
    vectors.run(Batch { ring, products, a, b, limbs, limbs_mut });
    whole
}

macro_rules! mul_batch {
    ($($vectors:ident)+) => {$(
        impl $vectors {
            /// `a_i b_i R^-1 mod p` for as many `i` as fill vectors, whose number is returned; the other products are
            /// not written. Any odd `p < R = 2^(64 N)`, `a_i < p`, `b_i` any limbs; results below `p`. `limbs` and
            /// `limbs_mut` return the limbs of an element. `L` is `ceil(64 N / 52)`. Constant time.
            ///
            /// # Panics
            /// If the slices differ in length.
            #[inline]
            pub fn mul_batch<const N: usize, const L: usize, T>(
                self,
                ring: &IfmaModulus<N, L>,
                products: &mut [T],
                a: &[T],
                b: &[T],
                limbs: impl Fn(&T) -> &[u64; N],
                limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
            ) -> usize {
                mul_batch(self, ring, products, a, b, limbs, limbs_mut)
            }
        }
    )+};
}
mul_batch! { Avx512Ifma Avx512VlIfma AvxIfma }

/// The modulus in limbs of 52 bits, and `-p^-1 mod 2^52`.
#[derive(Clone, Copy, Debug)]
#[repr(C)] // The proofs of kernels read the constants in this order.
pub struct IfmaModulus<const N: usize, const L: usize> {
    modulus: [u64; L],
    negated_inverse: u64,
}

impl<const N: usize, const L: usize> IfmaModulus<N, L> {
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
struct Batch<'a, const N: usize, const L: usize, T, F, G> {
    ring: &'a IfmaModulus<N, L>,
    products: &'a mut [T],
    a: &'a [T],
    b: &'a [T],
    limbs: F,
    limbs_mut: G,
}

impl<V: Ifma, const N: usize, const L: usize, T, F, G> Kernel<V> for Batch<'_, N, L, T, F, G>
where
    F: Fn(&T) -> &[u64; N],
    G: Fn(&mut T) -> &mut [u64; N],
{
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { ring, products, a, b, limbs, limbs_mut } = self;
        let modulus = ring.modulus.map(|limb| v.words(limb));
        let inverse = v.words(ring.negated_inverse);
        // Two vectors at a time, whose reductions overlap to hide latencies.
        let paired = products.len() / (2 * V::IN_A_VECTOR) * 2 * V::IN_A_VECTOR;
        let (pairs, rest) = products.split_at_mut(paired);
        let mut numbers = a.chunks_exact(V::IN_A_VECTOR).zip(b.chunks_exact(V::IN_A_VECTOR));
        for products in pairs.chunks_exact_mut(2 * V::IN_A_VECTOR) {
            let (Some(first), Some(second)) = (numbers.next(), numbers.next()) else { break };
            let factors = [
                factors::<V, N, L, T>(v, first.0, first.1, &limbs),
                factors::<V, N, L, T>(v, second.0, second.1, &limbs),
            ];
            let [first, second] = reduced_products(v, &factors, &modulus, inverse);
            let (low, high) = products.split_at_mut(V::IN_A_VECTOR);
            store_reduced::<V, N, L, T>(v, first, &modulus, low, &limbs_mut);
            store_reduced::<V, N, L, T>(v, second, &modulus, high, &limbs_mut);
        }
        for products in rest.chunks_exact_mut(V::IN_A_VECTOR) {
            let Some((a, b)) = numbers.next() else { break };
            let factors = [factors::<V, N, L, T>(v, a, b, &limbs)];
            let [sum] = reduced_products(v, &factors, &modulus, inverse);
            store_reduced::<V, N, L, T>(v, sum, &modulus, products, &limbs_mut);
        }
    }
}

/// The limbs of as many elements as there are lanes.
#[inline(always)]
fn load_elements<V: Ifma, const N: usize, T>(
    v: V,
    elements: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
) -> [Words<V>; N] {
    let mut numbers: [&[u64; N]; 8] = [&[0; N]; 8];
    for i in 0..V::IN_A_VECTOR {
        numbers[i] = limbs(&elements[i]);
    }
    load(v, &numbers[..V::IN_A_VECTOR])
}

/// The limbs of `2^s a` and of `b` in each lane.
#[inline(always)]
fn factors<V: Ifma, const N: usize, const L: usize, T>(
    v: V,
    a: &[T],
    b: &[T],
    limbs: impl Fn(&T) -> &[u64; N],
) -> [Number<V, L>; 2] {
    [
        limbs_52(v, &load_elements(v, a, &limbs), IfmaModulus::<N, L>::SHIFT),
        limbs_52(v, &load_elements(v, b, &limbs), 0),
    ]
}

/// Computes `(a b + p m) / 2^(52 L)` of each pair of factors in each lane, without carry propagation.
///
/// A sum moves down by a word in each round, so its words are in registers, whether the compiler unrolls the rounds or
/// not.
#[inline(always)]
fn reduced_products<V: Ifma, const L: usize, const VECTORS: usize>(
    v: V,
    factors: &[[Number<V, L>; 2]; VECTORS],
    modulus: &Number<V, L>,
    inverse: Words<V>,
) -> [Number<V, L>; VECTORS] {
    let zero = v.words(0);
    let mut sums = [[zero; L]; VECTORS];
    for i in 0..L {
        let mut m = [zero; VECTORS];
        for n in 0..VECTORS {
            for j in 0..L {
                sums[n][j] = v.add_low(sums[n][j], factors[n][0][j], factors[n][1][i]);
            }
            m[n] = v.add_low(zero, sums[n][0], inverse);
        }
        for n in 0..VECTORS {
            for j in 0..L {
                sums[n][j] = v.add_low(sums[n][j], m[n], modulus[j]);
            }
            // The lowest 52 bits are zero; the bits above them are the carry. It comes last: nothing waits for it.
            let carry = v.shift_right(sums[n][0], 52);
            let mut moved = [zero; L];
            for j in 0..L {
                let above = if j + 1 < L { sums[n][j + 1] } else { zero };
                let sum = v.add_high(above, factors[n][0][j], factors[n][1][i]);
                moved[j] = v.add_high(sum, m[n], modulus[j]);
            }
            moved[0] = v.add(moved[0], carry);
            sums[n] = moved;
        }
    }
    sums
}

/// Propagates carries, subtracts `p` unless the difference is negative, and stores the numbers below `p`.
#[inline(always)]
fn store_reduced<V: Ifma, const N: usize, const L: usize, T>(
    v: V,
    sum: Number<V, L>,
    modulus: &Number<V, L>,
    products: &mut [T],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) {
    let words = words_64(v, &canonical(v, &sum, modulus), 0);
    if let Ok(eight) = <&mut [T; 8]>::try_from(&mut *products) {
        store_elements::<V, N, T, 8>(v, &words, eight, limbs_mut);
    } else if let Ok(four) = <&mut [T; 4]>::try_from(products) {
        store_elements::<V, N, T, 4>(v, &words, four, limbs_mut);
    }
}

/// Stores as many elements as there are lanes. The loop overwrites all references to `unused`;
/// `map` instead would be compiled for every type of elements.
#[inline(always)]
fn store_elements<V: Ifma, const N: usize, T, const LANES: usize>(
    v: V,
    words: &[Words<V>; N],
    elements: &mut [T; LANES],
    limbs_mut: impl Fn(&mut T) -> &mut [u64; N],
) {
    let mut unused = [[0; N]; LANES];
    let mut numbers = unused.each_mut();
    for (number, element) in numbers.iter_mut().zip(elements) {
        *number = limbs_mut(element);
    }
    store(v, words, &mut numbers);
}
