//! Where nodes are kept.

use std::collections::HashMap;

use crate::{Error, Node, Path};

/// A store of nodes by path. Nodes are overwritten in place; the tree never takes one away.
///
/// A failure of the store itself is [`Error::Store`]. Nodes have no byte form yet: for now a store can only keep them
/// as they are.
pub trait Store {
    /// The node at a path, if there is one.
    ///
    /// # Errors
    /// Whatever the store has to report.
    fn load(&self, path: &Path) -> Result<Option<Node>, Error>;

    /// Replaces the nodes at these paths: all of them, or, on error, none.
    ///
    /// # Errors
    /// Whatever the store has to report.
    fn save<'a>(&mut self, nodes: impl Iterator<Item = (&'a Path, &'a Node)>) -> Result<(), Error>;
}

/// Nodes in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    nodes: HashMap<Path, Node>,
}

impl MemoryStore {
    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl Store for MemoryStore {
    fn load(&self, path: &Path) -> Result<Option<Node>, Error> {
        Ok(self.nodes.get(path).cloned())
    }

    fn save<'a>(&mut self, nodes: impl Iterator<Item = (&'a Path, &'a Node)>) -> Result<(), Error> {
        self.nodes.extend(nodes.map(|(path, node)| (*path, node.clone())));
        Ok(())
    }
}
