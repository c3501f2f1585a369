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

    #[inline]
    const fn of(block: Block<N>) -> Self {
        Self { block, modulus: core::marker::PhantomData }
    }

    /// At most sixteen elements, ones in the places left.
    #[inline(never)]
    pub(crate) fn load(elements: &[Fe<M, N>]) -> Self {
        Self::of(Self::BLOCKS.load(elements, |fe| &fe.stored))
    }

    /// The first elements.
    #[inline(never)]
    pub(crate) fn store(&self, elements: &mut [Fe<M, N>]) {
        Self::BLOCKS.store(&self.block, elements, |fe| &mut fe.stored);
    }

    /// Sixteen ones.
    #[inline(never)]
    pub(crate) fn one() -> Self {
        Self::of(Self::BLOCKS.one())
    }

    /// `self_i = self_i factor_i`. 16M.
    #[inline(never)]
    pub(crate) fn mul_assign(&mut self, factor: &Self) {
        Self::BLOCKS.mul_assign(&mut self.block, &factor.block);
    }

    /// `self_i = self_i^(2^times)`. `16 times` S.
    #[inline(never)]
    pub(crate) fn square_times(&mut self, times: usize) {
        Self::BLOCKS.square_times(&mut self.block, times);
    }
}
