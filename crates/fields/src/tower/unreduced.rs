//! Elements of the tower before their Montgomery reduction: sums of products with one reduction a coefficient.
//!
//! A product in `Fp12` has 54 products of `Fp`, but only twelve coefficients. All products are added up modulo `p R`
//! ([`Unreduced`]), and twelve reductions remain. Source: D. F. Aranha, K. Karabina, P. Longa, C. H. Gebotys,
//! J. Lopez, "Faster explicit formulas for computing pairings over ordinary curves", 2011, section 3.

use core::marker::PhantomData;

use vorpal_limbs::{Unreduced, words};

use super::{Fp2, Fp6, TowerModulus};
use crate::Fe;

/// A coefficient: a residue modulo `p R`.
struct UnreducedFe<M: TowerModulus<N>, const N: usize> {
    value: Unreduced<N>,
    modulus: PhantomData<fn() -> M>,
}

impl<M: TowerModulus<N>, const N: usize> Clone for UnreducedFe<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for UnreducedFe<M, N> {}

impl<M: TowerModulus<N>, const N: usize> UnreducedFe<M, N> {
    /// `a b` for `a, b < 2 p`. No capacity is left to chance: a prime without `4 p < R` does not build.
    #[inline(always)]
    fn product(a: &[u64; N], b: &[u64; N]) -> Self {
        const { assert!(Fe::<M, N>::RING.fits_unreduced(2, 2), "products of sums need 4 p < R") };
        Self { value: Unreduced::product(a, b), modulus: PhantomData }
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) {
        Fe::<M, N>::RING.add_unreduced(&mut self.value, &other.value);
    }

    #[inline(always)]
    fn sub(&mut self, other: &Self) {
        Fe::<M, N>::RING.sub_unreduced(&mut self.value, &other.value);
    }

    /// `self - other`, as integers, for `other <= self`.
    #[inline(always)]
    fn sub_smaller(&mut self, other: &Self) {
        self.value.sub_smaller(&other.value);
    }

    /// `factor self` by doublings and additions, for a constant factor other than zero.
    #[inline(always)]
    fn small_times(&self, factor: u64) -> Self {
        let mut multiple = *self;
        for bit in (0..factor.ilog2()).rev() {
            let same = multiple;
            multiple.add(&same);
            if factor >> bit & 1 == 1 {
                multiple.add(self);
            }
        }
        multiple
    }

    #[inline(always)]
    fn reduce(&self) -> Fe<M, N> {
        Fe::from_stored(Fe::<M, N>::RING.reduce_unreduced(&self.value))
    }
}

/// An element of `Fp2` before the reduction of its coefficients.
pub(super) struct UnreducedFp2<M: TowerModulus<N>, const N: usize> {
    c0: UnreducedFe<M, N>,
    c1: UnreducedFe<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> Clone for UnreducedFp2<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for UnreducedFp2<M, N> {}

impl<M: TowerModulus<N>, const N: usize> UnreducedFp2<M, N> {
    /// `a b`. 3M without reductions: `c0 = a0 b0 - q a1 b1`, `c1 = (a0 + a1) (b0 + b1) - a0 b0 - a1 b1`.
    ///
    /// The sums are not reduced, and below `2 p`. `c1` is `a0 b1 + a1 b0` as an integer, so its differences are exact.
    /// Out of line: a program has many such products, which would not fit the instruction cache.
    #[inline(never)]
    pub(super) fn product(a: &Fp2<M, N>, b: &Fp2<M, N>) -> Self {
        let (a0, a1, b0, b1) = (&a.c0.stored, &a.c1.stored, &b.c0.stored, &b.c1.stored);
        let mut c0 = UnreducedFe::product(a0, b0);
        let high = UnreducedFe::product(a1, b1);
        let mut c1 = UnreducedFe::product(&words::add(a0, a1).0, &words::add(b0, b1).0);
        c1.sub_smaller(&c0);
        c1.sub_smaller(&high);
        c0.sub(&high.small_times(M::Q));
        Self { c0, c1 }
    }

    /// `a^2`. 2M without reductions: `c0 = (a0 + a1) (a0 - q a1) + (q - 1) a0 a1`, `c1 = 2 a0 a1`.
    #[inline(never)]
    pub(super) fn square(a: &Fp2<M, N>) -> Self {
        let (a0, a1) = (&a.c0.stored, &a.c1.stored);
        let difference = a.c0 - a.c1.small_times(M::Q);
        let mut c0 = UnreducedFe::product(&words::add(a0, a1).0, &difference.stored);
        let c1 = UnreducedFe::product(&words::add(a0, a0).0, a1);
        if M::Q > 1 {
            // (q - 1) / 2 times 2 a0 a1: q is odd.
            c0.add(&c1.small_times(M::Q / 2));
        }
        Self { c0, c1 }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.c0.add(&other.c0);
        self.c1.add(&other.c1);
    }

    #[inline(always)]
    pub(super) fn sub(&mut self, other: &Self) {
        self.c0.sub(&other.c0);
        self.c1.sub(&other.c1);
    }

