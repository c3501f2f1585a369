use crate::{Error, FormatError};

/// The error of reading points, scalars or tables from a reader or a file.
///
/// ```
/// use vorpal_curves::bn254::Bn254G1;
/// use vorpal_msm::{FormatError, Msm, ReadError, msm_of_readers_vartime};
/// let error = msm_of_readers_vartime::<Bn254G1>(Msm::new(), &[0; 63][..], &[0; 32][..]).unwrap_err();
/// assert!(matches!(error, ReadError::Format(FormatError::Truncated { needed: 64, found: 63 })));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The reader or the file fails.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The bytes are invalid.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The sum of the terms fails.
    #[error(transparent)]
    Sum(#[from] Error),
}
