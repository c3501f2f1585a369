//! Arithmetic of packed values modulo `p = 2^256 - c` with `c < 2^48`, such as the base field of secp256k1 with
//! `c = 2^32 + 977`.
//!
//! The upper half of a product folds into the lower half by `2^260 = 16 c`, which is cheaper than a Montgomery
//! reduction. So the radix is `S = 1`: residues are represented by themselves, below `2 p`.
//!
//! A product `a b < 4 p^2 < 2^514` has ten words, of up to nine halves of products below `2^52` each.
//!
//! 1. The carries of the upper five are propagated: `h_0, .., h_4`, with `h_4 < 2^(514 - 468) = 2^46`.
//! 2. `16 c h` is added to the lower five: words below `11 2^52`, and a sixth below `2^46`.
//! 3. The part at `2^256` and above, `t`, folds to `c t`. `t` is read from the words without the carries of the lower
//!    words: `t < 2^8 + 2^50 < 2^51`.
//! 4. Carries are propagated. The sum is below `2^256 + 12 2^208 + 2^51 c < 2^257 - 2 c = 2 p`.
//!
//! Cost for a vector, in multiply-adds: 50 a product, 30 a square, 12 a reduction.

use super::super::lanes::MASK;
use super::super::lanes::additions::{biased, propagate_carries};
use super::super::lanes::conversions::{limbs_52, load, store_canonical};
use super::super::lanes::operands::Operands;
use super::super::lanes::{read, write};
use super::super::vector::{Kernel, Operation, Simd};
use super::Ifma;
use super::multipliers::Words;
use super::words::{Number, Reduction, product};
use crate::packed::{Constants, LANES, Packed, PseudoMersenne};

/// The number of words of a number.
const L: usize = 5;

/// The number of bits of the highest word below `2^256`.
const TOP: usize = 256 - 52 * (L - 1);

/// Splits words into those of the bits below `2^256` and the bits above.
#[inline(always)]
fn part<V: Ifma, const L: usize>(v: V, mut words: Number<V, L>) -> (Number<V, L>, Words<V>) {
    let top = v.shift_right(words[L - 1], TOP);
    words[L - 1] = v.and(words[L - 1], v.words((1 << TOP) - 1));
    (words, top)
}

/// Computes a number below `2 p` congruent to a product, by all steps above except the last: no carry propagation.
#[inline(always)]
fn fold<V: Ifma, const L: usize>(v: V, c: u64, [mut words, upper]: [Number<V, L>; 2]) -> Number<V, L> {
    let upper = propagate_carries(v, upper);
    let (c, folded) = (v.words(c), v.words(16 * c));
    for j in 0..L {
        words[j] = v.add_low(words[j], upper[j], folded);
    }
    for j in 0..L - 1 {
        words[j + 1] = v.add_high(words[j + 1], upper[j], folded);
    }
    let sixth = v.add_high(v.words(0), upper[L - 1], folded);
    let (mut words, top) = part(v, words);
    let top = v.add(top, v.shift_left(sixth, 52 - TOP));
    words[0] = v.add_low(words[0], top, c);
    words[1] = v.add_high(words[1], top, c);
    words
}

/// The reduction by all four steps.
#[derive(Clone, Copy)]
pub(super) struct Folds(pub u64);

impl Reduction for Folds {
    #[inline(always)]
    fn reduce<V: Ifma, const L: usize>(self, v: V, product: [Number<V, L>; 2]) -> Number<V, L> {
        propagate_carries(v, fold(v, self.0, product))
    }
}

/// As [`Folds`], for words below `2^55`, the highest below `2^51`: then `t < 8`, and `c t` has one limb. The result is
/// below `2^256 + 9 2^208 + 8 c < 2 p`.
#[inline(always)]
fn reduce_sum<V: Ifma>(v: V, c: u64, words: Number<V, L>) -> Number<V, L> {
    let (mut words, top) = part(v, words);
    words[0] = v.add_low(words[0], top, v.words(c));
    propagate_carries(v, words)
}

