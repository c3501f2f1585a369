use sha3::{Digest, Keccak256};
use vorpal_curves::secp256k1::{Affine, compressed, uncompressed};
use vorpal_fields::primes::Secp256k1Base;

use crate::Error;

/// A public key: a point of secp256k1 other than infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    x: Secp256k1Base,
    y: Secp256k1Base,
}

impl PublicKey {
    pub(crate) fn from_affine(point: &Affine) -> Result<Self, Error> {
        point.coordinates().map(|(x, y)| Self { x, y }).ok_or(Error::Infinity)
    }

    /// The key with this SEC 1 encoding, 33 bytes compressed or 65 uncompressed.
    ///
    /// # Errors
    /// [`Error::PublicKey`] with the reason.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        Self::from_affine(&Affine::decode(bytes)?)
    }

    /// The 65 bytes `04 || x || y`, big-endian (SEC 1, uncompressed).
    pub fn to_uncompressed(&self) -> [u8; 65] {
        uncompressed(&self.x, &self.y)
    }

    /// The 33 bytes `02 + (y mod 2) || x`, big-endian (SEC 1, compressed).
    pub fn to_compressed(&self) -> [u8; 33] {
        compressed(&self.x, &self.y)
    }

    /// The Ethereum address: the last 20 bytes of Keccak-256 of `x || y` (Yellow Paper, appendix F).
    pub fn ethereum_address(&self) -> [u8; 20] {
        let digest = Keccak256::digest(&self.to_uncompressed()[1..]);
        let mut address = [0; 20];
        address.copy_from_slice(&digest[12..]);
        address
    }
}
