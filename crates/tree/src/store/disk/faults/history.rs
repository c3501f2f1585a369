//! Inconsistent histories, and the size of the history.

use redb::ReadableTable;

use super::disk::Disk;
use super::{BLOCKS, DiskOptions, DiskStore, Error, Head, Tree, apply, checked, complete, states, tampered};
use crate::store::History;
use crate::store::disk::database::{HEADS, HISTORY};
use crate::store::disk::record;

#[test]
fn inconsistent_histories_are_rejected() {
    let good = checked(&complete()).unwrap();
    assert_eq!(good.past, 4);
    let newest = BLOCKS as u64;
    // Heads with another root, and a missing head.
    let another = tampered(|transaction| {
        let head = Head { root: [1; 32], ..states()[BLOCKS].clone() };
        let mut heads = transaction.open_table(HEADS).unwrap();
        heads.insert(newest, &record::seal_head(&head)[..]).unwrap();
    });
    assert_eq!(checked(&another), Err(Error::WrongRoot { block: newest }));
    let past = tampered(|transaction| {
        let head = Head { root: [1; 32], ..states()[BLOCKS - 2].clone() };
        let mut heads = transaction.open_table(HEADS).unwrap();
        heads.insert(newest - 2, &record::seal_head(&head)[..]).unwrap();
    });
    let error = Error::WrongRoot { block: newest - 2 };
    assert_eq!(checked(&past), Err(Error::Past { block: newest - 2, error: Box::new(error) }));
    let gap = tampered(|transaction| {
        transaction.open_table(HEADS).unwrap().remove(newest - 1).unwrap();
    });
    assert!(matches!(checked(&gap), Err(Error::StoreDamaged { .. })));
    let damaged = tampered(|transaction| {
        transaction.open_table(HEADS).unwrap().insert(newest - 1, &[0; 36][..]).unwrap();
    });
    // Found when the store is opened, so the error names the file as well.
    let checksum = Error::Checksum { record: format!("the state after block {}", newest - 1) };
    let error = checked(&damaged).unwrap_err();
    assert!(
        matches!(&error, Error::StoreDamaged { reason, .. } if *reason == checksum.to_string()),
        "{error}"
    );
    // Each entry of a reverse diff is necessary.
    let tree = complete().open(DiskOptions::default()).unwrap();
    for block in [newest, newest - 3] {
        for path in tree.store.changed(block).unwrap() {
            let disk = tampered(|transaction| {
                transaction.open_table(HISTORY).unwrap().remove((block, path.as_bytes())).unwrap();
            });
            let error = checked(&disk).unwrap_err();
            assert!(matches!(error, Error::Past { .. }), "block {block}, {path}: {error}");
        }
    }
}

/// The blocks that have a reverse diff in the store.
fn diffs(tree: &Tree<DiskStore>) -> Vec<u64> {
    let rows = tree.store.reader().unwrap().history.iter().unwrap();
    let mut blocks: Vec<u64> = rows.map(|row| row.unwrap().0.value().0).collect();
    blocks.dedup();
    blocks
}

/// The store keeps reverse diffs of the window only: none that are too old, and none of blocks that were rolled back.
#[test]
fn reverse_diffs_outside_the_window_are_deleted() {
    for window in [0, 1, 3] {
        let mut tree = Disk::initialised(window).open(DiskOptions::default()).unwrap();
        for number in 0..BLOCKS {
            apply(&mut tree, number).unwrap();
            let newest = number as u64 + 1;
            let kept: Vec<u64> = (1..=newest).filter(|block| block + window > newest).collect();
            assert_eq!(diffs(&tree), kept, "a window of {window} after block {newest}");
        }
        assert!(BLOCKS as u64 >= 2 * window);
        if window == 3 {
            tree.rollback(2).unwrap();
            assert_eq!(diffs(&tree), [4]);
            apply(&mut tree, BLOCKS - 2).unwrap();
            assert_eq!(diffs(&tree), [4, 5]);
        }
    }
}
