//! Witnesses: what they say against the definition, forms, updates without the tree, and refusals.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    reason = "a test stops at the first surprise"
)]

mod witness_trees;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use vorpal_ipa::{Basis, Commitment, Committer, Scalar};
use vorpal_oracle::data;
use vorpal_tree::{
    Changes, Commit, Error, Key, MAX_KEYS, MemoryStore, Node, PartialTree, Path, Proof, Root, Stem, StemDiff,
    Store, SuffixDiff, Tree, Witness, WitnessVersion,
};
use witness_trees::{Contents, at, committer, contents, keys, tree};

/// Status and depth of a stem, and the stem in its way, from the set of all stems.
fn by_definition(stems: &BTreeSet<Stem>, stem: &Stem) -> (u8, Option<Stem>) {
    let common = |other: &Stem| other.iter().zip(stem).take_while(|(a, b)| a == b).count();
    let deepest = stems.iter().filter(|other| *other != stem).map(common).max().unwrap_or(0);
    if stems.contains(stem) {
        return (2 | (deepest as u8 + 1) << 3, None);
    }
    let near: Vec<_> = stems.iter().filter(|other| common(other) == deepest).collect();
    match near[..] {
        // The root is a branch even with one leaf.
        [other] if deepest > 0 => {
            let (status, _) = by_definition(stems, other);
            if usize::from(status >> 3) <= deepest {
                return (status - 1, Some(*other));
            }
        }
        _ => {}
    }
    ((deepest as u8 + 1) << 3, None)
}

/// The branches below the root on the way to stems asked for, that are opened neither at 0 nor where a child is shown
/// under a byte of 4 or above.
fn unbound_by_definition(stems: &BTreeSet<Stem>, asked_for: &BTreeSet<Stem>) -> Vec<Path> {
    let beginnings: BTreeSet<(usize, &[u8])> =
        asked_for.iter().flat_map(|stem| (1..31).map(|depth| (depth, &stem[..depth]))).collect();
    let below = |stems: &BTreeSet<Stem>, beginning: &[u8]| -> BTreeSet<u8> {
        stems.iter().filter(|stem| stem.starts_with(beginning)).map(|stem| stem[beginning.len()]).collect()
    };
    let is_unbound = |beginning: &[u8]| {
        let (children, opened) = (below(stems, beginning), below(asked_for, beginning));
        let is_branch = stems.iter().filter(|stem| stem.starts_with(beginning)).count() > 1;
        is_branch && opened.iter().all(|byte| *byte != 0 && (*byte < 4 || !children.contains(byte)))
    };
    let unbound = beginnings.into_iter().filter(|(_, beginning)| is_unbound(beginning));
    unbound.map(|(_, beginning)| Path::from_bytes(beginning).unwrap()).collect()
}

/// Proves, compares with the definition, verifies, takes the witness through its forms, and updates without the tree;
/// all in both versions.
fn check(contents: &Contents, asked_for: &[[u8; 32]]) -> Witness {
    let (tree, root) = tree(contents);
    let witness = tree.prove(committer(), keys(asked_for)).unwrap();

    let distinct: BTreeSet<[u8; 32]> = asked_for.iter().copied().collect();
    assert!(witness.keys().map(|key| key.to_bytes()).eq(distinct.iter().copied()), "sorted and distinct");
    for (key, diff) in witness.entries() {
        assert_eq!((diff.current, diff.new), (contents.get(&key.to_bytes()).copied(), None));
    }
    let stem = |key: &[u8; 32]| Key::from(*key).stem;
    let stems: BTreeSet<Stem> = contents.keys().map(stem).collect();
    let asked_stems: BTreeSet<Stem> = distinct.iter().map(stem).collect();
    let expected: Vec<_> = asked_stems.iter().map(|stem| by_definition(&stems, stem)).collect();
    assert_eq!(witness.proof.statuses, expected.iter().map(|(status, _)| *status).collect::<Vec<_>>());
    let others: BTreeSet<Stem> = expected.iter().filter_map(|(_, other)| *other).collect();
    assert!(witness.proof.other_stems.iter().eq(others.difference(&asked_stems)));

    let bound = tree.prove_with(committer(), keys(asked_for), WitnessVersion::Bound).unwrap();
    let expected = unbound_by_definition(&stems, &asked_stems);
    assert_eq!(witness.verify(committer(), &root).unwrap().unbound(), expected);
    assert_eq!(bound.verify(committer(), &root).unwrap().unbound(), []);
    assert_eq!(bound.to_bytes().len(), witness.to_bytes().len() + 9 + 32 * expected.len());
    let Proof { first_children, argument, .. } = witness.proof.clone();
    let plain = Proof { first_children, argument, ..bound.proof.clone() };
    assert_eq!((&bound.stems, &plain), (&witness.stems, &witness.proof), "the rest is the same");

    check_forms_and_updates(tree.clone(), &root, contents, &bound);
    check_forms_and_updates(tree, &root, contents, &witness);
    witness
}

