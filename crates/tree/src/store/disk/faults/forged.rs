//! Files with records that an attacker chose: a search of all pages takes none of them for those of the trusted root.

use std::sync::Arc;

use super::salvaging::{Bytes, PAGE, damaged, leaf, linked, scanned, with_page, without_commits};
use super::{
    BLOCKS, DiskOptions, DiskStore, Error, Head, Key, Node, Numbers, Tree, Value, apply, committer, states,
    tampered,
};
use crate::MemoryStore;
use crate::store::History;
use crate::store::disk::database::{BASIS, HISTORY, META};
use crate::store::disk::files::FILE;
use crate::store::disk::record;

/// Some leaves of the last state: the path, the record, and a record with the same hash and another value.
fn leaves() -> Vec<(Vec<u8>, Vec<u8>, Vec<u8>)> {
    let mut model = Tree::over(MemoryStore::with_window(4));
    (0..BLOCKS).for_each(|number| apply(&mut model, number).unwrap());
    let mut leaves = Vec::new();
    for (path, node) in model.store().nodes().unwrap().map(Result::unwrap) {
        let Node::Leaf(leaf) = &*node else { continue };
        let mut changed = leaf.clone();
        changed.values[0][0] ^= 1;
        let changed = Arc::new(Node::Leaf(changed));
        let records = record::seal_nodes(&[(&path, Some(&node)), (&path, Some(&changed))]);
        let [record, forged] = <[_; 2]>::try_from(records).unwrap().map(Option::unwrap);
        leaves.push((path.as_bytes().to_vec(), record, forged));
    }
    leaves.truncate(3);
    leaves
}

/// A record with a valid checksum and the true hash, but another value, is not part of a salvaged state.
#[test]
fn a_scan_does_not_trust_checksums() {
    let file = without_commits();
    let (newest, root) = (BLOCKS as u64, states()[BLOCKS].root);
    let (folder, good) = damaged(&file);
    assert_eq!(scanned(folder.path(), &good, root), Some((newest, newest)));
    for (_, record, forged) in leaves() {
        let mut bytes = file.clone();
        let starts = Bytes::new(&file).starts_of(&record);
        assert!(!starts.is_empty() && forged.len() == record.len());
        starts.into_iter().for_each(|start| bytes[start..start + forged.len()].copy_from_slice(&forged));
        let (folder, damaged) = damaged(&bytes);
        assert_eq!(scanned(folder.path(), &damaged, root), None);
    }
}

/// Such a record does not hide the true one, whichever comes first.
#[test]
fn a_false_record_does_not_hide_the_true_one() {
    let (newest, root) = (BLOCKS as u64, states()[BLOCKS].root);
    for (path, _, forged) in leaves() {
        for is_first in [true, false] {
            let file = with_page(&without_commits(), &leaf(&[(&path, &forged)], false), is_first);
            let (folder, damaged) = damaged(&file);
            assert_eq!(scanned(folder.path(), &damaged, root), Some((newest, newest)), "{path:?}");
        }
    }
}

/// A planted head with the trusted root may name a higher number of blocks; one with the highest is none.
#[test]
fn planted_heads() {
    let newest = &states()[BLOCKS];
    for blocks in [newest.blocks + 1, (1 << 62) - 1, 1 << 62, u64::MAX] {
        let head = Head { blocks, ..newest.clone() };
        let page = leaf(&[(&blocks.to_le_bytes(), &record::seal_head(&head))], true);
        let (folder, damaged) = damaged(&with_page(&without_commits(), &page, true));
        let found = scanned(folder.path(), &damaged, newest.root);
        assert_eq!(found, Some((newest.blocks, newest.blocks)), "{blocks}");
    }
    // The record of the true head is lost.
    for (blocks, expected) in [(7 << 40, Some((7 << 40, 7 << 40))), (1 << 62, None), (u64::MAX, None)] {
        let head = Head { blocks, ..newest.clone() };
        let record = record::seal_head(newest);
        let mut file = without_commits();
        for start in Bytes::new(&without_commits()).starts_of(&record) {
            file[start] ^= 1;
        }
        let page = leaf(&[(&blocks.to_le_bytes(), &record::seal_head(&head))], true);
        let (folder, damaged) = damaged(&with_page(&file, &page, true));
        assert_eq!(scanned(folder.path(), &damaged, newest.root), expected, "{blocks}");
    }
}

