//! Repair of files in memory, and files that change while they are checked.

use std::io;

use vorpal_ipa::Basis;

use super::{DiskOptions, DiskStore, Error, Tree, apply, committer, states};
use crate::store::disk::DiskSnapshot;
use crate::store::disk::files::FILE;
use crate::store::disk::overlay::{Outcome, Start};

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
