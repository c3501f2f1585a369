//! ECDSA signatures on P-256.

use vorpal_curves::p256::P256;
use vorpal_fields::primes::P256Scalar;

use crate::ecdsa::{der, number};
use crate::{DerSignature, Error};

/// An ECDSA signature: `r` and `s` with `0 < r < n` and `0 < s < n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    pub(super) r: P256Scalar,
    pub(super) s: P256Scalar,
}

impl Signature {
    /// The signature of `r` and `s`, both most significant byte first.
    ///
    /// # Errors
    /// [`Error::R`] or [`Error::S`] if the number is zero or not below the group order.
    pub fn new(r: &[u8; 32], s: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self { r: number::<P256>(r, Error::R)?, s: number::<P256>(s, Error::S)? })
    }

    /// `r`, most significant byte first.
    pub fn r(&self) -> [u8; 32] {
        self.r.to_be_bytes()
    }

    /// `s`, most significant byte first.
    pub fn s(&self) -> [u8; 32] {
        self.s.to_be_bytes()
    }

    /// Whether `s` is at most `(n - 1) / 2`. The signature with `n - s` is valid too, which makes signatures malleable.
    pub fn is_low(&self) -> bool {
        !bool::from(self.s.is_lexicographically_largest())
    }

    /// This signature or `(r, n - s)`: the one with the lower `s`.
    #[must_use]
    pub fn to_low(self) -> Self {
        if self.is_low() { self } else { Self { s: -self.s, ..self } }
    }

    /// The signature of the 64 bytes `r || s`, both most significant byte first (IEEE P1363).
    ///
    /// # Errors
    /// [`Error::R`] or [`Error::S`] if the number is zero or not below the group order.
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

    /// The signature with this DER encoding, of which each signature has one.
    ///
    /// # Errors
    /// [`Error::Der`] with the violated rule and its position. [`Error::R`] or [`Error::S`] if the integer is zero or
    /// not below the group order.
    pub fn from_der(bytes: &[u8]) -> Result<Self, Error> {
        let [r, s] = der::decode(bytes)?;
        Self::new(&r, &s)
    }

    /// The DER encoding of at most 72 bytes.
    pub fn to_der(&self) -> DerSignature {
        der::encode([self.r(), self.s()])
    }
}
