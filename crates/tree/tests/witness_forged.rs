//! Witnesses of who knows all vectors and lies: what verifiers refuse, and what the plain version cannot refuse.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

mod witness_trees;

use proptest::prelude::*;
use vorpal_curves::Group;
use vorpal_ipa::{Commitment, Query, Scalar, Vector};
use vorpal_oracle::data;
use vorpal_tree::{
    Address, Error, Key, KeyHasher, MemoryStore, Node, Path, Position, Proof, Root, Stem, StemDiff, Store,
    SuffixDiff, Tree, Value, Witness, WitnessVersion,
};
use witness_trees::{at, committer, contents, keys, tree};

/// Zero, and nothing behind it.
const NOTHING: (Commitment, Vec<Scalar>) = (Commitment::IDENTITY, Vec::new());

/// The kinds of statuses.
const ABSENT_EMPTY: u8 = 0;
const ABSENT_OTHER: u8 = 1;
const PRESENT: u8 = 2;

/// A lie: what it says, and the vectors and openings that are to prove it.
#[derive(Clone, Default)]
struct Lie {
    /// Keys of different stems, ascending, and their values.
    says: Vec<(Key, Option<Value>)>,
    statuses: Vec<u8>,
    other_stems: Vec<Stem>,
    /// The root's, then as their commitments come in the proof.
    vectors: Vec<(Commitment, Vec<Scalar>)>,
    /// Which vector, where.
    openings: Vec<(usize, u8)>,
    first_children: Option<Vec<[u8; 32]>>,
}

impl Lie {
    /// That a stem is absent, and what its path ends at.
    fn absent(key: [u8; 32], kind: u8, depth: u8) -> Self {
        Self { says: vec![(Key::from(key), None)], statuses: vec![kind | depth << 3], ..Self::default() }
    }

    /// With this vector, opened there.
    fn with(mut self, vector: (Commitment, Vec<Scalar>), points: &[u8]) -> Self {
        self.openings.extend(points.iter().map(|point| (self.vectors.len(), *point)));
        self.vectors.push(vector);
        self
    }

    fn witness(&self) -> Witness {
        let opened: Vec<_> = self
            .vectors
            .iter()
            .map(|(commitment, values)| Vector { commitment: *commitment, values })
            .collect();
        let queries: Vec<_> = self.openings.iter().map(|&(vector, point)| Query { vector, point }).collect();
        let label: &[u8] = if self.first_children.is_some() { b"vorpal vt bound" } else { b"vt" };
        let stem = |(key, current): &(Key, Option<Value>)| StemDiff {
            stem: key.stem,
            suffixes: vec![SuffixDiff { suffix: key.suffix, current: *current, new: None }],
        };
        Witness {
            stems: self.says.iter().map(stem).collect(),
            proof: Proof {
                other_stems: self.other_stems.clone(),
                statuses: self.statuses.clone(),
                // The root's is known.
                commitments: self.vectors[1..].iter().map(|(commitment, _)| commitment.encode()).collect(),
                first_children: self.first_children.clone(),
                argument: committer().prove(label, &opened, &queries).unwrap().to_bytes(),
            },
        }
    }
}

fn path(bytes: &[u8]) -> Path {
    Path::from_bytes(bytes).unwrap()
}

/// The vector of a node of the tree, and its commitment.
fn vector(tree: &Tree, bytes: &[u8]) -> (Commitment, Vec<Scalar>) {
    match &*tree.store().load(&path(bytes)).unwrap().unwrap() {
        Node::Leaf(leaf) => {
            let [c1, c2] = [0, 1].map(|half| half_vector(tree, bytes, half).0.map_to_scalar_field());
            (leaf.commitment(), leaf_vector(leaf.stem(), c1, c2))
        }
        Node::Internal(branch) => {
            let mut values = vec![Scalar::ZERO; 256];
            for byte in branch.children() {
                let child = path(&[bytes, &[byte]].concat());
                values[usize::from(byte)] = tree.store().load_hash(&child).unwrap().unwrap();
            }
            (branch.commitment(), values)
        }
    }
}

