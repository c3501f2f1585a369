use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use rayon::prelude::*;
use vorpal_ipa::Scalar;

use super::window::{FirstChanges, Window};
use super::{Block, Head, History, Store};
use crate::{Error, Node, Path};

/// Nodes in memory.
#[derive(Clone, Debug)]
pub struct MemoryStore {
    nodes: Nodes,
    window: Window,
    /// The reverse diffs of the last blocks, oldest first: what each found at the paths that it changed.
    diffs: VecDeque<HashMap<Path, Option<Arc<Node>>>>,
}

/// The nodes by path, in parts that several threads write at once.
#[derive(Clone, Debug)]
struct Nodes([HashMap<Path, Arc<Node>>; PARTS]);

/// In how many parts the nodes are: a path is in that of its last byte's lowest bits, which spreads the children of a branch,
/// and, since stems are hashes, the leaves.
const PARTS: usize = 8;

/// The fewest nodes that are worth several tasks.
const SEVERAL_TASKS: usize = 256;

/// What a path had or gets: a node or none.
type Change = (Path, Option<Arc<Node>>);

impl Nodes {
    fn part_of(path: &Path) -> usize {
        path.as_bytes().last().map_or(0, |byte| usize::from(*byte) % PARTS)
    }

    fn get(&self, path: &Path) -> Option<&Arc<Node>> {
        self.0[Self::part_of(path)].get(path)
    }

    /// Puts nodes, or nothing, where they say. What was there takes their places, if it is to be kept; otherwise nothing is
    /// left of the changes.
    fn exchange(&mut self, changes: &mut [Vec<Change>; PARTS], keep: bool) {
        let several = changes.iter().map(Vec::len).sum::<usize>() >= SEVERAL_TASKS;
        let exchange = |(nodes, changes): (&mut HashMap<Path, Arc<Node>>, &mut Vec<Change>)| {
            for (path, node) in &mut *changes {
                *node = match node.take() {
                    Some(node) => nodes.insert(*path, node),
                    None => nodes.remove(path),
                };
            }
            if !keep {
                changes.clear();
            }
        };
        if several && rayon::current_num_threads() > 1 {
            self.0.par_iter_mut().zip(changes).for_each(exchange);
        } else {
            self.0.iter_mut().zip(changes).for_each(exchange);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<Node>)> {
        self.0.iter().flatten()
    }
}

/// Changes by the part that they concern.
fn by_part(changes: impl Iterator<Item = Change>) -> [Vec<Change>; PARTS] {
    let mut parts = [const { Vec::new() }; PARTS];
    for change in changes {
        parts[Nodes::part_of(&change.0)].push(change);
    }
    parts
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
        let nodes = Nodes(std::array::from_fn(|_| HashMap::new()));
        Self { nodes, window: Window::new(blocks), diffs: VecDeque::new() }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.0.iter().map(HashMap::len).sum()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The reverse diff of a block, if it is kept.
    fn diff(&self, block: u64) -> Option<&HashMap<Path, Option<Arc<Node>>>> {
        // The first is that of the block after the oldest state.
        let place = block.checked_sub(self.window.oldest() + 1)?;
        self.diffs.get(usize::try_from(place).ok()?)
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
        let mut changes = by_part(nodes.map(|(path, node)| (*path, node.cloned())));
        self.nodes.exchange(&mut changes, oldest < next.blocks);
        let mut diff = HashMap::new();
        for (path, before) in changes.into_iter().flatten() {
            diff.entry(path).or_insert(before);
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
            self.nodes.exchange(&mut by_part(self.diffs.pop_back().unwrap_or_default().into_iter()), false);
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
