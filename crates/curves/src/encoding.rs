//! Encodings of points as bytes: the interface shared by the formats of all curves.

use alloc::vec::Vec;
use core::fmt::Debug;

use crate::{BatchError, Error};

/// The number of encodings that a batch decodes at a time. The temporary arrays on the stack fit the L1 cache.
pub(crate) const DECODE_CHUNK: usize = 64;

/// The order of the bytes of a coordinate.
///
/// ```
/// use vorpal_curves::ByteOrder;
/// use vorpal_curves::bn254::{Bn254G1, encoding::ARKWORKS};
/// use vorpal_curves::models::weierstrass::{Flags, Format};
/// let flags = Flags { smaller: 0x00, larger: 0x80, infinity: 0x40 };
/// assert_eq!(Format::<Bn254G1>::new(ByteOrder::LittleEndian, flags, flags), ARKWORKS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// The least significant byte first.
    LittleEndian,
    /// The most significant byte first.
    BigEndian,
}

/// A format that encodes the points of a group as bytes, compressed or uncompressed. Decoding tells the two apart by
/// their lengths.
///
/// | Curve | Formats |
/// |---|---|
/// | Banderwagon | [`BANDERWAGON`], [`ARKWORKS`](crate::bandersnatch::encoding::ARKWORKS) |
/// | BLS12-377 | [`ARKWORKS`](crate::bls12_377::encoding::ARKWORKS), [`ARKWORKS_0_3`], [`GNARK`] |
/// | BLS12-381 | [`ZCASH`], [`ARKWORKS_0_3`](crate::bls12_381::encoding::ARKWORKS_0_3) |
/// | BN254 | [`ARKWORKS`](crate::bn254::encoding::ARKWORKS), [`GNARK`](crate::bn254::encoding::GNARK) |
/// | Grumpkin | [`HALO2CURVES`](crate::grumpkin::encoding::HALO2CURVES) |
/// | P-256 | [`SEC1`](crate::p256::encoding::SEC1) |
/// | Pallas, Vesta | [`PASTA`](crate::pallas::encoding::PASTA), [the same](crate::vesta::encoding::PASTA) |
/// | secp256k1 | [`SEC1`], [`ARKWORKS`](crate::secp256k1::encoding::ARKWORKS) |
///
/// Every point has exactly one compressed and one uncompressed encoding, which the encoding functions return. Decoding
/// rejects all other bytes, unless the format documents an exception. The time of decoding depends on the bytes.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH};
/// use vorpal_curves::secp256k1::{self, encoding::SEC1};
/// use vorpal_curves::{BatchError, Error, PointFormat};
///
/// let g = ZCASH.encode_compressed(&Affine::GENERATOR);
/// assert_eq!(ZCASH.decode(&g), Ok(Affine::GENERATOR));
/// assert_eq!(ZCASH.decode(&ZCASH.encode_uncompressed(&Affine::GENERATOR)), Ok(Affine::GENERATOR));
/// assert_eq!(ZCASH.encode_batch(&[Jacobian::GENERATOR]), [g]);
///
/// // A batch: one result per encoding, or all points or the first error.
/// let points = ZCASH.decode_batch(&[g, [0; 48], g]);
/// assert_eq!(points[1], Err(Error::Flags { found: 0, length: 48 }));
/// assert_eq!(points[2], Ok(Affine::GENERATOR));
/// assert_eq!(ZCASH.decode_all(&[g, g]), Ok(vec![Affine::GENERATOR; 2]));
/// assert_eq!(ZCASH.decode_all(&[g, [0; 48]]), Err(BatchError { index: 1, error: points[1].unwrap_err() }));
///
/// // The function names are the same for every curve.
/// let g = SEC1.encode_compressed(&secp256k1::Affine::GENERATOR);
/// assert_eq!(g[..4], [0x02, 0x79, 0xbe, 0x66]);
/// assert_eq!(SEC1.decode_all(&[g, g]), Ok(vec![secp256k1::Affine::GENERATOR; 2]));
/// ```
///
/// [`BANDERWAGON`]: crate::bandersnatch::encoding::BANDERWAGON
/// [`ARKWORKS_0_3`]: crate::bls12_377::encoding::ARKWORKS_0_3
/// [`GNARK`]: crate::bls12_377::encoding::GNARK
/// [`ZCASH`]: crate::bls12_381::encoding::ZCASH
/// [`SEC1`]: crate::secp256k1::encoding::SEC1
pub trait PointFormat {
    /// A normalised (affine) point, the input of encoding and the output of decoding.
    type Point: Copy + Debug + Send + Sync + 'static;
    /// A point in the coordinates in which sums are computed.
    type Projective: Copy + Debug + Send + Sync + 'static;
    /// A compressed encoding: an array of bytes, unless the lengths of a format differ.
    type Compressed: AsRef<[u8]> + Copy + Debug + Eq + Send + Sync + 'static;
    /// An uncompressed encoding: an array of bytes, unless the lengths of a format differ.
    type Uncompressed: AsRef<[u8]> + Copy + Debug + Eq + Send + Sync + 'static;

