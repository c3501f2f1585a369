use crate::{Cells, JobId};

/// Why a sum cannot be formed.
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
    /// There are not as many scalars as points.
    #[error("{scalars} scalars for {points} points")]
    Lengths {
        /// How many points.
        points: usize,
        /// How many scalars.
        scalars: usize,
    },
    /// More scalars than the table has bases.
    #[error("{scalars} scalars for a table of {bases} bases")]
    TooManyScalars {
        /// How many bases the table has.
        bases: usize,
        /// How many scalars.
        scalars: usize,
    },
    /// The table has no base of this number.
    #[error("no base {index} in a table of {bases}")]
    NoSuchBase {
        /// How many bases the table has.
        bases: usize,
        /// The number asked for.
        index: usize,
    },
    /// Windows are between 2 and 16 bits wide.
    #[error("a window of {width} bits; between 2 and 16 are possible")]
    Width {
        /// The width asked for.
        width: usize,
    },
    /// An option that is not possible for these points and scalars.
    #[error("{what} is not possible: {why}")]
    NotPossible {
        /// The option.
        what: &'static str,
        /// Why it cannot be.
        why: &'static str,
    },
    /// An integer has more bits than the tables are made for.
    #[error("an integer of {bits} bits; the tables are made for {most}")]
    IntegerTooLong {
        /// The length of the longest integer.
        bits: usize,
        /// The length that is possible.
        most: usize,
    },
    /// The tables do not fit the memory.
    #[error("{needed} bytes are the least for {bases} bases; {given} are given")]
    Memory {
        /// How many bases there are.
        bases: usize,
        /// How many bytes they take at least.
        needed: usize,
        /// How many may be used.
        given: usize,
    },
    /// A sum over prepared bases does not fit its memory.
    #[error("a sum of {scalars} scalars takes {needed} bytes at least; {given} are given")]
    SumMemory {
        /// How many scalars there are.
        scalars: usize,
        /// How many bytes the sum takes at least.
        needed: usize,
        /// How many may be used.
        given: usize,
    },
    /// Bytes that are not what they should be.
    #[error(transparent)]
    Format(#[from] crate::FormatError),
    /// Partial sums of different jobs.
    #[error("partial sums of the job {job} and of the job {other}")]
    Jobs {
        /// The job of one.
        job: JobId,
        /// The job of the other.
        other: JobId,
    },
    /// Partial sums of different problems.
    #[error("partial sums of {terms} terms of {bits} bits, and of {other_terms} terms of {other_bits} bits")]
    Problems {
        /// How many terms one has.
        terms: u64,
        /// How many bits one's integers have.
        bits: u32,
        /// How many terms the other has.
        other_terms: u64,
        /// How many bits the other's integers have.
        other_bits: u32,
    },
    /// Cells outside the problem.
    #[error("{cells} are not among {terms} terms of {bits} bits")]
    Outside {
        /// The cells.
        cells: Cells,
        /// How many terms the problem has.
        terms: u64,
        /// How many bits its integers have.
        bits: u32,
    },
    /// Cells that would count twice.
    #[error("{0} are in both partial sums")]
    Overlap(Cells),
    /// What two partial sums cover has too many gaps to be one.
    #[error("more than {most} rectangles are left after merging")]
    TooManyRectangles {
        /// How many a partial sum may have.
        most: usize,
    },
    /// Cells that are missing; there may be others.
    #[error("{0} are missing")]
    Missing(Cells),
    /// The callback that is told of the progress gave the sum up.
    #[error("the sum was given up")]
    Cancelled,
}