/// Verifies, takes the witness through its forms, and updates without the tree.
fn check_forms_and_updates(mut tree: Tree, root: &Root, contents: &Contents, witness: &Witness) {
    let partial = witness.verify(committer(), root).unwrap();
    for key in witness.keys() {
        assert_eq!(partial.get(&key), Ok(contents.get(&key.to_bytes()).copied()));
    }
    assert_eq!(partial.root_after(committer(), witness), Ok(*root), "nothing to write");
    assert_eq!(Witness::from_bytes(&witness.to_bytes()).as_ref(), Ok(witness));
    assert_eq!(Proof::from_bytes(&witness.proof.to_bytes()).as_ref(), Ok(&witness.proof));
    let json = serde_json::to_string(witness).unwrap();
    assert_eq!(serde_json::from_str::<Witness>(&json).unwrap(), *witness);

    // Some of the keys, then all of them, in the whole tree and without it.
    let mut updated = witness.clone();
    let mut stateless = partial.clone();
    for (round, step) in [(1, 2), (2, 1)] {
        let writes: Vec<_> =
            witness.keys().step_by(step).map(|key| (key, [round ^ key.suffix; 32])).collect();
        tree.update(writes.iter().copied()).unwrap();
        let after = tree.commit(committer()).unwrap();
        updated.write(writes.iter().copied()).unwrap();
        assert_eq!(partial.root_after(committer(), &updated), Ok(after));
        stateless.update(writes.iter().copied()).unwrap();
        assert_eq!(stateless.commit(committer()), Ok(after));
        for (key, value) in writes {
            assert_eq!(stateless.get(&key), Ok(Some(value)));
        }
    }
    assert_eq!(updated.verify(committer(), root).map(drop), Ok(()), "new values are not what is proved");
    assert_eq!(Witness::from_bytes(&updated.to_bytes()).as_ref(), Ok(&updated));
}

#[test]
fn the_empty_tree() {
    let witness = check(&Contents::new(), &[at(&[7], 0), at(&[7], 255), at(&[7, 1], 1), at(&[200], 3)]);
    assert_eq!(witness.proof.statuses, [8, 8, 8]);
    assert!(witness.proof.commitments.is_empty());
}

#[test]
fn one_key() {
    let contents = contents([at(&[1, 2, 3], 4)]);
    assert_eq!(check(&contents, &[at(&[1, 2, 3], 4)]).proof.commitments.len(), 2);
    // Never written, beside it and in the other half; another stem; an empty place.
    check(&contents, &[at(&[1, 2, 3], 5)]);
    check(&contents, &[at(&[1, 2, 3], 128)]);
    assert_eq!(check(&contents, &[at(&[1, 2, 4], 4)]).proof.other_stems.len(), 1);
    check(&contents, &[at(&[2], 4)]);
    // All of them, each twice and in no order.
    let all: Vec<_> = [[1, 2, 3], [1, 2, 4], [1, 9, 9], [2, 0, 0]]
        .iter()
        .flat_map(|prefix| [4, 5, 128, 255, 4, 0].map(|suffix| at(prefix, suffix)))
        .collect();
    let witness = check(&contents, &all.iter().chain(all.iter().rev()).copied().collect::<Vec<_>>());
    assert!(witness.proof.other_stems.is_empty(), "the leaf in the way is asked for");
}

#[test]
fn all_suffixes_of_a_stem() {
    let all: Vec<_> = (0..=255).map(|suffix| at(&[3], suffix)).collect();
    check(&contents(all.iter().copied()), &all);
    check(&contents(all.iter().copied().step_by(2)), &all);
    check(&contents(all.iter().copied().skip(128)), &all);
    check(&contents([at(&[4], 0)]), &all);
    check(&contents(all.iter().copied()), &[at(&[3], 127), at(&[3], 128)]);
}

#[test]
fn stems_that_part_at_every_depth() {
    let base = [9; 31];
    let parting = |depth: usize, byte: u8| {
        let mut stem = base;
        stem[depth] = byte;
        at(&stem, depth as u8)
    };
    let present: Vec<_> = (0..31).map(|depth| parting(depth, 8)).chain([at(&base, 0)]).collect();
    let absent: Vec<_> = (0..31).flat_map(|depth| [parting(depth, 7), parting(depth, 10)]).collect();
    let contents = contents(present.iter().copied());
    check(&contents, &present);
    check(&contents, &absent);
    check(&contents, &[present.clone(), absent].concat());
    // Stems in the way: a leaf of depth d, asked for with another byte below.
    let below: Vec<_> = (0..30)
        .map(|depth| {
            let mut key = parting(depth, 8);
            key[30] = 77;
            key
        })
        .collect();
    assert_eq!(check(&contents, &below).proof.other_stems.len(), 30);
    // Two stems equal in 30 bytes, the deepest there is, and a third one beside them.
    let twins = [parting(30, 0), parting(30, 255)];
    check(&self::contents(twins), &[twins[0], twins[1], parting(30, 128), parting(29, 1)]);
}

