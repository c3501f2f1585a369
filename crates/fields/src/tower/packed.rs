//! Sixteen elements of a quadratic extension at a time.

use super::{Fp2, TowerModulus};
use crate::{Fe, PackedFe, PackedField};

/// Sixteen elements `c0 + c1 u`, as two packed values of `Fp`: see [`PackedField`].
///
/// Raw elements represent `v^2 c0 + v^2 c1 u`, with the same `v` in `Fp` for both coefficients.
pub struct PackedFp2<M: TowerModulus<N>, const N: usize> {
    pub(super) c0: PackedFe<M, N>,
    pub(super) c1: PackedFe<M, N>,
}

impl<M: TowerModulus<N>, const N: usize> core::fmt::Debug for PackedFp2<M, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("PackedFp2").field(&self.c0).field(&self.c1).finish()
    }
}

impl<M: TowerModulus<N>, const N: usize> Clone for PackedFp2<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: TowerModulus<N>, const N: usize> Copy for PackedFp2<M, N> {}

impl<M: TowerModulus<N>, const N: usize> PackedFp2<M, N> {
    /// `c0^2 + q c1^2`. 32S.
    pub(super) fn norm(&self) -> PackedFe<M, N> {
        let (mut norm, mut square) = (self.c0, self.c1);
        norm.square_into(&self.c0);
        square.square_into(&self.c1);
        Self::times_q(&mut square);
        norm.add_assign(&square);
        norm
    }

    /// `value = q value`, by additions.
    #[inline]
    fn times_q(value: &mut PackedFe<M, N>) {
        if M::Q == 1 {
            return;
        }
        let once = *value;
        for bit in (0..M::Q.ilog2()).rev() {
            value.double();
            if M::Q >> bit & 1 == 1 {
                value.add_assign(&once);
            }
        }
    }
}

impl<M: TowerModulus<N>, const N: usize> PackedField for PackedFp2<M, N> {
    type Element = Fp2<M, N>;

