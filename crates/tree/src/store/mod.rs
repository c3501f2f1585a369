//! Where nodes are kept, and what they were some blocks ago.

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

/// A store of nodes by path. Nodes are overwritten in place. Several threads load nodes at once.
///
/// Nodes are shared: a store in memory hands out what it holds, and whoever changes a node changes a copy.
///
/// A failure of the store itself is [`Error::Store`].
pub trait Store: Sync {
    /// The node at a path, if there is one.
    ///
    /// # Errors
    /// Whatever the store has to report.
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error>;

    /// The [hash](Node::hash) of the node at a path, if there is one. A store that knows it without the rest of the
    /// node should say so: a proof takes those of all children of a branch.
    ///
    /// # Errors
    /// Whatever the store has to report.
    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        Ok(self.load(path)?.map(|node| node.hash()))
    }

    /// Makes the changes and counts a block: all of it, or, on error, nothing. A node that is to be taken away need not
    /// be there.
    ///
    /// # Errors
    /// Whatever the store has to report.
    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error>;

    /// Compares a basis, by its [digest](vorpal_ipa::Basis::digest), with that of the commitments here. A store that
    /// does not know its basis takes any.
    ///
    /// # Errors
    /// [`Error::Basis`] if they differ.
    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        let _ = digest;
        Ok(())
    }

    /// Reads back from where the store lives whether what was saved last is there. A store in memory has nothing to
    /// read.
    ///
    /// # Errors
    /// [`Error::StoreGone`] if it is not.
    fn confirm(&self) -> Result<(), Error> {
        Ok(())
    }

    /// What went to and fro since the store was opened. Nothing for a store in memory.
    fn traffic(&self) -> Traffic {
        Traffic::default()
    }
}

/// Bytes between a store and its medium: keys and records, as the store hands them over. What the medium makes of them
/// (pages, caches, logs) is its own affair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes read.
    pub bytes_read: u64,
    /// Bytes written: nodes, reverse diffs, heads.
    pub bytes_written: u64,
}

/// What a store saves with the nodes of a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commit<'a> {
    /// The root after it.
    pub root: Root,
    /// The caller's name for the block; may be empty. Text of one line ([`Error::Label`]).
    pub label: &'a str,
}

/// The nodes that a block changed.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a>(&'a DirtyNodes);

impl<'a> Changes<'a> {
    pub(crate) fn new(dirty: &'a DirtyNodes) -> Self {
        Self(dirty)
    }

    /// Each path once, in the order of their bytes, so before those below it, with the node that is to be there; `None`
    /// where it is to be taken away.
    pub fn iter(&self) -> impl Iterator<Item = (&'a Path, Option<&'a Arc<Node>>)> + use<'a> {
        self.root().into_iter().flat_map(DirtyNode::nodes)
    }

    fn root(&self) -> Option<&'a DirtyNode> {
        self.0.root.as_deref()
    }
}

/// A state of the tree: that after so many blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// How many blocks led to it.
    pub blocks: u64,
    /// The root.
    pub root: Root,
    /// What the caller named the last block; empty if nothing, and before the first block.
    pub label: String,
}

/// A store that knows which blocks led to its state, and can take back the last ones.
///
/// For each of the last blocks, as many as its window says, it keeps a reverse diff: what the nodes that the block
/// changed were before.
pub trait History: Store {
    /// A state of the past.
    type View<'a>: Store
    where
        Self: 'a;

    /// The current state.
    fn head(&self) -> &Head;

    /// The states kept, by ascending number of blocks. The last is the current one.
    fn heads(&self) -> impl Iterator<Item = &Head>;

    /// The nodes as they were after so many blocks. Of [`heads`](Self::heads), any.
    ///
    /// # Errors
    /// [`Error::Block`] if that state is not kept; whatever the store has to report.
    fn view(&self, blocks: u64) -> Result<Self::View<'_>, Error>;

    /// Takes back the last `blocks` blocks: all of them, or, on error, none.
    ///
    /// # Errors
    /// [`Error::Rollback`] if so many are not kept; whatever the store has to report.
    fn rollback(&mut self, blocks: u64) -> Result<(), Error>;

    /// All nodes of the current state, in the order of their paths' bytes: each branch before what is below it.
    ///
    /// # Errors
    /// Whatever the store has to report, about the node or before the first one.
    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error>;

    /// The paths of the nodes that a block changed, in the order of their bytes; blocks count from 1.
    ///
    /// # Errors
    /// [`Error::Block`] if the block's reverse diff is not kept; whatever the store has to report.
    fn changed(&self, block: u64) -> Result<Vec<Path>, Error>;
}
