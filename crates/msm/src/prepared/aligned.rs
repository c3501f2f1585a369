use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The size of a cache line in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// Bytes at an address that is a multiple of 64, so that a point of two 32-byte coordinates is in one cache line.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Bn254G1};
/// use vorpal_msm::{AlignedBytes, PreparedBases};
/// let bases: PreparedBases<Bn254G1, AlignedBytes> = PreparedBases::new(&[Affine::GENERATOR], 1 << 16)?;
/// assert_eq!(bases.as_bytes().len(), bases.plan().bytes);
/// # Ok::<(), vorpal_msm::Error>(())
/// ```
pub struct AlignedBytes {
    bytes: Vec<u8>,
    start: usize,
    length: usize,
}

impl AlignedBytes {
    /// Allocates `length` zeros.
    pub(crate) fn zeros(length: usize) -> Self {
        let bytes = vec![0; length + ALIGNMENT - 1];
        // If the offset is not known, the bytes are not aligned.
        let start = bytes.as_ptr().align_offset(ALIGNMENT);
        Self { start: if start < ALIGNMENT { start } else { 0 }, bytes, length }
    }
}

impl fmt::Debug for AlignedBytes {
    /// Formats the length only, because tables are long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlignedBytes").field("length", &self.length).finish_non_exhaustive()
    }
}

impl From<&[u8]> for AlignedBytes {
    fn from(bytes: &[u8]) -> Self {
        let mut aligned = Self::zeros(bytes.len());
        aligned.as_mut().copy_from_slice(bytes);
        aligned
    }
}

impl Clone for AlignedBytes {
    fn clone(&self) -> Self {
        Self::from(self.as_ref())
    }
}

impl AsRef<[u8]> for AlignedBytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.bytes[self.start..][..self.length]
    }
}

impl AsMut<[u8]> for AlignedBytes {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..][..self.length]
    }
}
