//! Commitments, proofs and cells of blobs.

use contender::kzg::{Blobs, Cells, CellsAndProofs, Kzg, Paths};
use vorpal::kzg::{CellBytes, Setup};

#[derive(Clone)]
struct Vorpal(Setup);

impl Kzg for Vorpal {
    type Blob = Vec<u8>;
    type Cell = CellBytes;
    type Point = [u8; 48];

    fn blob(bytes: &[u8]) -> Option<Vec<u8>> {
        Some(bytes.to_vec())
    }

    fn cell(bytes: &[u8]) -> Option<CellBytes> {
        bytes.try_into().ok()
    }

    fn point(bytes: &[u8]) -> Option<[u8; 48]> {
        bytes.try_into().ok()
    }

    fn cell_bytes(cell: &CellBytes) -> Vec<u8> {
        cell.to_vec()
    }

    fn point_bytes(point: &[u8; 48]) -> Vec<u8> {
        point.to_vec()
    }

    fn commit(&self, blob: &Vec<u8>) -> Option<[u8; 48]> {
        self.0.blob_to_kzg_commitment(blob).ok()
    }

    fn blob_proof(&self, blob: &Vec<u8>, commitment: &[u8; 48]) -> Option<[u8; 48]> {
        self.0.compute_blob_kzg_proof(blob, commitment).ok()
    }

    fn cells(&self, blob: &Vec<u8>) -> Option<Vec<CellBytes>> {
        self.0.compute_cells(blob).ok()
    }

    fn cells_and_proofs(&self, blob: &Vec<u8>) -> Option<CellsAndProofs<Self>> {
        self.0.compute_cells_and_kzg_proofs(blob).ok()
    }

    fn recover_cells(&self, indices: &[u64], cells: &[CellBytes]) -> Option<Vec<CellBytes>> {
        self.0.recover_cells(indices, cells).ok()
    }

    fn recover(&self, indices: &[u64], cells: &[CellBytes]) -> Option<CellsAndProofs<Self>> {
        self.0.recover_cells_and_kzg_proofs(indices, cells).ok()
    }

    fn verify_cells(&self, claims: &Cells<Self>) -> Option<bool> {
        let Cells { commitments, indices, cells, proofs } = claims;
        self.0.verify_cell_kzg_proof_batch(commitments, indices, cells, proofs).ok()
    }

    fn verify_blob(&self, blob: &Vec<u8>, commitment: &[u8; 48], proof: &[u8; 48]) -> Option<bool> {
        self.0.verify_blob_kzg_proof(blob, commitment, proof).ok()
    }

    fn verify_blobs(&self, claims: &Blobs<Self>) -> Option<bool> {
        let Blobs { blobs, commitments, proofs } = claims;
        self.0.verify_blob_kzg_proof_batch(blobs, commitments, proofs).ok()
    }
}

/// The setup with tables of at most so many MiB. Without tables, verification is ready at once.
fn setup(limit: usize) -> Vorpal {
    let setup = Setup::ethereum();
    Vorpal(if limit == 0 { setup } else { setup.with_memory(limit << 20).expect("there is memory") })
}

pub(crate) fn register(contender: &mut contender::Contender) {
    let paths = Paths {
        commit: "blob_to_kzg_commitment",
        cells: "compute_cells",
        cells_and_proofs: "compute_cells_and_kzg_proofs",
        recover_cells: "recover_cells",
        verify_cells: "verify_cell_kzg_proof_batch",
        verify_blob: "verify_blob_kzg_proof",
        verify_blobs: "verify_blob_kzg_proof_batch",
    };
    contender::kzg::register(contender, &paths, true, setup);
    contender::kzg::register_start(contender, "Setup::with_memory", 2, setup);
}
