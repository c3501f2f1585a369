//! Products of numbers in the lanes of vectors, in limbs of 52 bits.
//!
//! In a packed value every word is a limb below `2^52`. During a computation, words hold sums whose carries are not
//! propagated. The bits above the 52 bits of a word may also be counted in the next word.

use super::super::lanes::operands::Operands;
use super::super::vector::{Operation, Simd, each};
use super::Ifma;
pub(super) use super::multipliers::Number;
use super::multipliers::Words;
use crate::packed::LANES;

#[inline(always)]
pub(super) fn add_low<V: Ifma, const L: usize>(
    v: V,
    words: &mut [Number<V, L>; 2],
    index: usize,
    a: Words<V>,
    b: Words<V>,
) {
    let word = &mut words[index / L][index % L];
    *word = v.add_low(*word, a, b);
}

#[inline(always)]
pub(super) fn add_high<V: Ifma, const L: usize>(
    v: V,
    words: &mut [Number<V, L>; 2],
    index: usize,
    a: Words<V>,
    b: Words<V>,
) {
    let word = &mut words[index / L][index % L];
    *word = v.add_high(*word, a, b);
}

/// Adds `2^(52 i) a b`, with separate sums for its low and its high halves.
#[inline(always)]
fn add_row<V: Ifma, const L: usize>(
    v: V,
    sums: &mut [[Number<V, L>; 2]; 2],
    i: usize,
    a: &Number<V, L>,
    b: Words<V>,
) {
    // For up to five limbs the registers hold two sums of words besides the operands.
    let apart = usize::from(L <= 5);
    for j in 0..L {
        add_low(v, &mut sums[0], i + j, a[j], b);
    }
    for j in 0..L {
        add_high(v, &mut sums[apart], i + j + 1, a[j], b);
    }
}

/// Computes `a b` in lower and upper `L` words, without carry propagation: each is a sum of at most `2 L - 1` halves of
/// products below `2^52`.
#[inline(always)]
pub(super) fn product<V: Ifma, const L: usize>(
    v: V,
    a: &Number<V, L>,
    b: &Number<V, L>,
) -> [Number<V, L>; 2] {
    let mut sums = [[[v.words(0); L]; 2]; 2];
    // Two loops, because the compiler does not unroll a loop of so many steps.
    for i in 0..L / 2 {
        add_row(v, &mut sums, i, a, b[i]);
    }
    for i in L / 2..L {
        add_row(v, &mut sums, i, a, b[i]);
    }
    let [mut low, high] = sums;
    if L <= 5 {
        // Two sums halve the length of the dependency chains.
        for half in 0..2 {
            for j in 0..L {
                low[half][j] = v.add(low[half][j], high[half][j]);
            }
        }
    }
    low
}

/// Computes `a^2` as [`product`] does: products of different limbs once, doubled, plus the squares.
#[inline(always)]
pub(super) fn square<V: Ifma, const L: usize>(v: V, a: &Number<V, L>) -> [Number<V, L>; 2] {
    const { assert!(L <= 8, "the lists of indices are for eight words") };
    let mut words = [[v.words(0); L]; 2];
    // With link-time optimisation, the compiler keeps words in memory if it finds loops here.
    each!(i in [0 1 2 3 4 5 6] {
        each!(j in [1 2 3 4 5 6 7] {
            if i < j && j < L {
                add_low(v, &mut words, i + j, a[i], a[j]);
            }
        });
        each!(j in [1 2 3 4 5 6 7] {
            if i < j && j < L {
                add_high(v, &mut words, i + j + 1, a[i], a[j]);
            }
        });
    });
    each!(index in [1 2 3 4 5 6 7 8 9 10 11 12 13 14] {
        if index < 2 * L - 1 {
            let word = &mut words[index / L][index % L];
            *word = v.add(*word, *word);
        }
    });
    each!(i in [0 1 2 3 4 5 6 7] {
        if i < L {
            add_low(v, &mut words, 2 * i, a[i], a[i]);
            add_high(v, &mut words, 2 * i + 1, a[i], a[i]);
        }
    });
    words
}

/// How products are reduced modulo a number.
pub(super) trait Reduction: Copy {
    /// Computes a number below `2 p` congruent to a product times the inverse of the radix, with carries propagated.
    fn reduce<V: Ifma, const L: usize>(self, v: V, product: [Number<V, L>; 2]) -> Number<V, L>;

    /// The same reduction, with constants that the compiler does not load in advance, which would spill them.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
}

/// `result = a b`.
pub(super) struct Mul<R, const L: usize>(pub R);

impl<V: Ifma, R: Reduction, const N: usize, const L: usize> Operation<V, N> for Mul<R, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(reduction) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [a, b] = operands.read::<V, L>(v, vector);
            let reduced = reduction.opaque().reduce(v, product(v, &a, &b));
            operands.write(v, vector, &reduced);
        }
    }
}

/// `result = a^(2^times)`. Words stay in registers between squarings.
pub(super) struct SquareTimes<R, const L: usize>(pub R, pub usize);

impl<V: Ifma, R: Reduction, const N: usize, const L: usize> Operation<V, N> for SquareTimes<R, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(reduction, times) = self;
        // Two vectors at a time, whose computations overlap to hide latencies.
        for first in (0..LANES / V::IN_A_VECTOR).step_by(2) {
            let mut a = operands.read_first::<V, L>(v, first);
            let mut b = operands.read_first::<V, L>(v, first + 1);
            for _ in 0..times {
                // Loaded in advance, the constants would be spilled, which costs a single square more than it saves. Of
                // many limbs, the registers hold one square: the compiler must not interleave two.
                let shared = reduction.opaque();
                let apart = || if L <= 5 { shared } else { reduction.opaque() };
                a = apart().reduce(v, square(v, &a));
                b = apart().reduce(v, square(v, &b));
            }
            operands.write(v, first, &a);
            operands.write(v, first + 1, &b);
        }
    }
}
