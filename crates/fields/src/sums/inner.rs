//! Inner products of vectors.

use super::{Acc, Integer, SmallAcc};
use crate::{Error, Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `a[0] b[0] + ... + a[n - 1] b[n - 1]`, zero for empty vectors. `n N^2` word multiplications and one reduction.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the vectors differ in length.
    pub fn inner_product(a: &[Self], b: &[Self]) -> Result<Self, Error> {
        same_length(a.len(), b.len())?;
        Ok(a.iter().zip(b).collect::<Acc<M, N>>().reduce())
    }

    /// `a[0] b[0] + ... + a[n - 1] b[n - 1]` for integers `b`, zero for empty vectors. `n N w` word multiplications,
    /// `w` the words of `I`, and one reduction.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the vectors differ in length.
    pub fn inner_product_integers<I: Integer>(a: &[Self], b: &[I]) -> Result<Self, Error> {
        same_length(a.len(), b.len())?;
        Ok(a.iter().copied().zip(b.iter().copied()).collect::<SmallAcc<M, N, I>>().reduce())
    }
}

fn same_length(left: usize, right: usize) -> Result<(), Error> {
    if left == right { Ok(()) } else { Err(Error::Lengths { left, right }) }
}
