//! Nodes that commit to the zero vector or hash to 0 or 1, and a present stem as an other stem.

use proptest::prelude::*;
use vorpal_ipa::{Commitment, Scalar};
use vorpal_oracle::data;
use vorpal_tree::{Key, MemoryStore, Node, Path, Store, Tree, WitnessVersion};

use super::forgery::{
    ABSENT_EMPTY, ABSENT_OTHER, Forgery, PRESENT, ZERO_VECTOR, check_file, commitment_place, half_vector,
    path, place, vector,
};
use crate::witness_trees::{at, committer, contents, keys, tree};

/// The stem is absent at depth 1. With commitments to the zero vector as branches it would seem absent at any depth,
/// and each depth would lead to another root after a write.
#[test]
fn zero_vectors_as_branches_at_every_depth() {
    let (mut tree, root) = tree(&contents([at(&[1, 1], 0), at(&[2, 2], 0)]));
    let key = at(&[7, 8, 9, 10], 0);
    let forgery = |depth: u8| {
        let forgery = Forgery::absent(key, ABSENT_EMPTY, depth).with(vector(&tree, &[]), &key[..1]);
        (1..usize::from(depth)).fold(forgery, |forgery, depth| forgery.with(ZERO_VECTOR, &key[depth..=depth]))
    };
    let honest = tree.prove_with(committer(), keys(&[key]), WitnessVersion::Plain).unwrap();
    assert_eq!(forgery(1).witness(), honest, "the witness for depth 1 is honest");
    for depth in 2..=31 {
        let mut forgery = forgery(depth);
        assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"), "depth {depth}");
        // The bound version is rejected as well. Only the branch opened at a missing child with a byte other than 0
        // needs an opening at 0.
        let unbound = if depth <= 4 { vec![usize::from(depth) - 1] } else { Vec::new() };
        forgery.first_children = Some(vec![[0; 32]; unbound.len()]);
        forgery.openings.extend(unbound.iter().map(|vector| (*vector, 0)));
        assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"), "depth {depth}, bound");
    }
    let mut witness = forgery(2).witness();
    let write = [(Key::from(key), [9; 32])];
    witness.write(write).unwrap();
    tree.update(write).unwrap();
    // The root if the written leaf is below an additional branch.
    let (written, _) = self::tree(&[(key, [9; 32])].into());
    let leaf = vector(&written, &[7]).0;
    let branch = committer().commit_sparse([(8, leaf.map_to_scalar_field())]);
    let before = Commitment::decode(&root).unwrap();
    let too_deep = committer().commit_delta(before, [(7, branch.map_to_scalar_field())]).encode();
    check_file(include_str!("../../witness_too_deep.json"), &root, &too_deep, &witness);
    let after = tree.commit(committer()).unwrap();
    assert_ne!(too_deep, after);
    let mut honest = honest;
    honest.write(write).unwrap();
    let shown = honest.verify_with(committer(), &root, WitnessVersion::Plain).unwrap();
    assert_eq!(shown.root_after(committer(), &honest), Ok(after));
}

/// Zero vectors below a branch, for several stems, as a leaf, above a leaf, and in the empty tree.
#[test]
fn zero_vectors_at_other_positions() {
    let (tree, root) = tree(&contents([at(&[1, 1], 0), at(&[1, 2], 0), at(&[2, 2], 0)]));
    let top = || vector(&tree, &[]);
    // Below a branch.
    let key = at(&[1, 7, 8, 9], 0);
    let forgery = Forgery::absent(key, ABSENT_EMPTY, 4)
        .with(top(), &[1])
        .with(vector(&tree, &[1]), &[7])
        .with(ZERO_VECTOR, &[8])
        .with(ZERO_VECTOR, &[9]);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(1, "0x0107"));
    // One zero vector for two stems, which differ at its depth.
    let mut forgery =
        Forgery::absent(at(&[7, 1], 0), ABSENT_EMPTY, 2).with(top(), &[7]).with(ZERO_VECTOR, &[1, 2]);
    forgery.claims.push((Key::from(at(&[7, 2], 0)), None));
    forgery.statuses.push(2 << 3);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"));
    // As the leaf of another stem, and as a leaf without values. The zero vector lacks the marker of a leaf.
    let other = Key::from(at(&[7, 5], 0)).stem;
    let mut forgery =
        Forgery::absent(at(&[7, 1], 0), ABSENT_OTHER, 1).with(top(), &[7]).with(ZERO_VECTOR, &[0, 1]);
    forgery.other_stems.push(other);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"));
    let forgery = Forgery::absent(at(&[7, 1], 0), PRESENT, 1)
        .with(top(), &[7])
        .with(ZERO_VECTOR, &[0, 1, 2])
        .with(ZERO_VECTOR, &[0, 1]);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"));
    // In place of a present leaf, and between the root and this leaf.
    let forgery = Forgery::absent(at(&[2, 2], 0), ABSENT_EMPTY, 2).with(top(), &[2]).with(ZERO_VECTOR, &[2]);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x02"));
    let mut forgery = Forgery::absent(at(&[2, 2], 5), PRESENT, 2)
        .with(top(), &[2])
        .with(ZERO_VECTOR, &[2])
        .with(vector(&tree, &[2]), &[0, 1, 2])
        .with(half_vector(&tree, &[2], 0), &[10, 11]);
    assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x02"));
    // As a half it is valid if the half has no values.
    forgery =
        Forgery::absent(at(&[2, 2], 200), PRESENT, 1).with(top(), &[2]).with(vector(&tree, &[2]), &[0, 1, 3]);
    let honest = tree.prove_with(committer(), keys(&[at(&[2, 2], 200)]), WitnessVersion::Plain).unwrap();
    assert_eq!(forgery.clone().with(ZERO_VECTOR, &[144, 145]).witness(), honest);
    assert!(honest.verify_with(committer(), &root, WitnessVersion::Plain).is_ok());

    // The root of the empty tree may commit to the zero vector, nodes below it may not.
    for depth in 2..=31 {
        let forgery = Forgery::absent(key, ABSENT_EMPTY, depth).with(ZERO_VECTOR, &key[..1]);
        let forgery = (1..usize::from(depth))
            .fold(forgery, |forgery, depth| forgery.with(ZERO_VECTOR, &key[depth..=depth]));
        assert_eq!(place(&forgery.witness(), &[0; 32]), commitment_place(0, "0x01"), "depth {depth}");
    }
}

