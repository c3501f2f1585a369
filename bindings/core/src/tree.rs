//! Trees in memory or on disk as one type, and the application of blocks.

use vorpal::ipa::Committer;
use vorpal::tree::{DiskStore, Error, History, Key, MemoryStore, Root, Tree, Value};

/// A tree in memory or on disk.
#[derive(Debug)]
pub enum AnyTree {
    /// In memory.
    Memory(Box<Tree<MemoryStore>>),
    /// On disk.
    Disk(Box<Tree<DiskStore>>),
}

/// Work on a tree of either kind: `with_tree!(any, |tree| work)`.
#[macro_export]
macro_rules! with_tree {
    ($any:expr, |$name:ident| $work:expr) => {
        match $any {
            $crate::tree::AnyTree::Memory($name) => $work,
            $crate::tree::AnyTree::Disk($name) => $work,
        }
    };
}

/// Keys and values side by side.
pub fn entries<'a>(keys: &'a [[u8; 32]], values: &'a [[u8; 32]]) -> impl Iterator<Item = (Key, Value)> + 'a {
    keys.iter().zip(values).map(|(key, value)| (Key::from(*key), *value))
}

/// The result of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The root that the block has.
    pub root: Root,
    /// Whether it is the expected one. If not, the tree is as before.
    pub is_expected: bool,
}

impl AnyTree {
    /// Applies a block: writes, and a commit if the root is the expected one. Otherwise, and after an error, the tree
    /// is as before, but for what the commit of a store on disk says of its own errors.
    ///
    /// # Errors
    /// [`Error::Uncommitted`] if there are writes that change the root; those of the writes and of the commit.
    pub fn apply(
        &mut self,
        committer: &Committer,
        entries: impl Iterator<Item = (Key, Value)>,
        label: &str,
        expected: Option<&Root>,
    ) -> Result<Applied, Error> {
        with_tree!(self, |tree| apply(tree, committer, entries, label, expected))
    }
}

fn apply<S: History>(
    tree: &mut Tree<S>,
    committer: &Committer,
    entries: impl Iterator<Item = (Key, Value)>,
    label: &str,
    expected: Option<&Root>,
) -> Result<Applied, Error> {
    if tree.next_root(committer)? != tree.root()? {
        return Err(Error::Uncommitted);
    }
    let applied = (|| {
        tree.update(entries)?;
        let root = tree.next_root(committer)?;
        if expected.is_some_and(|expected| *expected != root) {
            return Ok(Applied { root, is_expected: false });
        }
        tree.commit_block(committer, label)?;
        Ok(Applied { root, is_expected: true })
    })();
    if !matches!(applied, Ok(Applied { is_expected: true, .. })) {
        tree.discard();
    }
    applied
}

#[cfg(test)]
mod tests {
    use vorpal::ipa::{Basis, Profile};

    use super::*;

    #[test]
    fn a_refused_block_changes_nothing() {
        let committer = Committer::with_profile(&Basis::default(), Profile::Small);
        let mut any = AnyTree::Memory(Box::new(Tree::over(MemoryStore::with_window(4))));
        let (keys, values) = ([[1; 32], [2; 32]], [[3; 32], [4; 32]]);
        let first = any.apply(&committer, entries(&keys, &values), "one", None).unwrap();
        assert!(first.is_expected);
        let other = [[5; 32], [6; 32]];
        let refused = any.apply(&committer, entries(&keys, &other), "two", Some(&first.root)).unwrap();
        assert!(!refused.is_expected && refused.root != first.root);
        let wrong = any.apply(&committer, entries(&keys, &other), "two\nlines", None);
        assert!(matches!(wrong, Err(Error::Label { .. })), "{wrong:?}");
        with_tree!(&any, |tree| {
            assert_eq!(tree.root().unwrap(), first.root);
            assert_eq!(tree.get(&Key::from(keys[0])).unwrap(), Some(values[0]));
        });
        let second = any.apply(&committer, entries(&keys, &other), "two", Some(&refused.root)).unwrap();
        assert_eq!(second, Applied { root: refused.root, is_expected: true });
        // Writes of others that nobody has committed.
        with_tree!(&mut any, |tree| tree.update(entries(&keys, &values)).unwrap());
        let uncommitted = any.apply(&committer, entries(&keys, &other), "three", None);
        assert!(matches!(uncommitted, Err(Error::Uncommitted)), "{uncommitted:?}");
        with_tree!(&mut any, |tree| assert_eq!(tree.next_root(&committer).unwrap(), first.root));
    }
}
