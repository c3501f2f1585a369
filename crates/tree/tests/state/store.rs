//! The disk store and the memory store: the same blocks give the same states and history.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use proptest::prelude::*;
use tempfile::TempDir;
use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{DiskOptions, DiskStore, Error, Head, History, Key, MemoryStore, Root, Store, Tree, Value};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// Keys with values to write; `None` removes the key.
type Writes = Vec<([u8; 32], Option<Value>)>;
type Contents = BTreeMap<[u8; 32], Value>;
type Keys = BTreeSet<[u8; 32]>;

/// Keys whose stems are often equal or share long prefixes.
fn any_key() -> impl Strategy<Value = [u8; 32]> {
    let byte = prop::sample::select(vec![0u8, 1, 255]);
    (prop::sample::select(vec![0usize, 1, 15, 29, 30]), byte.clone(), byte.clone(), byte).prop_map(
        |(place, first, other, suffix)| {
            let mut key = [7; 32];
            key[0] = first;
            key[place] = other;
            key[31] = suffix;
            key
        },
    )
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![Just([0; 32]), Just([255; 32]), any::<Value>()]
}

fn any_blocks() -> impl Strategy<Value = Vec<Writes>> {
    let write = (any_key(), prop_oneof![3 => any_value().prop_map(Some), 1 => Just(None)]);
    prop::collection::vec(prop::collection::vec(write, 0..12), 1..8)
}

fn apply<S: Store>(tree: &mut Tree<S>, label: &str, writes: &Writes) -> Root {
    for (key, value) in writes {
        let key = Key::from(*key);
        match value {
            Some(value) => tree.update([(key, *value)]).unwrap(),
            None => tree.remove([key]).unwrap(),
        }
    }
    tree.commit_block(committer(), label).unwrap()
}

/// Asserts that the tree has this root and these contents, and no other of the keys `all`.
fn assert_holds<S: Store>(tree: &Tree<S>, root: Root, contents: &Contents, all: &Keys) {
    assert_eq!(tree.root(), Ok(root));
    for key in all {
        assert_eq!(tree.get(&Key::from(*key)), Ok(contents.get(key).copied()));
    }
}

fn open(directory: &TempDir) -> Tree<DiskStore> {
    open_with(directory, DiskOptions::default())
}

fn open_with(directory: &TempDir, options: DiskOptions) -> Tree<DiskStore> {
    Tree::over(DiskStore::open(directory.path(), options).unwrap())
}

/// Asserts that a store keeps exactly the states in its window, with the right contents.
fn assert_history<S: History>(tree: &Tree<S>, states: &[(Head, Contents)], all: &Keys, window: u64) {
    let (newest, _) = states.last().unwrap();
    assert_eq!(tree.head(), newest);
    let oldest = newest.blocks.saturating_sub(window);
    let kept: Vec<_> = tree.store().heads().cloned().collect();
    let expected: Vec<_> =
        states.iter().map(|(head, _)| head.clone()).filter(|head| head.blocks >= oldest).collect();
    assert_eq!(kept, expected);
    for (head, contents) in states {
        match tree.at(head.blocks) {
            Ok(view) => assert_holds(&view, head.root, contents, all),
            Err(error) => {
                assert!(head.blocks < oldest);
                assert_eq!(error, Error::Block { block: head.blocks, oldest, newest: newest.blocks });
            }
        }
    }
    let future = newest.blocks + 1;
    assert_eq!(
        tree.at(future).map(|_| ()).unwrap_err(),
        Error::Block { block: future, oldest, newest: newest.blocks }
    );
}

