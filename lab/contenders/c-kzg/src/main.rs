//! A contender for c-kzg: without precomputed tables (`precompute` 0), and with the greatest ones of a limit.

// The features of this crate are those of c-kzg.
use blst as _;
use c_kzg::{
    Blob, Bytes48, CELLS_PER_EXT_BLOB, Cell, CkzgError, KzgProof, KzgSettings, ethereum_kzg_settings,
};
use contender::kzg::{Blobs, Cells, CellsAndProofs, Kzg, Paths};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

unsafe extern "C" {
    /// Makes no proofs where their pointer is null. The crate exports only a function that makes them.
    fn recover_cells_and_kzg_proofs(
        recovered_cells: *mut Cell,
        recovered_proofs: *mut KzgProof,
        indices: *const u64,
        cells: *const Cell,
        count: u64,
        settings: *const KzgSettings,
    ) -> CkzgError;
}

#[derive(Clone)]
struct CKzg(&'static KzgSettings);

impl Kzg for CKzg {
    type Blob = Blob;
    type Cell = Cell;
    type Point = Bytes48;

    fn blob(bytes: &[u8]) -> Option<Blob> {
        Blob::from_bytes(bytes).ok()
    }

    fn cell(bytes: &[u8]) -> Option<Cell> {
        bytes.try_into().ok().map(Cell::new)
    }

    fn point(bytes: &[u8]) -> Option<Bytes48> {
        Bytes48::from_bytes(bytes).ok()
    }

    fn cell_bytes(cell: &Cell) -> Vec<u8> {
        cell.to_bytes().to_vec()
    }

    fn point_bytes(point: &Bytes48) -> Vec<u8> {
        point.to_vec()
    }

    fn commit(&self, blob: &Blob) -> Option<Bytes48> {
        self.0.blob_to_kzg_commitment(blob).ok().map(|commitment| commitment.to_bytes())
    }

    fn blob_proof(&self, blob: &Blob, commitment: &Bytes48) -> Option<Bytes48> {
        self.0.compute_blob_kzg_proof(blob, commitment).ok().map(|proof| proof.to_bytes())
    }

    fn cells(&self, blob: &Blob) -> Option<Vec<Cell>> {
        self.0.compute_cells(blob).ok().map(|cells| cells.to_vec())
    }

    fn cells_and_proofs(&self, blob: &Blob) -> Option<CellsAndProofs<Self>> {
        let (cells, proofs) = self.0.compute_cells_and_kzg_proofs(blob).ok()?;
        Some((cells.to_vec(), proofs.iter().map(c_kzg::KzgProof::to_bytes).collect()))
    }

    fn recover_cells(&self, indices: &[u64], cells: &[Cell]) -> Option<Vec<Cell>> {
        if indices.len() != cells.len() {
            return None;
        }
        let mut recovered = vec![Cell::default(); CELLS_PER_EXT_BLOB];
        // SAFETY: reads as many indices and cells as both lists have, and writes all cells of a blob.
        let result = unsafe {
            recover_cells_and_kzg_proofs(
                recovered.as_mut_ptr(),
                std::ptr::null_mut(),
                indices.as_ptr(),
                cells.as_ptr(),
                cells.len() as u64,
                self.0,
            )
        };
        matches!(result, CkzgError::C_KZG_OK).then_some(recovered)
    }

    fn recover(&self, indices: &[u64], cells: &[Cell]) -> Option<CellsAndProofs<Self>> {
        let (cells, proofs) = self.0.recover_cells_and_kzg_proofs(indices, cells).ok()?;
        Some((cells.to_vec(), proofs.iter().map(c_kzg::KzgProof::to_bytes).collect()))
    }

    fn verify_cells(&self, claims: &Cells<Self>) -> Option<bool> {
        let Cells { commitments, indices, cells, proofs } = claims;
        self.0.verify_cell_kzg_proof_batch(commitments, indices, cells, proofs).ok()
    }

    fn verify_blob(&self, blob: &Blob, commitment: &Bytes48, proof: &Bytes48) -> Option<bool> {
        self.0.verify_blob_kzg_proof(blob, commitment, proof).ok()
    }

    fn verify_blobs(&self, claims: &Blobs<Self>) -> Option<bool> {
        let Blobs { blobs, commitments, proofs } = claims;
        self.0.verify_blob_kzg_proof_batch(blobs, commitments, proofs).ok()
    }
}

fn main() {
    let mut contender = contender::Contender::new("c-kzg", "2.1.8");
    let paths = Paths {
        commit: "blob_to_kzg_commitment",
        cells: "compute_cells",
        cells_and_proofs: "compute_cells_and_kzg_proofs",
        recover_cells: "recover_cells_and_kzg_proofs without proofs, by its FFI",
        verify_cells: "verify_cell_kzg_proof_batch",
        verify_blob: "verify_blob_kzg_proof",
        verify_blobs: "verify_blob_kzg_proof_batch",
    };
    // The greatest tables of at most so many MiB: 768 KiB times `2^(precompute - 1)`.
    let precompute = |limit: usize| if limit == 0 { 0 } else { u64::from((limit * 4 / 3).ilog2()) + 1 };
    let settings = move |limit| CKzg(ethereum_kzg_settings(precompute(limit)));
    contender::kzg::register(&mut contender, &paths, true, settings);
    contender.serve();
}
