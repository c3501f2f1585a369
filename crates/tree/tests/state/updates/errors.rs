//! Stores that fail: the tree is unchanged, and the next commit saves what the failed one did not.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::ThreadPoolBuilder;
use vorpal_tree::{Changes, Commit, Error, Key, MemoryStore, Node, Path, Store, Tree};

use super::model::{Model, committer, remove, update};
use super::{at, many};

/// A store with a missing node or with failing saves.
#[derive(Default)]
pub(crate) struct Watched {
    pub(crate) inner: MemoryStore,
    pub(crate) missing: Option<Path>,
    pub(crate) full: AtomicBool,
}

impl Store for Watched {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        if self.missing == Some(*path) { Ok(None) } else { self.inner.load(path) }
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        if self.full.load(Relaxed) {
            return Err(Error::Store { reason: "full".into() });
        }
        self.inner.save(commit, changes)
    }
}

#[test]
fn failed_calls_change_nothing() {
    let mut tree = Tree::in_memory();
    tree.update(many(1)).unwrap();
    let root = tree.commit(committer()).unwrap();
    let keys: Vec<Key> = many(1).iter().map(|(key, _)| *key).collect();
    // The path of some leaf.
    let mut spied = Tree::over(Spy(tree.store().clone(), Mutex::default()));
    spied.update([(keys[7], [9; 32])]).unwrap();
    let path = *spied.store().1.lock().unwrap().last().unwrap();

    for threads in [1, 3] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut broken = Tree::over(Watched {
                inner: tree.store().clone(),
                missing: Some(path),
                ..Watched::default()
            });
            assert_eq!(broken.remove(keys.clone()), Err(Error::MissingNode { path }));
            assert_eq!(broken.update(many(1)), Err(Error::MissingNode { path }));
            assert_eq!(broken.commit(committer()), Ok(root));
            // Earlier uncommitted writes remain.
            let other = at(&[1], 1);
            broken.update([(other, [1; 32])]).unwrap();
            assert_eq!(broken.remove(keys.clone()), Err(Error::MissingNode { path }));
            assert_eq!(broken.get(&other), Ok(Some([1; 32])));
            assert_ne!(broken.commit(committer()), Ok(root));
            broken.remove([other]).unwrap();
            assert_eq!(broken.commit(committer()), Ok(root));
        });
    }
}

/// A store that records the paths of loaded nodes.
struct Spy(MemoryStore, Mutex<Vec<Path>>);

impl Store for Spy {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        self.1.lock().unwrap().push(*path);
        self.0.load(path)
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        self.0.save(commit, changes)
    }
}

#[test]
fn commit_after_a_failed_save_saves_all_changes() {
    let (mut tree, mut model) = (Tree::over(Watched::default()), Model::new());
    let calls = |seed: u32| {
        let keys: Vec<Key> = many(seed).iter().take(30).map(|(key, _)| *key).collect();
        [update(&keys, 1), remove(&keys[3..20]), update(&keys[10..12], 3), remove(&keys[..2])]
    };
    for seed in 1..6 {
        tree.store().full.store(true, Relaxed);
        for call in calls(seed) {
            call.to_tree(&mut tree).unwrap();
            call.to_model(&mut model);
            assert!(tree.commit(committer()).is_err());
        }
        tree.store().full.store(false, Relaxed);
        assert_eq!(tree.commit(committer()), Ok(model.root()));
        assert_eq!(tree.store().inner.len(), model.nodes());
    }
}
