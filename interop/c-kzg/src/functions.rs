//! The functions of EIP-4844 and EIP-7594. Arguments are checked by them, not by the types.

use alloc::boxed::Box;
use alloc::vec::Vec;

use vorpal_kzg::CellsAndProofs;

use crate::constants::CELLS_PER_EXT_BLOB;
use crate::error::of_function;
use crate::{Blob, Bytes32, Bytes48, Cell, Error, KzgCommitment, KzgProof, KzgSettings};

/// The cells of an extended blob.
type Cells = [Cell; CELLS_PER_EXT_BLOB];
/// The proofs of all cells.
type Proofs = [KzgProof; CELLS_PER_EXT_BLOB];

/// EIP-4844.
///
/// # Errors
/// Each function returns [`Error::CError`] for an argument that is malformed: a scalar that is not canonical, or bytes
/// that encode no point of the group.
impl KzgSettings {
    /// The commitment to a blob.
    pub fn blob_to_kzg_commitment(&self, blob: &Blob) -> Result<KzgCommitment, Error> {
        self.setup().blob_to_kzg_commitment(blob.as_ref()).map(KzgCommitment::from).map_err(of_function)
    }

    /// The proof of the value of a blob's polynomial at `z`, and this value.
    pub fn compute_kzg_proof(&self, blob: &Blob, z_bytes: &Bytes32) -> Result<(KzgProof, Bytes32), Error> {
        let (proof, y) =
            self.setup().compute_kzg_proof(blob.as_ref(), &z_bytes.bytes).map_err(of_function)?;
        Ok((proof.into(), y.into()))
    }

    /// The proof that a blob has a commitment, which is decoded but not compared with the blob.
    pub fn compute_blob_kzg_proof(&self, blob: &Blob, commitment_bytes: &Bytes48) -> Result<KzgProof, Error> {
        let proof = self.setup().compute_blob_kzg_proof(blob.as_ref(), &commitment_bytes.bytes);
        proof.map(KzgProof::from).map_err(of_function)
    }

    /// Whether the committed polynomial has the value `y` at `z`.
    pub fn verify_kzg_proof(
        &self,
        commitment_bytes: &Bytes48,
        z_bytes: &Bytes32,
        y_bytes: &Bytes32,
        proof_bytes: &Bytes48,
    ) -> Result<bool, Error> {
        let (commitment, proof) = (&commitment_bytes.bytes, &proof_bytes.bytes);
        self.setup().verify_kzg_proof(commitment, &z_bytes.bytes, &y_bytes.bytes, proof).map_err(of_function)
    }

    /// Whether a blob has a commitment.
    pub fn verify_blob_kzg_proof(
        &self,
        blob: &Blob,
        commitment_bytes: &Bytes48,
        proof_bytes: &Bytes48,
    ) -> Result<bool, Error> {
        let (commitment, proof) = (&commitment_bytes.bytes, &proof_bytes.bytes);
        self.setup().verify_blob_kzg_proof(blob.as_ref(), commitment, proof).map_err(of_function)
    }

    /// Whether all blobs have their commitments; true without blobs. Also [`Error::MismatchLength`].
    pub fn verify_blob_kzg_proof_batch(
        &self,
        blobs: &[Blob],
        commitments_bytes: &[Bytes48],
        proofs_bytes: &[Bytes48],
    ) -> Result<bool, Error> {
        let (commitments, proofs) = (slices(commitments_bytes), slices(proofs_bytes));
        self.setup().verify_blob_kzg_proof_batch(blobs, &commitments, &proofs).map_err(of_function)
    }
}

/// EIP-7594.
///
/// # Errors
/// As for EIP-4844.
impl KzgSettings {
    /// The cells of a blob.
    pub fn compute_cells(&self, blob: &Blob) -> Result<Box<Cells>, Error> {
        let cells = self.setup().compute_cells(blob.as_ref()).map_err(of_function)?;
        Ok(boxed(cells.into_iter().map(Cell::new).collect()))
    }

    /// The cells of a blob and their proofs.
    pub fn compute_cells_and_kzg_proofs(&self, blob: &Blob) -> Result<(Box<Cells>, Box<Proofs>), Error> {
        self.setup().compute_cells_and_kzg_proofs(blob.as_ref()).map(cells_and_proofs).map_err(of_function)
    }

    /// All cells of a blob and their proofs, from at least 64 cells with ascending indices. Also
    /// [`Error::MismatchLength`].
    pub fn recover_cells_and_kzg_proofs(
        &self,
        cell_indices: &[u64],
        cells: &[Cell],
    ) -> Result<(Box<Cells>, Box<Proofs>), Error> {
        let recovered = self.setup().recover_cells_and_kzg_proofs(cell_indices, &slices_of_cells(cells));
        recovered.map(cells_and_proofs).map_err(of_function)
    }

    /// Whether all cells are those of their commitments; true without cells. Lists have one entry for each cell. Also
    /// [`Error::MismatchLength`].
    pub fn verify_cell_kzg_proof_batch(
        &self,
        commitments_bytes: &[Bytes48],
        cell_indices: &[u64],
        cells: &[Cell],
        proofs_bytes: &[Bytes48],
    ) -> Result<bool, Error> {
        let (commitments, proofs) = (slices(commitments_bytes), slices(proofs_bytes));
        let cells = slices_of_cells(cells);
        let verified = self.setup().verify_cell_kzg_proof_batch(&commitments, cell_indices, &cells, &proofs);
        verified.map_err(of_function)
    }
}

fn slices(list: &[Bytes48]) -> Vec<&[u8]> {
    list.iter().map(|entry| &entry.bytes[..]).collect()
}

fn slices_of_cells(list: &[Cell]) -> Vec<&[u8]> {
    list.iter().map(|entry| &entry.bytes[..]).collect()
}

fn cells_and_proofs((cells, proofs): CellsAndProofs) -> (Box<Cells>, Box<Proofs>) {
    let cells = cells.into_iter().map(Cell::new).collect();
    (boxed(cells), boxed(proofs.into_iter().map(KzgProof::from).collect()))
}

/// The array of as many entries as a blob has cells.
fn boxed<T>(list: Vec<T>) -> Box<[T; CELLS_PER_EXT_BLOB]> {
    match list.try_into() {
        Ok(list) => list,
        Err(_) => unreachable!("an entry for each cell of a blob"),
    }
}
