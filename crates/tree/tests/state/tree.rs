//! The incremental tree: comparison with a computation from scratch by the definition, and with published roots.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use proptest::prelude::*;
use vorpal_ipa::{Basis, Commitment, Committer, Scalar, WIDTH};
use vorpal_oracle::data;
use vorpal_tree::{Changes, Commit, Error, Key, MemoryStore, Node, Path, Root, Store, Tree, Value};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

type Contents = BTreeMap<[u8; 32], Value>;

/// The root by the definition. Only the committer is shared with the tree.
fn from_scratch(contents: &Contents) -> Root {
    let all: Vec<_> = contents.iter().collect();
    internal(&all, 0).encode()
}

fn internal(entries: &[(&[u8; 32], &Value)], depth: usize) -> Commitment {
    let mut vector = [Scalar::ZERO; WIDTH];
    for group in entries.chunk_by(|a, b| a.0[depth] == b.0[depth]) {
        let sole_stem = group.iter().all(|(key, _)| key[..31] == group[0].0[..31]);
        let child = if sole_stem { leaf(group) } else { internal(group, depth + 1) };
        vector[usize::from(group[0].0[depth])] = child.map_to_scalar_field();
    }
    committer().commit(&vector)
}

fn leaf(entries: &[(&[u8; 32], &Value)]) -> Commitment {
    let mut halves = [[Scalar::ZERO; WIDTH]; 2];
    let integer = |bytes: &[u8]| {
        let mut padded = [0; 32];
        padded[..bytes.len()].copy_from_slice(bytes);
        Scalar::from_le_bytes(&padded).unwrap()
    };
    let mut marker = [0; 17];
    marker[16] = 1;
    for (key, value) in entries {
        let suffix = usize::from(key[31]);
        let half = &mut halves[suffix / 128];
        half[2 * (suffix % 128)] = integer(&value[..16]) + integer(&marker);
        half[2 * (suffix % 128) + 1] = integer(&value[16..]);
    }
    let [c1, c2] = halves.map(|half| committer().commit(&half).map_to_scalar_field());
    committer().commit(&[Scalar::ONE, integer(&entries[0].0[..31]), c1, c2])
}

fn key(bytes: [u8; 32]) -> Key {
    Key::from(bytes)
}

/// Applies the same updates to a tree and to a map, and compares roots and values after each commit.
fn check(blocks: &[Vec<([u8; 32], Value)>]) {
    let mut tree = Tree::in_memory();
    let mut contents = Contents::new();
    for block in blocks {
        tree.update(block.iter().map(|(bytes, value)| (key(*bytes), *value))).unwrap();
        contents.extend(block.iter().copied());
        // Values can be read before the commit.
        for (bytes, value) in &contents {
            assert_eq!(tree.get(&key(*bytes)), Ok(Some(*value)));
        }
        let root = tree.commit(committer()).unwrap();
        assert_eq!(root, from_scratch(&contents));
        assert_eq!(tree.root(), Ok(root));
        assert_eq!(tree.commit(committer()), Ok(root), "nothing changed");
        for (bytes, value) in &contents {
            assert_eq!(tree.get(&key(*bytes)), Ok(Some(*value)));
        }
    }
}

/// A key whose stem begins with the given bytes.
fn at(prefix: &[u8], suffix: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..prefix.len()].copy_from_slice(prefix);
    bytes[31] = suffix;
    bytes
}

#[test]
fn empty_tree() {
    let mut tree = Tree::in_memory();
    assert_eq!(tree.root(), Ok([0; 32]));
    assert_eq!(tree.commit(committer()), Ok([0; 32]));
    tree.update([]).unwrap();
    assert_eq!(tree.commit(committer()), Ok([0; 32]));
    assert_eq!(tree.get(&key([0; 32])), Ok(None));
    assert!(tree.store().is_empty());
    assert_eq!(from_scratch(&Contents::new()), [0; 32]);
}

#[test]
fn zero_differs_from_an_absent_value() {
    let mut tree = Tree::in_memory();
    tree.update([(key([0; 32]), [0; 32])]).unwrap();
    let root = tree.commit(committer()).unwrap();
    assert_ne!(root, [0; 32]);
    assert_eq!(tree.get(&key([0; 32])), Ok(Some([0; 32])));
    assert_eq!(tree.get(&key(at(&[], 1))), Ok(None));
    assert_eq!(tree.get(&key(at(&[1], 0))), Ok(None));
    check(&[vec![(at(&[], 0), [9; 32])], vec![(at(&[], 0), [0; 32])], vec![(at(&[], 0), [0; 32])]]);
}

