//! The types of arguments and results: arrays of bytes.

use crate::constants::{BYTES_PER_BLOB, BYTES_PER_CELL, BYTES_PER_COMMITMENT, BYTES_PER_FIELD_ELEMENT};

/// A blob.
pub type BlobRef<'a> = &'a [u8; BYTES_PER_BLOB];
/// A commitment or a proof as an argument.
pub type Bytes48Ref<'a> = &'a [u8; 48];
/// A cell as a result.
pub type Cell = Box<[u8; BYTES_PER_CELL]>;
/// A cell as an argument.
pub type CellRef<'a> = &'a [u8; BYTES_PER_CELL];
/// The index of a cell, 0 to 127.
pub type CellIndex = u64;
/// A proof as a result.
pub type KZGProof = [u8; BYTES_PER_COMMITMENT];
/// A commitment as a result.
pub type KZGCommitment = [u8; BYTES_PER_COMMITMENT];
/// A scalar, big-endian.
pub type SerializedScalar = [u8; BYTES_PER_FIELD_ELEMENT];
