//! Workloads on the state tree: real blocks, imports of chains, and an insertion of random keys.

use std::path::{Path, PathBuf};

use contender::{Column, Columns};

use super::updates::read_updates;
use super::{Input, Scale, Workload, thread_counts};
use crate::data::{self, Skipped};

pub(super) fn workloads() -> Vec<Workload> {
    let workload = |threads| {
        Workload::fallible(format!("tree.mainnet_state.t{threads}"), |_, _| mainnet_state()).threads(threads)
    };
    let mut workloads: Vec<Workload> = thread_counts().into_iter().map(workload).collect();
    let insertions = ["insert", "save"].map(|what| {
        Workload::new(format!("tree.{what}.{LEAVES}"), |random, _| {
            // Each key belongs to its own leaf.
            let keys: Vec<[u8; 32]> = (0..LEAVES).map(|_| random.array()).collect();
            let values: Vec<[u8; 32]> = keys.iter().map(|_| random.array()).collect();
            Columns(vec![Column::new(&keys), Column::new(&values)])
        })
    });
    workloads.extend(insertions);
    workloads
}

const LEAVES: usize = 10_000;

/// The number of blocks of an import in quick runs.
const QUICK_BLOCKS: usize = 1000;

fn mainnet_state() -> Result<Input, Skipped> {
    read_updates(&data::folder("mainnet-state")?, usize::MAX)
}

/// The updates of a folder that `vorpal-import --export` or `vorpal generate` wrote. Contenders offer all imports under
/// one name.
pub(crate) fn import(folder: &Path) -> Workload {
    let name = folder.file_name().map_or_else(|| "folder".into(), |name| name.to_string_lossy());
    let folder = PathBuf::from(folder);
    Workload::fallible(format!("tree.import.{name}"), move |_, scale| {
        read_updates(&folder, if scale == Scale::Quick { QUICK_BLOCKS } else { usize::MAX })
    })
    .offered("tree.import")
}