/// The bytes under which a child shows that its branch is no leaf, and 0, where a missing one shows it as well.
#[test]
fn bytes_that_bind() {
    for byte in [0, 1, 2, 3, 4, 5, 255] {
        let contents = contents([at(&[1, byte, 1], 0), at(&[1, 9], 0)]);
        let unbound = |key: [u8; 32]| {
            let witness = check(&contents, &[key]);
            let (_, root) = tree(&contents);
            !witness.verify(committer(), &root).unwrap().unbound().is_empty()
        };
        assert_eq!(unbound(at(&[1, byte, 1], 0)), (1..4).contains(&byte), "{byte}, present");
        assert_eq!(unbound(at(&[1, byte, 2], 0)), (1..4).contains(&byte), "{byte}, another's");
        assert_eq!(unbound(at(&[1, byte ^ 128], 0)), byte != 128, "{byte}, missing");
    }
    check(&contents([at(&[1, 1], 0), at(&[1, 9], 0)]), &[at(&[1, 0], 0)]);
}

#[test]
fn several_absent_stems_at_one_place() {
    let contents = contents([at(&[5, 1, 1], 0), at(&[5, 2, 1], 0), at(&[6], 0)]);
    // Below one leaf that is not asked for, below one that is, and where there is nothing.
    let absent =
        [at(&[5, 1, 2], 0), at(&[5, 1, 3], 0), at(&[5, 1, 0], 0), at(&[5, 9, 1], 0), at(&[5, 9, 2], 0)];
    assert_eq!(check(&contents, &absent).proof.other_stems.len(), 1);
    assert!(check(&contents, &[&absent[..], &[at(&[5, 1, 1], 9)]].concat()).proof.other_stems.is_empty());
}

