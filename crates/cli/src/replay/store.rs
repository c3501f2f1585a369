//! The store of a replay on disk, and the check that its blocks are those of the input.

use std::path::Path;

use vorpal::tree::{DiskStore, History};

use super::input::Pending;
use crate::failure::Failure;
use crate::hex::Bytes;
use crate::lock_wait::LockWait;
use crate::output::terminal::escape;

/// Opens the store in a directory, or creates one.
pub(super) fn open(directory: &Path, lock_wait: LockWait) -> Result<DiskStore, Failure> {
    Ok(lock_wait.open(|options| DiskStore::open_or_create(directory, options))?)
}

/// The number of blocks that the store already has. The names and roots that it keeps must be those of the input.
pub(super) fn stored(store: &impl History, directory: &Path, blocks: &[Pending]) -> Result<usize, Failure> {
    let rejected = |reason: String| Err(Failure::file(directory, reason));
    for head in store.heads().filter(|head| head.blocks > 0) {
        let number = head.blocks;
        let block = usize::try_from(number - 1).ok().and_then(|index| blocks.get(index));
        let Some(block) = block else {
            let (in_store, in_input) = (store.head().blocks, blocks.len());
            return rejected(format!("the store has {in_store} blocks, but the input only {in_input}"));
        };
        if head.label != escape(block.name()) {
            return rejected(format!(
                "the store belongs to another chain: its block {number} is {:?}, the input's is {:?}",
                head.label,
                block.name()
            ));
        }
        if let Some(expected) = block.expected().root.filter(|expected| *expected != head.root) {
            return rejected(format!(
                "the store belongs to another chain: after block {number}, {:?}, its root is {}, the input's is {}",
                head.label,
                Bytes(head.root),
                Bytes(expected)
            ));
        }
    }
    Ok(usize::try_from(store.head().blocks).unwrap_or(usize::MAX))
}
