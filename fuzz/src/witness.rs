//! Witnesses of a state tree: no panic, bytes that are accepted come back, and what is verified is so.

use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{Error, Key, Proof, Root, Tree, Witness};

/// The first byte of an input: the witness follows, or what to change in [`State::witness`].
const AS_IT_IS: u8 = 0;
const CHANGES: u8 = 1;

struct State {
    committer: Committer,
    tree: Tree,
    root: Root,
    /// A witness of all kinds of keys.
    witness: Witness,
}

/// A key whose stem begins with the given bytes.
fn at(prefix: &[u8], suffix: u8) -> Key {
    let mut stem = [0; 31];
    stem[..prefix.len()].copy_from_slice(prefix);
    Key { stem, suffix }
}

/// Present, never written, another stem in the way (alone, and beside its own key), nothing there.
fn keys() -> [Key; 8] {
    [
        at(&[1, 2], 2),
        at(&[1, 2], 200),
        at(&[1, 2], 4),
        at(&[1, 1, 7], 0),
        at(&[1, 2, 7], 0),
        at(&[1, 9], 9),
        at(&[3, 3], 3),
        at(&[200], 255),
    ]
}

fn state() -> &'static State {
    static STATE: OnceLock<State> = OnceLock::new();
    STATE.get_or_init(|| {
        let committer = Committer::with_window(&Basis::default(), 4).expect("a possible width");
        let mut tree = Tree::in_memory();
        let present = [at(&[1, 1], 1), at(&[1, 2], 200), at(&[1, 2], 2), at(&[3], 3), at(&[7; 31], 7)];
        tree.update(present.map(|key| (key, [key.suffix; 32]))).expect("nodes in memory");
        let root = tree.commit(&committer).expect("nodes in memory");
        let witness = tree.prove(&committer, keys()).expect("a few keys");
        State { committer, tree, root, witness }
    })
}

/// Either bytes as they come or changes to a valid witness: three bytes each, the offset (least significant first) and
/// what it is XORed with.
pub fn witness(bytes: &[u8]) {
    match bytes.split_first() {
        Some((&CHANGES, changes)) => {
            let mut changed = state().witness.to_bytes();
            for change in changes.chunks_exact(3) {
                let offset = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
                changed[offset] ^= change[2];
            }
            check(&changed);
        }
        Some((_, bytes)) => check(bytes),
        None => {}
    }
}

fn check(bytes: &[u8]) {
    match Proof::from_bytes(bytes) {
        Ok(proof) => assert_eq!(proof.to_bytes(), bytes),
        Err(error) => assert!(matches!(error, Error::Witness { .. }), "{error}"),
    }
    let witness = match Witness::from_bytes(bytes) {
        Ok(witness) => witness,
        Err(Error::Witness { .. } | Error::TooManyKeys { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(witness.to_bytes(), bytes);
    let State { committer, tree, root, .. } = state();
    let partial = match witness.verify(committer, root) {
        Ok(partial) => partial,
        Err(Error::Witness { .. } | Error::WitnessRefused | Error::NoKeys | Error::TooManyKeys { .. }) => {
            return;
        }
        Err(error) => panic!("{error}"),
    };
    for (key, diff) in witness.entries() {
        assert_eq!(tree.get(&key), Ok(diff.current));
        assert_eq!(partial.get(&key), Ok(diff.current));
    }
    let mut after = tree.clone();
    after
        .update(witness.entries().filter_map(|(key, diff)| Some((key, diff.new?))))
        .expect("nodes in memory");
    assert_eq!(partial.root_after(committer, &witness), after.commit(committer));
}

pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    let State { committer, tree, witness, .. } = state();
    let mut with_new_values = witness.clone();
    with_new_values.write(keys().map(|key| (key, [9; 32]))).expect("its own keys");
    let mut seeds = vec![
        ("all".to_string(), witness.to_bytes()),
        ("new-values".to_string(), with_new_values.to_bytes()),
        ("proof".to_string(), witness.proof.to_bytes()),
    ];
    for (name, key) in [("present", 0), ("never-written", 2), ("other-stem", 3), ("nothing", 7)] {
        let witness = tree.prove(committer, [keys()[key]]).expect("a key");
        seeds.push((name.to_string(), witness.to_bytes()));
    }
    for (_, bytes) in &mut seeds {
        bytes.insert(0, AS_IT_IS);
    }
    // The last scalar; a status; a stem that is absent, behind its path.
    let length = u16::try_from(witness.to_bytes().len()).expect("a small witness");
    let change = |offset: u16| [&offset.to_le_bytes()[..], &[1]].concat();
    let changes = [
        length - 1,
        4 + 30,
        length - 576 - 4 - 32 * u16::try_from(witness.proof.commitments.len()).unwrap_or(0) - 1,
    ];
    seeds.push(("unchanged".to_string(), vec![CHANGES]));
    for (name, offset) in ["scalar", "stem", "status"].into_iter().zip(changes) {
        seeds.push((format!("changed-{name}"), [&[CHANGES][..], &change(offset)].concat()));
    }
    seeds
}
