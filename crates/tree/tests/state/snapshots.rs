//! Disk stores with several users: readers during writes, different bases, and files that are moved or removed.

use std::path::Path as FilePath;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{
    DiskOptions, DiskSnapshot, DiskStore, Error, Head, History, Key, MemoryStore, Store, Tree,
};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// A committer of another basis.
fn other_committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::from_seed(b"another chain"), 2).unwrap())
}

const KEYS: u8 = 40;

fn key(number: u8) -> Key {
    Key::from(std::array::from_fn(|i| number.wrapping_mul(37).wrapping_add(i as u8 / 31 * 11)))
}

/// Applies block `number`, which writes its number to all keys.
fn apply<S: Store>(tree: &mut Tree<S>, number: u8) -> Result<[u8; 32], Error> {
    tree.update((0..KEYS).map(|of| (key(of), [number; 32])))?;
    tree.commit_block(committer(), &format!("block {number}"))
}

fn apply_all<S: Store>(tree: &mut Tree<S>, numbers: std::ops::RangeInclusive<u8>) {
    for number in numbers {
        apply(tree, number).unwrap();
    }
}

/// The states after 0 to `blocks` blocks.
fn states(blocks: u8) -> Vec<Head> {
    let mut tree = Tree::over(MemoryStore::default());
    let mut states = vec![tree.head().clone()];
    for number in 1..=blocks {
        apply(&mut tree, number).unwrap();
        states.push(tree.head().clone());
    }
    states
}

fn create(directory: &FilePath) -> Tree<DiskStore> {
    Tree::over(DiskStore::create(directory, DiskOptions::default()).unwrap())
}

fn snapshot(directory: &FilePath) -> Tree<DiskSnapshot> {
    Tree::over(DiskSnapshot::open(directory, DiskOptions::default()).unwrap())
}

/// Asserts that the snapshot is exactly the state after one of the blocks. Returns the number of this block.
fn assert_whole(snapshot: &Tree<DiskSnapshot>, states: &[Head]) -> u8 {
    let blocks = snapshot.head().blocks;
    assert_eq!(snapshot.head(), &states[blocks as usize]);
    assert_eq!(snapshot.root().unwrap(), states[blocks as usize].root);
    for of in 0..KEYS {
        let expected = (blocks > 0).then_some([blocks as u8; 32]);
        assert_eq!(snapshot.get(&key(of)).unwrap(), expected);
    }
    blocks as u8
}

#[test]
fn readers_during_writes_see_whole_blocks() {
    let directory = TempDir::new().unwrap();
    let states = states(20);
    let mut tree = create(directory.path());
    let before = snapshot(directory.path());
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let read = || {
            let (mut last, mut different) = (0, 0);
            while !ended.load(Relaxed) {
                let found = assert_whole(&snapshot(directory.path()), &states);
                assert!(found >= last, "a reader goes back from {last} to {found}");
                different += u32::from(found > last);
                last = found;
            }
            different
        };
        let readers: Vec<_> = (0..2).map(|_| scope.spawn(read)).collect();
        for number in 1..=20 {
            // Readers never block the writer.
            apply(&mut tree, number).unwrap();
            tree.store().confirm().unwrap();
            // Snapshots opened after the commit contain the block.
            assert_eq!(snapshot(directory.path()).head(), &states[usize::from(number)]);
        }
        ended.store(true, Relaxed);
        let seen: u32 = readers.into_iter().map(|reader| reader.join().unwrap()).sum();
        assert!(seen > 2, "the readers have seen the store change: {seen}");
    });
    assert_eq!(assert_whole(&before, &states), 0);
    // A snapshot has the history of its store and is read-only.
    let mut after = snapshot(directory.path());
    assert_eq!(after.check(committer()).unwrap(), tree.check(committer()).unwrap());
    assert_eq!(after.at(7).unwrap().get(&key(3)).unwrap(), Some([7; 32]));
    assert_eq!(after.store().changed(7).unwrap(), tree.store().changed(7).unwrap());
    assert_eq!(after.rollback(1), Err(Error::ReadOnly));
    assert_eq!(apply(&mut after, 21), Err(Error::ReadOnly));
    drop(tree);
    assert_eq!(assert_whole(&snapshot(directory.path()), &states), 20);
    assert_eq!(snapshot(directory.path()).check(committer()).unwrap().past, 20);
}

