//! Multiplication and squaring of packed values: sums of half products, then the reduction of the modulus.

use core::hint::black_box;

use super::super::lanes::operands::Operands;
use super::super::vector::{Operation, Simd, each};
use super::limbs::{HIGH, LOW, doubles};
use super::{AT_ONCE, MAX_LIMBS};
use crate::packed::LANES;

/// A bias that keeps words positive.
pub(super) const BIAS: u64 = 1 << 60;

/// A number in each lane, in limbs.
pub(super) type Limbs<V, const L: usize> = [<V as Simd>::Doubles; L];

/// The words of a product, lower and upper.
pub(super) type Words<V, const L: usize> = [[<V as Simd>::Words; L]; 2];

/// The reduction of a product of `L` limbs.
pub(super) trait Reduction<const L: usize> {
    /// The initial words of a product. Modulo `2^64`: minus the zero patterns of all halves that the product and the
    /// reduction will add, plus the biases.
    const START: [u64; 2 * MAX_LIMBS];

    /// Computes numbers below `2 p` congruent to `c / S`. The steps of both vectors alternate to hide latencies.
    fn reduce<V: Simd>(&self, v: V, c: [Words<V, L>; AT_ONCE]) -> [Limbs<V, L>; AT_ONCE];
}

/// Lower and upper initial words, in all lanes.
#[inline(always)]
fn start<V: Simd, R: Reduction<L>, const L: usize>(v: V) -> Words<V, L> {
    let mut words = [[v.words(0); L]; 2];
    for k in 0..2 * L {
        words[k / L][k % L] = v.words(R::START[k]);
    }
    words
}

/// Adds `2^(52 k) a b`.
#[inline(always)]
pub(super) fn add_product<V: Simd, const L: usize>(
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

/// Ends the products of a column: see [`Simd::settled`].
#[inline(always)]
pub(super) fn settle<V: Simd, const L: usize>(v: V, words: &mut Words<V, L>, k: usize) {
    for k in [k, k + 1] {
        let word = &mut words[k / L][k % L];
        *word = v.settled(*word);
    }
}

/// Adds the carry of word `k` to the next word.
#[inline(always)]
pub(super) fn carry_on<V: Simd, const L: usize>(v: V, words: &mut Words<V, L>, k: usize) {
    let carry = v.shift_right(words[k / L][k % L], 52);
    let next = &mut words[(k + 1) / L][(k + 1) % L];
    *next = v.add(*next, carry);
}

/// Computes the words of a product column by column, so that at most two words are incomplete at a time.
#[inline(always)]
pub(super) fn product<V: Simd, R: Reduction<L>, const L: usize>(
    v: V,
    a: &Limbs<V, L>,
    b: &Limbs<V, L>,
) -> Words<V, L> {
    let mut words = start::<V, R, L>(v);
    each!(k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        each!(i in [0 1 2 3 4 5 6 7] {
            if i < L && i <= k && k - i < L {
                add_product(v, &mut words, k, a[i], b[k - i]);
            }
        });
        if k < 2 * L - 1 {
            settle(v, &mut words, k);
        }
    });
    words
}

/// Computes the words of a square: products of different limbs once, doubled, plus the squares of limbs.
#[inline(always)]
fn square<V: Simd, R: Reduction<L>, const L: usize>(v: V, a: &Limbs<V, L>) -> Words<V, L> {
    let mut words = [[v.words(0); L]; 2];
    let mut squares = start::<V, R, L>(v);
    each!(k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        if k < 2 * L - 1 {
            each!(i in [0 1 2 3 4 5 6] {
                if 2 * i < k && k - i < L {
                    add_product(v, &mut words, k, a[i], a[k - i]);
                }
            });
            settle(v, &mut words, k);
            if k % 2 == 0 {
                add_product(v, &mut squares, k, a[k / 2], a[k / 2]);
                settle(v, &mut squares, k);
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
pub(super) fn doubles_of<V: Simd, const L: usize>(
    v: V,
    c: &[Words<V, L>; AT_ONCE],
    k: usize,
) -> [V::Doubles; AT_ONCE] {
    v.depend_on_both([doubles(v, c[0][k / L][k % L]), doubles(v, c[1][k / L][k % L])])
}

/// The doubles of rows.
#[inline(always)]
pub(super) fn limbs<V: Simd, const L: usize>(v: V, rows: &[V::Words; L]) -> Limbs<V, L> {
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
pub(super) struct Mul<'a, R, const L: usize>(pub &'a R);

impl<V: Simd, R: Reduction<L>, const N: usize, const L: usize> Operation<V, N> for Mul<'_, R, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(reduction) = self;
        for first in (0..LANES / V::IN_A_VECTOR).step_by(AT_ONCE) {
            // Each vector is read before it is written.
            let ([a, b], [c, d]) = (operands.read::<V, L>(v, first), operands.read::<V, L>(v, first + 1));
            let products = [
                product::<V, R, L>(v, &limbs(v, &a), &limbs(v, &b)),
                product::<V, R, L>(v, &limbs(v, &c), &limbs(v, &d)),
            ];
            // Stops the compiler from loading all constants before the loop, which would spill them.
            write(v, &operands, first, &black_box(reduction).reduce(v, products));
        }
    }
}

/// `result = a^(2^times)`.
pub(super) struct SquareTimes<'a, R, const L: usize>(pub &'a R, pub usize);

impl<V: Simd, R: Reduction<L>, const N: usize, const L: usize> Operation<V, N> for SquareTimes<'_, R, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(reduction, times) = self;
        for first in (0..LANES / V::IN_A_VECTOR).step_by(AT_ONCE) {
            // Each vector is read before it is written.
            let (a, b) = (operands.read_first::<V, L>(v, first), operands.read_first::<V, L>(v, first + 1));
            let mut power = [limbs(v, &a), limbs(v, &b)];
            for _ in 0..times {
                let squares = [square::<V, R, L>(v, &power[0]), square::<V, R, L>(v, &power[1])];
                power = black_box(reduction).reduce(v, squares);
            }
            write(v, &operands, first, &power);
        }
    }
}
