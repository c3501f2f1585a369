//! Streams of writes and removals against a plain model, which does one after the other and commits from scratch.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use proptest::prelude::*;
use proptest::sample::Index;
use rayon::ThreadPoolBuilder;
use vorpal_ipa::{Basis, Commitment, Committer, Scalar, WIDTH};
use vorpal_tree::{Changes, Commit, Error, Key, MemoryStore, Node, Path, Root, Store, Tree, Value};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

/// A tree as pointers, with go-verkle's rules: a leaf moves down when another comes to its place and never up again;
/// leaves without values vanish, and so do branches without children.
#[derive(Clone, Debug)]
enum Model {
    Branch(BTreeMap<u8, Model>),
    Leaf([u8; 31], BTreeMap<u8, Value>),
}

impl Model {
    fn new() -> Self {
        Self::Branch(BTreeMap::new())
    }

    fn insert(&mut self, depth: usize, key: &Key, value: Value) {
        match self {
            Self::Branch(children) => match children.get_mut(&key.stem[depth]) {
                Some(child) => child.insert(depth + 1, key, value),
                None => {
                    let leaf = Self::Leaf(key.stem, BTreeMap::from([(key.suffix, value)]));
                    children.insert(key.stem[depth], leaf);
                }
            },
            Self::Leaf(stem, values) if *stem == key.stem => {
                values.insert(key.suffix, value);
            }
            Self::Leaf(stem, _) => {
                let byte = stem[depth];
                let leaf = std::mem::replace(self, Self::new());
                let Self::Branch(children) = self else { unreachable!() };
                children.insert(byte, leaf);
                self.insert(depth, key, value);
            }
        }
    }

    fn remove(&mut self, depth: usize, key: &Key) {
        match self {
            Self::Branch(children) => {
                let Some(child) = children.get_mut(&key.stem[depth]) else { return };
                child.remove(depth + 1, key);
                if child.is_empty() {
                    children.remove(&key.stem[depth]);
                }
            }
            Self::Leaf(stem, values) if *stem == key.stem => {
                values.remove(&key.suffix);
            }
            Self::Leaf(..) => {}
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Branch(children) => children.is_empty(),
            Self::Leaf(_, values) => values.is_empty(),
        }
    }

    fn nodes(&self) -> usize {
        match self {
            Self::Branch(children) => 1 + children.values().map(Self::nodes).sum::<usize>(),
            Self::Leaf(..) => 1,
        }
    }

    fn commitment(&self) -> Commitment {
        let integer = |bytes: &[u8]| {
            let mut padded = [0; 32];
            padded[..bytes.len()].copy_from_slice(bytes);
            Scalar::from_le_bytes(&padded).unwrap()
        };
        match self {
            Self::Branch(children) => {
                let mut vector = [Scalar::ZERO; WIDTH];
                for (byte, child) in children {
                    vector[usize::from(*byte)] = child.commitment().map_to_scalar_field();
                }
                committer().commit(&vector)
            }
            Self::Leaf(stem, values) => {
                let mut halves = [[Scalar::ZERO; WIDTH]; 2];
                for (suffix, value) in values {
                    let half = &mut halves[usize::from(suffix / 128)];
                    let first = 2 * usize::from(suffix % 128);
                    half[first] = integer(&value[..16]) + Scalar::from(2).pow_vartime(&[128]);
                    half[first + 1] = integer(&value[16..]);
                }
                let [c1, c2] = halves.map(|half| committer().commit(&half).map_to_scalar_field());
                committer().commit(&[Scalar::ONE, integer(stem), c1, c2])
            }
        }
    }

    fn root(&self) -> Root {
        self.commitment().encode()
    }

    fn get(&self, depth: usize, key: &Key) -> Option<Value> {
        match self {
            Self::Branch(children) => children.get(&key.stem[depth])?.get(depth + 1, key),
            Self::Leaf(stem, values) if *stem == key.stem => values.get(&key.suffix).copied(),
            Self::Leaf(..) => None,
        }
    }
}

/// One call of the tree.
#[derive(Clone, Debug)]
enum Call {
    Update(Vec<(Key, Value)>),
    Remove(Vec<Key>),
    Commit,
}

impl Call {
    fn to_model(&self, model: &mut Model) {
        match self {
            Self::Update(writes) => writes.iter().for_each(|(key, value)| model.insert(0, key, *value)),
            Self::Remove(keys) => keys.iter().for_each(|key| model.remove(0, key)),
            Self::Commit => {}
        }
    }

    fn to_tree<S: Store>(&self, tree: &mut Tree<S>) -> Result<(), Error> {
        match self {
            Self::Update(writes) => tree.update(writes.iter().copied()),
            Self::Remove(keys) => tree.remove(keys.iter().copied()),
            Self::Commit => tree.commit(committer()).map(drop),
        }
    }

