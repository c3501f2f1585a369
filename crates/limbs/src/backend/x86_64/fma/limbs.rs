//! Numbers in the lanes of vectors, as limbs of 52 bits: loads and stores of rows of a packed value, conversions
//! between doubles and integers, and carries.

use super::super::vector::Vector;
use crate::packed::{Limbs52, Packed};

pub(super) const MASK: u64 = (1 << 52) - 1;
/// `2^52`, whose bit pattern has a mantissa of 52 zero bits, where a limb fits.
pub(super) const UNIT: f64 = (1u64 << 52) as f64;
/// A bias that keeps words positive.
pub(super) const BIAS: u64 = 1 << 60;

/// A number in each lane, in limbs.
pub(super) type Limbs<V, const L: usize> = [<V as Vector>::Doubles; L];

#[inline(always)]
pub(super) fn read<V: Vector, const N: usize, const L: usize>(
    v: V,
    packed: &Packed<N>,
    vector: usize,
) -> Limbs<V, L> {
    let mut limbs = [v.doubles(&0.0); L];
    for j in 0..L {
        limbs[j] = v.with_bits(v.read(packed, j, vector));
    }
    limbs
}

#[inline(always)]
pub(super) fn write<V: Vector, const N: usize, const L: usize>(
    v: V,
    packed: &mut Packed<N>,
    vector: usize,
    limbs: &Limbs<V, L>,
) {
    for j in 0..L {
        v.write(packed, j, vector, v.to_bits(limbs[j]));
    }
}

/// The low 52 bits of each word, as doubles.
#[inline(always)]
pub(super) fn doubles<V: Vector>(v: V, words: V::Words) -> V::Doubles {
    let pattern = v.or(v.and(words, v.words(MASK)), v.words(UNIT.to_bits()));
    v.sub_doubles(v.with_bits(pattern), v.doubles(&UNIT))
}

/// [`doubles`] of all words.
#[inline(always)]
pub(super) fn all_doubles<V: Vector, const L: usize>(v: V, words: &[V::Words; L]) -> Limbs<V, L> {
    let mut limbs = [v.doubles(&0.0); L];
    for j in 0..L {
        limbs[j] = doubles(v, words[j]);
    }
    limbs
}

/// The carry of a word.
#[inline(always)]
pub(super) fn carry<V: Vector>(v: V, word: V::Words) -> V::Words {
    v.shift_right(word, 52)
}

/// The bit patterns of the limbs plus `2^52`: the limbs as integers below the exponent of `2^52`.
#[inline(always)]
pub(super) fn patterns<V: Vector, const L: usize>(v: V, limbs: &Limbs<V, L>) -> [V::Words; L] {
    let mut patterns = [v.words(0); L];
    for j in 0..L {
        patterns[j] = v.to_bits(v.add_doubles(limbs[j], v.doubles(&UNIT)));
    }
    patterns
}

/// The limbs of a constant plus a word that depends on the index, in all lanes.
#[inline(always)]
pub(super) fn constants<V: Vector, const L: usize>(
    v: V,
    limbs: &Limbs52,
    start: impl Fn(usize) -> u64,
) -> [V::Words; L] {
    let mut words = [v.words(0); L];
    for j in 0..L {
        words[j] = v.words(limbs[j].wrapping_add(start(j)));
    }
    words
}
