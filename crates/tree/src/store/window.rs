//! The window of states that a store keeps, for both stores.

use std::collections::{HashMap, VecDeque};

use super::{Commit, Head};
use crate::{Error, Path};

/// The heads of the states that the store keeps: the current one and those to which it can be rolled back.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// By ascending number of blocks without gaps; never empty.
    heads: VecDeque<Head>,
    /// The maximal number of blocks that can be rolled back.
    size: u64,
}

impl Window {
    /// The window before the first block.
    pub(super) fn new(size: u64) -> Self {
        Self { heads: [Head::default()].into(), size }
    }

    /// The window with these states, oldest first; `None` if there are gaps between them, no states, or numbers of
    /// blocks that no chain reaches.
    #[cfg(feature = "redb")]
    pub(super) fn with_heads(size: u64, heads: VecDeque<Head>) -> Option<Self> {
        // Far from where numbers of blocks overflow.
        const MOST: u64 = 1 << 62;
        let first = heads.front()?.blocks;
        let whole = first < MOST && (first..).zip(&heads).all(|(number, head)| head.blocks == number);
        whole.then_some(Self { heads, size })
    }

    pub(super) fn head(&self) -> &Head {
        // `heads` is never empty.
        &self.heads[self.heads.len() - 1]
    }

    pub(super) fn heads(&self) -> impl Iterator<Item = &Head> {
        self.heads.iter()
    }

    pub(super) fn oldest(&self) -> u64 {
        self.heads[0].blocks
    }

    /// The head after the next block.
    pub(super) fn next(&self, commit: Commit<'_>) -> Head {
        Head { blocks: self.head().blocks + 1, root: commit.root, label: commit.label.into() }
    }

    /// The oldest state that is kept once `next` is the head.
    pub(super) fn oldest_with(&self, next: &Head) -> u64 {
        self.oldest().max(next.blocks.saturating_sub(self.size))
    }

    /// Makes `next` the head.
    pub(super) fn advance(&mut self, next: Head) {
        let oldest = self.oldest_with(&next);
        self.heads.push_back(next);
        while self.oldest() < oldest {
            self.heads.pop_front();
        }
    }

    /// The number of blocks of the state that is the head after a rollback of `blocks` blocks.
    pub(super) fn rollback_target(&self, blocks: u64) -> Result<u64, Error> {
        let (newest, possible) = (self.head().blocks, self.head().blocks - self.oldest());
        if blocks > possible { Err(Error::Rollback { found: blocks, possible }) } else { Ok(newest - blocks) }
    }

    /// Makes the state after `blocks` blocks the head. The window must contain it.
    pub(super) fn rollback_to(&mut self, blocks: u64) {
        self.heads.retain(|head| head.blocks <= blocks);
    }

    /// Returns an error unless the reverse diff of a block is kept, which is the case if the state before it is kept.
    pub(super) fn require_diff(&self, block: u64) -> Result<(), Error> {
        self.require(block)?;
        self.require(block.saturating_sub(1))
    }

    /// The state after `blocks` blocks, if it is kept.
    #[cfg(feature = "redb")]
    pub(super) fn state(&self, blocks: u64) -> Result<&Head, Error> {
        self.require(blocks)?;
        let index = usize::try_from(blocks - self.oldest()).unwrap_or(usize::MAX);
        self.heads.get(index).ok_or(Error::WrongRoot { block: blocks })
    }

    /// Returns an error unless the state after `blocks` blocks is kept.
    pub(super) fn require(&self, blocks: u64) -> Result<(), Error> {
        let (oldest, newest) = (self.oldest(), self.head().blocks);
        if (oldest..=newest).contains(&blocks) {
            Ok(())
        } else {
            Err(Error::Block { block: blocks, oldest, newest })
        }
    }
}

/// For each path changed after a given state, the first block that changed it. The reverse diff of this block contains
/// the node of the given state.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstChanges(HashMap<Path, u64>);

impl FirstChanges {
    /// The first changes, from pairs of a block and a path that it changed, in any order.
    pub(super) fn new(changes: impl IntoIterator<Item = Result<(u64, Path), Error>>) -> Result<Self, Error> {
        let mut first = HashMap::new();
        for change in changes {
            let (block, path) = change?;
            first.entry(path).and_modify(|known: &mut u64| *known = block.min(*known)).or_insert(block);
        }
        Ok(Self(first))
    }

    /// The first block that changed a path; `None` if no block changed it.
    pub(super) fn of(&self, path: &Path) -> Option<u64> {
        self.0.get(path).copied()
    }
}
