//! Sums of elements, products of elements, and products of elements with integers.

use core::fmt;
use core::hint::black_box;

use vorpal_limbs::{Extended, words};

use super::integer::magnitude;
use crate::{Acc, Bounded, Fe, Integer, Modulus};

/// A sum of elements, of products of elements, and of products of elements with integers of up to 256 bits, before its
/// reduction.
///
/// It is an [`Acc`] for the products of elements, beside an integer of `N + 5` limbs for the products with integers.
/// [`reduce`](Self::reduce) reduces both parts together. Use it where the kinds of terms meet, or where a sum of one
/// kind must also accept the others. Sums of one kind are smaller: [`Acc`], [`SmallAcc`](crate::SmallAcc).
///
/// Costs in word multiplications, for `w` words of an integer; `add` and `sub` are additions for most primes:
///
/// | | |
/// |---|---|
/// | `add_product`, `sub_product` | `N^2` |
/// | `add_integer_product`, `add_signed_product` | `w N` |
/// | `merge` | `2 N` |
/// | `reduce` | `N^2 + N + 5 (N + 1)` |
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
/// Proof. Products of elements: see [`Acc`]. Let `S` be the integer beside them. A term adds at most
/// `p (2^256 - 1)`: a negative one is the product of the magnitude and `p - a`. A merge adds the integers and replaces
/// the highest limb `t` by `t c` with `c = 2^(64 (N + 4)) mod p`, which leaves less than
/// `F = 2^(64 (N + 4)) + 2^64 p = 2^256 R + 2^64 p`. For `p > 2^(64 N - 28)` that is less than `2^285 p`. Two sums that
/// are merged have together less than `2 (2^285 + 2^59 2^256) p < 2^317 p`. So always `S < 2^317 p`, which fits `N + 5`
/// limbs, and with the reduction of the products of elements, below `2^64 p`, it is below the `2^320 p` that five words
/// of a quotient permit. For other primes a merge reduces `other` and adds it as one term.
pub struct MixedAcc<M: Modulus<N>, const N: usize> {
    products: Acc<M, N>,
    /// `S`: the sum of stored forms times integers.
    integers: Extended<N, 5>,
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
    pub const ZERO: Self = Self { products: Acc::ZERO, integers: Extended::ZERO };

    /// `c = 2^(64 (N + 4)) mod p`: `R mod p`, doubled 256 times.
    const TOP_RESIDUE: [u64; N] = {
        let mut power = *Fe::<M, N>::RING.one();
        let mut i = 0;
        while i < 64 * WORDS {
            power = Fe::<M, N>::RING.add_portable(&power, &power);
            i += 1;
        }
        power
    };

    /// The empty sum.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self::ZERO
    }

    /// `self += a`. Additions only, if `R <= 15 p` as for all primes of this crate but that of `Bls12_377Base`; else
    /// `N` word multiplications.
    #[inline(always)]
    pub fn add(&mut self, a: Fe<M, N>) {
        if Acc::<M, N>::SHIFTS {
            self.products.add(a);
        } else {
            self.integers.accumulate(&a.stored, 1, 0, N + WORDS + 1);
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
        let a = if I::SIGNED { negated_if(&a, negative) } else { a.stored };
        for (i, word) in words.into_iter().take(I::WORDS).enumerate() {
            self.integers.accumulate(&a, word, i, N + WORDS + 1);
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
        let a = negated_if(&a, black_box(u64::from(negative).wrapping_neg()));
        for (i, word) in magnitude.iter().enumerate() {
            self.integers.accumulate(&a, *word, i, N + WORDS + 1);
        }
    }

    /// `self += other`. `2 N` word multiplications and no reduction, if `p > 2^(64 N - 28)` as for all primes of this
    /// crate; else `other` is reduced and added as one term.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        if Acc::<M, N>::FOLDS {
            self.products.merge(&other.products);
            self.integers.add(&other.integers);
            self.debug_assert_bound();
            self.integers.fold(const { &Self::TOP_RESIDUE });
        } else {
            self.add(other.reduce());
        }
    }

    /// The sum as an element: `N^2 + N` word multiplications for the reduction of the products of elements, and
    /// `5 (N + 1)` for the canonical value.
    #[inline]
    #[must_use]
    pub fn reduce(&self) -> Fe<M, N> {
        self.debug_assert_bound();
        let (low, word) = self.products.redc();
        let mut sum = Extended { low, above: [word, 0, 0, 0, 0] };
        sum.add(&self.integers);
        Fe::from_stored(Fe::<M, N>::RECIPROCAL.remainder_extended(&sum, WORDS + 1))
    }
}

impl<M: Modulus<N>, const N: usize> MixedAcc<M, N> {
    /// In builds with debug assertions, panics if `S >= 2^320 p`. Otherwise empty.
    #[inline(always)]
    #[track_caller]
    fn debug_assert_bound(&self) {
        let limb = |i: usize| if i < N { self.integers.low[i] } else { self.integers.above[i - N] };
        words::debug_assert_less(&core::array::from_fn(|i| limb(i + WORDS + 1)), &M::P);
    }
}

/// `p - a` if the mask is all ones, `a` if it is 0. At most `p`, congruent to `-a` or `a`.
#[inline(always)]
fn negated_if<M: Modulus<N>, const N: usize>(a: &Fe<M, N>, negative: u64) -> [u64; N] {
    let (opposite, _) = words::sub(&M::P, &a.stored);
    core::array::from_fn(|i| a.stored[i] ^ ((a.stored[i] ^ opposite[i]) & negative))
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
    use vorpal_limbs::Wide;
    use vorpal_oracle::big::{from_limbs, to_limbs};

    use super::*;
    use crate::primes as p;

    /// Merges of sums at the bounds of the proof, which no test can reach term by term.
    fn merge_at_the_bound<M: Modulus<N>, const N: usize>() {
        const { assert!(Acc::<M, N>::FOLDS, "a prime of which merges are folded") };
        let prime = from_limbs(&M::P);
        // What a merge leaves, and 2^59 terms.
        let products = (&prime * &prime * (15u64 << 59)) + (from_limbs(&[0, 2]) << (128 * N - 64));
        let integers = (&prime << 315u32) + (from_limbs(&[1]) << (64 * (N + 4))) + (&prime << 64u32);
        let radix = from_limbs(&[0, 1]) << (64 * N - 64);
        let sum = MixedAcc::<M, N> {
            products: Acc::from_wide(Wide {
                low: to_limbs(&(&products % &radix)),
                high: to_limbs(&(&products / &radix % &radix)),
                top: to_limbs::<1>(&(&products / &radix / &radix))[0],
            }),
            integers: Extended {
                low: to_limbs(&(&integers % &radix)),
                above: to_limbs(&(&integers / &radix)),
            },
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
