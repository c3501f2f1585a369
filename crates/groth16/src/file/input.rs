//! Where the bytes of a file come from.

#[cfg(feature = "std")]
use std::fs::File;
#[cfg(feature = "std")]
use std::io::{self, Read, Seek, SeekFrom};

/// Why bytes of a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// There are fewer bytes.
    #[error("the bytes end")]
    End,
    /// The source has bytes, but does not give them.
    #[error("the source fails")]
    Source,
    /// The system refuses it.
    #[cfg(feature = "std")]
    #[error("{0}")]
    System(io::ErrorKind),
}

#[cfg(feature = "std")]
impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::System(error.kind())
    }
}

/// Bytes that are read at offsets: bytes in memory, also of a mapped file, or an open file.
pub trait Input {
    /// The number of bytes.
    ///
    /// # Errors
    /// Those of the source.
    fn size(&mut self) -> Result<u64, InputError>;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// Those of the source, and an error behind the last byte.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), InputError>;
}

impl Input for &[u8] {
    fn size(&mut self) -> Result<u64, InputError> {
        Ok(self.len() as u64)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), InputError> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let bytes = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(InputError::End)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

#[cfg(feature = "std")]
impl Input for File {
    fn size(&mut self) -> Result<u64, InputError> {
        Ok(self.seek(SeekFrom::End(0))?)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<(), InputError> {
        self.seek(SeekFrom::Start(offset))?;
        Ok(self.read_exact(buffer)?)
    }
}
