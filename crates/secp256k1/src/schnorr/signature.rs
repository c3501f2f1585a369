//! Schnorr signatures and their encoding (BIP 340).

use vorpal_fields::primes::{Secp256k1Base, Secp256k1Scalar};

use crate::Error;

/// A Schnorr signature: `r < p`, which is the `x` of the point of the nonce if a point with this `x` exists, and
/// `s < n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SchnorrSignature {
    pub(super) r: Secp256k1Base,
    pub(super) s: Secp256k1Scalar,
}

impl SchnorrSignature {
    /// The signature of the 64 bytes `r || s`, both most significant byte first.
    ///
    /// # Errors
    /// [`Error::R`] if `r` is not below the prime of the base field, [`Error::S`] if `s` is not below the group order.
    pub fn from_bytes(bytes: &[u8; 64]) -> Result<Self, Error> {
        let (r, s) = bytes.split_at(32);
        Ok(Self {
            r: Secp256k1Base::from_be_bytes(r).map_err(|_| Error::R)?,
            s: Secp256k1Scalar::from_be_bytes(s).map_err(|_| Error::S)?,
        })
    }

    /// The 64 bytes `r || s`.
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&self.r.to_be_bytes());
        bytes[32..].copy_from_slice(&self.s.to_be_bytes());
        bytes
    }
}
