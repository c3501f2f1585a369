//! Why a file is refused.

use super::{InputError, Kind};

/// Why a file is refused, and where.
///
/// ```
/// use vorpal_groth16::file::{Container, Kind};
/// let error = Container::of_bytes(b"wtns\x02\0\0\0\x01\0", Kind::Wtns).unwrap_err();
/// assert_eq!(error.to_string(), "wtns file, offset 8: 4 bytes are needed, and 2 are left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The kind of the file.
    pub kind: Kind,
    /// The type of the section, if the fault is in one.
    pub section: Option<u32>,
    /// The offset of the fault from the start of the file.
    pub offset: u64,
    /// What is wrong.
    pub reason: Reason,
}

impl core::fmt::Display for FileError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} file, ", self.kind)?;
        if let Some(section) = self.section {
            write!(f, "section {section}, ")?;
        }
        write!(f, "offset {}: {}", self.offset, self.reason)
    }
}

impl core::error::Error for FileError {}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be read.
    #[error("reading fails: {0}")]
    Read(InputError),
    /// The first bytes are not those of the kind.
    #[error("the file does not begin as such a file")]
    Magic,
    /// The version is not the one that is read.
    #[error("version {found} instead of {expected}")]
    Version {
        /// The version that is read.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// The file, or a section, ends too early.
    #[error("{needed} bytes are needed, and {left} are left")]
    Truncated {
        /// The number of bytes that follow by the format.
        needed: u64,
        /// The number of bytes that are left.
        left: u64,
    },
    /// The file, or a section, has bytes after its end.
    #[error("{0} bytes follow the end")]
    TooLong(u64),
    /// Two sections have the same type.
    #[error("a second section of this type")]
    Duplicate,
    /// There is no such section.
    #[error("the section is missing")]
    Missing,
    /// A section has another length than others imply.
    #[error("the section has {found} bytes instead of {expected}")]
    Length {
        /// The length that others imply.
        expected: u64,
        /// The length of the section.
        found: u64,
    },
    /// The prime is not the one that is read here.
    #[error("another prime field")]
    Prime,
    /// An element is not below its prime.
    #[error("a number is not below the prime")]
    NotReduced,
    /// The first value of a witness is not 1.
    #[error("the first value is not 1")]
    NoConstant,
    /// A value is not allowed here.
    #[error("{what} is {found}, {expected}")]
    Value {
        /// What the value means.
        what: &'static str,
        /// The value.
        found: u64,
        /// What is allowed.
        expected: &'static str,
    },
    /// An index is too large.
    #[error("{what} {found} of {number}")]
    Index {
        /// What the index counts.
        what: &'static str,
        /// The index.
        found: u64,
        /// The number of such things.
        number: u64,
    },
}
