//! Disk stores that are open when their process forks: the child cannot use them and does them no harm.

use std::path::Path as FilePath;
use std::sync::OnceLock;

use fork::Fork;
use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{
    DiskOptions, DiskSnapshot, DiskStore, DiskView, Error, Head, History, Key, MemoryStore, Path, Store, Tree,
};

/// The number of blocks, and of forks.
fn forks() -> u8 {
    if vorpal_oracle::effort::is_full() { 100 } else { 30 }
}

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 2).unwrap())
}

fn key(number: u8) -> Key {
    Key::from(std::array::from_fn(|i| number.wrapping_mul(37).wrapping_add(i as u8 / 31 * 11)))
}

fn apply<S: Store>(tree: &mut Tree<S>, number: u8) -> Result<[u8; 32], Error> {
    // Values of many sizes of pages' contents, old keys and new ones.
    tree.update((0..number % 50 + 10).map(|of| (key(of.wrapping_mul(7)), [number; 32])))?;
    tree.commit_block(committer(), &number.to_string())
}

/// The state after each number of blocks.
fn states() -> Vec<Head> {
    let mut tree = Tree::over(MemoryStore::default());
    let mut states = vec![tree.head().clone()];
    for number in 1..=forks() {
        apply(&mut tree, number).unwrap();
        states.push(tree.head().clone());
    }
    states
}

fn is_foreign<T>(result: Result<T, Error>) -> bool {
    let this = std::process::id();
    matches!(result, Err(Error::StoreProcess { opened, found, .. }) if opened != this && found == this)
}

/// Whether every call of a child on a store or snapshot is an error.
fn reads_are_refused<S: History>(tree: &Tree<S>) -> bool {
    let store = tree.store();
    is_foreign(tree.get(&key(0)))
        && is_foreign(tree.root())
        && is_foreign(tree.at(tree.head().blocks))
        && is_foreign(tree.check(committer()))
        && is_foreign(tree.prove(committer(), [key(0)]))
        && is_foreign(store.load(&Path::ROOT))
        && is_foreign(store.load_hash(&Path::ROOT))
        && is_foreign(store.nodes().map(drop))
        && is_foreign(store.changed(tree.head().blocks))
        && is_foreign(store.check_basis(committer().basis_digest()))
}

/// Whether every call of a child on a store is an error.
fn writes_are_refused(tree: &mut Tree<DiskStore>) -> bool {
    is_foreign(tree.update([(key(1), [1; 32])]))
        && is_foreign(tree.remove([key(1)]))
        && is_foreign(tree.next_root(committer()))
        && is_foreign(tree.commit(committer()))
        && is_foreign(tree.commit_block(committer(), "child"))
        && is_foreign(tree.rollback(1))
        && is_foreign(tree.rollback(u64::MAX))
        && is_foreign(tree.store().confirm())
}

fn view_is_refused(view: &Tree<DiskView>) -> bool {
    is_foreign(view.get(&key(0)))
        && is_foreign(view.root())
        && is_foreign(view.store().load_hash(&Path::ROOT))
        && is_foreign(view.prove(committer(), [key(0)]))
}

/// The values that the parent has open at a fork.
struct Open {
    tree: Tree<DiskStore>,
    snapshot: Tree<DiskSnapshot>,
    view: Tree<DiskView>,
    past: Tree<DiskView>,
}

impl Open {
    fn new(directory: &FilePath, tree: Tree<DiskStore>) -> Self {
        let snapshot = Tree::over(DiskSnapshot::open(directory, DiskOptions::default()).unwrap());
        let oldest = tree.store().heads().next().unwrap().blocks;
        let view = Tree::over(tree.store().view(oldest).unwrap());
        let past = Tree::over(snapshot.store().view(oldest).unwrap());
        Self { tree, snapshot, view, past }
    }

    /// The child's part. Returns its exit code: 0 if it could neither read nor write.
    fn in_child(mut self, directory: &FilePath, number: u8) -> i32 {
        let another = || DiskStore::open(directory, DiskOptions::default());
        let refused = writes_are_refused(&mut self.tree)
            && reads_are_refused(&self.tree)
            && reads_are_refused(&self.snapshot)
            && view_is_refused(&self.view)
            && view_is_refused(&self.past)
            // The parent's lock holds.
            && matches!(another(), Err(Error::StoreLocked { .. }));
        if number.is_multiple_of(2) {
            let Self { tree, snapshot, view, past } = self;
            drop((past, view));
            drop((snapshot, tree));
        } else {
            std::mem::forget(self);
        }
        // Dropping releases no lock.
        let locked = matches!(another(), Err(Error::StoreLocked { .. }));
        // A fresh snapshot in the child sees the file.
        let read = DiskSnapshot::open(directory, DiskOptions::default().check(false))
            .is_ok_and(|snapshot| snapshot.head().blocks >= u64::from(number));
        i32::from(!(refused && locked && read))
    }
}

