//! SALT's functions: its points, and compressed encodings.
#![allow(non_snake_case, reason = "points are capitals in the literature")]

use alloc::string::String;
use alloc::vec::Vec;

use banderwagon::{Element, SerializationError};
use thiserror::Error;

use super::CRS;

/// The error of decoding points.
#[derive(Debug, Error)]
pub enum CrsError {
    /// There is no point, but `Q` is one.
    #[error("no points: there is at least Q")]
    EmptyInput,
    /// A string is not hexadecimal.
    #[error("invalid hexadecimal digits: {0}")]
    HexDecode(hex::FromHexError),
    /// A string does not have 64 digits.
    #[error("a point of {0} bytes instead of 32")]
    InvalidLength(usize),
    /// Bytes are not the encoding of a point.
    #[error("invalid point: {0}")]
    Deserialization(SerializationError),
}

impl From<SerializationError> for CrsError {
    fn from(error: SerializationError) -> Self {
        Self::Deserialization(error)
    }
}

impl From<hex::FromHexError> for CrsError {
    fn from(error: hex::FromHexError) -> Self {
        Self::HexDecode(error)
    }
}

/// The points of [`CRS::salt`].
impl Default for CRS {
    fn default() -> Self {
        Self::salt()
    }
}

/// SALT's functions, with the feature `salt`.
impl CRS {
    /// [`with_derived_q`](Self::with_derived_q).
    pub fn new(n: usize, seed: &[u8]) -> Self {
        Self::with_derived_q(n, seed)
    }

    /// Decodes compressed points: the generators, then `Q`.
    ///
    /// # Errors
    /// [`CrsError::EmptyInput`]; [`CrsError::Deserialization`] for the first invalid point.
    pub fn from_bytes(bytes: &[[u8; 32]]) -> Result<Self, CrsError> {
        let points: Result<Vec<Element>, _> = Element::batch_from_bytes(bytes).into_iter().collect();
        let mut G = points?;
        let Q = G.pop().ok_or(CrsError::EmptyInput)?;
        Ok(Self { n: G.len(), G, Q })
    }

    /// Decodes compressed points in hexadecimal digits: the generators, then `Q`.
    ///
    /// # Errors
    /// [`CrsError`].
    pub fn from_hex(hex_encoded_crs: &[&str]) -> Result<Self, CrsError> {
        let decode = |digits: &&str| {
            hex::decode(digits)?.try_into().map_err(|bytes: Vec<u8>| CrsError::InvalidLength(bytes.len()))
        };
        let bytes: Result<Vec<[u8; 32]>, CrsError> = hex_encoded_crs.iter().map(decode).collect();
        Self::from_bytes(&bytes?)
    }

    /// The compressed encodings of the generators, then of `Q`. One inversion.
    pub fn to_bytes(&self) -> Vec<[u8; 32]> {
        let points: Vec<Element> = self.G.iter().chain([&self.Q]).copied().collect();
        Element::batch_to_bytes(&points)
    }

    /// The encodings of [`to_bytes`](Self::to_bytes) in hexadecimal digits.
    pub fn to_hex(&self) -> Vec<String> {
        self.to_bytes().iter().map(hex::encode).collect()
    }
}