#[test]
fn leaves_move_down_below_common_prefixes() {
    // The second stem agrees with the first in 30 bytes, the third in none, the fourth in 15.
    let (mut last, mut middle) = ([5; 32], [5; 32]);
    last[30] = 6;
    middle[15] = 6;
    check(&[
        vec![([5; 32], [1; 32])],
        vec![(last, [2; 32])],
        vec![([7; 32], [3; 32])],
        vec![(middle, [4; 32]), ([5; 32], [5; 32])],
        vec![(last, [0xff; 32])],
    ]);
    // All in one block, in another order.
    check(&[vec![(middle, [4; 32]), (last, [2; 32]), ([5; 32], [1; 32]), ([7; 32], [3; 32])]]);
}

#[test]
fn every_suffix_and_extreme_values() {
    let all =
        |value: fn(u8) -> Value| (0..=255).map(|suffix| (at(&[1, 2, 3], suffix), value(suffix))).collect();
    check(&[
        all(|suffix| [suffix; 32]),
        all(|_| [0xff; 32]),
        all(|suffix| if suffix % 2 == 0 { [0; 32] } else { [0xff; 32] }),
        vec![(at(&[1, 2, 3], 127), [1; 32]), (at(&[1, 2, 3], 128), [2; 32])],
    ]);
}

#[test]
fn last_of_several_writes_to_a_key_counts() {
    let (a, b) = (at(&[1], 0), at(&[1], 1));
    check(&[vec![(a, [1; 32]), (b, [2; 32]), (a, [3; 32]), (a, [4; 32])], vec![(b, [5; 32]), (b, [2; 32])]]);
}

#[test]
fn several_updates_before_one_commit() {
    let blocks = [
        vec![(at(&[1], 0), [1; 32])],
        vec![(at(&[1, 1], 0), [2; 32]), (at(&[1], 0), [3; 32])],
        vec![(at(&[1, 1, 0, 9], 7), [4; 32]), (at(&[1, 1], 200), [5; 32])],
    ];
    // For an empty store, and for a store that contains the first leaf.
    for committed in 0..2 {
        let mut tree = Tree::in_memory();
        let mut contents = Contents::new();
        for (i, block) in blocks.iter().enumerate() {
            tree.update(block.iter().map(|(bytes, value)| (key(*bytes), *value))).unwrap();
            contents.extend(block.iter().copied());
            if i < committed {
                tree.commit(committer()).unwrap();
            }
        }
        assert_eq!(tree.commit(committer()), Ok(from_scratch(&contents)));
    }
}

/// A store that records loads and saves, and that can fail or return wrong nodes.
#[derive(Default)]
struct Watched {
    inner: MemoryStore,
    loaded: Mutex<BTreeSet<Path>>,
    saved: BTreeSet<Path>,
    saves: usize,
    missing: Option<Path>,
    replaced: Option<(Path, Arc<Node>)>,
    full: AtomicBool,
}

impl Store for Watched {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        self.loaded.lock().unwrap().insert(*path);
        if self.missing == Some(*path) {
            return Ok(None);
        }
        match &self.replaced {
            Some((replaced, node)) if replaced == path => Ok(Some(Arc::clone(node))),
            _ => self.inner.load(path),
        }
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        if self.full.load(Relaxed) {
            return Err(Error::Store { reason: "full".into() });
        }
        assert!(
            changes.iter().is_sorted_by(|(a, _), (b, _)| a.as_bytes() < b.as_bytes()),
            "each once, in order"
        );
        self.saves += 1;
        self.saved = changes.iter().map(|(path, _)| *path).collect();
        self.inner.save(commit, changes)
    }
}

fn depths(paths: &BTreeSet<Path>) -> Vec<usize> {
    paths.iter().map(Path::depth).collect()
}

#[test]
fn only_nodes_on_changed_paths_are_read_and_written() {
    let mut tree = Tree::over(Watched::default());
    let keys = (0..=255u8).flat_map(|a| (0..4u8).map(move |b| (key(at(&[a, b], 0)), [a ^ b; 32])));
    tree.update(keys).unwrap();
    tree.commit(committer()).unwrap();
    assert_eq!(tree.store().saved.len(), 1 + 256 + 256 * 4);
    // One existing leaf: the path to it.
    tree.store().loaded.lock().unwrap().clear();
    tree.update([(key(at(&[7, 3], 0)), [9; 32])]).unwrap();
    tree.commit(committer()).unwrap();
    assert_eq!(depths(&tree.store().loaded.lock().unwrap()), [0, 1, 2]);
    assert_eq!(depths(&tree.store().saved), [0, 1, 2]);
    // A new leaf that moves another one down by a level.
    tree.store().loaded.lock().unwrap().clear();
    tree.update([(key(at(&[7, 3, 1], 0)), [9; 32])]).unwrap();
    tree.commit(committer()).unwrap();
    assert_eq!(depths(&tree.store().loaded.lock().unwrap()), [0, 1, 2]);
    assert_eq!(depths(&tree.store().saved), [0, 1, 2, 3, 3]);
}