fn stem_like() -> impl Strategy<Value = [u8; 32]> {
    // Bytes of a small alphabet, and long common beginnings.
    (
        proptest::collection::vec(prop_oneof![Just(0u8), Just(1), Just(255)], 0..6),
        0..=30usize,
        any::<u8>(),
        0..3u8,
    )
        .prop_map(|(start, far, last, suffix)| {
            let mut key = at(&start, [0, 127, 128][usize::from(suffix)]);
            key[far] = key[far].wrapping_add(last % 4);
            key
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn random_trees(
        present in proptest::collection::vec(stem_like(), 0..40),
        absent in proptest::collection::vec(stem_like(), 1..20),
        every in 1..5usize,
    ) {
        let asked_for: Vec<_> = present.iter().copied().step_by(every).chain(absent).collect();
        check(&contents(present), &asked_for);
    }
}

/// A store that remembers which nodes were asked for.
struct Watched {
    inner: MemoryStore,
    loads: Mutex<BTreeSet<Path>>,
    hashes: Mutex<BTreeSet<Path>>,
}

impl Store for Watched {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        self.loads.lock().unwrap().insert(*path);
        self.inner.load(path)
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.hashes.lock().unwrap().insert(*path);
        self.inner.load_hash(path)
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        self.inner.save(commit, changes)
    }
}

fn taken(paths: &Mutex<BTreeSet<Path>>) -> BTreeSet<Path> {
    core::mem::take(&mut paths.lock().unwrap())
}

#[test]
fn only_what_is_on_the_way_is_read() {
    let inner = MemoryStore::default();
    let mut tree = Tree::over(Watched { inner, loads: Mutex::default(), hashes: Mutex::default() });
    let contents = contents((0..=255).flat_map(|i| [at(&[i, 0], 1), at(&[i, 1], 1)]));
    tree.update(contents.iter().map(|(key, value)| (Key::from(*key), *value))).unwrap();
    let root = tree.commit(committer()).unwrap();
    taken(&tree.store().loads);
    let witness = tree.prove(committer(), keys(&[at(&[3, 1], 1), at(&[200, 7], 1)])).unwrap();
    witness.verify(committer(), &root).unwrap();
    let loads: Vec<String> = taken(&tree.store().loads).iter().map(ToString::to_string).collect();
    assert_eq!(loads, ["root", "0x03", "0xc8", "0x0301"]);
    assert_eq!(taken(&tree.store().hashes).len(), 256 + 2 + 2);
}

#[test]
fn what_cannot_be_proved() {
    let (mut tree, root) = tree(&contents([at(&[1], 1)]));
    let key = Key::from(at(&[1], 1));
    assert_eq!(tree.prove(committer(), []), Err(Error::NoKeys));
    let many =
        (0..=MAX_KEYS).map(|i| Key { stem: [i.to_le_bytes()[0]; 31], ..Key::from(at(&i.to_be_bytes(), 0)) });
    assert!(tree.prove(committer(), many).is_ok(), "as many, but few distinct ones");
    let many = (0..=MAX_KEYS).map(|i| Key::from(at(&i.to_be_bytes(), 0)));
    assert_eq!(tree.prove(committer(), many), Err(Error::TooManyKeys { found: MAX_KEYS + 1 }));
    tree.update([(key, [2; 32])]).unwrap();
    assert_eq!(tree.prove(committer(), [key]), Err(Error::Uncommitted));
    let after = tree.commit(committer()).unwrap();
    let witness = tree.prove(committer(), [key]).unwrap();
    assert!(witness.verify(committer(), &after).is_ok());
    assert_eq!(witness.verify(committer(), &root).map(drop), Err(Error::WitnessRefused), "the old root");
    assert!(matches!(witness.verify(committer(), &[0xff; 32]), Err(Error::Root { .. })));
}

#[test]
fn what_a_partial_tree_does_not_know() {
    let contents = contents([at(&[1, 1], 1), at(&[1, 1], 2), at(&[1, 2], 1), at(&[3], 1), at(&[4, 4], 4)]);
    let (mut tree, root) = tree(&contents);
    let witness = tree.prove(committer(), keys(&[at(&[1, 1], 1), at(&[4, 5], 0), at(&[9], 0)])).unwrap();
    let mut partial = witness.verify(committer(), &root).unwrap();
    let not_covered = |bytes: [u8; 32]| Error::NotInWitness { key: Key::from(bytes) };
    let refused = |partial: &mut PartialTree, bytes: [u8; 32], error: &Error| {
        let key = Key::from(bytes);
        assert_eq!(partial.get(&key).as_ref(), Err(error));
        let fine = (Key::from(at(&[1, 1], 1)), [5; 32]);
        assert_eq!(partial.update([fine, (key, [9; 32])]).as_ref(), Err(error));
        assert_eq!(partial.commit(committer()), Ok(root), "nothing was written");
    };
    // A value of a leaf that is shown, in the same half and in the other; the leaf in the way itself.
    for bytes in [at(&[1, 1], 2), at(&[1, 1], 0), at(&[1, 1], 200), at(&[4, 4], 4)] {
        refused(&mut partial, bytes, &not_covered(bytes));
    }
    for (bytes, path) in [(at(&[1, 2], 1), "0x0102"), (at(&[3], 1), "0x03"), (at(&[2], 0), "0x02")] {
        let Err(Error::NodeNotInWitness { path: found }) = partial.get(&Key::from(bytes)) else { panic!() };
        assert_eq!(found.to_string(), path);
        refused(&mut partial, bytes, &Error::NodeNotInWitness { path: found });
    }
    // Other stems than those asked for, where they are shown to be absent.
    let writes = [at(&[4, 6], 6), at(&[9, 1], 200), at(&[9, 2], 1), at(&[4, 4, 1], 0)]
        .map(|bytes| (Key::from(bytes), bytes));
    partial.update(writes).unwrap();
    tree.update(writes).unwrap();
    assert_eq!(partial.commit(committer()), Ok(tree.commit(committer()).unwrap()));
    assert_eq!(
        partial.get(&Key::from(at(&[4, 4], 4))),
        Err(not_covered(at(&[4, 4], 4))),
        "moved down, not known"
    );
    assert_eq!(partial.get(&Key::from(at(&[9, 1], 7))), Ok(None), "a leaf made here is known");
    // Entries for new values are found by key.
    let mut witness = witness;
    let missing = at(&[1, 1], 2);
    assert_eq!(witness.write([(Key::from(missing), [0; 32])]), Err(not_covered(missing)));
}

/// A tree with all kinds of places, and a witness of a key of each kind.
fn small() -> (Tree, Root, Witness) {
    let contents = contents([at(&[1, 1], 1), at(&[1, 2], 200), at(&[1, 2], 2), at(&[3], 3)]);
    let (tree, root) = tree(&contents);
    let asked_for =
        [at(&[1, 2], 2), at(&[1, 2], 4), at(&[1, 2], 200), at(&[1, 1, 7], 0), at(&[1, 9], 9), at(&[3, 3], 3)];
    let witness = tree.prove(committer(), keys(&asked_for)).unwrap();
    assert_eq!(witness.proof.statuses, [0b10001, 0b10010, 0b10000, 0b1001]);
    assert_eq!(witness.proof.other_stems.len(), 2);
    (tree, root, witness)
}

#[test]
fn the_witness_that_go_verkle_makes() {
    let (_, root, witness) = small();
    let go: serde_json::Value = serde_json::from_str(include_str!("witness_of_go_verkle.json")).unwrap();
    assert_eq!(data::bytes(go["root"].as_str().unwrap()), root);
    assert_eq!(serde_json::to_value(&witness).unwrap(), go["executionWitness"]);
}

fn refused(witness: &Witness, root: &Root, what: &str) {
    match witness.verify(committer(), root) {
        Ok(_) => panic!("accepted: {what}"),
        Err(Error::Witness { place, reason }) => assert!(!place.is_empty() && !reason.is_empty()),
        Err(Error::WitnessRefused | Error::NoKeys) => {}
        Err(error) => panic!("{what}: {error}"),
    }
}

#[test]
fn every_byte_counts() {
    use rayon::prelude::*;
    let (tree, root, witness) = small();
    let bytes = witness.to_bytes();
    let accepted = AtomicUsize::new(0);
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut changed = bytes.clone();
        changed[i] ^= 1 << (i % 8);
        match Witness::from_bytes(&changed) {
            Ok(changed) => match changed.verify(committer(), &root) {
                // What a changed key is shown not to hold, it does not hold. New values are no matter of the proof.
                Ok(_) => {
                    assert_eq!(changed.proof, witness.proof);
                    for (key, diff) in changed.entries() {
                        assert_eq!(tree.get(&key), Ok(diff.current));
                    }
                    let same_keys = changed.keys().eq(witness.keys());
                    assert_eq!(same_keys, changed.entries().any(|(_, diff)| diff.new.is_some()), "byte {i}");
                    accepted.fetch_add(1, Relaxed);
                }
                Err(error) => {
                    assert!(matches!(error, Error::Witness { .. } | Error::WitnessRefused), "{error}");
                }
            },
            Err(error) => assert!(matches!(error, Error::Witness { .. }), "{error}"),
        }
    });
    // Of three absent stems what follows the path, and the suffixes.
    assert!(accepted.into_inner() < 3 * 32);
    for length in 0..bytes.len() {
        assert!(Witness::from_bytes(&bytes[..length]).is_err());
    }
    assert!(Witness::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    // Numbers that promise too much.
    for first in [[0xff; 4], [0, 0, 0, 1]] {
        let mut changed = bytes.clone();
        changed[..4].copy_from_slice(&first);
        let Err(Error::Witness { place, .. }) = Witness::from_bytes(&changed) else { panic!() };
        assert_eq!(place, "byte 0");
    }
}

