//! Reading of prepared bases from a reader or a file, with bounded allocation.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::{AlignedBytes, PreparedBases, format};
use crate::{FormatError, ReadError};

/// The greatest size in bytes of the first allocation.
const FIRST: usize = 1 << 20;

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C> {
    /// Reads the bytes of [`write_to`](Self::write_to). The header is checked before the rest is read. While reading,
    /// at most 1 MiB plus three times the number of read bytes is allocated, whatever the header contains.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes), and [`ReadError::Io`]. At most one byte after the end is read.
    pub fn read_from(mut reader: impl Read) -> Result<Self, ReadError> {
        let mut header = Vec::with_capacity(format::HEADER);
        reader.by_ref().take(format::HEADER as u64).read_to_end(&mut header)?;
        let plan = format::plan::<C>(&header)?;
        let bytes = read_exactly(&header, plan.bytes, &mut reader)?;
        Ok(Self::from_bytes(bytes)?)
    }

    /// [Reads](Self::read_from) a copy of the bases in this file.
    ///
    /// # Errors
    /// The errors of [`read_from`](Self::read_from).
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::read_from(File::open(path)?)
    }
}

/// Reads up to `length` bytes, of which the first are `start`, and checks for the end of the reader. The allocation
/// doubles when it is full.
fn read_exactly(start: &[u8], length: usize, reader: &mut impl Read) -> Result<AlignedBytes, ReadError> {
    let mut bytes = AlignedBytes::zeros(length.min(FIRST.max(start.len())));
    bytes.as_mut()[..start.len()].copy_from_slice(start);
    let mut filled = start.len();
    loop {
        filled += fill(reader, &mut bytes.as_mut()[filled..])?;
        let capacity = bytes.as_ref().len();
        if filled < capacity {
            return Err(FormatError::Truncated { needed: length, found: filled }.into());
        }
        if capacity == length {
            break;
        }
        let mut larger = AlignedBytes::zeros(length.min(2 * capacity));
        larger.as_mut()[..capacity].copy_from_slice(bytes.as_ref());
        bytes = larger;
    }
    match fill(reader, &mut [0])? {
        0 => Ok(bytes),
        more => Err(FormatError::TooLong { expected: length, found: length.saturating_add(more) }.into()),
    }
}

/// Reads until the bytes are full or the reader ends, and returns the number of bytes read.
fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> std::io::Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        match reader.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
