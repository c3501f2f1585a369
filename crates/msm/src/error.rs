/// Why a sum cannot be formed.
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
    /// A wish that cannot be granted for these points and scalars.
    #[error("{what} is not possible: {why}")]
    NotPossible {
        /// What was wished for.
        what: &'static str,
        /// Why it cannot be.
        why: &'static str,
    },
    /// The callback that is told of the progress gave the sum up.
    #[error("the sum was given up")]
    Cancelled,
}
