//! A store that two processes wrote to, each with its own idea of the free pages: what is left of it is salvaged.

use std::collections::HashMap;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

use super::disk::Disk;
use super::{BLOCKS, DiskOptions, DiskStore, Tree, apply, committer, complete, states};
use crate::store::disk::files::FILE;
use crate::store::disk::record;
use crate::store::disk::salvage::Source;
use crate::store::{Head, History};
use crate::{MemoryStore, Node, Path};

/// A state that an owner saved: its head and the records that make it up.
struct Saved {
    head: Head,
    /// The owner's first block; 0 for both.
    owner: usize,
    records: Vec<Vec<u8>>,
}

/// An owner with a disk of its own, and the tree that it believes in.
struct Owner {
    disk: Disk,
    tree: Option<Tree<DiskStore>>,
    model: Tree<MemoryStore>,
    first: usize,
    next: usize,
}

impl Owner {
    /// The number of its blocks begins at `first`.
    fn new(bytes: &[u8], first: usize) -> Self {
        let mut model = Tree::over(MemoryStore::with_window(4));
        (0..BLOCKS).for_each(|number| apply(&mut model, number).unwrap());
        let disk = Disk::with_bytes(bytes.to_vec());
        let tree = disk.open(DiskOptions::default()).unwrap();
        Self { disk, tree: Some(tree), model, first, next: first }
    }

    /// Saves a block.
    fn block(&mut self) -> Saved {
        let number = self.next;
        self.next += 1;
        let tree = self.tree.as_mut().unwrap();
        apply(tree, number).unwrap();
        apply(&mut self.model, number).unwrap();
        assert_eq!(tree.head(), self.model.head());
        saved(&self.model, self.first)
    }
}

/// The states that both owners have in common.
fn common() -> Vec<Saved> {
    let mut model = Tree::over(MemoryStore::with_window(4));
    let states = (0..BLOCKS).map(|number| {
        apply(&mut model, number).unwrap();
        saved(&model, 0)
    });
    states.collect()
}

fn saved(model: &Tree<MemoryStore>, owner: usize) -> Saved {
    let nodes: Vec<(Path, Arc<Node>)> = model.store().nodes().unwrap().map(Result::unwrap).collect();
    let nodes: Vec<_> = nodes.iter().map(|(path, node)| (path, Some(node))).collect();
    let mut records: Vec<Vec<u8>> = record::seal_nodes(&nodes).into_iter().flatten().collect();
    records.push(record::seal_head(model.head()));
    Saved { head: model.head().clone(), owner, records }
}

/// The bytes of a file, to find records wherever they are.
struct Bytes<'a> {
    bytes: &'a [u8],
    starts: HashMap<&'a [u8], Vec<usize>>,
}

impl<'a> Bytes<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut starts: HashMap<&[u8], Vec<usize>> = HashMap::new();
        for (start, window) in bytes.windows(8).enumerate().filter(|(_, window)| *window != [0; 8]) {
            starts.entry(window).or_default().push(start);
        }
        Self { bytes, starts }
    }

    fn starts_of(&self, record: &[u8]) -> Vec<usize> {
        let starts = self.starts.get(&record[..8]).into_iter().flatten();
        starts.copied().filter(|start| self.bytes[*start..].starts_with(record)).collect()
    }

    fn contain(&self, record: &[u8]) -> bool {
        !self.starts_of(record).is_empty()
    }
}

/// The file after two owners wrote to it by turns, and what they saved. `a` and `b` are blocks of the first and the
/// second owner, `A` and `B` their ends. What an owner reads again comes from its cache.
fn written(script: &str) -> (Vec<u8>, Vec<Saved>) {
    let mut file = complete().bytes();
    let mut owners = [Owner::new(&file, 20), Owner::new(&file, 40)];
    let mut all = common();
    for step in script.chars() {
        let owner = &mut owners[usize::from(step.eq_ignore_ascii_case(&'b'))];
        if step.is_lowercase() {
            all.push(owner.block());
        } else {
            drop(owner.tree.take());
        }
        for (offset, data) in owner.disk.take_writes() {
            file.resize(file.len().max(offset + data.len()), 0);
            file[offset..offset + data.len()].copy_from_slice(&data);
        }
    }
    // Forgotten: an owner that is killed writes nothing.
    owners.into_iter().for_each(|owner| std::mem::forget(owner.tree));
    (file, all)
}

/// A directory with a damaged file.
fn damaged(file: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let damaged = directory.path().join("damaged");
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join(FILE), file).unwrap();
    (directory, damaged)
}

/// The newest block that a scan alone salvages.
fn scanned(folder: &FilePath, damaged: &FilePath) -> Option<u64> {
    scanned_states(folder, damaged).map(|(_, newest)| newest)
}

/// The oldest and the newest state that a scan alone salvages.
fn scanned_states(folder: &FilePath, damaged: &FilePath) -> Option<(u64, u64)> {
    let file = damaged.join(FILE);
    let source = Source::open(&file).unwrap();
    let salvaged = source.scanned(0, folder, committer(), DiskOptions::default()).unwrap();
    salvaged.map(|salvaged| (salvaged.oldest, salvaged.newest))
}

