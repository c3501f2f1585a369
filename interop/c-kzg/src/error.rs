//! Errors.

use alloc::string::{String, ToString};
use core::fmt::{self, Debug, Display, Formatter};

/// The reason of [`Error::CError`], by the names of c-kzg's C interface.
#[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names of the replaced crate")]
#[repr(C)]
#[derive(Debug, Copy, Clone, Hash, PartialEq, Eq)]
pub enum CkzgError {
    /// No error. No function returns it.
    C_KZG_OK = 0,
    /// An argument is malformed.
    C_KZG_BADARGS = 1,
    /// An internal error. No function returns it.
    C_KZG_ERROR = 2,
    /// There is not enough memory for tables.
    C_KZG_MALLOC = 3,
}

/// The reason of [`Error::LoadingTrustedSetupFailed`].
#[derive(Debug)]
pub enum KzgErrors {
    /// Not returned: nothing reads the current directory.
    FailedCurrentDirectory,
    /// Not returned: files have [`Error::InvalidTrustedSetup`].
    PathNotExists,
    /// Not returned: files have [`Error::InvalidTrustedSetup`].
    IOError,
    /// Not returned: files have [`Error::InvalidTrustedSetup`].
    NotValidFile,
    /// Lines are missing, or there are more lines.
    FileFormatError,
    /// A line is no number, or not the hexadecimal digits of a point.
    ParseError,
    /// The number of points is not that of the specification.
    MismatchedNumberOfPoints,
}

/// Errors of this crate. A wrong proof is no error.
///
/// ```
/// use c_kzg::{Blob, CkzgError, Error, ethereum_kzg_settings};
/// let settings = ethereum_kzg_settings(0);
/// let error = settings.blob_to_kzg_commitment(&Blob::new([0xff; 131_072])).unwrap_err();
/// assert!(matches!(error, Error::CError(CkzgError::C_KZG_BADARGS)));
/// ```
#[derive(Debug)]
pub enum Error {
    /// The length of bytes is wrong.
    InvalidBytesLength(String),
    /// A text has characters other than hexadecimal digits, or an odd number of them.
    InvalidHexFormat(String),
    /// The length of a proof is wrong.
    InvalidKzgProof(String),
    /// The length of a commitment is wrong.
    InvalidKzgCommitment(String),
    /// A trusted setup is not valid, or there is no memory for its tables.
    InvalidTrustedSetup(String),
    /// Lists have different lengths.
    MismatchLength(String),
    /// The text of a trusted setup does not have its format.
    LoadingTrustedSetupFailed(KzgErrors),
    /// An argument is malformed.
    CError(CkzgError),
}

#[cfg(feature = "std")]
impl std::error::Error for Error {}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidBytesLength(text)
            | Self::InvalidHexFormat(text)
            | Self::InvalidKzgProof(text)
            | Self::InvalidKzgCommitment(text)
            | Self::InvalidTrustedSetup(text)
            | Self::MismatchLength(text) => f.write_str(text),
            Self::LoadingTrustedSetupFailed(reason) => write!(f, "KzgErrors: {reason:?}"),
            Self::CError(reason) => Debug::fmt(reason, f),
        }
    }
}

impl From<KzgErrors> for Error {
    fn from(reason: KzgErrors) -> Self {
        Self::LoadingTrustedSetupFailed(reason)
    }
}

/// The error of a function of the specification.
pub(crate) fn of_function(error: vorpal_kzg::Error) -> Error {
    match error {
        vorpal_kzg::Error::Lengths { .. } => Error::MismatchLength(error.to_string()),
        vorpal_kzg::Error::Tables(_) => Error::CError(CkzgError::C_KZG_MALLOC),
        _ => Error::CError(CkzgError::C_KZG_BADARGS),
    }
}
