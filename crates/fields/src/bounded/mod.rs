//! Values with bounds that the compiler checks: [`Lazy`] and [`Chain`].

mod chain;
mod lazy;

pub use chain::Chain;
pub use lazy::Lazy;

use crate::{Fe, Modulus};

/// A residue in Montgomery form below a multiple of `p` that is part of its type: an [`Fe`], a [`Lazy`], a [`Chain`],
/// or a reference to one of them. Operations on bounded values accept any of these as operands.
pub trait Bounded<M: Modulus<N>, const N: usize>: Copy + sealed::Sealed {
    /// The value is below `MULTIPLE * p`.
    const MULTIPLE: u64;

    /// The limbs of the value.
    #[doc(hidden)]
    fn limbs(&self) -> &[u64; N];
}

mod sealed {
    /// Prevents implementations outside this crate, which guarantees the bounds.
    pub trait Sealed {}
    impl<T: Sealed> Sealed for &T {}
}

impl<M: Modulus<N>, const N: usize> sealed::Sealed for Fe<M, N> {}

impl<M: Modulus<N>, const N: usize> Bounded<M, N> for Fe<M, N> {
    const MULTIPLE: u64 = 1;

    #[inline(always)]
    fn limbs(&self) -> &[u64; N] {
        &self.stored
    }
}

impl<M: Modulus<N>, const N: usize, T: Bounded<M, N>> Bounded<M, N> for &T {
    const MULTIPLE: u64 = T::MULTIPLE;

    #[inline(always)]
    fn limbs(&self) -> &[u64; N] {
        (*self).limbs()
    }
}
