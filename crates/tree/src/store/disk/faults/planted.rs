//! Files in which somebody planted records or pages: what they may cost a search, and what they may not change.

use num_bigint::BigUint;

use super::salvaging::{
    Bytes, PAGE, counted, damaged, leaf, linked, records_of, scanned, with_page, without_commits,
};
use super::{BLOCKS, DiskOptions, DiskStore, Head, Key, Tree, apply, block, committer, complete, states};
use crate::store::History;
use crate::store::disk::files::FILE;
use crate::store::disk::record;
use crate::{MemoryStore, Node, Path};

/// Leaves with records at these paths: `versions` of each, with hashes that no node has.
fn versions(paths: &[u8], versions: u32) -> Vec<u8> {
    let entries = paths.iter().flat_map(|path| {
        (1..=versions).map(move |version| {
            let mut content = [0; 34];
            (content[0], content[1]) = (1, 1);
            content[2..6].copy_from_slice(&version.to_le_bytes());
            ([*path], record::seal(&[*path], &content))
        })
    });
    let entries: Vec<_> = entries.collect();
    let pages = entries.chunks(80).flat_map(|entries| {
        let entries: Vec<(&[u8], &[u8])> =
            entries.iter().map(|(path, record)| (&path[..], &record[..])).collect();
        let mut page = leaf(&entries, false);
        page.resize(PAGE, 0);
        page
    });
    pages.collect()
}

/// Planted versions of nodes make a search longer in proportion, whether it finds the state or not.
#[test]
fn many_versions() {
    let root = states()[BLOCKS].root;
    let search = |paths: &[u8], number| {
        let file = with_page(&without_commits(), &versions(paths, number), true);
        let (folder, damaged) = damaged(&file);
        counted(folder.path(), &damaged, root)
    };
    let found = Some((BLOCKS as u64, BLOCKS as u64));
    let (without, least) = search(&[], 0);
    assert_eq!(without, found);
    for (paths, expected) in [(&[1][..], found), (&[1, 2, 3], None)] {
        let [few, many] = [500, 1500].map(|number| {
            let (result, work) = search(paths, number);
            assert_eq!(result, expected, "{number} versions at {paths:?}");
            work - least
        });
        assert!(many < 4 * few, "{paths:?}: {few} operations for 500 versions, {many} for 1500");
        assert!(many < 50 * 1500 * paths.len() as u64, "{paths:?}: {many} operations");
    }
}

/// The number of blocks is not proved by a root. A head to which the index leads comes before a planted one.
#[test]
fn planted_heads_do_not_replace_linked_ones() {
    let newest = &states()[BLOCKS];
    for blocks in [1, newest.blocks + 1] {
        let head = Head { blocks, label: "planted".into(), ..newest.clone() };
        let page = leaf(&[(&blocks.to_le_bytes(), &record::seal_head(&head))], true);
        let (folder, damaged) = damaged(&with_page(&complete().bytes(), &page, false));
        let found = scanned(folder.path(), &damaged, newest.root);
        assert_eq!(found, Some((newest.blocks, newest.blocks)), "{blocks}");
        let new = folder.path().join("new");
        let options = DiskOptions::default();
        let store = DiskStore::salvage(&damaged, &new, Some(newest.root), committer(), options).unwrap();
        assert_eq!(store.head(), newest);
    }
}

/// The record of a branch with the other encoding of its commitment: that of `(-x, -y)`.
fn other_encoding(path: &Path, record: &[u8]) -> Vec<u8> {
    let modulus = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    let modulus = BigUint::parse_bytes(modulus.as_bytes(), 16).unwrap();
    let mut content = record[4..].to_vec();
    let start = content.len() - 64;
    for coordinate in content[start..].chunks_exact_mut(32) {
        let negative = (&modulus - BigUint::from_bytes_be(coordinate)).to_bytes_be();
        coordinate.fill(0);
        coordinate[32 - negative.len()..].copy_from_slice(&negative);
    }
    record::seal(path.as_bytes(), &content)
}

