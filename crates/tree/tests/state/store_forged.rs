//! Forged stores with valid checksums: the errors of opening, rollback and check.

use std::sync::OnceLock;

use redb::{Database, ReadableTable, TableDefinition, WriteTransaction};
use vorpal_ipa::{Basis, Committer};
use vorpal_tree::{DiskOptions, DiskSnapshot, DiskStore, Error, Key, Path, Tree};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

/// The first key of the stem that begins with this byte.
fn key(byte: u8) -> Key {
    let mut bytes = [0; 32];
    bytes[0] = byte;
    Key::from(bytes)
}

const NODES: TableDefinition<'static, &[u8], &[u8]> = TableDefinition::new("nodes");
const HISTORY: TableDefinition<'static, (u64, &[u8]), &[u8]> = TableDefinition::new("history");
const HEADS: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("heads");

/// A store with a window of three blocks after six, each of which writes one stem.
fn store() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let options = DiskOptions::default().window(3);
    let mut tree = Tree::over(DiskStore::create(directory.path(), options).unwrap());
    for block in 1..=6 {
        tree.update([(key(block), [block; 32])]).unwrap();
        tree.commit(committer()).unwrap();
    }
    directory
}

fn open(directory: &tempfile::TempDir) -> Result<Tree<DiskStore>, Error> {
    DiskStore::open(directory.path(), DiskOptions::default()).map(Tree::over)
}

fn snapshot(directory: &tempfile::TempDir) -> Result<Tree<DiskSnapshot>, Error> {
    DiskSnapshot::open(directory.path(), DiskOptions::default()).map(Tree::over)
}

fn forge(directory: &tempfile::TempDir, change: impl FnOnce(&WriteTransaction)) {
    let database = Database::open(directory.path().join("state.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    change(&transaction);
    transaction.commit().unwrap();
}

fn sealed(key: &[u8], content: &[u8]) -> Vec<u8> {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(content);
    [&hasher.finalize().to_le_bytes()[..], content].concat()
}

/// The record of the root with a bit more in its map of children: checksum (4 bytes), version, number of hashes, a hash
/// (32), type, map.
fn with_child(record: &[u8], byte: u8) -> Vec<u8> {
    let mut content = record[4..].to_vec();
    assert_eq!((content[0], content[1], content[34]), (1, 1, 1));
    content[35 + usize::from(byte / 8)] |= 0x80 >> (byte % 8);
    sealed(&[], &content)
}

/// An empty branch hashes to 0, so its parent's commitment stays right; but it moves later leaves down.
#[test]
fn an_empty_branch_is_found() {
    let directory = store();
    let empty = Error::EmptyNode { path: Path::from_bytes(&[200]).unwrap() };
    for in_the_past_too in [false, true] {
        forge(&directory, |transaction| {
            let mut nodes = transaction.open_table(NODES).unwrap();
            let mut history = transaction.open_table(HISTORY).unwrap();
            let root = with_child(nodes.get(&[][..]).unwrap().unwrap().value(), 200);
            nodes.insert(&[][..], &root[..]).unwrap();
            for block in 4..=6 {
                let root = with_child(history.get((block, &[][..])).unwrap().unwrap().value(), 200);
                if in_the_past_too {
                    history.insert((block, &[][..]), &root[..]).unwrap();
                }
            }
            // One hash, 0; a branch without children, committed to as the identity (0, 1).
            let identity = [&[0; 63][..], &[1]].concat();
            let branch = [&[1, 1][..], &[0; 32], &[1], &[0; 32], &identity].concat();
            nodes.insert(&[200][..], &sealed(&[200], &branch)[..]).unwrap();
        });
        let mut tree = open(&directory).unwrap();
        assert_eq!(tree.check(committer()).unwrap_err(), empty);
        assert_eq!(tree.update([(key(200), [9; 32])]).unwrap_err(), empty);
    }
}

/// An older record at the same path has the right checksum; its root is not the head's.
#[test]
fn an_older_root_is_found() {
    let directory = store();
    let file = directory.path().join("state.redb");
    let whole = std::fs::read(&file).unwrap();
    forge(&directory, |transaction| {
        let mut history = transaction.open_table(HISTORY).unwrap();
        let older = history.get((5, &[][..])).unwrap().unwrap().value().to_vec();
        history.insert((6, &[][..]), &older[..]).unwrap();
    });
    let mut tree = open(&directory).unwrap();
    let wrong = Error::WrongRoot { block: 5 };
    assert_eq!(tree.at(5).err(), Some(wrong.clone()));
    assert_eq!(snapshot(&directory).unwrap().at(5).err(), Some(wrong.clone()));
    assert_eq!(tree.rollback(1), Err(wrong));
    // Nothing has changed.
    assert_eq!((tree.head().blocks, tree.root().unwrap()), (6, tree.head().root));
    drop(tree);
    assert_eq!(open(&directory).unwrap().head().blocks, 6);

    std::fs::write(&file, &whole).unwrap();
    forge(&directory, |transaction| {
        let history = transaction.open_table(HISTORY).unwrap();
        let older = history.get((6, &[][..])).unwrap().unwrap().value().to_vec();
        transaction.open_table(NODES).unwrap().insert(&[][..], &older[..]).unwrap();
    });
    assert_eq!(open(&directory).err(), Some(Error::WrongRoot { block: 6 }));
    assert_eq!(snapshot(&directory).err(), Some(Error::WrongRoot { block: 6 }));
}

/// Numbers of blocks that no chain reaches are damage, and overflow nowhere.
#[test]
fn numbers_of_blocks_at_the_end() {
    for last in [1 << 62, u64::MAX - 1, u64::MAX] {
        let directory = store();
        forge(&directory, |transaction| {
            let mut heads = transaction.open_table(HEADS).unwrap();
            let root = heads.get(6).unwrap().unwrap().value()[4..].to_vec();
            heads.retain(|_, _| false).unwrap();
            heads.insert(last, &sealed(&last.to_be_bytes(), &root)[..]).unwrap();
        });
        assert!(matches!(open(&directory), Err(Error::StoreDamaged { .. })), "{last}");
        assert!(matches!(snapshot(&directory), Err(Error::StoreDamaged { .. })), "{last}");
    }
}
