//! Disks that are full, lose power, or change what was written; and stores that are not what they should be.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, OnceLock};

use redb::StorageBackend;
use vorpal_ipa::{Basis, Committer, Scalar};

use super::*;
use crate::{Checked, Key, Tree, Value};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// Numbers that look random (SplitMix64: Steele, Lea, Flood, 2014).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }
}

/// What a disk does from some moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// No room for more than so many bytes written, by growing or otherwise.
    Full(usize),
    /// After so many syncs the next one fails.
    Sync(usize),
}

/// A disk in memory.
#[derive(Debug)]
struct Contents {
    bytes: Vec<u8>,
    /// What was there at the last sync.
    synced: Vec<u8>,
    /// Writes since: a place and bytes.
    unsynced: Vec<(usize, Vec<u8>)>,
    fault: Fault,
    written: usize,
    syncs: usize,
}

#[derive(Clone, Debug)]
struct Disk(Arc<Mutex<Contents>>);

impl Disk {
    fn with_bytes(bytes: Vec<u8>) -> Self {
        let synced = bytes.clone();
        let unsynced = Vec::new();
        Self(Arc::new(Mutex::new(Contents {
            bytes,
            synced,
            unsynced,
            fault: Fault::None,
            written: 0,
            syncs: 0,
        })))
    }

    /// A disk with an empty store on it.
    fn initialised(window: u64) -> Self {
        static EMPTY: OnceLock<Mutex<BTreeMap<u64, Vec<u8>>>> = OnceLock::new();
        let mut empty = EMPTY.get_or_init(Mutex::default).lock().unwrap();
        let bytes = empty.entry(window).or_insert_with(|| {
            let disk = Self::with_bytes(Vec::new());
            let options = DiskOptions::default().window(window);
            let database = options.builder().create_with_backend(disk.clone()).unwrap();
            initialise(&database, options).unwrap();
            drop(database);
            disk.bytes()
        });
        Self::with_bytes(bytes.clone())
    }

    fn set(&self, fault: Fault) {
        self.0.lock().unwrap().fault = fault;
    }

    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().bytes.clone()
    }

    fn open(&self, options: DiskOptions) -> Result<Tree<DiskStore>, Error> {
        let file = FilePath::new("disk");
        let database = options.builder().create_with_backend(self.clone());
        let database = database.map_err(|error| open_error(file, error))?;
        DiskStore::with_database(database, OpenedFile::in_memory(file), options).map(Tree::over)
    }

    /// What is there when the power comes back: everything synced, and of each later write nothing, a part, or all.
    fn after_power_failure(&self, numbers: &mut Numbers) -> Self {
        let contents = self.0.lock().unwrap();
        let mut bytes = contents.synced.clone();
        bytes.resize(bytes.len().max(contents.bytes.len()), 0);
        for (place, data) in &contents.unsynced {
            let length = match numbers.below(3) {
                0 => 0,
                1 => numbers.below(data.len() + 1),
                _ => data.len(),
            };
            let length = length.min(bytes.len().saturating_sub(*place));
            bytes[*place..place + length].copy_from_slice(&data[..length]);
        }
        Self::with_bytes(bytes)
    }
}

