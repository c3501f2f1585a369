//! The container of the binary files, and the encodings of numbers and points in them.

use ark_bn254::{Fq, Fq2, Fr, G1Affine, G2Affine};
use ark_ec::AffineRepr;
use ark_ff::{AdditiveGroup, BigInteger, Field, PrimeField};

/// A binary file of circom or snarkjs.
pub(super) struct File {
    bytes: Vec<u8>,
}

impl File {
    pub(super) fn new(magic: &[u8; 4], version: u32, sections: u32) -> Self {
        Self { bytes: [&magic[..], &version.to_le_bytes(), &sections.to_le_bytes()].concat() }
    }

    #[must_use]
    pub(super) fn section(mut self, number: u32, content: &[u8]) -> Self {
        self.bytes.extend(number.to_le_bytes());
        self.bytes.extend((content.len() as u64).to_le_bytes());
        self.bytes.extend(content);
        self
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// The length of an element, and the prime.
pub(super) fn prime<F: PrimeField>() -> Vec<u8> {
    [&32u32.to_le_bytes()[..], &F::MODULUS.to_bytes_le()].concat()
}

/// The integer.
pub(super) fn plain(value: &Fr) -> Vec<u8> {
    value.into_bigint().to_bytes_le()
}

/// A coordinate in Montgomery form.
fn stored(value: &Fq) -> Vec<u8> {
    value.0.to_bytes_le()
}

/// The value of a coefficient of a key: twice in Montgomery form.
pub(super) fn coefficient(value: &Fr) -> Vec<u8> {
    let radix = Fr::from_bigint(Fr::ONE.0).expect("the stored form is below the prime");
    (*value * radix).0.to_bytes_le()
}

/// The coordinates, and zeros for infinity.
pub(super) fn g1(point: &G1Affine) -> Vec<u8> {
    point.xy().map_or(vec![0; 64], |(x, y)| [stored(&x), stored(&y)].concat())
}

pub(super) fn g2(point: &G2Affine) -> Vec<u8> {
    let pair = |value: &Fq2| [stored(&value.c0), stored(&value.c1)].concat();
    point.xy().map_or(vec![0; 128], |(x, y)| [pair(&x), pair(&y)].concat())
}

/// A point as snarkjs writes it to JSON, with a third coordinate.
pub(super) fn g1_json(point: &G1Affine) -> serde_json::Value {
    let (x, y) = point.xy().unwrap_or((Fq::from(0), Fq::from(1)));
    let z = u8::from(!point.is_zero());
    serde_json::json!([x.to_string(), y.to_string(), z.to_string()])
}

pub(super) fn g2_json(point: &G2Affine) -> serde_json::Value {
    let (x, y) = point.xy().unwrap_or((Fq2::ZERO, Fq2::ONE));
    let z = u8::from(!point.is_zero());
    let pair = |value: Fq2| [value.c0.to_string(), value.c1.to_string()];
    serde_json::json!([pair(x), pair(y), [z.to_string(), "0".to_owned()]])
}
