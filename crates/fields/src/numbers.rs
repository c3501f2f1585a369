//! The traits of `num-traits`.

use num_traits::{
    ConstOne, ConstZero, FromPrimitive, Inv, MulAdd, MulAddAssign, One, Pow, ToPrimitive, Zero,
};

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Zero for Fe<M, N> {
    fn zero() -> Self {
        Self::ZERO
    }
    /// As a plain `bool`, by a comparison in constant time.
    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize> One for Fe<M, N> {
    fn one() -> Self {
        Self::ONE
    }
}

impl<M: Modulus<N>, const N: usize> ConstZero for Fe<M, N> {
    const ZERO: Self = Self::ZERO;
}

impl<M: Modulus<N>, const N: usize> ConstOne for Fe<M, N> {
    const ONE: Self = Self::ONE;
}

impl<M: Modulus<N>, const N: usize> Inv for Fe<M, N> {
    type Output = Option<Self>;
    /// `self^-1`, `None` for zero. Constant time, except that `None` reveals a zero.
    fn inv(self) -> Option<Self> {
        self.invert().into()
    }
}

impl<M: Modulus<N>, const N: usize> MulAdd for Fe<M, N> {
    type Output = Self;
    fn mul_add(self, factor: Self, term: Self) -> Self {
        self * factor + term
    }
}

impl<M: Modulus<N>, const N: usize> MulAddAssign for Fe<M, N> {
    fn mul_add_assign(&mut self, factor: Self, term: Self) {
        *self = *self * factor + term;
    }
}

impl<M: Modulus<N>, const N: usize> Pow<u64> for Fe<M, N> {
    type Output = Self;
    /// As [`Fe::pow`], in constant time.
    fn pow(self, exponent: u64) -> Self {
        Fe::pow(&self, &[exponent])
    }
}

/// Residues of integers, never `None`. Other integers convert by these.
impl<M: Modulus<N>, const N: usize> FromPrimitive for Fe<M, N> {
    fn from_i64(integer: i64) -> Option<Self> {
        Some(Fe::from_i64(integer))
    }
    fn from_u64(integer: u64) -> Option<Self> {
        Some(Fe::from_u64(integer))
    }
    fn from_i128(integer: i128) -> Option<Self> {
        Some(Fe::from_i128(integer))
    }
    fn from_u128(integer: u128) -> Option<Self> {
        Some(Fe::from_u128(integer))
    }
}

/// The canonical value, `None` if it is too large for the type.
impl<M: Modulus<N>, const N: usize> ToPrimitive for Fe<M, N> {
    fn to_i64(&self) -> Option<i64> {
        Fe::to_u64(self)?.try_into().ok()
    }
    fn to_u64(&self) -> Option<u64> {
        Fe::to_u64(self)
    }
    fn to_i128(&self) -> Option<i128> {
        Fe::to_u128(self)?.try_into().ok()
    }
    fn to_u128(&self) -> Option<u128> {
        Fe::to_u128(self)
    }
}
