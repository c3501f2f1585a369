//! The points of the commitments.
#![allow(non_snake_case, reason = "points are capitals in the literature")]

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Index;

use banderwagon::{Element, SerializationError, multi_scalar_mul, try_reduce_to_element};
use once_cell::race::OnceBox;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::lagrange_basis::LagrangeBasis;
use crate::tables;

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

/// The points of Pedersen commitments: `n` generators `G`, and `Q` of the inner product argument.
///
/// ```
/// use banderwagon::Element;
/// use ipa_multipoint::crs::CRS;
/// let crs = CRS::ethereum();
/// assert_eq!((crs.n, crs.Q), (256, Element::prime_subgroup_generator()));
/// assert_ne!(CRS::default()[0], crs[0]);
/// ```
#[derive(Debug, Clone)]
pub struct CRS {
    /// The number of generators.
    pub n: usize,
    /// The generators.
    pub G: Vec<Element>,
    /// The point that the inner product argument multiplies by inner products.
    pub Q: Element,
}

impl Default for CRS {
    /// SALT's points: 256 generators and `Q`, derived from its seed. The first call derives them, others copy them.
    fn default() -> Self {
        static POINTS: OnceBox<CRS> = OnceBox::new();
        POINTS.get_or_init(|| Box::new(Self::new(256, SALT_SEED))).clone()
    }
}

/// The seed of SALT's points.
const SALT_SEED: &[u8] = b"MAKE_ETHEREUM_GREAT_AGAIN";

impl CRS {
    /// The points of a seed: `n` generators, then `Q`, as SALT derives them.
    ///
    /// For `i = 0, 1, 2, ...` the digest `SHA-256(seed || i as 8 bytes big-endian)`, as a big-endian integer modulo the
    /// prime, is decoded as a point. The first `n + 1` valid ones are the result. They differ: two equal ones would be
    /// a collision of SHA-256 or of its residues.
    pub fn new(n: usize, seed: &[u8]) -> Self {
        let mut points: Vec<Element> = points_of(seed).take(n + 1).collect();
        let Q = points.pop().unwrap_or(Element::zero());
        Self { n, G: points, Q }
    }

    /// The points of Ethereum's Verkle testnets, of go-ipa and of rust-verkle's `CRS::default`: 256 generators of the
    /// seed `eth_verkle_oct_2021`, and the generator of the group as `Q`. The first call derives them, others copy
    /// them.
    pub fn ethereum() -> Self {
        static POINTS: OnceBox<CRS> = OnceBox::new();
        let derive = || {
            let G: Vec<Element> = points_of(vorpal_ipa::DEFAULT_SEED).take(256).collect();
            Box::new(Self { n: G.len(), G, Q: Element::prime_subgroup_generator() })
        };
        POINTS.get_or_init(derive).clone()
    }

    /// The number of generators.
    pub fn max_number_of_elements(&self) -> usize {
        self.n
    }

    /// Decodes points: the generators, then `Q`.
    ///
    /// # Errors
    /// [`CrsError::EmptyInput`]; [`CrsError::Deserialization`] for the first invalid point.
    pub fn from_bytes(bytes: &[[u8; 32]]) -> Result<Self, CrsError> {
        let points: Result<Vec<Element>, _> = Element::batch_from_bytes(bytes).into_iter().collect();
        let mut G = points?;
        let Q = G.pop().ok_or(CrsError::EmptyInput)?;
        Ok(Self { n: G.len(), G, Q })
    }

    /// Decodes points in hexadecimal digits: the generators, then `Q`.
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

    /// The commitment to a polynomial: the sum of the multiples of `G` by its values. Missing values are zero.
    ///
    /// # Panics
    /// If the polynomial has more values than there are generators.
    pub fn commit_lagrange_poly(&self, polynomial: &LagrangeBasis) -> Element {
        let values = polynomial.values();
        assert!(values.len() <= self.G.len(), "{} values for {} generators", values.len(), self.G.len());
        match tables::of(self) {
            Some(committer) => tables::commit(committer, values),
            None => multi_scalar_mul(&self.G[..values.len()], values),
        }
    }
}

impl Index<usize> for CRS {
    type Output = Element;

    fn index(&self, index: usize) -> &Element {
        &self.G[index]
    }
}

/// The points of a seed, without an end.
fn points_of(seed: &[u8]) -> impl Iterator<Item = Element> {
    (0u64..).filter_map(move |counter| {
        let digest = Sha256::new().chain_update(seed).chain_update(counter.to_be_bytes()).finalize();
        try_reduce_to_element(&digest)
    })
}
