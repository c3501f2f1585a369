//! A store in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use rayon::prelude::*;
use vorpal_ipa::Scalar;

use super::window::{FirstChanges, Window};
use super::{Changes, Commit, Head, History, Store};
use crate::dirty::DirtyNode;
use crate::{Error, Node, Path};

/// A store of nodes in memory, with the history of the last blocks unless it is the default one.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    nodes: Nodes,
    window: Window,
    /// The reverse diffs of the last blocks, oldest first: the previous nodes at the paths that a block changed.
    diffs: VecDeque<HashMap<Path, Option<Arc<Node>>>>,
}

/// The nodes by path, in shards that several threads write at the same time.
#[derive(Clone, Debug)]
struct Nodes([Shard; SHARDS]);

type Shard = HashMap<Path, Arc<Node>>;

/// The number of shards. The lowest bits of a path's first byte select its shard. So a shard contains whole subtrees
/// below the root, and since stems are hashes, all shards have about the same size.
const SHARDS: usize = 8;

/// The minimal number of nodes for which the shards are written in several rayon tasks.
const MIN_NODES_FOR_TASKS: usize = 256;

/// A path with its node, `None` if there is none.
type Change = (Path, Option<Arc<Node>>);

impl Nodes {
    fn shard_of_byte(byte: u8) -> usize {
        usize::from(byte) % SHARDS
    }

    fn shard_of_path(path: &Path) -> usize {
        path.as_bytes().first().map_or(0, |byte| Self::shard_of_byte(*byte))
    }

    fn get(&self, path: &Path) -> Option<&Arc<Node>> {
        self.0[Self::shard_of_path(path)].get(path)
    }

    /// Sets or removes the node at a path, and returns the previous one.
    fn put(&mut self, path: &Path, node: Option<Arc<Node>>) -> Option<Arc<Node>> {
        exchange(&mut self.0[Self::shard_of_path(path)], path, node)
    }

    /// Applies the changes. Returns the previous nodes if `keep` is set.
    fn apply(&mut self, changes: Changes<'_>, keep: bool) -> Vec<Change> {
        let Some(root) = changes.root() else { return Vec::new() };
        let mut subtrees = [const { Vec::new() }; SHARDS];
        for (byte, dirty) in &root.below {
            subtrees[Self::shard_of_byte(*byte)].push(&**dirty);
        }
        let apply = |(shard, subtrees): (&mut Shard, &Vec<&DirtyNode>)| -> Vec<Change> {
            let nodes = subtrees.iter().flat_map(|dirty| dirty.nodes());
            let before = nodes.map(|(path, node)| (*path, exchange(shard, path, node.cloned())));
            if keep {
                before.collect()
            } else {
                before.for_each(drop);
                Vec::new()
            }
        };
        let nodes: usize = root.below.iter().map(|(_, dirty)| 1 + dirty.below.len()).sum();
        let before: Vec<Vec<Change>> = if nodes >= MIN_NODES_FOR_TASKS && rayon::current_num_threads() > 1 {
            self.0.par_iter_mut().zip(&subtrees).map(apply).collect()
        } else {
            self.0.iter_mut().zip(&subtrees).map(apply).collect()
        };
        let mut before: Vec<Change> = before.into_iter().flatten().collect();
        let of_root = (root.path, self.put(&root.path, root.node.clone()));
        before.extend(keep.then_some(of_root));
        before
    }

    fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<Node>)> {
        self.0.iter().flatten()
    }
}

/// Sets or removes the node at a path, and returns the previous one.
pub(crate) fn exchange(
    shard: &mut HashMap<Path, Arc<Node>>,
    path: &Path,
    node: Option<Arc<Node>>,
) -> Option<Arc<Node>> {
    match node {
        Some(node) => shard.insert(*path, node),
        None => shard.remove(path),
    }
}

impl Default for MemoryStore {
    /// An empty store that keeps no history.
    fn default() -> Self {
        Self::with_window(0)
    }
}

impl MemoryStore {
    /// An empty store that keeps the last `blocks` blocks.
    pub fn with_window(blocks: u64) -> Self {
        let nodes = Nodes(std::array::from_fn(|_| HashMap::new()));
        Self { nodes, window: Window::new(blocks), diffs: VecDeque::new() }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.0.iter().map(HashMap::len).sum()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The reverse diff of a block, if it is kept.
    fn diff(&self, block: u64) -> Option<&HashMap<Path, Option<Arc<Node>>>> {
        // The first reverse diff belongs to the block after the oldest state.
        let index = block.checked_sub(self.window.oldest() + 1)?;
        self.diffs.get(usize::try_from(index).ok()?)
    }
}

impl Store for MemoryStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.nodes.get(path).cloned())
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        Ok(self.nodes.get(path).map(|node| node.hash()))
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        let next = self.window.next(commit);
        let oldest = self.window.oldest_with(&next);
        let before = self.nodes.apply(changes, oldest < next.blocks);
        self.diffs.push_back(before.into_iter().collect());
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
        let target = self.window.rollback_target(blocks)?;
        for _ in 0..blocks {
            for (path, before) in self.diffs.pop_back().unwrap_or_default() {
                self.nodes.put(&path, before);
            }
        }
        self.window.rollback_to(target);
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

/// A read-only earlier state of a [`MemoryStore`].
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

    fn save(&mut self, _: Commit<'_>, _: Changes<'_>) -> Result<(), Error> {
        Err(Error::ReadOnly)
    }
}
