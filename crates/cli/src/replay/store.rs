//! A tree on a disk, and whether its blocks are those of the input.

use std::path::Path;

use vorpal::tree::{DiskStore, History};

use super::input::Pending;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::output::terminal::shown;
use crate::patience::Patience;

/// The store in a directory, or a new one.
pub(super) fn open(directory: &Path, patience: Patience) -> Result<DiskStore, Failure> {
    Ok(patience.open(|options| DiskStore::open_or_create(directory, options))?)
}

/// How many of the blocks the store has already. Those that it knows by name and root must be the input's.
pub(super) fn held(store: &impl History, directory: &Path, blocks: &[Pending]) -> Result<usize, Failure> {
    let refused = |reason: String| Err(Failure::file(directory, reason));
    for head in store.heads().filter(|head| head.blocks > 0) {
        let number = head.blocks;
        let block = usize::try_from(number - 1).ok().and_then(|index| blocks.get(index));
        let Some(block) = block else {
            let (in_store, in_input) = (store.head().blocks, blocks.len());
            return refused(format!("the store has {in_store} blocks, but the input only {in_input}"));
        };
        if head.label != shown(block.name()) {
            return refused(format!(
                "the store belongs to another chain: its block {number} is {:?}, the input's is {:?}",
                head.label,
                block.name()
            ));
        }
        if let Some(expected) = block.expected().root.filter(|expected| *expected != head.root) {
            return refused(format!(
                "the store belongs to another chain: after block {number}, {:?}, its root is {}, the input's is {}",
                head.label,
                Bytes(head.root),
                Bytes(expected)
            ));
        }
    }
    Ok(usize::try_from(store.head().blocks).unwrap_or(usize::MAX))
}
