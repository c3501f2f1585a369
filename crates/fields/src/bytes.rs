//! Conversions of elements to and from bytes, in both byte orders.

use vorpal_limbs::words;

use crate::{ByteArray, Error, Fe, Modulus};

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// The element encoded by `8 N` bytes, least significant first.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not `8 N` bytes, [`Error::NotCanonical`] if the integer is not below `p`.
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let limbs = Self::exact_limbs(bytes, words::from_le_bytes)?;
        Self::from_limbs(&limbs).ok_or(Error::NotCanonical)
    }

    /// The element encoded by `8 N` bytes, most significant first.
    ///
    /// # Errors
    /// [`Error::Length`] if there are not `8 N` bytes, [`Error::NotCanonical`] if the integer is not below `p`.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let limbs = Self::exact_limbs(bytes, from_be_bytes)?;
        Self::from_limbs(&limbs).ok_or(Error::NotCanonical)
    }

    fn exact_limbs(bytes: &[u8], read: fn(&[u8]) -> Option<[u64; N]>) -> Result<[u64; N], Error> {
        let wrong_length = Error::Length { expected: Self::BYTES, found: bytes.len() };
        if bytes.len() == Self::BYTES { read(bytes).ok_or(wrong_length) } else { Err(wrong_length) }
    }

    /// The residue modulo `p` of a byte string of any length, least significant byte first. 2M per `8 N` bytes; 1M for
    /// the most significant ones.
    #[doc(alias("from_le_bytes_mod_order", "from_bytes_wide", "from_uniform_bytes"))]
    pub fn from_le_bytes_reduced(bytes: &[u8]) -> Self {
        Self::reduce(bytes.chunks(8 * N).rev(), words::from_le_bytes)
    }

    /// The residue modulo `p` of a byte string of any length, most significant byte first. 2M per `8 N` bytes; 1M for
    /// the most significant ones.
    #[doc(alias = "from_be_bytes_mod_order")]
    pub fn from_be_bytes_reduced(bytes: &[u8]) -> Self {
        Self::reduce(bytes.rchunks(8 * N).rev(), from_be_bytes)
    }

    /// Horner's rule in base `R = 2^(64 N)` over chunks, most significant first: each conversion to Montgomery form
    /// multiplies by `R`.
    fn reduce<'a>(chunks: impl Iterator<Item = &'a [u8]>, read: fn(&[u8]) -> Option<[u64; N]>) -> Self {
        let mut sum = Self::ZERO;
        let mut is_first = true;
        for chunk in chunks {
            if !is_first {
                sum = Self::from_stored(Self::RING.canonical_to_montgomery(&sum.stored));
            }
            is_first = false;
            // A chunk has at most 8 N bytes.
            sum += Self::from_limbs_reduced(&read(chunk).unwrap_or([0; N]));
        }
        sum
    }

    /// The canonical value as `8 N` bytes, least significant first. 1M.
    pub fn to_le_bytes(&self) -> M::Bytes {
        let mut bytes = M::Bytes::ZERO;
        for (chunk, limb) in bytes.as_mut().chunks_exact_mut(8).zip(&self.to_limbs()) {
            chunk.copy_from_slice(&limb.to_le_bytes());
        }
        bytes
    }

    /// The stored form `a 2^(64 N) mod p` as `8 N` bytes, least significant first. No arithmetic.
    pub fn to_montgomery_le_bytes(&self) -> M::Bytes {
        let mut bytes = M::Bytes::ZERO;
        for (chunk, limb) in bytes.as_mut().chunks_exact_mut(8).zip(&self.stored) {
            chunk.copy_from_slice(&limb.to_le_bytes());
        }
        bytes
    }

    /// The element whose stored form these `8 N` bytes are, least significant first; `None` for another length, or if
    /// the integer is not below `p`. No arithmetic.
    #[inline]
    pub fn from_montgomery_le_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        let mut stored = [0; N];
        for (limb, bytes) in stored.iter_mut().zip(bytes.as_chunks().0) {
            *limb = u64::from_le_bytes(*bytes);
        }
        Self::from_montgomery(stored)
    }

    /// The canonical value as `8 N` bytes, most significant first. 1M.
    pub fn to_be_bytes(&self) -> M::Bytes {
        let mut bytes = M::Bytes::ZERO;
        for (chunk, limb) in bytes.as_mut().rchunks_exact_mut(8).zip(&self.to_limbs()) {
            chunk.copy_from_slice(&limb.to_be_bytes());
        }
        bytes
    }
}

/// Limbs of at most `8 N` bytes, most significant first.
fn from_be_bytes<const N: usize>(bytes: &[u8]) -> Option<[u64; N]> {
    if bytes.len() > 8 * N {
        return None;
    }
    let mut limbs = [0; N];
    let (rest, words) = bytes.as_rchunks::<8>();
    for (limb, word) in limbs.iter_mut().zip(words.iter().rev()) {
        *limb = u64::from_be_bytes(*word);
    }
    if !rest.is_empty() {
        limbs[words.len()] = rest.iter().fold(0, |limb, byte| limb << 8 | u64::from(*byte));
    }
    Some(limbs)
}
