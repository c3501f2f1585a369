//! Errors by the names of the replaced crate and of its parts.

/// Errors of this crate. A wrong proof is an error too: [`is_proof_invalid`](Self::is_proof_invalid).
///
/// ```
/// use rust_eth_kzg::{DASContext, Error};
/// let error = DASContext::default().blob_to_kzg_commitment(&[0xff; 131_072]).unwrap_err();
/// assert!(matches!(error, Error::Serialization(_)) && !error.is_proof_invalid());
/// ```
#[derive(Debug)]
pub enum Error {
    /// Not returned: [`Recovery`](Self::Recovery) has the reasons.
    Prover(ProverError),
    /// Cells are not verified.
    Verifier(VerifierError),
    /// Cells are not recovered.
    Recovery(RecoveryError),
    /// Bytes are no scalars, or no point of the group.
    Serialization(SerializationError),
    /// An error of a function of EIP-4844.
    EIP4844(BlobError),
}

impl Error {
    /// Whether the arguments are well-formed, and a proof is wrong.
    pub const fn is_proof_invalid(&self) -> bool {
        matches!(
            self,
            Self::Verifier(VerifierError::FK20(CellProofError::InvalidProof))
                | Self::EIP4844(BlobError::Verifier(BlobVerifierError::InvalidProof))
        )
    }
}

impl From<ProverError> for Error {
    fn from(error: ProverError) -> Self {
        Self::Prover(error)
    }
}

impl From<VerifierError> for Error {
    fn from(error: VerifierError) -> Self {
        Self::Verifier(error)
    }
}

impl From<RecoveryError> for Error {
    fn from(error: RecoveryError) -> Self {
        Self::Recovery(error)
    }
}

impl From<RSError> for Error {
    fn from(error: RSError) -> Self {
        RecoveryError::from(error).into()
    }
}

impl From<SerializationError> for Error {
    fn from(error: SerializationError) -> Self {
        Self::Serialization(error)
    }
}

impl From<BlobError> for Error {
    fn from(error: BlobError) -> Self {
        Self::EIP4844(error)
    }
}

/// The reason of [`Error::Prover`].
#[derive(Debug)]
pub enum ProverError {
    /// Cells are not recovered.
    RecoveryFailure(RecoveryError),
}

impl From<RecoveryError> for ProverError {
    fn from(error: RecoveryError) -> Self {
        Self::RecoveryFailure(error)
    }
}

/// The reason of [`Error::Recovery`].
#[derive(Debug)]
pub enum RecoveryError {
    /// There are fewer than 64 cells.
    NotEnoughCellsToReconstruct {
        /// The number of cells.
        num_cells_received: usize,
        /// The least number.
        min_cells_needed: usize,
    },
    /// There are not as many indices as cells.
    NumCellIndicesNotEqualToNumCells {
        /// The number of indices.
        num_cell_indices: usize,
        /// The number of cells.
        num_cells: usize,
    },
    /// Not returned: ascending indices in range are at most 128.
    TooManyCellsReceived {
        /// The number of cells.
        num_cells_received: usize,
        /// The greatest number.
        max_cells_needed: usize,
    },
    /// An index is 128 or more.
    CellIndexOutOfRange {
        /// The first such index.
        cell_index: u64,
        /// The number of cells of a blob.
        max_number_of_cells: u64,
    },
    /// The indices are not strictly ascending.
    CellIndicesNotUniquelyOrdered,
    /// The cells are not those of one blob.
    ReedSolomon(RSError),
}

impl From<RSError> for RecoveryError {
    fn from(error: RSError) -> Self {
        Self::ReedSolomon(error)
    }
}

