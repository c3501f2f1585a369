//! Multiplication of packed values modulo any `p`.
//!
//! A residue `a` is represented by `a S mod p` or by that plus `p`. A product `c = a b` has `2 L` words, and with
//! `F = L - 2` and `rho_i = 2^(-52 i) mod p`, by the schedule `P(L-2),C,C` (`docs/multiplication.md`),
//!
//! `t = floor(c / 2^(52 F)) + c_0 rho_F + ... + c_(F-1) rho_1`, then twice `t = (t + m p) / 2^52`.
//!
//! The folds are independent of each other. Only the last two digits, `m = -t p^-1 mod 2^52`, depend on previous steps.
//!
//! Bound: with `a < k p`, `b < l p` and `p < R = 2^(64 N) = 2^-s S`, the result is below
//!
//! `a b / S + F 2^52 p / 2^104 + (2^104 - 1) p / 2^104 < p (k l 2^-s + 2^-49 + 1)`,
//!
//! where `s` is 4 for four limbs and 32 for six: for `k l <= 15` below `2 p`, whatever `p`. So no subtraction is needed
//! between multiplications; `2 p < 2^(64 N + 1)` has `L` limbs.
//!
//! Carries are propagated only once: a word receives at most `2 L` halves of products below `2^52`, `2 F` of folds,
//! four of rounds, and one carry; `(4 L + 1) 2^52 < 2^58`.
//!
//! Cost for a vector, in multiply-adds: `2 L^2` a product, `L (L + 1)` a square, `2 L^2` a reduction (`2 L` for each
//! fold and each round: a round's `m` needs one, and the low half of `m p_0` is known, see [`Montgomery`]). That is 100
//! and 80 for four limbs, 256 and 200 for six. Zen 4 starts one multiply-add per cycle, and they are the bottleneck.

use core::hint::black_box;

use super::super::lanes::additions::propagate_carries;
use super::super::lanes::operands::Operands;
use super::super::lanes::{MASK, signed};
use super::super::vector::{Operation, Simd};
use super::Ifma;
use super::multipliers::Words;
use super::words::{Number, Reduction, add_high, add_low, product};
use crate::packed::{Constants, LANES};

/// Adds the carry of word `index` to the next word.
#[inline(always)]
fn carry<V: Ifma, const L: usize>(v: V, words: &mut [Number<V, L>; 2], index: usize, rounded: Words<V>) {
    let carry = v.shift_right(v.add(words[index / L][index % L], rounded), 52);
    let next = &mut words[(index + 1) / L][(index + 1) % L];
    *next = v.add(*next, carry);
}

/// The reduction by the schedule above.
#[derive(Clone, Copy)]
pub(super) struct Montgomery<'a>(pub &'a Constants);

impl Reduction for Montgomery<'_> {
    #[inline(always)]
    fn opaque(self) -> Self {
        Self(black_box(self.0))
    }

    #[inline(always)]
    fn reduce<V: Ifma, const L: usize>(self, v: V, c: [Number<V, L>; 2]) -> Number<V, L> {
        propagate_carries(v, self.words(v, c))
    }
}

impl Montgomery<'_> {
    /// The words of the result, whose carries are not propagated.
    #[inline(always)]
    fn words<V: Ifma, const L: usize>(self, v: V, mut c: [Number<V, L>; 2]) -> Number<V, L> {
        let constants = self.0;
        let zero = v.words(0);
        let mask = v.words(MASK);
        let folded = L - 2;
        for i in 0..folded {
            carry(v, &mut c, i, zero);
        }
        for i in 0..folded {
            let rho = &constants.folds[folded - i - 1];
            let limb = c[i / L][i % L];
            for j in 0..L {
                add_low(v, &mut c, folded + j, limb, v.words(rho[j]));
            }
            for j in 0..L {
                add_high(v, &mut c, folded + j + 1, limb, v.words(rho[j]));
            }
        }
        for i in folded..L {
            let m = v.add_low(zero, c[i / L][i % L], v.words(constants.negated_inverse));
            // The low half of m p_0 clears the word's limb; unless the limb is already zero, that carries one.
            carry(v, &mut c, i, mask);
            for j in 1..L {
                add_low(v, &mut c, i + j, m, v.words(constants.modulus[j]));
            }
            for j in 0..L {
                add_high(v, &mut c, i + j + 1, m, v.words(constants.modulus[j]));
            }
        }
        c[1]
    }
}

/// `result = a b`, where `result` and `a` have [signed words](signed).
///
/// With the first factor raised to `[0, 32 p)`, `32 p <= S (1 - 2^-48)`, and the second one below `p`, the result is
/// below `p (1 - 2^-48 + 2^-49 + 1) < 2 p`. Its words are at most `(4 L + 1) 2^52`, as above.
pub(super) struct MulSigned<'a, const L: usize>(pub &'a Constants);

impl<V: Ifma, const N: usize, const L: usize> Operation<V, N> for MulSigned<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [a, b] = operands.read::<V, L>(v, vector);
            let reduction = Montgomery(self.0).opaque();
            let a = signed::limbs(v, &reduction.0.modulus, a);
            let words = reduction.words(v, product(v, &a, &b));
            operands.write_rows(v, vector, &words);
        }
    }
}
