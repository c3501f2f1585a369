//! Reading of a store's file as of one transaction: nodes, reverse diffs and the description of the store.

use std::collections::VecDeque;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable};

use super::database::{BASIS, FORMAT, HEADS, HISTORY, KNOWN_FORMAT, META, NODES, OLDER_FORMAT, WINDOW};
use super::files::{damaged, failure, opening_error};
use super::{DiskOptions, record};
use crate::store::window::Window;
use crate::{Error, Node, Path};

/// The tables of nodes and of reverse diffs as of one transaction.
pub(super) struct Reader {
    pub(super) nodes: ReadOnlyTable<&'static [u8], &'static [u8]>,
    pub(super) history: ReadOnlyTable<(u64, &'static [u8]), &'static [u8]>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Reader {
    pub(super) fn new(transaction: &ReadTransaction) -> Result<Self, Error> {
        let nodes = transaction.open_table(NODES).map_err(failure)?;
        Ok(Self { nodes, history: transaction.open_table(HISTORY).map_err(failure)? })
    }

    /// The record at a path, decoded by `open`. Adds the number of bytes read to `traffic`.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        traffic: &AtomicU64,
        open: impl FnOnce(&Path, &[u8]) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let Some(record) = self.nodes.get(path.as_bytes()).map_err(failure)? else { return Ok(None) };
        traffic.fetch_add((path.depth() + record.value().len()) as u64, Relaxed);
        open(path, record.value()).map(Some)
    }

    /// All nodes, in the order of their paths' bytes.
    pub(super) fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        let entries = self.nodes.iter().map_err(failure)?;
        Ok(entries.map(|entry| {
            let (key, record) = entry.map_err(failure)?;
            let path = path(key.value())?;
            Ok((path, Arc::new(record::open_node(&path, record.value())?)))
        }))
    }

    /// The paths in a block's reverse diff.
    pub(super) fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        let changes = self.history.range(of_block(block)).map_err(failure)?;
        changes.map(|change| path(change.map_err(failure)?.0.value().1)).collect()
    }
}

/// The range of keys of a block's reverse diff.
pub(super) fn of_block(block: u64) -> std::ops::Range<(u64, &'static [u8])> {
    (block, &[])..(block + 1, &[])
}

/// The path encoded by a key.
pub(super) fn path(key: &[u8]) -> Result<Path, Error> {
    let long = || Error::Store { reason: format!("a node has a path of {} bytes", key.len()) };
    Path::from_bytes(key).ok_or_else(long)
}

/// The description of a store: its window of states and its basis.
#[derive(Debug)]
pub(super) struct Description {
    pub(super) window: Window,
    pub(super) basis: StoreBasis,
}

/// The basis of a store's commitments.
#[derive(Clone, Debug)]
pub(super) struct StoreBasis {
    file: PathBuf,
    digest: [u8; 32],
}

impl StoreBasis {
    /// The store's file.
    pub(super) fn file(&self) -> &FilePath {
        &self.file
    }

    pub(super) fn compare(&self, found: &[u8; 32]) -> Result<(), Error> {
        let Self { file, digest: expected } = self;
        if expected == found {
            return Ok(());
        }
        Err(Error::Basis { file: file.clone(), expected: *expected, found: *found })
    }
}

/// Reads the description of the store in a file.
pub(super) fn describe(
    transaction: &ReadTransaction,
    file: &FilePath,
    options: DiskOptions,
) -> Result<Description, Error> {
    let failed = |error: redb::Error| opening_error(file, error);
    let meta = transaction.open_table(META).map_err(|error| failed(error.into()))?;
    let value = |name: &str| -> Result<Vec<u8>, Error> {
        let value = meta.get(name).map_err(|error| failed(error.into()))?;
        value.map(|value| value.value().to_vec()).ok_or_else(|| damaged(file, format!("it has no {name}")))
    };
    let malformed = |_| damaged(file, "a value of the table `meta` has a wrong length");
    let found = u32::from_le_bytes(value(FORMAT)?.try_into().map_err(malformed)?);
    match found {
        KNOWN_FORMAT => (),
        OLDER_FORMAT => return Err(Error::StoreOld { file: file.into(), found, known: KNOWN_FORMAT }),
        _ => return Err(Error::StoreVersion { file: file.into(), found, known: KNOWN_FORMAT }),
    }
    let basis = StoreBasis { file: file.into(), digest: value(BASIS)?.try_into().map_err(malformed)? };
    if options.compare_basis {
        basis.compare(&options.basis)?;
    }
    let size = u64::from_le_bytes(value(WINDOW)?.try_into().map_err(malformed)?);
    let mut heads = VecDeque::new();
    let table = transaction.open_table(HEADS).map_err(|error| failed(error.into()))?;
    for entry in table.iter().map_err(|error| failed(error.into()))? {
        let (blocks, record) = entry.map_err(|error| failed(error.into()))?;
        let head = record::open_head(blocks.value(), record.value());
        heads.push_back(head.map_err(|error| damaged(file, error))?);
    }
    let window = Window::with_heads(size, heads).ok_or_else(|| damaged(file, "states are missing"))?;
    Ok(Description { window, basis })
}
