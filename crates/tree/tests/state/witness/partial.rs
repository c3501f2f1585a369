//! Reads of the prover, keys that cannot be proved, and partial trees.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use vorpal_ipa::Scalar;
use vorpal_tree::{
    Changes, Commit, Error, Key, MAX_KEYS, MemoryStore, Node, PartialTree, Path, Store, Tree, WitnessVersion,
};

use super::small;
use crate::witness_trees::{at, committer, contents, keys, tree};

/// A store that records the paths of loaded nodes and hashes.
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
fn proof_reads_only_nodes_on_the_paths() {
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
fn requests_without_a_proof_are_rejected() {
    let (mut tree, root) = tree(&contents([at(&[1], 1)]));
    let key = Key::from(at(&[1], 1));
    assert_eq!(tree.prove(committer(), []), Err(Error::NoKeys));
    let many =
        (0..=MAX_KEYS).map(|i| Key { stem: [i.to_le_bytes()[0]; 31], ..Key::from(at(&i.to_be_bytes(), 0)) });
    assert!(tree.prove(committer(), many).is_ok(), "too many keys, but few distinct ones");
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
fn keys_outside_a_partial_tree_are_errors() {
    let contents = contents([at(&[1, 1], 1), at(&[1, 1], 2), at(&[1, 2], 1), at(&[3], 1), at(&[4, 4], 4)]);
    let (mut tree, root) = tree(&contents);
    let witness = tree.prove(committer(), keys(&[at(&[1, 1], 1), at(&[4, 5], 0), at(&[9], 0)])).unwrap();
    let mut partial = witness.verify(committer(), &root).unwrap();
    let not_covered = |bytes: [u8; 32]| Error::NotInWitness { key: Key::from(bytes) };
    let refused = |partial: &mut PartialTree, bytes: [u8; 32], error: &Error| {
        let key = Key::from(bytes);
        assert_eq!(partial.get(&key).as_ref(), Err(error));
        let valid = (Key::from(at(&[1, 1], 1)), [5; 32]);
        assert_eq!(partial.update([valid, (key, [9; 32])]).as_ref(), Err(error));
        assert_eq!(partial.commit(committer()), Ok(root), "nothing was written");
    };
    // Other values of a leaf in the witness, in the same half and in the other half; a key of an other stem.
    for bytes in [at(&[1, 1], 2), at(&[1, 1], 0), at(&[1, 1], 200), at(&[4, 4], 4)] {
        refused(&mut partial, bytes, &not_covered(bytes));
    }
    for (bytes, path) in [(at(&[1, 2], 1), "0x0102"), (at(&[3], 1), "0x03"), (at(&[2], 0), "0x02")] {
        let Err(Error::NodeNotInWitness { path: found }) = partial.get(&Key::from(bytes)) else { panic!() };
        assert_eq!(found.to_string(), path);
        refused(&mut partial, bytes, &Error::NodeNotInWitness { path: found });
    }
    // Stems that are not in the witness, at paths where it proves them absent.
    let writes = [at(&[4, 6], 6), at(&[9, 1], 200), at(&[9, 2], 1), at(&[4, 4, 1], 0)]
        .map(|bytes| (Key::from(bytes), bytes));
    partial.update(writes).unwrap();
    tree.update(writes).unwrap();
    assert_eq!(partial.commit(committer()), Ok(tree.commit(committer()).unwrap()));
    assert_eq!(
        partial.get(&Key::from(at(&[4, 4], 4))),
        Err(not_covered(at(&[4, 4], 4))),
        "the leaf moved down, its value is not in the witness"
    );
    assert_eq!(partial.get(&Key::from(at(&[9, 1], 7))), Ok(None), "all values of a new leaf are known");
    // `write` rejects keys without an entry.
    let mut witness = witness;
    let missing = at(&[1, 1], 2);
    assert_eq!(witness.write([(Key::from(missing), [0; 32])]), Err(not_covered(missing)));
}

#[test]
fn new_values_change_only_the_root_after() {
    let (mut tree, root, mut witness) = small();
    witness.write([(Key::from(at(&[1, 9], 9)), [1; 32])]).unwrap();
    tree.update([(Key::from(at(&[1, 9], 9)), [1; 32])]).unwrap();
    let after = tree.commit(committer()).unwrap();
    let partial = witness.verify_with(committer(), &root, WitnessVersion::Plain).unwrap();
    assert_eq!(partial.root_after(committer(), &witness), Ok(after));
    for i in 0..32 {
        let mut changed = witness.clone();
        let diff =
            changed.stems.iter_mut().flat_map(|diff| &mut diff.suffixes).find(|diff| diff.new.is_some());
        diff.unwrap().new.as_mut().unwrap()[i] ^= 1;
        assert_ne!(partial.root_after(committer(), &changed).unwrap(), after);
    }
}
