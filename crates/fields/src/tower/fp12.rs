//! Extensions of degree twelve, as quadratic extensions of sextic ones.

use subtle::CtOption;

use super::{Fp2, Fp6, SumFp6, TowerModulus};

/// `c0 + c1 w` with `w^2 = v`.
///
/// ```
/// use vorpal_fields::primes::Bls12_381BaseModulus as M;
/// use vorpal_fields::tower::{Fp6, Fp12};
/// let w = Fp12::<M, 6>::new(Fp6::ZERO, Fp6::ONE);
/// assert_eq!(w.square(), Fp6::ONE.mul_by_v().into());
/// assert_eq!(w.frobenius(12), w);
/// ```
#[repr(C)]
pub struct Fp12<M: TowerModulus<N>, const N: usize> {
    /// The coefficient of 1.
    pub c0: Fp6<M, N>,
    /// The coefficient of `w`.
    pub c1: Fp6<M, N>,
}

coefficientwise!(Fp12, "Fp12": c0, c1);

impl<M: TowerModulus<N>, const N: usize> From<u64> for Fp12<M, N> {
    fn from(value: u64) -> Self {
        Fp6::from(value).into()
    }
}

impl<M: TowerModulus<N>, const N: usize> From<Fp6<M, N>> for Fp12<M, N> {
    fn from(c0: Fp6<M, N>) -> Self {
        Self { c0, c1: Fp6::ZERO }
    }
}

impl<M: TowerModulus<N>, const N: usize> Fp12<M, N> {
    /// The neutral element of addition.
    pub const ZERO: Self = Self::new(Fp6::ZERO, Fp6::ZERO);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self::new(Fp6::ONE, Fp6::ZERO);

    /// `c0 + c1 w`.
    #[inline(always)]
    pub const fn new(c0: Fp6<M, N>, c1: Fp6<M, N>) -> Self {
        Self { c0, c1 }
    }

    /// `self other`. 54M: three products of `Fp6` (A. Karatsuba).
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator calls it, without copying its operands")]
    pub fn mul(&self, other: &Self) -> Self {
        let [mut low, mut high, mut both] = [const { SumFp6::ZERO }; 3];
        low.set_product(&self.c0, &other.c0);
        high.set_product(&self.c1, &other.c1);
        both.set_product(&self.c0.plus(&self.c1), &other.c0.plus(&other.c1));
        Self::assembled(&mut low, &mut high, &mut both)
    }

    /// `self^2`. 36M: `c0 = (a0 + a1) (a0 + v a1) - (1 + v) a0 a1`, `c1 = 2 a0 a1`.
    #[must_use]
    pub fn square(&self) -> Self {
        let [mut product, mut c0] = [const { SumFp6::ZERO }; 2];
        product.set_product(&self.c0, &self.c1);
        c0.set_product(&self.c0.plus(&self.c1), &(self.c0 + self.c1.mul_by_v()));
        c0.sub(&product);
        let mut square = Self::ZERO;
        product.reduce(&mut square.c1);
        square.c1 = square.c1.double();
        c0.add_times_v(&mut product, true);
        c0.reduce(&mut square.c0);
        square
    }

    /// `c0 - c1 w`, which is `self^(p^6)`: the inverse, if `self^(p^6 + 1) = 1`.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self { c0: self.c0, c1: -self.c1 }
    }

    /// `self^-1`; none for zero. One inversion in `Fp`, 96M and 4S.
    pub fn invert(&self) -> CtOption<Self> {
        self.norm().invert().map(|inverse| self.conjugate_times(&inverse))
    }

    /// `self^-1`, `None` for zero. As [`invert`](Self::invert), with an inversion in variable time.
    pub fn invert_vartime(&self) -> Option<Self> {
        self.norm().invert_vartime().map(|inverse| self.conjugate_times(&inverse))
    }

    /// `self conjugate(self) = c0^2 - v c1^2`. 24M.
    fn norm(&self) -> Fp6<M, N> {
        self.c0.square() - self.c1.square().mul_by_v()
    }

    /// `conjugate(self) factor`. 36M.
    fn conjugate_times(&self, factor: &Fp6<M, N>) -> Self {
        Self { c0: self.c0 * *factor, c1: -(self.c1 * *factor) }
    }

    /// The coefficients of `1, w, w^2, w^3, w^4, w^5`.
    #[inline]
    pub fn coefficients(&self) -> [Fp2<M, N>; 6] {
        [self.c0.c0, self.c1.c0, self.c0.c1, self.c1.c1, self.c0.c2, self.c1.c2]
    }

    /// The element with these coefficients of `1, w, w^2, w^3, w^4, w^5`.
    #[inline]
    pub fn from_coefficients(c: [Fp2<M, N>; 6]) -> Self {
        Self { c0: Fp6::new(c[0], c[2], c[4]), c1: Fp6::new(c[1], c[3], c[5]) }
    }

    /// `self^(p^power)`. 15M for an odd power, 10M for an even one, none for a multiple of 6.
    #[must_use]
    pub fn frobenius(&self, power: usize) -> Self {
        if power % 12 >= 6 {
            return self.conjugate().frobenius(power % 6);
        }
        let mut c = self.coefficients();
        for (i, c) in c.iter_mut().enumerate() {
            let conjugate = c.frobenius(power);
            *c = match power % 6 {
                _ if i == 0 || power.is_multiple_of(6) => conjugate,
                1 => conjugate * M::FROBENIUS.first[i],
                2 => conjugate.scale(&M::FROBENIUS.second[i]),
                3 => conjugate * M::FROBENIUS.third[i],
                4 => conjugate.scale(&M::FROBENIUS.second[2 * i % 6]),
                _ => (conjugate * M::FROBENIUS.third[i]).scale(&M::FROBENIUS.second[i]),
            };
        }
        Self::from_coefficients(c)
    }
}
