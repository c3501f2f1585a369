//! Sums, differences and comparisons of packed values modulo any `p`.
//!
//! The carries of both candidates, such as `a + b` and `a + b - 2 p`, are propagated in parallel; the sign of one
//! selects the result. Bound: words are sums of at most three limbs, so carries are -1, 0 or 1, and the highest word
//! has the sign of the number.

use super::super::vector::{Kernel, Operation, Simd};
use super::operands::Operands;
use super::{Form, MASK};
use crate::packed::{Constants, LANES, Limbs52, Packed};

/// What signed word `j` of `L` contains: the bias, less the carry of the bias below. The top word has no bias.
#[inline(always)]
pub(in super::super) fn biased<V: Simd, const L: usize>(j: usize) -> u64 {
    let bias = if j < L - 1 { V::BIAS } else { 0 };
    if j > 0 { bias.wrapping_sub(V::BIAS >> 52) } else { bias }
}

/// Propagates carries of signed words: the low 52 bits are those of the number, and the highest word has its sign.
#[inline(always)]
pub(super) fn propagate_signed<V: Simd, const L: usize>(v: V, mut words: [V::Words; L]) -> [V::Words; L] {
    for j in 0..L - 1 {
        words[j + 1] = v.add(words[j + 1], v.carry(words[j]));
    }
    words
}

/// Propagates carries of words that are not negative and contain no bias.
#[inline(always)]
pub(in super::super) fn propagate_carries<V: Simd, const L: usize>(
    v: V,
    mut words: [V::Words; L],
) -> [V::Words; L] {
    for j in 0..L - 1 {
        words[j + 1] = v.add(words[j + 1], v.shift_right(words[j], 52));
    }
    words
}

/// The limbs of a number below `2 p`, less `p` unless that is negative. The carries of the words are not propagated; a
/// word may contain a bias if the next one lacks the carry of it.
#[inline(always)]
pub(in super::super) fn canonical<V: Simd, const L: usize>(
    v: V,
    words: &[V::Words; L],
    modulus: &[V::Words; L],
) -> [V::Words; L] {
    let mask = v.words(MASK);
    let (mut carry, mut signed) = (v.words(0), v.words(0));
    let (mut limbs, mut difference) = (*words, *words);
    for j in 0..L {
        let word = v.add(words[j], carry);
        carry = v.shift_right(word, 52);
        limbs[j] = v.and(word, mask);
        let borrow = v.shift_right(signed, 63);
        signed = v.sub(v.sub(limbs[j], modulus[j]), borrow);
        difference[j] = v.and(signed, mask);
    }
    for j in 0..L {
        limbs[j] = v.select_negative(signed, limbs[j], difference[j]);
    }
    limbs
}

/// Selects `number` unless it is negative, else `otherwise`, after carry propagation. Both are signed words.
#[inline(always)]
fn select_nonnegative<V: Simd, const L: usize>(
    v: V,
    number: [V::Words; L],
    otherwise: [V::Words; L],
) -> [V::Words; L] {
    let (number, mut words) = (propagate_signed(v, number), propagate_signed(v, otherwise));
    for j in 0..L {
        words[j] = v.select_negative(number[L - 1], words[j], number[j]);
    }
    words
}

/// Selects `words - multiple` unless it is negative, else `words`, which are signed words.
#[inline(always)]
pub(super) fn subtract_once<V: Simd, const L: usize>(
    v: V,
    words: [V::Words; L],
    multiple: &Limbs52,
) -> [V::Words; L] {
    let mut reduced = words;
    for j in 0..L {
        reduced[j] = v.sub(words[j], v.words(multiple[j]));
    }
    select_nonnegative(v, reduced, words)
}

/// `result = a + b`.
pub(in super::super) struct Add<'a, const L: usize>(pub &'a Constants);

impl<V: Form, const N: usize, const L: usize> Operation<V, N> for Add<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let (mut starts, mut multiples) = ([v.words(0); L], [v.words(0); L]);
        for j in 0..L {
            let start = biased::<V, L>(j).wrapping_sub(V::OFFSET).wrapping_sub(V::OFFSET);
            starts[j] = v.words(start);
            multiples[j] = v.words(self.0.doubled[j].wrapping_sub(start));
        }
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [a, b] = operands.read::<V, L>(v, vector);
            let (mut sum, mut reduced) = (a, a);
            for j in 0..L {
                let word = v.add(v.word(a[j]), v.word(b[j]));
                sum[j] = v.add(word, starts[j]);
                reduced[j] = v.sub(word, multiples[j]);
            }
            operands.write(v, vector, &select_nonnegative(v, reduced, sum));
        }
    }
}

