//! Running products over any prime.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Mul, MulAssign};

use vorpal_limbs::words::{debug_assert_less, mul_word};

use super::{Bounded, sealed};
use crate::{Fe, Modulus};

/// A running product, kept below `2 p` where the prime allows it and canonical otherwise.
///
/// The bound of a [`Lazy`](crate::Lazy) is part of its type, so code for every prime cannot name one that depends on
/// the prime. Here the compiler selects the bound. If the product of a value below `2 p` and a canonical factor is
/// below `2 p` again, the chain needs no subtractions between its multiplications, which shortens its latency.
///
/// ```
/// use vorpal_fields::{Chain, primes::{Bn254Scalar, Secp256k1Scalar}};
/// let mut power = Chain::from(Bn254Scalar::from(3));
/// for _ in 0..10 {
///     power = power.square() * Bn254Scalar::from(3);
/// }
/// assert_eq!(power.reduce(), Bn254Scalar::from(3).pow(&[2047]));
/// // The same code for a prime without spare bits: canonical after every product.
/// let product = Chain::from(Secp256k1Scalar::from(6)) * Secp256k1Scalar::from(7);
/// assert_eq!(product.reduce(), Secp256k1Scalar::from(42));
/// ```
#[repr(transparent)]
pub struct Chain<M: Modulus<N>, const N: usize> {
    limbs: [u64; N],
    modulus: PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Clone for Chain<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for Chain<M, N> {}

impl<M: Modulus<N>, const N: usize> sealed::Sealed for Chain<M, N> {}

impl<M: Modulus<N>, const N: usize> Bounded<M, N> for Chain<M, N> {
    const MULTIPLE: u64 = Self::MULTIPLE;

    #[inline(always)]
    fn limbs(&self) -> &[u64; N] {
        &self.limbs
    }
}

impl<M: Modulus<N>, const N: usize> Chain<M, N> {
    /// The value stays below this multiple of `p`: 2 or 1.
    pub const MULTIPLE: u64 = if Self::closed(Fe::<M, N>::RING.unreduced_multiple(1, 2)) { 2 } else { 1 };

    /// Whether the square of a value below `MULTIPLE p` stays there without a subtraction.
    const CLOSED_UNDER_SQUARES: bool =
        Self::MULTIPLE == 2 && Self::closed(Fe::<M, N>::RING.unreduced_square_multiple(2));

    const BOUND: [u64; N] = mul_word(&M::P, Self::MULTIPLE).0;

    const fn closed(multiple: Option<u64>) -> bool {
        match multiple {
            Some(multiple) => multiple <= 2,
            None => false,
        }
    }

    #[inline(always)]
    fn new(limbs: [u64; N]) -> Self {
        debug_assert_less(&limbs, &Self::BOUND);
        Self { limbs, modulus: PhantomData }
    }

    /// `self^2`. 1S.
    #[inline(always)]
    #[must_use]
    pub fn square(self) -> Self {
        if Self::CLOSED_UNDER_SQUARES {
            Self::new(Fe::<M, N>::RING.square_unreduced(&self.limbs))
        } else {
            Self::from(self.reduce().square())
        }
    }

    /// `self^(2^times)`. `times` S.
    #[inline(always)]
    #[must_use]
    pub fn square_times(self, times: usize) -> Self {
        if Self::CLOSED_UNDER_SQUARES {
            let mut power = self;
            for _ in 0..times {
                power = power.square();
            }
            power
        } else {
            // All values except the first are canonical already.
            let mut power = self.reduce();
            for _ in 0..times {
                power = power.square();
            }
            Self::from(power)
        }
    }

    /// The canonical element. At most one conditional subtraction.
    #[inline(always)]
    #[must_use]
    pub fn reduce(self) -> Fe<M, N> {
        Fe::from_stored(if Self::MULTIPLE == 2 {
            // p is added again if the subtraction borrows.
            Fe::<M, N>::RING.sub(&self.limbs, &M::P)
        } else {
            self.limbs
        })
    }
}

impl<M: Modulus<N>, const N: usize> Mul<Fe<M, N>> for Chain<M, N> {
    type Output = Self;

    /// 1M. The running value is the operand that is scanned limb by limb, which has the lower latency in a chain.
    #[inline(always)]
    fn mul(self, factor: Fe<M, N>) -> Self {
        Self::new(if Self::MULTIPLE == 2 {
            Fe::<M, N>::RING.mul_unreduced(&factor.stored, &self.limbs)
        } else {
            Fe::<M, N>::RING.mul(&factor.stored, &self.limbs)
        })
    }
}

impl<M: Modulus<N>, const N: usize> MulAssign<Fe<M, N>> for Chain<M, N> {
    #[inline(always)]
    fn mul_assign(&mut self, factor: Fe<M, N>) {
        *self = *self * factor;
    }
}

impl<M: Modulus<N>, const N: usize> From<Fe<M, N>> for Chain<M, N> {
    #[inline(always)]
    fn from(element: Fe<M, N>) -> Self {
        Self::new(element.stored)
    }
}

impl<M: Modulus<N>, const N: usize> From<Chain<M, N>> for Fe<M, N> {
    #[inline(always)]
    fn from(chain: Chain<M, N>) -> Self {
        chain.reduce()
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Debug for Chain<M, N> {
    /// The canonical value.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reduce().fmt(f)
    }
}
