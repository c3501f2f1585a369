//! Prepared bases in a file that is mapped: the one place of this crate that needs `unsafe`, behind `unsafe` functions.

#![allow(unsafe_code, reason = "no system keeps a mapped file from being changed: callers have to")]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::PreparedBases;
use crate::ReadError;

/// The bytes of a mapped file.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1};
/// use vorpal_msm::{MappedBytes, PreparedBases};
/// # let path = std::env::temp_dir().join(format!("vorpal-mapped-{}", std::process::id()));
/// let bases = PreparedBases::new(&[Affine::GENERATOR], 1 << 16)?;
/// bases.write_to(std::fs::File::create(&path)?)?;
/// // SAFETY: nobody else writes to the file.
/// let bytes = unsafe { MappedBytes::map(&path)? };
/// let mapped = PreparedBases::<Bn254G1, _>::from_bytes(bytes)?;
/// assert_eq!(mapped.msm_vartime(&[5u8])?, bases.msm_vartime(&[5u8])?);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// # Safety
    /// As long as the value exists, nobody, in this process or another one, writes to the file or makes it shorter.
    ///
    /// A shared lock is held on the file, which keeps those away who ask for locks, and nobody else. A write changes
    /// bytes that the compiler takes for constant, which is undefined behaviour; where the file has become shorter, the
    /// system ends the process that reads there. A checksum that was right before does not help: it speaks of the bytes
    /// at the time it was computed.
    ///
    /// Keep such a file where only you can write, and replace it by renaming a new one over it.
    ///
    /// # Errors
    /// Those of opening, locking and mapping the file.
    pub unsafe fn map(path: impl AsRef<Path>) -> std::io::Result<Self> {
        let file = File::open(path)?;
        file.lock_shared()?;
        // SAFETY: the map is read only, private to this value, and unmapped before the file is closed. That the file
        // stays as it is meanwhile is the contract of this function, which the caller keeps.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self { map, _file: file })
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C, MappedBytes> {
    /// The bases in this file, which is [mapped](MappedBytes::map) and not copied. [`open`](PreparedBases::open) takes
    /// a copy, and is safe.
    ///
    /// Checksum and coordinates are checked once, when the file is mapped. They say nothing of a file that is changed
    /// afterwards.
    ///
    /// # Safety
    /// That of [`MappedBytes::map`]: as long as the value exists, nobody writes to the file or makes it shorter.
    ///
    /// # Errors
    /// As [`from_bytes`](Self::from_bytes); [`ReadError::Io`].
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        // SAFETY: the contract is the same, and the bytes live as long as the bases.
        let bytes = unsafe { MappedBytes::map(path) }?;
        Ok(Self::from_bytes(bytes)?)
    }
}