/// Rolls back `by` blocks and applies the same blocks again.
fn roll_back_and_repeat<S: History>(
    tree: &mut Tree<S>,
    states: &[(Head, Contents)],
    all: &Keys,
    blocks: &[Writes],
    by: usize,
) {
    // Uncommitted writes are dropped as well.
    tree.update([(Key::from([9; 32]), [9; 32])]).unwrap();
    tree.rollback(by as u64).unwrap();
    let kept = states.len() - by;
    let (head, contents) = &states[kept - 1];
    assert_eq!(tree.head(), head);
    assert_holds(tree, head.root, contents, all);
    for (writes, (head, _)) in blocks[kept - 1..].iter().zip(&states[kept..]) {
        assert_eq!(apply(tree, &head.label, writes), head.root);
        assert_eq!(tree.head(), head);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(16)))]

    #[test]
    fn disk_and_memory_store_agree(blocks in any_blocks(), window in 0u64..6, by in 0u64..8) {
        let directory = tempfile::tempdir().unwrap();
        let options = DiskOptions::default().window(window);
        let mut disk = Tree::over(DiskStore::create(directory.path(), options).unwrap());
        let mut memory = Tree::over(MemoryStore::with_window(window));
        let mut plain = Tree::in_memory();
        let mut states = vec![(Head::default(), Contents::new())];
        let mut everything = Keys::new();
        for (number, writes) in blocks.iter().enumerate() {
            let label = format!("block {number}");
            let root = apply(&mut plain, &label, writes);
            assert_eq!(apply(&mut memory, &label, writes), root);
            assert_eq!(apply(&mut disk, &label, writes), root);
            let mut contents = states.last().unwrap().1.clone();
            for (key, value) in writes {
                match value {
                    Some(value) => contents.insert(*key, *value),
                    None => contents.remove(key),
                };
                everything.insert(*key);
            }
            states.push((Head { blocks: number as u64 + 1, root, label }, contents));
            assert_eq!(disk.head(), memory.head());
            if number % 3 == 0 {
                drop(disk);
                disk = open_with(&directory, options.check(number % 2 == 0));
            }
        }
        assert_history(&memory, &states, &everything, window);
        assert_history(&disk, &states, &everything, window);
        assert_history(&plain, &states, &everything, 0);
        let checked = disk.check(committer()).unwrap();
        assert_eq!(memory.check(committer()), Ok(checked));
        assert_eq!(checked.values, states.last().unwrap().1.len() as u64);
        assert_eq!(checked.nodes, memory.store().len() as u64);
        assert_eq!(checked.past, window.min(blocks.len() as u64));

        let possible = window.min(blocks.len() as u64);
        if by > possible {
            let error = Err(Error::Rollback { found: by, possible });
            assert_eq!(memory.rollback(by), error);
            assert_eq!(disk.rollback(by), error);
        }
        let by = by.min(possible) as usize;
        roll_back_and_repeat(&mut memory, &states, &everything, &blocks, by);
        roll_back_and_repeat(&mut disk, &states, &everything, &blocks, by);
        drop(disk);
        disk = open(&directory);
        let (head, contents) = states.last().unwrap();
        assert_eq!(disk.head(), head);
        assert_holds(&disk, head.root, contents, &everything);
        assert_holds(&memory, head.root, contents, &everything);
        disk.check(committer()).unwrap();
    }
}

/// A block that was rolled back does not affect a later block with the same number.
#[test]
fn other_blocks_after_a_rollback() {
    fn run<S: History>(mut tree: Tree<S>) {
        let write = |tree: &mut Tree<S>, key: u8, value: u8| {
            tree.update([(Key::from([key; 32]), [value; 32])]).unwrap();
            tree.commit_block(committer(), "").unwrap()
        };
        let first = write(&mut tree, 1, 1);
        write(&mut tree, 1, 2);
        write(&mut tree, 1, 3);
        tree.rollback(2).unwrap();
        let second = write(&mut tree, 9, 1);
        write(&mut tree, 9, 2);
        assert_eq!(tree.at(1).unwrap().root(), Ok(first));
        tree.rollback(1).unwrap();
        assert_eq!(tree.root(), Ok(second));
        assert_eq!(tree.get(&Key::from([1; 32])), Ok(Some([1; 32])));
        assert_eq!(tree.get(&Key::from([9; 32])), Ok(Some([1; 32])));
        tree.check(committer()).unwrap();
    }
    let directory = TempDir::new().unwrap();
    run(Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap()));
    run(Tree::over(MemoryStore::with_window(8)));
}