#[test]
fn missing_and_misplaced_nodes_are_errors() {
    let mut tree = Tree::over(Watched::default());
    let block = [(key(at(&[1, 1], 0)), [1; 32]), (key(at(&[1, 2], 0)), [2; 32]), (key(at(&[3], 0)), [3; 32])];
    tree.update(block).unwrap();
    let root = tree.commit(committer()).unwrap();
    let paths = tree.store().saved.clone();
    let child = *paths.iter().find(|path| path.as_bytes() == [1, 2]).unwrap();
    let other = *paths.iter().find(|path| path.as_bytes() == [3]).unwrap();
    let other_leaf = tree.store().inner.load(&other).unwrap().unwrap();
    let branch = *paths.iter().find(|path| path.as_bytes() == [1]).unwrap();

    // A child is missing; the update concerns other nodes before it.
    let writes = [(key(at(&[0], 0)), [9; 32]), (key(at(&[1, 2], 0)), [9; 32])];
    let mut broken =
        Tree::over(Watched { inner: tree.store().inner.clone(), missing: Some(child), ..Watched::default() });
    assert_eq!(broken.update(writes), Err(Error::MissingNode { path: child }));
    assert_eq!(broken.get(&writes[1].0), Err(Error::MissingNode { path: child }));
    assert_eq!(broken.get(&writes[0].0), Ok(None), "the failed update changed nothing");
    assert_eq!(broken.commit(committer()), Ok(root));

    // A leaf where it does not belong: under another byte, and at the root.
    for path in [branch, Path::ROOT] {
        let replaced = Some((path, other_leaf.clone()));
        let mut broken =
            Tree::over(Watched { inner: tree.store().inner.clone(), replaced, ..Watched::default() });
        assert_eq!(broken.update(writes), Err(Error::MisplacedNode { path }));
        assert_eq!(broken.root().is_ok(), path != Path::ROOT);
        assert_eq!(broken.get(&writes[1].0), Err(Error::MisplacedNode { path }));
    }

    // A branch at a path of 31 bytes, which is a whole stem.
    let deep = |last: u8| at(&[[8; 30].as_slice(), &[last]].concat(), 0);
    let mut tree = Tree::over(Watched::default());
    tree.update([(key(deep(1)), [1; 32]), (key(deep(2)), [2; 32])]).unwrap();
    tree.commit(committer()).unwrap();
    let path = *tree.store().saved.last().unwrap();
    assert_eq!(path.depth(), 31);
    let root = tree.store().inner.load(&Path::ROOT).unwrap().unwrap();
    let replaced = Some((path, root));
    let mut broken =
        Tree::over(Watched { inner: tree.store().inner.clone(), replaced, ..Watched::default() });
    assert_eq!(broken.update([(key(deep(2)), [9; 32])]), Err(Error::MisplacedNode { path }));
    assert_eq!(broken.get(&key(deep(2))), Err(Error::MisplacedNode { path }));
}

#[test]
fn commit_after_a_failed_save_saves_all_nodes() {
    let block = |seed: u8| -> Vec<([u8; 32], Value)> {
        let stem = |i: u8| at(&[i % 3, i.wrapping_mul(seed) % 5, i], i % 2 * 200);
        (0..20u8).map(|i| (stem(i), [i ^ seed; 32])).collect()
    };
    let failure = || Err(Error::Store { reason: "full".into() });
    for update_in_between in [false, true] {
        let mut tree = Tree::over(Watched::default());
        let mut contents = Contents::new();
        let mut write = |tree: &mut Tree<Watched>, seed: u8| {
            tree.update(block(seed).iter().map(|(bytes, value)| (key(*bytes), *value))).unwrap();
            contents.extend(block(seed));
            from_scratch(&contents)
        };
        let first = write(&mut tree, 1);
        assert_eq!(tree.commit(committer()), Ok(first));
        tree.store().full.store(true, Relaxed);
        let mut last = write(&mut tree, 7);
        assert_eq!(tree.commit(committer()), failure());
        assert_eq!(tree.commit(committer()), failure());
        assert_eq!(tree.root(), Ok(first), "of the last commit");
        assert_eq!(tree.get(&key(block(7)[3].0)), Ok(Some(block(7)[3].1)));
        if update_in_between {
            // Leaves that are not saved yet are written again and move down.
            last = write(&mut tree, 11);
        }
        tree.store().full.store(false, Relaxed);
        assert_eq!(tree.commit(committer()), Ok(last));
        assert_eq!(tree.root(), Ok(last));
        let last = write(&mut tree, 13);
        assert_eq!(tree.commit(committer()), Ok(last));
    }
}

