//! Encodings of field elements and points.

use vorpal_curves::bls12_381::{self as g1, Bls12_381G1, g2};
use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381BaseModulus};
use vorpal_fields::tower::Fp2;

use crate::canonical;
use crate::input::part;
use crate::{Error, Group};

/// The field element in 48 bytes.
pub(super) fn element(bytes: &[u8], index: usize) -> Result<Base, Error> {
    Base::from_be_bytes(bytes).map_err(|_| Error::Coordinate { index })
}

/// The 48 bytes of a field element after its sixteen zeros.
fn unpadded(bytes: &[u8], index: usize) -> Result<&[u8], Error> {
    bytes.strip_prefix(&[0; 16]).ok_or(Error::Padding { index })
}

/// The field element in 64 bytes.
pub(super) fn read_element(bytes: &[u8; 64], index: usize) -> Result<Base, Error> {
    element(unpadded(bytes, index)?, index)
}

/// The sum of two points of G1's curve in 256 bytes.
pub(super) fn add_g1(input: &[u8; 256]) -> Result<[u8; 128], Error> {
    let sum = canonical::sum_vartime::<Bls12_381G1, _, 6>(|i| {
        canonical::read(unpadded(&input[64 * i..64 * (i + 1)], i / 2)?, i / 2)
    })?;
    let mut bytes = [0; 128];
    for (bytes, coordinate) in bytes.chunks_exact_mut(64).zip(sum) {
        canonical::write(&mut bytes[16..], &coordinate);
    }
    Ok(bytes)
}

/// The element of the quadratic extension in 128 bytes.
pub(super) fn read_pair(bytes: &[u8; 128], index: usize) -> Result<Fp2<Bls12_381BaseModulus, 6>, Error> {
    Ok(Fp2::new(read_element(&part(bytes, 0), index)?, read_element(&part(bytes, 64), index)?))
}

/// The point of G1's curve with these coordinates, infinity for zeros.
pub(super) fn point_g1(x: Base, y: Base, index: usize) -> Result<g1::Affine, Error> {
    Affine::new_or_identity(x, y).map_err(|_| Error::NotOnCurve { index, group: Group::G1 })
}

/// The point of G2's curve with these coordinates, infinity for zeros.
pub(super) fn point_g2(
    x: Fp2<Bls12_381BaseModulus, 6>,
    y: Fp2<Bls12_381BaseModulus, 6>,
    index: usize,
) -> Result<g2::Affine, Error> {
    Affine::new_or_identity(x, y).map_err(|_| Error::NotOnCurve { index, group: Group::G2 })
}

/// The point of G1's curve with this encoding. Its membership in G1 is not checked.
///
/// # Errors
/// [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g1(bytes: &[u8; 128], index: usize) -> Result<g1::Affine, Error> {
    point_g1(read_element(&part(bytes, 0), index)?, read_element(&part(bytes, 64), index)?, index)
}

/// The point of G2's curve with this encoding. Its membership in G2 is not checked.
///
/// # Errors
/// [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`] with this index.
pub fn read_g2(bytes: &[u8; 256], index: usize) -> Result<g2::Affine, Error> {
    point_g2(read_pair(&part(bytes, 0), index)?, read_pair(&part(bytes, 128), index)?, index)
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
