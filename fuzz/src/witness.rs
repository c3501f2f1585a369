//! Targets for witnesses of a state tree: no input panics, accepted bytes are encoded to the same bytes, and verified
//! statements are true.

use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{Error, Key, Proof, Root, Tree, Witness, WitnessVersion};

/// The first byte of an input. It selects what follows: the bytes of a witness, its JSON, or changes of
/// [`State::witness`] or [`State::bound`].
const RAW: u8 = 0;
const CHANGES: u8 = 1;
const BOUND_CHANGES: u8 = 2;
const JSON: u8 = 3;

struct State {
    committer: Committer,
    tree: Tree,
    root: Root,
    /// A witness for keys of all kinds.
    witness: Witness,
    /// A bound witness for the same keys.
    bound: Witness,
}

/// A key whose stem starts with the given bytes.
fn at(prefix: &[u8], suffix: u8) -> Key {
    let mut stem = [0; 31];
    stem[..prefix.len()].copy_from_slice(prefix);
    Key { stem, suffix }
}

/// Keys that are present, never written, absent with another stem on their path (alone, and next to a present key), or
/// absent with an empty path.
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
        let witness = tree.prove_with(&committer, keys(), WitnessVersion::Plain).expect("a few keys");
        let bound = tree.prove(&committer, keys()).expect("a few keys");
        State { committer, tree, root, witness, bound }
    })
}

/// Decodes bytes, JSON, or changes of a valid witness. A change has three bytes: the offset (little-endian) and the
/// value to XOR.
pub fn witness(bytes: &[u8]) {
    let State { witness, bound, .. } = state();
    match bytes.split_first() {
        Some((&CHANGES, changes)) => check(&changed(witness, changes)),
        Some((&BOUND_CHANGES, changes)) => check(&changed(bound, changes)),
        Some((&JSON, text)) => {
            if let Ok(witness) = serde_json::from_slice::<Witness>(text) {
                assert_eq!(Witness::from_bytes(&witness.to_bytes()).as_ref(), Ok(&witness));
                check_witness(&witness);
            }
        }
        Some((_, bytes)) => check(bytes),
        None => {}
    }
}

fn changed(witness: &Witness, changes: &[u8]) -> Vec<u8> {
    let mut changed = witness.to_bytes();
    for change in changes.chunks_exact(3) {
        let offset = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[offset] ^= change[2];
    }
    changed
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
    check_witness(&witness);
}

/// Checks that JSON reproduces the witness, that a verified witness is true, and that it verifies in its own version
/// only.
fn check_witness(witness: &Witness) {
    let text = serde_json::to_string(witness).expect("a witness");
    assert_eq!(serde_json::from_str::<Witness>(&text).ok().as_ref(), Some(witness));
    let State { committer, tree, root, .. } = state();
    let partial = match witness.verify_with(committer, root, WitnessVersion::Plain) {
        Ok(partial) => partial,
        Err(Error::Witness { .. } | Error::WitnessRefused | Error::NoKeys | Error::TooManyKeys { .. }) => {
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut other = witness.clone();
    let is_bound = witness.proof.version() == WitnessVersion::Bound;
    other.proof.first_children = if is_bound { None } else { Some(Vec::new()) };
    let verdict = other.verify_with(committer, root, WitnessVersion::Plain);
    assert!(verdict.is_err(), "a proof verifies in one version only");
    assert!(!is_bound || partial.unbound().is_empty());
    assert_eq!(witness.verify(committer, root).is_ok(), partial.unbound().is_empty());
    for (key, diff) in witness.entries() {
        assert_eq!(tree.get(&key), Ok(diff.current));
        let path = partial.unbound().iter().find(|path| key.stem.starts_with(path.as_bytes()));
        match (diff.current, path) {
            (None, Some(path)) => assert_eq!(partial.get(&key), Err(Error::Unbound { path: *path })),
            (current, _) => assert_eq!(partial.get(&key), Ok(current)),
        }
    }
    let mut after = tree.clone();
    after
        .update(witness.entries().filter_map(|(key, diff)| Some((key, diff.new?))))
        .expect("nodes in memory");
    assert_eq!(partial.root_after(committer, witness), after.commit(committer));
}

pub(crate) fn seeds() -> Vec<(String, Vec<u8>)> {
    let State { witness, bound, .. } = state();
    let mut seeds = of_version(WitnessVersion::Plain, "");
    seeds.extend(of_version(WitnessVersion::Bound, "bound-"));
    seeds.push(("unchanged".to_string(), vec![CHANGES]));
    seeds.push(("bound-unchanged".to_string(), vec![BOUND_CHANGES]));
    for (prefix, kind, witness) in [("", CHANGES, witness), ("bound-", BOUND_CHANGES, bound)] {
        for (name, offset) in changes(witness) {
            let change = [&[kind][..], &offset.to_le_bytes(), &[1]].concat();
            seeds.push((format!("{prefix}changed-{name}"), change));
        }
    }
    seeds
}

/// Seeds of one version: witnesses as bytes and as JSON.
fn of_version(version: WitnessVersion, prefix: &str) -> Vec<(String, Vec<u8>)> {
    let State { committer, tree, .. } = state();
    let prove = |keys: &[Key]| tree.prove_with(committer, keys.iter().copied(), version).expect("keys");
    let all = prove(&keys());
    let mut written = all.clone();
    written.write(keys().map(|key| (key, [9; 32]))).expect("keys of the witness");
    let mut seeds = vec![(format!("{prefix}proof"), [&[RAW][..], &all.proof.to_bytes()].concat())];
    let mut witnesses = vec![("all", all), ("new-values", written)];
    for (name, key) in
        [("present", 0), ("never-written", 2), ("other-stem", 3), ("no-child", 5), ("nothing", 7)]
    {
        witnesses.push((name, prove(&keys()[key..=key])));
    }
    for (name, witness) in witnesses {
        let json = serde_json::to_vec(&witness).expect("a witness");
        seeds.push((format!("{prefix}{name}"), [&[RAW][..], &witness.to_bytes()].concat()));
        seeds.push((format!("{prefix}{name}-json"), [&[JSON][..], &json].concat()));
    }
    seeds
}

/// Offsets of changes: the last scalar, the first stem, the last status and, if present, the number of first children
/// and the last of them.
fn changes(witness: &Witness) -> Vec<(&'static str, u16)> {
    let argument = witness.proof.argument.len();
    let first_children = witness.proof.first_children.as_ref().map_or(0, |all| 4 + 32 * all.len());
    let commitments = 4 + 32 * witness.proof.commitments.len();
    let from_end =
        |distance: usize| u16::try_from(witness.to_bytes().len() - distance).expect("a small witness");
    let status = from_end(argument + first_children + commitments + 1);
    let mut changes = vec![("scalar", from_end(1)), ("stem", 4 + 30), ("status", status)];
    if witness.proof.version() == WitnessVersion::Bound {
        changes.push(("children", from_end(argument + first_children)));
        changes.push(("child", from_end(argument + 32)));
    }
    changes
}
