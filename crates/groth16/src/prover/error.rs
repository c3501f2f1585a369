//! Why there is no proof.

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProverError {
    /// The lists of a key do not fit each other.
    #[error("the lists of the key do not fit each other")]
    Key,
    /// The witness has another number of signals than the key.
    #[error("the witness has {found} signals, the key {expected}")]
    Witness {
        /// The number of the key.
        expected: usize,
        /// The number of the witness.
        found: usize,
    },
    /// The file of the key is refused.
    #[error(transparent)]
    File(#[from] crate::file::FileError),
    /// The callback cancelled the proof.
    #[error("cancelled")]
    Cancelled,
    /// The operating system provides no randomness.
    #[error("the operating system provides no randomness")]
    Randomness,
    /// The domain is not possible.
    #[error(transparent)]
    Domain(vorpal_ntt::Error),
    /// A sum is not possible.
    #[error(transparent)]
    Sum(vorpal_msm::Error),
}
