use crate::domain::Values;
use crate::{Commitment, Error, Scalar, WIDTH};

/// What a prover knows of a commitment.
#[derive(Clone, Copy, Debug)]
pub struct Vector<'a> {
    /// The commitment to the values.
    pub commitment: Commitment,
    /// At most 256 values; missing ones are zero.
    pub values: &'a [Scalar],
}

/// A value to be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// Which of the vectors.
    pub vector: usize,
    /// The value's place in the vector.
    pub point: u8,
}

/// What a verifier is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Which of the commitments.
    pub commitment: usize,
    /// The value's place in the vector.
    pub point: u8,
    /// The value there.
    pub value: Scalar,
}

impl Vector<'_> {
    /// The value at a place, zero if it is missing.
    pub(crate) fn value(&self, point: u8) -> Scalar {
        self.values.get(usize::from(point)).copied().unwrap_or(Scalar::ZERO)
    }

    /// All 256 values.
    pub(crate) fn padded(&self) -> Result<Values, Error> {
        let mut padded = [Scalar::ZERO; WIDTH];
        let places = padded.get_mut(..self.values.len());
        places.ok_or(Error::TooManyValues { found: self.values.len() })?.copy_from_slice(self.values);
        Ok(padded)
    }
}
