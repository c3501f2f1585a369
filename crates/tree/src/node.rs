//! Nodes of the tree: leaves and internal nodes with their commitments.

use vorpal_ipa::{Commitment, Scalar};

use crate::bitmap::Bitmap;
use crate::{Key, Stem};

/// A value: 32 bytes. Commitments take it as a little-endian integer.
pub type Value = [u8; 32];

/// A node with its commitment and the commitment's hash.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly all nodes of a large tree are leaves")]
pub enum Node {
    /// A branch by one byte of the stem.
    Internal(Internal),
    /// The values of one stem.
    Leaf(Leaf),
}

impl Node {
    /// The hash of the node, which is an element of the parent's committed vector.
    pub fn hash(&self) -> Scalar {
        match self {
            Self::Internal(internal) => internal.committed.hash,
            Self::Leaf(leaf) => leaf.committed.hash,
        }
    }
}

/// A commitment and its map to the scalar field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Committed {
    pub(crate) commitment: Commitment,
    pub(crate) hash: Scalar,
}

impl Committed {
    /// The commitment to the zero vector.
    pub(crate) const EMPTY: Self = Self { commitment: Commitment::IDENTITY, hash: Scalar::ZERO };
}

/// An internal node: a branch with up to 256 children.
#[derive(Clone, Debug)]
pub struct Internal {
    pub(crate) committed: Committed,
    pub(crate) children: Bitmap,
}

impl Internal {
    pub(crate) const EMPTY: Self = Self { committed: Committed::EMPTY, children: Bitmap::EMPTY };

    /// The commitment to the children's hashes.
    pub fn commitment(&self) -> Commitment {
        self.committed.commitment
    }

    /// The bytes that have a child, in ascending order.
    pub fn children(&self) -> impl Iterator<Item = u8> + '_ {
        self.children.iter()
    }
}

/// A leaf: the values of one stem.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub(crate) stem: Stem,
    pub(crate) committed: Committed,
    /// `C1` and `C2`.
    pub(crate) halves: [Committed; 2],
    pub(crate) present: Bitmap,
    /// The values present, by ascending suffix.
    pub(crate) values: Vec<Value>,
}

impl Leaf {
    /// A leaf without values. Its commitment is the identity and does not yet include the stem.
    pub(crate) fn new(stem: Stem) -> Self {
        Self {
            stem,
            committed: Committed::EMPTY,
            halves: [Committed::EMPTY; 2],
            present: Bitmap::EMPTY,
            values: Vec::new(),
        }
    }

    /// The stem of all keys of the leaf.
    pub fn stem(&self) -> &Stem {
        &self.stem
    }

    /// The commitment to the marker 1, the stem, and the hashes of `C1` and `C2`.
    pub fn commitment(&self) -> Commitment {
        self.committed.commitment
    }

    /// The value of a suffix, `None` if it is absent.
    pub fn get(&self, suffix: u8) -> Option<&Value> {
        self.present.contains(suffix).then(|| &self.values[self.present.rank(suffix)])
    }

    /// The keys and values of the leaf, by ascending suffix.
    pub fn entries(&self) -> impl Iterator<Item = (Key, &Value)> {
        let keys = self.present.iter().map(|suffix| Key { stem: self.stem, suffix });
        keys.zip(&self.values)
    }

    /// Sets a value and returns the previous one, if any.
    pub(crate) fn set(&mut self, suffix: u8, value: Value) -> Option<Value> {
        let rank = self.present.rank(suffix);
        if self.present.contains(suffix) {
            return Some(core::mem::replace(&mut self.values[rank], value));
        }
        self.present.insert(suffix);
        self.values.insert(rank, value);
        None
    }

    /// Removes a value and returns it, if there was one.
    pub(crate) fn remove(&mut self, suffix: u8) -> Option<Value> {
        if !self.present.contains(suffix) {
            return None;
        }
        self.present.remove(suffix);
        Some(self.values.remove(self.present.rank(suffix)))
    }

    /// Whether there are no values.
    pub(crate) fn is_empty(&self) -> bool {
        self.present.is_empty()
    }
}
