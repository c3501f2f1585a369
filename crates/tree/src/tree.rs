//! The tree over a store: writes, removals, commits and reads.

use std::sync::Arc;

use vorpal_ipa::Committer;

use crate::dirty::DirtyNodes;
use crate::store::check_label;
use crate::update::load_node;
use crate::{Changes, Commit, Error, Head, History, Key, MemoryStore, Node, Path, Store, Value};

/// The encoded commitment of the root node.
pub type Root = [u8; 32];

/// A state tree over a store of nodes.
///
/// [`update`](Self::update) and [`remove`](Self::remove) change values and nodes in memory. [`commit`](Self::commit)
/// updates the commitments of all nodes changed since the last commit, and then saves these nodes to the store.
#[derive(Clone, Debug)]
pub struct Tree<S = MemoryStore> {
    pub(crate) store: S,
    pub(crate) dirty: DirtyNodes,
}

impl Tree<MemoryStore> {
    /// An empty tree in memory.
    pub fn in_memory() -> Self {
        Self::over(MemoryStore::default())
    }
}

impl<S: Store> Tree<S> {
    /// The tree whose nodes are in the store.
    pub fn over(store: S) -> Self {
        Self { store, dirty: DirtyNodes::default() }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Writes values. For a key that occurs more than once the last value counts. An absent key is inserted, also if
    /// its value is zero.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors; the tree is unchanged then.
    pub fn update(&mut self, entries: impl IntoIterator<Item = (Key, Value)>) -> Result<(), Error> {
        self.dirty.write(&self.store, entries.into_iter().collect())
    }

    /// Removes values: their keys are absent afterwards. A key without a value is ignored. Calls of `update` and
    /// `remove` take effect in their order.
    ///
    /// A leaf without values is deleted, and so is a branch without children, except the root. No other node moves: a
    /// leaf that an insertion moved down stays at its path even if the other leaf is removed. So the root may differ
    /// from that of a tree that never contained the removed keys. `Delete` of go-verkle does the same. EIP-6800 never
    /// deletes; this is for chains that do.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors; the tree is unchanged then.
    pub fn remove(&mut self, keys: impl IntoIterator<Item = Key>) -> Result<(), Error> {
        self.dirty.remove(&self.store, keys.into_iter().collect())
    }

    /// Updates all commitments, saves the changed nodes, and returns the root. Runs on the caller's rayon pool.
    ///
    /// The committer must have the same basis in each call; a disk store checks this.
    ///
    /// # Errors
    /// [`Error::Basis`] and the store's own errors. The changed nodes then remain for the next commit. After
    /// [`Error::Store`] and [`Error::StoreGone`] a disk store may contain the block; it must be opened again.
    pub fn commit(&mut self, committer: &Committer) -> Result<Root, Error> {
        self.store.check_basis(committer.basis_digest())?;
        if self.dirty.is_empty() { self.root() } else { self.commit_block(committer, "") }
    }

    /// [`commit`](Self::commit) with a label for the block. The number of blocks increases even if no node changed.
    ///
    /// # Errors
    /// As for [`commit`](Self::commit); [`Error::Label`] if the label is not printable text of one line.
    pub fn commit_block(&mut self, committer: &Committer, label: &str) -> Result<Root, Error> {
        check_label(label)?;
        let root = self.next_root(committer)?;
        self.store.save(Commit { root, label }, Changes::new(&self.dirty))?;
        self.discard();
        Ok(root)
    }

    /// The root that the next commit will return. Updates all commitments and saves nothing. If the root is not the
    /// expected one, [`discard`](Self::discard) drops the block, and the store never contains any part of it, even
    /// after a crash. A commit that follows does not repeat the computation.
    ///
    /// # Errors
    /// [`Error::Basis`], [`Error::MisplacedNode`] or the store's own errors.
    pub fn next_root(&mut self, committer: &Committer) -> Result<Root, Error> {
        self.store.check_basis(committer.basis_digest())?;
        match self.dirty.update_commitments(committer) {
            Some(root) => Ok(root),
            None => self.root(),
        }
    }

    /// Drops all writes and removals since the last commit.
    pub fn discard(&mut self) {
        core::mem::take(&mut self.dirty).drop_in_parallel();
    }

    /// The root as of the last commit. The root of an empty tree is 32 zero bytes.
    ///
    /// # Errors
    /// [`Error::MisplacedNode`] or the store's own errors.
    pub fn root(&self) -> Result<Root, Error> {
        match &*load_node(&self.store, Path::ROOT)? {
            Node::Internal(root) => Ok(root.commitment().encode()),
            Node::Leaf(_) => Err(Error::MisplacedNode { path: Path::ROOT }),
        }
    }

    /// The value of a key, including uncommitted writes; `None` if it is absent.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors.
    pub fn get(&self, key: &Key) -> Result<Option<Value>, Error> {
        let mut path = Path::ROOT;
        loop {
            let node = match self.dirty.node(&path) {
                Some(node) => Arc::clone(node),
                None => load_node(&self.store, path)?,
            };
            match &*node {
                Node::Leaf(leaf) => {
                    let value = if leaf.stem == key.stem { leaf.get(key.suffix) } else { None };
                    return Ok(value.copied());
                }
                // The path of a branch has at most 30 bytes: `load_node` checks this.
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

impl<S: History> Tree<S> {
    /// The state as of the last commit: its number of blocks, its root, the last block's label.
    pub fn head(&self) -> &Head {
        self.store.head()
    }

    /// The tree as it was after `blocks` blocks, read-only.
    ///
    /// # Errors
    /// [`Error::Block`] if that state is not kept; the store's own errors.
    pub fn at(&self, blocks: u64) -> Result<Tree<S::View<'_>>, Error> {
        self.store.view(blocks).map(Tree::over)
    }

    /// Reverts the last `blocks` blocks, and drops all uncommitted writes.
    ///
    /// # Errors
    /// [`Error::Rollback`] if the store keeps fewer blocks; the store's own errors. The tree is unchanged then, except
    /// after [`Error::Store`] and [`Error::StoreGone`]: see [`History::rollback`].
    pub fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        self.store.rollback(blocks)?;
        self.discard();
        Ok(())
    }
}
