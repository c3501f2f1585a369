//! A store that two processes wrote to, each with its own idea of the free pages: what is left of it is salvaged.

use super::disk::Disk;
use super::salvaging::{Bytes, damaged, linked, records_of, scanned};
use super::{BLOCKS, DiskOptions, DiskStore, Error, Tree, apply, committer, complete};
use crate::MemoryStore;
use crate::store::{Head, History};

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
    Saved { head: model.head().clone(), owner, records: records_of(model) }
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

/// A state is salvaged by its root if every record of it is in the file, by the scan alone and by the whole function.
/// Without a root, it is the newest to which redb's pages lead.
#[test]
fn of_two_owners_each_whole_state_is_salvaged() {
    let (mut lost, mut after, mut partial) = (0, 0, 0);
    for script in [
        "aB", "aaB", "aaaB", "aaaaB", "aaaaaaB", "bA", "abab", "aabb", "ababAB", "abB", "aaabB", "abbbA",
        "abaB", "aabaB", "ababaB", "bbbbbabA",
    ] {
        let (file, all) = written(script);
        let bytes = Bytes::new(&file);
        let (folder, damaged) = damaged(&file);
        let is_whole = |saved: &Saved| saved.records.iter().all(|record| bytes.contain(record));
        for saved in &all {
            let blocks = saved.head.blocks;
            let expected = is_whole(saved).then_some((blocks, blocks));
            assert_eq!(scanned(folder.path(), &damaged, saved.head.root), expected, "{script}: {blocks}");
            partial += usize::from(expected.is_none());
        }
        let newest = all.iter().filter(|saved| is_whole(saved)).max_by_key(|saved| saved.head.blocks);
        let owner_of = |head: &Head| all.iter().find(|saved| saved.head == *head).unwrap().owner;
        let salvage = |name: &str, root| {
            let new = folder.path().join(name);
            let store = DiskStore::salvage(&damaged, &new, root, committer(), DiskOptions::default())?;
            let tree = Tree::over(store);
            tree.check(committer()).unwrap();
            // All states are of one owner.
            let owner = owner_of(tree.head());
            assert!(tree.store().heads().all(|head| [0, owner].contains(&owner_of(head))), "{script}");
            Ok::<u64, Error>(tree.head().blocks)
        };
        let linked = linked(folder.path(), &damaged, None);
        match salvage("new", None) {
            Ok(blocks) => assert_eq!(Some(blocks), linked.map(|(_, newest)| newest), "{script}"),
            Err(error) => assert!(linked.is_none() && matches!(error, Error::StoreDamaged { .. }), "{error}"),
        }
        let newest = newest.map(|saved| &saved.head);
        if let Some(head) = newest {
            assert_eq!(salvage("with_root", Some(head.root)), Ok(head.blocks), "{script}");
        }
        lost += usize::from(linked.is_none());
        after += usize::from(linked.is_none() && newest.is_some_and(|head| head.blocks > BLOCKS as u64));
    }
    assert!(lost > 5 && after > 2, "{lost} without a linked state, {after} of them with blocks of an owner");
    assert!(partial > 20, "{partial} states are not whole");
}
