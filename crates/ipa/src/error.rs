//! Errors of the crate.

#[cfg(feature = "std")]
use std::path::PathBuf;

use crate::ProofPart;

/// Errors of commitments, tables, and proofs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// More values than generators.
    #[error("{found} values for a basis of {}", crate::WIDTH)]
    TooManyValues {
        /// The number of values given.
        found: usize,
    },
    /// The tables cannot have this window width, or the number of values does not fit.
    #[error(transparent)]
    Tables(vorpal_msm::Error),
    /// A basis does not have 256 generators.
    #[error("{found} generators for a basis of {}", crate::WIDTH)]
    Generators {
        /// The number of generators given.
        found: usize,
    },
    /// A file cannot be read or written.
    #[cfg(feature = "std")]
    #[error("{}: {kind}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The kind of the system's error.
        kind: std::io::ErrorKind,
    },
    /// A file does not hold tables for this basis.
    #[cfg(feature = "std")]
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: vorpal_msm::FormatError,
    },
    /// A vector to be opened has more values than there are generators.
    #[error("vector {vector}: {found} values for a basis of {}", crate::WIDTH)]
    VectorTooLong {
        /// The index of the vector.
        vector: usize,
        /// The number of its values.
        found: usize,
    },
    /// No openings to prove or to verify.
    #[error("a proof needs at least one opening")]
    NoOpenings,
    /// A query refers to a vector that does not exist.
    #[error("query {query}: vector {vector} of {vectors}")]
    NoSuchVector {
        /// The index of the query.
        query: usize,
        /// The index of the vector in the query.
        vector: usize,
        /// The number of vectors.
        vectors: usize,
    },
    /// A claim refers to a commitment that does not exist.
    #[error("claim {claim}: commitment {commitment} of {commitments}")]
    NoSuchCommitment {
        /// The index of the claim.
        claim: usize,
        /// The index of the commitment in the claim.
        commitment: usize,
        /// The number of commitments.
        commitments: usize,
    },
    /// An encoded proof has the wrong length.
    #[error("{found} bytes where a proof of {expected} bytes is expected")]
    ProofLength {
        /// The length of a proof.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A text is not the hexadecimal digits of a proof.
    #[error(transparent)]
    Text(#[from] vorpal_fields::text::TextError),
    /// An encoded proof contains an invalid point.
    #[error("{part} of the proof: {error}")]
    ProofPoint {
        /// The point.
        part: ProofPart,
        /// The reason.
        error: vorpal_curves::Error,
    },
    /// An encoded proof contains an invalid scalar.
    #[error("{part} of the proof: {error}")]
    ProofScalar {
        /// The scalar.
        part: ProofPart,
        /// The reason.
        error: vorpal_fields::Error,
    },
}