    fn keys(&self) -> Vec<Key> {
        match self {
            Self::Update(writes) => writes.iter().map(|(key, _)| *key).collect(),
            Self::Remove(keys) => keys.clone(),
            Self::Commit => Vec::new(),
        }
    }

    /// The same, each key in a call of its own.
    fn one_by_one(&self) -> Vec<Self> {
        match self {
            Self::Update(writes) => writes.iter().map(|write| Self::Update(vec![*write])).collect(),
            Self::Remove(keys) => keys.iter().map(|key| Self::Remove(vec![*key])).collect(),
            Self::Commit => vec![Self::Commit],
        }
    }
}

/// Compares tree and model after every commit: root, values, and that the store holds the tree's nodes and no others.
/// The last commit is added.
fn check(calls: &[Call]) {
    let (mut tree, mut model) = (Tree::in_memory(), Model::new());
    let keys: Vec<Key> = calls.iter().flat_map(Call::keys).collect();
    let mut committed = false;
    for call in calls.iter().chain([&Call::Commit]) {
        call.to_model(&mut model);
        call.to_tree(&mut tree).unwrap();
        for key in &keys {
            assert_eq!(tree.get(key), Ok(model.get(0, key)), "{key:?}");
        }
        if matches!(call, Call::Commit) {
            assert_eq!(tree.root(), Ok(model.root()));
            // A tree to which nothing was ever written has no root in its store.
            committed |= !tree.store().is_empty();
            let nodes = if committed { model.nodes() } else { 0 };
            assert_eq!(tree.store().len(), nodes);
            assert_eq!(tree.check(committer()).map(|checked| checked.nodes), Ok(nodes as u64));
        }
    }
    // Each key in a call and a commit of its own comes to the same.
    let mut slow = Tree::in_memory();
    for call in calls.iter().flat_map(Call::one_by_one) {
        call.to_tree(&mut slow).unwrap();
        slow.commit(committer()).unwrap();
    }
    assert_eq!(slow.root(), Ok(model.root()));
    assert_eq!(slow.store().len(), tree.store().len());
}

/// A key whose stem begins with the given bytes.
fn at(prefix: &[u8], suffix: u8) -> Key {
    let mut stem = [0; 31];
    stem[..prefix.len()].copy_from_slice(prefix);
    Key { stem, suffix }
}

fn update(keys: &[Key], seed: u8) -> Call {
    Call::Update(keys.iter().map(|key| (*key, [seed ^ key.suffix; 32])).collect())
}

fn remove(keys: &[Key]) -> Call {
    Call::Remove(keys.to_vec())
}

#[test]
fn what_is_not_there_is_passed_over() {
    check(&[remove(&[at(&[1], 0)])]);
    check(&[remove(&[]), Call::Commit, Call::Update(Vec::new()), Call::Commit]);
    let here = [at(&[1], 0), at(&[2, 1], 0), at(&[2, 2], 200)];
    let absent = [at(&[1], 1), at(&[1], 200), at(&[1, 1], 0), at(&[2, 3], 0), at(&[2, 2], 0), at(&[9], 9)];
    check(&[update(&here, 1), Call::Commit, remove(&absent), Call::Commit, remove(&absent)]);
    check(&[update(&here, 1), remove(&absent), update(&here, 2), remove(&absent)]);

    // Nothing is saved either.
    let mut tree = Tree::over(Watched::default());
    update(&here, 1).to_tree(&mut tree).unwrap();
    let root = tree.commit(committer()).unwrap();
    tree.store().full.store(true, Relaxed);
    tree.remove(absent).unwrap();
    assert_eq!(tree.commit(committer()), Ok(root));
}

#[test]
fn leaves_and_branches_vanish() {
    // Branches over 30 bytes, which vanish with the last leaf below; the root stays.
    let deep = |last: u8| at(&[[7; 30].as_slice(), &[last]].concat(), 3);
    let (a, b, c) = (deep(1), deep(2), at(&[7; 15], 0));
    let all = [a, b, c];
    check(&[update(&all, 1), Call::Commit, remove(&all)]);
    check(&[update(&all, 1), remove(&all)]);
    check(&[
        update(&all, 1),
        Call::Commit,
        remove(&[a]),
        Call::Commit,
        remove(&[c]),
        Call::Commit,
        remove(&[b]),
    ]);
    // A leaf stays where it was pushed to, and one that comes back is higher up.
    check(&[update(&all, 1), Call::Commit, remove(&[b, c]), update(&[a], 2)]);
    let (mut pushed, mut alone) = (Tree::in_memory(), Tree::in_memory());
    for call in [update(&all, 1), remove(&[b, c])] {
        call.to_tree(&mut pushed).unwrap();
    }
    update(&[a], 1).to_tree(&mut alone).unwrap();
    assert_ne!(pushed.commit(committer()), alone.commit(committer()));
}

