//! The part of a tree that a witness contains.

use std::collections::HashMap;
use std::sync::Arc;

use vorpal_ipa::Committer;

use super::outline::{Kind, Outline, Visit};
use super::{Witness, WitnessVersion};
use crate::bitmap::Bitmap;
use crate::node::Committed;
use crate::store::exchange;
use crate::{Changes, Commit, Error, Internal, Key, Leaf, Node, Path, Root, Stem, Store, Tree, Value};

/// The part of a tree that a [verified](Witness::verify) witness contains. Values can be written to it, and its root
/// after the writes is the whole tree's, unless a branch is [unbound](Self::unbound). Access to a key or node that the
/// witness does not contain is an error; such a key never appears as absent. Neither does a key whose absence the
/// witness shows without proving it.
#[derive(Clone, Debug)]
pub struct PartialTree {
    tree: Tree<WitnessStore>,
    /// For each leaf of the witness, the suffixes that the witness contains. Leaves inserted later are not in the map.
    known: HashMap<Stem, Bitmap>,
    /// The paths of branches that may be leaves, ascending.
    unbound: Vec<Path>,
}

/// The nodes of a witness by path. A branch has every child except those that the witness proves missing.
#[derive(Clone, Debug, Default)]
struct WitnessStore {
    nodes: HashMap<Path, Arc<Node>>,
    /// The digest of the basis with which the witness was verified.
    basis: [u8; 32],
}

impl Store for WitnessStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        match self.nodes.get(path) {
            Some(node) => Ok(Some(Arc::clone(node))),
            None => Err(Error::NodeNotInWitness { path: *path }),
        }
    }

    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        if self.basis == *digest {
            Ok(())
        } else {
            Err(Error::WitnessBasis { expected: self.basis, found: *digest })
        }
    }

    fn save(&mut self, _: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        for (path, node) in changes.iter() {
            exchange(&mut self.nodes, path, node.cloned());
        }
        Ok(())
    }
}

impl PartialTree {
    /// The partial tree of a verified outline with these keys, their values and commitments.
    pub(super) fn new(
        outline: &Outline,
        keys: &[Key],
        values: &[Option<Value>],
        committed: &[Committed],
        basis: [u8; 32],
    ) -> Self {
        let mut store = WitnessStore { nodes: HashMap::with_capacity(outline.visits.len()), basis };
        let mut known = HashMap::new();
        for Visit { path, kind, vector } in &outline.visits {
            let node = match kind {
                Kind::Branch { empty } => {
                    let mut children = Bitmap::FULL;
                    empty.iter().for_each(|byte| children.remove(*byte));
                    Node::Internal(Internal { committed: committed[*vector], children })
                }
                Kind::Leaf { stem, keys: range, halves } => {
                    let mut leaf = Leaf::new(*stem);
                    leaf.committed = committed[*vector];
                    // A half that the witness does not contain stays at its default: it is never read or written.
                    let mut next = committed[vector + 1..].iter();
                    for (half, is_opened) in leaf.halves.iter_mut().zip(halves) {
                        if *is_opened && let Some(committed) = next.next() {
                            *half = *committed;
                        }
                    }
                    let mut suffixes = Bitmap::EMPTY;
                    for (key, value) in keys[range.clone()].iter().zip(&values[range.clone()]) {
                        suffixes.insert(key.suffix);
                        if let Some(value) = value {
                            leaf.set(key.suffix, *value);
                        }
                    }
                    known.insert(*stem, suffixes);
                    Node::Leaf(leaf)
                }
            };
            store.nodes.insert(*path, Arc::new(node));
        }
        let mut unbound = outline.unbound.clone();
        unbound.sort_unstable();
        Self { tree: Tree::over(store), known, unbound }
    }

    /// This partial tree, if the witness proves what the version demands.
    pub(super) fn demand(self, version: WitnessVersion) -> Result<Self, Error> {
        match (version, self.unbound.first()) {
            (WitnessVersion::Bound, Some(path)) => Err(Error::Unbound { path: *path }),
            _ => Ok(self),
        }
    }

    /// The paths of the nodes that the witness presents as branches without proving that they are not leaves; the
    /// shortest first. The list is always empty for [`WitnessVersion::Bound`](crate::WitnessVersion::Bound). If it is
    /// empty, the partial tree agrees with the tree, and so does the root after writes: see [`Witness`], "What a
    /// witness proves". Writes do not change the list.
    pub fn unbound(&self) -> &[Path] {
        &self.unbound
    }

    /// Writes values, as [`Tree::update`] does. Keys that are not in the witness are possible if the witness proves
    /// that their stems are absent.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] and [`Error::NodeNotInWitness`] for keys and nodes that the witness does not contain.
    /// Nothing has changed then.
    pub fn update(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        let entries: Vec<(Key, Value)> = entries.into_iter().collect();
        entries.iter().try_for_each(|(key, _)| self.check_known(key))?;
        self.tree.update(entries)
    }

    /// The root with all writes.
    ///
    /// # Errors
    /// [`Error::WitnessBasis`] if the committer's basis differs from the one that verified the witness.
    pub fn commit(&mut self, committer: &Committer) -> Result<Root, Error> {
        self.tree.commit(committer)
    }

    /// The value of a key, `None` if it is absent. Below an [unbound](Self::unbound) branch a value is proved only if
    /// the key's stem is the hash of an address and a position.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] and [`Error::NodeNotInWitness`] for keys and nodes that the witness does not contain;
    /// [`Error::Unbound`] for a key that the witness shows as absent below an unbound branch.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Error> {
        self.check_known(key)?;
        match (self.tree.get(key)?, self.unbound_on_the_path(&key.stem)) {
            (None, Some(path)) => Err(Error::Unbound { path }),
            (value, _) => Ok(value),
        }
    }

    /// The shortest unbound path with which a stem begins.
    fn unbound_on_the_path(&self, stem: &Stem) -> Option<Path> {
        if self.unbound.is_empty() {
            return None;
        }
        let mut paths = (1..stem.len()).filter_map(|length| Path::from_bytes(&stem[..length]));
        paths.find(|path| self.unbound.binary_search(path).is_ok())
    }

    /// The root after writing the witness's new values. The partial tree itself is unchanged. The root is the tree's if
    /// no branch is [unbound](Self::unbound). Otherwise it may be wrong. If it equals a trusted root, it is right, but
    /// this does not prove absence: a key that is only read does not affect the root.
    ///
    /// # Errors
    /// As for [`update`](Self::update) and [`commit`](Self::commit).
    pub fn root_after(&self, committer: &Committer, witness: &Witness) -> Result<Root, Error> {
        let mut after = self.clone();
        after.update(witness.entries().filter_map(|(key, diff)| Some((key, diff.new?))))?;
        after.commit(committer)
    }

    fn check_known(&self, key: &Key) -> Result<(), Error> {
        match self.known.get(&key.stem) {
            Some(suffixes) if !suffixes.contains(key.suffix) => Err(Error::NotInWitness { key: *key }),
            _ => Ok(()),
        }
    }
}
