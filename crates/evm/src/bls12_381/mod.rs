//! The contracts 11 to 17: sums, sums of multiples, pairings, and maps to points on BLS12-381 (EIP-2537).
//!
//! An element of the base field has 64 bytes, big-endian, of which the first sixteen are zeros. A point of G1 is `x`
//! and `y`; infinity is zeros. Coordinates of G2 are two elements, the coefficient of 1 before that of `u`. Sums need
//! points of the curve; all other contracts need points of the subgroup of prime order.

mod encoding;
mod gas;

use alloc::vec::Vec;

use vorpal_curves::bls12_381::{Bls12_381G1, g2::Bls12_381G2};
use vorpal_curves::hashing::map_to_curve_vartime;
use vorpal_curves::models::weierstrass::{Affine, Subgroup, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::msm_vartime;
use vorpal_pairing::bls12_381::Bls12_381;
use vorpal_pairing::product_is_one_vartime;

use crate::input::{items, part};
use crate::{Error, Group};

pub use encoding::{read_g1, read_g2, write_g1, write_g2};
pub(crate) use gas::{G1, G2, pairing_gas};

/// The sum of two points of G1's curve, 128 bytes each.
///
/// # Errors
/// [`Error::Length`], [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`].
pub fn g1_add(input: &[u8]) -> Result<[u8; 128], Error> {
    if input.len() != 256 {
        return Err(Error::Length { found: input.len() });
    }
    let (a, b) = (read_g1(&part(input, 0), 0)?, read_g1(&part(input, 128), 1)?);
    Ok(write_g1(&a.add_vartime(&b)))
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
/// [`Error::Length`], also for no points; [`Error::Padding`], [`Error::Coordinate`], [`Error::NotOnCurve`],
/// [`Error::NotInSubgroup`].
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
/// As [`g1_msm`].
pub fn pairing_check(input: &[u8]) -> Result<bool, Error> {
    check_items(input, 384)?;
    let pairs: Result<Vec<_>, _> = items::<384>(input)
        .map(|(index, pair)| Ok((read_g1(&part(&pair, 0), index)?, read_g2(&part(&pair, 128), index)?)))
        .collect();
    product_is_one_vartime::<Bls12_381, 6>(&pairs?).map_err(crate::precompile::outside)
}

/// The point of G1 to which an element of the base field is mapped, cofactor clearing included.
///
/// # Errors
/// [`Error::Length`] unless the input has 64 bytes; [`Error::Padding`], [`Error::Coordinate`].
pub fn map_fp_to_g1(input: &[u8]) -> Result<[u8; 128], Error> {
    if input.len() != 64 {
        return Err(Error::Length { found: input.len() });
    }
    let u = encoding::read_element(&part(input, 0), 0)?;
    Ok(write_g1(&map_to_curve_vartime::<Bls12_381G1>(&u).clear_cofactor_vartime().to_affine_vartime()))
}

/// The point of G2 to which an element of the quadratic extension is mapped, cofactor clearing included.
///
/// # Errors
/// [`Error::Length`] unless the input has 128 bytes; [`Error::Padding`], [`Error::Coordinate`].
pub fn map_fp2_to_g2(input: &[u8]) -> Result<[u8; 256], Error> {
    if input.len() != 128 {
        return Err(Error::Length { found: input.len() });
    }
    let u = encoding::read_pair(&part(input, 0), 0)?;
    Ok(write_g2(&map_to_curve_vartime::<Bls12_381G2>(&u).clear_cofactor_vartime().to_affine_vartime()))
}

/// Points and scalars of a sum.
type Terms<C> = (Vec<Affine<C>>, Vec<Scalar>);

fn terms<const N: usize, C: WeierstrassCurve>(
    input: &[u8],
    read: impl Fn(&[u8; N], usize) -> Result<Affine<C>, Error>,
) -> Result<Terms<C>, Error> {
    check_items(input, N)?;
    let terms = items::<N>(input).map(|(index, bytes)| {
        let mut scalar: [u8; 32] = part(&bytes, N - 32);
        scalar.reverse();
        // The points have the order of the scalar field, so any residue is as good.
        Ok((read(&bytes, index)?, Scalar::from_le_bytes_reduced(&scalar)))
    });
    terms.collect()
}

fn sum<C: WeierstrassCurve<Scalar = Scalar>>(
    (points, scalars): Terms<C>,
    group: Group,
) -> Result<Affine<C>, Error> {
    let points = Subgroup::new(points.as_slice()).map_err(|error| match error {
        vorpal_curves::Error::OutsideSubgroup { index } => Error::NotInSubgroup { index, group },
        _ => Error::NotInSubgroup { index: 0, group },
    })?;
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
