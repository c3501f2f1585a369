//! Streams of updates, removals and commits: special cases and random ones.

use std::sync::atomic::Ordering::Relaxed;

use proptest::prelude::*;
use proptest::sample::Index;
use vorpal_tree::{Key, Tree, Value};

use super::at;
use super::errors::Watched;
use super::model::{Call, Model, committer, remove, update};

/// Applies the calls and a final commit to tree and model. Compares values after each call, and roots and the nodes of
/// the store after each commit.
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
            // The store of a tree without any write has no root node.
            committed |= !tree.store().is_empty();
            let nodes = if committed { model.nodes() } else { 0 };
            assert_eq!(tree.store().len(), nodes);
            assert_eq!(tree.check(committer()).map(|checked| checked.nodes), Ok(nodes as u64));
        }
    }
    // Calls of one key each, with a commit after each, give the same result.
    let mut slow = Tree::in_memory();
    for call in calls.iter().flat_map(Call::one_by_one) {
        call.to_tree(&mut slow).unwrap();
        slow.commit(committer()).unwrap();
    }
    assert_eq!(slow.root(), Ok(model.root()));
    assert_eq!(slow.store().len(), tree.store().len());
}

#[test]
fn removal_of_absent_keys_changes_nothing() {
    check(&[remove(&[at(&[1], 0)])]);
    check(&[remove(&[]), Call::Commit, Call::Update(Vec::new()), Call::Commit]);
    let here = [at(&[1], 0), at(&[2, 1], 0), at(&[2, 2], 200)];
    let absent = [at(&[1], 1), at(&[1], 200), at(&[1, 1], 0), at(&[2, 3], 0), at(&[2, 2], 0), at(&[9], 9)];
    check(&[update(&here, 1), Call::Commit, remove(&absent), Call::Commit, remove(&absent)]);
    check(&[update(&here, 1), remove(&absent), update(&here, 2), remove(&absent)]);

    // Nothing is saved: the store would fail.
    let mut tree = Tree::over(Watched::default());
    update(&here, 1).to_tree(&mut tree).unwrap();
    let root = tree.commit(committer()).unwrap();
    tree.store().full.store(true, Relaxed);
    tree.remove(absent).unwrap();
    assert_eq!(tree.commit(committer()), Ok(root));
}

#[test]
fn empty_leaves_and_branches_are_deleted() {
    // Branches at 30 depths, which are deleted with the last leaf below; the root remains.
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
    // A leaf that was moved down stays there. The only leaf of another tree is higher up.
    check(&[update(&all, 1), Call::Commit, remove(&[b, c]), update(&[a], 2)]);
    let (mut pushed, mut alone) = (Tree::in_memory(), Tree::in_memory());
    for call in [update(&all, 1), remove(&[b, c])] {
        call.to_tree(&mut pushed).unwrap();
    }
    update(&[a], 1).to_tree(&mut alone).unwrap();
    assert_ne!(pushed.commit(committer()), alone.commit(committer()));
}

#[test]
fn removed_halves_are_written_again() {
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
    // A value of zero is present.
    check(&[Call::Update(vec![(low[0], [0; 32])]), Call::Commit, remove(&[low[1]])]);
    check(&[update(&low, 1), Call::Commit, Call::Update(vec![(low[0], [0; 32]), (low[1], [0xff; 32])])]);
}

#[test]
fn deleted_nodes_are_inserted_again() {
    let (a, b, c) = (at(&[1, 1, 1], 0), at(&[1, 1, 2], 0), at(&[1, 2], 0));
    // A branch, then a leaf at its path, then a branch with one of the old children, then with two of them.
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

/// Keys over a small alphabet, so that stems repeat and share prefixes of all lengths.
fn keys() -> impl Strategy<Value = Key> {
    let byte = prop_oneof![12 => Just(0u8), 1 => Just(1), 1 => Just(255)];
    (proptest::collection::vec(byte, 31), 0u8..4).prop_map(|(stem, suffix)| at(&stem, suffix * 85))
}

/// Calls with at most eleven different keys.
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
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(60)))]
    #[test]
    fn random_streams(calls in streams()) {
        check(&calls);
    }
}
