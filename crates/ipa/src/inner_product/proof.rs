//! The proof and its encoding.

use alloc::vec::Vec;
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::AffineBanderwagon;
use vorpal_curves::bandersnatch::encoding::BANDERWAGON;
use vorpal_fields::byte_conversions;

use super::ROUNDS;
use crate::{Commitment, Error, ProofPart, Scalar};

/// A proof that a committed polynomial has a value at a point: `L` and `R` of eight rounds, and the folded vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerProductProof {
    /// `L` of each round.
    pub l: [Commitment; ROUNDS],
    /// `R` of each round.
    pub r: [Commitment; ROUNDS],
    /// The one value of the vector after the last round.
    pub a: Scalar,
}

impl InnerProductProof {
    /// The length of the encoding in bytes.
    pub const BYTES: usize = 32 * (2 * ROUNDS + 1);

    /// The encoding of go-ipa: `L`, `R` (encoded elements) and `a` (little-endian). One inversion.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        write_parts(&mut bytes, self.points(), &self.a);
        bytes
    }

    /// Decodes a proof.
    ///
    /// # Errors
    /// [`Error::ProofLength`] unless there are 544 bytes; [`Error::ProofPoint`] and [`Error::ProofScalar`] for invalid
    /// or non-canonical encodings.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut parts = PartsReader::new(bytes, Self::BYTES)?;
        let proof = parts.argument()?;
        Ok(proof)
    }

    /// `L` of all rounds, then `R`.
    pub(crate) fn points(&self) -> impl Iterator<Item = Commitment> {
        self.l.into_iter().chain(self.r)
    }
}

byte_conversions!(
    InnerProductProof,
    Error,
    [u8; 544],
    "an inner product proof",
    InnerProductProof::to_bytes,
    |bytes: &[u8; 544]| InnerProductProof::from_bytes(bytes),
    |found| Error::ProofLength { expected: 544, found }
);

/// Writes the points, and the scalar in the last 32 bytes.
pub(crate) fn write_parts(bytes: &mut [u8], points: impl Iterator<Item = Commitment>, scalar: &Scalar) {
    let encodings = BANDERWAGON.encode_batch(&points.collect::<Vec<_>>());
    let parts = encodings.into_iter().chain([scalar.to_le_bytes()]);
    for (target, part) in bytes.chunks_exact_mut(32).zip(parts) {
        target.copy_from_slice(&part);
    }
}

/// Reads the parts of an encoded proof in order.
pub(crate) struct PartsReader<'a> {
    points: alloc::vec::IntoIter<Result<AffineBanderwagon, vorpal_curves::Error>>,
    scalar: &'a [u8],
}

impl<'a> PartsReader<'a> {
    /// Decodes all points in one batch.
    pub(crate) fn new(bytes: &'a [u8], expected: usize) -> Result<Self, Error> {
        let (parts, []) = bytes.as_chunks::<32>() else {
            return Err(Error::ProofLength { expected, found: bytes.len() });
        };
        match parts.split_last() {
            Some((scalar, points)) if bytes.len() == expected => {
                Ok(Self { points: BANDERWAGON.decode_batch(points).into_iter(), scalar })
            }
            _ => Err(Error::ProofLength { expected, found: bytes.len() }),
        }
    }

    /// Reads the next point. Errors name it as `part` of the proof.
    pub(crate) fn point(&mut self, part: ProofPart) -> Result<Commitment, Error> {
        let point = self.points.next().unwrap_or(Err(vorpal_curves::Error::Length { found: 0 }));
        point.map(Commitment::from).map_err(|error| Error::ProofPoint { part, error })
    }

    /// Reads the remaining parts: the inner product argument.
    pub(crate) fn argument(&mut self) -> Result<InnerProductProof, Error> {
        let mut points = |part: fn(usize) -> ProofPart| -> Result<_, Error> {
            let mut row = [Commitment::generator(); ROUNDS];
            for (round, point) in row.iter_mut().enumerate() {
                *point = self.point(part(round))?;
            }
            Ok(row)
        };
        let (l, r) = (points(ProofPart::L)?, points(ProofPart::R)?);
        let a = Scalar::from_le_bytes(self.scalar)
            .map_err(|error| Error::ProofScalar { part: ProofPart::A, error })?;
        Ok(InnerProductProof { l, r, a })
    }
}
