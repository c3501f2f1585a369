//! Witnesses of many trees against the definition, with round trips through their formats and updates of partial trees.

use std::collections::BTreeSet;

use proptest::prelude::*;
use vorpal_tree::{Error, Key, Path, Proof, Root, Stem, Tree, Witness, WitnessVersion};

use crate::witness_trees::{Contents, at, committer, contents, keys, tree};

/// The status of a stem, and the other stem at the end of its path, from the set of all stems.
fn by_definition(stems: &BTreeSet<Stem>, stem: &Stem) -> (u8, Option<Stem>) {
    let common = |other: &Stem| other.iter().zip(stem).take_while(|(a, b)| a == b).count();
    let deepest = stems.iter().filter(|other| *other != stem).map(common).max().unwrap_or(0);
    if stems.contains(stem) {
        return (2 | (deepest as u8 + 1) << 3, None);
    }
    let near: Vec<_> = stems.iter().filter(|other| common(other) == deepest).collect();
    match near[..] {
        // The root is a branch even if the tree has only one leaf.
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

/// The branches below the root on the paths of the requested stems that are opened neither at 0 nor at a byte of 4 or
/// above with a child.
fn unbound_by_definition(stems: &BTreeSet<Stem>, requested: &BTreeSet<Stem>) -> Vec<Path> {
    let beginnings: BTreeSet<(usize, &[u8])> =
        requested.iter().flat_map(|stem| (1..31).map(|depth| (depth, &stem[..depth]))).collect();
    let below = |stems: &BTreeSet<Stem>, beginning: &[u8]| -> BTreeSet<u8> {
        stems.iter().filter(|stem| stem.starts_with(beginning)).map(|stem| stem[beginning.len()]).collect()
    };
    let is_unbound = |beginning: &[u8]| {
        let (children, opened) = (below(stems, beginning), below(requested, beginning));
        let is_branch = stems.iter().filter(|stem| stem.starts_with(beginning)).count() > 1;
        is_branch && opened.iter().all(|byte| *byte != 0 && (*byte < 4 || !children.contains(byte)))
    };
    let unbound = beginnings.into_iter().filter(|(_, beginning)| is_unbound(beginning));
    unbound.map(|(_, beginning)| Path::from_bytes(beginning).unwrap()).collect()
}

/// Proves the requested keys in both versions, compares the witnesses with the definition, and calls
/// [`check_forms_and_updates`].
fn check(contents: &Contents, requested: &[[u8; 32]]) -> Witness {
    let (tree, root) = tree(contents);
    let witness = tree.prove_with(committer(), keys(requested), WitnessVersion::Plain).unwrap();

    let distinct: BTreeSet<[u8; 32]> = requested.iter().copied().collect();
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

    let bound = tree.prove(committer(), keys(requested)).unwrap();
    assert_eq!(bound.proof.version(), WitnessVersion::Bound, "the default");
    let expected = unbound_by_definition(&stems, &asked_stems);
    assert_eq!(witness.verify_with(committer(), &root, WitnessVersion::Plain).unwrap().unbound(), expected);
    let demanded = witness.verify(committer(), &root).map(drop);
    assert_eq!(demanded, expected.first().map_or(Ok(()), |path| Err(Error::Unbound { path: *path })));
    for version in [WitnessVersion::Plain, WitnessVersion::Bound] {
        assert_eq!(bound.verify_with(committer(), &root, version).unwrap().unbound(), []);
    }
    assert_eq!(bound.to_bytes().len(), witness.to_bytes().len() + 9 + 32 * expected.len());
    let Proof { first_children, argument, .. } = witness.proof.clone();
    let plain = Proof { first_children, argument, ..bound.proof.clone() };
    assert_eq!((&bound.stems, &plain), (&witness.stems, &witness.proof), "the rest is equal");

    check_forms_and_updates(tree.clone(), &root, contents, &bound, &[]);
    check_forms_and_updates(tree, &root, contents, &witness, &expected);
    witness
}

/// Verifies a witness, checks round trips through its formats, and compares updates of the partial tree with those of
/// the tree. `unbound` are the branches below which the witness proves no absence.
fn check_forms_and_updates(
    mut tree: Tree,
    root: &Root,
    contents: &Contents,
    witness: &Witness,
    unbound: &[Path],
) {
    let partial = witness.verify_with(committer(), root, WitnessVersion::Plain).unwrap();
    for key in witness.keys() {
        // Paths of one stem are in the order of their lengths.
        let path = unbound.iter().find(|path| key.stem.starts_with(path.as_bytes()));
        let expected = match (contents.get(&key.to_bytes()), path) {
            (None, Some(path)) => Err(Error::Unbound { path: *path }),
            (value, _) => Ok(value.copied()),
        };
        assert_eq!(partial.get(&key), expected);
    }
    assert_eq!(partial.root_after(committer(), witness), Ok(*root), "nothing to write");
    assert_eq!(Witness::from_bytes(&witness.to_bytes()).as_ref(), Ok(witness));
    assert_eq!(Proof::from_bytes(&witness.proof.to_bytes()).as_ref(), Ok(&witness.proof));
    let json = serde_json::to_string(witness).unwrap();
    assert_eq!(serde_json::from_str::<Witness>(&json).unwrap(), *witness);

    // Writes every second key, then all keys, to the tree and to the partial tree.
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
    assert_eq!(
        updated.verify_with(committer(), root, WitnessVersion::Plain).map(drop),
        Ok(()),
        "new values are not proved"
    );
    assert_eq!(Witness::from_bytes(&updated.to_bytes()).as_ref(), Ok(&updated));
}

#[test]
fn empty_tree() {
    let witness = check(&Contents::new(), &[at(&[7], 0), at(&[7], 255), at(&[7, 1], 1), at(&[200], 3)]);
    assert_eq!(witness.proof.statuses, [8, 8, 8]);
    assert!(witness.proof.commitments.is_empty());
}

#[test]
fn tree_with_one_key() {
    let contents = contents([at(&[1, 2, 3], 4)]);
    assert_eq!(check(&contents, &[at(&[1, 2, 3], 4)]).proof.commitments.len(), 2);
    // Absent suffixes in the same and in the other half; another stem; a missing child of the root.
    check(&contents, &[at(&[1, 2, 3], 5)]);
    check(&contents, &[at(&[1, 2, 3], 128)]);
    assert_eq!(check(&contents, &[at(&[1, 2, 4], 4)]).proof.other_stems.len(), 1);
    check(&contents, &[at(&[2], 4)]);
    // All of these keys, each twice and not sorted.
    let all: Vec<_> = [[1, 2, 3], [1, 2, 4], [1, 9, 9], [2, 0, 0]]
        .iter()
        .flat_map(|prefix| [4, 5, 128, 255, 4, 0].map(|suffix| at(prefix, suffix)))
        .collect();
    let witness = check(&contents, &all.iter().chain(all.iter().rev()).copied().collect::<Vec<_>>());
    assert!(witness.proof.other_stems.is_empty(), "the other stem is the stem of a key");
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
fn stems_that_differ_at_every_depth() {
    let base = [9; 31];
    let differing = |depth: usize, byte: u8| {
        let mut stem = base;
        stem[depth] = byte;
        at(&stem, depth as u8)
    };
    let present: Vec<_> = (0..31).map(|depth| differing(depth, 8)).chain([at(&base, 0)]).collect();
    let absent: Vec<_> = (0..31).flat_map(|depth| [differing(depth, 7), differing(depth, 10)]).collect();
    let contents = contents(present.iter().copied());
    check(&contents, &present);
    check(&contents, &absent);
    check(&contents, &[present.clone(), absent].concat());
    // Other stems: for a leaf of depth d, a stem that differs below its path.
    let below: Vec<_> = (0..30)
        .map(|depth| {
            let mut key = differing(depth, 8);
            key[30] = 77;
            key
        })
        .collect();
    assert_eq!(check(&contents, &below).proof.other_stems.len(), 30);
    // Two stems with 30 equal bytes, which have the maximal depth, and absent stems next to them.
    let twins = [differing(30, 0), differing(30, 255)];
    check(&self::contents(twins), &[twins[0], twins[1], differing(30, 128), differing(29, 1)]);
}

/// A branch is bound by a child at a byte of 4 or above, and by an opening at 0.
#[test]
fn branches_are_bound_by_the_right_bytes() {
    for byte in [0, 1, 2, 3, 4, 5, 255] {
        let contents = contents([at(&[1, byte, 1], 0), at(&[1, 9], 0)]);
        let unbound = |key: [u8; 32]| {
            let witness = check(&contents, &[key]);
            let (_, root) = tree(&contents);
            !witness.verify_with(committer(), &root, WitnessVersion::Plain).unwrap().unbound().is_empty()
        };
        assert_eq!(unbound(at(&[1, byte, 1], 0)), (1..4).contains(&byte), "{byte}, own leaf");
        assert_eq!(unbound(at(&[1, byte, 2], 0)), (1..4).contains(&byte), "{byte}, other leaf");
        assert_eq!(unbound(at(&[1, byte ^ 128], 0)), byte != 128, "{byte}, missing");
    }
    check(&contents([at(&[1, 1], 0), at(&[1, 9], 0)]), &[at(&[1, 0], 0)]);
}

#[test]
fn several_absent_stems_with_one_path() {
    let contents = contents([at(&[5, 1, 1], 0), at(&[5, 2, 1], 0), at(&[6], 0)]);
    // Paths that end at a leaf whose stem is not requested, at one whose stem is requested, and at a missing child.
    let absent =
        [at(&[5, 1, 2], 0), at(&[5, 1, 3], 0), at(&[5, 1, 0], 0), at(&[5, 9, 1], 0), at(&[5, 9, 2], 0)];
    assert_eq!(check(&contents, &absent).proof.other_stems.len(), 1);
    assert!(check(&contents, &[&absent[..], &[at(&[5, 1, 1], 9)]].concat()).proof.other_stems.is_empty());
}

fn stem_like() -> impl Strategy<Value = [u8; 32]> {
    // Bytes of a small alphabet, with long common prefixes.
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
        let requested: Vec<_> = present.iter().copied().step_by(every).chain(absent).collect();
        check(&contents(present), &requested);
    }
}
