//! Public keys, as points and as `x` coordinates (BIP 340).

use core::hash::{Hash, Hasher};

use sha3::{Digest, Keccak256};
use subtle::{Choice, ConditionallySelectable};
use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, Sec1};
use vorpal_curves::secp256k1::{self, Secp256k1};
use vorpal_fields::EncodableField;
use vorpal_fields::primes::Secp256k1Base;

use crate::Error;
use crate::multiply::SignatureCurve;

/// A public key: a point of the curve other than infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey<C: SignatureCurve> {
    x: C::Base,
    y: C::Base,
}

impl<C: SignatureCurve> PublicKey<C> {
    pub(crate) fn from_affine(point: &Affine<C>) -> Result<Self, Error> {
        point.coordinates().map(|(x, y)| Self { x, y }).ok_or(Error::Infinity)
    }

    /// The key of a point that is known not to be infinity, in constant time.
    pub(crate) fn not_identity(point: &Affine<C>) -> Self {
        let (x, y) = point.raw_coordinates();
        Self { x: *x, y: *y }
    }

    pub(crate) fn point(&self) -> Affine<C> {
        Affine::new_unchecked(self.x, self.y)
    }

    /// The key with this SEC 1 encoding: 33 bytes compressed or 65 bytes uncompressed. The encoding of infinity, a
    /// single byte, is an error.
    ///
    /// # Errors
    /// [`Error::PublicKey`] with the reason.
    pub fn from_sec1_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let infinity = vorpal_curves::Error::Length { found: bytes.len() };
        let (x, y) = Sec1::<C>::FORMAT.decode(bytes)?.coordinates().ok_or(infinity)?;
        Ok(Self { x, y })
    }

    /// The key with these coordinates, both most significant byte first. Infinity has none: `(0, 0)` is not on the
    /// curve.
    ///
    /// # Errors
    /// [`Error::PublicKey`] if a coordinate is not below the prime, or the curve has no such point.
    pub fn from_coordinates(x: &[u8; 32], y: &[u8; 32]) -> Result<Self, Error> {
        let coordinate = |bytes| C::Base::from_be_bytes(bytes).map_err(vorpal_curves::Error::from);
        let (x, y) = (coordinate(x)?, coordinate(y)?);
        Affine::<C>::new(x, y)?;
        Ok(Self { x, y })
    }

    /// The 65 bytes `04 || x || y`, big-endian (SEC 1, uncompressed).
    pub fn to_uncompressed(&self) -> [u8; 65] {
        Sec1::<C>::uncompressed(&self.x, &self.y)
    }

    /// The 33 bytes `02 + (y mod 2) || x`, big-endian (SEC 1, compressed).
    #[doc(alias("to_sec1_bytes", "serialize"))]
    pub fn to_compressed(&self) -> [u8; 33] {
        Sec1::<C>::compressed(&self.x, &self.y)
    }
}

impl<C: SignatureCurve> Hash for PublicKey<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.x.hash(state);
        self.y.hash(state);
    }
}

impl PublicKey<Secp256k1> {
    /// The `x` of the key, and whether its `y` is odd. Signatures of BIP 340 are for the key with the even `y`.
    pub fn x_only(&self) -> (XOnlyPublicKey, bool) {
        let (key, y_is_odd) = self.even();
        (key, y_is_odd.into())
    }

    /// As [`x_only`](Self::x_only), in constant time.
    pub(crate) fn even(&self) -> (XOnlyPublicKey, Choice) {
        let y_is_odd = self.y.is_odd();
        let y = Secp256k1Base::conditional_select(&self.y, &-self.y, y_is_odd);
        (XOnlyPublicKey { x: self.x, y }, y_is_odd)
    }

    /// The Ethereum address: the last 20 bytes of Keccak-256 of `x || y` (Yellow Paper, appendix F).
    pub fn ethereum_address(&self) -> [u8; 20] {
        let digest = Keccak256::digest(&self.to_uncompressed()[1..]);
        let mut address = [0; 20];
        address.copy_from_slice(&digest[12..]);
        address
    }
}

/// A public key of BIP 340: an `x`, which represents the point with this `x` and an even `y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct XOnlyPublicKey {
    x: Secp256k1Base,
    y: Secp256k1Base,
}

impl XOnlyPublicKey {
    /// The key of 32 bytes, big-endian. This takes a square root.
    ///
    /// # Errors
    /// [`Error::PublicKey`] if the integer is not below the prime or no point has this `x`.
    pub fn from_be_bytes(bytes: &[u8; 32]) -> Result<Self, Error> {
        let x = Secp256k1Base::from_be_bytes(bytes).map_err(vorpal_curves::Error::from)?;
        let point = secp256k1::Affine::from_x_vartime(x, false).ok_or(vorpal_curves::Error::NotOnCurve)?;
        let (x, y) = point.raw_coordinates();
        Ok(Self { x: *x, y: *y })
    }

    /// The 32 bytes of `x`, big-endian.
    pub fn to_be_bytes(&self) -> [u8; 32] {
        self.x.to_be_bytes()
    }

    /// The key with this `x` and an even `y`.
    pub fn even_key(&self) -> PublicKey<Secp256k1> {
        PublicKey { x: self.x, y: self.y }
    }

    pub(crate) fn point(&self) -> secp256k1::Affine {
        secp256k1::Affine::new_unchecked(self.x, self.y)
    }
}