/// `2^BITS a` for `BITS <= 256`, in words that are sums of at most two halves.
#[inline(always)]
fn shifted<V: Ifma, const BITS: usize>(v: V, a: &Number<V, L>) -> [Number<V, L>; 2] {
    let (limbs, bits) = (BITS / 52, BITS % 52);
    let mut words = [[v.words(0); L]; 2];
    for j in 0..L {
        let low = v.and(v.shift_left(a[j], bits), v.words(MASK));
        for (index, half) in [(limbs + j, low), (limbs + j + 1, v.shift_right(a[j], 52 - bits))] {
            let word = &mut words[index / L][index % L];
            *word = v.add(*word, half);
        }
    }
    words
}

/// Loads numbers `a R`, in `M = 4` limbs, as `a`.
pub(super) struct LoadMontgomery<'a, 'b, const N: usize, const M: usize>(
    pub &'a PseudoMersenne,
    pub &'a [&'b [u64; M]; LANES],
    pub &'a mut Packed<N>,
);

impl<V: Ifma, const N: usize, const M: usize> Kernel<V> for LoadMontgomery<'_, '_, N, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(prime, numbers, packed) = self;
        let mut factor = [v.words(0); L];
        for j in 0..L {
            factor[j] = v.words(prime.to_packed[j]);
        }
        for vector in 0..LANES / V::IN_A_VECTOR {
            let limbs = limbs_52(v, &load(v, &numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR]), 0);
            write(v, packed, vector, &Folds(prime.c).reduce(v, product(v, &limbs, &factor)));
        }
    }
}

/// Stores numbers `a`, in `M = 4` limbs, as `a R`.
pub(super) struct StoreMontgomery<'a, 'b, const N: usize, const M: usize>(
    pub &'a PseudoMersenne,
    pub &'a Constants,
    pub &'a Packed<N>,
    pub &'a mut [&'b mut [u64; M]; LANES],
);

impl<V: Ifma, const N: usize, const M: usize> Kernel<V> for StoreMontgomery<'_, '_, N, M> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(prime, constants, packed, numbers) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let limbs = read::<V, N, L>(v, packed, vector);
            let mut words = fold(v, prime.c, shifted::<V, 256>(v, &limbs));
            for j in 0..L {
                words[j] = v.add(words[j], v.words(biased::<V, L>(j)));
            }
            let numbers = &mut numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            store_canonical::<V, M, L, 0, false>(v, &constants.modulus, words, numbers);
        }
    }
}

/// `result = a + b`. The words of the sum are below `2^53`, the highest below `2^50`.
pub(super) struct Add<'a>(pub &'a PseudoMersenne);

impl<V: Ifma, const N: usize> Operation<V, N> for Add<'_> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [mut sum, b] = operands.read::<V, L>(v, vector);
            for j in 0..L {
                sum[j] = v.add(sum[j], b[j]);
            }
            operands.write(v, vector, &reduce_sum(v, self.0.c, sum));
        }
    }
}

/// `a - b + 4 p`. Four times each limb of `p` is at least any limb of a number below `2 p`, so no word is negative.
/// Words are below `2^55`, the highest below `2^50 + 2^49`.
#[inline(always)]
fn difference<V: Ifma>(v: V, c: u64, a: &Number<V, L>, b: &Number<V, L>) -> Number<V, L> {
    let mut words = *a;
    for j in 0..L {
        let limb = match j {
            0 => MASK + 1 - c,
            4 => (1 << TOP) - 1,
            _ => MASK,
        };
        words[j] = v.sub(v.add(a[j], v.words(4 * limb)), b[j]);
    }
    reduce_sum(v, c, words)
}

/// `result = a - b`.
pub(super) struct Sub<'a>(pub &'a PseudoMersenne);

impl<V: Ifma, const N: usize> Operation<V, N> for Sub<'_> {
    #[inline(always)]
    fn run(self, v: V, operands: Operands<N>) {
        for vector in 0..LANES / V::IN_A_VECTOR {
            // Each vector is read before it is written.
            let [a, b] = operands.read::<V, L>(v, vector);
            operands.write(v, vector, &difference(v, self.0.c, &a, &b));
        }
    }
}

/// `v a`, where `v^2 = R / S = 2^256`.
pub(super) struct ScaleRaw<'a, const N: usize>(pub &'a PseudoMersenne, pub &'a mut Packed<N>);

impl<V: Ifma, const N: usize> Kernel<V> for ScaleRaw<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(prime, a) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let limbs = read::<V, N, L>(v, a, vector);
            let words = Folds(prime.c).reduce(v, shifted::<V, 128>(v, &limbs));
            write(v, a, vector, &words);
        }
    }
}
