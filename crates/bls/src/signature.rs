//! Signatures: decoded points, and points that are known to be in the subgroup.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use vorpal_curves::PointFormat;
use vorpal_msm::PointLists;

use crate::Error;
use crate::public_key::{decode_all, length};
use crate::variant::{SignatureBytes, SignaturePoint, UncompressedSignatureBytes, Variant};

/// A decoded signature: a point of the curve. It may lie outside the subgroup; then every verification rejects it.
///
/// Sums need a [`CheckedSignature`], because points outside the subgroup may cancel in a sum.
///
/// ```
/// use vorpal_bls::{MinPk, SecretKey, Signature, Suite};
/// let suite = Suite::<MinPk>::possession();
/// let secret = SecretKey::from_be_bytes(&[1; 32])?;
/// let signature = Signature::decode(&secret.sign(&suite, b"message").to_bytes())?;
/// assert!(suite.verify(&secret.public_key(), b"message", &signature));
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Signature<V: Variant> {
    point: SignaturePoint<V>,
    /// Whether the point is known to be in the subgroup.
    checked: bool,
}

impl<V: Variant> Signature<V> {
    /// The number of bytes of an encoding.
    pub const BYTES: usize = size_of::<SignatureBytes<V>>();

    /// The signature with this encoding of 96 bytes in G2 or 48 bytes in G1: big-endian, compressed. Infinity is a
    /// signature, but not one of any key.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of bytes, [`Error::Point`] with the reason.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        length::<SignatureBytes<V>>(bytes)?;
        Ok(Self::from_point(V::SIGNATURE_FORMAT.decode_on_curve(bytes)?))
    }

    /// The signature with this uncompressed encoding of 192 bytes in G2 or 96 bytes in G1.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn decode_uncompressed(bytes: &[u8]) -> Result<Self, Error> {
        length::<UncompressedSignatureBytes<V>>(bytes)?;
        Ok(Self::from_point(V::SIGNATURE_FORMAT.decode_on_curve(bytes)?))
    }

    /// [`decode`](Self::decode) of each encoding, with square roots sixteen side by side, on the caller's pool.
    pub fn decode_batch<B: AsRef<[u8]> + Sync>(encodings: &[B]) -> Vec<Result<Self, Error>> {
        let points = decode_all::<V::SignatureCurve, B>(encodings, &V::SIGNATURE_FORMAT);
        points.into_iter().map(|point| Ok(Self::from_point(point?))).collect()
    }

    /// The signature of a point of the curve.
    pub fn from_point(point: SignaturePoint<V>) -> Self {
        Self { point, checked: false }
    }

    /// The point.
    pub fn point(&self) -> &SignaturePoint<V> {
        &self.point
    }

    /// Whether the point is known to be in the subgroup, without a check.
    pub(crate) fn is_checked(&self) -> bool {
        self.checked
    }

    /// Whether this is the point at infinity.
    pub fn is_infinity(&self) -> bool {
        self.point.is_identity_vartime()
    }

    /// The encoding of 96 bytes in G2 or 48 bytes in G1.
    pub fn to_bytes(&self) -> SignatureBytes<V> {
        V::SIGNATURE_FORMAT.encode_compressed(&self.point)
    }

    /// The uncompressed encoding of 192 bytes in G2 or 96 bytes in G1.
    pub fn to_uncompressed(&self) -> UncompressedSignatureBytes<V> {
        V::SIGNATURE_FORMAT.encode_uncompressed(&self.point)
    }

    /// The signature as a point of the subgroup.
    ///
    /// # Errors
    /// [`Error::Point`] if it lies outside.
    pub fn check(&self) -> Result<CheckedSignature<V>, Error> {
        if self.checked || self.point.is_in_subgroup_vartime() {
            Ok(CheckedSignature { point: self.point })
        } else {
            Err(vorpal_curves::Error::NotInSubgroup.into())
        }
    }
}

impl<V: Variant> PartialEq for Signature<V> {
    fn eq(&self, other: &Self) -> bool {
        self.point == other.point
    }
}

impl<V: Variant> Eq for Signature<V> {}

impl<V: Variant> Hash for Signature<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().as_ref().hash(state);
    }
}

/// A signature that is known to be in the subgroup, as the result of signing, of [`Signature::check`] or of a sum. This
/// says nothing about a message or a key.
///
/// Verification does not check it again. It converts into a [`Signature`] without arithmetic.
///
/// ```
/// use vorpal_bls::{CheckedSignature, MinPk, SecretKey, Suite};
/// let (suite, secret) = (Suite::<MinPk>::possession(), SecretKey::key_gen(&[7; 32], b"")?);
/// let signature = secret.sign(&suite, b"message");
/// assert!(suite.verify(&secret.public_key(), b"message", &signature));
/// assert_eq!(signature.to_string().parse::<CheckedSignature<MinPk>>()?, signature);
/// # Ok::<(), vorpal_bls::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedSignature<V: Variant> {
    point: SignaturePoint<V>,
}

impl<V: Variant> CheckedSignature<V> {
    /// The signature of a point of the subgroup.
    pub(crate) fn of_member(point: SignaturePoint<V>) -> Self {
        Self { point }
    }

    /// The point.
    pub fn point(&self) -> &SignaturePoint<V> {
        &self.point
    }

    /// Whether this is the point at infinity.
    pub fn is_infinity(&self) -> bool {
        self.point.is_identity_vartime()
    }

    /// The encoding of 96 bytes in G2 or 48 bytes in G1.
    pub fn to_bytes(&self) -> SignatureBytes<V> {
        V::SIGNATURE_FORMAT.encode_compressed(&self.point)
    }

    /// The uncompressed encoding of 192 bytes in G2 or 96 bytes in G1.
    pub fn to_uncompressed(&self) -> UncompressedSignatureBytes<V> {
        V::SIGNATURE_FORMAT.encode_uncompressed(&self.point)
    }

    /// The signature with this encoding, checked.
    ///
    /// # Errors
    /// As [`Signature::decode`], and [`Error::Point`] for a point outside the subgroup.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        Signature::decode(bytes)?.check()
    }

    /// The sum of signatures, `Aggregate` of the draft. The sum may be infinity.
    ///
    /// # Errors
    /// [`Error::Empty`] for no signatures.
    pub fn aggregate(signatures: &[Self]) -> Result<Self, Error> {
        match signatures {
            [] => Err(Error::Empty),
            [signature] => Ok(*signature),
            _ => {
                let points: Vec<SignaturePoint<V>> = signatures.iter().map(|one| one.point).collect();
                let mut lists = PointLists::new();
                lists.push((0..points.len()).map(|index| (index, false)));
                Ok(Self { point: lists.sum_vartime(&points)[0] })
            }
        }
    }
}

impl<V: Variant> From<CheckedSignature<V>> for Signature<V> {
    fn from(signature: CheckedSignature<V>) -> Self {
        Self { point: signature.point, checked: true }
    }
}

impl<V: Variant> From<&Signature<V>> for Signature<V> {
    fn from(signature: &Signature<V>) -> Self {
        *signature
    }
}

impl<V: Variant> From<&CheckedSignature<V>> for Signature<V> {
    fn from(signature: &CheckedSignature<V>) -> Self {
        (*signature).into()
    }
}

impl<V: Variant> Hash for CheckedSignature<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_bytes().as_ref().hash(state);
    }
}
