//! Packed values in signed words: sums and differences without comparisons, for the butterflies of transforms.
//!
//! Rows hold signed words of 64 bits, whose carries are not propagated. A sum or a difference is one instruction for
//! each row. Only a factor of a product needs limbs ([`limbs`]), and only a stored number is reduced ([`StoreSigned`]).
//! A modulus supports that if it has [`SignedConstants`].
//!
//! Bounds, which the callers of [`PackedKernels`](crate::packed::PackedKernels) guarantee: the first factor of a
//! product is in `[-16 p, 16 p)`, and a stored number is in `[-32 p, 32 p)`. Both are sums of at most sixteen loaded
//! numbers and products, or of their negatives. A loaded number is below `p`, in limbs below `2^52`. A product is in
//! `[0, 2 p)`, and its words are at most `33 2^52` in magnitude. So all words are in `(-2^62 + 2^52, 2^62 - 2^52)`.

use super::super::vector::{Kernel, Simd};
use super::additions::{biased, propagate_carries};
use super::conversions::{self, load, store_canonical};
use super::{Form, MASK, UNIT, doubles};
use crate::packed::{LANES, Limbs52, Packed, PackedModulus, SignedConstants, limbs_52};
use crate::words::debug_assert_promise;

/// What makes a factor positive, in multiples of `p`.
const FACTOR: u64 = 16;
/// What makes a stored number at least `p`, in multiples of `p`.
const STORED: u64 = 33;
/// The bias of a word, which makes it positive.
const BIAS: u64 = 1 << 62;
/// Words are below this in magnitude.
const WORDS: u64 = BIAS - (1 << 52);

/// The limbs of a number plus `multiple p`, which is not negative: the low 52 bits of each word, and the top word.
#[inline(always)]
fn raised<V: Simd, const L: usize>(
    v: V,
    modulus: &Limbs52,
    multiple: u64,
    mut words: [V::Words; L],
) -> [V::Words; L] {
    for j in 0..L {
        // A word of `multiple p` is below 2^58, so each sum is between 2^51 and 2^64.
        let bias = if j < L - 1 { BIAS } else { 0 };
        let carried = if j > 0 { BIAS >> 52 } else { 0 };
        let start = modulus[j].wrapping_mul(multiple).wrapping_add(bias).wrapping_sub(carried);
        words[j] = v.add(words[j], v.words(start));
    }
    propagate_carries(v, words)
}

/// The limbs of the first factor of a product, plus `16 p`: below `32 p`, of which the caller has reduced products
/// below `2 p` ([`SignedConstants`]).
#[inline(always)]
pub(in super::super) fn limbs<V: Simd, const L: usize>(
    v: V,
    modulus: &Limbs52,
    words: [V::Words; L],
) -> [V::Words; L] {
    raised(v, modulus, FACTOR, words)
}

/// Loads numbers of `M` limbs, which is `N`, as signed words.
pub(in super::super) struct LoadSigned<'a, 'b, const N: usize, const M: usize, const L: usize>(
    pub &'a [&'b [u64; M]; LANES],
    pub &'a mut Packed<N>,
);

impl<V: Form, const N: usize, const M: usize, const L: usize> Kernel<V> for LoadSigned<'_, '_, N, M, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(numbers, packed) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let numbers = &numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            let words: [V::Words; L] = conversions::limbs_52(v, &load(v, numbers), 0);
            for j in 0..L {
                let limb = if j < L - 1 { v.and(words[j], v.words(MASK)) } else { words[j] };
                v.write(packed, j, vector, limb);
            }
        }
    }
}

