//! The dirty nodes: the nodes in memory that may differ from the store's. They form a subtree of the tree that contains
//! the root.

use std::sync::Arc;

use vorpal_ipa::Scalar;

use crate::{Internal, Key, Node, Path, Root, Value};

/// The dirty nodes from the root down, with the pending differences of their commitments.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirtyNodes {
    pub(crate) root: Option<Box<DirtyNode>>,
    /// The encoded root commitment, if all commitments and hashes are up to date.
    pub(crate) next_root: Option<Root>,
}

/// The current node at a path. Children and values are current; commitments are those of the last commit or of the last
/// [`update_commitments`](DirtyNodes::update_commitments).
#[derive(Clone, Debug)]
pub(crate) struct DirtyNode {
    pub(crate) path: Path,
    /// `None` if the node is deleted.
    pub(crate) node: Option<Arc<Node>>,
    /// Whether the node may differ from the store's.
    pub(crate) changed: bool,
    /// The element of the parent's committed vector for this path. It is zero if there was no node, or if the parent is
    /// new.
    pub(crate) in_parent: Scalar,
    /// For a leaf, the pending differences of the vectors of `C1` and `C2`: pairs `(position, delta)`.
    pub(crate) deltas: [Vec<(u8, Scalar)>; 2],
    /// The dirty nodes below, by their next byte, in ascending order. If the node is not a branch, all of them are
    /// deleted.
    pub(crate) below: Vec<(u8, Box<DirtyNode>)>,
}

/// The minimal number of keys below a branch for which its subtrees are processed in several rayon tasks.
const MIN_KEYS_FOR_TASKS: usize = 64;

impl DirtyNodes {
    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The node at a path, if it is dirty and not deleted.
    pub(crate) fn node(&self, path: &Path) -> Option<&Arc<Node>> {
        let mut dirty = self.root.as_ref()?;
        for byte in path.as_bytes() {
            let index = dirty.below.binary_search_by_key(byte, |(byte, _)| *byte).ok()?;
            dirty = &dirty.below[index].1;
        }
        dirty.node.as_ref()
    }

    /// Frees the dirty nodes on several threads: they are many small allocations.
    pub(crate) fn drop_in_parallel(self) {
        use rayon::prelude::*;
        if let Some(root) = self.root {
            root.below.into_par_iter().for_each(drop);
        }
    }

    /// Drops the nodes that were loaded but not changed.
    pub(crate) fn discard_unchanged(&mut self) {
        match &mut self.root {
            Some(root) if root.changed => root.discard_unchanged_below(),
            root => *root = None,
        }
    }
}

impl DirtyNode {
    /// An entry for `path` without a node.
    pub(crate) fn new(path: Path) -> Self {
        Self {
            path,
            node: None,
            changed: false,
            in_parent: Scalar::ZERO,
            deltas: [Vec::new(), Vec::new()],
            below: Vec::new(),
        }
    }

    pub(crate) fn internal(&self) -> Option<&Internal> {
        match self.node.as_deref() {
            Some(Node::Internal(internal)) => Some(internal),
            _ => None,
        }
    }

    /// The paths from this one down with their nodes, `None` for a deleted node. Paths are in the order of their bytes,
    /// so each comes before those below it.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (&Path, Option<&Arc<Node>>)> {
        let mut waiting = vec![self];
        core::iter::from_fn(move || {
            let dirty = waiting.pop()?;
            waiting.extend(dirty.below.iter().rev().map(|(_, below)| &**below));
            Some((&dirty.path, dirty.node.as_ref()))
        })
    }

    /// The entry for the child at `byte`, which is created if there is none.
    pub(crate) fn child(&mut self, byte: u8) -> &mut Self {
        let found = match self.below.last() {
            // Most calls have ascending bytes, so the entry is usually the last one or new.
            Some((last, _)) if *last >= byte => self.below.binary_search_by_key(&byte, |(byte, _)| *byte),
            _ => Err(self.below.len()),
        };
        let index = found.unwrap_or_else(|index| {
            self.below.insert(index, (byte, Box::new(Self::new(self.path.child(byte)))));
            index
        });
        &mut self.below[index].1
    }

    /// Calls `work` for each entry below that has items, with its items. The items must be sorted by their keys, and
    /// all stems must begin with this path. Uses several threads if there are at least [`MIN_KEYS_FOR_TASKS`] items.
    ///
    /// # Errors
    /// The first error in the order of paths.
    pub(crate) fn each_below<T: Keyed, E: Send>(
        &mut self,
        items: &[T],
        work: impl Fn(&mut Self, &[T]) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        let mut groups = groups(items, self.path).peekable();
        let parts = self.below.iter_mut().filter_map(|(byte, dirty)| {
            while groups.next_if(|(group, _)| group < byte).is_some() {}
            groups.next_if(|(group, _)| group == byte).map(|(_, items)| (dirty, items))
        });
        if items.len() < MIN_KEYS_FOR_TASKS || rayon::current_num_threads() == 1 {
            parts.into_iter().try_for_each(|(dirty, items)| work(dirty, items))
        } else {
            use rayon::prelude::*;
            let parts: Vec<_> = parts.collect();
            let results: Vec<_> = parts.into_par_iter().map(|(dirty, items)| work(dirty, items)).collect();
            results.into_iter().collect()
        }
    }

    fn discard_unchanged_below(&mut self) {
        self.below.retain_mut(|(_, dirty)| {
            dirty.discard_unchanged_below();
            dirty.changed
        });
    }
}

/// Mutable access to a node. Clones the node first if the store shares it.
pub(crate) fn node_mut(node: &mut Option<Arc<Node>>) -> Option<&mut Node> {
    node.as_mut().map(Arc::make_mut)
}

/// An item with a key.
pub(crate) trait Keyed: Sync {
    fn key(&self) -> &Key;
}

impl Keyed for Key {
    fn key(&self) -> &Key {
        self
    }
}

impl Keyed for (Key, Value) {
    fn key(&self) -> &Key {
        &self.0
    }
}

/// Groups the items by the byte of their stems after `path`: pairs of the byte and its items.
pub(crate) fn groups<T: Keyed>(items: &[T], path: Path) -> impl Iterator<Item = (u8, &[T])> {
    let byte = move |item: &T| item.key().stem[path.depth()];
    items.chunk_by(move |a, b| byte(a) == byte(b)).map(move |group| (byte(&group[0]), group))
}