#[test]
fn halves_are_emptied_and_filled_again() {
    let (low, high) = ([at(&[1], 0), at(&[1], 127)], [at(&[1], 128), at(&[1], 255)]);
    let both = [low, high].concat();
    for commit in [&[][..], &[Call::Commit]] {
        let calls = [
            update(&both, 1),
            remove(&high),
            update(&high, 5),
            remove(&low),
            remove(&low),
            update(&low, 9),
            remove(&both),
            update(&high, 1),
        ];
        check(
            &calls.iter().flat_map(|call| [core::slice::from_ref(call), commit].concat()).collect::<Vec<_>>(),
        );
    }
    // To zero is not away.
    check(&[Call::Update(vec![(low[0], [0; 32])]), Call::Commit, remove(&[low[1]])]);
    check(&[update(&low, 1), Call::Commit, Call::Update(vec![(low[0], [0; 32]), (low[1], [0xff; 32])])]);
}

#[test]
fn what_vanished_comes_back_in_one_commit() {
    let (a, b, c) = (at(&[1, 1, 1], 0), at(&[1, 1, 2], 0), at(&[1, 2], 0));
    // A branch, then a leaf in its place, then a branch with one of the old children, then both.
    for first in [vec![a, b], vec![a, b, c], vec![a]] {
        for second in [a, b, c] {
            for third in [a, b, c] {
                for commit in [None, Some(Call::Commit)] {
                    let calls = [
                        Some(update(&first, 1)),
                        Some(Call::Commit),
                        Some(remove(&[a, b, c])),
                        commit.clone(),
                        Some(update(&[second], 2)),
                        commit.clone(),
                        Some(update(&[third], 3)),
                        Some(remove(&[second])),
                        commit,
                        Some(update(&[c, b], 4)),
                    ];
                    check(&calls.into_iter().flatten().collect::<Vec<_>>());
                }
            }
        }
    }
}

/// A store that can be broken.
#[derive(Default)]
struct Watched {
    inner: MemoryStore,
    missing: Option<Path>,
    full: AtomicBool,
}

impl Store for Watched {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        if self.missing == Some(*path) { Ok(None) } else { self.inner.load(path) }
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        if self.full.load(Relaxed) {
            return Err(Error::Store { reason: "full".into() });
        }
        self.inner.save(commit, changes)
    }
}

/// 400 keys, enough for several threads, whose stems share prefixes of up to four bytes.
fn many(seed: u32) -> Vec<(Key, Value)> {
    let write = |i: u32| {
        let [a, b, c, d] = (i.wrapping_add(seed).wrapping_mul(0x9e37_79b1) >> 7).to_le_bytes();
        (at(&[a % 16 * 16, b % 8, c % 2, d % 4, a, b], c), [d ^ a; 32])
    };
    (0..400).map(write).collect()
}

/// Of thousands of writes to few keys in one update, the last to each key counts.
#[test]
fn the_last_of_many_writes_counts() {
    const WRITES: usize = 5000;
    const KEYS: usize = 101;
    let number = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    let key = |i: usize| {
        let mut key = [7; 32];
        // Some keys share a stem, some a suffix.
        key[0] = u8::try_from(i % 13).unwrap();
        key[31] = u8::try_from(i).unwrap();
        Key::from(key)
    };
    let writes: Vec<(Key, Value)> = (0..WRITES)
        .map(|i| {
            let mut value = [0; 32];
            value[..8].copy_from_slice(&(i as u64).to_le_bytes());
            (key(usize::try_from(number(i) % KEYS as u64).unwrap()), value)
        })
        .collect();
    let last: BTreeMap<Key, Value> = writes.iter().copied().collect();
    assert_eq!(last.len(), KEYS);
    let (mut at_once, mut singly) = (Tree::in_memory(), Tree::in_memory());
    at_once.update(writes).unwrap();
    for (key, value) in &last {
        assert_eq!(at_once.get(key), Ok(Some(*value)), "{key:?}");
        singly.update([(*key, *value)]).unwrap();
    }
    assert_eq!(at_once.commit(committer()), singly.commit(committer()));
}

