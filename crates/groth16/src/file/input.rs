//! Where the bytes of a file come from.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// Bytes that are read at offsets: bytes in memory, also of a mapped file, or an open file.
pub trait Input {
    /// The number of bytes.
    ///
    /// # Errors
    /// Those of the system.
    fn size(&mut self) -> io::Result<u64>;

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// # Errors
    /// Those of the system, and [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) behind the last byte.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

impl Input for &[u8] {
    fn size(&mut self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        let bytes = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

impl Input for File {
    fn size(&mut self) -> io::Result<u64> {
        self.seek(SeekFrom::End(0))
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.read_exact(buffer)
    }
}
