//! Forgeries that present a leaf as a branch: the plain version accepts them, the bound version does not.

use vorpal_ipa::{Commitment, Scalar};
use vorpal_tree::{Address, Error, Key, KeyHasher, Position, Root, Witness, WitnessVersion};

use super::forgery::{ABSENT_EMPTY, Forgery, PRESENT, half_vector, halves, leaf_vector, path, place, vector};
use crate::witness_trees::{at, committer, contents, keys, tree};

/// Asserts that the plain version accepts a forgery, and that the bound version rejects it for several lists of first
/// children. `unbound` are the expected unbound branches, `markers` the vectors of these branches, the deepest first.
fn assert_only_bound_rejects(forgery: &Forgery, root: &Root, unbound: &[&[u8]], markers: &[usize]) {
    let plain = forgery.witness();
    let shown = plain.verify_with(committer(), root, WitnessVersion::Plain).unwrap();
    assert_eq!(shown.unbound(), unbound.iter().map(|bytes| path(bytes)).collect::<Vec<_>>());
    // The default demands the bound version, and what is shown as absent cannot be read.
    let refusal = Error::Unbound { path: path(unbound[0]) };
    assert_eq!(plain.verify(committer(), root).map(drop), Err(refusal.clone()));
    for (key, value) in &forgery.claims {
        let read = shown.get(key);
        assert_eq!(read, if value.is_some() { Ok(*value) } else { Err(refusal.clone()) });
    }
    // The true element 0 of each unbound branch, the deepest first.
    let mut bound = forgery.clone();
    let first = |vector: usize| forgery.vectors[vector].1.first().copied().unwrap_or(Scalar::ZERO);
    bound.first_children = Some(markers.iter().map(|vector| first(*vector).to_le_bytes()).collect());
    bound.openings = forgery.openings.clone();
    for vector in markers {
        let last = bound.openings.iter().rposition(|(opened, _)| opened >= vector).unwrap();
        bound.openings.insert(last + 1, (*vector, 0));
    }
    let witness = bound.witness();
    let number = markers.iter().position(|vector| first(*vector) == Scalar::ONE).unwrap();
    let marker = format!("verkleProof.firstChildren[{number}] (of the branch at ");
    assert!(place(&witness, root).starts_with(&marker));
    // A false element 0.
    let mut witness = witness;
    witness.proof.first_children.as_mut().unwrap()[number] = [0; 32];
    assert_eq!(
        witness.verify_with(committer(), root, WitnessVersion::Plain).map(drop),
        Err(Error::WitnessRefused)
    );
    // No openings at 0, with the label of the bound and of the plain version.
    witness.proof.first_children = Some(Vec::new());
    assert_eq!(place(&witness, root), "verkleProof.firstChildren");
    witness.proof.first_children = None;
    assert_eq!(
        witness.verify_with(committer(), root, WitnessVersion::Plain).map(drop),
        Err(Error::WitnessRefused)
    );
}

/// The leaf of a present stem is presented as a branch without a child at the stem's next byte: 200, or 3, since its
/// second half is empty.
#[test]
fn leaf_presented_as_branch() {
    for byte in [200, 3] {
        let key = at(&[1, byte], 0);
        let (tree, root) = tree(&contents([key]));
        let forgery = Forgery::absent(key, ABSENT_EMPTY, 2)
            .with(vector(&tree, &[]), &[1])
            .with(vector(&tree, &[1]), &[byte]);
        assert_only_bound_rejects(&forgery, &root, &[&[1]], &[1]);
    }
}

/// The half of a leaf is presented as a branch below the leaf, which is presented as a branch itself.
#[test]
fn half_presented_as_branch() {
    for (byte, suffix, half) in [(2, 0, 0), (3, 200, 1)] {
        let key = at(&[1, byte, 77], suffix);
        let (tree, root) = tree(&contents([key]));
        let forgery = Forgery::absent(key, ABSENT_EMPTY, 3)
            .with(vector(&tree, &[]), &[1])
            .with(vector(&tree, &[1]), &[byte])
            .with(half_vector(&tree, &[1], half), &[77]);
        assert_only_bound_rejects(&forgery, &root, &[&[1], &[1, byte]], &[2, 1]);
    }
}