#[test]
fn errors_change_nothing() {
    let mut tree = Tree::in_memory();
    tree.update(many(1)).unwrap();
    let root = tree.commit(committer()).unwrap();
    let keys: Vec<Key> = many(1).iter().map(|(key, _)| *key).collect();
    // The path of some leaf.
    let mut spied = Tree::over(Spy(tree.store().clone(), Mutex::default()));
    spied.update([(keys[7], [9; 32])]).unwrap();
    let path = *spied.store().1.lock().unwrap().last().unwrap();

    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut broken = Tree::over(Watched {
                inner: tree.store().clone(),
                missing: Some(path),
                ..Watched::default()
            });
            assert_eq!(broken.remove(keys.clone()), Err(Error::MissingNode { path }));
            assert_eq!(broken.update(many(1)), Err(Error::MissingNode { path }));
            assert_eq!(broken.commit(committer()), Ok(root));
            // And what was touched before stays.
            let other = at(&[1], 1);
            broken.update([(other, [1; 32])]).unwrap();
            assert_eq!(broken.remove(keys.clone()), Err(Error::MissingNode { path }));
            assert_eq!(broken.get(&other), Ok(Some([1; 32])));
            assert_ne!(broken.commit(committer()), Ok(root));
            broken.remove([other]).unwrap();
            assert_eq!(broken.commit(committer()), Ok(root));
        });
    }
}

/// Notes what is loaded.
struct Spy(MemoryStore, Mutex<Vec<Path>>);

impl Store for Spy {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        self.1.lock().unwrap().push(*path);
        self.0.load(path)
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        self.0.save(commit, changes)
    }
}

#[test]
fn a_save_that_fails_is_made_up_for() {
    let (mut tree, mut model) = (Tree::over(Watched::default()), Model::new());
    let calls = |seed: u32| {
        let keys: Vec<Key> = many(seed).iter().take(30).map(|(key, _)| *key).collect();
        [update(&keys, 1), remove(&keys[3..20]), update(&keys[10..12], 3), remove(&keys[..2])]
    };
    for seed in 1..6 {
        tree.store().full.store(true, Relaxed);
        for call in calls(seed) {
            call.to_tree(&mut tree).unwrap();
            call.to_model(&mut model);
            assert!(tree.commit(committer()).is_err());
        }
        tree.store().full.store(false, Relaxed);
        assert_eq!(tree.commit(committer()), Ok(model.root()));
        assert_eq!(tree.store().inner.len(), model.nodes());
    }
}

#[test]
fn threads_make_no_difference() {
    let blocks: Vec<Vec<(Key, Value)>> = (0..4).map(|seed| many(seed * 150)).collect();
    let run = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tree = Tree::in_memory();
            let mut roots = Vec::new();
            for block in &blocks {
                tree.update(block.iter().copied()).unwrap();
                roots.push(tree.commit(committer()).unwrap());
                tree.remove(block.iter().skip(1).step_by(3).map(|(key, _)| *key)).unwrap();
                roots.push(tree.commit(committer()).unwrap());
            }
            (roots, tree.store().len())
        })
    };
    let mut model = Model::new();
    let mut roots = Vec::new();
    for block in &blocks {
        update_model(&mut model, block);
        roots.push(model.root());
        block.iter().skip(1).step_by(3).for_each(|(key, _)| model.remove(0, key));
        roots.push(model.root());
    }
    for threads in [1, 2, 5] {
        assert_eq!(run(threads), (roots.clone(), model.nodes()), "{threads} threads");
    }
}

fn update_model(model: &mut Model, block: &[(Key, Value)]) {
    block.iter().for_each(|(key, value)| model.insert(0, key, *value));
}

/// Keys over a tiny alphabet, so that stems share prefixes of all lengths and are met again.
fn keys() -> impl Strategy<Value = Key> {
    let byte = prop_oneof![12 => Just(0u8), 1 => Just(1), 1 => Just(255)];
    (proptest::collection::vec(byte, 31), 0u8..4).prop_map(|(stem, suffix)| at(&stem, suffix * 85))
}

/// Calls that concern at most a dozen keys.
fn streams() -> impl Strategy<Value = Vec<Call>> {
    let value = || prop_oneof![Just([0; 32]), Just([0xff; 32]), any::<[u8; 32]>()];
    let index = || any::<Index>();
    let writes = proptest::collection::vec((index(), value()), 0..8);
    let removals = proptest::collection::vec(index(), 0..8);
    let calls = proptest::collection::vec((0..5u8, writes, removals), 1..10);
    (proptest::collection::vec(keys(), 1..12), calls).prop_map(|(keys, calls)| {
        let call = |(kind, writes, removals): (u8, Vec<(Index, Value)>, Vec<Index>)| match kind {
            0 | 1 => Call::Update(writes.iter().map(|(index, value)| (*index.get(&keys), *value)).collect()),
            2 | 3 => Call::Remove(removals.iter().map(|index| *index.get(&keys)).collect()),
            _ => Call::Commit,
        };
        calls.into_iter().map(call).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_streams(calls in streams()) {
        check(&calls);
    }
}
