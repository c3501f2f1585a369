//! Encodings of field elements and points.

use vorpal_curves::bls12_381::{self as g1, g2};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381BaseModulus};
use vorpal_fields::tower::Fp2;

use crate::input::part;
use crate::{Error, Group};

/// The field element in 64 bytes.
pub(super) fn read_element(bytes: &[u8; 64], index: usize) -> Result<Base, Error> {
    if bytes[..16] != [0; 16] {
        return Err(Error::Padding { index });
    }
    Base::from_be_bytes(&bytes[16..]).map_err(|_| Error::Coordinate { index })
}

/// The element of the quadratic extension in 128 bytes.
pub(super) fn read_pair(bytes: &[u8; 128], index: usize) -> Result<Fp2<Bls12_381BaseModulus, 6>, Error> {
    Ok(Fp2::new(read_element(&part(bytes, 0), index)?, read_element(&part(bytes, 64), index)?))
}

/// The point of G1's curve with this encoding. Its membership in G1 is not checked.
///
/// # Errors
/// [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g1(bytes: &[u8; 128], index: usize) -> Result<g1::Affine, Error> {
    let (x, y) = (read_element(&part(bytes, 0), index)?, read_element(&part(bytes, 64), index)?);
    Affine::new_or_infinity(x, y).map_err(|_| Error::NotOnCurve { index, group: Group::G1 })
}

/// The point of G2's curve with this encoding. Its membership in G2 is not checked.
///
/// # Errors
/// [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g2(bytes: &[u8; 256], index: usize) -> Result<g2::Affine, Error> {
    let (x, y) = (read_pair(&part(bytes, 0), index)?, read_pair(&part(bytes, 128), index)?);
    Affine::new_or_infinity(x, y).map_err(|_| Error::NotOnCurve { index, group: Group::G2 })
}

fn write(bytes: &mut [u8], elements: &[Base]) {
    for (bytes, element) in bytes.chunks_exact_mut(64).zip(elements) {
        bytes[16..].copy_from_slice(&element.to_be_bytes());
    }
}

/// The encoding of a point of G1.
#[must_use]
pub fn write_g1(point: &g1::Affine) -> [u8; 128] {
    let (x, y) = point.raw_coordinates();
    let mut bytes = [0; 128];
    write(&mut bytes, &[*x, *y]);
    bytes
}

/// The encoding of a point of G2.
#[must_use]
pub fn write_g2(point: &g2::Affine) -> [u8; 256] {
    let (x, y) = point.raw_coordinates();
    let mut bytes = [0; 256];
    write(&mut bytes, &[x.c0, x.c1, y.c0, y.c1]);
    bytes
}
