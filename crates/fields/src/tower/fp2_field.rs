//! `Fp2` as a field of coordinates.

use subtle::{Choice, CtOption};

use super::{Fp2, PackedFp2, TowerModulus};
use crate::{Fe, Field};

/// The number of norms on the stack.
const AT_ONCE: usize = 64;

impl<M: TowerModulus<N>, const N: usize> Field for Fp2<M, N> {
    const ZERO: Self = Self::ZERO;
    const ONE: Self = Self::ONE;
    const DEGREE: usize = 2;
    const PRODUCT: usize = 3;
    const SQUARE: usize = 2;

    type Packed = PackedFp2<M, N>;
    type Prime = Fe<M, N>;

    #[inline(always)]
    fn square(&self) -> Self {
        self.square()
    }
    #[inline(always)]
    fn double(&self) -> Self {
        self.double()
    }
    #[inline(always)]
    fn halve(&self) -> Self {
        self.halve()
    }
    #[inline(always)]
    fn frobenius(&self) -> Self {
        self.conjugate()
    }
    #[inline(always)]
    fn norm(&self) -> Fe<M, N> {
        self.norm()
    }
    #[inline(always)]
    fn invert_by_norm(&self, inverse: &Fe<M, N>) -> Self {
        self.conjugate().scale(inverse)
    }
    #[inline(always)]
    fn is_zero(&self) -> Choice {
        self.is_zero()
    }
    #[inline(always)]
    fn is_zero_vartime(&self) -> bool {
        self.is_zero_vartime()
    }
    #[inline(always)]
    fn or_masked(&mut self, other: &Self, mask: u64) {
        self.c0.or_masked(&other.c0, mask);
        self.c1.or_masked(&other.c1, mask);
    }
    fn invert(&self) -> CtOption<Self> {
        self.invert()
    }
    fn invert_vartime(&self) -> Option<Self> {
        self.invert_vartime()
    }
    /// The conjugates divided by the norms, which are inverted in batches. A zero remains zero, as its conjugate is.
    fn batch_invert(values: &mut [Self]) {
        for values in values.chunks_mut(AT_ONCE) {
            let mut norms = [Fe::ZERO; AT_ONCE];
            let norms = &mut norms[..values.len()];
            norms.iter_mut().zip(&*values).for_each(|(norm, value)| *norm = value.norm());
            Fe::batch_invert(norms);
            values.iter_mut().zip(norms).for_each(|(value, norm)| *value = value.invert_by_norm(norm));
        }
    }
    #[cfg(feature = "parallel")]
    fn batch_invert_parallel(values: &mut [Self]) {
        let mut norms = alloc::vec![Fe::ZERO; values.len()];
        vorpal_threads::for_each(values.chunks(AT_ONCE).zip(norms.chunks_mut(AT_ONCE)), |(values, norms)| {
            norms.iter_mut().zip(values).for_each(|(norm, value)| *norm = value.norm());
        });
        Fe::batch_invert_parallel(&mut norms);
        vorpal_threads::for_each(values.chunks_mut(AT_ONCE).zip(norms.chunks(AT_ONCE)), |(values, norms)| {
            values.iter_mut().zip(norms).for_each(|(value, norm)| *value = value.invert_by_norm(norm));
        });
    }
    fn sqrt_vartime(&self) -> Option<Self> {
        self.sqrt_vartime()
    }
    fn sqrt_batch_vartime(values: &[Self], roots: &mut [Option<Self>]) {
        Self::sqrt_batch_vartime(values, roots);
    }
    fn legendre(&self) -> i8 {
        self.legendre()
    }
    fn legendre_vartime(&self) -> i8 {
        self.legendre_vartime()
    }
}
