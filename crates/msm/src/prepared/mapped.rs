//! Prepared bases in a file that is mapped: the one place of this crate that needs `unsafe`.

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use vorpal_curves::shapes::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::PreparedBases;
use crate::ReadError;

/// The bytes of a mapped file.
#[derive(Debug)]
pub struct MappedBytes {
    map: Mmap,
    /// Locked, shared, as long as the map is used.
    _file: File,
}

impl AsRef<[u8]> for MappedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.map
    }
}

impl MappedBytes {
    /// The bytes of this file, which is mapped and not copied: processes share its memory, and the system may drop
    /// what is not used.
    ///
    /// **The file must not be changed or made shorter while it is mapped.** A shared lock is held on it, which keeps
    /// those away who ask for locks, but nobody else. If the file changes nevertheless, so do the bytes, and if it
    /// becomes shorter, the system may end the process.
    ///
    /// # Errors
    /// Those of opening, locking and mapping the file.
    pub fn open(path: impl AsRef<Path>) -> std::io::Result<Self> {
        let file = File::open(path)?;
        file.lock_shared()?;
        // SAFETY: the map is read only, private to this value, and unmapped before the file is closed. What cannot be
        // excluded is that someone changes the file in spite of the lock: the documentation forbids it. No type but
        // `u8` is ever read from the map, and every value is checked after it was copied out of it, so that bytes
        // that change are wrong bytes and nothing else to this crate.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self { map, _file: file })
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C, MappedBytes> {
    /// The bases in this file, which is [mapped](MappedBytes::open) and not copied.
    ///
    /// **The file must not be changed or made shorter while it is mapped.** The checksum and all coordinates are
    /// checked when the file is opened, and each coordinate again when it is used; if the file changes nevertheless,
    /// sums may be wrong, and if it becomes shorter, the system may end the process. Where that cannot be excluded,
    /// [`read_from`](PreparedBases::read_from) takes a copy.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes); [`ReadError::Io`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        Ok(Self::from_bytes(MappedBytes::open(path)?)?)
    }
}