/// Some children end before the parent's next block, others after it; some drop the store, others just end.
#[test]
fn forked_children_do_no_harm() {
    let (directory, states) = (tempfile::tempdir().unwrap(), states());
    let directory = directory.path();
    let options = DiskOptions::default().window(5);
    let mut tree = Tree::over(DiskStore::create(directory, options).unwrap());
    let first = Tree::over(DiskSnapshot::open(directory, options).unwrap());
    for number in 1..=forks() {
        let mut open = Open::new(directory, tree);
        let child = match fork::fork().unwrap() {
            Fork::Child => std::process::exit(open.in_child(directory, number - 1)),
            Fork::Parent(child) => child,
        };
        let wait = || {
            let status = fork::waitpid(child).unwrap();
            assert_eq!(status, 0, "the child of block {number}");
        };
        if number.is_multiple_of(3) {
            apply(&mut open.tree, number).unwrap();
            wait();
        } else {
            wait();
            apply(&mut open.tree, number).unwrap();
        }
        assert_eq!(open.tree.head(), &states[usize::from(number)]);
        open.tree.store().confirm().unwrap();
        assert_eq!(open.snapshot.root().unwrap(), states[usize::from(number) - 1].root);
        open.view.root().unwrap();
        open.past.root().unwrap();
        tree = open.tree;
    }
    // The pages of a snapshot were not reused while children dropped theirs.
    first.check(committer()).unwrap();
    assert_eq!(first.head().blocks, 0);
    tree.check(committer()).unwrap();
    drop(tree);
    let tree = Tree::over(DiskStore::open(directory, DiskOptions::default()).unwrap());
    assert_eq!(tree.head(), &states[usize::from(forks())]);
    tree.check(committer()).unwrap();
}

/// A child ends while another thread of the parent commits. The child gets a state of memory in which a commit is half
/// done.
#[test]
fn forks_during_commits_do_no_harm() {
    let (directory, states) = (tempfile::tempdir().unwrap(), states());
    let store = DiskStore::create(directory.path(), DiskOptions::default()).unwrap();
    let tree = std::sync::RwLock::new(Tree::over(store));
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 1..=forks() {
                apply(&mut tree.write().unwrap(), number).unwrap();
            }
        });
        while !writer.is_finished() {
            match fork::fork().unwrap() {
                // The lock may be held by the thread that does not exist here.
                Fork::Child => {
                    std::process::exit(tree.try_read().map_or(0, |tree| i32::from(!reads_are_refused(&tree))))
                }
                Fork::Parent(child) => assert_eq!(fork::waitpid(child).unwrap(), 0),
            }
        }
        writer.join().unwrap();
    });
    let tree = tree.into_inner().unwrap();
    assert_eq!(tree.head(), &states[usize::from(forks())]);
    tree.store().confirm().unwrap();
    tree.check(committer()).unwrap();
}

/// A store whose iterator over nodes is in use at a fork.
#[test]
fn iterators_end_with_an_error_in_a_child() {
    let directory = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap());
    apply(&mut tree, 1).unwrap();
    let snapshot = DiskSnapshot::open(directory.path(), DiskOptions::default()).unwrap();
    let mut of_store = tree.store().nodes().unwrap();
    let mut of_snapshot = snapshot.nodes().unwrap();
    assert!(matches!((of_store.next(), of_snapshot.next()), (Some(Ok(_)), Some(Ok(_)))));
    match fork::fork().unwrap() {
        Fork::Child => {
            let refused =
                of_store.next().is_some_and(is_foreign) && of_snapshot.next().is_some_and(is_foreign);
            std::process::exit(i32::from(!refused));
        }
        Fork::Parent(child) => assert_eq!(fork::waitpid(child).unwrap(), 0),
    }
    assert!(of_store.all(|node| node.is_ok()) && of_snapshot.all(|node| node.is_ok()));
}
