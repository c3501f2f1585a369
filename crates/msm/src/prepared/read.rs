//! Prepared bases from a reader: the header first, then no more than it says.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::{AlignedBytes, PreparedBases, format};
use crate::{FormatError, ReadError};

/// What is allocated before anything of it has come.
const FIRST: usize = 1 << 20;

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C> {
    /// What [`write_to`](Self::write_to) wrote. The header is checked before anything else is read. What is allocated
    /// meanwhile is at most three times what was read, and a MiB, whatever the header says.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes), of bytes after the end the first; [`ReadError::Io`].
    pub fn read_from(mut reader: impl Read) -> Result<Self, ReadError> {
        let mut header = Vec::with_capacity(format::HEADER);
        reader.by_ref().take(format::HEADER as u64).read_to_end(&mut header)?;
        let plan = format::plan::<C>(&header)?;
        let bytes = read_exactly(&header, plan.bytes, &mut reader)?;
        Ok(Self::from_bytes(bytes)?)
    }

    /// The bases in this file, of which a copy is [read](Self::read_from).
    ///
    /// # Errors
    /// As there.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Self::read_from(File::open(path)?)
    }
}

/// `length` bytes, the first of which are there, and the end of the reader. Memory doubles as they come.
fn read_exactly(start: &[u8], length: usize, reader: &mut impl Read) -> Result<AlignedBytes, ReadError> {
    let mut bytes = AlignedBytes::zeros(length.min(FIRST.max(start.len())));
    bytes.as_mut()[..start.len()].copy_from_slice(start);
    let mut filled = start.len();
    loop {
        filled += fill(reader, &mut bytes.as_mut()[filled..])?;
        let room = bytes.as_ref().len();
        if filled < room {
            return Err(FormatError::Truncated { needed: length, found: filled }.into());
        }
        if room == length {
            break;
        }
        let mut larger = AlignedBytes::zeros(length.min(2 * room));
        larger.as_mut()[..room].copy_from_slice(bytes.as_ref());
        bytes = larger;
    }
    match fill(reader, &mut [0])? {
        0 => Ok(bytes),
        more => Err(FormatError::TooLong { expected: length, found: length.saturating_add(more) }.into()),
    }
}

/// Reads until the bytes are full or the reader ends; how many came.
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
