//! Section 4: the coefficients of both matrices.
//!
//! The file has the value `v` of an entry as `v R^2 mod r`, where `R` is the radix of Montgomery form: the stored form
//! of `v R`. The canonical integer of that element is `v R mod r`, which is the stored form of `v`. So one conversion
//! from Montgomery form reads a value, and one to it writes it. Equal values are converted together.

#[cfg(feature = "std")]
use std::io::{self, Write};

use vorpal_fields::{Field, PrimeField};

#[cfg(feature = "std")]
use super::sections;
use super::{Builder, Matrix};
#[cfg(feature = "std")]
use crate::file::Writer;
use crate::file::{FileError, Input, Reason, Section};
use crate::{Coordinate, Curve};

/// The bytes of an entry beside its value.
const INDICES: usize = 12;

/// The elements `v` and `v R` of each other.
fn without_radix<F: PrimeField>(stored: &F) -> F {
    F::from_montgomery_unchecked(stored.to_limbs())
}

/// The element `v R`.
fn with_radix<F: PrimeField>(value: &F) -> F {
    let bytes = value.to_montgomery_le_bytes();
    F::from_le_bytes(bytes.as_ref()).expect("a stored form is below the prime")
}

/// Reads the matrices A and B.
pub(super) fn read<C: Curve>(
    section: &mut Section<'_, impl Input>,
    rows: u32,
    columns: u32,
) -> Result<[Matrix<C::Scalar>; 2], FileError> {
    let number = section.u32()?;
    section.expect_left(u64::from(number) * (INDICES + C::Scalar::BYTES) as u64)?;
    // Nearly half of the entries are those of B. The file has as many, so memory is bounded.
    let factor = with_radix(&C::Scalar::ONE);
    let mut matrices = [(); 2].map(|()| Builder::of_multiples(factor));
    matrices.iter_mut().for_each(|matrix| matrix.reserve(number as usize / 2));
    section.records(number as usize, INDICES + C::Scalar::BYTES, |_, bytes| {
        let [matrix, row, column] =
            core::array::from_fn(|i| u32::from_le_bytes(core::array::from_fn(|byte| bytes[4 * i + byte])));
        for (what, found, number) in [("row", row, rows), ("signal", column, columns), ("matrix", matrix, 2)]
        {
            if found >= number {
                let (found, number) = (u64::from(found), u64::from(number));
                return Err((0, Reason::Index { what, found, number }));
            }
        }
        let value = C::Scalar::read_stored(&bytes[INDICES..]).ok_or((INDICES, Reason::NotReduced))?;
        matrices[matrix as usize].push(row, column, value);
        Ok(())
    })?;
    Ok(matrices.map(|matrix| matrix.finish(rows as usize).map_values(without_radix)))
}

/// Writes the matrices A and B by rows.
#[cfg(feature = "std")]
pub(super) fn write<F: Coordinate<Coefficient = F> + PrimeField>(
    writer: &mut Writer<impl Write>,
    [a, b]: [&Matrix<F>; 2],
) -> io::Result<()> {
    let number = a.entries() + b.entries();
    writer.section(sections::COEFFICIENTS, 4 + number as u64 * (INDICES + F::BYTES) as u64)?;
    writer.u32(u32::try_from(number).map_err(|_| io::ErrorKind::InvalidInput)?)?;
    for row in 0..a.rows().max(b.rows()) {
        for (index, matrix) in [(0, a), (1, b)] {
            if row >= matrix.rows() {
                continue;
            }
            for (column, value) in matrix.row(row) {
                let row = u32::try_from(row).map_err(|_| io::ErrorKind::InvalidInput)?;
                writer.u32(index)?.u32(row)?.u32(column)?.stored(&with_radix(&value))?;
            }
        }
    }
    Ok(())
}
