//! Products of sparse elements of `Fp12`, the values of lines at a point.
//!
//! A line of an M-twist is `b0 + b2 w^2 + b3 w^3`, one of a D-twist is `b0 + b1 w + b3 w^3`. Names list the exponents.

use super::{Fp2, Fp6, Fp12, SumFp6, TowerModulus};

impl<M: TowerModulus<N>, const N: usize> Fp12<M, N> {
    /// `self (b0 + b2 w^2 + b3 w^3)`. 39M.
    #[must_use]
    pub fn mul_by_023(&self, [b0, b2, b3]: &[Fp2<M, N>; 3]) -> Self {
        let [mut low, mut high, mut both] = [const { SumFp6::ZERO }; 3];
        low.set_product_by_01(&self.c0, b0, b2);
        high.set_product_by_1(&self.c1, b3);
        both.set_product_by_01(&self.c0.plus(&self.c1), b0, &b2.plus(b3));
        Self::assembled(&mut low, &mut high, &mut both)
    }

    /// `self (b0 + b1 w + b3 w^3)`. 39M.
    #[must_use]
    pub fn mul_by_013(&self, [b0, b1, b3]: &[Fp2<M, N>; 3]) -> Self {
        let [mut low, mut high, mut both] = [const { SumFp6::ZERO }; 3];
        low.set_scaled(&self.c0, b0);
        high.set_product_by_01(&self.c1, b1, b3);
        both.set_product_by_01(&self.c0.plus(&self.c1), &b0.plus(b1), b3);
        Self::assembled(&mut low, &mut high, &mut both)
    }

    /// `self (b0 + b2 w^2 + w^3)`. 30M.
    #[must_use]
    pub fn mul_by_023_monic(&self, [b0, b2]: &[Fp2<M, N>; 2]) -> Self {
        let (low, high) = (self.c0.mul_by_01(b0, b2), self.c1.mul_by_v());
        let both = (self.c0 + self.c1).mul_by_01(b0, &(*b2 + Fp2::ONE));
        Self { c0: low + high.mul_by_v(), c1: both - low - high }
    }

    /// `self (1 + b1 w + b3 w^3)`. 30M.
    #[must_use]
    pub fn mul_by_013_monic(&self, [b1, b3]: &[Fp2<M, N>; 2]) -> Self {
        let high = self.c1.mul_by_01(b1, b3);
        let both = (self.c0 + self.c1).mul_by_01(&(Fp2::ONE + *b1), b3);
        Self { c0: self.c0 + high.mul_by_v(), c1: both - self.c0 - high }
    }

    /// `(b0 + b2 w^2 + b3 w^3) (d0 + d2 w^2 + d3 w^3)`, without a coefficient of `w`. 18M.
    #[must_use]
    pub fn product_023([b0, b2, b3]: &[Fp2<M, N>; 3], [d0, d2, d3]: &[Fp2<M, N>; 3]) -> Self {
        let (v0, v2, v3) = (*b0 * *d0, *b2 * *d2, *b3 * *d3);
        let m02 = (*b0 + *b2) * (*d0 + *d2) - v0 - v2;
        let m03 = (*b0 + *b3) * (*d0 + *d3) - v0 - v3;
        let m23 = (*b2 + *b3) * (*d2 + *d3) - v2 - v3;
        Self { c0: Fp6::new(v0 + v3.mul_by_xi(), m02, v2), c1: Fp6::new(Fp2::ZERO, m03, m23) }
    }

    /// `(b0 + b1 w + b3 w^3) (d0 + d1 w + d3 w^3)`, without a coefficient of `w^5`. 18M.
    #[must_use]
    pub fn product_013([b0, b1, b3]: &[Fp2<M, N>; 3], [d0, d1, d3]: &[Fp2<M, N>; 3]) -> Self {
        let (v0, v1, v3) = (*b0 * *d0, *b1 * *d1, *b3 * *d3);
        let m01 = (*b0 + *b1) * (*d0 + *d1) - v0 - v1;
        let m03 = (*b0 + *b3) * (*d0 + *d3) - v0 - v3;
        let m13 = (*b1 + *b3) * (*d1 + *d3) - v1 - v3;
        Self { c0: Fp6::new(v0 + v3.mul_by_xi(), v1, m13), c1: Fp6::new(m01, m03, Fp2::ZERO) }
    }

    /// `self other`, for an `other` without a coefficient of `w`. 51M.
    #[must_use]
    pub fn mul_by_02345(&self, other: &Self) -> Self {
        let [mut low, mut high, mut both] = [const { SumFp6::ZERO }; 3];
        low.set_product(&self.c0, &other.c0);
        high.set_product_by_12(&self.c1, &other.c1.c1, &other.c1.c2);
        both.set_product(&self.c0.plus(&self.c1), &other.c0.plus(&other.c1));
        Self::assembled(&mut low, &mut high, &mut both)
    }

    /// `self other`, for an `other` without a coefficient of `w^5`. 51M.
    #[must_use]
    pub fn mul_by_01234(&self, other: &Self) -> Self {
        let [mut low, mut high, mut both] = [const { SumFp6::ZERO }; 3];
        low.set_product(&self.c0, &other.c0);
        high.set_product_by_01(&self.c1, &other.c1.c0, &other.c1.c1);
        both.set_product(&self.c0.plus(&self.c1), &other.c0.plus(&other.c1));
        Self::assembled(&mut low, &mut high, &mut both)
    }

    /// The product `(a0 + a1 w) (b0 + b1 w)`, given `a0 b0`, `a1 b1` and `(a0 + a1) (b0 + b1)`. Changes the sums.
    #[inline(always)]
    pub(super) fn assembled(
        low: &mut SumFp6<M, N>,
        high: &mut SumFp6<M, N>,
        both: &mut SumFp6<M, N>,
    ) -> Self {
        both.sub(low);
        both.sub(high);
        low.add_times_v(high, false);
        let mut product = Self::ZERO;
        low.reduce(&mut product.c0);
        both.reduce(&mut product.c1);
        product
    }
}
