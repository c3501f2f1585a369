//! The contracts 6, 7 and 8: sums, multiples and pairings on BN254 (EIP-196, EIP-197, gas of EIP-1108).
//!
//! A point of G1 is `x` and `y`, 32 bytes each, big-endian; infinity is zeros. A point of G2 is `x` and `y`, each of
//! them the coefficient of `u` before that of 1.

pub mod parts;

use vorpal_curves::bn254::{Affine, Bn254G1, g2};
use vorpal_curves::models::weierstrass::{Affine as AnyAffine, WeierstrassCurve};
use vorpal_fields::EncodableField;
use vorpal_fields::primes::Bn254Base;

use crate::input::{padded, part};
use crate::{Error, Group};

/// The sum of two points of 64 bytes. Missing bytes are zeros, further ones are ignored.
///
/// # Errors
/// As [`parts::add`].
pub fn add(input: &[u8]) -> Result<[u8; 64], Error> {
    let input: [u8; 128] = padded(input);
    parts::add(&part(&input, 0), &part(&input, 64))
}

/// The multiple of a point of 64 bytes by an integer of 32 bytes. Missing bytes are zeros, further ones are ignored.
///
/// # Errors
/// As [`parts::mul`].
pub fn mul(input: &[u8]) -> Result<[u8; 64], Error> {
    let input: [u8; 96] = padded(input);
    parts::mul(&part(&input, 0), &part(&input, 64))
}

/// Pairs of points, 192 bytes each: whether the product of their pairings is one. True for none.
///
/// # Errors
/// [`Error::Length`] and those of [`parts::pairing_check`].
pub fn pairing_check(input: &[u8]) -> Result<bool, Error> {
    let (pairs, []) = input.as_chunks::<192>() else { return Err(Error::Length { found: input.len() }) };
    parts::pairing_check(pairs.iter().filter_map(|pair| {
        let (p, q) = pair.split_first_chunk()?;
        Some((p, q.first_chunk()?))
    }))
}

/// The point of G1 with this encoding.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g1(bytes: &[u8; 64], index: usize) -> Result<Affine, Error> {
    let (x, y) = bytes.split_at(32);
    read::<Bn254G1>(Bn254Base::from_be_bytes(x), Bn254Base::from_be_bytes(y), index, Group::G1)
}

/// The point of G2's curve with this encoding. Its membership in G2 is not checked.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g2(bytes: &[u8; 128], index: usize) -> Result<g2::Affine, Error> {
    let (x, y) = bytes.split_at(64);
    read::<g2::Bn254G2>(EncodableField::from_be_bytes(x), EncodableField::from_be_bytes(y), index, Group::G2)
}

/// The encoding of a point of G1.
#[must_use]
pub fn write_g1(point: &Affine) -> [u8; 64] {
    let (x, y) = point.raw_coordinates();
    let mut bytes = [0; 64];
    bytes[..32].copy_from_slice(&x.to_be_bytes());
    bytes[32..].copy_from_slice(&y.to_be_bytes());
    bytes
}

/// The point with these coordinates, infinity for zeros.
fn read<C: WeierstrassCurve>(
    x: Result<C::Base, vorpal_fields::Error>,
    y: Result<C::Base, vorpal_fields::Error>,
    index: usize,
    group: Group,
) -> Result<AnyAffine<C>, Error> {
    let (Ok(x), Ok(y)) = (x, y) else { return Err(Error::Coordinate { index }) };
    AnyAffine::new_or_identity(x, y).map_err(|_| Error::NotOnCurve { index, group })
}
