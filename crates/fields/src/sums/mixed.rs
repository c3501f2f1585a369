//! Sums of elements, products of elements, and products of elements with integers.

use core::fmt;
use core::hint::black_box;
use core::marker::PhantomData;

use subtle::ConditionallySelectable;
use vorpal_limbs::{Wide, words};

use super::integer::magnitude;
use crate::select::choice;
use crate::{Acc, Bounded, Fe, Integer, Modulus};

/// A sum of elements, of products of elements, and of products of elements with integers of up to 256 bits, before its
/// reduction.
///
/// It is an [`Acc`] for the products of elements, beside an integer of `2 N + 1` limbs for the products with integers.
/// [`reduce`](Self::reduce) reduces both together. Use it where the kinds of terms meet, or where a sum of one kind
/// must also accept the others. Sums of one kind are smaller: [`Acc`], [`SmallAcc`](crate::SmallAcc).
///
/// Costs in word multiplications, for `w` words of an integer. Additions of elements and merges are those of `Acc`:
///
/// | | |
/// |---|---|
/// | `add_product`, `sub_product` | `N^2` |
/// | `add_integer_product`, `add_signed_product` | `w N` |
/// | `merge` | `2 N` |
/// | `reduce` | `3 N^2 + 4 N + 1` |
///
/// All operations take constant time: it does not depend on elements, integers, or signs.
///
/// ```
/// use vorpal_fields::{MixedAcc, primes::Bn254Scalar as F};
/// let (a, b) = (F::from(10), F::from(20));
/// let mut sum = MixedAcc::new();
/// sum.add(a);
/// sum.add_product(a, b);
/// sum.add_integer_product(a, -7i64);
/// sum.add_integer_product(b, true);
/// sum.add_signed_product(b, true, &[0, 0, 0, 1]); // -2^192 b
/// let mut other = MixedAcc::default();
/// other.sub(b);
/// other.sub_product(a, a);
/// sum.merge(&other);
/// assert_eq!(sum.reduce(), F::from(40) - b.mul_pow2(192));
/// ```
///
/// # Capacity
///
/// At least `2^59` terms fit; at one nanosecond each, adding more would take 18 years. Merges do not exhaust the
/// capacity, however many there are.
///
/// Proof, for `p > 2^(64 N - 28)` and `N >= 4`. Let `T` be the sum of products and `S` the integer beside it. Bounds of
/// `T`: see [`Acc`]. A term adds at most `p (2^256 - 1) < R^2` to `S`: a negative one is the product of the magnitude
/// and `p - a`. A merge leaves `S < 2 R^2`, as it leaves `T`. So always `S < 2^61 R^2`, also when two sums are merged.
/// The reduction is that of `T + R S` modulo `p`: `T + R S_low + w + c S_top` with `S_low < R`, `w < p`, `c < p` and
/// `S_top < 2^61`. What is added is below `R^2 + p + 2^61 p < 2^58 p^2`, and `T < 2^58 p^2 + 15 2^60 p^2` also when two
/// sums are merged. So the reduction has at most `2^64 - 1` times `p^2`, as `Acc` permits.
///
/// For other primes, which are none of this crate's, an integer becomes an element first, and a term counts as a
/// product of elements.
pub struct MixedAcc<M: Modulus<N>, const N: usize> {
    products: Acc<M, N>,
    /// `S`: the sum of stored forms times integers.
    integers: Wide<N>,
    modulus: PhantomData<fn() -> M>,
}

/// The words of the longest integer.
const WORDS: usize = 4;

impl<M: Modulus<N>, const N: usize> Clone for MixedAcc<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for MixedAcc<M, N> {}

impl<M: Modulus<N>, const N: usize> MixedAcc<M, N> {
    /// The empty sum.
    pub const ZERO: Self = Self { products: Acc::ZERO, integers: Wide::ZERO, modulus: PhantomData };

