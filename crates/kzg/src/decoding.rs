//! Arguments from bytes, with errors that name the argument and its index.

use alloc::vec::Vec;

use vorpal_curves::bls12_381::{Affine, encoding::ZCASH};
use vorpal_curves::{BatchError, PointFormat};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_msm::subgroup_randomised;

use crate::scalars;
use crate::{Argument, Error, Malformed};

/// The error of an argument.
pub(crate) fn malformed(argument: Argument, index: Option<usize>, reason: impl Into<Malformed>) -> Error {
    Error::Malformed { argument, index, reason: reason.into() }
}

/// The bytes of an argument of exact length.
pub(crate) fn exact<const N: usize>(
    argument: Argument,
    index: Option<usize>,
    bytes: &[u8],
) -> Result<&[u8; N], Error> {
    let error = Malformed::Length { expected: N, found: bytes.len() };
    bytes.try_into().map_err(|_| malformed(argument, index, error))
}

/// A scalar.
pub(crate) fn scalar(argument: Argument, bytes: &[u8]) -> Result<Scalar, Error> {
    let scalars = scalars::read(bytes, 1).map_err(|reason| malformed(argument, None, reason))?;
    Ok(scalars[0])
}

/// `number` scalars: a blob or a cell.
pub(crate) fn list(
    argument: Argument,
    index: Option<usize>,
    bytes: &[u8],
    number: usize,
) -> Result<Vec<Scalar>, Error> {
    scalars::read(bytes, number).map_err(|reason| malformed(argument, index, reason))
}

/// The encodings of points, each of 48 bytes.
pub(crate) fn encodings(argument: Argument, list: &[impl AsRef<[u8]>]) -> Result<Vec<[u8; 48]>, Error> {
    let exact = |(index, bytes): (usize, _)| exact(argument, Some(index), bytes).copied();
    list.iter().map(AsRef::as_ref).enumerate().map(exact).collect()
}

/// The points of encodings, on the curve, but not checked for the subgroup.
pub(crate) fn points_on_curve(argument: Argument, encodings: &[[u8; 48]]) -> Result<Vec<Affine>, Error> {
    ZCASH
        .decode_all_on_curve(encodings)
        .map_err(|BatchError { index, error }| malformed(argument, Some(index), error))
}

/// Checks that points are in the subgroup: few exactly, many by random sums.
///
/// Source of the check of many, with its proof: [`subgroup_randomised`].
pub(crate) fn check_subgroup(argument: Argument, points: &[Affine]) -> Result<(), Error> {
    match subgroup_randomised(points) {
        Ok(_) => Ok(()),
        Err(vorpal_curves::Error::OutsideSubgroup { index }) => {
            Err(malformed(argument, Some(index), vorpal_curves::Error::NotInSubgroup))
        }
        Err(error) => Err(malformed(argument, None, error)),
    }
}

/// The points of the subgroup with these encodings.
pub(crate) fn points(argument: Argument, encodings: &[[u8; 48]]) -> Result<Vec<Affine>, Error> {
    let points = points_on_curve(argument, encodings)?;
    check_subgroup(argument, &points)?;
    Ok(points)
}

/// Checks that a second list is as long as the first.
pub(crate) fn same_length(
    (argument, expected): (Argument, usize),
    (other, found): (Argument, usize),
) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::Lengths { argument, expected, other, found }) }
}

/// An index below `limit`.
pub(crate) fn index(argument: Argument, index: usize, found: u64, limit: usize) -> Result<usize, Error> {
    match usize::try_from(found) {
        Ok(value) if value < limit => Ok(value),
        _ => Err(Error::OutOfRange { argument, index, found, limit }),
    }
}
