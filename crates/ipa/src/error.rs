use std::path::PathBuf;

use crate::ProofPart;

/// Why there is no commitment, or no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// More values than generators.
    #[error("{found} values for a basis of {}", crate::WIDTH)]
    TooManyValues {
        /// How many values were given.
        found: usize,
    },
    /// The tables cannot have this shape.
    #[error(transparent)]
    Tables(vorpal_msm::Error),
    /// A file cannot be read or written.
    #[error("{}: {kind}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        kind: std::io::ErrorKind,
    },
    /// A file does not hold tables for this basis.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: vorpal_msm::FormatError,
    },
    /// A vector to be opened has more values than there are generators.
    #[error("vector {vector}: {found} values for a basis of {}", crate::WIDTH)]
    VectorTooLong {
        /// Which vector.
        vector: usize,
        /// How many values it has.
        found: usize,
    },
    /// There is nothing to prove or to verify.
    #[error("a proof needs at least one opening")]
    NoOpenings,
    /// A query names a vector that is not there.
    #[error("query {query}: vector {vector} of {vectors}")]
    NoSuchVector {
        /// Which query.
        query: usize,
        /// The vector that it names.
        vector: usize,
        /// How many vectors there are.
        vectors: usize,
    },
    /// A claim names a commitment that is not there.
    #[error("claim {claim}: commitment {commitment} of {commitments}")]
    NoSuchCommitment {
        /// Which claim.
        claim: usize,
        /// The commitment that it names.
        commitment: usize,
        /// How many commitments there are.
        commitments: usize,
    },
    /// The bytes are not as many as a proof has.
    #[error("{found} bytes where a proof of {expected} bytes is expected")]
    ProofLength {
        /// The length of a proof.
        expected: usize,
        /// The length given.
        found: usize,
    },
    /// A point of a proof is none.
    #[error("{part} of the proof: {error}")]
    ProofPoint {
        /// Which point.
        part: ProofPart,
        /// What is wrong with it.
        error: vorpal_curves::Error,
    },
    /// A scalar of a proof is none.
    #[error("{part} of the proof: {error}")]
    ProofScalar {
        /// Which scalar.
        part: ProofPart,
        /// What is wrong with it.
        error: vorpal_fields::Error,
    },
}