    /// `xi self`, as [`Fp2::mul_by_xi`].
    #[inline(always)]
    pub(super) fn mul_by_xi(&self) -> Self {
        let [a, b] = M::XI;
        let (mut c0, mut c1) = (self.c1.small_times(M::Q * b), self.c0.small_times(b));
        if a > 0 {
            let mut low = self.c0.small_times(a);
            low.sub(&c0);
            c0 = low;
            c1.add(&self.c1.small_times(a));
        } else {
            let mut zero = UnreducedFe { value: Unreduced::ZERO, modulus: PhantomData };
            zero.sub(&c0);
            c0 = zero;
        }
        Self { c0, c1 }
    }

    /// The element. Two reductions.
    #[inline(never)]
    pub(super) fn reduce(&self) -> Fp2<M, N> {
        Fp2 { c0: self.c0.reduce(), c1: self.c1.reduce() }
    }
}

/// An element of `Fp6` before the reduction of its coefficients.
pub(super) struct UnreducedFp6<M: TowerModulus<N>, const N: usize> {
    c0: UnreducedFp2<M, N>,
    c1: UnreducedFp2<M, N>,
    c2: UnreducedFp2<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> UnreducedFp6<M, N> {
    /// `a b`, as [`Fp6::mul`]. 18M without reductions.
    pub(super) fn product(a: &Fp6<M, N>, b: &Fp6<M, N>) -> Self {
        let (v0, v1, v2) = (
            UnreducedFp2::product(&a.c0, &b.c0),
            UnreducedFp2::product(&a.c1, &b.c1),
            UnreducedFp2::product(&a.c2, &b.c2),
        );
        let mut m12 = UnreducedFp2::product(&(a.c1 + a.c2), &(b.c1 + b.c2));
        m12.sub(&v1);
        m12.sub(&v2);
        let mut c1 = UnreducedFp2::product(&(a.c0 + a.c1), &(b.c0 + b.c1));
        c1.sub(&v0);
        c1.sub(&v1);
        c1.add(&v2.mul_by_xi());
        let mut c2 = UnreducedFp2::product(&(a.c0 + a.c2), &(b.c0 + b.c2));
        c2.sub(&v0);
        c2.sub(&v2);
        c2.add(&v1);
        let mut c0 = m12.mul_by_xi();
        c0.add(&v0);
        Self { c0, c1, c2 }
    }

    /// `a (b0 + b1 v)`, as [`Fp6::mul_by_01`]. 15M without reductions.
    pub(super) fn product_by_01(a: &Fp6<M, N>, b0: &Fp2<M, N>, b1: &Fp2<M, N>) -> Self {
        let (v0, v1) = (UnreducedFp2::product(&a.c0, b0), UnreducedFp2::product(&a.c1, b1));
        let mut c0 = UnreducedFp2::product(&a.c2, b1).mul_by_xi();
        c0.add(&v0);
        let mut c1 = UnreducedFp2::product(&(a.c0 + a.c1), &(*b0 + *b1));
        c1.sub(&v0);
        c1.sub(&v1);
        let mut c2 = UnreducedFp2::product(&a.c2, b0);
        c2.add(&v1);
        Self { c0, c1, c2 }
    }

    /// `a b1 v`, as [`Fp6::mul_by_1`]. 9M without reductions.
    pub(super) fn product_by_1(a: &Fp6<M, N>, b1: &Fp2<M, N>) -> Self {
        Self {
            c0: UnreducedFp2::product(&a.c2, b1).mul_by_xi(),
            c1: UnreducedFp2::product(&a.c0, b1),
            c2: UnreducedFp2::product(&a.c1, b1),
        }
    }

    /// `factor a`, as [`Fp6::scale`]. 9M without reductions.
    pub(super) fn scaled(a: &Fp6<M, N>, factor: &Fp2<M, N>) -> Self {
        Self {
            c0: UnreducedFp2::product(&a.c0, factor),
            c1: UnreducedFp2::product(&a.c1, factor),
            c2: UnreducedFp2::product(&a.c2, factor),
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, other: &Self) {
        self.c0.add(&other.c0);
        self.c1.add(&other.c1);
        self.c2.add(&other.c2);
    }

    #[inline(always)]
    pub(super) fn sub(&mut self, other: &Self) {
        self.c0.sub(&other.c0);
        self.c1.sub(&other.c1);
        self.c2.sub(&other.c2);
    }

    /// `v self`.
    pub(super) fn times_v(&self) -> Self {
        Self { c0: self.c2.mul_by_xi(), c1: self.c0, c2: self.c1 }
    }

    /// `self += v other`.
    #[inline(always)]
    pub(super) fn add_times_v(&mut self, other: &Self) {
        self.c0.add(&other.c2.mul_by_xi());
        self.c1.add(&other.c0);
        self.c2.add(&other.c1);
    }

    /// `self -= v other`.
    #[inline(always)]
    pub(super) fn sub_times_v(&mut self, other: &Self) {
        self.c0.sub(&other.c2.mul_by_xi());
        self.c1.sub(&other.c0);
        self.c2.sub(&other.c1);
    }

    /// The element. Six reductions.
    pub(super) fn reduce(&self) -> Fp6<M, N> {
        Fp6 { c0: self.c0.reduce(), c1: self.c1.reduce(), c2: self.c2.reduce() }
    }
}