/// A present key is shown as absent, and a block writes another key. The roots before and after are the true ones, so
/// they reveal nothing; only reading the absent key is an error.
#[test]
fn false_absence_passes_with_the_true_roots() {
    let [present, written] = [at(&[1, 200], 0), at(&[2], 0)];
    let (mut tree, root) = tree(&contents([present, written]));
    let forgery = Forgery {
        claims: vec![(Key::from(present), None), (Key::from(written), Some([1; 32]))],
        statuses: vec![ABSENT_EMPTY | 2 << 3, PRESENT | 1 << 3],
        ..Forgery::default()
    }
    .with(vector(&tree, &[]), &[1, 2])
    .with(vector(&tree, &[1]), &[200])
    .with(vector(&tree, &[2]), &[0, 1, 2])
    .with(half_vector(&tree, &[2], 0), &[0, 1]);
    let mut witness = forgery.witness();
    let write = [(Key::from(written), [9; 32])];
    witness.write(write).unwrap();
    tree.update(write).unwrap();
    let after = tree.commit(committer()).unwrap();

    let shown = witness.verify_with(committer(), &root, WitnessVersion::Plain).unwrap();
    assert_eq!(shown.root_after(committer(), &witness), Ok(after), "the true root after");
    assert_eq!(tree.get(&Key::from(present)), Ok(Some([0; 32])), "the key is present");
    let unbound = Error::Unbound { path: path(&[1]) };
    assert_eq!(shown.get(&Key::from(present)), Err(unbound.clone()));
    assert_eq!(shown.get(&Key::from(written)), Ok(Some([1; 32])));
    let mut after_writes = shown.clone();
    after_writes.update(write).unwrap();
    assert_eq!(after_writes.get(&Key::from(present)), Err(unbound.clone()));
    assert_eq!(witness.verify(committer(), &root).map(drop), Err(unbound));
}

/// For an absent stem, the leaf at the end of its path is presented as a branch. The root after a write is wrong.
#[test]
fn leaf_presented_as_branch_changes_the_root_after() {
    let (mut tree, root) = tree(&contents([at(&[1, 200], 0), at(&[2], 0)]));
    let key = at(&[1, 100], 0);
    let forgery = Forgery::absent(key, ABSENT_EMPTY, 2)
        .with(vector(&tree, &[]), &[1])
        .with(vector(&tree, &[1]), &[100]);
    assert_only_bound_rejects(&forgery, &root, &[&[1]], &[1]);

    let write = [(Key::from(key), [9; 32])];
    let mut forgery = forgery.witness();
    let mut honest = tree.prove_with(committer(), keys(&[key]), WitnessVersion::Bound).unwrap();
    tree.update(write).unwrap();
    let after = tree.commit(committer()).unwrap();
    let root_after = |witness: &mut Witness| {
        witness.write(write).unwrap();
        witness
            .verify_with(committer(), &root, WitnessVersion::Plain)
            .unwrap()
            .root_after(committer(), witness)
            .unwrap()
    };
    assert_eq!(root_after(&mut honest), after);
    assert_ne!(root_after(&mut forgery), after, "the root after is wrong");
}

/// An ordinary key: a hashed stem with 1 as the second byte, from a hash below `2^248`. The vector that was hashed is
/// presented as a branch below the leaf, which is presented as a branch itself.
#[test]
fn vector_of_a_hashed_stem_presented_as_branch() {
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
            // Most keys are rejected without computing the hash again.
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
    let forgery = Forgery::absent(key.to_bytes(), ABSENT_EMPTY, 3)
        .with(vector(&tree, &[]), &key.stem[..1])
        .with(vector(&tree, &key.stem[..1]), &[1])
        .with((commitment, hashed), &key.stem[2..3]);
    assert_only_bound_rejects(&forgery, &root, &[&key.stem[..1], &key.stem[..2]], &[2, 1]);
}

/// An invented leaf is presented below the leaf whose stem is its hash. This requires a stem chosen by the attacker; it
/// is impossible for stems that are hashes of other inputs.
#[test]
fn invented_leaf_below_a_leaf_with_a_chosen_stem() {
    let mut stem = [5; 31];
    (stem[0], stem[1]) = (9, 1);
    let value = [7; 32];
    let [low, high] = halves(&value);
    // Searches for a half and a leaf whose hash has 31 bytes and the stem's first byte.
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
    assert_eq!(tree.get(&Key { stem, suffix: 0 }), Ok(None), "the stem is absent");
    let forgery = Forgery {
        claims: vec![(Key { stem, suffix: 0 }, Some(value))],
        statuses: vec![PRESENT | 2 << 3],
        ..Forgery::default()
    }
    .with(vector(&tree, &[]), &[9])
    .with(vector(&tree, &[9]), &[1])
    .with((leaf, leaf_values), &[0, 1, 2])
    .with((half, half_values), &[0, 1]);
    assert_only_bound_rejects(&forgery, &root, &[&[9]], &[1]);
}