/// The values of a full stem, and a key elsewhere.
fn full_stem(values: &[Value]) -> Vec<(Key, Value)> {
    let key = |first: u8, suffix: u8| {
        let mut key = [first; 32];
        key[31] = suffix;
        Key::from(key)
    };
    let stem = values.iter().zip(0..=255).map(|(value, suffix)| (key(7, suffix), *value));
    stem.chain([(key(9, 0), [9; 32])]).collect()
}

/// The file of a store with the values, without its commits, and its root.
fn file_of(values: &[Value]) -> (Vec<u8>, [u8; 32]) {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(folder.path(), DiskOptions::default()).unwrap());
    tree.update(full_stem(values)).unwrap();
    let root = tree.commit_block(committer(), "honest").unwrap();
    drop(tree);
    let mut file = std::fs::read(folder.path().join(FILE)).unwrap();
    file[64..320].fill(0);
    (file, root)
}

/// The attack: somebody chooses the 256 values of a stem, 8 KiB side by side, so that they contain two pages with the
/// records of a whole state of another tree.
#[test]
fn values_that_look_like_a_state() {
    let mut values: Vec<Value> = (0..=255).map(|suffix| [suffix; 32]).collect();
    let (file, _) = file_of(&values);
    let [start] = Bytes::new(&file).starts_of(&values.as_flattened()[32..])[..] else {
        panic!("values in one place")
    };
    // The first of the values is zero, which occurs elsewhere too.
    let first_page = (start - 32).next_multiple_of(PAGE) - (start - 32);

    let mut forged = Tree::over(MemoryStore::default());
    forged.update([(Key::from([1; 32]), [2; 32])]).unwrap();
    let root = forged.commit_block(committer(), "forged").unwrap();
    let nodes: Vec<_> = forged.store().nodes().unwrap().map(Result::unwrap).collect();
    let records: Vec<_> =
        record::seal_nodes(&nodes.iter().map(|(path, node)| (path, Some(node))).collect::<Vec<_>>());
    let records = nodes
        .iter()
        .zip(&records)
        .map(|((path, _), record)| (path.as_bytes(), &record.as_ref().unwrap()[..]));
    let head = Head { blocks: 5, root, label: "forged".into() };
    let heads = leaf(&[(&5u64.to_le_bytes(), &record::seal_head(&head))], true);
    let bytes = values.as_flattened_mut();
    for (page, contents) in [leaf(&records.collect::<Vec<_>>(), false), heads].into_iter().enumerate() {
        bytes[first_page + page * PAGE..][..contents.len()].copy_from_slice(&contents);
    }

    let (file, honest) = file_of(&values);
    let (folder, damaged) = damaged(&file);
    let salvage = |name, root| {
        let new = folder.path().join(name);
        let store = DiskStore::salvage(&damaged, new, root, committer(), DiskOptions::default())?;
        Ok::<Head, Error>(store.head().clone())
    };
    // Without a root, nothing is taken from such pages.
    assert_eq!(linked(folder.path(), &damaged, None), None);
    assert!(matches!(salvage("new", None), Err(Error::StoreDamaged { .. })));
    assert_eq!(salvage("honest", Some(honest)), Ok(Head { blocks: 1, root: honest, label: "honest".into() }));
    // What lies in the values of a leaf is not read at all.
    assert!(matches!(salvage("forged", Some(root)), Err(Error::StoreDamaged { .. })));
    // As pages of the file, the same bytes are the forged state.
    let forged = &values.as_flattened()[first_page..];
    let pages = with_page(&file, &[forged, &[0; PAGE]].concat()[..2 * PAGE], false);
    let (folder, damaged) = self::damaged(&pages);
    assert_eq!(scanned(folder.path(), &damaged, root), Some((5, 5)));
}

