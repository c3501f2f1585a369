//! Errors of setups.

use std::io;

use crate::file::FileError;

/// Why a setup is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A file is malformed.
    #[error(transparent)]
    File(#[from] FileError),
    /// A point of a key is not in its group.
    #[error(transparent)]
    Key(#[from] crate::zkey::PointError),
    /// A file cannot be written.
    #[error("writing fails: {0}")]
    Write(io::ErrorKind),
    /// A point of a file is not in the prime subgroup of the curve.
    #[error("{section}: point {index} is not in the subgroup of the curve")]
    Point {
        /// The kind of points.
        section: &'static str,
        /// The index of the first such point.
        index: usize,
    },
    /// The circuit needs more powers of tau than the file has.
    #[error("the circuit needs 2^{needed} powers of tau, and the file has 2^{found}")]
    Power {
        /// The binary logarithm of the number of powers that are needed.
        needed: u32,
        /// That of the powers in the file.
        found: u32,
    },
    /// The field has no domain of this size.
    #[error("no domain of 2^{0} points")]
    Domain(u32),
    /// A ceremony of this size is not possible.
    #[error("2^{0} powers of tau; possible are 2^1 to 2^28")]
    PowerRange(u32),
    /// A contribution needs all powers of the ceremony.
    #[error("the file has 2^{power} of the 2^{ceremony} powers of its ceremony, which a contribution needs")]
    PartOfCeremony {
        /// The binary logarithm of the number of powers in the file.
        power: u32,
        /// That of the number of powers of the ceremony.
        ceremony: u32,
    },
    /// A beacon without a value, with one of more than 255 bytes, or with too large an exponent.
    #[error("a beacon has 1 to 255 bytes and at most 2^32 iterations")]
    Beacon,
    /// The operating system has no randomness.
    #[error("the operating system gives no randomness")]
    Randomness,
}

impl From<io::Error> for SetupError {
    fn from(error: io::Error) -> Self {
        Self::Write(error.kind())
    }
}
