//! Formats of Banderwagon elements.

use alloc::vec::Vec;

use vorpal_fields::primes::Bls12_381Scalar;
use vorpal_fields::subtle::ConditionallySelectable;

use super::{AffineBanderwagon, Bandersnatch, Banderwagon};
use crate::encoding::DECODE_CHUNK;
use crate::models::edwards::{AffineEdwards, EdwardsCurve, ExtendedEdwards};
use crate::{ByteOrder, Error, Group, PointFormat};

/// The format of the Banderwagon specification (`crate-crypto/verkle-trie-ref`), see [`BanderwagonFormat`].
/// Uncompressed encodings are big-endian, as in go-ipa.
pub const BANDERWAGON: BanderwagonFormat = BanderwagonFormat { uncompressed: ByteOrder::BigEndian };

/// As [`BANDERWAGON`], but uncompressed encodings are little-endian: as arkworks encodes points of Bandersnatch
/// (`ark-ed-on-bls12-381-bandersnatch` 0.6), and rust-verkle uncompressed elements.
pub const ARKWORKS: BanderwagonFormat = BanderwagonFormat { uncompressed: ByteOrder::LittleEndian };

/// A format of Banderwagon elements. Of the two points that represent an element, it encodes the one with the
/// lexicographically larger `y`:
///
/// * compressed as the 32 bytes of `x`, big-endian;
/// * uncompressed as `x`, then `y`, 32 bytes each, in the byte order of the format.
///
/// Other implementations write either of the two points uncompressed, so decoding accepts both. An uncompressed
/// encoding is therefore not unique.
///
/// Decoding a compressed encoding takes one square root of a ratio, one Legendre symbol and 6M. From
/// `a x^2 + y^2 = 1 + d x^2 y^2`: `y^2 = (1 - a x^2) / (1 - d x^2)`, where the denominator is not zero because `d` is
/// not a square. Decoding an uncompressed encoding takes one Legendre symbol and 9M. The Legendre symbol of `1 - a x^2`
/// decides whether the point is in the group; [`decode_on_curve`](PointFormat::decode_on_curve) does not compute it.
/// For a point outside the group it returns an invalid element, and sums with that element are undefined.
///
/// ```
/// use vorpal_curves::bandersnatch::{Banderwagon, encoding::BANDERWAGON};
/// use vorpal_curves::{Error, Group, PointFormat};
/// let g = Banderwagon::generator();
/// let encodings = BANDERWAGON.encode_batch(&[g, g.double()]);
/// let elements = BANDERWAGON.decode_batch(&[encodings[0], [0xff; 32], encodings[1]]);
/// assert_eq!(elements[0], Ok(g.to_affine()));
/// assert!(matches!(elements[1], Err(Error::Coordinate(_))));
/// assert_eq!(elements[2].map(Banderwagon::from), Ok(g.double()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BanderwagonFormat {
    uncompressed: ByteOrder,
}

impl PointFormat for BanderwagonFormat {
    type Point = AffineBanderwagon;
    type Projective = Banderwagon;
    type Compressed = [u8; 32];
    type Uncompressed = [u8; 64];

    fn encode_compressed(&self, element: &AffineBanderwagon) -> [u8; 32] {
        let (x, y) = (element.0.x(), element.0.y());
        Bls12_381Scalar::conditional_select(&-x, &x, y.is_lexicographically_largest()).to_be_bytes()
    }

    fn encode_uncompressed(&self, element: &AffineBanderwagon) -> [u8; 64] {
        let (x, y) = (element.0.x(), element.0.y());
        let largest = y.is_lexicographically_largest();
        let mut bytes = [0; 64];
        for (bytes, coordinate) in bytes.chunks_exact_mut(32).zip([x, y]) {
            let coordinate = Bls12_381Scalar::conditional_select(&-coordinate, &coordinate, largest);
            bytes.copy_from_slice(&match self.uncompressed {
                ByteOrder::LittleEndian => coordinate.to_le_bytes(),
                ByteOrder::BigEndian => coordinate.to_be_bytes(),
            });
        }
        bytes
    }

    fn encode_batch(&self, elements: &[Banderwagon]) -> Vec<[u8; 32]> {
        Banderwagon::normalise_batch(elements).iter().map(|element| self.encode_compressed(element)).collect()
    }

    fn decode(&self, bytes: &[u8]) -> Result<AffineBanderwagon, Error> {
        let (element, numerator) = match self.read(bytes)? {
            Encoding::Point(point) => (AffineBanderwagon(point), square_of_y(point.x()).0),
            Encoding::Compressed(x) => lift_vartime(x)?,
        };
        in_group(element, numerator.legendre_vartime())
    }

