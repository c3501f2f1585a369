//! Sums, differences and comparisons of packed values.
//!
//! Words are sums of at most three limbs, positive or negative, and of a bias that makes each positive: see
//! [`biased`]. Both candidates of a result are computed in parallel; the sign of one selects the result.

use super::super::vector::{Kernel, Vector};
use super::limbs::{BIAS, Limbs, UNIT, all_doubles, carry, constants, patterns, read, write};
use super::operands::Operands;
use crate::packed::{Constants, LANES, Packed};

/// The bias of word `j` of `L`, which includes the carry of the bias of the word below.
pub(super) const fn biased<const L: usize>(j: usize) -> u64 {
    let bias = if j < L - 1 { BIAS } else { 0 };
    if j > 0 { bias.wrapping_sub(BIAS >> 52) } else { bias }
}

/// Propagates carries of words that hold biases, to words whose low 52 bits are limbs. The highest word keeps its sign.
#[inline(always)]
fn propagate_carries<V: Vector, const L: usize>(v: V, mut words: [V::Words; L]) -> [V::Words; L] {
    for j in 0..L - 1 {
        words[j + 1] = v.add(words[j + 1], carry(v, words[j]));
    }
    words
}

/// The words of a biased number unless it is negative, else those of a biased number that is not; carries propagated.
#[inline(always)]
pub(super) fn select_nonnegative<V: Vector, const L: usize>(
    v: V,
    number: [V::Words; L],
    otherwise: [V::Words; L],
) -> [V::Words; L] {
    let (number, mut words) = (propagate_carries(v, number), propagate_carries(v, otherwise));
    for j in 0..L {
        words[j] = v.select_negative(number[L - 1], words[j], number[j]);
    }
    words
}

/// `a + b`, with the biases of both and `2 p` in constants.
#[inline(always)]
fn sum<V: Vector, const L: usize>(
    v: V,
    starts: &[[V::Words; L]; 2],
    a: &Limbs<V, L>,
    b: &Limbs<V, L>,
) -> Limbs<V, L> {
    let (first, second) = (patterns(v, a), patterns(v, b));
    let (mut sum, mut reduced) = (first, first);
    for j in 0..L {
        let word = v.add(first[j], second[j]);
        sum[j] = v.add(word, starts[0][j]);
        reduced[j] = v.sub(word, starts[1][j]);
    }
    all_doubles(v, &select_nonnegative(v, reduced, sum))
}

/// `a - b`, with the biases and with those plus `2 p` in constants.
#[inline(always)]
fn difference<V: Vector, const L: usize>(
    v: V,
    starts: &[[V::Words; L]; 2],
    a: &Limbs<V, L>,
    b: &Limbs<V, L>,
) -> Limbs<V, L> {
    let (first, second) = (patterns(v, a), patterns(v, b));
    let (mut difference, mut raised) = (first, first);
    for j in 0..L {
        let word = v.sub(first[j], second[j]);
        difference[j] = v.add(word, starts[0][j]);
        raised[j] = v.add(word, starts[1][j]);
    }
    all_doubles(v, &select_nonnegative(v, difference, raised))
}

/// The constants of [`sum`]: the patterns of both terms hold `2^52` each.
#[inline(always)]
fn starts_of_sum<V: Vector, const L: usize>(v: V, constants_of: &Constants) -> [[V::Words; L]; 2] {
    let start = |j| biased::<L>(j).wrapping_sub(UNIT.to_bits()).wrapping_sub(UNIT.to_bits());
    [constants(v, &[0; 8], start), constants(v, &constants_of.doubled, |j| start(j).wrapping_neg())]
}

/// The constants of [`difference`].
#[inline(always)]
fn starts_of_difference<V: Vector, const L: usize>(v: V, constants_of: &Constants) -> [[V::Words; L]; 2] {
    [constants(v, &[0; 8], biased::<L>), constants(v, &constants_of.doubled, biased::<L>)]
}

/// `result = a + b`.
pub(super) struct Add<'a, const N: usize, const L: usize>(pub &'a Constants, pub Operands<N>);

impl<V: Vector, const N: usize, const L: usize> Kernel<V> for Add<'_, N, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let starts = starts_of_sum(v, self.0);
        for vector in 0..LANES / V::IN_A_VECTOR {
            let [a, b] = self.1.read::<V, L>(v, vector);
            self.1.write(v, vector, &sum(v, &starts, &a, &b));
        }
    }
}

/// `result = a - b`.
pub(super) struct Sub<'a, const N: usize, const L: usize>(pub &'a Constants, pub Operands<N>);

impl<V: Vector, const N: usize, const L: usize> Kernel<V> for Sub<'_, N, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let starts = starts_of_difference(v, self.0);
        for vector in 0..LANES / V::IN_A_VECTOR {
            let [a, b] = self.1.read::<V, L>(v, vector);
            self.1.write(v, vector, &difference(v, &starts, &a, &b));
        }
    }
}

/// `a_i = -a_i` in the lanes of the mask.
pub(super) struct NegateLanes<'a, const N: usize, const L: usize>(
    pub &'a Constants,
    pub &'a mut Packed<N>,
    pub u16,
);

impl<V: Vector, const N: usize, const L: usize> Kernel<V> for NegateLanes<'_, N, L> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "a vector has at most eight lanes")]
    fn run(self, v: V) {
        let Self(constants, a, lanes) = self;
        let starts = starts_of_difference(v, constants);
        let zero = [v.doubles(&0.0); L];
        for vector in 0..LANES / V::IN_A_VECTOR {
            let limbs = read::<V, N, L>(v, a, vector);
            let mut negated = difference(v, &starts, &zero, &limbs);
            let lanes = (lanes >> (V::IN_A_VECTOR * vector)) as u8;
            for j in 0..L {
                let chosen = v.select_lanes(lanes, v.to_bits(negated[j]), v.to_bits(limbs[j]));
                negated[j] = v.with_bits(chosen);
            }
            write(v, a, vector, &negated);
        }
    }
}

/// The lanes that hold 0 or `p`, the numbers below `2 p` that are congruent to zero.
pub(super) struct ZeroLanes<'a, const N: usize, const L: usize>(pub &'a Constants, pub &'a Packed<N>);

impl<V: Vector, const N: usize, const L: usize> Kernel<V> for ZeroLanes<'_, N, L> {
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
                let modulus = v.words((constants.modulus[j] as f64).to_bits());
                differing = v.or(differing, v.xor(limb, modulus));
            }
            let zeros = v.zero_lanes(any) | v.zero_lanes(differing);
            lanes |= u16::from(zeros) << (V::IN_A_VECTOR * vector);
        }
        lanes
    }
}
