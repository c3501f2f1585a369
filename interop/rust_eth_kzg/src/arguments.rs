//! Errors of arguments. The API's errors contain the malformed bytes, and Vorpal's say where they are.

use vorpal_kzg::{Argument, Malformed};

use crate::constants::BYTES_PER_FIELD_ELEMENT;
use crate::errors::SerializationError;
use crate::{BlobRef, Bytes48Ref, CellRef, SerializedScalar};

/// The arguments of a call.
#[derive(Clone, Copy, Default)]
pub(crate) struct Arguments<'a> {
    pub(crate) blobs: &'a [BlobRef<'a>],
    pub(crate) commitments: &'a [Bytes48Ref<'a>],
    pub(crate) proofs: &'a [Bytes48Ref<'a>],
    pub(crate) cells: &'a [CellRef<'a>],
    pub(crate) z: Option<&'a SerializedScalar>,
    pub(crate) y: Option<&'a SerializedScalar>,
}

impl Arguments<'_> {
    /// The error of a call whose lists have equal lengths, and whose indices are in range.
    pub(crate) fn error(&self, error: &vorpal_kzg::Error) -> SerializationError {
        let vorpal_kzg::Error::Malformed { argument, index, reason } = error else {
            unreachable!("lengths and indices are checked before: {error}");
        };
        let bytes = self.bytes(*argument, index.unwrap_or(0)).unwrap_or_default();
        match reason {
            Malformed::Scalar { position } => {
                let scalar = bytes.chunks(BYTES_PER_FIELD_ELEMENT).nth(*position).unwrap_or_default();
                SerializationError::CouldNotDeserializeScalar { bytes: scalar.to_vec() }
            }
            _ => SerializationError::CouldNotDeserializeG1Point { bytes: bytes.to_vec() },
        }
    }

    /// The bytes of an argument.
    fn bytes(&self, argument: Argument, index: usize) -> Option<&[u8]> {
        match argument {
            Argument::Blob => self.blobs.get(index).map(|blob| &blob[..]),
            Argument::Commitment => self.commitments.get(index).map(|commitment| &commitment[..]),
            Argument::Proof => self.proofs.get(index).map(|proof| &proof[..]),
            Argument::Cell => self.cells.get(index).map(|cell| &cell[..]),
            Argument::Z => self.z.map(|z| &z[..]),
            Argument::Y => self.y.map(|y| &y[..]),
            _ => None,
        }
    }
}
