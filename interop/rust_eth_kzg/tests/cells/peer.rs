//! Results and errors beside those of rust_eth_kzg. Both crates compile the same calls, so the signatures are the same.

use std::fmt::Debug;

use rust_eth_kzg::{BlobRef, Bytes48Ref, CellIndex, CellRef};

/// A blob of many different scalars.
fn blob(seed: u64) -> Box<[u8; 131_072]> {
    let mut blob = Box::new([0; 131_072]);
    for (i, scalar) in blob.chunks_mut(32).enumerate() {
        let number = (i as u64 + 1 + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        scalar[20..28].copy_from_slice(&number.to_be_bytes());
        scalar[1] = scalar[27];
    }
    blob
}

/// The results of both crates, with the texts of their errors.
macro_rules! both {
    (|$context:ident| $call:expr) => {{
        let ours = {
            let $context = contexts::ours();
            text($call.map_err(|error| (error.is_proof_invalid(), error)))
        };
        let theirs = {
            let $context = contexts::theirs();
            text($call.map_err(|error| (error.is_proof_invalid(), error)))
        };
        assert_eq!(ours, theirs, "{}", stringify!($call));
        ours
    }};
}

mod contexts {
    use std::sync::OnceLock;

    pub(super) fn ours() -> &'static rust_eth_kzg::DASContext {
        static CONTEXT: OnceLock<rust_eth_kzg::DASContext> = OnceLock::new();
        CONTEXT.get_or_init(|| {
            let setup = rust_eth_kzg::TrustedSetup::default();
            rust_eth_kzg::DASContext::new(&setup, rust_eth_kzg::UsePrecomp::Yes { width: 2 })
        })
    }

    pub(super) fn theirs() -> &'static peer::DASContext {
        static CONTEXT: OnceLock<peer::DASContext> = OnceLock::new();
        CONTEXT.get_or_init(|| {
            let setup = peer::TrustedSetup::default();
            peer::DASContext::new(&setup, peer::UsePrecomp::Yes { width: 2 })
        })
    }
}

fn text(result: impl Debug) -> String {
    format!("{result:?}")
}

/// What is not the bytes of a point: of wrong form, not on the curve, and outside the subgroup.
fn no_points() -> [[u8; 48]; 4] {
    let mut outside = [0; 48];
    (outside[0], outside[47]) = (0x80, 4);
    let mut not_on_curve = [0; 48];
    (not_on_curve[0], not_on_curve[47]) = (0x80, 1);
    [[0; 48], [0xff; 48], not_on_curve, outside]
}

