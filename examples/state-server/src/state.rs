//! The tree behind the server: many readers, or one writer.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use vorpal::ipa::Committer;
use vorpal::tree::{DiskStore, Error, Head, Key, Root, Tree, Value, Witness, WitnessVersion};

pub struct State {
    tree: RwLock<Tree<DiskStore>>,
    committer: Committer,
}

/// Why there is no block.
#[derive(Debug)]
pub enum Refused {
    /// The root is not the one that the block states.
    Root { found: Root },
    /// The tree or its store.
    Tree(Error),
}

impl State {
    pub fn new(tree: Tree<DiskStore>, committer: Committer) -> Self {
        Self { tree: RwLock::new(tree), committer }
    }

    pub fn head(&self) -> Result<Head, Error> {
        Ok(self.read().head().clone())
    }

    pub fn value(&self, key: &Key) -> Result<Option<Value>, Error> {
        self.read().get(key)
    }

    /// A witness that anyone can verify against the root. `Bound`: it proves absence, too.
    pub fn prove(&self, keys: Vec<Key>) -> Result<Witness, Error> {
        self.read().prove_with(&self.committer, keys, WitnessVersion::Bound)
    }

    /// Applies a block. With another root than the expected one, nothing is saved.
    pub fn apply(
        &self,
        label: &str,
        writes: Vec<(Key, Option<Value>)>,
        expected: Option<Root>,
    ) -> Result<Head, Refused> {
        let mut tree = self.write();
        let block = Self::apply_to(&mut tree, &self.committer, label, writes, expected);
        // After success there is nothing to discard.
        tree.discard();
        block
    }

    fn apply_to(
        tree: &mut Tree<DiskStore>,
        committer: &Committer,
        label: &str,
        writes: Vec<(Key, Option<Value>)>,
        expected: Option<Root>,
    ) -> Result<Head, Refused> {
        for (key, value) in writes {
            match value {
                Some(value) => tree.update([(key, value)]),
                None => tree.remove([key]),
            }
            .map_err(Refused::Tree)?;
        }
        let found = tree.next_root(committer).map_err(Refused::Tree)?;
        if expected.is_some_and(|expected| expected != found) {
            return Err(Refused::Root { found });
        }
        tree.commit_block(committer, label).map_err(Refused::Tree)?;
        Ok(tree.head().clone())
    }

    pub fn rollback(&self) -> Result<Head, Error> {
        let mut tree = self.write();
        tree.rollback(1)?;
        Ok(tree.head().clone())
    }

    // A panic cannot leave a block half applied: what is not committed is discarded before the next one.
    fn read(&self) -> RwLockReadGuard<'_, Tree<DiskStore>> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tree<DiskStore>> {
        let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
        tree.discard();
        tree
    }
}
