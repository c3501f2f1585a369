//! Public keys on P-256.

use vorpal_curves::PointFormat;
use vorpal_curves::p256::encoding::{SEC1, Sec1};
use vorpal_curves::p256::{Affine, P256};
use vorpal_fields::primes::P256Base;

use super::Signature;
use crate::Error;
use crate::ecdsa::Check;
use crate::multiply::lincomb_vartime;

/// A public key: a point of P-256 other than infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicKey {
    x: P256Base,
    y: P256Base,
}

impl PublicKey {
    /// The key of a point that is known not to be infinity, in constant time.
    pub(super) fn not_infinity(point: &Affine) -> Self {
        let (x, y) = point.raw_coordinates();
        Self { x: *x, y: *y }
    }

    /// The key with this SEC 1 encoding: 33 bytes compressed or 65 bytes uncompressed. The encoding of infinity, a
    /// single byte, is an error.
    ///
    /// # Errors
    /// [`Error::PublicKey`] with the reason.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let infinity = vorpal_curves::Error::Length { found: bytes.len() };
        let (x, y) = SEC1.decode(bytes)?.coordinates().ok_or(infinity)?;
        Ok(Self { x, y })
    }

    /// The key with these coordinates, both most significant byte first. Infinity has none: `(0, 0)` is not on the
    /// curve.
    ///
    /// # Errors
    /// [`Error::PublicKey`] if a coordinate is not below the prime, or the curve has no such point.
    pub fn from_coordinates(x: &[u8; 32], y: &[u8; 32]) -> Result<Self, Error> {
        let coordinate = |bytes| P256Base::from_be_bytes(bytes).map_err(vorpal_curves::Error::from);
        let (x, y) = (coordinate(x)?, coordinate(y)?);
        Affine::new(x, y)?;
        Ok(Self { x, y })
    }

    /// The 65 bytes `04 || x || y`, big-endian (SEC 1, uncompressed).
    pub fn to_uncompressed(&self) -> [u8; 65] {
        Sec1::uncompressed(&self.x, &self.y)
    }

    /// The 33 bytes `02 + (y mod 2) || x`, big-endian (SEC 1, compressed).
    pub fn to_compressed(&self) -> [u8; 33] {
        Sec1::compressed(&self.x, &self.y)
    }

    /// Whether the signature of the hash is valid under this key, with `s` in the lower or upper half of its range.
    /// Variable time.
    ///
    /// The hash has 256 bits: of a longer one, the leftmost 256 bits (FIPS 186-5, section 6.4.2). A shorter one has
    /// leading zeros. Of a signature `(r, s)`, `(r, n - s)` is another valid one: callers that accept one of the two
    /// check [`Signature::is_low`].
    pub fn verify(&self, hash: &[u8; 32], signature: &Signature) -> bool {
        let check = self.check(hash, signature);
        check.is_valid_vartime(|u1, u2| lincomb_vartime(u1, u2, &check.key))
    }

    pub(super) fn check(&self, hash: &[u8; 32], signature: &Signature) -> Check<P256> {
        Check::of(hash, signature.r, signature.s, Affine::new_unchecked(self.x, self.y))
    }
}
