//! Products of packed values in signed words: see [`signed`](super::super::lanes::signed).
//!
//! Bounds: the first factor is raised to `[0, 32 p)`, and `32 p <= S (1 - 2^-48)`. The second one is below `p`. The
//! reduction yields a number below
//!
//! `32 p p / S + F 2^52 p / 2^104 + (2^104 - 1) p / 2^104 < p (1 - 2^-48 + F 2^-52 + 1) < 2 p`,
//!
//! because `F <= 6 < 2^3`. Both factors have limbs below `2^52`, so the bounds of words are those of
//! [packed values](super): without the biases, a word of the result is a sum of at most `4 L` halves and one carry, at
//! most `33 2^52` in magnitude.

use core::hint::black_box;

use super::super::lanes::Form;
use super::super::lanes::operands::Operands;
use super::super::lanes::signed;
use super::super::vector::{Operation, Simd};
use super::AT_ONCE;
use super::limbs::doubles;
use super::montgomery::reduced_words;
use super::product::{BIAS, Words, limbs, product};
use crate::packed::{Doubles, LANES, Limbs52};

/// `result = a b`.
pub(super) struct MulSigned<'a, const L: usize>(pub &'a Doubles, pub &'a Limbs52);

impl<V: Form, const N: usize, const L: usize> Operation<V, N> for MulSigned<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(constants, modulus) = self;
        for first in (0..LANES / V::IN_A_VECTOR).step_by(AT_ONCE) {
            // Each vector is read before it is written.
            let products = [
                product_of::<V, N, L>(v, modulus, &operands, first),
                product_of::<V, N, L>(v, modulus, &operands, first + 1),
            ];
            // As in `product::Mul`.
            let mut words = reduced_words(black_box(constants), v, products);
            for n in 0..AT_ONCE {
                for j in 0..L {
                    let bias = if j < L - 1 { BIAS } else { 0 };
                    let carried = if j > 0 { BIAS >> 52 } else { 0 };
                    words[n][j] = v.sub(words[n][j], v.words(bias.wrapping_sub(carried)));
                }
                operands.write_rows(v, first + n, &words[n]);
            }
        }
    }
}

/// The words of the product of one vector of both factors.
#[inline(always)]
fn product_of<V: Simd, const N: usize, const L: usize>(
    v: V,
    modulus: &Limbs52,
    operands: &Operands<N>,
    vector: usize,
) -> Words<V, L> {
    let [a, b] = operands.read::<V, L>(v, vector);
    let words = signed::limbs(v, modulus, a);
    let mut factor = [v.doubles(&0.0); L];
    for j in 0..L {
        factor[j] = doubles(v, words[j]);
    }
    product::<V, Doubles, L>(v, &factor, &limbs(v, &b))
}