#[test]
fn a_new_value_changes_the_root_only() {
    let (mut tree, root, mut witness) = small();
    witness.write([(Key::from(at(&[1, 9], 9)), [1; 32])]).unwrap();
    tree.update([(Key::from(at(&[1, 9], 9)), [1; 32])]).unwrap();
    let after = tree.commit(committer()).unwrap();
    let partial = witness.verify(committer(), &root).unwrap();
    assert_eq!(partial.root_after(committer(), &witness), Ok(after));
    for i in 0..32 {
        let mut changed = witness.clone();
        let diff =
            changed.stems.iter_mut().flat_map(|diff| &mut diff.suffixes).find(|diff| diff.new.is_some());
        diff.unwrap().new.as_mut().unwrap()[i] ^= 1;
        assert_ne!(partial.root_after(committer(), &changed).unwrap(), after);
    }
}

/// All lists that one gets by dropping, doubling or swapping.
fn variations<T: Clone + PartialEq>(items: &[T]) -> Vec<Vec<T>> {
    let mut lists = Vec::new();
    for i in 0..items.len() {
        let mut dropped = items.to_vec();
        let item = dropped.remove(i);
        let mut doubled = items.to_vec();
        doubled.insert(i, item);
        lists.extend([dropped, doubled]);
        for j in 0..i {
            let mut swapped = items.to_vec();
            swapped.swap(i, j);
            lists.push(swapped);
        }
    }
    lists.retain(|list| list != items);
    lists
}

#[test]
fn parts_dropped_doubled_and_swapped() {
    let (_, root, witness) = small();
    let mut changed = Vec::new();
    let mut with = |change: &dyn Fn(&mut Witness)| {
        let mut other = witness.clone();
        change(&mut other);
        changed.push(other);
    };
    for stems in variations(&witness.stems) {
        with(&|witness| witness.stems.clone_from(&stems));
    }
    for (i, diff) in witness.stems.iter().enumerate() {
        for suffixes in variations(&diff.suffixes) {
            with(&|witness| witness.stems[i].suffixes.clone_from(&suffixes));
        }
        for j in 0..diff.suffixes.len() {
            with(&|witness| witness.stems[i].suffixes[j].current = None);
            with(&|witness| witness.stems[i].suffixes[j].current = Some([0; 32]));
        }
    }
    for other_stems in variations(&witness.proof.other_stems) {
        with(&|witness| witness.proof.other_stems.clone_from(&other_stems));
    }
    for commitments in variations(&witness.proof.commitments) {
        with(&|witness| witness.proof.commitments.clone_from(&commitments));
    }
    for statuses in variations(&witness.proof.statuses) {
        with(&|witness| witness.proof.statuses.clone_from(&statuses));
    }
    // Every status there is, for every stem.
    for i in 0..witness.stems.len() {
        for status in 0..=255 {
            with(&|witness| witness.proof.statuses[i] = status);
        }
    }
    // The identity, and points that are no elements or not canonical.
    for i in 0..witness.proof.commitments.len() {
        for encoding in
            [[0; 32], [0xff; 32], Commitment::generator().encode(), (-Commitment::generator()).encode()]
        {
            with(&|witness| witness.proof.commitments[i] = encoding);
        }
    }
    for stem in [witness.stems[0].stem, witness.stems[1].stem, [0; 31], [0xff; 31]] {
        with(&|witness| witness.proof.other_stems[0] = stem);
    }
    let mut tested = 0;
    for (i, other) in changed.iter().filter(|other| **other != witness).enumerate() {
        // Nothing written where there was nothing: the same witness.
        refused(other, &root, &format!("change {i}: {other:?}"));
        tested += 1;
    }
    assert!(tested > 1000, "{tested}");
}

