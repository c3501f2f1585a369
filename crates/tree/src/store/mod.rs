//! Stores of nodes and of their history.

mod check;
#[cfg(feature = "redb")]
mod disk;
mod label;
mod memory;
mod window;

pub use check::Checked;
#[cfg(feature = "redb")]
pub use disk::{DiskOptions, DiskSnapshot, DiskStore, DiskView};
pub(crate) use label::check_label;
pub(crate) use memory::exchange;
pub use memory::{MemoryStore, MemoryView};

use std::sync::Arc;

use vorpal_ipa::Scalar;

use crate::dirty::{DirtyNode, DirtyNodes};
use crate::{Error, Node, Path, Root};

/// A store of nodes by path. A save overwrites nodes in place. Several threads may load nodes at the same time.
///
/// Nodes are shared by reference counts: a store in memory returns its own nodes, and the tree clones a node before it
/// changes it.
///
/// A failure of the medium is [`Error::Store`].
pub trait Store: Sync {
    /// The node at a path, if there is one.
    ///
    /// # Errors
    /// The store's own errors.
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error>;

    /// The [hash](Node::hash) of the node at a path, if there is one. A store that can read the hash without the rest
    /// of the node should override this method: a proof reads the hashes of all children of a branch.
    ///
    /// # Errors
    /// The store's own errors.
    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        Ok(self.load(path)?.map(|node| node.hash()))
    }

    /// Applies the changes of a block and increments the number of blocks. The operation is atomic: on error nothing
    /// has changed. A node to be deleted may be absent.
    ///
    /// # Errors
    /// The store's own errors.
    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error>;

    /// Compares the [digest](vorpal_ipa::Basis::digest) of a basis with that of the store's commitments. A store that
    /// does not record its basis accepts any.
    ///
    /// # Errors
    /// [`Error::Basis`] if they differ.
    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        let _ = digest;
        Ok(())
    }

    /// Reads from the medium and checks that the last saved state is there. A store in memory always succeeds.
    ///
    /// # Errors
    /// [`Error::StoreGone`] if it is not there.
    fn confirm(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The traffic since the store was opened. Zero for a store in memory.
    fn traffic(&self) -> Traffic {
        Traffic::default()
    }
}

/// The bytes of keys and records that a store passes to and receives from its medium. Overhead of the medium (pages,
/// caches, logs) is not included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes written: nodes, reverse diffs, heads.
    pub bytes_written: u64,
}

/// The data that a store saves with the nodes of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit<'a> {
    /// The root after the block.
    pub root: Root,
    /// The caller's label for the block; may be empty. Printable text of one line ([`Error::Label`]).
    pub label: &'a str,
}

/// The nodes that a block changed.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a>(&'a DirtyNodes);

impl<'a> Changes<'a> {
    pub(crate) fn new(dirty: &'a DirtyNodes) -> Self {
        Self(dirty)
    }

    /// The changed paths with their new nodes, `None` for a deleted node. Each path occurs once. Paths are in the order
    /// of their bytes, so each comes before those below it.
    pub fn iter(&self) -> impl Iterator<Item = (&'a Path, Option<&'a Arc<Node>>)> + use<'a> {
        self.root().into_iter().flat_map(DirtyNode::nodes)
    }

    fn root(&self) -> Option<&'a DirtyNode> {
        self.0.root.as_deref()
    }
}

/// A state of the tree: the one after `blocks` blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The number of blocks that lead to the state.
    pub blocks: u64,
    /// The root.
    pub root: Root,
    /// The label of the last block; empty if it has none, and before the first block.
    pub label: String,
}

/// A store that keeps the last blocks and can roll them back.
///
/// For each of the last blocks, up to a number called the window, the store keeps a reverse diff: the previous nodes at
/// the paths that the block changed.
pub trait History: Store {
    /// A read-only earlier state.
    type View<'a>: Store
    where
        Self: 'a;

    /// The current state.
    fn head(&self) -> &Head;

    /// The states that the store keeps, by ascending number of blocks. The last is the current one.
    fn heads(&self) -> impl Iterator<Item = &Head>;

    /// The nodes as they were after `blocks` blocks. Any state of [`heads`](Self::heads) is possible.
    ///
    /// # Errors
    /// [`Error::Block`] if that state is not kept; the store's own errors.
    fn view(&self, blocks: u64) -> Result<Self::View<'_>, Error>;

    /// Reverts the last `blocks` blocks, all or none of them.
    ///
    /// # Errors
    /// [`Error::Rollback`] if the store keeps fewer blocks; the store's own errors. Nothing has changed then, except
    /// after [`Error::Store`] and [`Error::StoreGone`]: a disk store may have reverted all of them. It must be opened
    /// again, and its head then shows which.
    fn rollback(&mut self, blocks: u64) -> Result<(), Error>;

    /// All nodes of the current state, in the order of their paths' bytes: each branch comes before the nodes below it.
    ///
    /// # Errors
    /// The store's own errors, for one node or before the first one.
    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error>;

    /// The paths of the nodes that a block changed, in the order of their bytes. The first block has the number 1.
    ///
    /// # Errors
    /// [`Error::Block`] if the block's reverse diff is not kept; the store's own errors.
    fn changed(&self, block: u64) -> Result<Vec<Path>, Error>;
}
