use crate::{Error, FormatError};

/// Why something could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The reader or the file.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// What was read.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The sum of what was read.
    #[error(transparent)]
    Sum(#[from] Error),
}
