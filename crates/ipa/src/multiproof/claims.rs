//! Inputs of proofs: vectors, queries and claims.

use crate::domain::Values;
use crate::{Commitment, Error, Scalar, WIDTH};

/// A committed vector, known to the prover.
#[derive(Clone, Copy, Debug)]
pub struct Vector<'a> {
    /// The commitment to the values.
    pub commitment: Commitment,
    /// At most 256 values; missing ones are zero.
    pub values: &'a [Scalar],
}

/// A value to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// The index of the vector.
    pub vector: usize,
    /// The index of the value in the vector.
    pub point: u8,
}

/// A claim that a committed vector has a value at an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The index of the commitment.
    pub commitment: usize,
    /// The index of the value in the vector.
    pub point: u8,
    /// The value.
    pub value: Scalar,
}

impl Vector<'_> {
    /// The value at an index, zero if it is missing.
    pub(crate) fn value(&self, point: u8) -> Scalar {
        self.values.get(usize::from(point)).copied().unwrap_or(Scalar::ZERO)
    }

    /// All 256 values.
    pub(crate) fn padded(&self) -> Result<Values, Error> {
        let mut padded = [Scalar::ZERO; WIDTH];
        let target = padded.get_mut(..self.values.len());
        target.ok_or(Error::TooManyValues { found: self.values.len() })?.copy_from_slice(self.values);
        Ok(padded)
    }
}