    /// Whether products with integers are added without a conversion of the integer.
    const DIRECT: bool = Acc::<M, N>::FOLDS && N >= WORDS;

    /// The empty sum.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self::ZERO
    }

    /// `self += a`. As [`Acc::add`].
    #[inline(always)]
    pub fn add(&mut self, a: Fe<M, N>) {
        if Self::DIRECT && !Acc::<M, N>::SHIFTS {
            self.integers.accumulate_word(&a.stored, 1, 0);
        } else {
            self.products.add(a);
        }
    }

    /// `self -= a`. As [`add`](Self::add) of `-a`.
    #[inline(always)]
    pub fn sub(&mut self, a: Fe<M, N>) {
        self.add(-a);
    }

    /// `self += a b`. `N^2` word multiplications.
    ///
    /// `K L <= 15` for `a < K p` and `b < L p`; otherwise it does not build.
    #[inline(always)]
    pub fn add_product(&mut self, a: impl Bounded<M, N>, b: impl Bounded<M, N>) {
        self.products.add_product(a, b);
    }

    /// `self -= a b`. As [`add_product`](Self::add_product) of `-a` and `b < L p`, `L <= 15`.
    #[inline(always)]
    pub fn sub_product(&mut self, a: Fe<M, N>, b: impl Bounded<M, N>) {
        self.products.sub_product(a, b);
    }

    /// `self += a integer`. `w N` word multiplications for an integer of `w` words.
    #[inline(always)]
    pub fn add_integer_product<I: Integer>(&mut self, a: Fe<M, N>, integer: I) {
        let (words, negative) = magnitude(integer);
        let negative = if I::SIGNED { Some(negative) } else { None };
        if I::WORDS == 1 {
            self.add_words(a, negative, &[words[0]]);
        } else {
            self.add_words(a, negative, &words);
        }
    }

    /// `self += a m`, or `self -= a m` if `negative`, for the integer `m` of `W` limbs, least significant first. `W N`
    /// word multiplications.
    ///
    /// `W <= 4`; otherwise it does not build:
    ///
    /// ```compile_fail,E0080
    /// use vorpal_fields::{MixedAcc, primes::Bn254Scalar as F};
    /// MixedAcc::new().add_signed_product(F::ONE, false, &[1; 5]);
    /// ```
    #[inline(always)]
    pub fn add_signed_product<const W: usize>(&mut self, a: Fe<M, N>, negative: bool, magnitude: &[u64; W]) {
        const { assert!(W <= WORDS, "an integer of a sum has at most 256 bits") };
        self.add_words(a, Some(black_box(u64::from(negative).wrapping_neg())), magnitude);
    }

    /// `self += a m`, or `self -= a m` if `negative` is a mask of ones.
    #[inline(always)]
    fn add_words<const W: usize>(&mut self, a: Fe<M, N>, negative: Option<u64>, magnitude: &[u64; W]) {
        if !Self::DIRECT {
            let mut factor = Fe::ZERO;
            for i in (0..W).rev() {
                factor = factor.mul_pow2(64) + Fe::from_u64(magnitude[i]);
            }
            let sign = choice(negative.unwrap_or(0));
            self.products.add_product(a, Fe::conditional_select(&factor, &-factor, sign));
            return;
        }
        let a = match negative {
            Some(mask) => negated_if(&a, mask),
            None => a.stored,
        };
        if W + 1 < N {
            for i in 0..W {
                self.integers.accumulate_word(&a, magnitude[i], i);
            }
        } else {
            // The kernel of whole products is faster than rows.
            let mut words = [0; N];
            let length = W.min(N);
            words[..length].copy_from_slice(&magnitude[..length]);
            self.integers.accumulate(&a, &words);
        }
    }

    /// `self += other`. `2 N` word multiplications and no reduction, if `p > 2^(64 N - 28)` as for all primes of this
    /// crate; else `other` is reduced and added as one term.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        self.products.merge(&other.products);
        if Self::DIRECT {
            self.integers.add(&other.integers);
            self.debug_assert_bound();
            Fe::<M, N>::RING.fold_top(&mut self.integers);
        }
    }

    /// The sum as an element: `2 N^2 + 2 N` word multiplications for the products with integers, and those of
    /// [`Acc::reduce`].
    #[inline]
    #[must_use]
    pub fn reduce(&self) -> Fe<M, N> {
        if !Self::DIRECT {
            return self.products.reduce();
        }
        self.debug_assert_bound();
        self.products.reduce_shifted(&self.integers)
    }

    /// In builds with debug assertions, panics unless `S < 2^61 R^2`. Otherwise empty.
    #[inline(always)]
    #[track_caller]
    fn debug_assert_bound(&self) {
        words::debug_assert_less(&[self.integers.top], &[1 << 61]);
    }
}

