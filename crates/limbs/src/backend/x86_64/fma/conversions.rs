//! Conversions between numbers in 64-bit limbs and packed values, whose rows hold doubles.

use super::super::vector::{Kernel, Vector};
use super::additions::{biased, select_nonnegative};
use super::limbs::{MASK, UNIT, all_doubles, constants, patterns, read, write};
use crate::packed::{Constants, LANES, Limbs52, Packed};

/// The same number in all sixteen lanes.
#[inline(always)]
pub(super) fn constant<const N: usize, const L: usize>(limbs: &Limbs52) -> Packed<N> {
    let mut packed = Packed::ZERO;
    for j in 0..L {
        // Exact, because the limb is below 2^53.
        *packed.row_mut(j) = [(limbs[j] as f64).to_bits(); LANES];
    }
    packed
}

/// Limb `i` of as many numbers as there are lanes, in vector `i`.
#[inline(always)]
fn load<V: Vector, const N: usize>(v: V, numbers: &[&[u64; N]]) -> [V::Words; N] {
    const { assert!(N.is_multiple_of(2), "limbs are loaded in pairs") };
    let mut words = [v.words(0); N];
    for i in (0..N).step_by(2) {
        [words[i], words[i + 1]] = v.load_pair(numbers, i);
    }
    words
}

/// Words that are zero where all given words are.
#[inline(always)]
fn any<V: Vector, const N: usize>(v: V, words: &[V::Words; N]) -> V::Words {
    let mut any = words[0];
    for word in &words[1..] {
        any = v.or(any, *word);
    }
    any
}

/// Numbers of `N` words of 64 bits in `L` limbs of 52 bits. The bits above a limb's 52 are arbitrary.
#[inline(always)]
fn limbs_52<V: Vector, const N: usize, const L: usize>(v: V, words: &[V::Words; N]) -> [V::Words; L] {
    let mut limbs = [v.words(0); L];
    for j in 0..L {
        let (word, offset) = (52 * j / 64, 52 * j % 64);
        limbs[j] = v.shift_right(words[word], offset);
        if offset > 12 && word + 1 < N {
            limbs[j] = v.or(limbs[j], v.shift_left(words[word + 1], 64 - offset));
        }
    }
    limbs
}

/// The inverse of [`limbs_52`], for limbs without other bits.
#[inline(always)]
fn words_64<V: Vector, const N: usize, const L: usize>(v: V, limbs: &[V::Words; L]) -> [V::Words; N] {
    let mut words = [v.words(0); N];
    for i in 0..N {
        let (first, offset) = (64 * i / 52, 64 * i % 52);
        words[i] = v.shift_right(limbs[first], offset);
        for j in first + 1..L {
            let position = 52 * j - 64 * i;
            if position < 64 {
                words[i] = v.or(words[i], v.shift_left(limbs[j], position));
            }
        }
    }
    words
}

/// Loads numbers of `M` limbs, which is `N`, without a change of radix. With `UNITS`, zeros become ones.
pub(super) struct Load<'a, 'b, const N: usize, const M: usize, const L: usize, const UNITS: bool>(
    pub &'a [&'b [u64; M]; LANES],
    pub &'a mut Packed<N>,
);

impl<V: Vector, const N: usize, const M: usize, const L: usize, const UNITS: bool> Kernel<V>
    for Load<'_, '_, N, M, L, UNITS>
{
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(numbers, packed) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let mut words = load(v, &numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR]);
            if UNITS {
                words[0] = v.or(words[0], v.shift_right(v.zeros(any(v, &words)), 63));
            }
            write(v, packed, vector, &all_doubles(v, &limbs_52::<V, M, L>(v, &words)));
        }
    }
}

/// Stores numbers of `M` limbs, which is `N`, without a change of radix, reduced below `p`. With `UNITS`, destinations
/// that hold zero are not written.
pub(super) struct Store<'a, 'b, const N: usize, const M: usize, const L: usize, const UNITS: bool>(
    pub &'a Constants,
    pub &'a Packed<N>,
    pub &'a mut [&'b mut [u64; M]; LANES],
);

impl<V: Vector, const N: usize, const M: usize, const L: usize, const UNITS: bool> Kernel<V>
    for Store<'_, '_, N, M, L, UNITS>
{
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(c, packed, numbers) = self;
        let start = |j| biased::<L>(j).wrapping_sub(UNIT.to_bits());
        let starts: [[V::Words; L]; 2] =
            [constants(v, &[0; 8], start), constants(v, &c.modulus, |j| start(j).wrapping_neg())];
        for vector in 0..LANES / V::IN_A_VECTOR {
            let limbs = patterns(v, &read::<V, N, L>(v, packed, vector));
            let (mut same, mut reduced) = (limbs, limbs);
            for j in 0..L {
                same[j] = v.add(limbs[j], starts[0][j]);
                reduced[j] = v.sub(limbs[j], starts[1][j]);
            }
            let mut limbs = select_nonnegative(v, reduced, same);
            for limb in &mut limbs {
                *limb = v.and(*limb, v.words(MASK));
            }
            let mut words = words_64::<V, M, L>(v, &limbs);
            let numbers = &mut numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            if UNITS {
                let kept = kept::<V, M>(v, numbers);
                for i in 0..M {
                    words[i] = v.and_not(kept, words[i]);
                }
            }
            for i in (0..M).step_by(2) {
                v.store_pair([words[i], words[i + 1]], numbers, i);
            }
        }
    }
}

/// All bits in the lanes whose destination holds zero, else none.
#[inline(always)]
fn kept<V: Vector, const N: usize>(v: V, numbers: &[&mut [u64; N]]) -> V::Words {
    let mut copies: [&[u64; N]; 8] = [&[0; N]; 8];
    for i in 0..V::IN_A_VECTOR {
        copies[i] = &*numbers[i];
    }
    v.zeros(any(v, &load(v, &copies[..V::IN_A_VECTOR])))
}