#[test]
fn errors_say_where() {
    let (_, root, witness) = small();
    let place = |change: &dyn Fn(&mut Witness)| {
        let mut other = witness.clone();
        change(&mut other);
        match other.verify(committer(), &root) {
            Err(Error::Witness { place, .. }) => place,
            result => panic!("{result:?}"),
        }
    };
    let status = |i| format!("verkleProof.depthExtensionPresent[{i}]");
    assert_eq!(place(&|w| w.stems.swap(1, 2)), "stateDiff[2].stem");
    assert_eq!(place(&|w| w.stems[1].suffixes.swap(0, 1)), "stateDiff[1].suffixDiffs[1].suffix");
    assert_eq!(place(&|w| w.stems[1].suffixes.clear()), "stateDiff[1].suffixDiffs");
    assert_eq!(
        place(&|w| w.stems[0].suffixes[0].current = Some([0; 32])),
        "stateDiff[0].suffixDiffs[0].currentValue"
    );
    assert_eq!(place(&|w| w.proof.statuses.truncate(3)), "verkleProof.depthExtensionPresent");
    assert_eq!(place(&|w| w.proof.statuses[2] |= 4), status(2));
    assert_eq!(place(&|w| w.proof.statuses[2] |= 3), status(2));
    assert_eq!(place(&|w| w.proof.statuses[3] &= 7), status(3));
    assert_eq!(place(&|w| w.proof.statuses[1] -= 8), status(1));
    assert_eq!(place(&|w| w.proof.other_stems.truncate(1)), "verkleProof.otherStems[1]");
    assert_eq!(place(&|w| w.proof.other_stems.push([7; 31])), "verkleProof.otherStems[2]");
    assert_eq!(place(&|w| w.proof.other_stems[0][0] = 2), "verkleProof.otherStems[0]");
    assert_eq!(place(&|w| w.proof.commitments.truncate(2)), "verkleProof.commitmentsByPath");
    let no_point = place(&|w| w.proof.commitments[2] = [0xff; 32]);
    assert_eq!(no_point, "verkleProof.commitmentsByPath[2] (of the node at 0x0102)");
    assert_eq!(place(&|w| w.proof.argument[0] = 0xff), "verkleProof.d or ipaProof");
    let mut many = witness.clone();
    many.stems = vec![StemDiff { stem: [0; 31], suffixes: Vec::new() }; MAX_KEYS + 1];
    let found = MAX_KEYS + 1;
    assert_eq!(many.verify(committer(), &root).map(drop), Err(Error::TooManyKeys { found }));
    let mut none = witness.clone();
    none.stems.clear();
    assert_eq!(none.verify(committer(), &root).map(drop), Err(Error::NoKeys));
}

