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
/// [`update`](Self::update) writes values and trees the tree; [`commit`](Self::commit) brings the commitments of all
/// nodes touched since the last one up to date, and only then the store. Updates add up until then.
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
    /// The tree that the store holds.
    pub fn over(store: S) -> Self {
        Self { store, dirty: DirtyNodes::default() }
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
        self.dirty.write(&self.store, entries.into_iter().collect())
    }

    /// Takes values away, so that their keys were never written; a key without a value is passed over. Calls of
    /// `update` and `remove` take effect in their order.
    ///
    /// A leaf without values vanishes, and so does a branch without children, but for the root. Nothing else changes
    /// its place: a leaf that had to move down stays there when it is alone again, so the root may differ from that of
    /// a tree in which the keys taken away never were. This is what `Delete` of go-verkle does. EIP-6800 never deletes;
    /// this is for chains that do.
    ///
    /// # Errors
    /// [`Error::MissingNode`], [`Error::MisplacedNode`] or the store's own errors; the tree is unchanged then.
    pub fn remove(&mut self, keys: impl IntoIterator<Item = Key>) -> Result<(), Error> {
        self.dirty.remove(&self.store, keys.into_iter().collect())
    }

    /// Brings all commitments up to date, saves the nodes touched, and gives the root. On the caller's rayon pool.
    ///
    /// The committer must be of the same basis each time; a store on a disk compares.
    ///
    /// # Errors
    /// [`Error::Basis`] and the store's; the nodes touched wait for the next commit then. After [`Error::Store`] a disk
    /// store must be opened again.
    pub fn commit(&mut self, committer: &Committer) -> Result<Root, Error> {
        self.store.check_basis(committer.basis_digest())?;
        if self.dirty.is_empty() { self.root() } else { self.commit_block(committer, "") }
    }

    /// [`commit`](Self::commit) of a block with a name, which counts even if it touched nothing.
    ///
    /// # Errors
    /// As there; [`Error::Label`] if the name is not text of one line.
    pub fn commit_block(&mut self, committer: &Committer, label: &str) -> Result<Root, Error> {
        check_label(label)?;
        let root = self.next_root(committer)?;
        self.store.save(Commit { root, label }, Changes::new(&self.dirty))?;
        self.discard();
        Ok(root)
    }

    /// The root that the next commit will give. Brings all commitments up to date and saves nothing: if the root is not
    /// the one it must be, [`discard`](Self::discard) leaves the store as if the block had never come, even after a
    /// crash. A commit that follows does not compute anything again.
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

    /// Forgets what was written since the last commit.
    pub fn discard(&mut self) {
        core::mem::take(&mut self.dirty).drop_in_parallel();
    }

    /// The root as of the last commit. An empty tree has 32 zero bytes.
    ///
    /// # Errors
    /// [`Error::MisplacedNode`] or the store's own errors.
    pub fn root(&self) -> Result<Root, Error> {
        match &*load_node(&self.store, Path::ROOT)? {
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
            let node = match self.dirty.node(&path) {
                Some(node) => Arc::clone(node),
                None => load_node(&self.store, path)?,
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

impl<S: History> Tree<S> {
    /// The state as of the last commit: how many blocks led to it, its root, the last block's label.
    pub fn head(&self) -> &Head {
        self.store.head()
    }

    /// The tree as it was after so many blocks, to be read.
    ///
    /// # Errors
    /// [`Error::Block`] if that state is not kept; the store's own errors.
    pub fn at(&self, blocks: u64) -> Result<Tree<S::View<'_>>, Error> {
        self.store.view(blocks).map(Tree::over)
    }

    /// Takes back the last `blocks` blocks, and forgets what was written since.
    ///
    /// # Errors
    /// [`Error::Rollback`] if so many are not kept; the store's own errors. The tree is unchanged then.
    pub fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        self.store.rollback(blocks)?;
        self.discard();
        Ok(())
    }
}
