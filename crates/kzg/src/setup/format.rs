//! Trusted setups as files: the text of c-kzg and the JSON of the specification.

use alloc::vec::Vec;

use vorpal_curves::bls12_381::{Affine, encoding::ZCASH, g2};
use vorpal_curves::models::weierstrass::Subgroup;
use vorpal_curves::{BatchError, PointFormat};
use vorpal_fields::text::read_hex;
use vorpal_msm::subgroup_randomised;

use super::points::Own;
use super::relations;
use crate::parameters::{SCALARS_PER_BLOB, SCALARS_PER_CELL};
use crate::{Malformed, SetupError};

/// The number of powers in G2.
const NUMBER_G2: usize = SCALARS_PER_CELL + 1;

const LAGRANGE: &str = "points of the Lagrange basis";
const POWERS: &str = "powers in G1";
const POWERS_G2: &str = "powers in G2";

/// Reads c-kzg's format: the numbers of points of G1 and G2, a line each, then the points of the Lagrange basis, the
/// powers in G2 and the powers in G1, a line of hexadecimal digits each. Any white space separates numbers and points,
/// as in c-kzg; errors count the lines of the text.
pub(super) fn of_text(text: &str) -> Result<Own, SetupError> {
    let mut words = text
        .lines()
        .enumerate()
        .flat_map(|(index, line)| line.split_ascii_whitespace().map(move |word| (index + 1, word)));
    let missing = || SetupError::Line { line: text.lines().count() + 1 };
    let mut number = |points: &'static str, expected: usize| {
        let (line, word) = words.next().ok_or_else(missing)?;
        let found = word.parse().map_err(|_| SetupError::Line { line })?;
        same_number(points, expected, found)
    };
    number(LAGRANGE, SCALARS_PER_BLOB)?;
    number(POWERS_G2, NUMBER_G2)?;
    let mut take = |number: usize| {
        let part: Vec<&str> = words.by_ref().take(number).map(|(_, word)| word).collect();
        if part.len() == number { Ok(part) } else { Err(missing()) }
    };
    let (lagrange, powers_g2, powers) = (take(SCALARS_PER_BLOB)?, take(NUMBER_G2)?, take(SCALARS_PER_BLOB)?);
    if words.next().is_some() {
        return Err(SetupError::TooLong);
    }
    of_lists(&lagrange, &powers, &powers_g2)
}

/// The JSON of the specification's `trusted_setup_4096.json`.
#[cfg(feature = "serde")]
pub(super) fn of_json(text: &str) -> Result<Own, SetupError> {
    #[derive(serde::Deserialize)]
    struct Lists<'a> {
        #[serde(borrow)]
        g1_lagrange: Vec<&'a str>,
        #[serde(borrow)]
        g1_monomial: Vec<&'a str>,
        #[serde(borrow)]
        g2_monomial: Vec<&'a str>,
    }
    let lists: Lists<'_> = serde_json::from_str(text)
        .map_err(|error| SetupError::Json { line: error.line(), column: error.column() })?;
    of_lists(&lists.g1_lagrange, &lists.g1_monomial, &lists.g2_monomial)
}

fn of_lists(lagrange: &[&str], powers: &[&str], powers_g2: &[&str]) -> Result<Own, SetupError> {
    let lagrange = decode_hex(LAGRANGE, SCALARS_PER_BLOB, lagrange)?;
    let powers = decode_hex(POWERS, SCALARS_PER_BLOB, powers)?;
    of_encodings(&lagrange, &powers, &decode_hex(POWERS_G2, NUMBER_G2, powers_g2)?)
}

fn decode_hex<const N: usize>(
    points: &'static str,
    expected: usize,
    words: &[&str],
) -> Result<Vec<[u8; N]>, SetupError> {
    same_number(points, expected, words.len())?;
    let decode = |(index, word): (usize, &&str)| {
        let mut bytes = [0; N];
        match read_hex(word, &mut bytes) {
            Ok(()) => Ok(bytes),
            Err(error) => Err(SetupError::Point { points, index, reason: error.into() }),
        }
    };
    words.iter().enumerate().map(decode).collect()
}

/// Decodes and checks all points: their numbers, encodings, the subgroups, and the relations between the lists.
/// Lagrange basis and powers are in natural order.
pub(super) fn of_encodings(
    lagrange: &[[u8; 48]],
    powers: &[[u8; 48]],
    powers_g2: &[[u8; 96]],
) -> Result<Own, SetupError> {
    same_number(LAGRANGE, SCALARS_PER_BLOB, lagrange.len())?;
    same_number(POWERS, SCALARS_PER_BLOB, powers.len())?;
    same_number(POWERS_G2, NUMBER_G2, powers_g2.len())?;
    let lagrange = points_of_g1(LAGRANGE, lagrange)?;
    let powers = points_of_g1(POWERS, powers)?;
    let decoded = g2::encoding::ZCASH.decode_all(powers_g2);
    let powers_g2 = decoded.map_err(|error| at(POWERS_G2, error))?;
    if !relations::are_powers(&powers, &powers_g2) {
        return Err(SetupError::Relation { points: POWERS_G2 });
    }
    let mut lagrange = lagrange.into_inner();
    reverse_order(&mut lagrange);
    if !relations::is_lagrange_basis(&lagrange, &powers) {
        return Err(SetupError::Relation { points: LAGRANGE });
    }
    let powers_g2 = [powers_g2[1], powers_g2[SCALARS_PER_CELL]];
    Ok(Own { lagrange, powers: powers.into_inner(), powers_g2 })
}

fn same_number(points: &'static str, expected: usize, found: usize) -> Result<(), SetupError> {
    if found == expected { Ok(()) } else { Err(SetupError::Number { points, expected, found }) }
}

fn points_of_g1(points: &'static str, encodings: &[[u8; 48]]) -> Result<Subgroup<Vec<Affine>>, SetupError> {
    let decoded = ZCASH.decode_all_on_curve(encodings).map_err(|error| at(points, error))?;
    subgroup_randomised(decoded).map_err(|error| {
        let (index, error) = match error {
            vorpal_curves::Error::OutsideSubgroup { index } => (index, vorpal_curves::Error::NotInSubgroup),
            error => (0, error),
        };
        SetupError::Point { points, index, reason: Malformed::Point(error) }
    })
}

fn at(points: &'static str, BatchError { index, error }: BatchError) -> SetupError {
    SetupError::Point { points, index, reason: Malformed::Point(error) }
}

/// From natural order to the order of blobs.
fn reverse_order(points: &mut [Affine]) {
    let unused = usize::BITS - points.len().trailing_zeros();
    for i in 0..points.len() {
        let other = i.reverse_bits() >> unused;
        if i < other {
            points.swap(i, other);
        }
    }
}