    /// The compressed encoding. 2M.
    #[doc(alias("to_compressed", "serialize_compressed", "to_bytes"))]
    fn encode_compressed(&self, point: &Self::Point) -> Self::Compressed;

    /// The uncompressed encoding. At most 3M.
    #[doc(alias("to_uncompressed", "serialize_uncompressed"))]
    fn encode_uncompressed(&self, point: &Self::Point) -> Self::Uncompressed;

    /// The compressed encoding of each point, with one inversion for all of them.
    fn encode_batch(&self, points: &[Self::Projective]) -> Vec<Self::Compressed>;

    /// The point with this encoding, compressed or uncompressed. It is in the prime-order group of the format. One
    /// square root if the encoding is compressed, and the subgroup check.
    ///
    /// # Errors
    /// Those of [`decode_on_curve`](Self::decode_on_curve), and [`Error::NotInSubgroup`].
    #[doc(alias("from_compressed", "from_uncompressed", "deserialize_compressed", "from_bytes"))]
    fn decode(&self, bytes: &[u8]) -> Result<Self::Point, Error>;

    /// The point of the curve with this encoding, compressed or uncompressed, without the subgroup check. Use it for
    /// bytes that are known to encode points of the group, such as those under the caller's own checksum. One square
    /// root if the encoding is compressed.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::Prefix`] or [`Error::Flags`] if the format has no such prefix or flags at this
    /// length, [`Error::Infinity`] if the flags are those of infinity and other bits are set, [`Error::Coordinate`] if
    /// a coordinate is not below the modulus, [`Error::NotOnCurve`], [`Error::Sign`] if the flags contradict `y`.
    fn decode_on_curve(&self, bytes: &[u8]) -> Result<Self::Point, Error>;

    /// [`decode`](Self::decode) of each encoding, in the order of the encodings, with square roots in batches.
    fn decode_batch(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Self::Point, Error>>;

    /// [`decode_on_curve`](Self::decode_on_curve) of each encoding, in the order of the encodings, with square roots in
    /// batches.
    fn decode_batch_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Vec<Result<Self::Point, Error>>;

    /// The points of all encodings, as [`decode_batch`](Self::decode_batch). Stops soon after the first error.
    ///
    /// [`Subgroup::decode`](crate::models::weierstrass::Subgroup::decode) also returns the proof of membership that
    /// some sums require.
    ///
    /// # Errors
    /// The first error and the index of its encoding.
    fn decode_all(&self, encodings: &[impl AsRef<[u8]>]) -> Result<Vec<Self::Point>, BatchError> {
        all(encodings, |encodings| self.decode_batch(encodings))
    }

    /// The points of all encodings, as [`decode_batch_on_curve`](Self::decode_batch_on_curve). Stops soon after the
    /// first error.
    ///
    /// # Errors
    /// The first error and the index of its encoding.
    fn decode_all_on_curve(&self, encodings: &[impl AsRef<[u8]>]) -> Result<Vec<Self::Point>, BatchError> {
        all(encodings, |encodings| self.decode_batch_on_curve(encodings))
    }
}

/// All points, or the first error with its index.
fn all<P, B>(
    encodings: &[B],
    decode_batch: impl Fn(&[B]) -> Vec<Result<P, Error>>,
) -> Result<Vec<P>, BatchError> {
    let mut points = Vec::with_capacity(encodings.len());
    for encodings in encodings.chunks(DECODE_CHUNK) {
        for decoded in decode_batch(encodings) {
            points.push(decoded.map_err(|error| BatchError { index: points.len(), error })?);
        }
    }
    Ok(points)
}
