//! Conversions between 64-bit limbs with the radix `R` and packed values of 52-bit limbs with the radix `S`.

use super::super::vector::{Kernel, Simd};
use super::additions::{biased, propagate_signed, subtract_once};
use super::{Form, MASK, read, write};
use crate::packed::{Constants, LANES, Limbs52, Packed, PackedModulus};

/// Sets all lanes to the same number. By whole vectors, whose loads need not wait for narrower stores.
pub(in super::super) struct Fill<'a, const N: usize, const L: usize>(pub &'a Limbs52, pub &'a mut Packed<N>);

impl<V: Form, const N: usize, const L: usize> Kernel<V> for Fill<'_, N, L> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        for j in 0..L {
            let limb = v.limbs(self.0[j]);
            for vector in 0..LANES / V::IN_A_VECTOR {
                v.write(self.1, j, vector, limb);
            }
        }
    }
}

/// Limb `i` of as many numbers as there are lanes, in vector `i`.
#[inline(always)]
pub(in super::super) fn load<V: Simd, const N: usize>(v: V, numbers: &[&[u64; N]]) -> [V::Words; N] {
    const { assert!(N.is_multiple_of(2), "limbs are loaded in pairs") };
    let mut words = [v.words(0); N];
    for i in (0..N).step_by(2) {
        [words[i], words[i + 1]] = v.load_pair(numbers, i);
    }
    words
}

/// The inverse of [`load`].
#[inline(always)]
pub(in super::super) fn store<V: Simd, const N: usize>(
    v: V,
    words: &[V::Words; N],
    numbers: &mut [&mut [u64; N]],
) {
    for i in (0..N).step_by(2) {
        v.store_pair([words[i], words[i + 1]], numbers, i);
    }
}

/// Words that are zero where all given words are.
#[inline(always)]
fn any<V: Simd, const N: usize>(v: V, words: &[V::Words; N]) -> V::Words {
    let mut any = words[0];
    for i in 1..N {
        any = v.or(any, words[i]);
    }
    any
}

/// `2^shift a` in limbs of 52 bits, for `shift < 52`. The upper twelve bits of each word are arbitrary.
#[inline(always)]
pub(in super::super) fn limbs_52<V: Simd, const N: usize, const L: usize>(
    v: V,
    words: &[V::Words; N],
    shift: usize,
) -> [V::Words; L] {
    let mut limbs = [v.shift_left(words[0], shift); L];
    for j in 1..L {
        let (word, offset) = ((52 * j - shift) / 64, (52 * j - shift) % 64);
        limbs[j] = if offset > 12 && word + 1 < N {
            v.join(words[word], words[word + 1], offset)
        } else {
            v.shift_right(words[word], offset)
        };
    }
    limbs
}

/// Converts limbs of 52 bits without other bits, from bit `shift` on, to words of 64 bits.
#[inline(always)]
pub(in super::super) fn words_64<V: Simd, const N: usize, const L: usize>(
    v: V,
    limbs: &[V::Words; L],
    shift: usize,
) -> [V::Words; N] {
    let mut words = [v.words(0); N];
    for i in 0..N {
        let (first, offset) = ((64 * i + shift) / 52, (64 * i + shift) % 52);
        words[i] = v.shift_right(limbs[first], offset);
        for j in first + 1..L {
            let position = 52 * j - 64 * i - shift;
            if position < 64 {
                words[i] = v.or(words[i], v.shift_left(limbs[j], position));
            }
        }
    }
    words
}

/// Loads numbers of `M` limbs, which is `N`, without a change of radix. With `UNITS`, zeros become ones.
pub(in super::super) struct Load<'a, 'b, const N: usize, const M: usize, const L: usize, const UNITS: bool>(
    pub &'a [&'b [u64; M]; LANES],
    pub &'a mut Packed<N>,
);

impl<V: Form, const N: usize, const M: usize, const L: usize, const UNITS: bool> Kernel<V>
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
            write(v, packed, vector, &limbs_52::<V, M, L>(v, &words, 0));
        }
    }
}

/// Stores one vector of numbers. The signed `words` hold `2^SHIFT` times numbers below `2 p`; `multiple` is
/// `2^SHIFT p`. With `UNITS`, destinations that hold zero are not written.
#[inline(always)]
pub(in super::super) fn store_canonical<
    V: Simd,
    const M: usize,
    const L: usize,
    const SHIFT: usize,
    const UNITS: bool,
