//! The functions of EIP-7594 by their names in the specification.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, encoding::ZCASH};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::block::BlockCommitments;
use crate::cell_batch::{CellBatch, CellProof};
use crate::cell_proofs::cell_proofs_vartime;
use crate::decoding::{encodings, index, list, same_length};
use crate::eip4844::{as_bytes, scalars};
use crate::parameters::{BYTES_PER_CELL, CELLS_PER_BLOB, CELLS_TO_RECOVER, SCALARS_PER_CELL};
use crate::recovery::Extended;
use crate::setup::Setup;
use crate::verdict::Verdict;
use crate::{Argument, Blob, Cell, Error, Proof, scalars as encoding};

/// The bytes of a cell.
pub type CellBytes = [u8; BYTES_PER_CELL];
/// The 128 cells of a blob, and their proofs.
pub type CellsAndProofs = (Vec<CellBytes>, Vec<[u8; 48]>);

/// EIP-7594: cells of extended blobs, and their proofs.
impl Setup {
    /// The 128 cells of a blob. The first 64 are the blob itself.
    ///
    /// # Errors
    /// [`Error::Malformed`] for the blob.
    pub fn compute_cells(&self, blob: &[u8]) -> Result<Vec<CellBytes>, Error> {
        Ok(bytes_of_cells(&Extended::of_blob(&scalars(None, blob)?)))
    }

    /// The 128 cells of a blob and their proofs.
    ///
    /// # Errors
    /// [`Error::Malformed`] for the blob.
    pub fn compute_cells_and_kzg_proofs(&self, blob: &[u8]) -> Result<CellsAndProofs, Error> {
        let extended = Extended::of_blob(&scalars(None, blob)?);
        Ok(only(self.with_proofs(&[extended])))
    }

    /// [`compute_cells_and_kzg_proofs`](Self::compute_cells_and_kzg_proofs) of many blobs, which share the tables in
    /// the cache.
    ///
    /// # Errors
    /// [`Error::Malformed`] with the index of the first blob that is malformed.
    pub fn compute_cells_and_kzg_proofs_batch(
        &self,
        blobs: &[impl AsRef<[u8]>],
    ) -> Result<Vec<CellsAndProofs>, Error> {
        let extended = as_bytes(blobs)
            .iter()
            .enumerate()
            .map(|(index, blob)| Ok(Extended::of_blob(&scalars(Some(index), blob)?)))
            .collect::<Result<Vec<_>, Error>>()?;
        Ok(self.with_proofs(&extended))
    }

    /// The cells of a blob and their proofs: [`compute_cells_and_kzg_proofs`](Self::compute_cells_and_kzg_proofs) of
    /// values.
    pub fn cells_and_proofs(&self, blob: &Blob) -> (Vec<Cell>, Vec<Proof>) {
        let extended = Extended::of_blob(blob.scalars());
        let cells = (0..CELLS_PER_BLOB).map(|cell| Cell::of_scalars(extended.cell(cell).into())).collect();
        let proofs = self.proofs_of(&[extended]).into_iter().flatten().map(Proof::of_point).collect();
        (cells, proofs)
    }

    /// All cells of a blob from at least 64 of them, given with strictly ascending indices.
    ///
    /// # Errors
    /// [`Error::Lengths`], [`Error::NumberOfCells`], [`Error::OutOfRange`], [`Error::NotAscending`],
    /// [`Error::Malformed`] with the index of the argument. [`Error::Inconsistent`] if there are more than 64 cells and
    /// they are not those of one blob. The specification cuts the polynomial to 4,096 coefficients then, and returns
    /// cells that differ from those given. Here this is an error by decision.
    pub fn recover_cells(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
    ) -> Result<Vec<CellBytes>, Error> {
        Ok(bytes_of_cells(&recover(cell_indices, &as_bytes(cells))?))
    }

    /// All cells of a blob and their proofs, from at least 64 cells.
    ///
    /// # Errors
    /// As [`recover_cells`](Self::recover_cells).
    pub fn recover_cells_and_kzg_proofs(
        &self,
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
    ) -> Result<CellsAndProofs, Error> {
        let extended = recover(cell_indices, &as_bytes(cells))?;
        Ok(only(self.with_proofs(&[extended])))
    }

    /// Whether all cells are those of their commitments; true without cells. Lists have one entry for each cell, in any
    /// order, with repetitions.
    ///
    /// # Errors
    /// [`Error::Lengths`], [`Error::OutOfRange`], [`Error::Malformed`] with the index of the argument. A wrong proof is
    /// `false`.
    pub fn verify_cell_kzg_proof_batch(
        &self,
        commitments: &[impl AsRef<[u8]>],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[impl AsRef<[u8]>],
    ) -> Result<bool, Error> {
        let lists = (as_bytes(commitments), as_bytes(cells), as_bytes(proofs));
        Ok(self.verify_lists(&lists.0, cell_indices, &lists.1, &lists.2, false)?.is_valid())
    }