/// A store of 60 blocks, without its commits, with the values of a full stem and one value that alternates, and its
/// last root.
fn long(values: &[Value]) -> (Vec<u8>, [u8; 32]) {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(folder.path(), DiskOptions::default()).unwrap());
    let mut numbers = Numbers(5);
    let mut root = [0; 32];
    for block in 0..60 {
        let mut writes = Vec::new();
        for _ in 0..if block == 0 { 300 } else { 12 } {
            let mut key = [0; 32];
            for (position, below) in [(0, 64), (1, 3), (31, 4)] {
                key[position] = u8::try_from(numbers.below(below)).unwrap();
            }
            let mut value = [1; 32];
            value[..8].copy_from_slice(&numbers.next().to_le_bytes());
            writes.push((Key::from(key), value));
        }
        writes.push((Key::from([200; 32]), [block % 2; 32]));
        if block == 30 {
            writes.extend(full_stem(values).into_iter().filter(|_| !values.is_empty()));
        }
        tree.update(writes).unwrap();
        root = tree.commit_block(committer(), "").unwrap();
    }
    drop(tree);
    let mut file = std::fs::read(folder.path().join(FILE)).unwrap();
    file[64..320].fill(0);
    (file, root)
}

/// A leaf whose value returns to an earlier one is found.
#[test]
fn values_that_alternate() {
    let (file, root) = long(&[]);
    let (folder, damaged) = damaged(&file);
    assert_eq!(scanned(folder.path(), &damaged, root), Some((60, 60)));
}

/// Records among the values of a leaf, of nodes that were never there, do not hide the true ones.
#[test]
fn values_that_look_like_records() {
    let of = |path: &[u8], hash: u8| {
        let mut content = [0; 34];
        (content[0], content[1], content[2]) = (1, 1, hash);
        record::seal(path, &content)
    };
    // A record of the history, with the highest number, or two versions of 20 children.
    let history = [&u64::MAX.to_le_bytes()[..], &[5]].concat();
    let history = leaf(&[(&history, &of(&[5], 9))], false);
    let children: Vec<_> = (0..40).map(|i| ([i / 2], of(&[i / 2], i + 1))).collect();
    let children: Vec<(&[u8], &[u8])> =
        children.iter().map(|(path, record)| (&path[..], &record[..])).collect();
    for planted in [history, leaf(&children, false)] {
        let mut values: Vec<Value> = (0..=255).map(|suffix| [suffix; 32]).collect();
        let (file, _) = long(&values);
        let start = Bytes::new(&file).starts_of(&values.as_flattened()[32..])[0] - 32;
        let page = start.next_multiple_of(PAGE) - start;
        values.as_flattened_mut()[page..page + planted.len()].copy_from_slice(&planted);
        let (file, root) = long(&values);
        let (folder, damaged) = damaged(&file);
        assert_eq!(scanned(folder.path(), &damaged, root), Some((60, 60)));
    }
}

/// The number of a block in the history, and the basis, have no checksum.
#[test]
fn damage_without_a_checksum() {
    let newest = BLOCKS as u64;
    let disk = tampered(|transaction| {
        let mut history = transaction.open_table(HISTORY).unwrap();
        history.insert((u64::MAX, &[1u8][..]), &[][..]).unwrap();
    });
    let (folder, damaged) = damaged(&disk.bytes());
    assert_eq!(linked(folder.path(), &damaged, None).map(|(_, newest)| newest), Some(newest));
    let disk = tampered(|transaction| {
        transaction.open_table(META).unwrap().insert(BASIS, &[7; 32][..]).unwrap();
    });
    let root = states()[BLOCKS].root;
    let (folder, damaged) = self::damaged(&disk.bytes());
    let new = folder.path().join("new");
    let store = DiskStore::salvage(&damaged, new, Some(root), committer(), DiskOptions::default()).unwrap();
    assert_eq!(store.head(), &states()[BLOCKS]);
}
