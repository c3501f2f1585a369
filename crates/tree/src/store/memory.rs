use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use vorpal_ipa::Scalar;

use super::window::{FirstChanges, Window};
use super::{Block, Head, History, Store};
use crate::{Error, Node, Path};

/// Nodes in memory.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    nodes: HashMap<Path, Arc<Node>>,
    window: Window,
    /// The reverse diffs of the last blocks, oldest first: what each found at the paths that it changed.
    diffs: VecDeque<HashMap<Path, Option<Arc<Node>>>>,
}

impl Default for MemoryStore {
    /// No nodes, and no history is kept.
    fn default() -> Self {
        Self::with_window(0)
    }
}

impl MemoryStore {
    /// No nodes; the last `blocks` blocks will be kept.
    pub fn with_window(blocks: u64) -> Self {
        Self { nodes: HashMap::new(), window: Window::new(blocks), diffs: VecDeque::new() }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The reverse diff of a block, if it is kept.
    fn diff(&self, block: u64) -> Option<&HashMap<Path, Option<Arc<Node>>>> {
        // The first is that of the block after the oldest state.
        let place = block.checked_sub(self.window.oldest() + 1)?;
        self.diffs.get(usize::try_from(place).ok()?)
    }

    /// Puts a node, or nothing, where it says; what was there comes back.
    fn put(&mut self, path: Path, node: Option<Arc<Node>>) -> Option<Arc<Node>> {
        match node {
            Some(node) => self.nodes.insert(path, node),
            None => self.nodes.remove(&path),
        }
    }
}

impl Store for MemoryStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.nodes.get(path).cloned())
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        Ok(self.nodes.get(path).map(|node| node.hash()))
    }

    fn save<'a>(
        &mut self,
        block: Block<'_>,
        nodes: impl Iterator<Item = (&'a Path, Option<&'a Arc<Node>>)>,
    ) -> Result<(), Error> {
        let next = self.window.next(block);
        let oldest = self.window.oldest_with(&next);
        let mut diff = HashMap::new();
        for (path, node) in nodes {
            let before = self.put(*path, node.cloned());
            if oldest < next.blocks {
                diff.entry(*path).or_insert(before);
            }
        }
        self.diffs.push_back(diff);
        self.window.advance(next);
        let kept = self.window.head().blocks - oldest;
        while self.diffs.len() as u64 > kept {
            self.diffs.pop_front();
        }
        Ok(())
    }
}

impl History for MemoryStore {
    type View<'a> = MemoryView<'a>;

    fn head(&self) -> &Head {
        self.window.head()
    }

    fn heads(&self) -> impl Iterator<Item = &Head> {
        self.window.heads()
    }

    fn view(&self, blocks: u64) -> Result<MemoryView<'_>, Error> {
        self.window.require(blocks)?;
        let changed = (blocks + 1..=self.window.head().blocks).flat_map(|block| {
            self.diff(block).into_iter().flatten().map(move |(path, _)| Ok((block, *path)))
        });
        Ok(MemoryView { store: self, changes: FirstChanges::new(changed)? })
    }

    fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        let target = self.window.before(blocks)?;
        for _ in 0..blocks {
            for (path, before) in self.diffs.pop_back().unwrap_or_default() {
                self.put(path, before);
            }
        }
        self.window.return_to(target);
        Ok(())
    }

    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        let mut nodes: Vec<_> = self.nodes.iter().collect();
        nodes.sort_by_key(|(path, _)| path.as_bytes());
        Ok(nodes.into_iter().map(|(path, node)| Ok((*path, Arc::clone(node)))))
    }

    fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        self.window.require_diff(block)?;
        let diff = self.diff(block).into_iter().flatten();
        let mut paths: Vec<Path> = diff.map(|(path, _)| *path).collect();
        paths.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
        Ok(paths)
    }
}

/// A [`MemoryStore`] as it was some blocks ago.
#[derive(Clone, Debug)]
pub struct MemoryView<'a> {
    store: &'a MemoryStore,
    changes: FirstChanges,
}

impl MemoryView<'_> {
    fn node(&self, path: &Path) -> Option<&Arc<Node>> {
        match self.changes.of(path) {
            Some(block) => self.store.diff(block)?.get(path)?.as_ref(),
            None => self.store.nodes.get(path),
        }
    }
}

impl Store for MemoryView<'_> {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.node(path).cloned())
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        Ok(self.node(path).map(|node| node.hash()))
    }

    fn save<'a>(
        &mut self,
        _: Block<'_>,
        _: impl Iterator<Item = (&'a Path, Option<&'a Arc<Node>>)>,
    ) -> Result<(), Error> {
        Err(Error::ReadOnly)
    }
}
