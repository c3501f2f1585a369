//! Encodings of ECDSA signatures of fixed length: `r || s`, `r || s || v` and `v || r || s`.

use super::{RecoverableSignature, Signature};
use crate::Error;
use crate::multiply::SignatureCurve;

impl<C: SignatureCurve> Signature<C> {
    /// The signature of the 64 bytes `r || s`, both most significant byte first (IEEE P1363).
    ///
    /// # Errors
    /// [`Error::R`] or [`Error::S`] if the number is zero or not below the group order.
    #[doc(alias("from_slice", "from_bytes", "from_scalars"))]
    pub fn from_compact(bytes: &[u8; 64]) -> Result<Self, Error> {
        let (halves, _) = bytes.as_chunks::<32>();
        Self::new(&halves[0], &halves[1])
    }

    /// The 64 bytes `r || s`.
    pub fn to_compact(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.r());
        bytes[32..].copy_from_slice(&self.s());
        bytes
    }
}

/// The encoding of recovery identifier 0 in Bitcoin's messages, and in Ethereum's before EIP-155.
const FIRST: u8 = 27;
/// The addend for compressed keys.
const COMPRESSED: u8 = 4;

impl RecoverableSignature {
    /// The signature of the 65 bytes `r || s || v` of Ethereum, where `v` is the recovery identifier, or this plus 27.
    ///
    /// # Errors
    /// [`Error::RecoveryByte`] unless `v` is 0 to 3 or 27 to 30; [`Error::R`], [`Error::S`].
    pub fn from_rsv(bytes: &[u8; 65]) -> Result<Self, Error> {
        let (signature, v) = bytes.split_at(64);
        let recovery_id = match v[0] {
            v @ 0..=3 => v,
            v @ FIRST..=30 => v - FIRST,
            found => return Err(Error::RecoveryByte { found }),
        };
        Self::new(Signature::from_compact(&array(signature))?, recovery_id)
    }

    /// The 65 bytes `r || s || v` with the recovery identifier as `v`.
    pub fn to_rsv(&self) -> [u8; 65] {
        let mut bytes = [self.recovery_id(); 65];
        bytes[..64].copy_from_slice(&self.signature().to_compact());
        bytes
    }

    /// The signature of the 65 bytes `v || r || s` of Bitcoin's signed messages and of dcrd, and whether the key is
    /// compressed. `v` is the recovery identifier plus 27, plus 4 for a compressed key.
    ///
    /// # Errors
    /// [`Error::RecoveryByte`] unless `v` is 27 to 34; [`Error::R`], [`Error::S`].
    pub fn from_vrs(bytes: &[u8; 65]) -> Result<(Self, bool), Error> {
        let (v, signature) = bytes.split_at(1);
        let header = match v[0] {
            v @ FIRST..=34 => v - FIRST,
            found => return Err(Error::RecoveryByte { found }),
        };
        let signature = Signature::from_compact(&array(signature))?;
        Ok((Self::new(signature, header % COMPRESSED)?, header >= COMPRESSED))
    }

    /// The 65 bytes `v || r || s` in the format of [`from_vrs`](Self::from_vrs).
    pub fn to_vrs(&self, compressed: bool) -> [u8; 65] {
        let mut bytes = [FIRST + self.recovery_id() + if compressed { COMPRESSED } else { 0 }; 65];
        bytes[1..].copy_from_slice(&self.signature().to_compact());
        bytes
    }
}

/// The array of a slice of 64 bytes.
fn array(bytes: &[u8]) -> [u8; 64] {
    let mut array = [0; 64];
    array.copy_from_slice(bytes);
    array
}