/// Snapshots do not modify the file or the directory, which may be read-only.
#[test]
fn snapshots_write_nothing() {
    let directory = TempDir::new().unwrap();
    let mut tree = create(directory.path());
    apply_all(&mut tree, 1..=3);
    drop(tree);
    let file = directory.path().join("state.redb");
    let before = (std::fs::read(&file).unwrap(), std::fs::metadata(&file).unwrap().modified().unwrap());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o444)).unwrap();
        std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o555)).unwrap();
    }
    assert_eq!(assert_whole(&snapshot(directory.path()), &states(3)), 3);
    snapshot(directory.path()).check(committer()).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(directory.path(), PermissionsExt::from_mode(0o755)).unwrap();
    }
    let after = (std::fs::read(&file).unwrap(), std::fs::metadata(&file).unwrap().modified().unwrap());
    assert!(before == after, "the file is unchanged");
    let files: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap()).collect();
    assert_eq!(files.len(), 1, "no other files: {files:?}");
}

/// A reader repairs the file that a killed writer left unclean, and so does the next writer.
#[test]
fn file_of_a_killed_writer_is_repaired() {
    let (directory, killed) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let mut tree = create(directory.path());
    apply_all(&mut tree, 1..=3);
    let (from, to) = (directory.path().join("state.redb"), killed.path().join("state.redb"));
    std::fs::copy(&from, &to).unwrap();
    assert_eq!(assert_whole(&snapshot(killed.path()), &states(3)), 3);
    let repaired = std::fs::read(&to).unwrap();
    assert_eq!(assert_whole(&snapshot(killed.path()), &states(3)), 3);
    assert!(repaired == std::fs::read(&to).unwrap(), "the second reader changes nothing");
    std::fs::copy(&from, &to).unwrap();
    apply(&mut Tree::over(DiskStore::open(killed.path(), DiskOptions::default()).unwrap()), 4).unwrap();
    assert_eq!(assert_whole(&snapshot(killed.path()), &states(4)), 4);
}