    /// As [`verify_cell_kzg_proof_batch`](Self::verify_cell_kzg_proof_batch), and names the cells that are not valid.
    ///
    /// # Errors
    /// As [`verify_cell_kzg_proof_batch`](Self::verify_cell_kzg_proof_batch).
    pub fn verify_cells(
        &self,
        commitments: &[impl AsRef<[u8]>],
        cell_indices: &[u64],
        cells: &[impl AsRef<[u8]>],
        proofs: &[impl AsRef<[u8]>],
    ) -> Result<Verdict, Error> {
        self.verify_lists(&as_bytes(commitments), cell_indices, &as_bytes(cells), &as_bytes(proofs), true)
    }

    /// Verifies cells of a block whose commitments are decoded, and names those that are not valid. [`Verdict`] says
    /// what names cost.
    ///
    /// # Errors
    /// [`Error::OutOfRange`], [`Error::Malformed`] with the index of the argument.
    pub fn verify_cells_of_block(
        &self,
        block: &BlockCommitments,
        cells: &[CellProof<'_>],
    ) -> Result<Verdict, Error> {
        let mut batch = CellBatch::default();
        batch.extend(block, cells)?;
        batch.verify(block, self.points(), true)
    }

    fn verify_lists(
        &self,
        commitments: &[&[u8]],
        cell_indices: &[u64],
        cells: &[&[u8]],
        proofs: &[&[u8]],
        name: bool,
    ) -> Result<Verdict, Error> {
        let number = (Argument::Commitment, commitments.len());
        same_length(number, (Argument::CellIndex, cell_indices.len()))?;
        same_length(number, (Argument::Cell, cells.len()))?;
        same_length(number, (Argument::Proof, proofs.len()))?;
        // Each distinct commitment is decoded once. Errors name the first place of each.
        let (mut numbers, mut distinct, mut places) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut of_entries = Vec::with_capacity(commitments.len());
        for (place, bytes) in encodings(Argument::Commitment, commitments)?.into_iter().enumerate() {
            let number = *numbers.entry(bytes).or_insert_with(|| {
                distinct.push(bytes);
                places.push(place);
                distinct.len() - 1
            });
            of_entries.push(number as u64);
        }
        let block = BlockCommitments::new(&distinct).map_err(|error| match error {
            Error::Malformed { argument, index: Some(index), reason } => {
                Error::Malformed { argument, index: Some(places[index]), reason }
            }
            error => error,
        })?;
        let entries: Vec<CellProof<'_>> = (0..commitments.len())
            .map(|k| CellProof {
                commitment: of_entries[k],
                index: cell_indices[k],
                cell: cells[k],
                proof: proofs[k],
            })
            .collect();
        let mut batch = CellBatch::default();
        batch.extend(&block, &entries)?;
        batch.verify(&block, self.points(), name)
    }

    /// The proofs of the cells of each blob.
    fn proofs_of(&self, blobs: &[Extended]) -> Vec<Vec<Affine>> {
        let polynomials: Vec<&[Scalar]> = blobs.iter().map(|blob| blob.coefficients.as_slice()).collect();
        cell_proofs_vartime(self.comb(), &polynomials)
    }

    fn with_proofs(&self, blobs: &[Extended]) -> Vec<CellsAndProofs> {
        let encode =
            |points: Vec<Affine>| points.iter().map(|point| ZCASH.encode_compressed(point)).collect();
        let proofs = self.proofs_of(blobs);
        blobs.iter().zip(proofs).map(|(blob, proofs)| (bytes_of_cells(blob), encode(proofs))).collect()
    }
}

/// The only result for one blob.
fn only(mut results: Vec<CellsAndProofs>) -> CellsAndProofs {
    results.pop().expect("a result for each blob")
}

fn bytes_of_cells(blob: &Extended) -> Vec<CellBytes> {
    let mut cells = vec![[0; BYTES_PER_CELL]; CELLS_PER_BLOB];
    for (index, bytes) in cells.iter_mut().enumerate() {
        encoding::write(blob.cell(index), bytes);
    }
    cells
}

fn recover(cell_indices: &[u64], cells: &[&[u8]]) -> Result<Extended, Error> {
    same_length((Argument::CellIndex, cell_indices.len()), (Argument::Cell, cells.len()))?;
    if !(CELLS_TO_RECOVER..=CELLS_PER_BLOB).contains(&cells.len()) {
        return Err(Error::NumberOfCells { found: cells.len() });
    }
    let mut indices: Vec<usize> = Vec::with_capacity(cells.len());
    for (position, &found) in cell_indices.iter().enumerate() {
        let value = index(Argument::CellIndex, position, found, CELLS_PER_BLOB)?;
        if indices.last().is_some_and(|last| value <= *last) {
            return Err(Error::NotAscending { index: position, found });
        }
        indices.push(value);
    }
    let cells = cells
        .iter()
        .enumerate()
        .map(|(position, cell)| list(Argument::Cell, Some(position), cell, SCALARS_PER_CELL))
        .collect::<Result<Vec<_>, _>>()?;
    Extended::recover(&indices, &cells).ok_or(Error::Inconsistent { cells: cells.len() })
}