/// The vector behind `C1` or `C2` of a leaf of the tree, and its commitment.
fn half_vector(tree: &Tree, bytes: &[u8], half: u8) -> (Commitment, Vec<Scalar>) {
    let node = tree.store().load(&path(bytes)).unwrap().unwrap();
    let Node::Leaf(leaf) = &*node else { panic!("no leaf at {bytes:?}") };
    let mut values = vec![Scalar::ZERO; 256];
    for (key, value) in leaf.entries().filter(|(key, _)| key.suffix / 128 == half) {
        values[2 * usize::from(key.suffix % 128)..][..2].copy_from_slice(&halves(value));
    }
    (committer().try_commit(&values).unwrap(), values)
}

fn leaf_vector(stem: &Stem, c1: Scalar, c2: Scalar) -> Vec<Scalar> {
    vec![Scalar::ONE, Scalar::from_le_bytes_reduced(stem), c1, c2]
}

fn halves(value: &Value) -> [Scalar; 2] {
    [&[&value[..16], &[1]].concat(), &value[16..]].map(Scalar::from_le_bytes_reduced)
}

/// The place at which a witness is refused, as it is and out of its bytes and its JSON.
fn place(witness: &Witness, root: &Root) -> String {
    let json = serde_json::to_string(witness).unwrap();
    let forms = [
        witness.clone(),
        Witness::from_bytes(&witness.to_bytes()).unwrap(),
        serde_json::from_str(&json).unwrap(),
    ];
    let places = forms.map(|form| match form.verify(committer(), root) {
        Err(Error::Witness { place, .. }) => place,
        other => panic!("{:?}", other.map(|partial| partial.root_after(committer(), witness))),
    });
    assert!(places.iter().all(|place| *place == places[0]));
    places[0].clone()
}

/// That a file, which other verifiers are asked about, has this witness.
fn check_file(text: &str, root: &Root, root_after: &Root, witness: &Witness) {
    let file: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_value(witness).unwrap(), file["executionWitness"]);
    assert_eq!(data::bytes(file["root"].as_str().unwrap()), root);
    assert_eq!(data::bytes(file["rootAfter"].as_str().unwrap()), root_after);
}

fn commitment_place(number: usize, node: &str) -> String {
    format!("verkleProof.commitmentsByPath[{number}] (of the node at {node})")
}

/// Absence is true, at depth 1. Commitments to nothing below would make it true at any depth, and each depth another
/// root after a write.
#[test]
fn commitments_to_nothing_at_every_depth() {
    let (mut tree, root) = tree(&contents([at(&[1, 1], 0), at(&[2, 2], 0)]));
    let key = at(&[7, 8, 9, 10], 0);
    let lie = |depth: u8| {
        let lie = Lie::absent(key, ABSENT_EMPTY, depth).with(vector(&tree, &[]), &key[..1]);
        (1..usize::from(depth)).fold(lie, |lie, depth| lie.with(NOTHING, &key[depth..=depth]))
    };
    let honest = tree.prove(committer(), keys(&[key])).unwrap();
    assert_eq!(lie(1).witness(), honest, "the lie is the truth at depth 1");
    for depth in 2..=31 {
        let mut lie = lie(depth);
        assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"), "depth {depth}");
        // Nor as a bound witness: nothing has no child 0. A child that is shown, and byte 0, need no more openings.
        let unbound = if depth <= 4 { vec![usize::from(depth) - 1] } else { Vec::new() };
        lie.first_children = Some(vec![[0; 32]; unbound.len()]);
        lie.openings.extend(unbound.iter().map(|vector| (*vector, 0)));
        assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"), "depth {depth}, bound");
    }
    let mut witness = lie(2).witness();
    let write = [(Key::from(key), [9; 32])];
    witness.write(write).unwrap();
    tree.update(write).unwrap();
    // The leaf that is written, below a branch of its own.
    let (written, _) = self::tree(&[(key, [9; 32])].into());
    let leaf = vector(&written, &[7]).0;
    let branch = committer().commit_sparse([(8, leaf.map_to_scalar_field())]);
    let before = Commitment::decode(&root).unwrap();
    let too_deep = committer().commit_delta(before, [(7, branch.map_to_scalar_field())]).encode();
    check_file(include_str!("witness_too_deep.json"), &root, &too_deep, &witness);
    let after = tree.commit(committer()).unwrap();
    assert_ne!(too_deep, after);
    let mut honest = honest;
    honest.write(write).unwrap();
    let shown = honest.verify(committer(), &root).unwrap();
    assert_eq!(shown.root_after(committer(), &honest), Ok(after));
}

