//! The contracts 11 to 17: sums, sums of multiples, pairings, and maps to points on BLS12-381 (EIP-2537).
//!
//! An element of the base field has 64 bytes, big-endian, of which the first sixteen are zeros. A point of G1 is `x`
//! and `y`; infinity is zeros. Coordinates of G2 are two elements, the coefficient of 1 before that of `u`. Sums need
//! points of the curve, sums of multiples and pairings those of the subgroup of prime order.

mod encoding;
mod gas;
pub mod parts;

use alloc::vec::Vec;

use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::hashing::{HashableCurve, map_to_curve_vartime};
use vorpal_curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::msm_vartime;
use vorpal_pairing::bls12_381::Bls12_381;

use crate::input::{items, part};
use crate::pairs::product_is_one_vartime;
use crate::{Error, Group};

pub use encoding::{read_g1, read_g2, write_g1, write_g2};
pub(crate) use gas::{G1, G2, pairing_gas};

/// The sum of two points of G1's curve, 128 bytes each.
///
/// # Errors
/// [`Error::Length`], [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn g1_add(input: &[u8]) -> Result<[u8; 128], Error> {
    encoding::add_g1(input.try_into().map_err(|_| Error::Length { found: input.len() })?)
}

/// The sum of two points of G2's curve, 256 bytes each.
///
/// # Errors
/// [`Error::Length`], [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn g2_add(input: &[u8]) -> Result<[u8; 256], Error> {
    if input.len() != 512 {
        return Err(Error::Length { found: input.len() });
    }
    let (a, b) = (read_g2(&part(input, 0), 0)?, read_g2(&part(input, 256), 1)?);
    Ok(write_g2(&a.add_vartime(&b)))
}

/// The sum of multiples of points of G1: a point of 128 bytes and an integer of 32 bytes each.
///
/// # Errors
/// [`Error::Length`], also for no points. Otherwise the first failure of the first item with one: [`Error::Padding`],
/// [`Error::Coordinate`], [`Error::NotOnCurve`], [`Error::NotInSubgroup`].
pub fn g1_msm(input: &[u8]) -> Result<[u8; 128], Error> {
    let terms = terms::<160, Bls12_381G1>(input, |bytes, index| read_g1(&part(bytes, 0), index))?;
    Ok(write_g1(&sum(terms, Group::G1)?))
}

/// The sum of multiples of points of G2: a point of 256 bytes and an integer of 32 bytes each.
///
/// # Errors
/// As [`g1_msm`].
pub fn g2_msm(input: &[u8]) -> Result<[u8; 256], Error> {
    let terms = terms::<288, Bls12_381G2>(input, |bytes, index| read_g2(&part(bytes, 0), index))?;
    Ok(write_g2(&sum(terms, Group::G2)?))
}

/// Pairs of points, 384 bytes each: whether the product of their pairings is one.
///
/// # Errors
/// As [`g1_msm`]. The point of G1 comes before that of G2.
pub fn pairing_check(input: &[u8]) -> Result<bool, Error> {
    check_items(input, 384)?;
    let pairs = items::<384>(input)
        .map(|(index, pair)| (read_g1(&part(&pair, 0), index), read_g2(&part(&pair, 128), index)));
    product_is_one_vartime::<Bls12_381, 6>(pairs)
}

/// The point of G1 to which an element of the base field is mapped, cofactor clearing included.
///
/// # Errors
/// [`Error::Length`] unless the input has 64 bytes; [`Error::Padding`], [`Error::Coordinate`].
pub fn map_fp_to_g1(input: &[u8]) -> Result<[u8; 128], Error> {
    if input.len() != 64 {
        return Err(Error::Length { found: input.len() });
    }
    Ok(write_g1(&map::<Bls12_381G1>(&encoding::read_element(&part(input, 0), 0)?)))
}

/// The point of G2 to which an element of the quadratic extension is mapped, cofactor clearing included.
///
/// # Errors
/// [`Error::Length`] unless the input has 128 bytes; [`Error::Padding`], [`Error::Coordinate`].
pub fn map_fp2_to_g2(input: &[u8]) -> Result<[u8; 256], Error> {
    if input.len() != 128 {
        return Err(Error::Length { found: input.len() });
    }
    Ok(write_g2(&map::<Bls12_381G2>(&encoding::read_pair(&part(input, 0), 0)?)))
}

fn map<C: HashableCurve>(element: &C::Base) -> Affine<C> {
    map_to_curve_vartime::<C>(element).clear_cofactor_vartime().to_affine_vartime()
}

/// The points and integers of a sum.
fn terms<const N: usize, C: WeierstrassCurve>(
    input: &[u8],
    read: impl Fn(&[u8; N], usize) -> Result<Affine<C>, Error>,
) -> Result<impl Iterator<Item = Result<(Affine<C>, Scalar), Error>>, Error> {
    check_items(input, N)?;
    Ok(items::<N>(input)
        .map(move |(index, bytes)| Ok((read(&bytes, index)?, read_scalar(&part(&bytes, N - 32))))))
}

/// The residue of an integer, big-endian. The points have the order of the scalar field, so it gives the same multiple.
fn read_scalar(bytes: &[u8; 32]) -> Scalar {
    let mut bytes = *bytes;
    bytes.reverse();
    Scalar::from_le_bytes_reduced(&bytes)
}

/// The sum of multiples, infinity for none. A failure is that of the first term with one, whether the term is an error
/// or its point is outside the subgroup.
fn sum<C: WeierstrassCurve<Scalar = Scalar>, E: From<Error>>(
    terms: impl Iterator<Item = Result<(Affine<C>, Scalar), E>>,
    group: Group,
) -> Result<Affine<C>, E> {
    let number = terms.size_hint().0;
    let (mut points, mut scalars) = (Vec::with_capacity(number), Vec::with_capacity(number));
    let mut failure = None;
    for term in terms {
        match term {
            Ok((point, scalar)) => {
                points.push(point);
                scalars.push(scalar);
            }
            Err(error) => {
                failure = Some(error);
                break;
            }
        }
    }
    let points = Subgroup::new(points.as_slice()).map_err(|error| match error {
        vorpal_curves::Error::OutsideSubgroup { index } => Error::NotInSubgroup { index, group },
        _ => Error::NotInSubgroup { index: 0, group },
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    // There are as many scalars as points.
    let sum = msm_vartime(&points, &scalars).map_err(|_| Error::Length { found: usize::MAX })?;
    Ok(sum.to_affine_vartime())
}

/// At least one item, and no part of one.
fn check_items(input: &[u8], length: usize) -> Result<(), Error> {
    if input.is_empty() || !input.len().is_multiple_of(length) {
        return Err(Error::Length { found: input.len() });
    }
    Ok(())
}
