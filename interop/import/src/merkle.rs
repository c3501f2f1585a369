//! A Merkle-Patricia trie whose root is computed again from its changed parts only.
//!
//! Keys are hashes. The leaves are in groups by the first byte of their keys, and a group keeps its root between
//! changes. A group of several leaves has a branch at the longest common prefix of its keys, and a parent needs no more
//! than the branch's path and hash.

use std::collections::BTreeMap;

use alloy_primitives::B256;
use alloy_trie::{HashBuilder, Nibbles};

/// A trie from hashes to values, which are RLP.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trie {
    groups: BTreeMap<u8, Group>,
    root: Option<B256>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    leaves: BTreeMap<B256, Vec<u8>>,
    /// The path and the hash of the branch of two leaves or more, if it is known.
    branch: Option<(Nibbles, B256)>,
}

impl Trie {
    /// Sets or removes the value of a key. A value with its key has at least 32 bytes of RLP, as those of hashes do.
    pub(crate) fn set(&mut self, key: B256, value: Option<Vec<u8>>) {
        let group = self.groups.entry(key[0]).or_default();
        match value {
            Some(value) => drop(group.leaves.insert(key, value)),
            None => drop(group.leaves.remove(&key)),
        }
        group.branch = None;
        self.root = None;
        if group.leaves.is_empty() {
            self.groups.remove(&key[0]);
        }
    }

    /// The root.
    pub(crate) fn root(&mut self) -> B256 {
        if let Some(root) = self.root {
            return root;
        }
        let mut builder: HashBuilder = HashBuilder::default();
        for group in self.groups.values_mut() {
            match group.leaves.first_key_value() {
                Some((key, value)) if group.leaves.len() == 1 => {
                    builder.add_leaf(Nibbles::unpack(key), value);
                }
                _ => {
                    let (path, hash) = group.branch();
                    builder.add_branch(path, hash, false);
                }
            }
        }
        let root = builder.root();
        self.root = Some(root);
        root
    }
}

impl Group {
    fn branch(&mut self) -> (Nibbles, B256) {
        if let Some(branch) = self.branch {
            return branch;
        }
        let ends = [self.leaves.first_key_value(), self.leaves.last_key_value()];
        let [first, last] =
            ends.map(|end| end.map_or_else(Nibbles::default, |(key, _)| Nibbles::unpack(key)));
        let prefix = first.common_prefix_length(&last);
        let mut builder: HashBuilder = HashBuilder::default();
        for (key, value) in &self.leaves {
            builder.add_leaf(Nibbles::unpack(key).slice(prefix..), value);
        }
        let branch = (first.slice(..prefix), builder.root());
        self.branch = Some(branch);
        branch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::keccak256;

    /// The root by alloy's builder from all leaves.
    fn whole(leaves: &BTreeMap<B256, Vec<u8>>) -> B256 {
        let mut builder: HashBuilder = HashBuilder::default();
        for (key, value) in leaves {
            builder.add_leaf(Nibbles::unpack(key), value);
        }
        builder.root()
    }

    #[test]
    fn equals_the_trie_of_all_leaves_after_every_change() {
        let (mut trie, mut leaves) = (Trie::default(), BTreeMap::new());
        assert_eq!(trie.root(), whole(&leaves));
        for number in 0..1500u32 {
            let mut key = keccak256(number.to_le_bytes());
            if number % 5 == 0 {
                // Keys with a common prefix of several nibbles.
                key[..4].copy_from_slice(&[7, 7, 7, 7]);
            }
            let value = keccak256(key).to_vec();
            trie.set(key, Some(value.clone()));
            leaves.insert(key, value);
            if number % 3 == 0 {
                // A key before, which another removal may have taken already.
                let mut key = keccak256((number / 2).to_le_bytes());
                if (number / 2) % 5 == 0 {
                    key[..4].copy_from_slice(&[7, 7, 7, 7]);
                }
                trie.set(key, None);
                leaves.remove(&key);
            }
            assert_eq!(trie.root(), whole(&leaves), "after change {number}");
        }
        for key in leaves.clone().into_keys() {
            trie.set(key, None);
            leaves.remove(&key);
            assert_eq!(trie.root(), whole(&leaves));
        }
    }
}
