//! Writing values: which nodes an update touches, and what becomes of the tree's shape.

use std::sync::Arc;

use rayon::slice::ParallelSliceMut;
use vorpal_ipa::Scalar;

use crate::dirty::{DirtyNode, DirtyNodes, Keyed, groups, node_mut};
use crate::{Error, Internal, Key, Leaf, Node, Path, Stem, Store, Value};

type Writes = [(Key, Value)];

impl DirtyNodes {
    /// Writes values over what the store holds and what is touched already. On error nothing has changed.
    pub(crate) fn write(&mut self, store: &impl Store, mut writes: Vec<(Key, Value)>) -> Result<(), Error> {
        if writes.is_empty() {
            return Ok(());
        }
        // Stable: of several writes to a key the last stays last.
        writes.par_sort_by(|(a, _), (b, _)| a.cmp(b));
        self.load(store, &writes)?;
        // From here on nothing can fail. Every node loaded lies on the way to a write, so it is touched.
        if let Some(root) = &mut self.root {
            root.write(&writes);
        }
        Ok(())
    }

    /// Loads the nodes that the items concern, which are sorted by their keys. The root is touched then.
    pub(crate) fn load<T: Keyed>(&mut self, store: &impl Store, items: &[T]) -> Result<(), Error> {
        self.next_root = None;
        let root = self.root.get_or_insert_with(|| Box::new(DirtyNode::new(Path::ROOT)));
        root.load(store, items).inspect_err(|_| self.discard_unchanged())
    }
}

impl DirtyNode {
    /// Loads the nodes from here down that the items concern. There must be a node here.
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
        // Touched bytes without children are of nodes that have vanished.
        self.each_below(items, |dirty, items| {
            let byte = dirty.path.as_bytes().last().copied();
            if byte.is_some_and(|byte| children.contains(byte)) { dirty.load(store, items) } else { Ok(()) }
        })
    }

    /// Holds the writes beside what is here, all of whose stems begin with this path.
    fn write(&mut self, writes: &Writes) {
        self.changed = true;
        match (self.node.as_deref(), sole_stem(writes)) {
            (Some(Node::Leaf(leaf)), stem) if stem == Some(leaf.stem) => self.write_leaf(writes),
            (None, Some(stem)) => {
                self.node = Some(Arc::new(Node::Leaf(Leaf::new(stem))));
                self.write_leaf(writes);
            }
            (Some(Node::Leaf(leaf)), _) => {
                // Different stems meet: a branch takes the leaf's place, and the leaf moves down.
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

    /// Holds the writes below the branch that is here.
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

    /// Holds the writes in the leaf that is here; all of them belong to its stem.
    fn write_leaf(&mut self, writes: &Writes) {
        let Self { node, deltas, .. } = self;
        let Some(Node::Leaf(leaf)) = node_mut(node) else { return };
        for (key, value) in writes {
            let before = leaf.set(key.suffix, *value);
            record_delta(deltas, key.suffix, before.as_ref(), Some(value));
        }
    }
}

/// Notes what the elements of a leaf grow by when the value under a suffix changes; `None` is no value.
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

/// The node that must be at a path; at the root, an empty branch if there is none.
pub(crate) fn load_node(store: &impl Store, path: Path) -> Result<Arc<Node>, Error> {
    let node = match store.load(&path)? {
        None if path == Path::ROOT => return Ok(Arc::new(Node::Internal(Internal::EMPTY))),
        None => return Err(Error::MissingNode { path }),
        Some(node) => node,
    };
    if belongs(&path, &node) { Ok(node) } else { Err(Error::MisplacedNode { path }) }
}

/// Whether a node can be at a path.
pub(crate) fn belongs(path: &Path, node: &Node) -> bool {
    // Two stems part at byte 31 at the latest, so a branch has at most 30 bytes of path.
    match node {
        Node::Leaf(leaf) => *path != Path::ROOT && leaf.stem.starts_with(path.as_bytes()),
        Node::Internal(_) => path.depth() < size_of::<Stem>(),
    }
}

/// The stem of all writes, if there are any and they agree. Writes are sorted.
fn sole_stem(writes: &Writes) -> Option<Stem> {
    let (first, last) = (writes.first()?, writes.last()?);
    (first.0.stem == last.0.stem).then_some(first.0.stem)
}

/// The two elements by which a value that was written is committed to: its lower half, marked by `2^128` so that
/// zero differs from nothing, and its upper half. Both little-endian.
pub(crate) fn elements(value: &Value) -> [Scalar; 2] {
    let mut low = [0; 17];
    low[..16].copy_from_slice(&value[..16]);
    low[16] = 1;
    [Scalar::from_le_bytes_reduced(&low), Scalar::from_le_bytes_reduced(&value[16..])]
}
