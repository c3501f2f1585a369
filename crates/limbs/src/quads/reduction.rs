//! Reductions of sums of products, and of the bits above `2^256`: see the module's proofs.

use super::LIMBS;
use super::ring::Reduction;
use crate::quad_backend::QuadBackend;

impl Reduction {
    /// The multiples of `2^52` that [`fold`] may add to a word.
    pub(super) const fn added(&self) -> u64 {
        match self {
            Self::PseudoMersenne { .. } => 4,
            Self::Solinas => 6,
        }
    }
}

/// A number in five words congruent to ten words, or to these divided by `2^260`.
#[inline(always)]
pub(super) fn fold<K: QuadBackend>(
    lanes: K,
    reduction: &Reduction,
    words: [K::Vector; 2 * LIMBS],
) -> [K::Vector; LIMBS] {
    match *reduction {
        Reduction::PseudoMersenne { c } => fold_pseudo_mersenne(lanes, c, words),
        Reduction::Solinas => fold_solinas(lanes, words),
    }
}

/// Adds `top 2^256` modulo `p`, for `top <= 2^15`.
#[inline(always)]
pub(super) fn fold_top<K: QuadBackend>(
    lanes: K,
    reduction: &Reduction,
    mut words: [K::Vector; LIMBS],
    top: K::Vector,
) -> [K::Vector; LIMBS] {
    match *reduction {
        Reduction::PseudoMersenne { c } => {
            words[0] = lanes.multiply_add_low(words[0], top, lanes.broadcast(c));
        }
        Reduction::Solinas => {
            words[0] = lanes.add(words[0], top);
            words[1] = lanes.sub(words[1], lanes.shift_left(top, 44));
            words[3] = lanes.sub(words[3], lanes.shift_left(top, 36));
            words[4] = lanes.add(words[4], lanes.shift_left(top, 16));
        }
    }
    words
}

#[inline(always)]
fn fold_pseudo_mersenne<K: QuadBackend>(
    lanes: K,
    c: u64,
    words: [K::Vector; 2 * LIMBS],
) -> [K::Vector; LIMBS] {
    let (zero, factor) = (lanes.broadcast(0), lanes.broadcast(16 * c));
    // The sums for the next words are separate, to shorten the chains.
    let mut next = [zero; LIMBS];
    let mut sums = each!(lanes, j => words[j]);
    for j in 0..LIMBS {
        let upper = words[LIMBS + j];
        sums[j] = lanes.multiply_add_low(sums[j], upper, factor);
        if j + 1 < LIMBS {
            next[j + 1] = lanes.multiply_add_high(next[j + 1], upper, factor);
            next[j + 1] = lanes.multiply_add_low(next[j + 1], lanes.shift_right(upper, 52), factor);
        } else {
            let sixth = lanes.multiply_add_high(zero, upper, factor);
            sums[0] = lanes.multiply_add_low(sums[0], sixth, factor);
            next[1] = lanes.multiply_add_high(next[1], sixth, factor);
        }
    }
    for j in 1..LIMBS {
        sums[j] = lanes.add(sums[j], next[j]);
    }
    sums
}

#[inline(always)]
fn fold_solinas<K: QuadBackend>(lanes: K, mut words: [K::Vector; 2 * LIMBS]) -> [K::Vector; LIMBS] {
    let mask = lanes.broadcast((1 << 52) - 1);
    let (fourth, fifth) = (lanes.broadcast(1 << 36), lanes.broadcast((1 << 48) - (1 << 16)));
    for i in 0..LIMBS {
        // m 2^96 in words i + 1 and i + 2: the next round waits for the former, so it is shifted, not multiplied.
        let m = words[i];
        let carry = lanes.add(words[i + 1], lanes.shift_right(m, 52));
        words[i + 1] = lanes.add(carry, lanes.and(lanes.shift_left(m, 44), mask));
        words[i + 2] = lanes.add(words[i + 2], lanes.shift_right(lanes.and(m, mask), 8));
        // m (2^192 - 2^224 + 2^256).
        words[i + 3] = lanes.multiply_add_low(words[i + 3], m, fourth);
        words[i + 4] = lanes.multiply_add_high(words[i + 4], m, fourth);
        words[i + 4] = lanes.multiply_add_low(words[i + 4], m, fifth);
        words[i + 5] = lanes.multiply_add_high(words[i + 5], m, fifth);
    }
    each!(lanes, j => words[LIMBS + j])
}
