//! Writing of values: [`Tree::update`](crate::Tree::update) loads the nodes on the paths to the keys, sets values, and
//! inserts leaves and branches.

use std::sync::Arc;

use rayon::slice::ParallelSliceMut;
use vorpal_ipa::Scalar;

use crate::dirty::{DirtyNode, DirtyNodes, Keyed, groups, node_mut};
use crate::{Error, Internal, Key, Leaf, Node, Path, Stem, Store, Value};

type Writes = [(Key, Value)];

impl DirtyNodes {
    /// Writes values to the state given by the store and the dirty nodes. On error the state is unchanged.
    pub(crate) fn write(&mut self, store: &impl Store, mut writes: Vec<(Key, Value)>) -> Result<(), Error> {
        if writes.is_empty() {
            return Ok(());
        }
        // The sort is stable: the last of several writes to a key stays last.
        writes.par_sort_by(|(a, _), (b, _)| a.cmp(b));
        self.load(store, &writes)?;
        // No step after this one can fail. Every loaded node is on the path to a write, so it changes.
        if let Some(root) = &mut self.root {
            root.write(&writes);
        }
        Ok(())
    }

    /// Loads the root and all nodes on the paths to the items' keys. The items must be sorted by their keys.
    pub(crate) fn load<T: Keyed>(&mut self, store: &impl Store, items: &[T]) -> Result<(), Error> {
        self.next_root = None;
        let root = self.root.get_or_insert_with(|| Box::new(DirtyNode::new(Path::ROOT)));
        root.load(store, items).inspect_err(|_| self.discard_unchanged())
    }
}

impl DirtyNode {
    /// Loads this node and all nodes below on the paths to the items' keys. The tree must have a node at this path.
    fn load<T: Keyed>(&mut self, store: &impl Store, items: &[T]) -> Result<(), Error> {
        if self.node.is_none() {
            let node = load_node(store, self.path)?;
            self.in_parent = node.hash();
            self.node = Some(node);
        }
        let Some(children) = self.internal().map(|internal| internal.children) else { return Ok(()) };
        for (byte, _) in groups(items, self.path) {
            if children.contains(byte) {
                self.child(byte);
            }
        }
        // An entry without a child in the branch is a deleted node: there is nothing to load.
        self.each_below(items, |dirty, items| {
            let byte = dirty.path.as_bytes().last().copied();
            if byte.is_some_and(|byte| children.contains(byte)) { dirty.load(store, items) } else { Ok(()) }
        })
    }

    /// Writes values at and below this path. All stems must begin with this path.
    fn write(&mut self, writes: &Writes) {
        self.changed = true;
        match (self.node.as_deref(), sole_stem(writes)) {
            (Some(Node::Leaf(leaf)), stem) if stem == Some(leaf.stem) => self.write_leaf(writes),
            (None, Some(stem)) => {
                self.node = Some(Arc::new(Node::Leaf(Leaf::new(stem))));
                self.write_leaf(writes);
            }
            (Some(Node::Leaf(leaf)), _) => {
                // The stems differ: a branch replaces the leaf, and the leaf moves down.
                let byte = leaf.stem[self.path.depth()];
                let leaf = self.node.take();
                let deltas = core::mem::take(&mut self.deltas);
                let child = self.child(byte);
                *child = Self {
                    node: leaf,
                    deltas,
                    changed: true,
                    below: core::mem::take(&mut child.below),
                    ..Self::new(child.path)
                };
                let mut branch = Internal::EMPTY;
                branch.children.insert(byte);
                self.node = Some(Arc::new(Node::Internal(branch)));
                self.write_below(writes);
            }
            (None, None) => {
                self.node = Some(Arc::new(Node::Internal(Internal::EMPTY)));
                self.write_below(writes);
            }
            (Some(Node::Internal(_)), _) => self.write_below(writes),
        }
    }

    /// Writes values below this path. The node must be a branch.
    fn write_below(&mut self, writes: &Writes) {
        let path = self.path;
        for (byte, _) in groups(writes, path) {
            self.child(byte);
        }
        if let Some(Node::Internal(internal)) = node_mut(&mut self.node) {
            groups(writes, path).for_each(|(byte, _)| internal.children.insert(byte));
        }
        let Ok(()) = self.each_below(writes, |dirty, writes| {
            dirty.write(writes);
            Ok::<(), core::convert::Infallible>(())
        });
    }

    /// Writes values to this node, which must be a leaf. All keys must have its stem.
    fn write_leaf(&mut self, writes: &Writes) {
        let Self { node, deltas, .. } = self;
        let Some(Node::Leaf(leaf)) = node_mut(node) else { return };
        for (key, value) in writes {
            let before = leaf.set(key.suffix, *value);
            record_delta(deltas, key.suffix, before.as_ref(), Some(value));
        }
    }
}

/// Adds to `deltas` the differences of a leaf's elements when the value of a suffix changes from `before` to `after`.
/// `None` is an absent value.
pub(crate) fn record_delta(
    deltas: &mut [Vec<(u8, Scalar)>; 2],
    suffix: u8,
    before: Option<&Value>,
    after: Option<&Value>,
) {
    if before == after {
        return;
    }
    let [before, after] = [before, after].map(|value| value.map_or([Scalar::ZERO; 2], elements));
    let first = 2 * (suffix % 128);
    for (position, (after, before)) in (first..=first + 1).zip(after.into_iter().zip(before)) {
        if after != before {
            deltas[usize::from(suffix / 128)].push((position, after - before));
        }
    }
}

/// Loads the node at a path and checks that it may be there. A missing root is an empty branch.
pub(crate) fn load_node(store: &impl Store, path: Path) -> Result<Arc<Node>, Error> {
    let node = match store.load(&path)? {
        None if path == Path::ROOT => return Ok(Arc::new(Node::Internal(Internal::EMPTY))),
        None => return Err(Error::MissingNode { path }),
        Some(node) => node,
    };
    check_place(&path, &node)?;
    Ok(node)
}

/// Returns an error unless a tree can have this node at this path.
///
/// An empty branch below the root hashes to 0, as an absent child does. A parent with and one without it have the same
/// commitment, so only this check prevents later leaves from being inserted one level too deep.
pub(crate) fn check_place(path: &Path, node: &Node) -> Result<(), Error> {
    let is_root = *path == Path::ROOT;
    // Two different stems differ within 31 bytes, so the path of a branch has at most 30 bytes.
    let belongs = match node {
        Node::Leaf(leaf) => !is_root && leaf.stem.starts_with(path.as_bytes()),
        Node::Internal(_) => path.depth() < size_of::<Stem>(),
    };
    match node {
        _ if !belongs => Err(Error::MisplacedNode { path: *path }),
        Node::Internal(internal) if !is_root && internal.children.is_empty() => {
            Err(Error::EmptyNode { path: *path })
        }
        _ => Ok(()),
    }
}

/// The stem of all writes, if there are any and all have the same stem. The writes must be sorted.
fn sole_stem(writes: &Writes) -> Option<Stem> {
    let (first, last) = (writes.first()?, writes.last()?);
    (first.0.stem == last.0.stem).then_some(first.0.stem)
}

/// The two vector elements of a present value: its lower half plus `2^128`, and its upper half, both little-endian. The
/// term `2^128` distinguishes zero from an absent value.
pub(crate) fn elements(value: &Value) -> [Scalar; 2] {
    let mut low = [0; 17];
    low[..16].copy_from_slice(&value[..16]);
    low[16] = 1;
    [Scalar::from_le_bytes_reduced(&low), Scalar::from_le_bytes_reduced(&value[16..])]
}