/// The reason of [`RecoveryError::ReedSolomon`].
#[derive(Debug)]
pub enum RSError {
    /// Not returned.
    PolynomialHasTooManyCoefficients {
        /// The number of coefficients.
        num_coefficients: usize,
        /// The greatest number.
        max_num_coefficients: usize,
    },
    /// No polynomial of the degree of a blob has the values of all cells.
    PolynomialHasInvalidLength {
        /// The number of coefficients that the values determine: 8,192.
        num_coefficients: usize,
        /// The number of coefficients of a blob.
        expected_num_coefficients: usize,
    },
    /// Not returned: [`RecoveryError::NotEnoughCellsToReconstruct`].
    TooManyBlockErasures {
        /// The number of missing cells.
        num_block_erasures: usize,
        /// The greatest number.
        max_num_block_erasures_accepted: usize,
    },
    /// Not returned: [`RecoveryError::CellIndexOutOfRange`].
    InvalidBlockIndex {
        /// The index.
        block_index: usize,
        /// The least index out of range.
        block_size: usize,
    },
}

/// The reason of [`Error::Verifier`].
#[derive(Debug)]
pub enum VerifierError {
    /// An index is 128 or more.
    CellIndexOutOfRange {
        /// The first such index.
        cell_index: u64,
        /// The number of cells of a blob.
        max_number_of_cells: u64,
    },
    /// Not returned: there are no indices of commitments.
    InvalidCommitmentIndex {
        /// The index.
        commitment_index: u64,
        /// The number of commitments.
        max_number_of_commitments: u64,
    },
    /// Not returned: [`VerifierError::FK20`].
    InvalidProof,
    /// Lists have different lengths.
    BatchVerificationInputsMustHaveSameLength {
        /// The number of commitments.
        commitment_indices_len: usize,
        /// The number of indices.
        cell_indices_len: usize,
        /// The number of cells.
        cells_len: usize,
        /// The number of proofs.
        proofs_len: usize,
    },
    /// A proof is wrong.
    FK20(CellProofError),
    /// Not returned.
    PolynomialHasInvalidLength {
        /// The number of coefficients.
        num_coefficients: usize,
        /// The number that is expected.
        expected_num_coefficients: usize,
    },
}

impl From<CellProofError> for VerifierError {
    fn from(error: CellProofError) -> Self {
        Self::FK20(error)
    }
}

/// The reason of [`VerifierError::FK20`]; `VerifierError` of the crate ekzg-multi-open.
#[derive(Debug)]
pub enum CellProofError {
    /// A proof is wrong.
    InvalidProof,
}

/// The reason of [`Error::Serialization`]; `Error` of the crate ekzg-serialization.
#[derive(Debug)]
pub enum SerializationError {
    /// A scalar is not below the order of the field.
    CouldNotDeserializeScalar {
        /// The bytes of the scalar.
        bytes: Vec<u8>,
    },
    /// The bytes encode no point of the group.
    CouldNotDeserializeG1Point {
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// Not returned: types have the length.
    ScalarHasInvalidLength {
        /// The bytes.
        bytes: Vec<u8>,
        /// Their length.
        length: usize,
    },
    /// Not returned: types have the length.
    BlobHasInvalidLength {
        /// The bytes.
        bytes: Vec<u8>,
        /// Their length.
        length: usize,
    },
    /// Not returned: types have the length.
    G1PointHasInvalidLength {
        /// The bytes.
        bytes: Vec<u8>,
        /// Their length.
        length: usize,
    },
}

/// The reason of [`Error::EIP4844`]; `Error` of the crate eip4844.
#[derive(Debug)]
pub enum BlobError {
    /// A proof is not verified.
    Verifier(BlobVerifierError),
    /// Bytes are no scalars, or no point of the group.
    Serialization(SerializationError),
}

impl From<BlobVerifierError> for BlobError {
    fn from(error: BlobVerifierError) -> Self {
        Self::Verifier(error)
    }
}

impl From<SerializationError> for BlobError {
    fn from(error: SerializationError) -> Self {
        Self::Serialization(error)
    }
}

/// The reason of [`BlobError::Verifier`]; `VerifierError` of the crate eip4844.
#[derive(Debug)]
pub enum BlobVerifierError {
    /// A proof is wrong.
    InvalidProof,
    /// Lists have different lengths.
    BatchVerificationInputsMustHaveSameLength {
        /// The number of blobs.
        blobs_len: usize,
        /// The number of commitments.
        commitments_len: usize,
        /// The number of proofs.
        proofs_len: usize,
    },
}
