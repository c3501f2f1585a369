//! The functions of EIP-7594. Vectors are taken by value, as in the replaced crate.
#![allow(clippy::needless_pass_by_value, reason = "the API")]

use vorpal_kzg::CellsAndProofs;

use crate::arguments::Arguments;
use crate::constants::{
    CELLS_PER_EXT_BLOB, EXPANSION_FACTOR, FIELD_ELEMENTS_PER_BLOB, FIELD_ELEMENTS_PER_EXT_BLOB,
};
use crate::errors::{CellProofError, Error, RSError, RecoveryError, VerifierError};
use crate::{BlobRef, Bytes48Ref, Cell, CellIndex, CellRef, DASContext, KZGCommitment, KZGProof};

/// The cells of a blob.
type Cells = [Cell; CELLS_PER_EXT_BLOB];
/// The proofs of all cells.
type Proofs = [KZGProof; CELLS_PER_EXT_BLOB];

/// The least index out of range.
const LIMIT: u64 = CELLS_PER_EXT_BLOB as u64;
/// The least number of cells for recovery.
const LEAST: usize = CELLS_PER_EXT_BLOB / EXPANSION_FACTOR;

/// EIP-7594.
///
/// # Errors
/// Each function returns [`Error::Serialization`] for a scalar that is not canonical, and for bytes that encode no
/// point of the group.
impl DASContext {
    /// The commitment to a blob.
    pub fn blob_to_kzg_commitment(&self, blob: BlobRef<'_>) -> Result<KZGCommitment, Error> {
        let arguments = Arguments { blobs: &[blob], ..Arguments::default() };
        self.setup().blob_to_kzg_commitment(blob).map_err(|error| arguments.error(&error).into())
    }

    /// The cells of a blob and their proofs.
    pub fn compute_cells_and_kzg_proofs(&self, blob: BlobRef<'_>) -> Result<(Cells, Proofs), Error> {
        let arguments = Arguments { blobs: &[blob], ..Arguments::default() };
        let computed = self.setup().compute_cells_and_kzg_proofs(blob);
        computed.map(cells_and_proofs).map_err(|error| arguments.error(&error).into())
    }

    /// The cells of a blob.
    pub fn compute_cells(&self, blob: BlobRef<'_>) -> Result<Cells, Error> {
        let arguments = Arguments { blobs: &[blob], ..Arguments::default() };
        let cells = self.setup().compute_cells(blob).map_err(|error| arguments.error(&error))?;
        Ok(array(cells.into_iter().map(Box::new).collect()))
    }

    /// All cells of a blob and their proofs, from at least 64 cells with ascending indices. Also [`Error::Recovery`].
    pub fn recover_cells_and_kzg_proofs(
        &self,
        cell_indices: Vec<CellIndex>,
        cells: Vec<CellRef<'_>>,
    ) -> Result<(Cells, Proofs), Error> {
        check_recovery(&cell_indices, cells.len())?;
        let arguments = Arguments { cells: &cells, ..Arguments::default() };
        match self.setup().recover_cells_and_kzg_proofs(&cell_indices, &cells) {
            Ok(recovered) => Ok(cells_and_proofs(recovered)),
            Err(vorpal_kzg::Error::Inconsistent { .. }) => Err(RSError::PolynomialHasInvalidLength {
                num_coefficients: FIELD_ELEMENTS_PER_EXT_BLOB,
                expected_num_coefficients: FIELD_ELEMENTS_PER_BLOB,
            }
            .into()),
            Err(error) => Err(arguments.error(&error).into()),
        }
    }

    /// Verifies that all cells are those of their commitments; also without cells. Lists have one entry for each cell.
    /// A wrong proof and a list that does not fit are [`Error::Verifier`].
    pub fn verify_cell_kzg_proof_batch(
        &self,
        commitments: Vec<Bytes48Ref<'_>>,
        cell_indices: &[CellIndex],
        cells: Vec<CellRef<'_>>,
        proofs_bytes: Vec<Bytes48Ref<'_>>,
    ) -> Result<(), Error> {
        let lengths = [commitments.len(), cell_indices.len(), cells.len(), proofs_bytes.len()];
        if lengths.iter().any(|length| *length != lengths[0]) {
            let [commitment_indices_len, cell_indices_len, cells_len, proofs_len] = lengths;
            return Err(VerifierError::BatchVerificationInputsMustHaveSameLength {
                commitment_indices_len,
                cell_indices_len,
                cells_len,
                proofs_len,
            }
            .into());
        }
        if let Some(index) = cell_indices.iter().find(|index| **index >= LIMIT) {
            let (cell_index, max_number_of_cells) = (*index, LIMIT);
            return Err(VerifierError::CellIndexOutOfRange { cell_index, max_number_of_cells }.into());
        }
        let arguments = Arguments {
            commitments: &commitments,
            cells: &cells,
            proofs: &proofs_bytes,
            ..Arguments::default()
        };
        let verified =
            self.setup().verify_cell_kzg_proof_batch(&commitments, cell_indices, &cells, &proofs_bytes);
        match verified.map_err(|error| arguments.error(&error))? {
            true => Ok(()),
            false => Err(VerifierError::from(CellProofError::InvalidProof).into()),
        }
    }
}

/// Checks the numbers of indices and cells, then the indices, in the order of the replaced crate.
fn check_recovery(indices: &[CellIndex], cells: usize) -> Result<(), RecoveryError> {
    if indices.len() != cells {
        return Err(RecoveryError::NumCellIndicesNotEqualToNumCells {
            num_cell_indices: indices.len(),
            num_cells: cells,
        });
    }
    if let Some(index) = indices.iter().find(|index| **index >= LIMIT) {
        let (cell_index, max_number_of_cells) = (*index, LIMIT);
        return Err(RecoveryError::CellIndexOutOfRange { cell_index, max_number_of_cells });
    }
    if !indices.is_sorted_by(|one, next| one < next) {
        return Err(RecoveryError::CellIndicesNotUniquelyOrdered);
    }
    if cells < LEAST {
        return Err(RecoveryError::NotEnoughCellsToReconstruct {
            num_cells_received: cells,
            min_cells_needed: LEAST,
        });
    }
    Ok(())
}

fn cells_and_proofs((cells, proofs): CellsAndProofs) -> (Cells, Proofs) {
    (array(cells.into_iter().map(Box::new).collect()), array(proofs))
}

/// The array of as many entries as a blob has cells.
fn array<T>(list: Vec<T>) -> [T; CELLS_PER_EXT_BLOB] {
    match list.try_into() {
        Ok(list) => list,
        Err(_) => unreachable!("an entry for each cell of a blob"),
    }
}
