//! Sextic extensions, as cubic extensions of quadratic ones.

use subtle::CtOption;

use super::{Fp2, SumFp2, SumFp6, TowerModulus};

/// `c0 + c1 v + c2 v^2` with `v^3 = xi`.
///
/// ```
/// use vorpal_fields::primes::Bn254BaseModulus as M;
/// use vorpal_fields::tower::{Fp2, Fp6};
/// let v = Fp6::<M, 4>::new(Fp2::ZERO, Fp2::ONE, Fp2::ZERO);
/// assert_eq!(v * v * v, Fp6::new(Fp2::XI, Fp2::ZERO, Fp2::ZERO));
/// assert_eq!(v.invert().unwrap() * v, Fp6::ONE);
/// ```
#[repr(C)]
pub struct Fp6<M: TowerModulus<N>, const N: usize> {
    /// The coefficient of 1.
    pub c0: Fp2<M, N>,
    /// The coefficient of `v`.
    pub c1: Fp2<M, N>,
    /// The coefficient of `v^2`.
    pub c2: Fp2<M, N>,
}

coefficientwise!(Fp6, "Fp6": c0, c1, c2);

impl<M: TowerModulus<N>, const N: usize> From<u64> for Fp6<M, N> {
    fn from(value: u64) -> Self {
        Fp2::from(value).into()
    }
}

impl<M: TowerModulus<N>, const N: usize> From<Fp2<M, N>> for Fp6<M, N> {
    fn from(c0: Fp2<M, N>) -> Self {
        Self { c0, c1: Fp2::ZERO, c2: Fp2::ZERO }
    }
}

impl<M: TowerModulus<N>, const N: usize> Fp6<M, N> {
    /// The neutral element of addition.
    pub const ZERO: Self = Self::new(Fp2::ZERO, Fp2::ZERO, Fp2::ZERO);
    /// The neutral element of multiplication.
    pub const ONE: Self = Self::new(Fp2::ONE, Fp2::ZERO, Fp2::ZERO);

    /// `c0 + c1 v + c2 v^2`.
    #[inline(always)]
    pub const fn new(c0: Fp2<M, N>, c1: Fp2<M, N>, c2: Fp2<M, N>) -> Self {
        Self { c0, c1, c2 }
    }

    /// `self other`. 18M: six products of `Fp2` (A. J. Devegili, C. O hEigeartaigh, M. Scott, R. Dahab, "Multiplication
    /// and squaring on pairing-friendly fields", 2006, section 4).
    ///
    /// With `vi = ai bi`, the mixed terms are `(ai + aj) (bi + bj) - vi - vj = ai bj + aj bi`.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator calls it, without copying its operands")]
    pub fn mul(&self, other: &Self) -> Self {
        let (mut sum, mut product) = (SumFp6::ZERO, Self::ZERO);
        sum.set_product(self, other);
        sum.reduce(&mut product);
        product
    }

    /// `self^2`. 12M: three squares and two products of `Fp2` (J. Chung, M. A. Hasan, "Asymmetric squaring formulae",
    /// 2007, `SQR2`).
    ///
    /// `(a0 - a1 + a2)^2 = a0^2 + a1^2 + a2^2 - 2 a0 a1 - 2 a1 a2 + 2 a0 a2` yields the coefficient of `v^2`,
    /// `a1^2 + 2 a0 a2`.
    #[must_use]
    pub fn square(&self) -> Self {
        let [mut s0, mut s1, mut s2, mut s3, mut s4] = [const { SumFp2::ZERO }; 5];
        s0.set_square(&self.c0);
        s1.set_product(&self.c0, &self.c1);
        s1.double();
        s2.set_square(&self.c0.minus(&self.c1).plus(&self.c2));
        s3.set_product(&self.c1, &self.c2);
        s3.double();
        s4.set_square(&self.c2);
        s2.add(&s1);
        s2.add(&s3);
        s2.sub(&s0);
        s2.sub(&s4);
        s0.add_times_xi(&mut s3, false);
        s1.add_times_xi(&mut s4, false);
        let mut square = Self::ZERO;
        s0.reduce(&mut square.c0);
        s1.reduce(&mut square.c1);
        s2.reduce(&mut square.c2);
        square
    }

    /// `v self`: `xi c2 + c0 v + c1 v^2`.
    #[inline(always)]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        Self { c0: self.c2.mul_by_xi(), c1: self.c0, c2: self.c1 }
    }

    /// `factor self`. 9M.
    #[inline]
    #[must_use]
    pub fn scale(&self, factor: &Fp2<M, N>) -> Self {
        Self { c0: self.c0.mul(factor), c1: self.c1.mul(factor), c2: self.c2.mul(factor) }
    }

    /// `self (b0 + b1 v)`. 15M.
    #[must_use]
    pub fn mul_by_01(&self, b0: &Fp2<M, N>, b1: &Fp2<M, N>) -> Self {
        let (mut sum, mut product) = (SumFp6::ZERO, Self::ZERO);
        sum.set_product_by_01(self, b0, b1);
        sum.reduce(&mut product);
        product
    }

    /// `self b1 v`. 9M.
    #[inline]
    #[must_use]
    pub fn mul_by_1(&self, b1: &Fp2<M, N>) -> Self {
        Self { c0: (self.c2 * *b1).mul_by_xi(), c1: self.c0 * *b1, c2: self.c1 * *b1 }
    }

    /// An element and the norm over `Fp2`, its product with `self`. 27M.
    ///
    /// With `n0 = c0^2 - xi c1 c2`, `n1 = xi c2^2 - c0 c1`, `n2 = c1^2 - c0 c2`, the coefficients of `v` and `v^2` in
    /// `self (n0 + n1 v + n2 v^2)` vanish, and the norm is `c0 n0 + xi (c2 n1 + c1 n2)`.
    fn adjugate(&self) -> (Self, Fp2<M, N>) {
        let c0 = self.c0.square() - (self.c1 * self.c2).mul_by_xi();
        let c1 = self.c2.square().mul_by_xi() - self.c0 * self.c1;
        let c2 = self.c1.square() - self.c0 * self.c2;
        let norm = self.c0 * c0 + (self.c2 * c1 + self.c1 * c2).mul_by_xi();
        (Self { c0, c1, c2 }, norm)
    }

    /// `self^-1`; none for zero. One inversion in `Fp`, 36M and 4S.
    pub fn invert(&self) -> CtOption<Self> {
        let (adjugate, norm) = self.adjugate();
        norm.invert().map(|inverse| adjugate.scale(&inverse))
    }

    /// `self^-1`, `None` for zero. As [`invert`](Self::invert), with an inversion in variable time.
    pub fn invert_vartime(&self) -> Option<Self> {
        let (adjugate, norm) = self.adjugate();
        norm.invert_vartime().map(|inverse| adjugate.scale(&inverse))
    }
}
