//! Repair of files in memory, and files that change while they are checked.

use std::cell::{Cell, RefCell};
use std::io;

use redb::ReadableDatabase;
use vorpal_ipa::Basis;

use super::{DiskOptions, DiskStore, Error, Tree, apply, committer, states};
use crate::store::disk::DiskSnapshot;
use crate::store::disk::files::{FILE, readable};
use crate::store::disk::overlay::{Outcome, Start};
use crate::store::disk::reader::describe;
use crate::store::disk::snapshot::checked;

/// A file that a killed writer left unclean can be read without write permission, and is not changed.
#[test]
fn unclean_file_is_repaired_in_memory() {
    let directory = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap());
    (0..3).for_each(|number| apply(&mut tree, number).unwrap());
    let killed = directory.path().join("killed");
    std::fs::copy(directory.path().join(FILE), &killed).unwrap();
    let before = std::fs::read(&killed).unwrap();
    let open = |options| DiskSnapshot::repaired_in_memory(&killed, options).map(Tree::over);
    for check in [true, false] {
        let snapshot = open(DiskOptions::default().check(check)).unwrap();
        assert_eq!(snapshot.head(), &states()[3]);
        snapshot.check(committer()).unwrap();
        assert_eq!(snapshot.at(2).unwrap().root().unwrap(), states()[2].root);
    }
    let other = Error::Basis { file: killed.clone(), expected: Basis::DEFAULT_DIGEST, found: [7; 32] };
    assert_eq!(open(DiskOptions::default().basis([7; 32])).unwrap_err(), other);
    assert!(std::fs::read(&killed).unwrap() == before, "the file is unchanged");
    // After a write by another process, reads fail instead of returning another state.
    let snapshot = open(DiskOptions::default().cache(0)).unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(&killed).unwrap();
    io::Write::write_all(&mut file, &[0; 512]).unwrap();
    assert!(matches!(snapshot.check(committer()), Err(Error::Store { .. })));
    let mut damaged = before;
    let middle = damaged.len() / 2;
    damaged[middle / 4..middle].fill(0xff);
    std::fs::write(&killed, damaged).unwrap();
    assert!(matches!(open(DiskOptions::default()), Err(Error::StoreDamaged { .. })));
}

/// A file that is truncated after the check began has changed; a file that was truncated before is invalid.
#[test]
fn truncation_during_a_check() {
    let directory = tempfile::tempdir().unwrap();
    let mut tree = Tree::over(DiskStore::create(directory.path(), DiskOptions::default()).unwrap());
    apply(&mut tree, 0).unwrap();
    drop(tree);
    let path = directory.path().join(FILE);
    let file = std::fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let start = || Start::read(&file).unwrap();
    let outcome = |start: Start| start.check(&file, DiskOptions::default()).unwrap();
    assert!(matches!(outcome(start()), Outcome::Valid));
    let before = start();
    file.set_len(8192).unwrap();
    assert!(matches!(outcome(before), Outcome::Changed));
    assert!(matches!(outcome(start()), Outcome::Invalid(_)));
}

/// A writer saves a block before each step of taking a snapshot. The snapshot is the commit whose pages were checked.
#[test]
fn a_snapshot_is_the_commit_that_was_checked() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(FILE);
    let options = DiskOptions::default();
    for moment in 0..4 {
        let _ = std::fs::remove_file(&path);
        let tree = RefCell::new(Tree::over(DiskStore::create(directory.path(), options).unwrap()));
        (0..2).for_each(|number| apply(&mut tree.borrow_mut(), number).unwrap());
        let Ok((database, opened)) = readable(&path, options) else { panic!("the store is readable") };
        let (steps, checked_head, checks) = (Cell::new(0), RefCell::new(None), Cell::new(0));
        let step = || {
            if steps.replace(steps.get() + 1) == moment {
                apply(&mut tree.borrow_mut(), 2).unwrap();
            }
        };
        let head_of = |transaction: &redb::ReadTransaction| {
            describe(transaction, &path, options).unwrap().window.head().clone()
        };
        let start = || {
            step();
            let start = Start::read(&opened).unwrap();
            let in_memory = start.clone().repaired(&opened, options).unwrap().unwrap();
            *checked_head.borrow_mut() = Some(head_of(&in_memory.begin_read().unwrap()));
            Ok(start)
        };
        let begin = || {
            step();
            Ok(database.begin_read().unwrap())
        };
        let check = |start: Start| {
            step();
            checks.set(checks.get() + 1);
            Ok(matches!(start.check(&opened, options).unwrap(), Outcome::Valid))
        };
        let transaction = checked(start, begin, check).unwrap().unwrap();
        let head = head_of(&transaction);
        assert_eq!(Some(&head), checked_head.borrow().as_ref(), "a block before step {moment}");
        assert_eq!(&head, &states()[if moment < 3 { 3 } else { 2 }]);
        assert_eq!(
            checks.get(),
            if moment == 1 || moment == 2 { 2 } else { 1 },
            "a block before step {moment}"
        );
    }
}
