//! Encodings of elements.

use alloc::vec::Vec;

use ark_ff::PrimeField;
use ark_serialize::SerializationError;
use vorpal_curves::PointFormat;
use vorpal_curves::bandersnatch::Banderwagon;
use vorpal_curves::bandersnatch::encoding::{ARKWORKS, BANDERWAGON};

use super::{Element, points};
use crate::Fq;

impl Element {
    /// The length of the compressed encoding in bytes.
    pub const fn compressed_serialized_size() -> usize {
        32
    }

    /// The compressed encoding of the Banderwagon specification: the big-endian `x` of the point with the larger `y`.
    /// One inversion.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.encode()
    }

    /// [`to_bytes`](Self::to_bytes) of each element, with one inversion.
    pub fn batch_to_bytes(elements: &[Self]) -> Vec<[u8; 32]> {
        BANDERWAGON.encode_batch(&points(elements))
    }

    /// The element with this compressed encoding: SALT's function of an array, with a `Result`, and rust-verkle's of a
    /// slice, with an `Option`.
    ///
    /// ```
    /// use banderwagon::{Element, SerializationError};
    /// let bytes = Element::prime_subgroup_generator().to_bytes();
    /// let of_array: Result<Element, SerializationError> = Element::from_bytes(bytes);
    /// let of_slice: Option<Element> = Element::from_bytes(&bytes[..]);
    /// assert_eq!(of_array.ok(), of_slice);
    /// ```
    ///
    /// # Errors
    /// [`SerializationError::InvalidData`], or `None` for a slice, if the integer is not below the prime, if no point
    /// has this `x`, or if the point is not in the group. `None` for a slice without exactly 32 bytes.
    pub fn from_bytes<E: Encoding>(bytes: E) -> E::Decoded {
        bytes.decode()
    }

    /// [`from_bytes`](Self::from_bytes) of each encoding, with square roots in batches.
    pub fn batch_from_bytes(encodings: &[[u8; 32]]) -> Vec<Result<Self, SerializationError>> {
        let elements = BANDERWAGON.decode_batch(encodings).into_iter();
        elements.map(|element| element.map(|element| Self(element.into())).map_err(invalid)).collect()
    }

    /// The uncompressed encoding: `x`, then `y`, little-endian, of the point with the larger `y`. One inversion.
    ///
    /// With the feature `rust-verkle` alone, the encoding of the point that was computed, which is one of the two of
    /// the element: equal elements may have two encodings, as in rust-verkle.
    pub fn to_bytes_uncompressed(&self) -> [u8; 64] {
        if cfg!(all(feature = "rust-verkle", not(feature = "salt"))) {
            let point = self.0.to_point().to_affine().expect("no element is a point at infinity");
            let mut bytes = [0; 64];
            bytes[..32].copy_from_slice(&point.x().to_le_bytes());
            bytes[32..].copy_from_slice(&point.y().to_le_bytes());
            return bytes;
        }
        ARKWORKS.encode_uncompressed(&self.0.to_affine())
    }

    /// The uncompressed encodings with the larger `y`, with one inversion.
    pub fn batch_to_commitments(elements: &[Self]) -> Vec<[u8; 64]> {
        ARKWORKS.encode_uncompressed_batch(&points(elements))
    }

    /// The uncompressed encoding of the neutral element with the larger `y`, `(0, -1)`: SALT's constant, which
    /// rust-verkle does not have. It has this value with every feature.
    pub const fn zero_commitment() -> [u8; 64] {
        let mut bytes = [0; 64];
        let mut i = 0;
        while i < 32 {
            bytes[32 + i] = MINUS_ONE[i / 8].to_le_bytes()[i % 8];
            i += 1;
        }
        bytes
    }

    /// The element with this uncompressed encoding, for bytes that the caller has encoded or decoded before. Of the two
    /// points of an element both are accepted.
    ///
    /// Neither the curve nor the group are checked, except in builds with debug assertions. With bytes from outside,
    /// use [`from_bytes`](Self::from_bytes) or
    /// [`deserialize_uncompressed`](crate::CanonicalDeserialize::deserialize_uncompressed): results with a point
    /// outside the group are undefined.
    ///
    /// # Panics
    /// If a coordinate is not below the prime, or `y = 0`; with debug assertions, also if the point is not in the
    /// group.
    pub fn from_bytes_unchecked_uncompressed(bytes: [u8; 64]) -> Self {
        debug_assert!(ARKWORKS.decode(&bytes).is_ok(), "the trusted bytes are not an element of Banderwagon");
        let element = ARKWORKS.decode_uncompressed_unchecked(&bytes);
        Self(element.expect("trusted bytes have coordinates below the prime, and y is not zero"))
    }
}

/// The arguments of [`Element::from_bytes`].
pub trait Encoding {
    /// The element or its absence.
    type Decoded;
    /// Decodes a compressed encoding.
    fn decode(self) -> Self::Decoded;
}

/// As in SALT's crate.
impl Encoding for [u8; 32] {
    type Decoded = Result<Element, SerializationError>;

    fn decode(self) -> Self::Decoded {
        Banderwagon::decode(&self).map(Element).map_err(invalid)
    }
}

/// As in rust-verkle's crate: slices, and references to arrays and vectors.
impl<T: AsRef<[u8]> + ?Sized> Encoding for &T {
    type Decoded = Option<Element>;

    fn decode(self) -> Self::Decoded {
        let bytes: [u8; 32] = self.as_ref().try_into().ok()?;
        bytes.decode().ok()
    }
}

/// The integer `-1` modulo the prime, in little-endian limbs.
const MINUS_ONE: [u64; 4] = {
    // The prime is odd, so that subtracting one has no borrow.
    let [low, rest @ ..] = <Fq as PrimeField>::MODULUS.0;
    [low - 1, rest[0], rest[1], rest[2]]
};

/// The error of arkworks for all invalid encodings.
pub(super) fn invalid(_: vorpal_curves::Error) -> SerializationError {
    SerializationError::InvalidData
}
