//! The serialisation traits of arkworks.

use alloc::vec::Vec;

use ark_serialize::{
    CanonicalDeserialize, CanonicalSerialize, Compress, Read, SerializationError, Valid, Validate, Write,
};
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::encoding::ARKWORKS;

use super::Element;
use super::bytes::invalid;

impl CanonicalSerialize for Element {
    /// The bytes of [`to_bytes`](Self::to_bytes) or of [`to_bytes_uncompressed`](Self::to_bytes_uncompressed).
    fn serialize_with_mode<W: Write>(
        &self,
        mut writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        match compress {
            Compress::Yes => writer.write_all(&self.to_bytes())?,
            Compress::No => writer.write_all(&self.to_bytes_uncompressed())?,
        }
        Ok(())
    }

    fn serialized_size(&self, compress: Compress) -> usize {
        match compress {
            Compress::Yes => 32,
            Compress::No => 64,
        }
    }
}

/// Containers of arkworks read their elements unchecked, and check all of them afterwards.
impl Valid for Element {
    /// Whether the point is on the curve and in the group. One inversion and one Legendre symbol.
    fn check(&self) -> Result<(), SerializationError> {
        ARKWORKS.decode(&self.to_bytes_uncompressed()).map(|_| ()).map_err(invalid)
    }

    /// [`check`](Valid::check) of all elements, with one inversion and Legendre symbols in batches.
    fn batch_check<'a>(batch: impl Iterator<Item = &'a Self> + Send) -> Result<(), SerializationError>
    where
        Self: 'a,
    {
        let elements: Vec<Self> = batch.copied().collect();
        let encodings = Self::batch_to_commitments(&elements);
        ARKWORKS.decode_all(&encodings).map(|_| ()).map_err(|error| invalid(error.error))
    }
}

impl CanonicalDeserialize for Element {
    /// The element, with all checks. Only uncompressed bytes without validation are not checked: neither the curve nor
    /// the group.
    fn deserialize_with_mode<R: Read>(
        mut reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Self, SerializationError> {
        match compress {
            Compress::Yes => {
                let mut bytes = [0; 32];
                reader.read_exact(&mut bytes)?;
                Self::from_bytes(bytes)
            }
            Compress::No => {
                let mut bytes = [0; 64];
                reader.read_exact(&mut bytes)?;
                match validate {
                    Validate::Yes => ARKWORKS.decode(&bytes).map(|element| Self(element.into())),
                    Validate::No => ARKWORKS.decode_uncompressed_unchecked(&bytes).map(Self),
                }
                .map_err(invalid)
            }
        }
    }
}