/// Stores numbers of `M` limbs, which is `N`, reduced below `p`.
///
/// With `33 p` the number `x` is in `[p, 65 p)`. For the unit `u` of the bits of the top limb that count, and
/// `t = floor(x / u)` and `d = floor(p / u)`, the constant is `c <= 1 / (d + 1)`, so that `t c <= x / p`. On the other
/// side
///
/// `x / p - t / (d + 1) < (t + 1) / d - t / (d + 1) = (t + d + 1) / (d (d + 1)) < 67 / d < 1 / 8`,
///
/// because `x < 65 p` gives `t < 65 (d + 1)`, and `d >= 2^10`. A double rounds `t c` by less than `2^-40`. So the
/// integer `q` next to `t c - 1/2` has `x / p - 9/8 - 2^-40 < q <= x / p`, and `x - q p` is in `[0, 2 p)`.
pub(in super::super) struct StoreSigned<'a, 'b, const N: usize, const M: usize, const L: usize>(
    pub &'a SignedConstants,
    pub &'a Limbs52,
    pub &'a Packed<N>,
    pub &'a mut [&'b mut [u64; M]; LANES],
);

impl<V: Form, const N: usize, const M: usize, const L: usize> Kernel<V> for StoreSigned<'_, '_, N, M, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(constants, modulus, packed, numbers) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let mut words = [v.words(0); L];
            for j in 0..L {
                words[j] = v.read(packed, j, vector);
            }
            let mut limbs = raised(v, modulus, STORED, words);
            let top = doubles(v, v.shift_right(limbs[L - 1], SignedConstants::unused_bits(L)));
            // 2^52 - 1/2 + t c is at least 2^52, because t c is at least 7/8: doubles there are the integers.
            let rounding = v.doubles(&(UNIT - 0.5));
            let quotient = v.to_bits(v.fused(top, v.doubles(&constants.reciprocal), rounding));
            for j in 0..L {
                // The product of the low 32 bits of the pattern, which are those of the quotient.
                let low = v.mul_32(quotient, v.words(modulus[j] & u64::from(u32::MAX)));
                let high = v.shift_left(v.mul_32(quotient, v.words(modulus[j] >> 32)), 32);
                let limb = if j < L - 1 { v.and(limbs[j], v.words(MASK)) } else { limbs[j] };
                limbs[j] = v.sub(v.sub(limb, low), v.sub(high, v.words(biased::<V, L>(j))));
            }
            let numbers = &mut numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            store_canonical::<V, M, L, 0, false>(v, modulus, limbs, numbers);
        }
    }
}

/// `(low, high) = (low + high, low - high)`.
pub(in super::super) struct SumAndDifference<'a, const N: usize, const L: usize>(
    pub &'a mut Packed<N>,
    pub &'a mut Packed<N>,
);

impl<V: Form, const N: usize, const L: usize> Kernel<V> for SumAndDifference<'_, N, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(low, high) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            for j in 0..L {
                let (a, b) = (v.read(low, j, vector), v.read(high, j, vector));
                v.write(low, j, vector, v.add(a, b));
                v.write(high, j, vector, v.sub(a, b));
            }
        }
    }
}

/// In builds with debug assertions, panics unless numbers are in `[-multiple p, multiple p)`, and words within their
/// bound. Does not branch on the numbers, which may be secret.
#[inline(always)]
pub(super) fn debug_assert_signed<const N: usize>(
    modulus: &PackedModulus<N>,
    packed: &Packed<N>,
    multiple: i128,
) {
    if cfg!(debug_assertions) {
        let (limbs, modulus) = (limbs_52(N).unwrap_or(0), &modulus.constants().modulus);
        for lane in 0..LANES {
            let (mut holds, mut above, mut below) = (1, 0i128, 0i128);
            for j in 0..limbs {
                let word = packed.row(j)[lane];
                // Comparisons might become branches, signs do not.
                let from_bound = word.wrapping_add(WORDS);
                holds &= (!from_bound & from_bound.wrapping_sub(2 * WORDS)) >> 63;
                let (word, bound) = (i128::from(word.cast_signed()), multiple * i128::from(modulus[j]));
                above = (word - bound + above) >> if j < limbs - 1 { 52 } else { 0 };
                below = (word + bound + below) >> if j < limbs - 1 { 52 } else { 0 };
            }
            // The highest words have the signs of the numbers.
            let signs = (above & !below).cast_unsigned() >> 127;
            debug_assert_promise(holds & signs as u64);
        }
    }
}
