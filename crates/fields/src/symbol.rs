//! The Legendre symbol.

use subtle::ConstantTimeEq;
use vorpal_limbs::words;

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    const MINUS_ONE: Self = Self::from_stored(Self::RING.sub_portable(&[0; N], Self::RING.one()));

    /// The Legendre symbol: 0 for zero, 1 for other squares, -1 for the rest. By Euler's criterion
    /// `self^((p - 1) / 2)`, with the same operations whatever `self`. Cost for `k` bits: about `k` S + `k / 4` M.
    pub fn legendre(&self) -> i8 {
        let exponent = const { words::halve(&M::P, 0) };
        let power = self.pow_vartime(&exponent);
        let (plus, minus) = (power.ct_eq(&Self::ONE), power.ct_eq(&Self::MINUS_ONE));
        i8::from(bool::from(plus)) - i8::from(bool::from(minus))
    }
}
