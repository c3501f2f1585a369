//! Workloads of Ethereum's blobs: commitments, cells, recovery, verification.

use contender::{Column, Columns};

use super::Workload;
use crate::random::Random;

/// The number of blobs of which each iteration takes the next.
const BLOBS: usize = 4;

pub(super) fn workloads() -> Vec<Workload> {
    let kinds = [
        ("commit", BLOBS),
        ("commit.24MiB", BLOBS),
        ("commit.48MiB", BLOBS),
        ("commit.96MiB", BLOBS),
        ("commit.144MiB", BLOBS),
        ("cells", BLOBS),
        ("cells_and_proofs", BLOBS),
        ("cells_and_proofs.24MiB", BLOBS),
        ("cells_and_proofs.48MiB", BLOBS),
        ("cells_and_proofs.96MiB", BLOBS),
        ("cells_and_proofs.144MiB", BLOBS),
        ("recover_cells", BLOBS),
        ("verify_cells.one", 1),
        ("verify_cells.column48", 48),
        ("verify_cells.block", 48),
        ("verify_blob.1", 1),
        ("verify_blob.batch16", 16),
        ("start.24MiB.t1", 0),
        ("start.24MiB.t2", 0),
    ];
    let workload = |(name, count): (&str, usize)| {
        Workload::new(format!("kzg.{name}"), move |random, _| {
            Columns(vec![Column::new((0..count).map(|_| blob(random)).collect::<Vec<_>>())])
        })
        .threads(if name.ends_with(".t2") { 2 } else { 1 })
        // Tables of other workloads stay in the memory of a process.
        .own_process()
        // Each contender makes the proofs of a whole block before the measurement.
        .only_full(name == "verify_cells.block")
    };
    kinds.map(workload).into()
}

/// A blob with random scalars below 2^254, big-endian.
pub(crate) fn blob(random: &mut Random) -> Vec<u8> {
    let mut blob = random.bytes(131_072);
    blob.iter_mut().step_by(32).for_each(|byte| *byte &= 0x3f);
    blob
}