#[test]
fn json_is_strict() {
    let (_, _, witness) = small();
    let json = serde_json::to_value(&witness).unwrap();
    let accepted = |json: &serde_json::Value| serde_json::from_value::<Witness>(json.clone());
    assert_eq!(accepted(&json).unwrap(), witness);
    let mut changed = json.clone();
    changed["comment"] = "passed over".into();
    changed["verkleProof"]["comment"] = 7.into();
    assert_eq!(accepted(&changed).unwrap(), witness);

    let refused = |place: &str, value: serde_json::Value| {
        let mut changed = json.clone();
        let was = changed.pointer_mut(place).unwrap_or_else(|| panic!("{place}"));
        assert_ne!(*was, value);
        *was = value;
        assert!(accepted(&changed).is_err(), "{place}: {changed}");
    };
    let bytes = |number: usize| serde_json::Value::from(format!("0x{}", "00".repeat(number)));
    for (place, length) in [
        ("/stateDiff/0/stem", 31),
        ("/stateDiff/1/suffixDiffs/0/currentValue", 32),
        ("/stateDiff/1/suffixDiffs/0/newValue", 32),
        ("/verkleProof/otherStems/0", 31),
        ("/verkleProof/commitmentsByPath/0", 32),
        ("/verkleProof/d", 32),
        ("/verkleProof/ipaProof/cl/7", 32),
        ("/verkleProof/ipaProof/cr/0", 32),
        ("/verkleProof/ipaProof/finalEvaluation", 32),
    ] {
        refused(place, bytes(length - 1));
        refused(place, bytes(length + 1));
        for text in ["", "0x", &"00".repeat(length), &format!("0x{}0g", "00".repeat(length - 1)), "0x0"] {
            refused(place, text.into());
        }
        refused(place, 5.into());
    }
    refused("/verkleProof/depthExtensionPresent", "0x123".into());
    refused("/stateDiff/0/suffixDiffs/0/suffix", 256.into());
    refused("/stateDiff/0/suffixDiffs/0/suffix", (-1).into());
    refused("/verkleProof/ipaProof/cl", serde_json::Value::Array(vec![bytes(32); 7]));
    refused("/verkleProof/ipaProof/cr", serde_json::Value::Array(vec![bytes(32); 9]));
    for (place, field) in [
        ("", "stateDiff"),
        ("", "verkleProof"),
        ("/stateDiff/0", "stem"),
        ("/stateDiff/0", "suffixDiffs"),
        ("/stateDiff/0/suffixDiffs/0", "suffix"),
        ("/stateDiff/0/suffixDiffs/0", "currentValue"),
        ("/stateDiff/0/suffixDiffs/0", "newValue"),
        ("/verkleProof", "otherStems"),
        ("/verkleProof", "depthExtensionPresent"),
        ("/verkleProof", "commitmentsByPath"),
        ("/verkleProof", "d"),
        ("/verkleProof", "ipaProof"),
        ("/verkleProof/ipaProof", "finalEvaluation"),
    ] {
        let mut changed = json.clone();
        changed.pointer_mut(place).unwrap().as_object_mut().unwrap().remove(field).unwrap();
        assert!(accepted(&changed).is_err(), "{place}/{field}");
    }
}

/// A block of the test data: its witness and the state root in its header.
fn block(folder: &std::path::Path, name: &str) -> (Witness, Root) {
    let text = std::fs::read_to_string(folder.join(name).with_extension("json")).unwrap();
    let block: serde_json::Value = serde_json::from_str(&text).unwrap();
    let root = data::bytes(block["header"]["stateRoot"].as_str().unwrap()).try_into().unwrap();
    (serde_json::from_value(block["executionWitness"].clone()).unwrap(), root)
}

#[test]
fn blocks_of_a_test_network() {
    let Some(folder) = data::folder("witness", "blocks with witnesses") else { return };
    let root = |text: &str| -> Root { data::bytes(text).try_into().unwrap() };
    let before_1 = root("1fbf85345a3cbba9a6d44f991b721e55620a22397c2a93ee8d5011136ac300ee");
    let after_1 = root("08d888db1a5f3f6f1a9e72f5fcfd508c4dd166de74c98e87462cba4b74710176");
    let before_72 = root("64e1a647f42e5c2e3c434531ccf529e1b3e93363a40db9fc8eec81f492123510");
    let before_73 = root("18d1dfcc6ccc6f34d14af48a865895bf34bde7f3571d9ba24a4b98122841048c");
    for (name, before) in
        [("valid_block_1", before_1), ("valid_block_72", before_72), ("valid_block_73", before_73)]
    {
        let (witness, after) = block(&folder, name);
        let partial = witness.verify(committer(), &before).unwrap();
        // Block 1 changed more than its witness says: go-verkle, too, comes to this root and not to the header's.
        let after = if name == "valid_block_1" { after_1 } else { after };
        assert_eq!(partial.root_after(committer(), &witness), Ok(after), "{name}");
        assert_eq!(Witness::from_bytes(&witness.to_bytes()).as_ref(), Ok(&witness));
    }
    for (name, before) in [("invalid_block_72", before_72), ("invalid_block_73", before_73)] {
        let (witness, _) = block(&folder, name);
        let error = witness.verify(committer(), &before).unwrap_err();
        println!("{name}: {error}");
    }
    // The right witness of another block.
    let (witness, _) = block(&folder, "valid_block_72");
    assert_eq!(witness.verify(committer(), &before_73).map(drop), Err(Error::WitnessRefused));
}

