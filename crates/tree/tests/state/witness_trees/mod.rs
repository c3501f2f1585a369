//! Trees and keys for the witness tests.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{Key, Root, Tree, Value};

pub(crate) fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

pub(crate) type Contents = BTreeMap<[u8; 32], Value>;

pub(crate) fn tree(contents: &Contents) -> (Tree, Root) {
    let mut tree = Tree::in_memory();
    tree.update(contents.iter().map(|(key, value)| (Key::from(*key), *value))).unwrap();
    let root = tree.commit(committer()).unwrap();
    (tree, root)
}

/// A key whose stem begins with the given bytes.
pub(crate) fn at(prefix: &[u8], suffix: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..prefix.len()].copy_from_slice(prefix);
    bytes[31] = suffix;
    bytes
}

pub(crate) fn contents(keys: impl IntoIterator<Item = [u8; 32]>) -> Contents {
    keys.into_iter().enumerate().map(|(i, key)| (key, [i.to_le_bytes()[0]; 32])).collect()
}

pub(crate) fn keys(keys: &[[u8; 32]]) -> Vec<Key> {
    keys.iter().map(|key| Key::from(*key)).collect()
}
