//! Operators, sums and products of iterators, equality, hashing, and formatting.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Product, Sum};
use core::ops::{Add, Mul, Neg};

use subtle::ConstantTimeEq;

use crate::{Chain, Fe, Modulus};

ring_operators!(impl[M: Modulus<N>, const N: usize] Fe<M, N>: times);

impl<M: Modulus<N>, const N: usize> Neg for Fe<M, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::from_stored(Self::RING.neg(&self.stored))
    }
}

impl<M: Modulus<N>, const N: usize> Sum for Fe<M, N> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<M: Modulus<N>, const N: usize> Product for Fe<M, N> {
    /// 1M per factor, sequentially, with one reduction at the end where the prime allows it ([`Chain`]).
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Chain::from(Self::ONE), Mul::mul).reduce()
    }
}

impl<M: Modulus<N>, const N: usize> From<u64> for Fe<M, N> {
    /// As [`from_u64`](Fe::from_u64).
    #[inline]
    fn from(value: u64) -> Self {
        Self::from_u64(value)
    }
}

impl<M: Modulus<N>, const N: usize> Default for Fe<M, N> {
    /// Zero.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize> PartialEq for Fe<M, N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<M: Modulus<N>, const N: usize> Eq for Fe<M, N> {}

impl<M: Modulus<N>, const N: usize> Hash for Fe<M, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stored.hash(state);
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Display for Fe<M, N> {
    /// The canonical value in hexadecimal, all digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        for limb in self.to_limbs().iter().rev() {
            write!(f, "{limb:016x}")?;
        }
        Ok(())
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Debug for Fe<M, N> {
    /// The field's name and the canonical value in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", M::NAME)
    }
}
