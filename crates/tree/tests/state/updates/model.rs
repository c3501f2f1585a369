//! The model, and calls that apply to the model and to the tree.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use vorpal_ipa::{Basis, Commitment, Committer, Scalar, WIDTH};
use vorpal_tree::{Error, Key, Root, Store, Tree, Value};

pub(crate) fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 6).unwrap())
}

/// A tree of boxed nodes with go-verkle's rules: an insertion at the path of a leaf moves the leaf down, and it never
/// moves up again; leaves without values and branches without children are deleted.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    Branch(BTreeMap<u8, Model>),
    Leaf([u8; 31], BTreeMap<u8, Value>),
}

impl Model {
    pub(crate) fn new() -> Self {
        Self::Branch(BTreeMap::new())
    }

    pub(crate) fn insert(&mut self, depth: usize, key: &Key, value: Value) {
        match self {
            Self::Branch(children) => match children.get_mut(&key.stem[depth]) {
                Some(child) => child.insert(depth + 1, key, value),
                None => {
                    let leaf = Self::Leaf(key.stem, BTreeMap::from([(key.suffix, value)]));
                    children.insert(key.stem[depth], leaf);
                }
            },
            Self::Leaf(stem, values) if *stem == key.stem => {
                values.insert(key.suffix, value);
            }
            Self::Leaf(stem, _) => {
                let byte = stem[depth];
                let leaf = std::mem::replace(self, Self::new());
                let Self::Branch(children) = self else { unreachable!() };
                children.insert(byte, leaf);
                self.insert(depth, key, value);
            }
        }
    }

    pub(crate) fn remove(&mut self, depth: usize, key: &Key) {
        match self {
            Self::Branch(children) => {
                let Some(child) = children.get_mut(&key.stem[depth]) else { return };
                child.remove(depth + 1, key);
                if child.is_empty() {
                    children.remove(&key.stem[depth]);
                }
            }
            Self::Leaf(stem, values) if *stem == key.stem => {
                values.remove(&key.suffix);
            }
            Self::Leaf(..) => {}
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Branch(children) => children.is_empty(),
            Self::Leaf(_, values) => values.is_empty(),
        }
    }

    pub(crate) fn nodes(&self) -> usize {
        match self {
            Self::Branch(children) => 1 + children.values().map(Self::nodes).sum::<usize>(),
            Self::Leaf(..) => 1,
        }
    }

    fn commitment(&self) -> Commitment {
        let integer = |bytes: &[u8]| {
            let mut padded = [0; 32];
            padded[..bytes.len()].copy_from_slice(bytes);
            Scalar::from_le_bytes(&padded).unwrap()
        };
        match self {
            Self::Branch(children) => {
                let mut vector = [Scalar::ZERO; WIDTH];
                for (byte, child) in children {
                    vector[usize::from(*byte)] = child.commitment().map_to_scalar_field();
                }
                committer().commit(&vector)
            }
            Self::Leaf(stem, values) => {
                let mut halves = [[Scalar::ZERO; WIDTH]; 2];
                for (suffix, value) in values {
                    let half = &mut halves[usize::from(suffix / 128)];
                    let first = 2 * usize::from(suffix % 128);
                    half[first] = integer(&value[..16]) + Scalar::from(2).pow_vartime(&[128]);
                    half[first + 1] = integer(&value[16..]);
                }
                let [c1, c2] = halves.map(|half| committer().commit(&half).map_to_scalar_field());
                committer().commit(&[Scalar::ONE, integer(stem), c1, c2])
            }
        }
    }

    pub(crate) fn root(&self) -> Root {
        self.commitment().encode()
    }

    pub(crate) fn get(&self, depth: usize, key: &Key) -> Option<Value> {
        match self {
            Self::Branch(children) => children.get(&key.stem[depth])?.get(depth + 1, key),
            Self::Leaf(stem, values) if *stem == key.stem => values.get(&key.suffix).copied(),
            Self::Leaf(..) => None,
        }
    }
}

/// A call of the tree.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    Update(Vec<(Key, Value)>),
    Remove(Vec<Key>),
    Commit,
}

impl Call {
    pub(crate) fn to_model(&self, model: &mut Model) {
        match self {
            Self::Update(writes) => writes.iter().for_each(|(key, value)| model.insert(0, key, *value)),
            Self::Remove(keys) => keys.iter().for_each(|key| model.remove(0, key)),
            Self::Commit => {}
        }
    }

    pub(crate) fn to_tree<S: Store>(&self, tree: &mut Tree<S>) -> Result<(), Error> {
        match self {
            Self::Update(writes) => tree.update(writes.iter().copied()),
            Self::Remove(keys) => tree.remove(keys.iter().copied()),
            Self::Commit => tree.commit(committer()).map(drop),
        }
    }

    pub(crate) fn keys(&self) -> Vec<Key> {
        match self {
            Self::Update(writes) => writes.iter().map(|(key, _)| *key).collect(),
            Self::Remove(keys) => keys.clone(),
            Self::Commit => Vec::new(),
        }
    }

    /// The same operation as calls of one key each.
    pub(crate) fn one_by_one(&self) -> Vec<Self> {
        match self {
            Self::Update(writes) => writes.iter().map(|write| Self::Update(vec![*write])).collect(),
            Self::Remove(keys) => keys.iter().map(|key| Self::Remove(vec![*key])).collect(),
            Self::Commit => vec![Self::Commit],
        }
    }
}

pub(crate) fn update(keys: &[Key], seed: u8) -> Call {
    Call::Update(keys.iter().map(|key| (*key, [seed ^ key.suffix; 32])).collect())
}

pub(crate) fn remove(keys: &[Key]) -> Call {
    Call::Remove(keys.to_vec())
}