    fn decode_on_curve(&self, bytes: &[u8]) -> Result<AffineBanderwagon, Error> {
        match self.read(bytes)? {
            Encoding::Point(point) => Ok(AffineBanderwagon(point)),
            Encoding::Compressed(x) => lift_vartime(x).map(|(element, _)| element),
        }
    }

    fn decode_batch(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<AffineBanderwagon, Error>> {
        self.decode_batch_and(encodings, |decoded, numerators| {
            let mut symbols = [0; DECODE_CHUNK];
            let symbols = &mut symbols[..numerators.len()];
            Bls12_381Scalar::legendre_batch_vartime(numerators, symbols);
            for (element, symbol) in decoded.iter_mut().zip(symbols) {
                *element = element.and_then(|element| in_group(element, *symbol));
            }
        })
    }

    fn decode_batch_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<AffineBanderwagon, Error>> {
        self.decode_batch_and(encodings, |_, _| ())
    }
}

impl BanderwagonFormat {
    /// The uncompressed encoding of each element, with one inversion for all of them.
    ///
    /// ```
    /// use vorpal_curves::bandersnatch::{Banderwagon, encoding::ARKWORKS};
    /// use vorpal_curves::{Group, PointFormat};
    /// let g = Banderwagon::generator();
    /// let encodings = ARKWORKS.encode_uncompressed_batch(&[g, g.double()]);
    /// assert_eq!(encodings[1], ARKWORKS.encode_uncompressed(&g.double().to_affine()));
    /// ```
    pub fn encode_uncompressed_batch(&self, elements: &[Banderwagon]) -> Vec<[u8; 64]> {
        Banderwagon::normalise_batch(elements)
            .iter()
            .map(|element| self.encode_uncompressed(element))
            .collect()
    }

    /// The element with this uncompressed encoding, for bytes that the caller has encoded or decoded before. 3M.
    ///
    /// The point is not checked: neither that it is on the curve nor that it is in the group. Other bytes give an
    /// invalid element, and results with that element are undefined. [`decode`](PointFormat::decode) has all checks,
    /// [`decode_on_curve`](PointFormat::decode_on_curve) that of the curve.
    ///
    /// # Errors
    /// [`Error::Coordinate`] if a coordinate is not below the modulus; [`Error::NotInSubgroup`] if `y = 0`, which no
    /// element has. So the result is never `(0, 0)`, whose sum with any point is `(0, 0)`.
    ///
    /// ```
    /// use vorpal_curves::bandersnatch::{Banderwagon, encoding::ARKWORKS};
    /// use vorpal_curves::{Error, Group};
    /// let g = Banderwagon::generator();
    /// let [bytes] = ARKWORKS.encode_uncompressed_batch(&[g])[..] else { unreachable!() };
    /// assert_eq!(ARKWORKS.decode_uncompressed_unchecked(&bytes), Ok(g));
    /// assert_eq!(ARKWORKS.decode_uncompressed_unchecked(&[0; 64]), Err(Error::NotInSubgroup));
    /// ```
    pub fn decode_uncompressed_unchecked(&self, bytes: &[u8; 64]) -> Result<Banderwagon, Error> {
        let (x, y) = self.coordinates(bytes)?;
        if y.is_zero_vartime() {
            return Err(Error::NotInSubgroup);
        }
        Ok(Banderwagon(ExtendedEdwards { X: x, Y: y, T: x * y, Z: Bls12_381Scalar::ONE }))
    }

    /// The coordinates in 64 bytes.
    fn coordinates(&self, bytes: &[u8]) -> Result<(Bls12_381Scalar, Bls12_381Scalar), Error> {
        let coordinate = |bytes| match self.uncompressed {
            ByteOrder::LittleEndian => Bls12_381Scalar::from_le_bytes(bytes),
            ByteOrder::BigEndian => Bls12_381Scalar::from_be_bytes(bytes),
        };
        Ok((coordinate(&bytes[..32])?, coordinate(&bytes[32..])?))
    }

