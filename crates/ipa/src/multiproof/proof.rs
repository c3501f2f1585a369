//! The proof and its encoding.

use vorpal_fields::byte_conversions;

use crate::inner_product::{PartsReader, write_parts};
use crate::{Commitment, Error, InnerProductProof, ProofPart};

/// A proof of values of committed vectors: see [`Committer::prove`](crate::Committer::prove).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MultiProof {
    /// The commitment to the sum of quotients.
    pub d: Commitment,
    /// The inner product argument for the value at the challenge `t`.
    pub argument: InnerProductProof,
}

impl MultiProof {
    /// The length of the encoding in bytes.
    pub const BYTES: usize = 32 + InnerProductProof::BYTES;

    /// The encoding of go-ipa: `D`, `L`, `R` (encoded elements) and `a` (little-endian). One inversion.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        write_parts(&mut bytes, [self.d].into_iter().chain(self.argument.points()), &self.argument.a);
        bytes
    }

    /// Decodes a proof.
    ///
    /// # Errors
    /// [`Error::ProofLength`] unless there are 576 bytes; [`Error::ProofPoint`] and [`Error::ProofScalar`] for invalid
    /// or non-canonical encodings.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut parts = PartsReader::new(bytes, Self::BYTES)?;
        Ok(Self { d: parts.point(ProofPart::D)?, argument: parts.argument()? })
    }
}

byte_conversions!(
    MultiProof,
    Error,
    [u8; 576],
    "a multiproof",
    MultiProof::to_bytes,
    |bytes: &[u8; 576]| MultiProof::from_bytes(bytes),
    |found| Error::ProofLength { expected: 576, found }
);
