//! Banderwagon elements as 32 bytes, and uncompressed as 64.

use alloc::vec::Vec;

use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_fields::subtle::ConditionallySelectable;

use super::{AffineBanderwagon, Bandersnatch, Banderwagon};
use crate::models::edwards::{AffineEdwards, EdwardsCurve};
use crate::{Error, Group};

/// How many encodings a batch takes up at a time: what lies on the stack meanwhile stays in the first cache.
const AT_ONCE: usize = 64;

impl AffineBanderwagon {
    /// The encoding of the element: `x` of the one of its two points with the lexicographically largest `y`, most
    /// significant byte first. 2M.
    pub fn encode(&self) -> [u8; 32] {
        let (x, y) = (self.0.x(), self.0.y());
        Bls12_381Scalar::conditional_select(&-x, &x, y.is_lexicographically_largest()).to_be_bytes()
    }

    /// The uncompressed encoding: `x`, then `y`, of the one of the element's two points with the lexicographically
    /// largest `y`, 32 bytes each, most significant byte first. An element has one such encoding. 2M.
    pub fn encode_uncompressed(&self) -> [u8; 64] {
        let (x, y) = (self.0.x(), self.0.y());
        let largest = y.is_lexicographically_largest();
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(&Bls12_381Scalar::conditional_select(&-x, &x, largest).to_be_bytes());
        bytes[32..].copy_from_slice(&Bls12_381Scalar::conditional_select(&-y, &y, largest).to_be_bytes());
        bytes
    }
}

impl Banderwagon {
    /// The 32-byte encoding (see [`AffineBanderwagon::encode`]). One inversion.
    pub fn encode(&self) -> [u8; 32] {
        self.to_affine().encode()
    }

    /// The encoding of each element, with one inversion for all.
    pub fn encode_batch(elements: &[Self]) -> Vec<[u8; 32]> {
        Self::normalise_batch(elements).iter().map(AffineBanderwagon::encode).collect()
    }

    /// The element with this encoding. One square root of a ratio, one Legendre symbol, 6M; time depends on the
    /// bytes.
    ///
    /// From `a x^2 + y^2 = 1 + d x^2 y^2`: `y^2 = (1 - a x^2) / (1 - d x^2)`, where the denominator is not zero
    /// because `d` is no square.
    ///
    /// # Errors
    /// [`Error::Coordinate`] if there are not 32 bytes or the integer is not below the modulus,
    /// [`Error::NotInSubgroup`] if `1 - a x^2` is no square, [`Error::NotOnCurve`] if no point has this `x`.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let x = Bls12_381Scalar::from_be_bytes(bytes)?;
        let (numerator, denominator) = square_of_y(x);
        let y = Bls12_381Scalar::sqrt_ratio_vartime(&numerator, &denominator);
        Self::decoded(x, y, numerator.legendre_vartime())
    }

    /// The element with this uncompressed encoding: `x`, then `y`, of either of its two points, 32 bytes each, most
    /// significant byte first. One Legendre symbol; time depends on the bytes.
    ///
    /// # Errors
    /// [`Error::Length`] unless there are 64 bytes, [`Error::Coordinate`] if an integer is not below the modulus,
    /// [`Error::NotOnCurve`], or [`Error::NotInSubgroup`] if `1 - a x^2` is no square.
    pub fn decode_uncompressed(bytes: &[u8]) -> Result<Self, Error> {
        let element = Self::decode_uncompressed_trusted(bytes)?;
        Self::from_point(&element.to_point()).ok_or(Error::NotInSubgroup)
    }

    /// [`decode_uncompressed`](Self::decode_uncompressed) without the Legendre symbol: for bytes that are known to have
    /// come from [`AffineBanderwagon::encode_uncompressed`], such as those under a checksum of the caller's. 9M.
    ///
    /// A point of the curve outside the subgroup makes an element that is none, and sums with it are undefined.
    ///
    /// # Errors
    /// As there, without [`Error::NotInSubgroup`].
    pub fn decode_uncompressed_trusted(bytes: &[u8]) -> Result<Self, Error> {
        if bytes.len() != 64 {
            return Err(Error::Length { found: bytes.len() });
        }
        let x = Bls12_381Scalar::from_be_bytes(&bytes[..32])?;
        let y = Bls12_381Scalar::from_be_bytes(&bytes[32..])?;
        Ok(Self::from_subgroup(AffineEdwards::new(x, y)?.into()))
    }

    /// The element of each encoding, or what is wrong with it, in the order of the encodings: as
    /// [`decode`](Self::decode), with the square roots in batches.
    ///
    /// ```
    /// use vorpal_curves::{Error, Group, bandersnatch::Banderwagon};
    /// let g = Banderwagon::generator();
    /// let elements = Banderwagon::decode_batch(&[g.encode(), [0xff; 32], g.double().encode()]);
    /// assert_eq!(elements[0], Ok(g));
    /// assert!(matches!(elements[1], Err(Error::Coordinate(_))));
    /// assert_eq!(elements[2], Ok(g.double()));
    /// ```
    pub fn decode_batch(encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Self, Error>> {
        let mut decoded = Vec::with_capacity(encodings.len());
        for encodings in encodings.chunks(AT_ONCE) {
            // What is no coordinate takes part as 1 / 1.
            let mut coordinates = [const { Ok(Bls12_381Scalar::ZERO) }; AT_ONCE];
            let (mut numerators, mut denominators) =
                ([Bls12_381Scalar::ONE; AT_ONCE], [Bls12_381Scalar::ONE; AT_ONCE]);
            for (i, bytes) in encodings.iter().enumerate() {
                coordinates[i] = Bls12_381Scalar::from_be_bytes(bytes.as_ref());
                if let Ok(x) = coordinates[i] {
                    (numerators[i], denominators[i]) = square_of_y(x);
                }
            }
            let (mut roots, mut symbols) = ([None; AT_ONCE], [0; AT_ONCE]);
            let number = encodings.len();
            Bls12_381Scalar::sqrt_ratio_batch_vartime(
                &numerators[..number],
                &denominators[..number],
                &mut roots[..number],
            );
            Bls12_381Scalar::legendre_batch_vartime(&numerators[..number], &mut symbols[..number]);
            decoded.extend(
                coordinates
                    .into_iter()
                    .zip(roots)
                    .zip(symbols)
                    .take(number)
                    .map(|((x, y), symbol)| Self::decoded(x?, y, symbol)),
            );
        }
        decoded
    }

    /// The element with this `x`, of the two `y` the larger one, and the symbol of `1 - a x^2`.
    fn decoded(x: Bls12_381Scalar, y: Option<Bls12_381Scalar>, symbol: i8) -> Result<Self, Error> {
        let y = y.ok_or(Error::NotOnCurve)?;
        if symbol != 1 {
            return Err(Error::NotInSubgroup);
        }
        let y = Bls12_381Scalar::conditional_select(&-y, &y, y.is_lexicographically_largest());
        Ok(Self::from_subgroup(AffineEdwards::from_coordinates(x, y).into()))
    }
}

/// `y^2` as a ratio, `(1 - a x^2, 1 - d x^2)`.
fn square_of_y(x: Bls12_381Scalar) -> (Bls12_381Scalar, Bls12_381Scalar) {
    let xx = x.square();
    (Bls12_381Scalar::ONE - Bandersnatch::mul_by_a(xx), Bls12_381Scalar::ONE - Bandersnatch::D * xx)
}
