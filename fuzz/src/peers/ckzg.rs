//! c-kzg with the setup of the oracle. Its functions take arguments of the right lengths alone, so other arguments are
//! not compared. It does not say which argument is malformed: an error is compared with any error.

use std::fmt::Debug;
use std::sync::OnceLock;

use c_kzg::{Blob, Bytes32, Bytes48, Cell, KzgSettings};
use vorpal::kzg::{CellBytes, Error};

use crate::kzg::setup_text;

fn settings() -> &'static KzgSettings {
    static SETTINGS: OnceLock<KzgSettings> = OnceLock::new();
    SETTINGS.get_or_init(|| KzgSettings::parse_kzg_trusted_setup(setup_text(), 0).expect("a setup"))
}

/// Both succeed with the same result, or both fail.
fn compare<T: PartialEq + Debug>(found: &Result<T, Error>, peer: &Result<T, c_kzg::Error>) {
    match (found, peer) {
        (Ok(found), Ok(peer)) => assert!(found == peer, "{found:?}, but c-kzg: {peer:?}"),
        (Err(_), Err(_)) => {}
        _ => panic!("{found:?}, but c-kzg: {peer:?}"),
    }
}

fn points<B: AsRef<[u8]>>(list: &[B]) -> Option<Vec<Bytes48>> {
    list.iter().map(|bytes| Bytes48::from_bytes(bytes.as_ref()).ok()).collect()
}

pub(crate) fn commitment(blob: &[u8], found: &Result<[u8; 48], Error>) {
    let Ok(blob) = Blob::from_bytes(blob) else { return };
    compare(found, &settings().blob_to_kzg_commitment(&blob).map(|point| point.to_bytes().into_inner()));
}

pub(crate) fn cells(blob: &[u8], found: &Result<Vec<CellBytes>, Error>) {
    let Ok(blob) = Blob::from_bytes(blob) else { return };
    let bytes = |cell: &Cell| cell.to_bytes();
    let peer = settings().compute_cells(&blob).map(|cells| cells.iter().map(bytes).collect::<Vec<_>>());
    compare(found, &peer);
}

pub(crate) fn value([commitment, z, y, proof]: [&[u8]; 4], found: &Result<bool, Error>) {
    let (Ok(c), Ok(p)) = (Bytes48::from_bytes(commitment), Bytes48::from_bytes(proof)) else { return };
    let (Ok(z), Ok(y)) = (Bytes32::from_bytes(z), Bytes32::from_bytes(y)) else { return };
    compare(found, &settings().verify_kzg_proof(&c, &z, &y, &p));
}

pub(crate) fn blobs(blobs: &[&[u8]], commitments: &[&[u8]], proofs: &[&[u8]], found: &Result<bool, Error>) {
    let blobs: Option<Vec<Blob>> = blobs.iter().map(|blob| Blob::from_bytes(blob).ok()).collect();
    let (Some(blobs), Some(commitments), Some(proofs)) = (blobs, points(commitments), points(proofs)) else {
        return;
    };
    compare(found, &settings().verify_blob_kzg_proof_batch(&blobs, &commitments, &proofs));
}

pub(crate) fn cell_batch(
    commitments: &[Vec<u8>],
    indices: &[u64],
    cells: &[Vec<u8>],
    proofs: &[Vec<u8>],
    found: &Result<bool, Error>,
) {
    let cells: Option<Vec<Cell>> = cells.iter().map(|cell| Cell::from_bytes(cell).ok()).collect();
    let (Some(commitments), Some(cells), Some(proofs)) = (points(commitments), cells, points(proofs)) else {
        return;
    };
    compare(found, &settings().verify_cell_kzg_proof_batch(&commitments, indices, &cells, &proofs));
}