impl Contents {
    fn spend(&mut self, bytes: usize) -> io::Result<()> {
        self.written += bytes;
        match self.fault {
            Fault::Full(room) if self.written > room => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

fn place(offset: u64) -> usize {
    usize::try_from(offset).unwrap()
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let contents = self.0.lock().unwrap();
        let there = contents.bytes.get(place(offset)..place(offset) + out.len());
        out.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        let growth = place(length).saturating_sub(contents.bytes.len());
        contents.spend(growth)?;
        contents.bytes.resize(place(length), 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        contents.syncs += 1;
        if matches!(contents.fault, Fault::Sync(good) if contents.syncs > good) {
            return Err(io::Error::other("the disk does not answer"));
        }
        contents.synced = contents.bytes.clone();
        contents.unsynced.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut contents = self.0.lock().unwrap();
        contents.spend(data.len())?;
        let there = contents.bytes.get_mut(place(offset)..place(offset) + data.len());
        there.ok_or(io::ErrorKind::UnexpectedEof)?.copy_from_slice(data);
        contents.unsynced.push((place(offset), data.to_vec()));
        Ok(())
    }
}

const BLOCKS: usize = 6;

/// What block `number` writes: new keys, and old ones again.
fn block(number: usize) -> Vec<(Key, Value)> {
    let mut numbers = Numbers(number as u64);
    let mut write = |i: usize| {
        let mut key = [0; 32];
        key[0] = u8::try_from(numbers.below(4)).unwrap();
        key[1] = u8::try_from(numbers.below(8)).unwrap();
        key[31] = u8::try_from(numbers.below(5) * 60).unwrap();
        let mut value = [u8::try_from(i).unwrap(); 32];
        value[..8].copy_from_slice(&numbers.next().to_le_bytes());
        (Key::from(key), value)
    };
    (0..20).map(&mut write).collect()
}

fn apply<S: Store>(tree: &mut Tree<S>, number: usize) -> Result<(), Error> {
    tree.update(block(number))?;
    tree.commit_block(committer(), &number.to_string()).map(|_| ())
}

/// The states from none to all blocks.
fn states() -> &'static Vec<Head> {
    static STATES: OnceLock<Vec<Head>> = OnceLock::new();
    STATES.get_or_init(|| {
        let mut tree = Tree::in_memory();
        let mut states = vec![tree.head().clone()];
        for number in 0..BLOCKS {
            apply(&mut tree, number).unwrap();
            states.push(tree.head().clone());
        }
        states
    })
}

/// The tree holds one of the states, passes every check, and can go on to the last. Which state it was comes back.
fn assert_goes_on(mut tree: Tree<DiskStore>) -> usize {
    let found = place(tree.head().blocks);
    assert_eq!(tree.head(), &states()[found]);
    assert_eq!(tree.root().unwrap(), states()[found].root);
    tree.check(committer()).unwrap();
    for number in found..BLOCKS {
        apply(&mut tree, number).unwrap();
    }
    assert_eq!(tree.head(), &states()[BLOCKS]);
    tree.check(committer()).unwrap();
    found
}

/// Applies all blocks, or as many as it can. How many were reported done comes back, and whether that is all.
fn apply_all(disk: &Disk) -> (usize, bool) {
    let Ok(mut tree) = disk.open(DiskOptions::default()) else { return (0, false) };
    for number in 0..BLOCKS {
        if apply(&mut tree, number).is_err() {
            // Nothing wrong is said of the state before either.
            assert_eq!(tree.head(), &states()[number]);
            let root = tree.store.load(&Path::ROOT);
            if let Ok(Some(Node::Internal(root))) = root.as_ref().map(Option::as_deref) {
                assert_eq!(root.commitment().encode(), states()[number].root);
            }
            return (number, false);
        }
    }
    (BLOCKS, true)
}

/// As [`apply_all`] with a fault that happens. On opening again no block that was reported is missing; every second
/// time power fails too.
fn assert_survives(fault: Fault, number: usize) -> bool {
    let disk = Disk::initialised(4);
    disk.set(fault);
    let (reported, all) = apply_all(&disk);
    let disk = match number % 2 {
        0 => Disk::with_bytes(disk.bytes()),
        _ => disk.after_power_failure(&mut Numbers(number as u64)),
    };
    let found = assert_goes_on(disk.open(DiskOptions::default()).unwrap());
    assert!((reported..=reported + 1).contains(&found), "{reported} blocks reported, {found} there");
    all
}

#[test]
fn a_full_disk() {
    let mut all = false;
    // What opening writes, and each block; the last goes through.
    for step in 0.. {
        all = assert_survives(Fault::Full(step * 3001), step);
        if all {
            assert!(step > 50, "many of the writes failed once: {step}");
            break;
        }
    }
    assert!(all);
}

#[test]
fn a_disk_that_does_not_sync() {
    let all: Vec<bool> =
        (0..).map(|syncs| assert_survives(Fault::Sync(syncs), syncs)).take_while(|all| !all).collect();
    assert!(all.len() > 2 * BLOCKS, "two syncs a block: {}", all.len());
}

#[test]
fn power_failures() {
    // Between the blocks, with whatever was not synced lost or torn.
    let mut numbers = Numbers(1);
    let disk = Disk::initialised(4);
    let mut tree = disk.open(DiskOptions::default()).unwrap();
    for number in 0..=BLOCKS {
        for _ in 0..2 {
            let lost = disk.after_power_failure(&mut numbers);
            assert_eq!(assert_goes_on(lost.open(DiskOptions::default()).unwrap()), number);
        }
        if number < BLOCKS {
            apply(&mut tree, number).unwrap();
        }
    }
}

/// A store with all blocks.
fn complete() -> Disk {
    let disk = Disk::initialised(4);
    assert_eq!(apply_all(&disk), (BLOCKS, true));
    Disk::with_bytes(disk.bytes())
}

#[test]
fn damaged_pages() {
    let bytes = complete().bytes();
    let mut numbers = Numbers(2);
    // Bytes in use, and the file's head densely.
    let used: Vec<usize> = (0..bytes.len()).filter(|place| *place < 512 || bytes[*place] != 0).collect();
    let (mut refused, mut right) = (0, 0);
    let mut places: Vec<usize> = (0..160).map(|_| used[numbers.below(used.len())]).collect();
    places.extend((0..512).step_by(8));
    for place in places {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << numbers.below(8);
        let outcome = Disk::with_bytes(damaged).open(DiskOptions::default());
        match outcome.and_then(|tree| tree.check(committer()).map(|_| tree)) {
            Err(_) => refused += 1,
            Ok(tree) => {
                // Where nothing is any more; or the last transaction is taken back as unfinished.
                assert!(assert_goes_on(tree) + 1 >= BLOCKS, "byte {place}");
                right += 1;
            }
        }
    }
    assert!(refused > 50 && right > 0, "{refused} refused, {right} right");
}

/// Changes a store's tables behind its back.
fn tampered(change: impl FnOnce(&WriteTransaction)) -> Disk {
    let disk = complete();
    let database = DiskOptions::default().builder().create_with_backend(disk.clone()).unwrap();
    let transaction = begin(&database).unwrap();
    change(&transaction);
    transaction.commit().unwrap();
    drop(database);
    disk
}

fn checked(disk: &Disk) -> Result<Checked, Error> {
    disk.open(DiskOptions::default())?.check(committer())
}

/// All records of a table of nodes.
fn records(disk: &Disk) -> Vec<(Path, Vec<u8>)> {
    let tree = disk.open(DiskOptions::default()).unwrap();
    let reader = tree.store.reader().unwrap();
    let entries = reader.nodes.iter().unwrap().map(|entry| entry.unwrap());
    entries.map(|(key, record)| (Path::from_bytes(key.value()).unwrap(), record.value().to_vec())).collect()
}

fn write_node(transaction: &WriteTransaction, path: &Path, record: Option<&[u8]>) {
    put(&mut transaction.open_table(NODES).unwrap(), path.as_bytes(), record).unwrap();
}

#[test]
fn records_that_are_not_those_written() {
    for (path, record) in records(&complete()).into_iter().step_by(5) {
        let mut damaged = record.clone();
        let last = damaged.len() - 1;
        damaged[last] ^= 1;
        let disk = tampered(|transaction| write_node(transaction, &path, Some(&damaged)));
        let expected = Error::Checksum { record: format!("the node at {path}") };
        let tree = disk.open(DiskOptions::default()).unwrap();
        assert_eq!(tree.store.load(&path).unwrap_err(), expected);
        assert_eq!(tree.check(committer()), Err(expected.clone()));
        // The record of another path.
        let other = Path::ROOT.child(0xee);
        let disk = tampered(|transaction| write_node(transaction, &other, Some(&record)));
        assert_eq!(checked(&disk), Err(Error::Checksum { record: format!("the node at {other}") }));
        // Too short for a checksum.
        let disk = tampered(|transaction| write_node(transaction, &path, Some(&record[..3])));
        assert_eq!(checked(&disk), Err(expected));
    }
}

#[test]
fn versions() {
    let newer = tampered(|transaction| {
        let mut meta = transaction.open_table(META).unwrap();
        meta.insert(FORMAT, &3u32.to_le_bytes()[..]).unwrap();
    });
    let error = newer.open(DiskOptions::default()).unwrap_err();
    assert_eq!(error, Error::StoreVersion { file: "disk".into(), found: 3, known: 2 });
    let older = tampered(|transaction| {
        let mut meta = transaction.open_table(META).unwrap();
        meta.insert(FORMAT, &1u32.to_le_bytes()[..]).unwrap();
        meta.remove(BASIS).unwrap();
    });
    let old = older.open(DiskOptions::default()).unwrap_err();
    assert_eq!(old, Error::StoreOld { file: "disk".into(), found: 1, known: 2 });
    assert!(old.to_string().contains("does not record the basis"), "{old}");
    let malformed = tampered(|transaction| {
        transaction.open_table(META).unwrap().insert(BASIS, &[7; 31][..]).unwrap();
    });
    assert!(matches!(malformed.open(DiskOptions::default()), Err(Error::StoreDamaged { .. })));
    let error = error.to_string();
    assert!(error.contains("newer version") && !error.contains('\n'), "{error}");

    let record = record::seal(&[1], &[9, 1, 0]);
    let path = Path::ROOT.child(1);
    assert_eq!(record::open_node(&path, &record).unwrap_err(), Error::NodeVersion { path, found: 9 });
    for content in [&[][..], &[1], &[1, 1], &[1, 1, 0]] {
        let error = record::open_node(&path, &record::seal(&[1], content)).unwrap_err();
        assert!(matches!(error, Error::NodeLength { .. }), "{content:?}: {error}");
    }
    // Another number of hashes than of commitments.
    let node = Node::Internal(crate::Internal::EMPTY).encode();
    let content = [&[1, 2][..], &[0; 64], &node].concat();
    let error = record::open_node(&path, &record::seal(&[1], &content)).unwrap_err();
    assert_eq!(error, Error::NodeLength { path, expected: 2 + 32 + 97, found: 2 + 64 + 97 });
    let content = [&[1, 1][..], &[0xff; 32], &node].concat();
    assert_eq!(
        record::open_node(&path, &record::seal(&[1], &content)).unwrap_err(),
        Error::NodeHash { path }
    );
}

/// Nodes that are well written and wrong.
#[test]
fn nodes_that_do_not_fit() {
    let all = records(&complete());
    let nodes: BTreeMap<Path, Node> =
        all.iter().map(|(path, record)| (*path, record::open_node(path, record).unwrap())).collect();
    let with = |path: &Path, node: Option<&Node>| {
        let node = node.map(|node| Arc::new(node.clone()));
        let record = record::seal_nodes(&[(path, node.as_ref())]).pop().unwrap();
        checked(&tampered(|transaction| write_node(transaction, path, record.as_deref())))
    };
    let orphan = Path::ROOT.child(0xee);
    let leaf = crate::Leaf::new(Key::from([0xee; 32]).stem);
    assert_eq!(with(&orphan, Some(&Node::Leaf(leaf.clone()))), Err(Error::OrphanNode { path: orphan }));
    let below = orphan.child(0xee);
    assert_eq!(with(&below, Some(&Node::Leaf(leaf.clone()))), Err(Error::OrphanNode { path: below }));
    assert_eq!(
        with(&orphan.child(1), Some(&Node::Leaf(leaf))),
        Err(Error::MisplacedNode { path: orphan.child(1) })
    );
    assert_eq!(
        with(&Path::ROOT, None).unwrap_err(),
        Error::OrphanNode { path: *nodes.keys().nth(1).unwrap() }
    );
    for (path, node) in nodes.iter().skip(1) {
        let missing = with(path, None).unwrap_err();
        match node {
            Node::Leaf(_) => assert_eq!(missing, Error::MissingNode { path: *path }),
            Node::Internal(_) => assert!(matches!(missing, Error::OrphanNode { .. })),
        }
        let wrong = |what| Err(Error::WrongCommitment { path: *path, what });
        match node.clone() {
            Node::Internal(mut internal) => {
                internal.committed.hash += Scalar::ONE;
                assert!(matches!(
                    with(path, Some(&Node::Internal(internal))),
                    Err(Error::WrongCommitment { .. })
                ));
            }
            Node::Leaf(leaf) => {
                // A value, a hash, a commitment. (A wrong hash of the leaf is found in its parent first or in itself.)
                let mut changed = leaf.clone();
                changed.values[0][0] ^= 1;
                let half = if leaf.present.iter().next().unwrap() < 128 { "C1" } else { "C2" };
                assert_eq!(with(path, Some(&Node::Leaf(changed))), wrong(half));
                let mut changed = leaf.clone();
                changed.committed.commitment = changed.committed.commitment + changed.committed.commitment;
                assert_eq!(with(path, Some(&Node::Leaf(changed))), wrong("C"));
                let mut changed = leaf;
                changed.committed.hash += Scalar::ONE;
                assert!(matches!(with(path, Some(&Node::Leaf(changed))), Err(Error::WrongCommitment { .. })));
            }
        }
    }
}

#[test]
fn a_history_that_does_not_fit() {
    let good = checked(&complete()).unwrap();
    assert_eq!(good.past, 4);
    let newest = BLOCKS as u64;
    // A head that says another root; one that is missing.
    let another = tampered(|transaction| {
        let head = Head { root: [1; 32], ..states()[BLOCKS].clone() };
        let mut heads = transaction.open_table(HEADS).unwrap();
        heads.insert(newest, &record::seal_head(&head)[..]).unwrap();
    });
    assert_eq!(checked(&another), Err(Error::WrongRoot { block: newest }));
    let past = tampered(|transaction| {
        let head = Head { root: [1; 32], ..states()[BLOCKS - 2].clone() };
        let mut heads = transaction.open_table(HEADS).unwrap();
        heads.insert(newest - 2, &record::seal_head(&head)[..]).unwrap();
    });
    let error = Error::WrongRoot { block: newest - 2 };
    assert_eq!(checked(&past), Err(Error::Past { block: newest - 2, error: Box::new(error) }));
    let gap = tampered(|transaction| {
        transaction.open_table(HEADS).unwrap().remove(newest - 1).unwrap();
    });
    assert!(matches!(checked(&gap), Err(Error::StoreDamaged { .. })));
    let damaged = tampered(|transaction| {
        transaction.open_table(HEADS).unwrap().insert(newest - 1, &[0; 36][..]).unwrap();
    });
    // Found while the store is opened, so the file is named as well.
    let checksum = Error::Checksum { record: format!("the state after block {}", newest - 1) };
    let error = checked(&damaged).unwrap_err();
    assert!(
        matches!(&error, Error::StoreDamaged { reason, .. } if *reason == checksum.to_string()),
        "{error}"
    );
    // Without any one of its entries a reverse diff leads to no state.
    let tree = complete().open(DiskOptions::default()).unwrap();
    for block in [newest, newest - 3] {
        for path in tree.store.changed(block).unwrap() {
            let disk = tampered(|transaction| {
                transaction.open_table(HISTORY).unwrap().remove((block, path.as_bytes())).unwrap();
            });
            let error = checked(&disk).unwrap_err();
            assert!(matches!(error, Error::Past { .. }), "block {block}, {path}: {error}");
        }
    }
}

/// The blocks of which there are reverse diffs.
fn diffs(tree: &Tree<DiskStore>) -> Vec<u64> {
    let rows = tree.store.reader().unwrap().history.iter().unwrap();
    let mut blocks: Vec<u64> = rows.map(|row| row.unwrap().0.value().0).collect();
    blocks.dedup();
    blocks
}

/// No more of the history is kept than the window says: neither what is too old nor what was taken back.
#[test]
fn history_that_is_over() {
    for window in [0, 1, 3] {
        let mut tree = Disk::initialised(window).open(DiskOptions::default()).unwrap();
        for number in 0..BLOCKS {
            apply(&mut tree, number).unwrap();
            let newest = number as u64 + 1;
            let kept: Vec<u64> = (1..=newest).filter(|block| block + window > newest).collect();
            assert_eq!(diffs(&tree), kept, "a window of {window} after block {newest}");
        }
        assert!(BLOCKS as u64 >= 2 * window);
        if window == 3 {
            tree.rollback(2).unwrap();
            assert_eq!(diffs(&tree), [4]);
            apply(&mut tree, BLOCKS - 2).unwrap();
            assert_eq!(diffs(&tree), [4, 5]);
        }
    }
}

/// What a killed writer has left can be read where it cannot be repaired, and stays as it is.
#[test]
fn what_cannot_be_repaired_in_the_file() {
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
    assert!(std::fs::read(&killed).unwrap() == before, "the file is as it was");
    // Somebody who may write to it does: what is read from then on is an error, not another state.
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

/// A file that is cut between two looks at it was cut by a writer; one that was short before is damaged.
#[test]
fn a_file_that_is_cut_while_it_is_checked() {
    use super::overlay::{Outcome, Start};
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
