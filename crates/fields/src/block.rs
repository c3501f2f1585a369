//! Sixteen elements at a time, for chains and products of many.

use vorpal_limbs::{Block, Blocks};

use crate::{Fe, Modulus};

/// Sixteen elements in the form that the vectors of this processor like best: see [`Blocks`].
pub(crate) struct FeBlock<M: Modulus<N>, const N: usize> {
    block: Block<N>,
    modulus: core::marker::PhantomData<fn() -> M>,
}

impl<M: Modulus<N>, const N: usize> Clone for FeBlock<M, N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for FeBlock<M, N> {}

impl<M: Modulus<N>, const N: usize> FeBlock<M, N> {
    const BLOCKS: &'static Blocks<N> = &Blocks::new(&Fe::<M, N>::RING);

    /// From how many elements on a block costs less than one after the other.
    #[inline]
    pub(crate) fn pays_from() -> usize {
        Self::BLOCKS.pays_from()
    }

    #[inline]
    const fn of(block: Block<N>) -> Self {
        Self { block, modulus: core::marker::PhantomData }
    }

    /// At most sixteen elements, ones in the places left.
    #[inline]
    pub(crate) fn load(elements: &[Fe<M, N>]) -> Self {
        Self::of(Self::BLOCKS.load(elements, |fe| &fe.stored))
    }

    /// The first elements.
    #[inline]
    pub(crate) fn store(&self, elements: &mut [Fe<M, N>]) {
        Self::BLOCKS.store(&self.block, elements, |fe| &mut fe.stored);
    }

    /// Ones for zeros, without a change of the radix: see [`Blocks::load_units`].
    #[inline]
    pub(crate) fn load_units(elements: &[Fe<M, N>]) -> Self {
        Self::of(Self::BLOCKS.load_units(elements, |fe| &fe.stored))
    }

    /// To places that do not hold zero, without a change of the radix.
    #[inline]
    pub(crate) fn store_units(&self, elements: &mut [Fe<M, N>]) {
        Self::BLOCKS.store_units(&self.block, elements, |fe| &mut fe.stored);
    }

    /// Sixteen ones.
    #[inline]
    pub(crate) fn one() -> Self {
        Self::of(Self::BLOCKS.one())
    }

    /// `self_i = self_i factor_i`. 16M.
    #[inline]
    pub(crate) fn mul_assign(&mut self, factor: &Self) {
        Self::BLOCKS.mul_assign(&mut self.block, &factor.block);
    }

    /// `self_i = self_i^(2^times)`. `16 times` S.
    #[inline]
    pub(crate) fn square_times(&mut self, times: usize) {
        Self::BLOCKS.square_times(&mut self.block, times);
    }
}