/// Objects are written as objects, and numbers of keys are limited while the text is read.
#[test]
fn json_of_other_forms() {
    let (_, _, witness) = small();
    let json = serde_json::to_value(&witness).unwrap();
    let error = |json: &serde_json::Value| {
        serde_json::from_str::<Witness>(&json.to_string())
            .map_or_else(|error| error.to_string(), |_| "accepted".into())
    };
    for place in ["", "/stateDiff/0", "/stateDiff/0/suffixDiffs/0", "/verkleProof", "/verkleProof/ipaProof"] {
        let mut changed = json.clone();
        let object = changed.pointer_mut(place).unwrap();
        *object = object.as_object().unwrap().values().cloned().collect();
        assert!(error(&changed).contains("invalid type: sequence"), "{place}: {}", error(&changed));
    }
    let mut changed = json.clone();
    let suffixes = changed.pointer_mut("/stateDiff/0/suffixDiffs").unwrap().as_array_mut().unwrap();
    let suffix = suffixes[0].clone();
    suffixes.resize(257, suffix);
    assert!(error(&changed).contains("more than 256 suffixes of a stem"), "{}", error(&changed));
    let states = changed["stateDiff"].as_array_mut().unwrap();
    states[0]["suffixDiffs"].as_array_mut().unwrap().truncate(256);
    let state = states[0].clone();
    states.resize(MAX_KEYS / 256 + 10, state);
    assert!(error(&changed).contains(&format!("more than {MAX_KEYS} keys")), "{}", error(&changed));
}

/// The limit holds while bytes are read, before what they say is looked at.
#[test]
fn bytes_of_too_many_keys() {
    let (_, _, mut witness) = small();
    let suffix = SuffixDiff { suffix: 0, current: None, new: None };
    witness.stems = vec![StemDiff { stem: [0; 31], suffixes: vec![suffix; MAX_KEYS + 1] }];
    let found = MAX_KEYS + 1;
    assert_eq!(Witness::from_bytes(&witness.to_bytes()).unwrap_err(), Error::TooManyKeys { found });
}

/// A proof without commitments ends the walk at its first node, however deep the statuses say that paths are.
#[test]
fn fewer_commitments_than_nodes() {
    let (tree, root) = tree(&contents([at(&[1], 0), at(&[2], 0)]));
    let mut witness = tree.prove(committer(), keys(&[at(&[1], 0), at(&[2], 0)])).unwrap();
    witness.proof.statuses = vec![2 | 31 << 3; 2];
    witness.proof.commitments.truncate(1);
    let Err(Error::Witness { place, reason }) = witness.verify(committer(), &root) else {
        panic!("accepted")
    };
    assert_eq!(
        (place.as_str(), reason.as_str()),
        ("verkleProof.commitmentsByPath", "1 of them; the keys need more")
    );
}

/// Statuses that contradict each other, although no opening depends on it.
#[test]
fn statuses_of_one_path_agree() {
    // Two absent stems below one empty place; and two below one other leaf.
    let (tree, root) = tree(&contents([at(&[1, 1], 0)]));
    for (first, stems) in [(3, [at(&[3, 1], 0), at(&[3, 2], 0)]), (1, [at(&[1, 2], 0), at(&[1, 3], 0)])] {
        let witness = tree.prove(committer(), keys(&stems)).unwrap();
        assert!(witness.verify(committer(), &root).is_ok());
        for (i, changed) in (0..2).flat_map(|i| (0..=2).map(move |kind| (i, kind))) {
            let mut lie = witness.clone();
            let status = &mut lie.proof.statuses[i];
            let before = *status & 3;
            *status = *status & !3 | changed;
            let verdict = lie.verify(committer(), &root);
            assert_eq!(verdict.is_ok(), changed == before, "{first} {i} {changed}: {verdict:?}");
        }
        let mut both = witness.clone();
        both.proof.statuses.iter_mut().for_each(|status| *status = *status & !3 | 2);
        let Err(Error::Witness { reason, .. }) = both.verify(committer(), &root) else { panic!("accepted") };
        assert_eq!(reason, "two leaves at one path");
    }
}

/// All values of a stem are opened, those at the ends of its halves too.
#[test]
fn every_value_of_a_full_stem_is_bound() {
    let all: Vec<[u8; 32]> = (0..=255).map(|suffix| at(&[7], suffix)).collect();
    let (tree, root) = tree(&contents(all.iter().copied()));
    let witness = tree.prove(committer(), keys(&all)).unwrap();
    assert!(witness.verify(committer(), &root).is_ok());
    for suffix in [0, 1, 39, 40, 63, 64, 126, 127, 128, 129, 254, 255] {
        for byte in [0, 15, 16, 31] {
            let mut lie = witness.clone();
            lie.stems[0].suffixes[suffix].current.as_mut().unwrap()[byte] ^= 1;
            assert_eq!(lie.verify(committer(), &root).unwrap_err(), Error::WitnessRefused, "{suffix} {byte}");
        }
    }
}

/// What is shown has commitments of one basis; another one's would give another root.
#[test]
fn a_partial_tree_knows_its_basis() {
    let (_, root, witness) = small();
    let shown = witness.verify(committer(), &root).unwrap();
    let other = Committer::with_window(&Basis::from_seed(b"another"), 2).unwrap();
    let (expected, found) = (*committer().basis_digest(), *other.basis_digest());
    assert!(shown.root_after(committer(), &witness).is_ok());
    assert_eq!(shown.root_after(&other, &witness), Err(Error::WitnessBasis { expected, found }));
}
