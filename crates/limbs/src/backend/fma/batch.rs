//! Products of numbers in 64-bit limbs, sixteen at a time.
//!
//! The numbers keep the radix `R = 2^(64 N)`: the first factor is loaded as `2^s a` with `s = 52 L - 64 N`, and
//! `(2^s a) b / S = a b / R` for `S = 2^(52 L)`. So product and reduction are those of packed values.
//!
//! Bound: `2^s a < 2^s R = S` has `L` limbs. With `F = L - 2` folds, `a, b < p` and `p < R`, the reduction yields a
//! number below
//!
//! `a b / R + F 2^52 p / 2^104 + (2^104 - 1) p / 2^104 < p (p / R + F 2^-52 + 1)`.
//!
//! Because `F <= 6 < 2^3`, that is at most `2 p` if `p <= R - 2^-49 R`, which holds if the top limb of `p` is below
//! `2^64 - 2^15` ([`PackedModulus::has_products_of_numbers`]). Then one subtraction makes the number canonical. The
//! bound of each word is that of packed values, which depends on the number of limbs alone.

use core::hint::black_box;

use super::super::lanes::Form;
use super::super::lanes::additions::canonical;
use super::super::lanes::conversions::{limbs_52, load, store, words_64};
use super::super::vector::{Kernel, Simd};
use super::AT_ONCE;
use super::limbs::doubles;
use super::montgomery::reduced_words;
use super::product::{Limbs, Words, product};
use crate::packed::{Doubles, LANES, Limbs52, PackedModulus};

/// Sixteen products of numbers of `M` limbs, which is `N`: `products_i = a_i b_i R^-1 mod p`.
pub(super) struct MulNumbers<'a, 'b, 'c, const N: usize, const M: usize, const L: usize> {
    pub(super) modulus: &'a PackedModulus<N>,
    pub(super) products: &'a mut [&'b mut [u64; M]; LANES],
    pub(super) a: &'a [&'c [u64; M]; LANES],
    pub(super) b: &'a [&'c [u64; M]; LANES],
}

impl<V: Form, const N: usize, const M: usize, const L: usize> Kernel<V> for MulNumbers<'_, '_, '_, N, M, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { modulus, products, a, b } = self;
        for first in (0..LANES).step_by(AT_ONCE * V::IN_A_VECTOR) {
            let wide = [
                product_of::<V, M, L>(v, &a[first..], &b[first..]),
                product_of::<V, M, L>(v, &a[first + V::IN_A_VECTOR..], &b[first + V::IN_A_VECTOR..]),
            ];
            // As in `product::Mul`.
            let words = reduced_words(black_box(modulus.doubles()), v, wide);
            for n in 0..AT_ONCE {
                let products = &mut products[first + V::IN_A_VECTOR * n..][..V::IN_A_VECTOR];
                store_canonical::<V, M, L>(v, &modulus.constants().modulus, words[n], products);
            }
        }
    }
}

/// The words of `2^s a b`, for the first numbers of `a` and of `b`.
#[inline(always)]
fn product_of<V: Simd, const M: usize, const L: usize>(
    v: V,
    a: &[&[u64; M]],
    b: &[&[u64; M]],
) -> Words<V, L> {
    let a = limbs::<V, M, L>(v, &a[..V::IN_A_VECTOR], 52 * L - 64 * M);
    product::<V, Doubles, L>(v, &a, &limbs::<V, M, L>(v, &b[..V::IN_A_VECTOR], 0))
}

/// The limbs of `2^shift` times as many numbers as there are lanes.
#[inline(always)]
fn limbs<V: Simd, const M: usize, const L: usize>(v: V, numbers: &[&[u64; M]], shift: usize) -> Limbs<V, L> {
    let words: [V::Words; L] = limbs_52(v, &load(v, numbers), shift);
    let mut limbs = [v.doubles(&0.0); L];
    for j in 0..L {
        limbs[j] = doubles(v, words[j]);
    }
    limbs
}

/// Stores numbers below `2 p`, reduced below `p`, from [`reduced_words`].
#[inline(always)]
fn store_canonical<V: Simd, const M: usize, const L: usize>(
    v: V,
    modulus: &Limbs52,
    words: [V::Words; L],
    numbers: &mut [&mut [u64; M]],
) {
    let mut constant = words;
    for j in 0..L {
        constant[j] = v.words(modulus[j]);
    }
    let limbs = canonical(v, &words, &constant);
    store(v, &words_64::<V, M, L>(v, &limbs, 0), numbers);
}