/// The same where other nodes are around: below a branch, in the empty tree, for several stems, above a leaf, as one.
#[test]
fn commitments_to_nothing_in_other_places() {
    let (tree, root) = tree(&contents([at(&[1, 1], 0), at(&[1, 2], 0), at(&[2, 2], 0)]));
    let top = || vector(&tree, &[]);
    // Below a branch.
    let key = at(&[1, 7, 8, 9], 0);
    let lie = Lie::absent(key, ABSENT_EMPTY, 4)
        .with(top(), &[1])
        .with(vector(&tree, &[1]), &[7])
        .with(NOTHING, &[8])
        .with(NOTHING, &[9]);
    assert_eq!(place(&lie.witness(), &root), commitment_place(1, "0x0107"));
    // The same nothing for two stems, which part there.
    let mut lie = Lie::absent(at(&[7, 1], 0), ABSENT_EMPTY, 2).with(top(), &[7]).with(NOTHING, &[1, 2]);
    lie.says.push((Key::from(at(&[7, 2], 0)), None));
    lie.statuses.push(2 << 3);
    assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"));
    // As a leaf in the way, and as one without values; the marker is not there.
    let other = Key::from(at(&[7, 5], 0)).stem;
    let mut lie = Lie::absent(at(&[7, 1], 0), ABSENT_OTHER, 1).with(top(), &[7]).with(NOTHING, &[0, 1]);
    lie.other_stems.push(other);
    assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"));
    let lie = Lie::absent(at(&[7, 1], 0), PRESENT, 1)
        .with(top(), &[7])
        .with(NOTHING, &[0, 1, 2])
        .with(NOTHING, &[0, 1]);
    assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"));
    // In place of a leaf that is there, and between the root and it.
    let lie = Lie::absent(at(&[2, 2], 0), ABSENT_EMPTY, 2).with(top(), &[2]).with(NOTHING, &[2]);
    assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x02"));
    let mut lie = Lie::absent(at(&[2, 2], 5), PRESENT, 2)
        .with(top(), &[2])
        .with(NOTHING, &[2])
        .with(vector(&tree, &[2]), &[0, 1, 2])
        .with(half_vector(&tree, &[2], 0), &[10, 11]);
    assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x02"));
    // In place of a half there is nothing wrong with it, unless the half is another.
    lie = Lie::absent(at(&[2, 2], 200), PRESENT, 1).with(top(), &[2]).with(vector(&tree, &[2]), &[0, 1, 3]);
    let honest = tree.prove(committer(), keys(&[at(&[2, 2], 200)])).unwrap();
    assert_eq!(lie.clone().with(NOTHING, &[144, 145]).witness(), honest);
    assert!(honest.verify(committer(), &root).is_ok());

    // The empty tree's root is a commitment to nothing, and may be; what is below it may not.
    for depth in 2..=31 {
        let lie = Lie::absent(key, ABSENT_EMPTY, depth).with(NOTHING, &key[..1]);
        let lie = (1..usize::from(depth)).fold(lie, |lie, depth| lie.with(NOTHING, &key[depth..=depth]));
        assert_eq!(place(&lie.witness(), &[0; 32]), commitment_place(0, "0x01"), "depth {depth}");
    }
}

/// The elements that hash to 0 without being the identity, and the one that hashes to 1. Their quotients `x / y` are
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
        let element = Commitment::decode(data::bytes(encoding).as_array().unwrap()).unwrap();
        assert_eq!(element.map_to_scalar_field(), hash);
        assert_ne!(element, Commitment::IDENTITY);
        let lie = Lie::absent(key, ABSENT_EMPTY, 2)
            .with(vector(&tree, &[]), &[7])
            .with((element, Vec::new()), &[7]);
        assert_eq!(place(&lie.witness(), &root), commitment_place(0, "0x07"));
    }
}

