//! The proof and its encodings.
#![allow(non_snake_case, reason = "points are capitals in the literature")]

use alloc::vec::Vec;

use banderwagon::{CanonicalDeserialize, Element, Fr};

use crate::transcript::bytes_of;
use crate::{IOResult, SerdeError};

/// An inner product argument: `L` and `R` of each round, and the one value of the vector after the last round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IPAProof {
    /// `L` of each round.
    pub L_vec: Vec<Element>,
    /// `R` of each round.
    pub R_vec: Vec<Element>,
    /// The value after the last round.
    pub a: Fr,
}

impl IPAProof {
    /// Decodes a proof about vectors of `poly_degree` values: all `L`, all `R` (compressed) and `a` (little-endian).
    /// Another `poly_degree` than a power of two stands for the next one.
    ///
    /// # Errors
    /// [`SerdeError::InvalidData`] for another length, an invalid point, or a scalar that is not canonical.
    pub fn from_bytes(bytes: &[u8], poly_degree: usize) -> IOResult<Self> {
        let (points, a) = points_and_scalar(bytes, 2 * log2(poly_degree)?)?;
        Ok(Self::from_parts(points, a))
    }

    /// As [`from_bytes`](Self::from_bytes), of trusted uncompressed points: neither the curve nor the group are
    /// checked.
    ///
    /// # Errors
    /// [`SerdeError::InvalidData`] for another length, or a coordinate or scalar that is not canonical.
    pub fn from_bytes_unchecked_uncompressed(bytes: &[u8], poly_degree: usize) -> IOResult<Self> {
        let number = 2 * log2(poly_degree)?;
        let points = bytes.get(..64 * number).ok_or(SerdeError::InvalidData)?.as_chunks::<64>().0;
        let points: Result<Vec<Element>, _> =
            points.iter().map(|bytes| Element::deserialize_uncompressed_unchecked(&bytes[..])).collect();
        let a = scalar(&bytes[64 * number..])?;
        Ok(Self::from_parts(points.map_err(|_| SerdeError::InvalidData)?, a))
    }

    fn from_parts(mut points: Vec<Element>, a: Fr) -> Self {
        let R_vec = points.split_off(points.len() / 2);
        Self { L_vec: points, R_vec, a }
    }

    /// The encoding of [`from_bytes`](Self::from_bytes). One inversion.
    ///
    /// # Errors
    /// None: the type is that of the replaced crate.
    pub fn to_bytes(&self) -> IOResult<Vec<u8>> {
        let mut bytes = Element::batch_to_bytes(&self.points()).as_flattened().to_vec();
        bytes.extend_from_slice(&bytes_of(&self.a));
        Ok(bytes)
    }

    /// The encoding of [`from_bytes_unchecked_uncompressed`](Self::from_bytes_unchecked_uncompressed). One inversion.
    ///
    /// # Errors
    /// None: the type is that of the replaced crate.
    pub fn to_bytes_uncompressed(&self) -> IOResult<Vec<u8>> {
        let mut bytes = Element::batch_to_commitments(&self.points()).as_flattened().to_vec();
        bytes.extend_from_slice(&bytes_of(&self.a));
        Ok(bytes)
    }

    /// All `L`, then all `R`.
    fn points(&self) -> Vec<Element> {
        self.L_vec.iter().chain(&self.R_vec).copied().collect()
    }
}

/// The number of rounds for vectors of `n` values.
pub(crate) fn log2(n: usize) -> Result<usize, SerdeError> {
    let power = n.checked_next_power_of_two().ok_or(SerdeError::InvalidData)?;
    Ok(power.trailing_zeros() as usize)
}

/// Decodes `number` compressed points, in one batch, and the scalar after them.
pub(crate) fn points_and_scalar(bytes: &[u8], number: usize) -> Result<(Vec<Element>, Fr), SerdeError> {
    let points = bytes.get(..32 * number).ok_or(SerdeError::InvalidData)?.as_chunks::<32>().0;
    let a = scalar(&bytes[32 * number..])?;
    let points: Result<Vec<Element>, _> = Element::batch_from_bytes(points).into_iter().collect();
    Ok((points.map_err(|_| SerdeError::InvalidData)?, a))
}

/// The scalar of 32 little-endian bytes.
fn scalar(bytes: &[u8]) -> Result<Fr, SerdeError> {
    if bytes.len() != 32 {
        return Err(SerdeError::InvalidData);
    }
    Fr::deserialize_compressed(bytes).map_err(|_| SerdeError::InvalidData)
}
