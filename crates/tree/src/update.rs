//! Writing values: which nodes an update touches, and what becomes of the tree's shape.

use std::collections::BTreeMap;

use vorpal_ipa::Scalar;

use crate::{Error, Internal, Key, Leaf, Node, Path, Stem, Store, Value};

/// The nodes that differ from the store's, by path, and how their commitments will have to change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) entries: BTreeMap<Path, Entry>,
}

/// A node whose shape and values are current, but whose commitments are those of the last commit.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) node: Node,
    /// What the parent's commitment holds for this path: zero where there was nothing.
    pub(crate) in_parent: Scalar,
    /// For a leaf, by how much the elements of the vectors behind `C1` and `C2` grew: `(position, delta)`.
    pub(crate) deltas: [Vec<(u8, Scalar)>; 2],
}

impl Entry {
    fn new(node: Node, in_parent: Scalar) -> Self {
        Self { node, in_parent, deltas: Default::default() }
    }
}

type Writes = [(Key, Value)];

impl Touched {
    pub(crate) fn node(&self, path: &Path) -> Option<&Node> {
        self.entries.get(path).map(|entry| &entry.node)
    }

    pub(crate) fn nodes(&self) -> impl Iterator<Item = (&Path, &Node)> {
        self.entries.iter().map(|(path, entry)| (path, &entry.node))
    }

    /// Writes values over what the store holds and what is touched already. On error nothing has changed.
    pub(crate) fn write(&mut self, store: &impl Store, mut writes: Vec<(Key, Value)>) -> Result<(), Error> {
        if writes.is_empty() {
            return Ok(());
        }
        // Stable: of several writes to a key the last stays last.
        writes.sort_by_key(|(key, _)| *key);
        let mut loaded = Vec::new();
        self.load(store, Path::ROOT, &writes, &mut loaded)?;
        // From here on nothing can fail. Every node loaded lies on the way to a write, so it is touched.
        self.entries.extend(loaded);
        self.place(Path::ROOT, &writes);
        Ok(())
    }

    /// Loads the nodes from `path` down that the writes, all of whose stems begin with `path`, concern.
    fn load(
        &self,
        store: &impl Store,
        path: Path,
        writes: &Writes,
        loaded: &mut Vec<(Path, Entry)>,
    ) -> Result<(), Error> {
        let from_store;
        let node = match self.node(&path) {
            Some(node) => node,
            None => {
                from_store = load_node(store, path)?;
                loaded.push((path, Entry::new(from_store.clone(), from_store.hash())));
                &from_store
            }
        };
        let Node::Internal(internal) = node else { return Ok(()) };
        for group in groups(writes, path) {
            let byte = group[0].0.stem[path.depth()];
            if internal.children.contains(byte) {
                self.load(store, path.child(byte), group, loaded)?;
            }
        }
        Ok(())
    }

    /// Makes `path` hold the writes beside what it holds, all of whose stems begin with `path`.
    fn place(&mut self, path: Path, writes: &Writes) {
        match self.entries.remove(&path) {
            None => match sole_stem(writes) {
                Some(stem) => {
                    self.place_leaf(path, Entry::new(Node::Leaf(Leaf::new(stem)), Scalar::ZERO), writes);
                }
                None => self.branch(path, Internal::EMPTY, Scalar::ZERO, writes),
            },
            Some(Entry { node: Node::Internal(internal), in_parent, .. }) => {
                self.branch(path, internal, in_parent, writes);
            }
            Some(entry @ Entry { node: Node::Leaf(Leaf { stem, .. }), .. }) => {
                if sole_stem(writes) == Some(stem) {
                    self.place_leaf(path, entry, writes);
                } else {
                    // Different stems meet: a branch takes the leaf's place, and the leaf moves down.
                    let byte = stem[path.depth()];
                    let mut branch = Internal::EMPTY;
                    branch.children.insert(byte);
                    let in_parent = entry.in_parent;
                    self.entries.insert(path.child(byte), Entry { in_parent: Scalar::ZERO, ..entry });
                    self.branch(path, branch, in_parent, writes);
                }
            }
        }
    }

    /// Makes `path` hold the branch `internal` with the writes below it.
    fn branch(&mut self, path: Path, mut internal: Internal, in_parent: Scalar, writes: &Writes) {
        for group in groups(writes, path) {
            let byte = group[0].0.stem[path.depth()];
            internal.children.insert(byte);
            self.place(path.child(byte), group);
        }
        self.entries.insert(path, Entry::new(Node::Internal(internal), in_parent));
    }

    /// Makes `path` hold a leaf with the writes, all of which belong to its stem.
    fn place_leaf(&mut self, path: Path, mut entry: Entry, writes: &Writes) {
        let Node::Leaf(leaf) = &mut entry.node else { return };
        for (key, value) in writes {
            let before = leaf.set(key.suffix, *value).as_ref().map_or([Scalar::ZERO; 2], elements);
            let after = elements(value);
            let first = 2 * (key.suffix % 128);
            for (position, (after, before)) in (first..=first + 1).zip(after.into_iter().zip(before)) {
                if after != before {
                    entry.deltas[usize::from(key.suffix / 128)].push((position, after - before));
                }
            }
        }
        self.entries.insert(path, entry);
    }
}

/// The writes in groups by the byte of their stems that follows `path`.
fn groups(writes: &Writes, path: Path) -> impl Iterator<Item = &Writes> {
    writes.chunk_by(move |(a, _), (b, _)| a.stem[path.depth()] == b.stem[path.depth()])
}

/// The node that must be at a path; at the root, an empty branch if there is none.
pub(crate) fn load_node(store: &impl Store, path: Path) -> Result<Node, Error> {
    let node = match store.load(&path)? {
        None if path == Path::ROOT => return Ok(Node::Internal(Internal::EMPTY)),
        None => return Err(Error::MissingNode { path }),
        Some(node) => node,
    };
    // Two stems part at byte 31 at the latest, so a branch has at most 30 bytes of path.
    let belongs_here = match &node {
        Node::Leaf(leaf) => path != Path::ROOT && leaf.stem.starts_with(path.as_bytes()),
        Node::Internal(_) => path.depth() < size_of::<Stem>(),
    };
    if belongs_here { Ok(node) } else { Err(Error::MisplacedNode { path }) }
}

/// The stem of all writes, if there are any and they agree. Writes are sorted.
fn sole_stem(writes: &Writes) -> Option<Stem> {
    let (first, last) = (writes.first()?, writes.last()?);
    (first.0.stem == last.0.stem).then_some(first.0.stem)
}

/// The two elements by which a value that was written is committed to: its lower half, marked by `2^128` so that
/// zero differs from nothing, and its upper half. Both little-endian.
fn elements(value: &Value) -> [Scalar; 2] {
    let mut low = [0; 17];
    low[..16].copy_from_slice(&value[..16]);
    low[16] = 1;
    [Scalar::from_le_bytes_reduced(&low), Scalar::from_le_bytes_reduced(&value[16..])]
}