/// What the check above rests on: no node below the root of a tree commits to nothing, whatever is written and removed.
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
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_node_of_a_tree_commits_to_nothing(
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

/// A present stem, given as absent with itself in its way: the openings would show it present, and be true.
#[test]
fn no_stem_is_in_its_own_way() {
    let present = at(&[1, 2], 3);
    let (tree, root) = tree(&contents([present, at(&[5, 1], 0)]));
    // A value that is there, one that was never written, and both with another stem beside them that is absent.
    let never_written = at(&[1, 2], 4);
    for asked_for in
        [&[present][..], &[never_written], &[at(&[1, 1], 0), never_written], &[present, at(&[1, 9], 0)]]
    {
        for version in [WitnessVersion::Plain, WitnessVersion::Bound] {
            let honest = tree.prove_with(committer(), keys(asked_for), version).unwrap();
            assert!(honest.proof.other_stems.is_empty());
            for without_value in [false, true] {
                let mut lie = honest.clone();
                lie.proof.other_stems.push(Key::from(present).stem);
                for status in &mut lie.proof.statuses {
                    *status = *status & !3 | ABSENT_OTHER;
                }
                if without_value {
                    lie.stems
                        .iter_mut()
                        .flat_map(|diff| &mut diff.suffixes)
                        .for_each(|diff| diff.current = None);
                }
                assert_eq!(place(&lie, &root), "verkleProof.otherStems[0]");
            }
        }
    }
}

/// The plain version accepts a lie; the bound one does not, whatever it says of first children.
fn only_bound_refuses(lie: &Lie, root: &Root, unbound: &[&[u8]], markers: &[usize]) {
    let plain = lie.witness();
    let shown = plain.verify(committer(), root).unwrap();
    assert_eq!(shown.unbound(), unbound.iter().map(|bytes| path(bytes)).collect::<Vec<_>>());
    // Child 0 of each branch that is not bound, the deepest first, all truthfully.
    let mut bound = lie.clone();
    let first = |vector: usize| lie.vectors[vector].1.first().copied().unwrap_or(Scalar::ZERO);
    bound.first_children = Some(markers.iter().map(|vector| first(*vector).to_le_bytes()).collect());
    bound.openings = lie.openings.clone();
    for vector in markers {
        let last = bound.openings.iter().rposition(|(opened, _)| opened >= vector).unwrap();
        bound.openings.insert(last + 1, (*vector, 0));
    }
    let witness = bound.witness();
    let number = markers.iter().position(|vector| first(*vector) == Scalar::ONE).unwrap();
    let marker = format!("verkleProof.firstChildren[{number}] (of the branch at ");
    assert!(place(&witness, root).starts_with(&marker));
    // Or that there is none.
    let mut witness = witness;
    witness.proof.first_children.as_mut().unwrap()[number] = [0; 32];
    assert_eq!(witness.verify(committer(), root).map(drop), Err(Error::WitnessRefused));
    // Or without the openings, under the new label and the old.
    witness.proof.first_children = Some(Vec::new());
    assert_eq!(place(&witness, root), "verkleProof.firstChildren");
    witness.proof.first_children = None;
    assert_eq!(witness.verify(committer(), root).map(drop), Err(Error::WitnessRefused));
}

/// The leaf of a present stem, presented as a branch that has no child at the stem's next byte: at 200, and at 3, since
/// its second half is empty.
#[test]
fn a_leaf_passes_for_a_branch() {
    for byte in [200, 3] {
        let key = at(&[1, byte], 0);
        let (tree, root) = tree(&contents([key]));
        let lie = Lie::absent(key, ABSENT_EMPTY, 2)
            .with(vector(&tree, &[]), &[1])
            .with(vector(&tree, &[1]), &[byte]);
        only_bound_refuses(&lie, &root, &[&[1]], &[1]);
    }
}

/// The half of a leaf, presented as a branch below the leaf, which is presented as one.
#[test]
fn a_half_passes_for_a_branch() {
    for (byte, suffix, half) in [(2, 0, 0), (3, 200, 1)] {
        let key = at(&[1, byte, 77], suffix);
        let (tree, root) = tree(&contents([key]));
        let lie = Lie::absent(key, ABSENT_EMPTY, 3)
            .with(vector(&tree, &[]), &[1])
            .with(vector(&tree, &[1]), &[byte])
            .with(half_vector(&tree, &[1], half), &[77]);
        only_bound_refuses(&lie, &root, &[&[1], &[1, byte]], &[2, 1]);
    }
}

/// A stem that is absent, and a leaf in its way that is presented as a branch: the root after a write is another.
#[test]
fn a_leaf_that_passes_for_a_branch_changes_the_root_after() {
    let (mut tree, root) = tree(&contents([at(&[1, 200], 0), at(&[2], 0)]));
    let key = at(&[1, 100], 0);
    let lie =
        Lie::absent(key, ABSENT_EMPTY, 2).with(vector(&tree, &[]), &[1]).with(vector(&tree, &[1]), &[100]);
    only_bound_refuses(&lie, &root, &[&[1]], &[1]);

    let write = [(Key::from(key), [9; 32])];
    let mut lie = lie.witness();
    let mut honest = tree.prove_with(committer(), keys(&[key]), WitnessVersion::Bound).unwrap();
    tree.update(write).unwrap();
    let after = tree.commit(committer()).unwrap();
    let root_after = |witness: &mut Witness| {
        witness.write(write).unwrap();
        witness.verify(committer(), &root).unwrap().root_after(committer(), witness).unwrap()
    };
    assert_eq!(root_after(&mut honest), after);
    assert_ne!(root_after(&mut lie), after, "what a client has to compare");
}

/// An ordinary key: a hashed stem with 1 as the second byte, from a hash below `2^248`. The vector that was hashed
/// passes for a branch below the leaf, which passes for one.
#[test]
fn a_hashed_stem_passes_for_a_child() {
    let hasher = KeyHasher::new(committer());
    let is_fit = |key: &Key, hash: [u8; 32]| key.stem[1] == 1 && hash[31] == 0 && key.stem[2] > 4;
    let input = |number: u64| {
        let mut address = [0; 32];
        address[24..].copy_from_slice(&number.to_be_bytes());
        address
    };
    let found = (0u64..).step_by(1 << 10).find_map(|first| {
        let entries: Vec<_> =
            (first..first + (1 << 10)).map(|number| (Address(input(number)), Position::BASIC_DATA)).collect();
        let keys = hasher.keys(&entries);
        (first..).zip(keys).find_map(|(number, key)| {
            // Most are sorted out without hashing again.
            let hash = |()| hasher.hash(&[input(number), [0; 32]].concat()).unwrap();
            let hash = (key.stem[1] == 1).then_some(()).map(hash)?;
            is_fit(&key, hash).then_some((number, key, hash))
        })
    });
    let (number, key, hash) = found.unwrap();
    assert_eq!(key.stem, hash[..31]);

    let (tree, root) = tree(&contents([key.to_bytes()]));
    let chunks = input(number);
    let [low, high] = [&chunks[..16], &chunks[16..]].map(Scalar::from_le_bytes_reduced);
    let hashed = vec![Scalar::from(2 + 256 * 64), low, high];
    let commitment = committer().try_commit(&hashed).unwrap();
    assert_eq!(commitment.map_to_scalar_field().to_le_bytes(), hash);
    let lie = Lie::absent(key.to_bytes(), ABSENT_EMPTY, 3)
        .with(vector(&tree, &[]), &key.stem[..1])
        .with(vector(&tree, &key.stem[..1]), &[1])
        .with((commitment, hashed), &key.stem[2..3]);
    only_bound_refuses(&lie, &root, &[&key.stem[..1], &key.stem[..2]], &[2, 1]);
}

/// A leaf that was never written, below one whose stem is its hash. Stems that are hashes of something
/// else leave no room for this.
#[test]
fn a_chosen_stem_passes_for_a_branch() {
    let mut stem = [5; 31];
    (stem[0], stem[1]) = (9, 1);
    let value = [7; 32];
    let [low, high] = halves(&value);
    // Half and leaf whose hash has 31 bytes and begins as the stem does.
    let base = committer().commit_sparse([(0, low), (1, high)]);
    let tries = (0u64..).step_by(256).map(|first| {
        let halves: Vec<(Commitment, u64)> = (first..first + 256)
            .map(|n| (committer().commit_delta(base, [(4, Scalar::from(n))]), n))
            .collect();
        let hashes =
            Commitment::map_to_scalar_field_batch(&halves.iter().map(|half| half.0).collect::<Vec<_>>());
        let leaves: Vec<_> = hashes.iter().map(|hash| leaf_vector(&stem, *hash, Scalar::ZERO)).collect();
        let commitments: Vec<_> = leaves.iter().map(|leaf| committer().try_commit(leaf).unwrap()).collect();
        let hashes = Commitment::map_to_scalar_field_batch(&commitments);
        let found = hashes.iter().position(|hash| {
            let bytes = hash.to_le_bytes();
            (bytes[0], bytes[31]) == (stem[0], 0)
        });
        found.map(|i| (halves[i], commitments[i], leaves[i].clone(), hashes[i]))
    });
    let ((half, nonce), leaf, leaf_values, hash) = tries.flatten().next().unwrap();
    let mut half_values = vec![low, high, Scalar::ZERO, Scalar::ZERO, Scalar::from(nonce)];
    half_values.truncate(if nonce == 0 { 2 } else { 5 });

    let mut key = [0; 32];
    key[..31].copy_from_slice(&hash.to_le_bytes()[..31]);
    let (tree, root) = tree(&contents([key]));
    assert_eq!(tree.get(&Key { stem, suffix: 0 }), Ok(None), "it was never written");
    let lie = Lie {
        says: vec![(Key { stem, suffix: 0 }, Some(value))],
        statuses: vec![PRESENT | 2 << 3],
        ..Lie::default()
    }
    .with(vector(&tree, &[]), &[9])
    .with(vector(&tree, &[9]), &[1])
    .with((leaf, leaf_values), &[0, 1, 2])
    .with((half, half_values), &[0, 1]);
    only_bound_refuses(&lie, &root, &[&[9]], &[1]);
}

/// A tree with a branch that only a bound witness tells from a leaf, and such a witness.
fn bound() -> (Tree, Root, Witness) {
    let present = [at(&[1, 1], 0), at(&[1, 0], 0), at(&[2, 1, 9], 0), at(&[2, 1, 8], 0), at(&[3], 3)];
    let (tree, root) = tree(&contents(present));
    // Child 0 of 0x01 is there, that of 0x02 is not, nor that of 0x0201.
    let asked_for = [at(&[1, 1], 0), at(&[1, 9], 0), at(&[2, 1, 7], 0), at(&[2, 7], 0), at(&[3, 3], 3)];
    let witness = tree.prove_with(committer(), keys(&asked_for), WitnessVersion::Bound).unwrap();
    let first_children = witness.proof.first_children.as_ref().unwrap();
    let first = tree.store().load_hash(&path(&[1, 0])).unwrap().unwrap();
    assert_eq!(*first_children, [first.to_le_bytes(), [0; 32], [0; 32]]);
    (tree, root, witness)
}

#[test]
fn a_bound_witness_is_as_it_was_made() {
    use rayon::prelude::*;
    let (tree, root, witness) = bound();
    let bytes = witness.to_bytes();
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut changed = bytes.clone();
        changed[i] ^= 1 << (i % 8);
        let Ok(changed) = Witness::from_bytes(&changed) else { return };
        match changed.verify(committer(), &root) {
            // Of absent stems what follows the path.
            Ok(_) => {
                assert_eq!(changed.proof, witness.proof);
                assert!(changed.entries().all(|(key, diff)| tree.get(&key) == Ok(diff.current)));
            }
            Err(error) => assert!(matches!(error, Error::Witness { .. } | Error::WitnessRefused), "{error}"),
        }
    });
    for length in 0..bytes.len() {
        assert!(Witness::from_bytes(&bytes[..length]).is_err());
    }
    let proof = witness.proof.to_bytes();
    assert_eq!(proof[..5], [255, 255, 255, 255, 1]);
    for version in [0, 2, 255] {
        let mut other = proof.clone();
        other[4] = version;
        let Err(Error::Witness { place, reason }) = Proof::from_bytes(&other) else { panic!() };
        assert_eq!((&*place, reason), ("byte 4", format!("version {version}; this program knows 1")));
    }

    let with = |first_children: Option<Vec<[u8; 32]>>| {
        let mut changed = witness.clone();
        changed.proof.first_children = first_children;
        changed
    };
    let hashes = witness.proof.first_children.clone().unwrap();
    for other in [hashes[..2].to_vec(), hashes.repeat(2), Vec::new()] {
        assert_eq!(place(&with(Some(other)), &root), "verkleProof.firstChildren");
    }
    let beyond = "verkleProof.firstChildren[1] (of the branch at 0x0201)";
    assert_eq!(place(&with(Some(vec![hashes[0], [0xff; 32], hashes[2]])), &root), beyond);
    for other in [vec![hashes[1], hashes[0], hashes[2]], vec![[0; 32]; 3], vec![hashes[0]; 3]] {
        assert_eq!(with(Some(other)).verify(committer(), &root).map(drop), Err(Error::WitnessRefused));
    }
    // Neither version passes for the other, even where the openings are the same.
    assert_eq!(with(None).verify(committer(), &root).map(drop), Err(Error::WitnessRefused));
    let present = keys(&[at(&[3], 3)]);
    for version in [WitnessVersion::Plain, WitnessVersion::Bound] {
        let mut witness = tree.prove_with(committer(), present.iter().copied(), version).unwrap();
        assert_eq!(witness.proof.version(), version);
        assert!(witness.verify(committer(), &root).is_ok());
        witness.proof.first_children = (version == WitnessVersion::Plain).then(Vec::new);
        assert_eq!(witness.verify(committer(), &root).map(drop), Err(Error::WitnessRefused));
    }
}

