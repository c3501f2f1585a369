//! The nodes that differ from the store's: a tree of their own, a part of the tree that the store holds.

use std::sync::Arc;

use vorpal_ipa::Scalar;

use crate::{Internal, Key, Node, Path, Root, Value};

/// The nodes that differ from the store's, from the root down, and how their commitments will have to change.
#[derive(Clone, Debug, Default)]
pub(crate) struct DirtyNodes {
    pub(crate) root: Option<Box<DirtyNode>>,
    /// The root, if commitments and hashes are those of the contents.
    pub(crate) next_root: Option<Root>,
}

/// What is at a path now. Shape and values are current; commitments are those of the last commit.
#[derive(Clone, Debug)]
pub(crate) struct DirtyNode {
    pub(crate) path: Path,
    /// `None` if the node that was here has vanished.
    pub(crate) node: Option<Arc<Node>>,
    /// Whether the node may differ from the store's.
    pub(crate) changed: bool,
    /// What the parent's commitment holds for this path: zero where there was nothing, and where the parent is new.
    pub(crate) in_parent: Scalar,
    /// For a leaf, by how much the elements of the vectors behind `C1` and `C2` grew: `(position, delta)`.
    pub(crate) deltas: [Vec<(u8, Scalar)>; 2],
    /// The dirty nodes below, by their next byte, in ascending order. Below anything but a branch all of
    /// them are of nodes that have vanished.
    pub(crate) below: Vec<(u8, Box<DirtyNode>)>,
}

/// From how many keys on the parts of the tree below a branch are worth several tasks.
const MIN_KEYS_FOR_TASKS: usize = 64;

impl DirtyNodes {
    pub(crate) fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The node at a path, if it is touched and has not vanished.
    pub(crate) fn node(&self, path: &Path) -> Option<&Arc<Node>> {
        let mut dirty = self.root.as_ref()?;
        for byte in path.as_bytes() {
            let index = dirty.below.binary_search_by_key(byte, |(byte, _)| *byte).ok()?;
            dirty = &dirty.below[index].1;
        }
        dirty.node.as_ref()
    }

    /// What a block touched is in many small pieces of memory.
    pub(crate) fn drop_in_parallel(self) {
        use rayon::prelude::*;
        if let Some(root) = self.root {
            root.below.into_par_iter().for_each(drop);
        }
    }

    /// Forgets the nodes that were only looked at.
    pub(crate) fn discard_unchanged(&mut self) {
        match &mut self.root {
            Some(root) if root.changed => root.discard_unchanged_below(),
            root => *root = None,
        }
    }
}

impl DirtyNode {
    /// A path at which nothing is touched yet.
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

    /// The paths from here down, in the order of their bytes, so each before those below it, with their nodes; `None` where the node has vanished.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (&Path, Option<&Arc<Node>>)> {
        let mut waiting = vec![self];
        core::iter::from_fn(move || {
            let dirty = waiting.pop()?;
            waiting.extend(dirty.below.iter().rev().map(|(_, below)| &**below));
            Some((&dirty.path, dirty.node.as_ref()))
        })
    }

    /// The node under a byte, dirty from now on.
    pub(crate) fn child(&mut self, byte: u8) -> &mut Self {
        let found = match self.below.last() {
            // Keys come in ascending order.
            Some((last, _)) if *last >= byte => self.below.binary_search_by_key(&byte, |(byte, _)| *byte),
            _ => Err(self.below.len()),
        };
        let index = found.unwrap_or_else(|index| {
            self.below.insert(index, (byte, Box::new(Self::new(self.path.child(byte)))));
            index
        });
        &mut self.below[index].1
    }

    /// Does `work` for each dirty node below for which there are items, and these. Items are sorted by their keys, and all
    /// stems begin with this path. On several threads if it pays.
    ///
    /// # Errors
    /// The first in the order of paths.
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

/// The node, to be changed: a copy of its own if the store has it too.
pub(crate) fn node_mut(node: &mut Option<Arc<Node>>) -> Option<&mut Node> {
    node.as_mut().map(Arc::make_mut)
}

/// What belongs to a key.
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

/// The items in groups by the byte of their stems that follows `path`, with that byte.
pub(crate) fn groups<T: Keyed>(items: &[T], path: Path) -> impl Iterator<Item = (u8, &[T])> {
    let byte = move |item: &T| item.key().stem[path.depth()];
    items.chunk_by(move |a, b| byte(a) == byte(b)).map(move |group| (byte(&group[0]), group))
}
