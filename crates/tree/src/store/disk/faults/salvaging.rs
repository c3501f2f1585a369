//! What tests of salvage share: damaged files, what is in them, and what is found there.

use std::collections::HashMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use super::{DiskOptions, Tree, committer, complete};
use crate::store::History;
use crate::store::disk::files::FILE;
use crate::store::disk::record;
use crate::store::disk::salvage::{Source, Work};
use crate::{MemoryStore, Node, Path, Root};

/// The records that make up a state: those of the nodes, then that of the head.
pub(super) fn records_of(model: &Tree<MemoryStore>) -> Vec<Vec<u8>> {
    let nodes: Vec<(Path, Arc<Node>)> = model.store().nodes().unwrap().map(Result::unwrap).collect();
    let nodes: Vec<_> = nodes.iter().map(|(path, node)| (path, Some(node))).collect();
    let mut records: Vec<Vec<u8>> = record::seal_nodes(&nodes).into_iter().flatten().collect();
    records.push(record::seal_head(model.head()));
    records
}

/// The bytes of a file, to find records wherever they are.
pub(super) struct Bytes<'a> {
    bytes: &'a [u8],
    starts: HashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut starts: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (start, window) in bytes.windows(8).enumerate().filter(|(_, window)| *window != [0; 8]) {
            starts.entry(window).or_default().push(start);
        }
        Self { bytes, starts }
    }

    pub(super) fn starts_of(&self, record: &[u8]) -> Vec<usize> {
        let starts = self.starts.get(&record[..8]).into_iter().flatten();
        starts.copied().filter(|start| self.bytes[*start..].starts_with(record)).collect()
    }

    pub(super) fn contain(&self, record: &[u8]) -> bool {
        !self.starts_of(record).is_empty()
    }
}

pub(super) const PAGE: usize = 4096;

/// The file of all blocks, with neither of redb's two commits.
pub(super) fn without_commits() -> Vec<u8> {
    let mut file = complete().bytes();
    file[64..320].fill(0);
    file
}

/// A leaf of redb. Keys of 8 bytes have a fixed length.
pub(super) fn leaf(entries: &[(&[u8], &[u8])], is_fixed: bool) -> Vec<u8> {
    let ends = |start: usize, lengths: &mut dyn Iterator<Item = usize>| -> (Vec<u8>, usize) {
        let mut end = start;
        let bytes = lengths.flat_map(|length| {
            end += length;
            u32::try_from(end).unwrap().to_le_bytes()
        });
        let bytes = bytes.collect();
        (bytes, end)
    };
    let start = 4 + if is_fixed { 4 } else { 8 } * entries.len();
    let (key_ends, values) = ends(start, &mut entries.iter().map(|(key, _)| key.len()));
    let (value_ends, _) = ends(values, &mut entries.iter().map(|(_, value)| value.len()));
    let mut page = vec![1, 0];
    page.extend(u16::try_from(entries.len()).unwrap().to_le_bytes());
    page.extend(if is_fixed { Vec::new() } else { key_ends });
    page.extend(value_ends);
    entries.iter().for_each(|(key, _)| page.extend(*key));
    entries.iter().for_each(|(_, value)| page.extend(*value));
    page
}

/// The file with one more page, before or after all others.
pub(super) fn with_page(file: &[u8], page: &[u8], is_first: bool) -> Vec<u8> {
    let mut page = page.to_vec();
    page.resize(page.len().next_multiple_of(PAGE), 0);
    if is_first { [&file[..PAGE], &page, &file[PAGE..]].concat() } else { [file, &page].concat() }
}

/// A directory with a damaged file.
pub(super) fn damaged(file: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let damaged = directory.path().join("damaged");
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join(FILE), file).unwrap();
    (directory, damaged)
}

/// The oldest and the newest state that a scan alone salvages for a root.
pub(super) fn scanned(folder: &FilePath, damaged: &FilePath, root: Root) -> Option<(u64, u64)> {
    counted(folder, damaged, root).0
}

/// The same, and the operations of the search.
pub(super) fn counted(folder: &FilePath, damaged: &FilePath, root: Root) -> (Option<(u64, u64)>, u64) {
    let file = damaged.join(FILE);
    let source = Source::open(&file).unwrap();
    let work = Work::default();
    let salvaged = source.scanned(folder, root, committer(), DiskOptions::default(), &work).unwrap();
    (salvaged.map(|salvaged| (salvaged.oldest, salvaged.newest)), work.spent())
}

/// The oldest and the newest state that redb's pages alone lead to.
pub(super) fn linked(folder: &FilePath, damaged: &FilePath, root: Option<Root>) -> Option<(u64, u64)> {
    let file = damaged.join(FILE);
    let source = Source::open(&file).unwrap();
    let salvaged = source.linked(folder, root, committer(), DiskOptions::default()).unwrap();
    salvaged.map(|salvaged| (salvaged.oldest, salvaged.newest)).ok()
}