    #[inline]
    fn pays_from() -> usize {
        PackedFe::<M, N>::pays_from()
    }
    fn load<T>(items: &[T], element: impl Fn(&T) -> &Fp2<M, N>) -> Self {
        let mut c1 = PackedFe::load(items, |item| &element(item).c1);
        // The remaining lanes hold ones.
        let mut zero = c1;
        zero.sub_assign(&c1);
        let remaining = u16::MAX.checked_shl(u32::try_from(items.len()).unwrap_or(16)).unwrap_or(0);
        c1.assign_lanes(&zero, remaining);
        Self { c0: PackedFe::load(items, |item| &element(item).c0), c1 }
    }
    fn store(&self, elements: &mut [Fp2<M, N>]) {
        let (mut c0, mut c1) = ([Fe::ZERO; vorpal_limbs::LANES], [Fe::ZERO; vorpal_limbs::LANES]);
        let number = elements.len();
        self.c0.store(&mut c0[..number]);
        self.c1.store(&mut c1[..number]);
        for ((element, c0), c1) in elements.iter_mut().zip(c0).zip(c1) {
            *element = Fp2 { c0, c1 };
        }
    }
    #[inline]
    fn read_raw<T>(&mut self, items: &[T], element: impl Fn(&T) -> &Fp2<M, N>) {
        self.c0.read_raw(items, |item| &element(item).c0);
        self.c1.read_raw(items, |item| &element(item).c1);
    }
    #[inline]
    fn store_raw<T>(&self, items: &mut [T], element: impl Fn(&mut T) -> &mut Fp2<M, N>) {
        self.c0.store_raw(items, |item| &mut element(item).c0);
        self.c1.store_raw(items, |item| &mut element(item).c1);
    }
    #[inline]
    fn scale_raw(&mut self) {
        self.c0.scale_raw();
        self.c1.scale_raw();
    }
    #[inline]
    fn unscale_raw(&mut self) {
        self.c0.unscale_raw();
        self.c1.unscale_raw();
    }
    #[inline]
    fn one() -> Self {
        let one = PackedFe::one();
        let mut zero = one;
        zero.sub_assign(&one);
        Self { c0: one, c1: zero }
    }
    /// As [`mul_into`](Self::mul_into), in place.
    fn mul_assign(&mut self, factor: &Self) {
        let Self { c0, c1 } = self;
        let (mut sum, mut other_sum) = (*c0, factor.c0);
        sum.add_assign(c1);
        other_sum.add_assign(&factor.c1);
        c0.mul_assign(&factor.c0);
        c1.mul_assign(&factor.c1);
        sum.mul_assign(&other_sum);
        sum.sub_assign(c0);
        sum.sub_assign(c1);
        Self::times_q(c1);
        c0.sub_assign(c1);
        *c1 = sum;
    }
    /// By Karatsuba's formula: three products in `Fp`, each 16M.
    fn mul_into(&mut self, a: &Self, b: &Self) {
        let Self { c0, c1 } = self;
        c0.add_into(&a.c0, &a.c1);
        c1.add_into(&b.c0, &b.c1);
        c1.mul_assign(c0);
        c0.mul_into(&a.c0, &b.c0);
        c1.sub_assign(c0);
        let mut high = a.c1;
        high.mul_assign(&b.c1);
        c1.sub_assign(&high);
        Self::times_q(&mut high);
        c0.sub_assign(&high);
    }
    /// Two products in `Fp`, each 16M.
    fn square_into(&mut self, a: &Self) {
        if M::Q == 1 {
            let Self { c0, c1 } = self;
            c0.sub_into(&a.c0, &a.c1);
            c1.add_into(&a.c0, &a.c1);
            c0.mul_assign(c1);
            c1.mul_into(&a.c0, &a.c1);
            c1.double();
            return;
        }
        let (mut sum, mut difference) = (a.c0, a.c1);
        sum.add_assign(&a.c1);
        Self::times_q(&mut difference);
        let mut product = a.c0;
        product.mul_assign(&a.c1);
        self.c1.sub_into(&a.c0, &difference);
        self.c0.mul_into(&sum, &self.c1);
        self.c1.add_into(&product, &product);
        self.c0.sub_assign(&product);
        Self::times_q(&mut product);
        self.c0.add_assign(&product);
    }
    #[inline]
    fn add_assign(&mut self, other: &Self) {
        self.c0.add_assign(&other.c0);
        self.c1.add_assign(&other.c1);
    }
    #[inline]
    fn double(&mut self) {
        self.c0.double();
        self.c1.double();
    }
    #[inline]
    fn sub_assign(&mut self, other: &Self) {
        self.c0.sub_assign(&other.c0);
        self.c1.sub_assign(&other.c1);
    }
    #[inline]
    fn add_into(&mut self, a: &Self, b: &Self) {
        self.c0.add_into(&a.c0, &b.c0);
        self.c1.add_into(&a.c1, &b.c1);
    }
    #[inline]
    fn sub_into(&mut self, a: &Self, b: &Self) {
        self.c0.sub_into(&a.c0, &b.c0);
        self.c1.sub_into(&a.c1, &b.c1);
    }
    #[inline]
    fn frobenius(&mut self) {
        self.c1.negate_lanes(u16::MAX);
    }
    #[inline]
    fn negate_lanes(&mut self, lanes: u16) {
        self.c0.negate_lanes(lanes);
        self.c1.negate_lanes(lanes);
    }
    #[inline]
    fn zero_lanes(&self) -> u16 {
        self.c0.zero_lanes() & self.c1.zero_lanes()
    }
    #[inline]
    fn assign_lanes(&mut self, other: &Self, lanes: u16) {
        self.c0.assign_lanes(&other.c0, lanes);
        self.c1.assign_lanes(&other.c1, lanes);
    }
    #[inline]
    fn copy_lane(&mut self, to: usize, other: &Self, from: usize) {
        self.c0.copy_lane(to, &other.c0, from);
        self.c1.copy_lane(to, &other.c1, from);
    }
    /// The conjugates divided by the norms.
    fn invert_vartime(&mut self) {
        let mut norm = self.norm();
        norm.invert_vartime();
        self.c0.mul_assign(&norm);
        self.c1.mul_assign(&norm);
        self.c1.negate_lanes(u16::MAX);
    }
}
