//! Prepared bases in a memory-mapped file. Only this module of the crate contains `unsafe` code, in `unsafe` functions.

#![allow(unsafe_code, reason = "no system prevents changes of a mapped file: callers have to")]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;
use vorpal_curves::models::weierstrass::WeierstrassCurve;
use vorpal_fields::PrimeField;

use super::PreparedBases;
use crate::ReadError;

/// The bytes of a memory-mapped file.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1};
/// use vorpal_msm::{MappedBytes, PreparedBases};
/// # let path = std::env::temp_dir().join(format!("vorpal-mapped-{}", std::process::id()));
/// let bases = PreparedBases::new(&[Affine::GENERATOR], 1 << 16)?;
/// bases.write_to(std::fs::File::create(&path)?)?;
/// // SAFETY: no other process writes to the file.
/// let bytes = unsafe { MappedBytes::map(&path)? };
/// let mapped = PreparedBases::<Bn254G1, _>::from_bytes(bytes)?;
/// assert_eq!(mapped.msm_vartime(&[5u8])?, bases.msm_vartime(&[5u8])?);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MappedBytes {
    map: Mmap,
    /// Holds the shared lock as long as the map exists.
    _file: File,
}

impl AsRef<[u8]> for MappedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.map
    }
}

impl MappedBytes {
    /// Maps the file without a copy. Processes share its memory, and the system may evict unused pages.
    ///
    /// # Safety
    /// As long as the value exists, no code in this or another process may write to the file or shorten it.
    ///
    /// The value holds a shared lock on the file, which only stops writers that also lock the file. A write changes
    /// bytes that the compiler assumes to be constant, which is undefined behaviour. If the file is shortened, the
    /// system kills a process that reads beyond the end. The checksum does not help: it only covers the bytes at the
    /// time of the check.
    ///
    /// Keep such a file where only you can write, and replace it by renaming a new file over it.
    ///
    /// # Errors
    /// Those of opening, locking and mapping the file.
    pub unsafe fn map(path: impl AsRef<Path>) -> std::io::Result<Self> {
        let file = File::open(path)?;
        file.lock_shared()?;
        // SAFETY: the map is read only, private to this value, and unmapped before the file is closed. The caller
        // guarantees by the contract of this function that the file does not change meanwhile.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Self { map, _file: file })
    }
}

impl<C: WeierstrassCurve<Base: PrimeField>> PreparedBases<C, MappedBytes> {
    /// [Maps](MappedBytes::map) the bases in this file without a copy. [`open`](PreparedBases::open) copies the file
    /// and is safe.
    ///
    /// Checksum and coordinates are checked once, when the file is mapped. Later changes are not detected.
    ///
    /// # Safety
    /// The contract of [`MappedBytes::map`]: as long as the value exists, no code in this or another process may write
    /// to the file or shorten it.
    ///
    /// # Errors
    /// The errors of [`from_bytes`](Self::from_bytes), and [`ReadError::Io`].
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        // SAFETY: the contract is the same, and the bytes live as long as the bases.
        let bytes = unsafe { MappedBytes::map(path) }?;
        Ok(Self::from_bytes(bytes)?)
    }
}