/// Branches at 30 depths with two records each, of which the leaf below is lost: each is searched once.
#[test]
fn two_encodings_of_each_branch() {
    let folder = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(folder.path(), DiskOptions::default()).unwrap());
    let key = |last| {
        let mut key = [1; 32];
        key[30] = last;
        Key::from(key)
    };
    tree.update([(key(1), [1; 32]), (key(2), [2; 32])]).unwrap();
    let root = tree.commit_block(committer(), "").unwrap();
    let nodes: Vec<_> = tree.store().nodes().unwrap().map(Result::unwrap).collect();
    drop(tree);
    let file = std::fs::read(folder.path().join(FILE)).unwrap();
    let records =
        record::seal_nodes(&nodes.iter().map(|(path, node)| (path, Some(node))).collect::<Vec<_>>());
    let nodes = nodes.iter().zip(records.iter().flatten());
    let branches = nodes.clone().filter(|((_, node), _)| matches!(**node, Node::Internal(_)));
    let others: Vec<_> =
        branches.map(|((path, _), record)| (path.as_bytes(), other_encoding(path, record))).collect();
    assert_eq!(others.len(), 31);
    let others: Vec<(&[u8], &[u8])> = others.iter().map(|(path, record)| (*path, &record[..])).collect();
    let mut lost = file.clone();
    for (_, record) in nodes.filter(|((_, node), _)| matches!(**node, Node::Leaf(_))) {
        Bytes::new(&file).starts_of(record).into_iter().for_each(|start| lost[start] ^= 1);
    }
    for is_first in [true, false] {
        for (file, expected) in [(&file, Some((1, 1))), (&lost, None)] {
            let mut file = with_page(file, &leaf(&others, false), is_first);
            file[64..320].fill(0);
            let (folder, damaged) = damaged(&file);
            let (found, work) = counted(folder.path(), &damaged, root);
            assert_eq!(found, expected);
            assert!(work < 10_000, "{work} operations");
        }
    }
}

/// Pages of the index that are damaged, or are no pages of it, lead to pages with other checksums. These contain
/// records with valid checksums: those of a whole state with another root.
#[test]
fn pages_with_other_checksums() {
    let mut models = [0, 1].map(|_| Tree::over(MemoryStore::with_window(4)));
    for model in &mut models {
        (0..BLOCKS - 1).for_each(|number| apply(model, number).unwrap());
    }
    let [mut honest, mut forged] = models;
    apply(&mut honest, BLOCKS - 1).unwrap();
    let writes = block(BLOCKS - 1).into_iter().map(|(key, value)| (key, [value[8] ^ 0x80; 32]));
    forged.update(writes).unwrap();
    forged.commit_block(committer(), &(BLOCKS - 1).to_string()).unwrap();
    let mut file = complete().bytes();
    let bytes = file.clone();
    let bytes = Bytes::new(&bytes);
    let mut replaced = 0;
    for (record, other) in records_of(&honest).into_iter().zip(records_of(&forged)) {
        assert_eq!(record.len(), other.len());
        for start in bytes.starts_of(&record).into_iter().filter(|_| record != other) {
            file[start..start + other.len()].copy_from_slice(&other);
            replaced += 1;
        }
    }
    assert!(replaced > 10);
    // Four bytes of a branch are unused.
    let branches: Vec<usize> =
        (1..file.len() / 4096).map(|page| 4096 * page).filter(|at| file[*at] == 2).collect();
    assert!(branches.len() > 1);
    branches.into_iter().for_each(|branch| file[branch + 4] ^= 1);
    let (folder, damaged) = damaged(&file);
    assert!(linked(folder.path(), &damaged, Some(forged.head().root)).is_none());
    let options = DiskOptions::default();
    match DiskStore::salvage(&damaged, folder.path().join("new"), None, committer(), options) {
        Ok(store) => assert!(states().contains(store.head()), "{:?}", store.head()),
        Err(error) => assert!(matches!(error, crate::Error::StoreDamaged { .. }), "{error}"),
    }
    // With its root, the state is found by the search of all pages.
    let root = forged.head().root;
    assert_eq!(scanned(folder.path(), &damaged, root), Some((BLOCKS as u64, BLOCKS as u64)));
}
