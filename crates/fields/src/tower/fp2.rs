//! Quadratic extensions.

use subtle::CtOption;

use super::{SumFp2, TowerModulus};
use vorpal_limbs::words;

use crate::Fe;

/// `c0 + c1 u` with `u^2 = -q`.
///
/// ```
/// use vorpal_fields::primes::{Bls12_381Base as F, Bls12_381BaseModulus as M};
/// use vorpal_fields::tower::Fp2;
/// let a = Fp2::<M, 6>::new(F::from(2), F::from(3));
/// assert_eq!(a.norm(), F::from(13));
/// assert_eq!(a * a.invert().unwrap(), Fp2::ONE);
/// ```
#[repr(C)]
pub struct Fp2<M: TowerModulus<N>, const N: usize> {
    /// The coefficient of 1.
    pub c0: Fe<M, N>,
    /// The coefficient of `u`.
    pub c1: Fe<M, N>,
}

coefficientwise!(Fp2, "Fp2": c0, c1);

impl<M: TowerModulus<N>, const N: usize> From<u64> for Fp2<M, N> {
    fn from(value: u64) -> Self {
        Fe::from(value).into()
    }
}

impl<M: TowerModulus<N>, const N: usize> From<Fe<M, N>> for Fp2<M, N> {
    fn from(c0: Fe<M, N>) -> Self {
        Self { c0, c1: Fe::ZERO }
    }
}

impl<M: TowerModulus<N>, const N: usize> Fp2<M, N> {
    /// The neutral element of addition.
    pub const ZERO: Self = Self::new(Fe::ZERO, Fe::ZERO);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self::new(Fe::ONE, Fe::ZERO);
    /// `xi`, the cube of `v`.
    pub const XI: Self = Self::new(Fe::small(M::XI[0]), Fe::small(M::XI[1]));

    /// `c0 + c1 u`.
    #[inline(always)]
    pub const fn new(c0: Fe<M, N>, c1: Fe<M, N>) -> Self {
        Self { c0, c1 }
    }

    /// `self other`. 3M: `c0 = a0 b0 - q a1 b1`, `c1 = (a0 + a1) (b0 + b1) - a0 b0 - a1 b1` (A. Karatsuba, 1962).
    #[inline]
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator calls it, without copying its operands")]
    pub fn mul(&self, other: &Self) -> Self {
        let (mut sum, mut product) = (SumFp2::ZERO, Self::ZERO);
        sum.set_product(self, other);
        sum.reduce(&mut product);
        product
    }

    /// `self^2`. 2M: `c0 = (a0 + a1) (a0 - q a1) + (q - 1) a0 a1`, `c1 = 2 a0 a1`.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        // The second factors are below (q + 1) p and 2 p.
        const { assert!(Fe::<M, N>::RING.mul_takes_multiple(M::Q + 1), "the product of a difference") };
        let (a0, a1, sum) = (&self.c0.stored, &self.c1.stored, self.c0.plus(&self.c1));
        let c0 = Fe::from_stored(Fe::<M, N>::RING.mul(&sum.stored, &self.difference_times_q()));
        if M::Q % 2 == 0 {
            let product = Fe::from_stored(Fe::<M, N>::RING.mul(a1, a0));
            return Self { c0: c0.plus(&product.small_times(M::Q - 1)), c1: product.double() };
        }
        let c1 = Fe::from_stored(Fe::<M, N>::RING.mul(a1, &words::add(a0, a0).0));
        Self { c0: if M::Q == 1 { c0 } else { c0.plus(&c1.small_times(M::Q / 2)) }, c1 }
    }

    /// A number congruent to `a0 - q a1`, below `(q + 1) p < R`: `a0 + q p - q a1`.
    #[inline(always)]
    pub(super) fn difference_times_q(&self) -> [u64; N] {
        let (multiple, _) = const { words::mul_word(&M::P, M::Q) };
        const { assert!(words::mul_word(&M::P, M::Q + 1).1 == 0, "(q + 1) p fits N limbs") };
        let subtrahend = if M::Q == 1 { self.c1.stored } else { words::mul_word(&self.c1.stored, M::Q).0 };
        words::add(&self.c0.stored, &words::sub(&multiple, &subtrahend).0).0
    }

    /// `self factor`. 2M.
    #[inline]
    #[must_use]
    pub fn scale(&self, factor: &Fe<M, N>) -> Self {
        Self { c0: self.c0 * *factor, c1: self.c1 * *factor }
    }

    /// `c0 - c1 u`, which is `self^p`.
    #[inline(always)]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self { c0: self.c0, c1: -self.c1 }
    }

    /// `self^(p^power)`: the conjugate for an odd power.
    #[inline(always)]
    #[must_use]
    pub fn frobenius(&self, power: usize) -> Self {
        if power % 2 == 1 { self.conjugate() } else { *self }
    }

    /// `self conjugate(self) = c0^2 + q c1^2`. 2S.
    #[inline]
    #[must_use]
    pub fn norm(&self) -> Fe<M, N> {
        self.c0.square().plus(&self.c1.square().times_q())
    }

    /// `xi self`, by additions: `(a c0 - q b c1) + (a c1 + b c0) u`.
    #[inline(always)]
    #[must_use]
    pub fn mul_by_xi(&self) -> Self {
        let [a, b] = M::XI;
        Self {
            c0: self.c0.small_times(a).minus(&self.c1.small_times(M::Q * b)),
            c1: self.c1.small_times(a).plus(&self.c0.small_times(b)),
        }
    }

    /// `self^-1`; none for zero. The conjugate divided by the norm: one inversion in `Fp`, 2M and 2S.
    pub fn invert(&self) -> CtOption<Self> {
        self.norm().invert().map(|inverse| self.conjugate().scale(&inverse))
    }

    /// `self^-1`, `None` for zero. As [`invert`](Self::invert), with an inversion in variable time.
    pub fn invert_vartime(&self) -> Option<Self> {
        self.norm().invert_vartime().map(|inverse| self.conjugate().scale(&inverse))
    }
}

impl<M: TowerModulus<N>, const N: usize> Fe<M, N> {
    /// `q self`.
    #[inline(always)]
    fn times_q(&self) -> Self {
        self.small_times(M::Q)
    }
}