/// Later blocks and rollbacks do not change a view. A view may outlive the store.
#[test]
fn views_do_not_change() {
    let directory = TempDir::new().unwrap();
    let mut tree = Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap());
    let key = Key::from([5; 32]);
    for value in 1..=3 {
        tree.update([(key, [value; 32])]).unwrap();
        tree.commit_block(committer(), "").unwrap();
    }
    let views: Vec<_> = (0..=3).map(|blocks| Tree::over(tree.store().view(blocks).unwrap())).collect();
    let check = || {
        for (value, view) in (0..).zip(&views) {
            assert_eq!(view.get(&key), Ok((value > 0).then_some([value; 32])));
        }
    };
    check();
    tree.update([(key, [9; 32])]).unwrap();
    tree.commit_block(committer(), "").unwrap();
    check();
    tree.rollback(3).unwrap();
    check();
    drop(tree);
    for (value, view) in (0..).zip(&views) {
        // After the store is closed, a read fails or returns the right value.
        assert!(view.get(&key).is_err() || view.get(&key) == Ok((value > 0).then_some([value; 32])));
    }
    drop(views);
    assert_eq!(open(&directory).get(&key), Ok(Some([1; 32])));
}

/// Of several concurrent calls of `open_or_create` one creates the store, and only one at a time has it open.
#[test]
fn concurrent_creation_of_one_store() {
    for _ in 0..5 {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("a/b/c");
        let attempts: Vec<Result<bool, Error>> = std::thread::scope(|scope| {
            let attempt = || {
                DiskStore::open_or_create(&path, DiskOptions::default()).map(|store| store.head().blocks == 0)
            };
            let threads: Vec<_> = (0..6).map(|_| scope.spawn(attempt)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        for attempt in &attempts {
            assert!(matches!(attempt, Ok(true) | Err(Error::StoreLocked { .. })), "{attempt:?}");
        }
        let files: Vec<_> =
            std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(files, ["state.redb"]);
        assert!(DiskStore::open(&path, DiskOptions::default()).is_ok());
    }
}

/// Blocks with enough nodes for several threads: states and reverse diffs do not depend on the number of threads, and
/// all blocks can be rolled back one at a time.
#[test]
fn large_blocks_on_several_threads() {
    let number =
        |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = |i: u64| {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&number(i).to_le_bytes());
        key[31] = i as u8;
        key
    };
    // 400 keys per block; half of them are new. After the first block a tenth of the keys is removed.
    let blocks: Vec<Writes> = (0..4u64)
        .map(|block| {
            let numbers = 200 * block..200 * block + 400;
            numbers
                .map(|i| (key(i), (block == 0 || i % 10 != 3).then_some([i as u8 ^ block as u8; 32])))
                .collect()
        })
        .collect();
    let nodes = |tree: &Tree<MemoryStore>| {
        let nodes = tree.store().nodes().unwrap().map(|node| node.map(|(path, node)| (path, node.hash())));
        nodes.collect::<Result<Vec<_>, _>>().unwrap()
    };
    let run = || {
        let mut tree = Tree::over(MemoryStore::with_window(4));
        let mut states = vec![(tree.head().clone(), nodes(&tree))];
        for block in &blocks {
            let (removals, writes): (Writes, Writes) = block.iter().partition(|(_, value)| value.is_none());
            tree.update(writes.iter().map(|(key, value)| (Key::from(*key), value.unwrap()))).unwrap();
            tree.remove(removals.iter().map(|(key, _)| Key::from(*key))).unwrap();
            tree.commit_block(committer(), "").unwrap();
            states.push((tree.head().clone(), nodes(&tree)));
        }
        let changed: Vec<_> = (1..=4).map(|block| tree.store().changed(block).unwrap()).collect();
        assert!(changed.iter().all(|paths| paths.len() > 400), "{changed:?}");
        for (state, before) in states.iter().zip(&states[1..]).rev() {
            assert_eq!((tree.head(), &nodes(&tree)), (&before.0, &before.1));
            tree.rollback(1).unwrap();
            assert_eq!((tree.head(), &nodes(&tree)), (&state.0, &state.1));
        }
        assert!(tree.store().is_empty());
        (states, changed)
    };
    let [one, others @ ..] = [1, 2, 3, 6].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(run)
    });
    for other in others {
        assert!(one == other, "the history depends on the number of threads");
    }
}