>(
    v: V,
    multiple: &Limbs52,
    words: [V::Words; L],
    numbers: &mut [&mut [u64; M]],
) {
    let mut limbs = subtract_once(v, words, multiple);
    for j in 0..L - 1 {
        limbs[j] = v.and(limbs[j], v.words(MASK));
    }
    let mut words = words_64::<V, M, L>(v, &limbs, SHIFT);
    if UNITS {
        let kept = kept::<V, M>(v, numbers);
        for i in 0..M {
            words[i] = v.and_not(kept, words[i]);
        }
    }
    store(v, &words, numbers);
}

/// All bits in the lanes whose destination holds zero, else none.
#[inline(always)]
fn kept<V: Simd, const N: usize>(v: V, numbers: &[&mut [u64; N]]) -> V::Words {
    let mut copies: [&[u64; N]; 8] = [&[0; N]; 8];
    for i in 0..V::IN_A_VECTOR {
        copies[i] = &*numbers[i];
    }
    v.zeros(any(v, &load(v, &copies[..V::IN_A_VECTOR])))
}

/// Stores numbers of `M` limbs, which is `N`, without a change of radix, reduced below `p`. With `UNITS`, destinations
/// that hold zero are not written.
pub(in super::super) struct Store<'a, 'b, const N: usize, const M: usize, const L: usize, const UNITS: bool>(
    pub &'a Constants,
    pub &'a Packed<N>,
    pub &'a mut [&'b mut [u64; M]; LANES],
);

impl<V: Form, const N: usize, const M: usize, const L: usize, const UNITS: bool> Kernel<V>
    for Store<'_, '_, N, M, L, UNITS>
{
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(c, packed, numbers) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let mut words = read::<V, N, L>(v, packed, vector);
            for j in 0..L {
                words[j] = v.add(words[j], v.words(biased::<V, L>(j).wrapping_sub(V::OFFSET)));
            }
            let numbers = &mut numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            store_canonical::<V, M, L, 0, UNITS>(v, &c.modulus, words, numbers);
        }
    }
}

/// Stores numbers `a S` as `a R`.
///
/// With `x < 2 p` and `m = -x p^-1 mod 2^s`, `(x + m p) / 2^s` is an integer congruent to `x R / S`, below
/// `(2 p + (2^s - 1) p) / 2^s < 2 p`. `SHIFT` is `s`: the low bits of `x + m p` and of `2^s p` are zero.
pub(in super::super) struct StoreShifted<
    'a,
    'b,
    const N: usize,
    const M: usize,
    const L: usize,
    const SHIFT: usize,
>(pub &'a PackedModulus<N>, pub &'a Packed<N>, pub &'a mut [&'b mut [u64; M]; LANES]);

impl<V: Form, const N: usize, const M: usize, const L: usize, const SHIFT: usize> Kernel<V>
    for StoreShifted<'_, '_, N, M, L, SHIFT>
{
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        const { assert!(SHIFT == 52 * L - 64 * M) };
        let Self(modulus, packed, numbers) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let words = v.clear_low_bits::<N, L, SHIFT>(modulus, read::<V, N, L>(v, packed, vector));
            let numbers = &mut numbers[V::IN_A_VECTOR * vector..][..V::IN_A_VECTOR];
            store_canonical::<V, M, L, SHIFT, false>(v, &modulus.constants().shifted, words, numbers);
        }
    }
}

/// `2^(-s / 2) a`, for `HALF = s / 2`: with `m = -a p^-1 mod 2^(s / 2)`, `(a + m p) / 2^(s / 2)` is an integer, and
/// below `(2 p + (2^(s / 2) - 1) p) / 2^(s / 2) < 2 p`.
pub(in super::super) struct ScaleRaw<'a, const N: usize, const L: usize, const HALF: usize>(
    pub &'a PackedModulus<N>,
    pub &'a mut Packed<N>,
);

impl<V: Form, const N: usize, const L: usize, const HALF: usize> Kernel<V> for ScaleRaw<'_, N, L, HALF> {
    type Output = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self(modulus, a) = self;
        for vector in 0..LANES / V::IN_A_VECTOR {
            let mut words = read::<V, N, L>(v, a, vector);
            words = propagate_signed(v, v.clear_low_bits::<N, L, HALF>(modulus, words));
            // The bits above the 52 bits of a limb belong to the next limb.
            for j in 0..L - 1 {
                let low = v.shift_right(v.and(words[j], v.words(MASK)), HALF);
                words[j] = v.or(low, v.shift_left(words[j + 1], 52 - HALF));
            }
            words[L - 1] = v.shift_right(words[L - 1], HALF);
            write(v, a, vector, &words);
        }
    }
}