#[test]
fn blobs_have_the_same_results_and_errors() {
    let blobs = [blob(1), blob(2)];
    let [one, two]: [BlobRef<'_>; 2] = [&blobs[0], &blobs[1]];
    let mut malformed = blob(3);
    malformed[32 * 77..32 * 78].fill(0xff);
    let commitments = [one, two].map(|blob| {
        both!(|context| context.blob_to_kzg_commitment(blob));
        contexts::ours().blob_to_kzg_commitment(blob).unwrap()
    });
    let proofs = [0, 1].map(|i| {
        both!(|context| context.compute_blob_kzg_proof([one, two][i], &commitments[i]));
        contexts::ours().compute_blob_kzg_proof([one, two][i], &commitments[i]).unwrap()
    });
    let mut z = [7; 32];
    both!(|context| context.compute_kzg_proof(one, z));
    let (proof, y) = contexts::ours().compute_kzg_proof(one, z).unwrap();
    let [c0, c1]: [Bytes48Ref<'_>; 2] = [&commitments[0], &commitments[1]];
    let [p0, p1]: [Bytes48Ref<'_>; 2] = [&proofs[0], &proofs[1]];
    assert!(both!(|context| context.verify_kzg_proof(c0, z, y, &proof)).contains("Ok"));
    assert!(both!(|context| context.verify_kzg_proof(c1, z, y, &proof)).contains("true"));
    both!(|context| context.verify_kzg_proof(c0, z, [0xff; 32], &proof));
    assert!(both!(|context| context.verify_blob_kzg_proof(one, c0, p0)).contains("Ok"));
    assert!(both!(|context| context.verify_blob_kzg_proof(one, c0, p1)).contains("true"));
    let batch = |proofs: [Bytes48Ref<'static>; 0]| proofs.to_vec();
    both!(|context| context.verify_blob_kzg_proof_batch(vec![], vec![], batch([])));
    for proofs in [[p0, p1], [p1, p0], [p0, p0]] {
        both!(|context| context.verify_blob_kzg_proof_batch(vec![one, two], vec![c0, c1], proofs.to_vec()));
    }
    for lengths in [(1, 2, 2), (2, 1, 2), (2, 2, 1), (0, 0, 1)] {
        let (b, c, p) = ([one, two], [c0, c1], [p0, p1]);
        both!(|context| context.verify_blob_kzg_proof_batch(
            b[..lengths.0].to_vec(),
            c[..lengths.1].to_vec(),
            p[..lengths.2].to_vec()
        ));
    }
    both!(|context| context.blob_to_kzg_commitment(&malformed));
    both!(|context| context.compute_kzg_proof(&malformed, z));
    both!(|context| context.verify_blob_kzg_proof(&malformed, c0, p0));
    both!(|context| context.verify_blob_kzg_proof_batch(vec![one, &malformed], vec![c0, c1], vec![p0, p1]));
    for point in &no_points() {
        both!(|context| context.compute_blob_kzg_proof(one, point));
        both!(|context| context.verify_kzg_proof(point, z, y, p0));
        both!(|context| context.verify_kzg_proof(c0, z, y, point));
        both!(|context| context.verify_blob_kzg_proof(one, c0, point));
        both!(|context| context.verify_blob_kzg_proof_batch(vec![one, two], vec![c0, point], vec![p0, p1]));
    }
    z[0] = 0xff;
    both!(|context| context.compute_kzg_proof(one, z));
    both!(|context| context.verify_kzg_proof(c0, z, y, p0));
}

#[test]
fn cells_have_the_same_results_and_errors() {
    let blobs = [blob(5), blob(6)];
    let columns: Vec<_> = blobs
        .iter()
        .map(|blob| {
            both!(|context| context.compute_cells(blob));
            both!(|context| context.compute_cells_and_kzg_proofs(blob));
            contexts::ours().compute_cells_and_kzg_proofs(blob).unwrap()
        })
        .collect();
    let commitments = [0, 1].map(|i| contexts::ours().blob_to_kzg_commitment(&blobs[i]).unwrap());
    // The cells of both blobs with these indices, the second ones in another order.
    let indices: [CellIndex; 6] = [0, 63, 127, 127, 5, 64];
    let of = |i: usize| (i / 3, usize::try_from(indices[i]).unwrap());
    let cells: Vec<CellRef<'_>> = (0..6).map(|i| &*columns[of(i).0].0[of(i).1]).collect();
    let proofs: Vec<Bytes48Ref<'_>> = (0..6).map(|i| &columns[of(i).0].1[of(i).1]).collect();
    let rows: Vec<Bytes48Ref<'_>> = (0..6).map(|i| &commitments[of(i).0]).collect();
    let verify =
        |rows: &[Bytes48Ref<'_>], indices: &[CellIndex], cells: &[CellRef<'_>], proofs: &[Bytes48Ref<'_>]| {
            both!(|context| context.verify_cell_kzg_proof_batch(
                rows.to_vec(),
                indices,
                cells.to_vec(),
                proofs.to_vec()
            ))
        };
    for n in 0..=6 {
        assert!(verify(&rows[..n], &indices[..n], &cells[..n], &proofs[..n]).contains("Ok"), "{n}");
    }
    // Cells exchanged; an index out of range; lengths.
    for i in 1..6 {
        let mut wrong = cells.clone();
        wrong.swap(0, i);
        assert!(verify(&rows, &indices, &wrong, &proofs).contains("true"), "{i}");
        let mut wrong = indices;
        wrong[i] = [128, u64::MAX][i % 2];
        verify(&rows, &wrong, &cells, &proofs);
        verify(&rows[i..], &indices, &cells, &proofs);
        verify(&rows, &indices[i..], &cells, &proofs);
        verify(&rows, &indices, &cells[i..], &proofs);
        verify(&rows, &indices, &cells, &proofs[i..]);
    }
    for point in &no_points() {
        let (mut wrong_rows, mut wrong_proofs) = (rows.clone(), proofs.clone());
        (wrong_rows[4], wrong_proofs[2]) = (point, point);
        verify(&wrong_rows, &indices, &cells, &proofs);
        verify(&rows, &indices, &cells, &wrong_proofs);
    }
    let mut malformed = *cells[1];
    malformed[32 * 9..32 * 10].fill(0xff);
    let mut wrong = cells.clone();
    wrong[1] = &malformed;
    verify(&rows, &indices, &wrong, &proofs);
}

#[test]
fn recovery_has_the_same_results_and_errors() {
    let blob = blob(9);
    let cells = contexts::ours().compute_cells(&blob).unwrap();
    let recover = |indices: &[CellIndex], cells: &[CellRef<'_>]| {
        both!(|context| context.recover_cells_and_kzg_proofs(indices.to_vec(), cells.to_vec()))
    };
    let of = |indices: &[CellIndex]| -> Vec<CellRef<'_>> {
        indices.iter().map(|index| &*cells[usize::try_from(index % 128).unwrap()]).collect()
    };
    let odd: Vec<CellIndex> = (1..128).step_by(2).collect();
    let all: Vec<CellIndex> = (0..128).collect();
    let more: Vec<CellIndex> = (0..128).filter(|index| index % 5 > 1).collect();
    for indices in [&odd[..], &all[..64], &all[64..], &more, &all] {
        assert!(recover(indices, &of(indices)).contains("Ok"));
    }
    let mut unordered = more.clone();
    unordered.swap(3, 4);
    let mut repeated = more.clone();
    repeated[7] = repeated[6];
    let mut outside = more.clone();
    outside[70] = 128;
    for indices in [&odd[1..], &[], &unordered, &repeated, &outside] {
        assert!(recover(indices, &of(indices)).contains("Recovery"));
    }
    recover(&odd, &of(&odd[1..]));
    recover(&odd[1..], &of(&odd));
    // One cell of more than 64 is wrong: not those of one blob. Of 64, others are.
    let mut wrong = of(&more);
    wrong[9] = &cells[0];
    assert!(recover(&more, &wrong).contains("PolynomialHasInvalidLength"));
    assert!(recover(&more[..64], &wrong[..64]).contains("Ok"));
    let mut malformed = *cells[3];
    malformed[2016..].fill(0xff);
    wrong[9] = &malformed;
    assert!(recover(&more, &wrong).contains("CouldNotDeserializeScalar"));
}