#[test]
fn json_of_a_bound_witness() {
    let (tree, _, witness) = bound();
    let json = serde_json::to_value(&witness).unwrap();
    let parse = |json: &serde_json::Value| serde_json::from_value::<Witness>(json.clone());
    assert_eq!(parse(&json).unwrap(), witness);
    let statuses = json["verkleProof"]["depthExtensionPresent"].as_str().unwrap();
    assert!(statuses.starts_with("bound:0x"));
    let refused = |field: &str, value: serde_json::Value, what: &str| {
        let mut changed = json.clone();
        changed["verkleProof"][field] = value;
        let error = parse(&changed).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    };
    let unmarked = &statuses["bound:".len()..];
    refused("depthExtensionPresent", unmarked.into(), "firstChildren: ");
    for other in [&format!("bound:{statuses}"), &format!(" {statuses}"), "bound:", "Bound:0x", "free:0x"] {
        refused("depthExtensionPresent", (*other).into(), "hexadecimal digits");
    }
    refused("firstChildren", serde_json::Value::Null, "missing field `firstChildren`");
    refused("firstChildren", "0x".into(), "");
    refused("firstChildren", vec!["0x00"].into(), "1 bytes instead of 32");
    let mut changed = json.clone();
    changed["verkleProof"].as_object_mut().unwrap().remove("firstChildren").unwrap();
    assert!(parse(&changed).unwrap_err().to_string().contains("missing field `firstChildren`"));

    // A plain witness has neither.
    let plain = tree.prove(committer(), witness.keys()).unwrap();
    let json = serde_json::to_value(&plain).unwrap();
    assert!(json["verkleProof"].get("firstChildren").is_none());
    assert_eq!(json["verkleProof"]["depthExtensionPresent"], unmarked);
    let root = tree.root().unwrap();
    check_file(include_str!("witness_bound.json"), &root, &root, &witness);
}