/// `p - a` if the mask is all ones, `a` if it is 0. At most `p`, congruent to `-a` or `a`.
///
/// `p - a` is the complement of `a` plus `p + 1`, modulo `R`.
#[inline(always)]
fn negated_if<M: Modulus<N>, const N: usize>(a: &Fe<M, N>, negative: u64) -> [u64; N] {
    let mut next = const { words::add(&M::P, &words::from_word(1)).0 };
    let mut complement = a.stored;
    for i in 0..N {
        next[i] &= negative;
        complement[i] ^= negative;
    }
    words::add(&complement, &next).0
}

impl<M: Modulus<N>, const N: usize> Default for MixedAcc<M, N> {
    /// The empty sum.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Debug for MixedAcc<M, N> {
    /// The canonical value of the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reduce().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use vorpal_oracle::big::{from_limbs, to_limbs};

    use super::*;
    use crate::primes as p;

    fn from_big<const N: usize>(value: &BigUint) -> Wide<N> {
        let limb = |i: usize| to_limbs::<1>(&(value >> (64 * i) & BigUint::from(u64::MAX)))[0];
        Wide {
            low: core::array::from_fn(limb),
            high: core::array::from_fn(|i| limb(N + i)),
            top: to_limbs::<1>(&(value >> (128 * N)))[0],
        }
    }

    /// Merges of sums at the bounds of the proof, which no test can reach term by term.
    fn merge_at_the_bound<M: Modulus<N>, const N: usize>() {
        const { assert!(Acc::<M, N>::FOLDS, "a prime of which merges are folded") };
        let prime = from_limbs(&M::P);
        // What a merge leaves, and 2^59 terms.
        let products = (&prime * &prime * (15u64 << 59)) + (from_limbs(&[0, 2]) << (128 * N - 64));
        let radix = from_limbs(&[0, 1]) << (64 * N - 64);
        // What a merge leaves, and 2^59 terms.
        let integers = &radix * &radix * 2u8 + (&prime << 315u32);
        let sum = MixedAcc::<M, N> {
            products: Acc::from_wide(from_big(&products)),
            integers: from_big(&integers),
            modulus: PhantomData,
        };
        // Stored forms: products have another factor R.
        let stored = |times: u32| {
            let sum = (&products * radix.modpow(&(&prime - 2u8), &prime) + &integers) * times;
            to_limbs::<N>(&(sum % &prime))
        };
        assert_eq!(sum.reduce().to_montgomery(), stored(1), "{}", M::NAME);
        let mut merged = sum;
        merged.merge(&sum);
        assert_eq!(merged.reduce().to_montgomery(), stored(2), "{}", M::NAME);
        merged.merge(&sum);
        assert_eq!(merged.reduce().to_montgomery(), stored(3), "{}", M::NAME);
    }

    #[test]
    fn merges_at_the_bound() {
        merge_at_the_bound::<p::Bn254ScalarModulus, 4>();
        merge_at_the_bound::<p::Bls12_377BaseModulus, 6>();
        merge_at_the_bound::<p::Secp256k1BaseModulus, 4>();
    }
}