    /// Decodes the encodings without the group check, then calls `check` for each chunk. `check` receives the results
    /// of the chunk and `1 - a x^2` for each of them, 1 where the encoding is malformed.
    fn decode_batch_and(
        &self,
        encodings: &[impl AsRef<[u8]>],
        check: impl Fn(&mut [Result<AffineBanderwagon, Error>], &[Bls12_381Scalar]),
    ) -> Vec<Result<AffineBanderwagon, Error>> {
        const ONES: [Bls12_381Scalar; DECODE_CHUNK] = [Bls12_381Scalar::ONE; DECODE_CHUNK];
        let mut decoded = Vec::with_capacity(encodings.len());
        let mut read = Vec::with_capacity(encodings.len().min(DECODE_CHUNK));
        for encodings in encodings.chunks(DECODE_CHUNK) {
            read.extend(encodings.iter().map(|bytes| self.read(bytes.as_ref())));
            // The ratios of the compressed encodings are contiguous; `numerators` has one value per encoding.
            let (mut of_ratios, mut denominators, mut number) = (ONES, ONES, 0);
            let mut numerators = ONES;
            for (numerator, encoding) in numerators.iter_mut().zip(&read) {
                match encoding {
                    Ok(Encoding::Point(point)) => (*numerator, _) = square_of_y(point.x()),
                    Ok(Encoding::Compressed(x)) => {
                        (*numerator, denominators[number]) = square_of_y(*x);
                        of_ratios[number] = *numerator;
                        number += 1;
                    }
                    Err(_) => {}
                }
            }
            let mut roots = [None; DECODE_CHUNK];
            Bls12_381Scalar::sqrt_ratio_batch_vartime(
                &of_ratios[..number],
                &denominators[..number],
                &mut roots[..number],
            );
            let mut roots = roots.into_iter();
            let start = decoded.len();
            decoded.extend(read.drain(..).map(|encoding| match encoding? {
                Encoding::Point(point) => Ok(AffineBanderwagon(point)),
                Encoding::Compressed(x) => with_largest_y(x, roots.next().flatten()),
            }));
            check(&mut decoded[start..], &numerators[..encodings.len()]);
        }
        decoded
    }

    fn read(&self, bytes: &[u8]) -> Result<Encoding, Error> {
        match bytes.len() {
            32 => Ok(Encoding::Compressed(Bls12_381Scalar::from_be_bytes(bytes)?)),
            64 => {
                let (x, y) = self.coordinates(bytes)?;
                AffineEdwards::new(x, y).map(Encoding::Point)
            }
            found => Err(Error::Length { found }),
        }
    }
}

impl AffineBanderwagon {
    /// The compressed encoding of [`BANDERWAGON`]. 2M.
    pub fn encode(&self) -> [u8; 32] {
        BANDERWAGON.encode_compressed(self)
    }
}

impl Banderwagon {
    /// The compressed encoding of [`BANDERWAGON`]. One inversion; [`PointFormat::encode_batch`] shares it.
    pub fn encode(&self) -> [u8; 32] {
        self.to_affine().encode()
    }

    /// The element with this compressed encoding of [`BANDERWAGON`].
    ///
    /// # Errors
    /// [`Error::Coordinate`] if the integer is not below the modulus, [`Error::NotOnCurve`] if no point has this `x`,
    /// [`Error::NotInSubgroup`] if `1 - a x^2` is not a square.
    pub fn decode(bytes: &[u8; 32]) -> Result<Self, Error> {
        BANDERWAGON.decode(bytes).map(Self::from)
    }
}

/// The content of an encoding.
enum Encoding {
    /// A coordinate `x`; the curve may have no point with it.
    Compressed(Bls12_381Scalar),
    /// A point of the curve.
    Point(AffineEdwards<Bandersnatch>),
}

/// The element with this `x`, without the group check, and `1 - a x^2`.
fn lift_vartime(x: Bls12_381Scalar) -> Result<(AffineBanderwagon, Bls12_381Scalar), Error> {
    let (numerator, denominator) = square_of_y(x);
    let y = Bls12_381Scalar::sqrt_ratio_vartime(&numerator, &denominator);
    Ok((with_largest_y(x, y)?, numerator))
}

/// The element with this `x` and the larger of `y` and `-y`.
fn with_largest_y(x: Bls12_381Scalar, y: Option<Bls12_381Scalar>) -> Result<AffineBanderwagon, Error> {
    let y = y.ok_or(Error::NotOnCurve)?;
    let y = Bls12_381Scalar::conditional_select(&-y, &y, y.is_lexicographically_largest());
    Ok(AffineBanderwagon(AffineEdwards::from_coordinates(x, y)))
}

/// The element, if the symbol of `1 - a x^2` is 1.
fn in_group(element: AffineBanderwagon, symbol: i8) -> Result<AffineBanderwagon, Error> {
    if symbol == 1 { Ok(element) } else { Err(Error::NotInSubgroup) }
}

/// `y^2` as a ratio, `(1 - a x^2, 1 - d x^2)`.
fn square_of_y(x: Bls12_381Scalar) -> (Bls12_381Scalar, Bls12_381Scalar) {
    let xx = x.square();
    (Bls12_381Scalar::ONE - Bandersnatch::mul_by_a(xx), Bls12_381Scalar::ONE - Bandersnatch::D * xx)
}
