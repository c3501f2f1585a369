use crate::{Cells, JobId};

/// The error of a sum, of tables or of partial sums.
///
/// ```
/// use vorpal_curves::bn254::Affine;
/// use vorpal_msm::{Error, msm_vartime};
/// let error = msm_vartime(&[Affine::GENERATOR], &[1u8, 2]).unwrap_err();
/// assert_eq!(error, Error::Lengths { points: 1, scalars: 2 });
/// assert_eq!(error.to_string(), "2 scalars for 1 points");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The numbers of scalars and points differ.
    #[error("{scalars} scalars for {points} points")]
    Lengths {
        /// The number of points.
        points: usize,
        /// The number of scalars.
        scalars: usize,
    },
    /// There are more scalars than the table has bases.
    #[error("{scalars} scalars for a table of {bases} bases")]
    TooManyScalars {
        /// The number of bases of the table.
        bases: usize,
        /// The number of scalars.
        scalars: usize,
    },
    /// The table has no base with this index.
    #[error("base index {index} is out of range for a table of {bases} bases")]
    NoSuchBase {
        /// The number of bases of the table.
        bases: usize,
        /// The requested index.
        index: usize,
    },
    /// The width of a window is out of range: between 2 and 16 bits, for prepared bases between 2 and 20.
    #[error("windows of {width} bits are not supported")]
    Width {
        /// The requested width.
        width: usize,
    },
    /// An option is not possible for these points and scalars.
    #[error("{what} is not possible: {why}")]
    NotPossible {
        /// The option.
        what: &'static str,
        /// The reason.
        why: &'static str,
    },
    /// An integer has more bits than the tables or the problem support.
    #[error("an integer has {bits} bits; at most {most} are supported")]
    IntegerTooLong {
        /// The length of the longest integer.
        bits: usize,
        /// The greatest supported length.
        most: usize,
    },
    /// The tables do not fit the memory limit.
    #[error("tables for {bases} bases need at least {needed} bytes; the limit is {given}")]
    Memory {
        /// The number of bases.
        bases: usize,
        /// The least number of bytes of the tables.
        needed: usize,
        /// The limit in bytes.
        given: usize,
    },
    /// A sum over prepared bases does not fit its memory limit.
    #[error("a sum with {scalars} scalars needs at least {needed} bytes; the limit is {given}")]
    SumMemory {
        /// The number of scalars.
        scalars: usize,
        /// The least number of bytes of the sum.
        needed: usize,
        /// The limit in bytes.
        given: usize,
    },
    /// Invalid bytes.
    #[error(transparent)]
    Format(#[from] crate::FormatError),
    /// Partial sums of different jobs.
    #[error("partial sums of the job {job} and of the job {other}")]
    Jobs {
        /// The job of the first partial sum.
        job: JobId,
        /// The job of the second partial sum.
        other: JobId,
    },
    /// Partial sums of different problems.
    #[error("partial sums of {terms} terms of {bits} bits, and of {other_terms} terms of {other_bits} bits")]
    Problems {
        /// The number of terms of the first problem.
        terms: u64,
        /// The length of integers of the first problem, in bits.
        bits: u32,
        /// The number of terms of the second problem.
        other_terms: u64,
        /// The length of integers of the second problem, in bits.
        other_bits: u32,
    },
    /// Cells outside the problem.
    #[error("{cells} are outside a problem of {terms} terms of {bits} bits")]
    Outside {
        /// The cells.
        cells: Cells,
        /// The number of terms of the problem.
        terms: u64,
        /// The length of its integers, in bits.
        bits: u32,
    },
    /// Cells that both partial sums contain.
    #[error("{0} are in both partial sums")]
    Overlap(Cells),
    /// The merged partial sum would have too many rectangles of cells.
    #[error("the merged partial sum has more than {most} rectangles")]
    TooManyRectangles {
        /// The greatest number of rectangles of a partial sum.
        most: usize,
    },
    /// Missing cells; other cells may be missing too.
    #[error("{0} are missing")]
    Missing(Cells),
    /// The progress callback cancelled the sum.
    #[error("the sum was cancelled")]
    Cancelled,
}
