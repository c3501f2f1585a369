//! Conversions of keys.

use ecdsa::elliptic_curve::sec1::Sec1Point;
use ecdsa::elliptic_curve::zeroize::Zeroizing;
use ecdsa::elliptic_curve::{self, Curve, FieldBytes};
use vorpal_secp256k1::{PublicKey, SecretKey};

use super::curve::check;
use super::{Error, Secp256k1};

/// Converts a key to `elliptic_curve::SecretKey` in constant time; intermediate copies are wiped.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn secret_key_to<C: Curve>(key: &SecretKey) -> Result<elliptic_curve::SecretKey<C>, Error> {
    check::<C>()?;
    let bytes = key.to_be_bytes();
    let bytes = <&FieldBytes<C>>::try_from(&bytes[..]).map_err(|_| Error::OtherCurve)?;
    elliptic_curve::SecretKey::from_bytes(bytes).map_err(|_| Error::OtherCurve)
}

/// Converts an `elliptic_curve::SecretKey` in constant time; intermediate copies are wiped.
///
/// # Errors
/// [`Error::OtherCurve`].
pub fn secret_key_from<C: Curve>(key: &elliptic_curve::SecretKey<C>) -> Result<SecretKey, Error> {
    check::<C>()?;
    let bytes = Zeroizing::new(key.to_bytes());
    let bytes = bytes.as_slice().try_into().map_err(|_| Error::OtherCurve)?;
    Ok(SecretKey::from_be_bytes(bytes)?)
}

/// Encodes a key as a point by SEC 1, in 33 bytes, or in 65 bytes unless `compress`. The type is the same for all
/// curves over fields of 32 bytes, so it does not identify secp256k1.
pub fn public_key_to(key: &PublicKey, compress: bool) -> Sec1Point<Secp256k1> {
    let encoding = key.to_uncompressed();
    let (x, y) = encoding[1..].split_at(32);
    Sec1Point::<Secp256k1>::from_affine_coordinates(&field_bytes(x), &field_bytes(y), compress)
}

/// Decodes a key from a point encoded by SEC 1, in 33 or 65 bytes.
///
/// # Errors
/// [`Error::Value`] for the point at infinity, a compact encoding, and an encoding of no point of secp256k1.
pub fn public_key_from(point: &Sec1Point<Secp256k1>) -> Result<PublicKey, Error> {
    Ok(PublicKey::from_sec1_bytes(point.as_bytes())?)
}

/// The bytes of a coordinate.
fn field_bytes(bytes: &[u8]) -> FieldBytes<Secp256k1> {
    let mut field_bytes = FieldBytes::<Secp256k1>::default();
    field_bytes.copy_from_slice(bytes);
    field_bytes
}
