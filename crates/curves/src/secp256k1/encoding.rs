//! Points as bytes (SEC 1, version 2, sections 2.3.3 and 2.3.4). Infinity has no encoding here.

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::primes::Secp256k1Base;

use super::Affine;
use crate::Error;

/// The 65 bytes `04 || x || y`, big-endian, of a point's coordinates. 2M.
pub fn uncompressed(x: &Secp256k1Base, y: &Secp256k1Base) -> [u8; 65] {
    let mut bytes = [4; 65];
    bytes[1..33].copy_from_slice(&x.to_be_bytes());
    bytes[33..].copy_from_slice(&y.to_be_bytes());
    bytes
}

/// The 33 bytes `02 + (y mod 2) || x`, big-endian, of a point's coordinates. 2M.
pub fn compressed(x: &Secp256k1Base, y: &Secp256k1Base) -> [u8; 33] {
    // Not a sum, which debug builds would check by a jump: the point may be a secret.
    let mut bytes = [2 | y.is_odd().unwrap_u8(); 33];
    bytes[1..].copy_from_slice(&x.to_be_bytes());
    bytes
}

impl Affine {
    /// The 65 bytes `04 || x || y`, big-endian, or `None` at infinity. 2M.
    pub fn to_uncompressed(&self) -> Option<[u8; 65]> {
        self.coordinates().map(|(x, y)| uncompressed(&x, &y))
    }

    /// The 33 bytes `02 + (y mod 2) || x`, big-endian, or `None` at infinity. 2M.
    pub fn to_compressed(&self) -> Option<[u8; 33]> {
        self.coordinates().map(|(x, y)| compressed(&x, &y))
    }

    /// The point with coordinate `x` and `y` odd or even, or `None`. One square root. Time depends on `x`.
    pub fn from_x_vartime(x: Secp256k1Base, y_is_odd: bool) -> Option<Self> {
        let (point, opposite) = Self::lift_x_vartime(x)?;
        let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
        Some(if is_odd == y_is_odd { point } else { opposite })
    }

    /// The point with this encoding, compressed or uncompressed (SEC 1, version 2, sections 2.3.3 and 2.3.4; infinity
    /// has none here). Time depends on the bytes.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are 33 or 65 bytes, [`Error::Prefix`] unless they start with `02`, `03` or `04`
    /// respectively, [`Error::Coordinate`] if a coordinate is not below the modulus, [`Error::NotOnCurve`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        match Encoding::read(bytes)? {
            Encoding::Compressed { x, y_is_odd } => {
                Self::from_x_vartime(x, y_is_odd).ok_or(Error::NotOnCurve)
            }
            Encoding::Uncompressed(point) => Ok(point),
        }
    }

    /// The point with each encoding, or what is wrong with it, in the order of the encodings: as
    /// [`decode`](Self::decode), with the square roots in batches.
    ///
    /// ```
    /// use vorpal_curves::{Error, secp256k1::Affine};
    /// let g = Affine::GENERATOR;
    /// let compressed = g.to_compressed().unwrap();
    /// let points = Affine::decode_batch(&[compressed, [2; 33], [5; 33]]);
    /// assert_eq!(points[0], Ok(g));
    /// assert_eq!(points[2], Err(Error::Prefix { found: 5 }));
    /// ```
    pub fn decode_batch(encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Self, Error>> {
        let read: Vec<_> = encodings.iter().map(|bytes| Encoding::read(bytes.as_ref())).collect();
        let coordinates: Vec<_> = read
            .iter()
            .filter_map(|encoding| match encoding {
                Ok(Encoding::Compressed { x, .. }) => Some(*x),
                _ => None,
            })
            .collect();
        let mut lifted = vec![None; coordinates.len()];
        Self::lift_x_batch_vartime(&coordinates, &mut lifted);
        let mut lifted = lifted.into_iter();
        read.into_iter()
            .map(|encoding| match encoding? {
                Encoding::Uncompressed(point) => Ok(point),
                Encoding::Compressed { y_is_odd, .. } => {
                    let point = lifted.next().flatten().ok_or(Error::NotOnCurve)?;
                    let is_odd = point.coordinates().is_some_and(|(_, y)| y.is_odd().into());
                    Ok(if is_odd == y_is_odd { point } else { -point })
                }
            })
            .collect()
    }
}

/// What an encoding says.
enum Encoding {
    /// A coordinate, for which there may be no point, and which of the two it is.
    Compressed { x: Secp256k1Base, y_is_odd: bool },
    /// A point of the curve.
    Uncompressed(Affine),
}

impl Encoding {
    fn read(bytes: &[u8]) -> Result<Self, Error> {
        match (bytes.len(), bytes.first()) {
            (33, Some(prefix @ (2 | 3))) => {
                Ok(Self::Compressed { x: Secp256k1Base::from_be_bytes(&bytes[1..])?, y_is_odd: *prefix == 3 })
            }
            (65, Some(4)) => {
                let x = Secp256k1Base::from_be_bytes(&bytes[1..33])?;
                Affine::new(x, Secp256k1Base::from_be_bytes(&bytes[33..])?).map(Self::Uncompressed)
            }
            (33 | 65, Some(&found)) => Err(Error::Prefix { found }),
            (found, _) => Err(Error::Length { found }),
        }
    }
}
