//! The reduction of a product by folds and one round of twice the width.

use super::super::lanes::MASK;
use super::super::vector::{Simd, each};
use super::limbs::{HIGH, NO_LOW, doubles, halves};
use super::product::{BIAS, Limbs, Reduction, Words, add_product, carry_on, doubles_of, settle};
use super::{AT_ONCE, MAX_LIMBS};
use crate::packed::Doubles;

impl<const L: usize> Reduction<L> for Doubles {
    const START: [u64; 2 * MAX_LIMBS] = {
        let folded = L - 2;
        let mut start = [0u64; 2 * MAX_LIMBS];
        // First limbs: those of the product, of the folds, and of m in the rounds.
        let mut first = 0;
        while first < L + folded + 2 {
            let position = if first < L {
                first
            } else if first < L + folded {
                folded
            } else {
                first - L
            };
            let mut j = position;
            while j < position + L {
                // The limbs of the words L - 2 and L - 1 are read before their last low halves are added.
                if first < L + folded || j >= L {
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

    #[inline(always)]
    fn reduce<V: Simd>(&self, v: V, c: [Words<V, L>; AT_ONCE]) -> [Limbs<V, L>; AT_ONCE] {
        let mut words = reduced_words(self, v, c);
        for j in 0..L - 1 {
            for words in &mut words {
                words[j + 1] = v.add(words[j + 1], v.shift_right(words[j], 52));
            }
        }
        let mut results = [[v.doubles(&0.0); L]; AT_ONCE];
        each!(j in [0 1 2 3 4 5 6 7] {
            if j < L {
                let limb = v.depend_on_both([doubles(v, words[0][j]), doubles(v, words[1][j])]);
                for n in 0..AT_ONCE {
                    results[n][j] = limb[n];
                }
            }
        });
        results
    }
}

/// The words of the reduced numbers, whose carries are not propagated. They contain the biases of `START`.
#[inline(always)]
pub(super) fn reduced_words<V: Simd, const L: usize>(
    constants: &Doubles,
    v: V,
    mut c: [Words<V, L>; AT_ONCE],
) -> [[V::Words; L]; AT_ONCE] {
    let zero = v.doubles(&0.0);
    let folded = L - 2;
    let mut limbs = [[zero; AT_ONCE]; MAX_LIMBS - 2];
    each!(i in [0 1 2 3 4 5] {
        if i < folded {
            for c in &mut c {
                carry_on(v, c, i);
            }
            limbs[i] = doubles_of(v, &c, i);
        }
    });
    each!(j in [0 1 2 3 4 5 6 7] {
        each!(n in [0 1] {
            each!(i in [0 1 2 3 4 5] {
                if j < L && i < folded {
                    let fold = v.doubles(&constants.folds[folded - i - 1][j]);
                    add_product(v, &mut c[n], folded + j, limbs[i][n], fold);
                }
            });
            if j < L {
                settle(v, &mut c[n], folded + j);
            }
        });
    });
    // Both rounds in one: m = m_0 + 2^52 m_1 = (c_F + 2^52 c_(F+1)) (-p^-1) mod 2^104, F = L - 2.
    for c in &mut c {
        carry_on(v, c, folded);
    }
    let [inverse_0, inverse_1] =
        [v.doubles(&constants.negated_inverse[0]), v.doubles(&constants.negated_inverse[1])];
    let first = doubles_of(v, &c, folded);
    let second = doubles_of(v, &c, folded + 1);
    let mut m = [[zero; AT_ONCE]; 2];
    each!(n in [0 1] {
        let [low, high] = halves(v, first[n], inverse_0);
        let low = v.sub(v.words(NO_LOW.wrapping_add(BIAS)), low);
        let [cross, _] = halves(v, first[n], inverse_1);
        let [low_1, _] = halves(v, second[n], inverse_0);
        let start = v.words((NO_LOW.wrapping_mul(2)).wrapping_sub(HIGH.to_bits()).wrapping_sub(BIAS >> 52));
        let high = v.add(v.sub(high, cross), v.sub(start, low_1));
        m[0][n] = doubles(v, low);
        m[1][n] = doubles(v, v.add(high, v.shift_right(low, 52)));
    });
    let m = [v.depend_on_both(m[0]), v.depend_on_both(m[1])];
    for c in &mut c {
        c[0][folded] = v.add(v.and(c[0][folded], v.words(MASK)), v.words(NO_LOW));
        c[0][folded + 1] = v.add(c[0][folded + 1], v.words(NO_LOW.wrapping_mul(2)));
    }
    each!(j in [0 1 2 3 4 5 6 7] {
        each!(n in [0 1] {
            each!(i in [0 1] {
                if j < L {
                    add_product(v, &mut c[n], folded + i + j, m[i][n], v.doubles(&constants.modulus[j]));
                }
            });
            if j < L {
                settle(v, &mut c[n], folded + j);
            }
        });
    });
    each!(k in [3 4 5 6 7] {
        if k >= folded && k < L {
            for c in &mut c {
                carry_on(v, c, k);
            }
        }
    });
    [c[0][1], c[1][1]]
}
