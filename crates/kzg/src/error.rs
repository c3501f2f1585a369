//! Errors of the crate.

use core::fmt::{self, Display, Formatter};

use vorpal_fields::text::TextError;

/// The argument of a function that an error names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// A blob.
    Blob,
    /// A commitment.
    Commitment,
    /// A proof.
    Proof,
    /// A cell.
    Cell,
    /// The index of a cell.
    CellIndex,
    /// The index of a commitment.
    CommitmentIndex,
    /// The point at which a polynomial is evaluated.
    Z,
    /// The value of a polynomial.
    Y,
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Blob => "blob",
            Self::Commitment => "commitment",
            Self::Proof => "proof",
            Self::Cell => "cell",
            Self::CellIndex => "cell index",
            Self::CommitmentIndex => "commitment index",
            Self::Z => "z",
            Self::Y => "y",
        })
    }
}

/// The reason why bytes or a text are not a commitment, a proof, a cell, a blob or a scalar.
///
/// ```
/// use vorpal_kzg::{Cell, Malformed};
/// let error = Cell::try_from(&[0xff; 2048]).unwrap_err();
/// assert_eq!(error, Malformed::Scalar { position: 0 });
/// assert_eq!(error.to_string(), "scalar 0 is not below the order of the field");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// The length is wrong.
    #[error("{found} bytes where {expected} are expected")]
    Length {
        /// The length of the encoding.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// The text is not the hexadecimal digits of the bytes.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A scalar is not canonical.
    #[error("scalar {position} is not below the order of the field")]
    Scalar {
        /// The position of the first such scalar.
        position: usize,
    },
    /// The bytes are no point of the group.
    #[error(transparent)]
    Point(#[from] vorpal_curves::Error),
}

/// Errors of setups and of the functions of the specification. A wrong proof is no error: verification returns `false`.
///
/// ```
/// use vorpal_kzg::{Argument, Error, Malformed, Setup};
/// let error = Setup::ethereum().blob_to_kzg_commitment(&[0; 5]).unwrap_err();
/// let reason = Malformed::Length { expected: 131_072, found: 5 };
/// assert_eq!(error, Error::Malformed { argument: Argument::Blob, index: None, reason });
/// assert_eq!(error.to_string(), "blob: 5 bytes where 131072 are expected");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An argument is malformed.
    #[error("{argument}{}: {reason}", Position(*index))]
    Malformed {
        /// The argument.
        argument: Argument,
        /// The index in a list of such arguments; `None` for an argument that is no list.
        index: Option<usize>,
        /// What is wrong.
        reason: Malformed,
    },
    /// Two lists do not have the same length.
    #[error("{found} arguments of kind {other} for {expected} of kind {argument}")]
    Lengths {
        /// The kind of the first list.
        argument: Argument,
        /// The length of the first list.
        expected: usize,
        /// The kind of the second list.
        other: Argument,
        /// The length of the second list.
        found: usize,
    },
    /// An index of a cell or of a commitment is out of range.
    #[error("{argument} {index} is {found}; {limit} and more are out of range")]
    OutOfRange {
        /// The kind of the index.
        argument: Argument,
        /// The position in the list of indices.
        index: usize,
        /// The value given.
        found: u64,
        /// The least value out of range.
        limit: usize,
    },
    /// The number of cells is not between 64 and 128.
    #[error("{found} cells; recovery needs 64 to 128")]
    NumberOfCells {
        /// The number given.
        found: usize,
    },
    /// The indices of cells for recovery are not ascending.
    #[error("cell index {index} is {found}, which is not above the one before")]
    NotAscending {
        /// The position in the list of indices.
        index: usize,
        /// The value given.
        found: u64,
    },
    /// No polynomial with 4,096 coefficients has the values of all cells.
    #[error("the {cells} cells are not those of one blob")]
    Inconsistent {
        /// The number of cells.
        cells: usize,
    },
    /// A trusted setup is malformed.
    #[error("trusted setup: {0}")]
    Setup(SetupError),
    /// Tables do not fit the memory limit, or cannot be built.
    #[error("tables: {0}")]
    Tables(#[from] vorpal_msm::Error),
}

/// The reason why a trusted setup is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A text ends early, or one of the first two lines is no number.
    #[error("line {line} is missing or malformed")]
    Line {
        /// The number of the line, counted from 1; for a text that ends early, that of the line after the last.
        line: usize,
    },
    /// The text has more lines.
    #[error("there is more text after the last point")]
    TooLong,
    /// The number of points is not that of the specification.
    #[error("{found} {points}; {expected} are expected")]
    Number {
        /// The kind of points.
        points: &'static str,
        /// The number that is expected.
        expected: usize,
        /// The number given.
        found: usize,
    },
    /// A point is malformed.
    #[error("{points}, point {index}: {reason}")]
    Point {
        /// The kind of points.
        points: &'static str,
        /// The index of the point.
        index: usize,
        /// What is wrong.
        reason: Malformed,
    },
    /// The points are not the powers of one number, or the Lagrange basis is not that of these powers.
    #[error("{points} do not belong to the powers in G1")]
    Relation {
        /// The kind of points.
        points: &'static str,
    },
    /// The text is not JSON with the three lists of points.
    #[error("no JSON with the lists of points: line {line}, column {column}")]
    Json {
        /// The line of the fault.
        line: usize,
        /// The column of the fault.
        column: usize,
    },
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

/// ` 3` for the index 3.
struct Position(Option<usize>);

impl Display for Position {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |index| write!(f, " {index}"))
    }
}