/// The constants of [`difference`]: biases, and those plus `2 p`. Computed once for all vectors.
#[inline(always)]
fn starts_of_difference<V: Simd, const L: usize>(v: V, constants: &Constants) -> [[V::Words; L]; 2] {
    let mut starts = [[v.words(0); L]; 2];
    for j in 0..L {
        let start = biased::<V, L>(j);
        starts[0][j] = v.words(start);
        starts[1][j] = v.words(constants.doubled[j].wrapping_add(start));
    }
    starts
}

/// The words of `a - b`, or of `a - b + 2 p` if that is negative, with carries propagated. Operands contain `OFFSET`.
#[inline(always)]
fn difference<V: Form, const L: usize>(
    v: V,
    starts: &[[V::Words; L]; 2],
    a: &[V::Words; L],
    b: &[V::Words; L],
) -> [V::Words; L] {
    let (mut difference, mut raised) = (*a, *a);
    for j in 0..L {
        let word = v.sub(a[j], b[j]);
        difference[j] = v.add(word, starts[0][j]);
        raised[j] = v.add(word, starts[1][j]);
    }
    select_nonnegative(v, difference, raised)
}

/// `result = a - b`.
pub(in super::super) struct Sub<'a, const L: usize>(pub &'a Constants);

impl<V: Form, const N: usize, const L: usize> Operation<V, N> for Sub<'_, L> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        let starts = starts_of_difference(v, self.0);
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [mut a, mut b] = operands.read::<V, L>(v, vector);
            for j in 0..L {
                (a[j], b[j]) = (v.word(a[j]), v.word(b[j]));
            }
            operands.write(v, vector, &difference(v, &starts, &a, &b));
        }
    }
}

/// Replaces `a` by `2 p - a` in the lanes of the mask, except where `a` is zero.
pub(in super::super) struct NegateLanes<'a, const L: usize>(pub &'a Constants, pub u16);

impl<V: Form, const N: usize, const L: usize> Operation<V, N> for NegateLanes<'_, L> {
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "a vector has at most eight lanes")]
    fn run(self, v: V, operands: Operands<N>) {
        let Self(constants, lanes) = self;
        let mut doubled = [v.words(0); L];
        for j in 0..L {
            let start = biased::<V, L>(j).wrapping_add(V::OFFSET);
            doubled[j] = v.words(constants.doubled[j].wrapping_add(start));
        }
        for vector in 0..LANES / V::IN_A_VECTOR {
            let rows = operands.read_first::<V, L>(v, vector);
            let (mut any, mut same, mut negated) = (v.words(0), rows, rows);
            for j in 0..L {
                any = v.or(any, rows[j]);
                same[j] = v.word(rows[j]);
                negated[j] = v.sub(doubled[j], same[j]);
            }
            negated = propagate_signed(v, negated);
            let lanes = (lanes >> (V::IN_A_VECTOR * vector)) as u8 & !v.zero_lanes(any);
            for j in 0..L {
                same[j] = v.select_lanes(lanes, negated[j], v.sub(same[j], v.words(V::OFFSET)));
            }
            operands.write(v, vector, &same);
        }
    }
}

/// The lanes that hold 0 or `p`, the numbers below `2 p` that are congruent to zero.
pub(in super::super) struct ZeroLanes<'a, const N: usize, const L: usize>(
    pub &'a Constants,
    pub &'a Packed<N>,
);

impl<V: Form, const N: usize, const L: usize> Kernel<V> for ZeroLanes<'_, N, L> {
    type Output = u16;

    #[inline(always)]
    fn run(self, v: V) -> u16 {
        let Self(constants, a) = self;
        let mut lanes = 0;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let (mut any, mut differing) = (v.words(0), v.words(0));
            for j in 0..L {
                let limb = v.read(a, j, vector);
                any = v.or(any, limb);
                differing = v.or(differing, v.xor(limb, v.limbs(constants.modulus[j])));
            }
            let zeros = v.zero_lanes(any) | v.zero_lanes(differing);
            lanes |= u16::from(zeros) << (V::IN_A_VECTOR * vector);
        }
        lanes
    }
}
