//! KZG: blobs of EIP-4844 and cells of EIP-7594, with the bytes of the specification.

mod blobs;
mod cells;
mod challenge;
mod setup;
mod tables;
mod verifier;

use vorpal::kzg::{Error, Verdict};

use crate::buffer::Buffers;
use crate::error::Failure;
use crate::status::vorpal_item::{VORPAL_ITEM_INVALID, VORPAL_ITEM_OK};

pub use setup::vorpal_kzg_setup;

/// The bytes of a blob: 4,096 scalars of 32 bytes.
pub const VORPAL_KZG_BLOB_BYTES: usize = 131072;
/// The bytes of a cell: 64 scalars of 32 bytes.
pub const VORPAL_KZG_CELL_BYTES: usize = 2048;
/// The cells of a blob. The first half of them are the blob itself.
pub const VORPAL_KZG_CELLS: usize = 128;
/// The bytes of a commitment or a proof: a point of G1 of BLS12-381, compressed.
pub const VORPAL_KZG_POINT_BYTES: usize = 48;

// The numbers that the header has.
const _: () = assert!(
    VORPAL_KZG_BLOB_BYTES == vorpal::kzg::BYTES_PER_BLOB
        && VORPAL_KZG_CELL_BYTES == vorpal::kzg::BYTES_PER_CELL
        && VORPAL_KZG_CELLS == vorpal::kzg::CELLS_PER_BLOB
        && VORPAL_KZG_POINT_BYTES == vorpal::kzg::BYTES_PER_COMMITMENT
        && VORPAL_KZG_POINT_BYTES == vorpal::kzg::BYTES_PER_PROOF
);

type Blob = [u8; VORPAL_KZG_BLOB_BYTES];
type Cell = [u8; VORPAL_KZG_CELL_BYTES];
type Point = [u8; VORPAL_KZG_POINT_BYTES];

/// The error of one blob, with its index in the list of the call.
fn of_blob(index: usize, error: Error) -> Error {
    match error {
        Error::Malformed { argument, index: None, reason } => {
            Error::Malformed { argument, index: Some(index), reason }
        }
        error => error,
    }
}

/// The places of a verdict.
struct VerdictPlaces<'a> {
    items: Option<&'a mut [[u8; 1]]>,
    valid: &'a mut i32,
}

impl<'a> VerdictPlaces<'a> {
    /// The places at these pointers. A null pointer to items asks for no items.
    ///
    /// # Safety
    /// There is memory for `count` items and one verdict, which nobody else uses during the lifetime.
    unsafe fn new(
        buffers: &mut Buffers,
        count: usize,
        items: *mut u8,
        valid: *mut i32,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let items = unsafe { buffers.optional_output::<1>(items, count, "items") }?;
        // SAFETY: the caller's promise.
        Ok(Self { items, valid: unsafe { buffers.place(valid, "valid") }? })
    }

    /// Whether the call names the entries that are not valid.
    fn names(&self) -> bool {
        self.items.is_some()
    }

    fn write(self, verdict: &Verdict) {
        if let Some(items) = self.items {
            items.fill([VORPAL_ITEM_OK as u8]);
            if let Verdict::Invalid(wrong) = verdict {
                wrong.iter().for_each(|index| items[*index] = [VORPAL_ITEM_INVALID as u8]);
            }
        }
        *self.valid = i32::from(verdict.is_valid());
    }
}

/// The verdict of a batch that names nothing.
fn unnamed(is_valid: bool) -> Verdict {
    if is_valid { Verdict::Valid } else { Verdict::Invalid(Vec::new()) }
}
