//! The same functions on coordinates and integers apart, for clients that split the input and remove the padding.
//!
//! A coordinate has 48 bytes, big-endian. The coordinates of infinity are zeros.

use core::borrow::Borrow;

use vorpal_curves::bls12_381::{self as g1, Bls12_381G1, g2, g2::Bls12_381G2};
use vorpal_fields::primes::Bls12_381Base as Base;
use vorpal_fields::tower::Fp2;
use vorpal_pairing::bls12_381::Bls12_381;

use super::encoding::{element as read, point_g1, point_g2};
use super::{map, read_scalar, sum};
use crate::canonical;
use crate::pairs::product_is_one_vartime;
use crate::{Error, Group};

/// `x` and `y` of a point of G1.
pub type G1 = ([u8; 48], [u8; 48]);

/// `x` and `y` of a point of G2, of each the coefficient of 1 before that of `u`.
pub type G2 = ([u8; 48], [u8; 48], [u8; 48], [u8; 48]);

/// The sum of two points of G1's curve.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn g1_add(a: &G1, b: &G1) -> Result<[u8; 96], Error> {
    let coordinates = [&a.0, &a.1, &b.0, &b.1];
    let sum = canonical::sum_vartime::<Bls12_381G1, _, 6>(|i| canonical::read(coordinates[i], i / 2))?;
    let mut bytes = [0; 96];
    for (bytes, coordinate) in bytes.chunks_exact_mut(48).zip(sum) {
        canonical::write(bytes, &coordinate);
    }
    Ok(bytes)
}

/// The sum of two points of G2's curve.
///
/// # Errors
/// [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn g2_add(a: &G2, b: &G2) -> Result<[u8; 192], Error> {
    let (a, b) = (read_g2(a, 0)?, read_g2(b, 1)?);
    Ok(write_g2(&a.add_vartime(&b)))
}

/// The sum of multiples of points of G1 by integers, big-endian. Infinity for none.
///
/// A term may be an error of the client's own, for example if the client reads the terms one after another.
///
/// # Errors
/// The first failure of the first term with one: its own, [`Error::Coordinate`], [`Error::NotOnCurve`],
/// [`Error::NotInSubgroup`].
pub fn g1_msm<T: Borrow<(G1, [u8; 32])>, E: From<Error>>(
    terms: impl Iterator<Item = Result<T, E>>,
) -> Result<[u8; 96], E> {
    let terms = terms.enumerate().map(|(index, term)| {
        let term = term?;
        let (point, scalar) = term.borrow();
        Ok::<_, E>((read_g1(point, index)?, read_scalar(scalar)))
    });
    Ok(write_g1(&sum(terms, Group::G1)?))
}

/// The sum of multiples of points of G2 by integers, big-endian. Infinity for none.
///
/// # Errors
/// As [`g1_msm`].
pub fn g2_msm<T: Borrow<(G2, [u8; 32])>, E: From<Error>>(
    terms: impl Iterator<Item = Result<T, E>>,
) -> Result<[u8; 192], E> {
    let terms = terms.enumerate().map(|(index, term)| {
        let term = term?;
        let (point, scalar) = term.borrow();
        Ok::<_, E>((read_g2(point, index)?, read_scalar(scalar)))
    });
    Ok(write_g2(&sum(terms, Group::G2)?))
}

/// Whether the product of the pairings is one. True for none, unlike the contract.
///
/// # Errors
/// The first failure of the first pair with one, of the point of G1 before that of G2: [`Error::Coordinate`],
/// [`Error::NotOnCurve`], [`Error::NotInSubgroup`].
pub fn pairing_check<'a>(pairs: impl Iterator<Item = &'a (G1, G2)>) -> Result<bool, Error> {
    let pairs = pairs.enumerate().map(|(index, (p, q))| (read_g1(p, index), read_g2(q, index)));
    product_is_one_vartime::<Bls12_381, 6>(pairs)
}

/// The point of G1 to which an element of the base field is mapped, cofactor clearing included.
///
/// # Errors
/// [`Error::Coordinate`].
pub fn map_fp_to_g1(element: &[u8; 48]) -> Result<[u8; 96], Error> {
    Ok(write_g1(&map::<Bls12_381G1>(&read(element, 0)?)))
}

/// The point of G2 to which an element of the quadratic extension is mapped, cofactor clearing included. The
/// coefficient of 1 comes before that of `u`.
///
/// # Errors
/// [`Error::Coordinate`].
pub fn map_fp2_to_g2(element: &([u8; 48], [u8; 48])) -> Result<[u8; 192], Error> {
    let (c0, c1) = element;
    Ok(write_g2(&map::<Bls12_381G2>(&Fp2::new(read(c0, 0)?, read(c1, 0)?))))
}

fn read_g1((x, y): &G1, index: usize) -> Result<g1::Affine, Error> {
    point_g1(read(x, index)?, read(y, index)?, index)
}

fn read_g2((x0, x1, y0, y1): &G2, index: usize) -> Result<g2::Affine, Error> {
    let x = Fp2::new(read(x0, index)?, read(x1, index)?);
    point_g2(x, Fp2::new(read(y0, index)?, read(y1, index)?), index)
}

fn write_g1(point: &g1::Affine) -> [u8; 96] {
    let (x, y) = point.raw_coordinates();
    write([*x, *y])
}

fn write_g2(point: &g2::Affine) -> [u8; 192] {
    let (x, y) = point.raw_coordinates();
    write([x.c0, x.c1, y.c0, y.c1])
}

/// The encodings of elements, 48 bytes each.
fn write<const N: usize, const ELEMENTS: usize>(elements: [Base; ELEMENTS]) -> [u8; N] {
    let mut bytes = [0; N];
    for (bytes, element) in bytes.chunks_exact_mut(48).zip(elements) {
        bytes.copy_from_slice(&element.to_be_bytes());
    }
    bytes
}