/// Opening a snapshot checks the pages: damage never causes a panic or a wrong state, with and without a writer.
#[cfg(unix)]
#[test]
fn damage_is_detected_or_harmless() {
    use std::os::unix::fs::FileExt;

    let (directory, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let states = states(6);
    let mut tree = create(directory.path());
    apply_all(&mut tree, 1..=6);
    drop(tree);
    let bytes = std::fs::read(directory.path().join("state.redb")).unwrap();
    let used: Vec<usize> = (4096..bytes.len()).filter(|place| bytes[*place] != 0).collect();
    let (mut refused, mut right) = (0, 0);
    for number in 0..120 {
        let mut damaged = bytes.clone();
        // First bytes of the header, then bytes in use anywhere.
        let place = if number < 40 { 8 * number } else { used[number * 7919 % used.len()] };
        damaged[place] ^= 1 << (number % 8);
        std::fs::write(other.path().join("state.redb"), damaged).unwrap();
        match DiskSnapshot::open(other.path(), DiskOptions::default()) {
            Err(Error::StoreDamaged { .. } | Error::StoreFile { .. }) => refused += 1,
            Err(error) => panic!("byte {place}: {error}"),
            Ok(snapshot) => {
                // The byte is unused, or redb reverts the last transaction as incomplete.
                assert!(assert_whole(&Tree::over(snapshot), &states) >= 5, "byte {place}");
                right += 1;
            }
        }
    }
    assert!(refused > 40 && right > 0, "{refused} refused, {right} right");
    // Damage while a writer has the store open.
    std::fs::write(other.path().join("state.redb"), &bytes).unwrap();
    let mut writer = Tree::over(DiskStore::open(other.path(), DiskOptions::default()).unwrap());
    apply(&mut writer, 6).unwrap();
    let live = std::fs::read(other.path().join("state.redb")).unwrap();
    let used: Vec<usize> = (4096..live.len()).filter(|place| live[*place] != 0).collect();
    let file = std::fs::OpenOptions::new().write(true).open(other.path().join("state.redb")).unwrap();
    let mut refused = 0;
    for number in 0..60 {
        let place = used[number * 7919 % used.len()];
        file.write_all_at(&[live[place] ^ 1 << (number % 8)], place as u64).unwrap();
        match DiskSnapshot::open(other.path(), DiskOptions::default()) {
            Err(Error::StoreDamaged { .. }) => refused += 1,
            Err(error) => panic!("byte {place}: {error}"),
            Ok(snapshot) => assert_eq!(snapshot.head(), writer.head(), "byte {place}"),
        }
        file.write_all_at(&live[place..=place], place as u64).unwrap();
    }
    assert!(refused > 20, "{refused} refused");
    drop(writer);
    for length in [0, 1, 319, 4095, 4096, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(other.path().join("state.redb"), &bytes[..length]).unwrap();
        let error = DiskSnapshot::open(other.path(), DiskOptions::default()).unwrap_err();
        assert!(matches!(error, Error::StoreDamaged { .. }), "{length} bytes: {error}");
    }
}

#[test]
fn stores_reject_another_basis() {
    let directory = TempDir::new().unwrap();
    let options = DiskOptions::default();
    let another = options.basis(*other_committer().basis_digest());
    let error = Error::Basis {
        file: directory.path().join("state.redb"),
        expected: Basis::DEFAULT_DIGEST,
        found: *other_committer().basis_digest(),
    };
    let mut tree = create(directory.path());
    apply(&mut tree, 1).unwrap();
    tree.update([(key(1), [2; 32])]).unwrap();
    assert_eq!(tree.commit_block(other_committer(), ""), Err(error.clone()));
    assert_eq!(tree.commit(other_committer()), Err(error.clone()));
    assert_eq!(tree.next_root(other_committer()), Err(error.clone()));
    tree.discard();
    assert_eq!(tree.commit(other_committer()), Err(error.clone()));
    assert_eq!(tree.check(other_committer()), Err(error.clone()));
    assert_eq!(tree.prove(other_committer(), [key(1)]).unwrap_err(), error);
    assert_eq!(tree.at(1).unwrap().prove(other_committer(), [key(1)]).unwrap_err(), error);
    let reader = snapshot(directory.path());
    assert_eq!(reader.prove(other_committer(), [key(1)]).unwrap_err(), error);
    assert_eq!(reader.at(1).unwrap().prove(other_committer(), [key(1)]).unwrap_err(), error);
    assert_eq!(reader.check(other_committer()), Err(error.clone()));
    reader.prove(committer(), [key(1)]).unwrap();
    assert_eq!(tree.head(), &states(1)[1]);
    drop((tree, reader));

    assert_eq!(DiskStore::open(directory.path(), another).unwrap_err(), error);
    assert_eq!(DiskStore::open_or_create(directory.path(), another).unwrap_err(), error);
    assert_eq!(DiskSnapshot::open(directory.path(), another).unwrap_err(), error);
    // Values can be read without the right basis.
    let any = Tree::over(DiskSnapshot::open(directory.path(), another.any_basis()).unwrap());
    assert_eq!(any.get(&key(1)), Ok(Some([1; 32])));
    assert_eq!(any.check(other_committer()), Err(error));

    // A store of the other basis rejects the default basis.
    let directory = TempDir::new().unwrap();
    let mut tree = Tree::over(DiskStore::create(directory.path(), another).unwrap());
    let error = Error::Basis {
        file: directory.path().join("state.redb"),
        expected: *other_committer().basis_digest(),
        found: Basis::DEFAULT_DIGEST,
    };
    assert_eq!(apply(&mut tree, 1), Err(error.clone()));
    tree.commit_block(other_committer(), "").unwrap();
    drop(tree);
    assert_eq!(DiskStore::open(directory.path(), options).unwrap_err(), error);
    assert!(error.to_string().contains("state.redb: the store uses the basis with digest 0x"), "{error}");
    DiskStore::open(directory.path(), another).unwrap();
}

fn assert_gone(result: Result<[u8; 32], Error>) {
    let error = result.unwrap_err();
    assert!(matches!(error, Error::StoreGone { .. }), "{error}");
    assert!(error.to_string().contains("state.redb"), "{error}");
}

/// A block that is not saved under the store's path is an error.
#[cfg(unix)]
#[test]
fn removed_and_replaced_stores_are_detected() {
    let folder = TempDir::new().unwrap();
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    let mut tree = create(&here);
    apply(&mut tree, 1).unwrap();
    std::fs::remove_dir_all(&here).unwrap();
    assert!(matches!(tree.store().confirm(), Err(Error::StoreGone { .. })));
    assert_gone(apply(&mut tree, 2));
    drop(tree);

    // Another store with the same blocks replaces it.
    let mut tree = create(&here);
    let mut other = create(&there);
    apply(&mut tree, 1).unwrap();
    apply(&mut other, 1).unwrap();
    drop(other);
    std::fs::rename(there.join("state.redb"), here.join("state.redb")).unwrap();
    assert_gone(apply(&mut tree, 2));
    drop(tree);
    assert_eq!(snapshot(&here).head().blocks, 1);

    // The store is moved away and back. The block may or may not be saved, so the store must be opened again.
    let mut tree = Tree::over(DiskStore::open(&here, DiskOptions::default()).unwrap());
    std::fs::rename(&here, &there).unwrap();
    assert_gone(apply(&mut tree, 2));
    std::fs::rename(&there, &here).unwrap();
    assert_gone(tree.commit_block(committer(), "again"));
    assert!(matches!(tree.rollback(1), Err(Error::StoreGone { .. })));
    drop(tree);
    let mut tree = Tree::over(DiskStore::open(&here, DiskOptions::default()).unwrap());
    assert_eq!(tree.head(), &states(2)[2]);
    tree.rollback(1).unwrap();
    assert_eq!(tree.head(), &states(1)[1]);
    tree.check(committer()).unwrap();
    // A rollback of a removed store is an error too.
    std::fs::remove_file(here.join("state.redb")).unwrap();
    assert!(matches!(tree.rollback(1), Err(Error::StoreGone { .. })));
}

/// Opening waits for the lock as long as the options specify.
#[test]
fn waiting_for_the_lock() {
    let directory = TempDir::new().unwrap();
    let options = DiskOptions::default();
    let tree = create(directory.path());
    let locked =
        |options| matches!(DiskStore::open(directory.path(), options), Err(Error::StoreLocked { .. }));
    assert!(locked(options));
    let start = Instant::now();
    assert!(locked(options.wait(Duration::from_millis(200))));
    assert!(start.elapsed() >= Duration::from_millis(200));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| DiskStore::open(directory.path(), options.wait(Duration::from_secs(60))));
        std::thread::sleep(Duration::from_millis(100));
        drop(tree);
        waits.join().unwrap().unwrap();
    });
    assert!(!locked(options));
}

#[test]
fn labels_must_be_printable_text() {
    let mut trees = (Tree::over(MemoryStore::default()), TempDir::new().unwrap());
    let mut on_disk = create(trees.1.path());
    for bad in
        ['\n', '\u{1b}', '\0', '\t', '\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200f}', '\u{2028}']
    {
        let label = format!("1{bad}.csv");
        let error = Err(Error::Label { found: bad });
        assert_eq!(trees.0.commit_block(committer(), &label), error);
        assert_eq!(on_disk.commit_block(committer(), &label), error);
    }
    assert_eq!(on_disk.head().blocks, 0);
    for good in ["", "1.csv", "blöck 7", "三.csv", "e\u{301}"] {
        on_disk.commit_block(committer(), good).unwrap();
        assert_eq!(on_disk.head().label, good);
    }
}
