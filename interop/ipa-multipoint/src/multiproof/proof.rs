//! The proof and its encodings.

use alloc::vec::Vec;

use banderwagon::{CanonicalDeserialize, Element};

use crate::ipa::{IPAProof, log2, points_and_scalar};
use crate::{IOResult, SerdeError};

/// A multiproof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MultiPointProof {
    /// The inner product argument for the value at the challenge `t`.
    pub open_proof: IPAProof,
    /// The commitment to the sum of quotients.
    pub g_x_comm: Element,
}

impl MultiPointProof {
    /// Decodes a proof about polynomials of `poly_degree` values: the commitment (compressed), then the
    /// [argument](IPAProof::from_bytes). 576 bytes for 256 values. Square roots are computed in one batch.
    ///
    /// # Errors
    /// [`SerdeError::InvalidData`] for another length, an invalid point, or a scalar that is not canonical.
    pub fn from_bytes(bytes: &[u8], poly_degree: usize) -> IOResult<Self> {
        let (mut points, a) = points_and_scalar(bytes, 1 + 2 * log2(poly_degree)?)?;
        let r = points.split_off(points.len() / 2 + 1);
        let l = points.split_off(1);
        Ok(Self { open_proof: IPAProof { L_vec: l, R_vec: r, a }, g_x_comm: points[0] })
    }

    /// As [`from_bytes`](Self::from_bytes), of trusted uncompressed points: neither the curve nor the group are
    /// checked.
    ///
    /// # Errors
    /// [`SerdeError::InvalidData`] for another length, or a coordinate or scalar that is not canonical.
    pub fn from_bytes_unchecked_uncompressed(bytes: &[u8], poly_degree: usize) -> IOResult<Self> {
        let (commitment, argument) = bytes.split_at_checked(64).ok_or(SerdeError::InvalidData)?;
        let commitment = Element::deserialize_uncompressed_unchecked(commitment);
        let open_proof = IPAProof::from_bytes_unchecked_uncompressed(argument, poly_degree)?;
        Ok(Self { open_proof, g_x_comm: commitment.map_err(|_| SerdeError::InvalidData)? })
    }

    /// The encoding of [`from_bytes`](Self::from_bytes). Two inversions.
    ///
    /// # Errors
    /// None: the type is that of the replaced crate.
    pub fn to_bytes(&self) -> IOResult<Vec<u8>> {
        let mut bytes = self.g_x_comm.to_bytes().to_vec();
        bytes.append(&mut self.open_proof.to_bytes()?);
        Ok(bytes)
    }

    /// The encoding of [`from_bytes_unchecked_uncompressed`](Self::from_bytes_unchecked_uncompressed). Two inversions.
    ///
    /// # Errors
    /// None: the type is that of the replaced crate.
    pub fn to_bytes_uncompressed(&self) -> IOResult<Vec<u8>> {
        let mut bytes = self.g_x_comm.to_bytes_uncompressed().to_vec();
        bytes.append(&mut self.open_proof.to_bytes_uncompressed()?);
        Ok(bytes)
    }
}
