use std::borrow::Cow;

use vorpal_ipa::Committer;

use crate::update::{Touched, load_node};
use crate::{Error, Key, MemoryStore, Node, Path, Store, Value};

/// The encoded commitment of the root node.
pub type Root = [u8; 32];

/// A state tree over a store of nodes.
///
/// [`update`](Self::update) writes values and shapes the tree; [`commit`](Self::commit) brings the commitments of all
/// nodes touched since the last one up to date, and only then the store. Updates add up until then.
#[derive(Clone, Debug)]
pub struct Tree<S = MemoryStore> {
    pub(crate) store: S,
    pub(crate) touched: Touched,
}

impl Tree<MemoryStore> {
    /// An empty tree in memory.
    pub fn in_memory() -> Self {
        Self::over(MemoryStore::default())
    }
}

impl<S: Store> Tree<S> {
    /// The tree that the store holds.
    pub fn over(store: S) -> Self {
        Self { store, touched: Touched::default() }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Writes values; for a key that occurs more than once the last value counts. A key that was never written comes
    /// into being; writing zeros is not the same as never having written.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors; the tree is unchanged then.
    pub fn update(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        self.touched.write(&self.store, entries.into_iter().collect())
    }

    /// Brings all commitments up to date, saves the nodes touched, and gives the root. On the caller's rayon pool.
    ///
    /// The committer must be of the same basis each time.
    ///
    /// # Errors
    /// The store's; the nodes touched wait for the next commit then.
    pub fn commit(&mut self, committer: &Committer) -> Result<Root, Error> {
        let Some(root) = self.touched.bring_up_to_date(committer) else { return self.root() };
        self.store.save(self.touched.nodes())?;
        self.touched = Touched::default();
        Ok(root.encode())
    }

    /// The root as of the last commit. An empty tree has 32 zero bytes.
    ///
    /// # Errors
    /// [`Error::MisplacedNode`] or the store's own errors.
    pub fn root(&self) -> Result<Root, Error> {
        match load_node(&self.store, Path::ROOT)? {
            Node::Internal(root) => Ok(root.commitment().encode()),
            Node::Leaf(_) => Err(Error::MisplacedNode { path: Path::ROOT }),
        }
    }

    /// The value under a key, those written since the last commit included; `None` if it was never written.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Error> {
        let mut path = Path::ROOT;
        loop {
            let node = match self.touched.node(&path) {
                Some(node) => Cow::Borrowed(node),
                None => Cow::Owned(load_node(&self.store, path)?),
            };
            match &*node {
                Node::Leaf(leaf) => {
                    let value = if leaf.stem == key.stem { leaf.get(key.suffix) } else { None };
                    return Ok(value.copied());
                }
                // A branch has at most 30 bytes of path: load_node sees to that.
                Node::Internal(internal) => {
                    let byte = key.stem[path.depth()];
                    if !internal.children.contains(byte) {
                        return Ok(None);
                    }
                    path = path.child(byte);
                }
            }
        }
    }
}
