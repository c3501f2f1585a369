//! Formats of points of secp256k1.

use alloc::vec::Vec;
use core::ops::Deref;

use vorpal_fields::primes::Secp256k1Base;
use vorpal_fields::subtle::Choice;

use super::{Affine, Jacobian, Secp256k1};
use crate::models::weierstrass::{
    EncodableCurve, Encoding, Flags, Format, ReadEncoding, decode_batch_vartime,
};
use crate::{ByteOrder, Error, PointFormat};

/// The format of SEC 1 (version 2, sections 2.3.3 and 2.3.4), see [`Sec1`].
pub const SEC1: Sec1 = Sec1;

/// The format of arkworks (`ark-ec` 0.6), 33 or 65 bytes, little-endian. The last byte contains the flags: bit 7 is set
/// for the larger `y`, in uncompressed encodings too; bit 6 for infinity.
pub const ARKWORKS: Format<Secp256k1> = Format::new(ByteOrder::LittleEndian, ARKWORKS_FLAGS, ARKWORKS_FLAGS);

const ARKWORKS_FLAGS: Flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };

/// A coordinate needs all bits of its bytes, so the flags have a separate byte.
impl EncodableCurve for Secp256k1 {
    type Compressed = [u8; 33];
    type Uncompressed = [u8; 65];
}

/// The format of SEC 1 (version 2, sections 2.3.3 and 2.3.4), big-endian: 33 bytes `02 + (y mod 2) || x` or 65 bytes
/// `04 || x || y`. Infinity is the single byte 0 in both forms. Hybrid encodings (`06`, `07`) are rejected.
///
/// The crate `vorpal-secp256k1` encodes public keys, which are never infinity.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, encoding::SEC1};
/// use vorpal_curves::{Error, PointFormat};
/// let g = Affine::GENERATOR;
/// let points = SEC1.decode_batch(&[&SEC1.encode_compressed(&g)[..], &[2; 33], &[5; 33], &[0]]);
/// assert_eq!(points[0], Ok(g));
/// assert_eq!(points[2], Err(Error::Prefix { found: 5 }));
/// assert_eq!(points[3], Ok(Affine::INFINITY));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sec1;

/// An encoding of [`Sec1`]: `N` bytes, or the single byte 0 of infinity.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::secp256k1::{Affine, encoding::SEC1};
/// assert_eq!(SEC1.encode_compressed(&Affine::GENERATOR).len(), 33);
/// assert_eq!(SEC1.encode_compressed(&Affine::GENERATOR).finite().map(|bytes| bytes[0]), Some(2));
/// assert_eq!(*SEC1.encode_compressed(&Affine::INFINITY), [0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sec1Bytes<const N: usize>(Option<[u8; N]>);

impl<const N: usize> Sec1Bytes<N> {
    /// The `N` bytes, or `None` for infinity.
    pub const fn finite(&self) -> Option<[u8; N]> {
        self.0
    }
}

impl<const N: usize> AsRef<[u8]> for Sec1Bytes<N> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref().map_or(&[0], |bytes| bytes)
    }
}

impl<const N: usize> Deref for Sec1Bytes<N> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.as_ref()
    }
}

impl Sec1 {
    /// The 33 bytes `02 + (y mod 2) || x` for the coordinates of a point, in constant time. 2M.
    pub fn compressed(x: &Secp256k1Base, y: &Secp256k1Base) -> [u8; 33] {
        // The point may be secret: `|` instead of `+`, for which debug builds would branch on overflow.
        let mut bytes = [2 | y.is_odd().unwrap_u8(); 33];
        bytes[1..].copy_from_slice(&x.to_be_bytes());
        bytes
    }

    /// The 65 bytes `04 || x || y` for the coordinates of a point, in constant time. 2M.
    pub fn uncompressed(x: &Secp256k1Base, y: &Secp256k1Base) -> [u8; 65] {
        let mut bytes = [4; 65];
        bytes[1..33].copy_from_slice(&x.to_be_bytes());
        bytes[33..].copy_from_slice(&y.to_be_bytes());
        bytes
    }
}

/// The order of the curve is prime: all its points are in the group.
impl PointFormat for Sec1 {
    type Point = Affine;
    type Projective = Jacobian;
    type Compressed = Sec1Bytes<33>;
    type Uncompressed = Sec1Bytes<65>;

    fn encode_compressed(&self, point: &Affine) -> Sec1Bytes<33> {
        Sec1Bytes(point.coordinates().map(|(x, y)| Self::compressed(&x, &y)))
    }

    fn encode_uncompressed(&self, point: &Affine) -> Sec1Bytes<65> {
        Sec1Bytes(point.coordinates().map(|(x, y)| Self::uncompressed(&x, &y)))
    }

    fn encode_batch(&self, points: &[Jacobian]) -> Vec<Sec1Bytes<33>> {
        Jacobian::normalise_batch(points).iter().map(|point| self.encode_compressed(point)).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Result<Affine, Error> {
        self.read(bytes)?.decode_vartime::<Self>()
    }

    fn decode_on_curve(&self, bytes: &[u8]) -> Result<Affine, Error> {
        self.decode(bytes)
    }

    fn decode_batch(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine, Error>> {
        decode_batch_vartime(self, encodings)
    }

    fn decode_batch_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine, Error>> {
        self.decode_batch(encodings)
    }
}

impl ReadEncoding for Sec1 {
    type Curve = Secp256k1;

    fn read(&self, bytes: &[u8]) -> Result<Encoding<Secp256k1>, Error> {
        match (bytes.len(), bytes.first()) {
            (1, Some(0)) => Ok(Encoding::Point(Affine::INFINITY)),
            (33, Some(prefix @ (2 | 3))) => {
                let x = Secp256k1Base::from_be_bytes(&bytes[1..])?;
                Ok(Encoding::Compressed { x, sign: *prefix == 3 })
            }
            (65, Some(4)) => {
                let x = Secp256k1Base::from_be_bytes(&bytes[1..33])?;
                Affine::new(x, Secp256k1Base::from_be_bytes(&bytes[33..])?).map(Encoding::Point)
            }
            (33 | 65, Some(&found)) => Err(Error::Prefix { found }),
            (found, _) => Err(Error::Length { found }),
        }
    }

    fn sign(y: &Secp256k1Base) -> Choice {
        y.is_odd()
    }
}

impl Affine {
    /// The point with coordinate `x` and `y` odd or even, or `None`. One square root. Time depends on `x`.
    pub fn from_x_vartime(x: Secp256k1Base, y_is_odd: bool) -> Option<Self> {
        Encoding::Compressed { x, sign: y_is_odd }.decode_vartime::<Sec1>().ok()
    }
}