#[test]
fn next_root_saves_nothing() {
    let block = |seed: u8| {
        (0..40u8).map(move |i| (key(at(&[i % 7, i.wrapping_mul(seed) % 5, i], i % 2 * 200)), [i ^ seed; 32]))
    };
    let mut tree = Tree::over(Watched::default());
    assert_eq!(tree.next_root(committer()), Ok([0; 32]));
    tree.update(block(1)).unwrap();
    let first = tree.commit(committer()).unwrap();
    let nodes = tree.store().inner.len();
    tree.update(block(3)).unwrap();
    let second = tree.next_root(committer()).unwrap();
    assert_ne!(second, first);
    assert_eq!(tree.next_root(committer()), Ok(second), "differences are added once");
    assert_eq!(tree.root(), Ok(first), "of the last commit");
    // Later changes are included.
    tree.update(block(5)).unwrap();
    let third = tree.next_root(committer()).unwrap();
    tree.remove(block(5).map(|(key, _)| key).take(3)).unwrap();
    assert_ne!(tree.next_root(committer()), Ok(third));
    assert_eq!(tree.store().saves, 1);

    tree.discard();
    assert_eq!(tree.next_root(committer()), Ok(first));
    assert_eq!(tree.commit(committer()), Ok(first));
    assert_eq!(tree.store().saves, 1);
    assert_eq!(tree.store().inner.len(), nodes);
    let (last_key, last_value) = block(1).next_back().unwrap();
    assert_eq!(tree.get(&last_key), Ok(Some(last_value)));
    // The same blocks give the same roots again.
    tree.update(block(3)).unwrap();
    assert_eq!(tree.next_root(committer()), Ok(second));
    assert_eq!(tree.commit(committer()), Ok(second));
    tree.update(block(5)).unwrap();
    assert_eq!(tree.commit(committer()), Ok(third));
}

#[test]
fn nodes_of_a_store_can_be_inspected() {
    let mut tree = Tree::in_memory();
    tree.update([(key(at(&[1], 5)), [1; 32]), (key(at(&[1], 200)), [2; 32]), (key(at(&[9], 0)), [3; 32])])
        .unwrap();
    let root = tree.commit(committer()).unwrap();
    let root_node = tree.store().load(&Path::ROOT).unwrap().unwrap();
    let Node::Internal(internal) = &*root_node else { panic!("a root") };
    assert_eq!(internal.children().collect::<Vec<_>>(), [1, 9]);
    assert_eq!(internal.commitment().encode(), root);
    assert_eq!(tree.store().len(), 3);
    assert_ne!(internal.commitment(), Commitment::IDENTITY);
}

#[test]
fn published_roots_of_the_devnet() {
    let Some(folder) = data::folder("devnet7", "published roots of a test network") else { return };
    let roots: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(folder.join("roots.json")).unwrap()).unwrap();
    assert_eq!(roots.len(), 8);
    let committer = Committer::new(&Basis::default());
    let mut tree = Tree::in_memory();
    for entry in &roots {
        let csv = std::fs::read_to_string(folder.join(entry["file"].as_str().unwrap())).unwrap();
        let rows = csv.lines().map(|line| {
            let (k, v) = line.split_once(',').unwrap();
            let bytes = |text| <[u8; 32]>::try_from(data::bytes(text)).unwrap();
            (key(bytes(k)), bytes(v))
        });
        tree.update(rows).unwrap();
        let root = tree.commit(&committer).unwrap();
        assert_eq!(root.to_vec(), data::bytes(entry["root"].as_str().unwrap()), "{}", entry["file"]);
    }
}

/// Stems over a small alphabet, so that they share prefixes of all lengths.
fn stems() -> impl Strategy<Value = [u8; 32]> {
    let byte = prop_oneof![6 => Just(0u8), 1 => Just(1), 1 => Just(255)];
    (proptest::collection::vec(byte, 31), 0u8..4).prop_map(|(stem, suffix)| at(&stem, suffix * 85))
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![Just([0; 32]), Just([0xff; 32]), any::<[u8; 32]>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(40)))]
    #[test]
    fn random_blocks(blocks in proptest::collection::vec(proptest::collection::vec((stems(), values()), 0..12), 1..5)) {
        check(&blocks);
    }
}
