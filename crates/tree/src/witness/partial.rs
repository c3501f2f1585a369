//! The part of a tree that a witness shows.

use std::collections::HashMap;
use std::sync::Arc;

use vorpal_ipa::Committer;

use super::Witness;
use super::outline::{Kind, Outline, Visit};
use crate::bitmap::Bitmap;
use crate::node::Committed;
use crate::store::exchange;
use crate::{Changes, Commit, Error, Internal, Key, Leaf, Node, Path, Root, Stem, Store, Tree, Value};

/// The part of a tree that a [verified](Witness::verify) witness shows: values can be written there, and the root
/// after that is the whole tree's, unless a branch is [unbound](Self::unbound). What the witness does not show is an
/// error, never taken for absent.
#[derive(Clone, Debug)]
pub struct PartialTree {
    tree: Tree<WitnessStore>,
    /// Of leaves that the witness shows, the suffixes that it shows. Leaves made here are not in it.
    known: HashMap<Stem, Bitmap>,
    /// The paths of branches that may be leaves, ascending.
    unbound: Vec<Path>,
}

/// Nodes by path. Branches seem to have every child that is not known to be missing.
#[derive(Clone, Debug, Default)]
struct WitnessStore {
    nodes: HashMap<Path, Arc<Node>>,
}

impl Store for WitnessStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        match self.nodes.get(path) {
            Some(node) => Ok(Some(Arc::clone(node))),
            None => Err(Error::NodeNotInWitness { path: *path }),
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
    /// The nodes of an outline that has been verified with these keys, their values and commitments.
    pub(super) fn new(
        outline: &Outline,
        keys: &[Key],
        values: &[Option<Value>],
        committed: &[Committed],
    ) -> Self {
        let mut shown = WitnessStore { nodes: HashMap::with_capacity(outline.visits.len()) };
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
                    // A half that is not shown is not written to, so that what stands for it here does not matter.
                    let mut next = committed[vector + 1..].iter();
                    for (half, shown) in leaf.halves.iter_mut().zip(halves) {
                        if *shown && let Some(committed) = next.next() {
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
            shown.nodes.insert(*path, Arc::new(node));
        }
        let mut unbound = outline.unbound.clone();
        unbound.sort_unstable();
        Self { tree: Tree::over(shown), known, unbound }
    }

    /// The paths of the nodes that the witness shows as branches, and that may be leaves for all it proves; the
    /// shortest first. If there are none, as always with [`WitnessVersion::Bound`](crate::WitnessVersion::Bound), what
    /// is shown is the tree, and the root after writes is the tree's: see [`Witness`], "What a witness proves". Writes
    /// do not change the list.
    pub fn unbound(&self) -> &[Path] {
        &self.unbound
    }

    /// Writes values, as [`Tree::update`] does. Keys beside those of the witness are possible where it shows that
    /// their stems are absent.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] and [`Error::NodeNotInWitness`] for what the witness does not show; nothing is changed
    /// then.
    pub fn update(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        let entries: Vec<(Key, Value)> = entries.into_iter().collect();
        entries.iter().try_for_each(|(key, _)| self.check_known(key))?;
        self.tree.update(entries)
    }

    /// The root with all that was written.
    ///
    /// # Errors
    /// None but those that [`Tree::commit`] could have of a store.
    pub fn commit(&mut self, committer: &Committer) -> Result<Root, Error> {
        self.tree.commit(committer)
    }

    /// The value under a key, `None` if it was never written.
    ///
    /// # Errors
    /// [`Error::NotInWitness`] and [`Error::NodeNotInWitness`] for what the witness does not show.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Error> {
        self.check_known(key)?;
        self.tree.get(key)
    }

    /// The root after the witness's new values are written. The tree itself stays as it is. Right if no branch is
    /// [unbound](Self::unbound); else another party must vouch for it.
    ///
    /// # Errors
    /// As [`update`](Self::update) and [`commit`](Self::commit).
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