/// The two elements other than the identity that hash to 0, and the one that hashes to 1. Their quotients `x / y` are
/// `r`, `3 r` and `2 r + 1`.
#[test]
fn elements_that_hash_to_zero_or_one() {
    let (tree, root) = tree(&contents([at(&[1, 1], 0)]));
    let key = at(&[7, 7], 0);
    for (encoding, hash) in [
        ("42cc58052a8ceb91d02d43fec6aa538ff38f7f6f5cf686bf567164a6eefff0c3", Scalar::ZERO),
        ("40f0be1e7f6a3a727e9921bc44b0f496a23ce030cd23031f261696a7217f8ce3", Scalar::ZERO),
        ("3f7862fdb13a5ae6683444f9857715d3c19358cd35abb27c1d8a311811f9c3be", Scalar::ONE),
    ] {
        let element = Commitment::decode(data::bytes(encoding).first_chunk().unwrap()).unwrap();
        assert_eq!(element.map_to_scalar_field(), hash);
        assert_ne!(element, Commitment::IDENTITY);
        let forgery = Forgery::absent(key, ABSENT_EMPTY, 2)
            .with(vector(&tree, &[]), &[7])
            .with((element, Vec::new()), &[7]);
        assert_eq!(place(&forgery.witness(), &root), commitment_place(0, "0x07"));
    }
}

/// Asserts that no node below the root of a tree hashes to 0 or 1, and that every leaf has a value and every branch
/// below the root a child. The verifier's rejection of such nodes relies on this.
fn check_hashes(tree: &Tree<MemoryStore>) {
    let mut waiting = vec![Path::ROOT];
    let mut nodes = 0;
    while let Some(at) = waiting.pop() {
        let node = tree.store().load(&at).unwrap();
        match node.as_deref() {
            Some(Node::Internal(branch)) => {
                let child = |byte| path(&[at.as_bytes(), &[byte]].concat());
                assert!(
                    at == Path::ROOT || branch.children().next().is_some(),
                    "a branch without children at {at}"
                );
                waiting.extend(branch.children().map(child));
            }
            Some(Node::Leaf(leaf)) => {
                assert!(leaf.entries().next().is_some(), "a leaf without values at {at}");
            }
            None => assert!(at == Path::ROOT, "no node at {at}"),
        }
        nodes += usize::from(node.is_some());
        if at != Path::ROOT {
            let hash = node.unwrap().hash();
            assert!(hash != Scalar::ZERO && hash != Scalar::ONE, "{at}");
        }
    }
    assert_eq!(nodes, tree.store().len(), "every node was visited");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(64)))]

    #[test]
    fn no_node_of_a_tree_hashes_to_zero_or_one(
        blocks in prop::collection::vec(
            prop::collection::vec((prop::collection::vec(0..3u8, 0..5), 0..3u8, any::<bool>()), 0..12),
            1..8,
        )
    ) {
        let mut tree = Tree::in_memory();
        let mut held = std::collections::BTreeSet::new();
        for block in &blocks {
            for (stem, suffix, is_written) in block {
                let key = Key::from(at(stem, suffix * 100));
                if *is_written {
                    tree.update([(key, [0; 32])]).unwrap();
                    held.insert(key);
                } else {
                    tree.remove([key]).unwrap();
                    held.remove(&key);
                }
            }
            tree.commit(committer()).unwrap();
            check_hashes(&tree);
        }
        tree.remove(held).unwrap();
        prop_assert_eq!(tree.commit(committer()), Ok([0; 32]));
        check_hashes(&tree);
    }
}

/// A present stem is claimed absent with itself as the other stem at the end of its path. The openings are true, since
/// they prove it present.
#[test]
fn present_stem_as_its_own_other_stem_is_rejected() {
    let present = at(&[1, 2], 3);
    let (tree, root) = tree(&contents([present, at(&[5, 1], 0)]));
    // A present value, an absent value, and each of them with an absent stem next to it.
    let never_written = at(&[1, 2], 4);
    for requested in
        [&[present][..], &[never_written], &[at(&[1, 1], 0), never_written], &[present, at(&[1, 9], 0)]]
    {
        for version in [WitnessVersion::Plain, WitnessVersion::Bound] {
            let honest = tree.prove_with(committer(), keys(requested), version).unwrap();
            assert!(honest.proof.other_stems.is_empty());
            for without_value in [false, true] {
                let mut forgery = honest.clone();
                forgery.proof.other_stems.push(Key::from(present).stem);
                for status in &mut forgery.proof.statuses {
                    *status = *status & !3 | ABSENT_OTHER;
                }
                if without_value {
                    forgery
                        .stems
                        .iter_mut()
                        .flat_map(|diff| &mut diff.suffixes)
                        .for_each(|diff| diff.current = None);
                }
                assert_eq!(place(&forgery, &root), "verkleProof.otherStems[0]");
            }
        }
    }
}
