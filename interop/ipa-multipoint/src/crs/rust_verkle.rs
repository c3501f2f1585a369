//! rust-verkle's functions: the points of Ethereum's testnets, and uncompressed encodings.
#![allow(non_snake_case, reason = "points are capitals in the literature")]

use alloc::string::String;
use alloc::vec::Vec;

use banderwagon::{CanonicalDeserialize, CanonicalSerialize, Element, Fq};

use super::CRS;

/// The points of [`CRS::ethereum`].
impl Default for CRS {
    fn default() -> Self {
        Self::ethereum()
    }
}

/// rust-verkle's functions, with the feature `rust-verkle`. Its signatures have no errors, so that these functions
/// panic.
impl CRS {
    /// [`with_generator_q`](Self::with_generator_q).
    pub fn new(n: usize, seed: &[u8]) -> Self {
        Self::with_generator_q(n, seed)
    }

    /// Decodes uncompressed points, of which curve and group are checked: the generators, then `Q`.
    ///
    /// # Panics
    /// If there is no point, or if one is invalid.
    #[allow(clippy::panic, reason = "the signature of the replaced crate has no error")]
    pub fn from_bytes(bytes: &[[u8; 64]]) -> Self {
        let decode = |(index, bytes): (usize, &[u8; 64])| match Element::deserialize_uncompressed(&bytes[..])
        {
            Ok(point) => point,
            Err(error) => panic!("point {index}: {error}"),
        };
        let mut G: Vec<Element> = bytes.iter().enumerate().map(decode).collect();
        let Q = G.pop().expect("there is at least Q");
        Self { n: G.len(), G, Q }
    }

    /// Decodes uncompressed points in hexadecimal digits: the generators, then `Q`.
    ///
    /// # Panics
    /// If there is no point, or if one is invalid or does not have 128 digits.
    #[allow(clippy::panic, reason = "the signature of the replaced crate has no error")]
    pub fn from_hex(hex_encoded_crs: &[&str]) -> Self {
        let decode = |(index, digits): (usize, &&str)| {
            let mut bytes = [0; 64];
            match hex::decode_to_slice(digits, &mut bytes) {
                Ok(()) => bytes,
                Err(error) => panic!("point {index}: {error}"),
            }
        };
        let bytes: Vec<[u8; 64]> = hex_encoded_crs.iter().enumerate().map(decode).collect();
        Self::from_bytes(&bytes)
    }

    /// The uncompressed encodings of the generators, then of `Q`: `x`, then `y`, little-endian. One inversion.
    ///
    /// Of the two points of an element the one with the larger `y` is encoded. The generator of the group is encoded as
    /// arkworks has it, with the smaller `y`: so all bytes of the points of a seed are those of rust-verkle.
    pub fn to_bytes(&self) -> Vec<[u8; 64]> {
        let points: Vec<Element> = self.G.iter().chain([&self.Q]).copied().collect();
        let generator = Element::prime_subgroup_generator();
        let mut encodings = Element::batch_to_commitments(&points);
        for (encoding, _) in encodings.iter_mut().zip(points).filter(|(_, point)| *point == generator) {
            encoding.as_chunks_mut::<32>().0.iter_mut().for_each(negate);
        }
        encodings
    }

    /// The encodings of [`to_bytes`](Self::to_bytes) in hexadecimal digits.
    pub fn to_hex(&self) -> Vec<String> {
        self.to_bytes().iter().map(hex::encode).collect()
    }
}

/// Replaces a coordinate by its negative.
fn negate(coordinate: &mut [u8; 32]) {
    let value = Fq::deserialize_compressed(&coordinate[..]).expect("an encoding contains coordinates");
    (-value).serialize_compressed(&mut coordinate[..]).expect("a coordinate has 32 bytes");
}
