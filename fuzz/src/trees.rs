//! Targets for encoded tree nodes and for the file of a store.

use std::fs;
use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{DiskOptions, DiskStore, Error, Head, History, Key, Node, Path, Store, Tree};

use crate::changes::bounded;

/// Checks that an accepted encoding of a node is encoded to the same bytes.
pub fn nodes(bytes: &[u8]) {
    let path = Path::from_bytes(&[1, 2]).expect("two bytes");
    match bounded(bytes.len(), 256, || Node::decode(&path, bytes)) {
        Ok(node) => {
            let encoding = node.encode();
            let again = Node::decode(&path, &encoding).expect("an encoded node is valid");
            assert_eq!(again.encode(), encoding);
        }
        Err(error) => assert!(
            matches!(
                error,
                Error::NodeType { .. }
                    | Error::NodeLength { .. }
                    | Error::NodePoint { .. }
                    | Error::EmptyNode { .. }
            ),
            "{error}"
        ),
    }
}

struct State {
    file: Vec<u8>,
    heads: Vec<Head>,
    nodes: Vec<(String, Vec<u8>)>,
}

fn key(block: u8) -> Key {
    Key { stem: [block; 31], suffix: block }
}

/// The file of a store after three blocks, its heads and its encoded nodes.
fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        let committer = Committer::with_window(&Basis::default(), 4).expect("a possible width");
        let folder = tempfile::tempdir().expect("a folder");
        let mut tree = Tree::over(DiskStore::create(folder.path(), options()).expect("a new store"));
        for block in 1..=3 {
            tree.update([(key(block), [block; 32]), (key(9), [block; 32])]).expect("a store");
            tree.commit_block(&committer, &block.to_string()).expect("a store");
        }
        let node = |path: &[u8]| {
            let path = Path::from_bytes(path).expect("a short path");
            tree.store().load(&path).ok().flatten().map(|node| node.encode())
        };
        let nodes = [&[][..], &[1], &[9]].into_iter().filter_map(node).enumerate();
        let nodes = nodes.map(|(i, encoding)| (format!("node-{i}"), encoding)).collect();
        let heads = tree.store().heads().cloned().collect();
        drop(tree);
        State { file: fs::read(folder.path().join("state.redb")).expect("the store"), heads, nodes }
    })
}

/// Options with the smallest cache, which suffices for this store.
fn options() -> DiskOptions {
    DiskOptions::default().cache(1 << 20)
}

/// Opens the file of a store with changed bytes. A change has five bytes: the offset in four bytes and the value to
/// XOR; the value 0 truncates the file at the offset.
///
/// Either opening fails, or the store is in one of its earlier states with all values of that state.
pub fn store(bytes: &[u8]) {
    let State { file, heads, .. } = state();
    let mut changed = file.clone();
    for change in bytes.chunks_exact(5).take(64) {
        if changed.is_empty() {
            break;
        }
        let offset =
            u32::from_le_bytes([change[0], change[1], change[2], change[3]]) as usize % changed.len();
        match change[4] {
            0 => changed.truncate(offset),
            bits => changed[offset] ^= bits,
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("state.redb"), &changed).expect("a file");
    let tree = match DiskStore::open(folder.path(), options()) {
        Ok(store) => Tree::over(store),
        Err(Error::StoreDamaged { .. } | Error::StoreFile { .. } | Error::StoreVersion { .. }) => return,
        Err(Error::StoreOld { .. } | Error::Basis { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    let head = tree.head();
    assert!(heads.contains(head), "{head:?}");
    for block in 1..=3 {
        let value = u64::from(block) <= head.blocks;
        assert_eq!(tree.get(&key(block)), Ok(value.then_some([block; 32])));
    }
}

pub(crate) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    if target == "nodes" {
        let mut seeds = state().nodes.clone();
        seeds.push(("nothing".into(), Vec::new()));
        seeds.extend((0..6).map(|kind| (format!("type-{kind}"), [vec![kind], vec![0; 200]].concat())));
        return seeds;
    }
    let change = |offset: u32, bits: u8| [&offset.to_le_bytes()[..], &[bits]].concat();
    let mut seeds = vec![("unchanged".to_string(), Vec::new()), ("empty".to_string(), change(0, 0))];
    for offset in [0, 9, 12, 64, 72, 128, 200, 4096, 8192, 12288, 16384] {
        seeds.push((format!("changed-{offset}"), change(offset, 1)));
        seeds.push((format!("cut-{offset}"), change(offset + 1, 0)));
    }
    seeds
}
