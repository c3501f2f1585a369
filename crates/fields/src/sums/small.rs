//! Sums of products of elements and machine integers.

use core::fmt;
use core::marker::PhantomData;

use vorpal_limbs::Extended;

use super::integer::{accumulate, bias};
use crate::{Fe, Integer, Modulus};

/// A sum of products of elements and integers of type `I` (`u64`, `i64`, `u128` or `i128`) before its reduction.
///
/// Adding a product costs `N w` word multiplications, where `w` is the number of words of `I`; [`reduce`](Self::reduce)
/// costs `(w + 1) (N + 1)`, once. The time does not depend on the sign of integers.
///
/// ```
/// use vorpal_fields::{SmallAcc, primes::Bn254Scalar as F};
/// let mut sum = SmallAcc::new();
/// sum.add_product(F::from(10), -7i64);
/// sum.add_product(F::from(20), 5);
/// assert_eq!(sum.reduce(), F::from(30));
/// let terms = [(F::from(3), 1u128 << 100), (-F::from(3), 1 << 100)];
/// assert_eq!(terms.into_iter().collect::<SmallAcc<_, _, _>>().reduce(), F::ZERO);
/// ```
///
/// # Capacity
///
/// The sum has `N + w + 1` limbs. After `n` terms it is in `[0, n 2^(64 w) p)`, or for signed integers in
/// `[-n 2^(64 w - 1) p, n 2^(64 w) p)`, which with the bias `2^(64 w + 63) p` is not negative. Up to `n = 2^63 - 1`
/// that is below `2^(64 (w + 1)) p`, as the remainder requires. A program cannot add that many terms one by one.
pub struct SmallAcc<M: Modulus<N>, const N: usize, I: Integer> {
    sum: Extended<N>,
    modulus: PhantomData<fn() -> (M, I)>,
}

impl<M: Modulus<N>, const N: usize, I: Integer> Clone for SmallAcc<M, N, I> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize, I: Integer> Copy for SmallAcc<M, N, I> {}

impl<M: Modulus<N>, const N: usize, I: Integer> SmallAcc<M, N, I> {
    /// The empty sum.
    pub const ZERO: Self = Self {
        sum: if I::SIGNED { bias::<M, N>(I::WORDS + 1) } else { Extended::ZERO },
        modulus: PhantomData,
    };

    /// The empty sum.
    #[inline(always)]
    #[must_use]
    pub const fn new() -> Self {
        Self::ZERO
    }

    /// `self += a integer`. `N w` word multiplications.
    #[inline(always)]
    pub fn add_product(&mut self, a: Fe<M, N>, integer: I) {
        accumulate(&mut self.sum, &a.stored, integer, N + I::WORDS + 1);
    }

    /// `self += a integer`, for an integer of another type with at most as many words. `N w` word multiplications for
    /// the `w` words of that type.
    ///
    /// A sum of unsigned integers takes no signed ones, and no sum takes longer ones; otherwise it does not build:
    ///
    /// ```compile_fail,E0080
    /// use vorpal_fields::{SmallAcc, primes::{Bn254Scalar as F, Bn254ScalarModulus as M}};
    /// SmallAcc::<M, 4, u64>::new().add_integer_product(F::ONE, -1i8);
    /// ```
    #[inline(always)]
    pub fn add_integer_product<J: Integer>(&mut self, a: Fe<M, N>, integer: J) {
        const {
            assert!(J::WORDS <= I::WORDS, "a longer integer than those of the sum");
            assert!(I::SIGNED || !J::SIGNED, "a signed integer in a sum of unsigned ones");
        }
        accumulate(&mut self.sum, &a.stored, integer, N + I::WORDS + 1);
    }

    /// `self += a`. `N` word multiplications by one.
    #[inline(always)]
    pub fn add(&mut self, a: Fe<M, N>) {
        accumulate(&mut self.sum, &a.stored, 1u64, N + I::WORDS + 1);
    }

    /// `self -= a`. As [`add`](Self::add) of `-a`.
    #[inline(always)]
    pub fn sub(&mut self, a: Fe<M, N>) {
        self.add(-a);
    }

    /// `self += other`, as one term: `other` is reduced first.
    #[inline]
    pub fn merge(&mut self, other: &Self) {
        accumulate(&mut self.sum, &other.reduce().stored, 1u64, N + I::WORDS + 1);
    }

    /// The sum as an element. `(w + 1) (N + 1)` word multiplications.
    #[inline(always)]
    #[must_use]
    pub fn reduce(&self) -> Fe<M, N> {
        Fe::from_stored(Fe::<M, N>::RECIPROCAL.remainder_extended(&self.sum, I::WORDS + 1))
    }
}

impl<M: Modulus<N>, const N: usize, I: Integer> Default for SmallAcc<M, N, I> {
    /// The empty sum.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize, I: Integer> Extend<(Fe<M, N>, I)> for SmallAcc<M, N, I> {
    /// Adds the product of every pair.
    #[inline]
    fn extend<T: IntoIterator<Item = (Fe<M, N>, I)>>(&mut self, pairs: T) {
        // A local variable can be kept in registers.
        let mut sum = *self;
        for (a, integer) in pairs {
            sum.add_product(a, integer);
        }
        *self = sum;
    }
}

impl<M: Modulus<N>, const N: usize, I: Integer> FromIterator<(Fe<M, N>, I)> for SmallAcc<M, N, I> {
    /// The sum of the products of all pairs.
    #[inline]
    fn from_iter<T: IntoIterator<Item = (Fe<M, N>, I)>>(pairs: T) -> Self {
        let mut sum = Self::ZERO;
        sum.extend(pairs);
        sum
    }
}

impl<M: Modulus<N>, const N: usize, I: Integer> fmt::Debug for SmallAcc<M, N, I> {
    /// The canonical value of the sum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reduce().fmt(f)
    }
}
