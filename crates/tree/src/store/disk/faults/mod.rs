//! Tests of the disk store with a simulated disk that fails, and with damaged or modified files.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod damage;
mod disk;
mod forged;
mod history;
mod owners;
mod planted;
mod records;
mod repair;
mod salvaging;
mod writes;

use std::sync::OnceLock;

use redb::WriteTransaction;
use vorpal_ipa::{Basis, Committer};

use super::database::begin;
use super::{DiskOptions, DiskStore};
use crate::store::{Head, Store};
use crate::{Checked, Error, Key, Node, Path, Tree, Value};
use disk::Disk;

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// A generator of pseudorandom numbers (SplitMix64: Steele, Lea, Flood, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }
}

fn to_usize(offset: u64) -> usize {
    usize::try_from(offset).unwrap()
}

const BLOCKS: usize = 6;

/// The writes of block `number`: new keys, and some keys of earlier blocks.
fn block(number: usize) -> Vec<(Key, Value)> {
    let mut numbers = Numbers(number as u64);
    let mut write = |i: usize| {
        let mut key = [0; 32];
        key[0] = u8::try_from(numbers.below(4)).unwrap();
        key[1] = u8::try_from(numbers.below(8)).unwrap();
        key[31] = u8::try_from(numbers.below(5) * 60).unwrap();
        let mut value = [u8::try_from(i).unwrap(); 32];
        value[..8].copy_from_slice(&numbers.next().to_le_bytes());
        (Key::from(key), value)
    };
    (0..20).map(&mut write).collect()
}

fn apply<S: Store>(tree: &mut Tree<S>, number: usize) -> Result<(), Error> {
    tree.update(block(number))?;
    tree.commit_block(committer(), &number.to_string()).map(|_| ())
}

/// The states after 0 to [`BLOCKS`] blocks.
fn states() -> &'static Vec<Head> {
    static STATES: OnceLock<Vec<Head>> = OnceLock::new();
    STATES.get_or_init(|| {
        let mut tree = Tree::in_memory();
        let mut states = vec![tree.head().clone()];
        for number in 0..BLOCKS {
            apply(&mut tree, number).unwrap();
            states.push(tree.head().clone());
        }
        states
    })
}

/// Asserts that the tree is in one of the states, passes the full check, and accepts the remaining blocks. Returns the
/// number of blocks of its state.
fn assert_usable(mut tree: Tree<DiskStore>) -> usize {
    let found = to_usize(tree.head().blocks);
    assert_eq!(tree.head(), &states()[found]);
    assert_eq!(tree.root().unwrap(), states()[found].root);
    tree.check(committer()).unwrap();
    for number in found..BLOCKS {
        apply(&mut tree, number).unwrap();
    }
    assert_eq!(tree.head(), &states()[BLOCKS]);
    tree.check(committer()).unwrap();
    found
}

/// Applies blocks until one fails. Returns the number of blocks reported as saved, and whether these are all.
fn apply_all(disk: &Disk) -> (usize, bool) {
    let Ok(mut tree) = disk.open(DiskOptions::default()) else { return (0, false) };
    for number in 0..BLOCKS {
        if apply(&mut tree, number).is_err() {
            // Reads after the error fail or return the state before the block.
            assert_eq!(tree.head(), &states()[number]);
            let root = tree.store.load(&Path::ROOT);
            if let Ok(Some(Node::Internal(root))) = root.as_ref().map(Option::as_deref) {
                assert_eq!(root.commitment().encode(), states()[number].root);
            }
            return (number, false);
        }
    }
    (BLOCKS, true)
}

/// A disk with a store of all blocks.
fn complete() -> Disk {
    let disk = Disk::initialised(4);
    assert_eq!(apply_all(&disk), (BLOCKS, true));
    Disk::with_bytes(disk.bytes())
}

/// A store with all blocks, whose tables `change` has modified through redb.
fn tampered(change: impl FnOnce(&WriteTransaction)) -> Disk {
    let disk = complete();
    let database = DiskOptions::default().builder().create_with_backend(disk.clone()).unwrap();
    let transaction = begin(&database).unwrap();
    change(&transaction);
    transaction.commit().unwrap();
    drop(database);
    disk
}

fn checked(disk: &Disk) -> Result<Checked, Error> {
    disk.open(DiskOptions::default())?.check(committer())
}