/// The newest block of which every record is in the file is salvaged, by the scan alone and by the whole function.
#[test]
fn of_two_owners_the_newest_whole_block_is_salvaged() {
    let (mut lost, mut after) = (0, 0);
    for script in [
        "aB", "aaB", "aaaB", "aaaaB", "aaaaaaB", "bA", "abab", "aabb", "ababAB", "abB", "aaabB", "abbbA",
        "abaB", "aabaB", "ababaB", "bbbbbabA",
    ] {
        let (file, all) = written(script);
        let bytes = Bytes::new(&file);
        let whole = all.iter().filter(|saved| saved.records.iter().all(|record| bytes.contain(record)));
        let expected = whole.map(|saved| saved.head.blocks).max();
        let (folder, damaged) = damaged(&file);
        assert_eq!(scanned(folder.path(), &damaged), expected, "{script}");
        let path = damaged.join(FILE);
        let source = Source::open(&path).unwrap();
        let (linked, is_newest) = source.linked(folder.path(), committer(), DiskOptions::default()).unwrap();
        let linked = linked.map(|salvaged| salvaged.newest).ok();
        drop(source);
        println!("{script}: of {} states {expected:?} is whole, linked {linked:?}", all.len());
        let new = folder.path().join("new");
        let tree = DiskStore::salvage(&damaged, &new, committer(), DiskOptions::default()).map(Tree::over);
        let tree = tree.unwrap();
        assert_eq!(Some(tree.head().blocks), if is_newest { linked } else { expected }, "{script}");
        tree.check(committer()).unwrap();
        // All states are of one owner.
        let of = |head: &Head| all.iter().find(|saved| saved.head == *head).unwrap().owner;
        let owner = of(tree.head());
        assert!(tree.store().heads().all(|head| [0, owner].contains(&of(head))), "{script}");
        lost += usize::from(linked.is_none());
        after += usize::from(linked.is_none() && expected > Some(BLOCKS as u64));
    }
    assert!(lost > 5 && after > 2, "{lost} without a linked state, {after} of them with blocks of an owner");
}

/// A record with a valid checksum, but another value, is not part of a salvaged state.
#[test]
fn a_scan_does_not_trust_checksums() {
    let mut file = complete().bytes();
    // Both commits.
    file[64..320].fill(0);
    let newest = BLOCKS as u64;
    let (folder, good) = damaged(&file);
    assert_eq!(scanned(folder.path(), &good), Some(newest));
    let all = common();
    let mut forged_leaves = 0;
    let model = {
        let mut model = Tree::over(MemoryStore::with_window(4));
        (0..BLOCKS).for_each(|number| apply(&mut model, number).unwrap());
        model
    };
    for (path, node) in model.store().nodes().unwrap().map(Result::unwrap) {
        let Node::Leaf(leaf) = &*node else { continue };
        let record = record::seal_nodes(&[(&path, Some(&node))]).remove(0).unwrap();
        let mut changed = leaf.clone();
        changed.values[0][0] ^= 1;
        let changed = Arc::new(Node::Leaf(changed));
        let forged = record::seal_nodes(&[(&path, Some(&changed))]).remove(0).unwrap();
        let mut bytes = file.clone();
        let starts = Bytes::new(&file).starts_of(&record);
        assert!(!starts.is_empty() && forged.len() == record.len(), "{path}");
        starts.into_iter().for_each(|start| bytes[start..start + forged.len()].copy_from_slice(&forged));
        let (folder, damaged) = damaged(&bytes);
        // The newest state without this version of the leaf.
        let without =
            all.iter().rfind(|saved| !saved.records.contains(&record)).map(|saved| saved.head.blocks);
        let found = scanned(folder.path(), &damaged);
        assert!(found < Some(newest) && found <= without, "{path}: {found:?}, {without:?}");
        forged_leaves += 1;
        if forged_leaves == 3 {
            return;
        }
    }
    panic!("{forged_leaves} leaves");
}

/// A whole state with the number of the state before may belong to another chain, so nothing is rolled back to it.
#[test]
fn of_two_states_before_a_block_none_is_kept() {
    let mut file = complete().bytes();
    file[64..320].fill(0);
    let newest = BLOCKS as u64;
    let (folder, good) = damaged(&file);
    assert_eq!(scanned_states(folder.path(), &good), Some((newest - 4, newest)));
    // A page with one more record: a leaf of one key of eight bytes, with the end of the value before it.
    let other = Head { blocks: newest - 2, ..states()[BLOCKS - 3].clone() };
    let record = record::seal_head(&other);
    let end = u32::try_from(16 + record.len()).unwrap();
    let leaf = [&[1, 0, 1, 0][..], &end.to_le_bytes(), &other.blocks.to_le_bytes(), &record].concat();
    let start = file.len();
    file.extend(leaf);
    file.resize(start + 4096, 0);
    let (folder, ambiguous) = damaged(&file);
    assert_eq!(scanned_states(folder.path(), &ambiguous), Some((newest - 1, newest)));
}
