//! A contender for rust_eth_kzg: without tables, and with the widest ones of a limit.

use std::sync::Arc;

use contender::kzg::{Blobs, Cells, CellsAndProofs, Kzg, Paths};
use rust_eth_kzg::{Bytes48Ref, CellRef, DASContext, Error, TrustedSetup, UsePrecomp};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

#[derive(Clone)]
struct Context(Arc<DASContext>);

impl Kzg for Context {
    type Blob = Box<[u8; 131_072]>;
    type Cell = Box<[u8; 2048]>;
    type Point = [u8; 48];

    fn blob(bytes: &[u8]) -> Option<Self::Blob> {
        bytes.to_vec().into_boxed_slice().try_into().ok()
    }

    fn cell(bytes: &[u8]) -> Option<Self::Cell> {
        bytes.to_vec().into_boxed_slice().try_into().ok()
    }

    fn point(bytes: &[u8]) -> Option<[u8; 48]> {
        bytes.try_into().ok()
    }

    fn cell_bytes(cell: &Self::Cell) -> Vec<u8> {
        cell.to_vec()
    }

    fn point_bytes(point: &[u8; 48]) -> Vec<u8> {
        point.to_vec()
    }

    fn commit(&self, blob: &Self::Blob) -> Option<[u8; 48]> {
        self.0.blob_to_kzg_commitment(blob).ok()
    }

    fn blob_proof(&self, blob: &Self::Blob, commitment: &[u8; 48]) -> Option<[u8; 48]> {
        self.0.compute_blob_kzg_proof(blob, commitment).ok()
    }

    fn cells(&self, blob: &Self::Blob) -> Option<Vec<Self::Cell>> {
        self.0.compute_cells(blob).ok().map(Vec::from)
    }

    fn cells_and_proofs(&self, blob: &Self::Blob) -> Option<CellsAndProofs<Self>> {
        let (cells, proofs) = self.0.compute_cells_and_kzg_proofs(blob).ok()?;
        Some((cells.into(), proofs.into()))
    }

    fn recover_cells(&self, indices: &[u64], cells: &[Self::Cell]) -> Option<Vec<Self::Cell>> {
        self.recover(indices, cells).map(|(cells, _)| cells)
    }

    fn recover(&self, indices: &[u64], cells: &[Self::Cell]) -> Option<CellsAndProofs<Self>> {
        let (cells, proofs) =
            self.0.recover_cells_and_kzg_proofs(indices.to_vec(), references(cells)).ok()?;
        Some((cells.into(), proofs.into()))
    }

    fn verify_cells(&self, claims: &Cells<Self>) -> Option<bool> {
        let Cells { commitments, indices, cells, proofs } = claims;
        verdict(self.0.verify_cell_kzg_proof_batch(
            commitments.iter().collect(),
            indices,
            references(cells),
            proofs.iter().collect(),
        ))
    }

    fn verify_blob(
        &self,
        blob: &Self::Blob,
        commitment: Bytes48Ref<'_>,
        proof: Bytes48Ref<'_>,
    ) -> Option<bool> {
        verdict(self.0.verify_blob_kzg_proof(blob, commitment, proof))
    }

    fn verify_blobs(&self, claims: &Blobs<Self>) -> Option<bool> {
        let Blobs { blobs, commitments, proofs } = claims;
        verdict(self.0.verify_blob_kzg_proof_batch(
            blobs.iter().map(|blob| &**blob).collect(),
            commitments.iter().collect(),
            proofs.iter().collect(),
        ))
    }
}

fn references(cells: &[Box<[u8; 2048]>]) -> Vec<CellRef<'_>> {
    cells.iter().map(|cell| &**cell).collect()
}

/// A wrong proof is one of the errors.
fn verdict(verified: Result<(), Error>) -> Option<bool> {
    match verified {
        Ok(()) => Some(true),
        Err(error) => error.is_proof_invalid().then_some(false),
    }
}

/// The context with tables of at most so many MiB: 768 KiB times `2^(width - 1)`.
fn context(limit: usize) -> Context {
    let width = |limit: usize| (limit * 4 / 3).ilog2() as usize + 1;
    let tables = if limit == 0 { UsePrecomp::No } else { UsePrecomp::Yes { width: width(limit) } };
    Context(Arc::new(DASContext::new(&TrustedSetup::default(), tables)))
}

fn main() {
    let mut contender = contender::Contender::new("rust_eth_kzg", "0.10.0");
    let paths = Paths {
        commit: "blob_to_kzg_commitment",
        cells: "compute_cells",
        cells_and_proofs: "compute_cells_and_kzg_proofs",
        recover_cells: "recover_cells_and_kzg_proofs, proofs too",
        verify_cells: "verify_cell_kzg_proof_batch",
        verify_blob: "verify_blob_kzg_proof",
        verify_blobs: "verify_blob_kzg_proof_batch",
    };
    contender::kzg::register(&mut contender, &paths, true, context);
    contender::kzg::register_start(&mut contender, "DASContext::new, TrustedSetup::default", 1, context);
    contender.serve();
}
