//! The format of SEC 1, for curves of prime order over fields of 256 bits.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::Deref;

use vorpal_fields::subtle::Choice;
use vorpal_fields::{EncodableField, PrimeField};

use super::{Affine, Encoding, Jacobian, PrimeOrderCurve, ReadEncoding, decode_batch_vartime};
use crate::{Error, PointFormat};

/// The format of SEC 1 (version 2, sections 2.3.3 and 2.3.4), big-endian: 33 bytes `02 + (y mod 2) || x` or 65 bytes
/// `04 || x || y`. Infinity is the single byte 0 in both forms. Hybrid encodings (`06`, `07`) are rejected.
///
/// The crate `vorpal-secp256k1` encodes public keys, which are never infinity.
///
/// ```
/// use vorpal_curves::p256::{Affine, encoding::SEC1};
/// use vorpal_curves::{Error, PointFormat};
/// let g = Affine::GENERATOR;
/// let points = SEC1.decode_batch(&[&SEC1.encode_compressed(&g)[..], &[2; 33], &[5; 33], &[0]]);
/// assert_eq!(points[0], Ok(g));
/// assert_eq!(points[2], Err(Error::Prefix { found: 5 }));
/// assert_eq!(points[3], Ok(Affine::IDENTITY));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sec1<C>(PhantomData<fn() -> C>);

impl<C> Sec1<C> {
    /// The format; the modules of curves have it as `SEC1`.
    pub const FORMAT: Self = Self(PhantomData);
}

/// An encoding of [`Sec1`]: `N` bytes, or the single byte 0 of infinity.
///
/// ```
/// use vorpal_curves::PointFormat;
/// use vorpal_curves::secp256k1::{Affine, encoding::SEC1};
/// assert_eq!(SEC1.encode_compressed(&Affine::GENERATOR).len(), 33);
/// assert_eq!(SEC1.encode_compressed(&Affine::GENERATOR).finite().map(|bytes| bytes[0]), Some(2));
/// assert_eq!(*SEC1.encode_compressed(&Affine::IDENTITY), [0]);
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

impl<C: PrimeOrderCurve<Base: PrimeField<Bytes = [u8; 32]>>> Sec1<C> {
    /// The 33 bytes `02 + (y mod 2) || x` for the coordinates of a point, in constant time. 2M.
    pub fn compressed(x: &C::Base, y: &C::Base) -> [u8; 33] {
        // The point may be secret: `|` instead of `+`, for which debug builds would branch on overflow.
        let mut bytes = [2 | y.is_odd().unwrap_u8(); 33];
        bytes[1..].copy_from_slice(&x.to_be_bytes());
        bytes
    }

    /// The 65 bytes `04 || x || y` for the coordinates of a point, in constant time. 2M.
    pub fn uncompressed(x: &C::Base, y: &C::Base) -> [u8; 65] {
        let mut bytes = [4; 65];
        bytes[1..33].copy_from_slice(&x.to_be_bytes());
        bytes[33..].copy_from_slice(&y.to_be_bytes());
        bytes
    }
}

/// The order of the curve is prime: all its points are in the group.
impl<C: PrimeOrderCurve<Base: PrimeField<Bytes = [u8; 32]>>> PointFormat for Sec1<C> {
    type Point = Affine<C>;
    type Projective = Jacobian<C>;
    type Compressed = Sec1Bytes<33>;
    type Uncompressed = Sec1Bytes<65>;

    fn encode_compressed(&self, point: &Affine<C>) -> Sec1Bytes<33> {
        Sec1Bytes(point.coordinates().map(|(x, y)| Self::compressed(&x, &y)))
    }

    fn encode_uncompressed(&self, point: &Affine<C>) -> Sec1Bytes<65> {
        Sec1Bytes(point.coordinates().map(|(x, y)| Self::uncompressed(&x, &y)))
    }

    fn encode_batch(&self, points: &[Jacobian<C>]) -> Vec<Sec1Bytes<33>> {
        Jacobian::normalise_batch(points).iter().map(|point| self.encode_compressed(point)).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        self.read(bytes)?.decode_vartime(self)
    }

    fn decode_on_curve(&self, bytes: &[u8]) -> Result<Affine<C>, Error> {
        self.decode(bytes)
    }

    fn decode_batch(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine<C>, Error>> {
        decode_batch_vartime(self, encodings)
    }

    fn decode_batch_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Affine<C>, Error>> {
        self.decode_batch(encodings)
    }
}

impl<C: PrimeOrderCurve<Base: PrimeField<Bytes = [u8; 32]>>> ReadEncoding for Sec1<C> {
    type Curve = C;

    fn read(&self, bytes: &[u8]) -> Result<Encoding<C>, Error> {
        match (bytes.len(), bytes.first()) {
            (1, Some(0)) => Ok(Encoding::Point(Affine::IDENTITY)),
            (33, Some(prefix @ (2 | 3))) => {
                let x = C::Base::from_be_bytes(&bytes[1..])?;
                Ok(Encoding::Compressed { x, sign: *prefix == 3 })
            }
            (65, Some(4)) => {
                let x = C::Base::from_be_bytes(&bytes[1..33])?;
                Affine::new(x, C::Base::from_be_bytes(&bytes[33..])?).map(Encoding::Point)
            }
            (33 | 65, Some(&found)) => Err(Error::Prefix { found }),
            (found, _) => Err(Error::Length { found }),
        }
    }

    fn sign(&self, y: &C::Base) -> Choice {
        y.is_odd()
    }
}

impl<C: PrimeOrderCurve<Base: PrimeField<Bytes = [u8; 32]>>> Affine<C> {
    /// The point with coordinate `x` and `y` odd or even, or `None`. One square root. Time depends on `x`.
    pub fn from_x_vartime(x: C::Base, y_is_odd: bool) -> Option<Self> {
        Encoding::Compressed { x, sign: y_is_odd }.decode_vartime(&Sec1::FORMAT).ok()
    }
}
