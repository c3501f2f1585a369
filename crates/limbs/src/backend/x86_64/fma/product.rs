//! Multiplication and squaring of packed values: sums of half products, and the reduction.

use core::hint::black_box;

use super::super::lanes::MASK;
use super::super::lanes::operands::Operands;
use super::super::vector::{Operation, Simd, each};
use super::limbs::{HIGH, LOW, NO_LOW, doubles, halves};
use super::{AT_ONCE, MAX_LIMBS};
use crate::packed::{Doubles, LANES};

/// A bias that keeps words positive.
const BIAS: u64 = 1 << 60;

/// A number in each lane, in limbs.
type Limbs<V, const L: usize> = [<V as Simd>::Doubles; L];

/// The initial words of a product of `L` limbs.
struct Start<const L: usize>;

impl<const L: usize> Start<L> {
    /// Modulo `2^64`: minus the zero patterns of all halves that will be added, plus the bias.
    const WORDS: [u64; 2 * MAX_LIMBS] = {
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

    /// Lower and upper words, in all lanes.
    #[inline(always)]
    fn words<V: Simd>(v: V) -> Words<V, L> {
        let mut words = [[v.words(0); L]; 2];
        for k in 0..2 * L {
            words[k / L][k % L] = v.words(Self::WORDS[k]);
        }
        words
    }
}

/// The words of a product, lower and upper.
type Words<V, const L: usize> = [[<V as Simd>::Words; L]; 2];

/// Adds `2^(52 k) a b`.
#[inline(always)]
fn add_product<V: Simd, const L: usize>(
    v: V,
    words: &mut Words<V, L>,
    k: usize,
    a: V::Doubles,
    b: V::Doubles,
) {
    let sums = [words[k / L][k % L], words[(k + 1) / L][(k + 1) % L]];
    let [low, high] = v.add_halves(sums, a, b, [v.doubles(&LOW), v.doubles(&HIGH)]);
    words[k / L][k % L] = low;
    words[(k + 1) / L][(k + 1) % L] = high;
}

/// Adds the carry of word `k` to the next word.
#[inline(always)]
fn carry_on<V: Simd, const L: usize>(v: V, words: &mut Words<V, L>, k: usize) {
    let carry = v.shift_right(words[k / L][k % L], 52);
    let next = &mut words[(k + 1) / L][(k + 1) % L];
    *next = v.add(*next, carry);
}

/// Computes the words of a product column by column, so that at most two words are incomplete at a time.
#[inline(always)]
fn product<V: Simd, const L: usize>(v: V, a: &Limbs<V, L>, b: &Limbs<V, L>) -> Words<V, L> {
    let mut words = Start::<L>::words(v);
    each!(k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        each!(i in [0 1 2 3 4 5 6 7] {
            if i < L && i <= k && k - i < L {
                add_product(v, &mut words, k, a[i], b[k - i]);
            }
        });
    });
    words
}

/// Computes the words of a square: products of different limbs once, doubled, plus the squares of limbs.
#[inline(always)]
fn square<V: Simd, const L: usize>(v: V, a: &Limbs<V, L>) -> Words<V, L> {
    let mut words = [[v.words(0); L]; 2];
    let mut squares = Start::<L>::words(v);
    each!(k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        if k < 2 * L - 1 {
            each!(i in [0 1 2 3 4 5 6] {
                if 2 * i < k && k - i < L {
                    add_product(v, &mut words, k, a[i], a[k - i]);
                }
            });
            if k % 2 == 0 {
                add_product(v, &mut squares, k, a[k / 2], a[k / 2]);
            }
            let word = &mut words[k / L][k % L];
            *word = v.add(v.add(*word, *word), squares[k / L][k % L]);
        }
    });
    words[1][L - 1] = squares[1][L - 1];
    words
}

/// Applies [`doubles`] to word `k` of both.
#[inline(always)]
fn doubles_of<V: Simd, const L: usize>(v: V, c: &[Words<V, L>; AT_ONCE], k: usize) -> [V::Doubles; AT_ONCE] {
    v.depend_on_both([doubles(v, c[0][k / L][k % L]), doubles(v, c[1][k / L][k % L])])
}

/// Computes numbers below `2 p` congruent to `c / S`. The steps of both vectors alternate to hide latencies.
#[inline(always)]
fn reduce<V: Simd, const L: usize>(
    v: V,
    constants: &Doubles,
    mut c: [Words<V, L>; AT_ONCE],
) -> [Limbs<V, L>; AT_ONCE] {
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
        });
    });
    each!(k in [3 4 5 6 7 8 9 10 11 12 13 14] {
        if k >= folded && k < 2 * L - 1 {
            for c in &mut c {
                carry_on(v, c, k);
            }
        }
    });
    let mut results = [[zero; L]; AT_ONCE];
    each!(j in [0 1 2 3 4 5 6 7] {
        if j < L {
            let limb = doubles_of(v, &c, L + j);
            for n in 0..AT_ONCE {
                results[n][j] = limb[n];
            }
        }
    });
    results
}

/// The doubles of rows.
#[inline(always)]
fn limbs<V: Simd, const L: usize>(v: V, rows: &[V::Words; L]) -> Limbs<V, L> {
    let mut limbs = [v.doubles(&0.0); L];
    for j in 0..L {
        limbs[j] = v.with_bits(rows[j]);
    }
    limbs
}

/// Stores the limbs of the vectors from `first` on.
#[inline(always)]
fn write<V: Simd, const N: usize, const L: usize>(
    v: V,
    operands: &Operands<N>,
    first: usize,
    limbs: &[Limbs<V, L>; AT_ONCE],
) {
    for n in 0..AT_ONCE {
        let mut rows = [v.words(0); L];
        for j in 0..L {
            rows[j] = v.to_bits(limbs[n][j]);
        }
        operands.write_rows(v, first + n, &rows);
    }
}

/// `result = a b`.
pub(super) struct Mul<'a, const L: usize>(pub &'a Doubles);

impl<V: Simd, const N: usize, const L: usize> Operation<V, N> for Mul<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(constants) = self;
        for first in (0..LANES / V::IN_A_VECTOR).step_by(AT_ONCE) {
            // Each vector is read before it is written.
            let ([a, b], [c, d]) = (operands.read::<V, L>(v, first), operands.read::<V, L>(v, first + 1));
            let products =
                [product(v, &limbs(v, &a), &limbs(v, &b)), product(v, &limbs(v, &c), &limbs(v, &d))];
            // Stops the compiler from loading all constants before the loop, which would spill them.
            write(v, &operands, first, &reduce(v, black_box(constants), products));
        }
    }
}

/// `result = a^(2^times)`.
pub(super) struct SquareTimes<'a, const L: usize>(pub &'a Doubles, pub usize);

impl<V: Simd, const N: usize, const L: usize> Operation<V, N> for SquareTimes<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(constants, times) = self;
        for first in (0..LANES / V::IN_A_VECTOR).step_by(AT_ONCE) {
            // Each vector is read before it is written.
            let (a, b) = (operands.read_first::<V, L>(v, first), operands.read_first::<V, L>(v, first + 1));
            let mut power = [limbs(v, &a), limbs(v, &b)];
            for _ in 0..times {
                power = reduce(v, black_box(constants), [square(v, &power[0]), square(v, &power[1])]);
            }
            write(v, &operands, first, &power);
        }
    }
}
