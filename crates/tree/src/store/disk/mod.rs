//! Nodes in a file, by redb.
//!
//! | Table | Key | Value |
//! |---|---|---|
//! | `meta` | name | `format`: number of the format (4 bytes, little-endian); `window` (8) |
//! | `nodes` | path | record of the node |
//! | `history` | block, path | what the block found at the path: the record, or nothing |
//! | `heads` | number of blocks | record of the state |
//!
//! A block is one transaction: its nodes, its reverse diff, its head, and the removal of the reverse diff and head that
//! leave the window. redb never overwrites a page that the last transaction uses, so whatever happens the file
//! holds the state before the block or that after it.
//!
//! Transactions commit in two phases, each ended by an `fsync`: strangers choose what is written to a state, and with one
//! phase what keeps half a transaction from looking whole is only a checksum without a key. When `save` returns, the block
//! is on the disk.

#[cfg(test)]
mod faults;
mod record;
mod view;

use std::collections::VecDeque;
use std::io;
use std::path::{Path as FilePath, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use redb::{
    Builder, Database, DatabaseError, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable,
    TableDefinition, WriteTransaction,
};

use vorpal_ipa::Scalar;

use super::window::Window;
use super::{Block, Changes, Head, History, Store, Traffic};
use crate::{Error, Node, Path};

pub use view::DiskView;

type Nodes = TableDefinition<'static, &'static [u8], &'static [u8]>;
type OldNodes = TableDefinition<'static, (u64, &'static [u8]), &'static [u8]>;

const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
const NODES: Nodes = TableDefinition::new("nodes");
const HISTORY: OldNodes = TableDefinition::new("history");
const HEADS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("heads");

const FORMAT: &str = "format";
const WINDOW: &str = "window";
/// The format that this program writes, and the newest that it reads.
const KNOWN_FORMAT: u32 = 1;

/// The file in the store's directory.
const FILE: &str = "state.redb";
/// What its name begins with until it is complete.
const UNFINISHED: &str = "state.redb.new.";

/// How a [`DiskStore`] is opened.
#[derive(Clone, Copy, Debug)]
pub struct DiskOptions {
    window: u64,
    cache: usize,
    check: bool,
}

impl Default for DiskOptions {
    /// A window of 128 blocks, a cache of 64 MiB, and a check when the store is opened.
    fn default() -> Self {
        Self { window: 128, cache: 64 << 20, check: true }
    }
}

impl DiskOptions {
    /// How many blocks can be taken back. It is fixed when the store is created.
    #[must_use]
    pub fn window(self, blocks: u64) -> Self {
        Self { window: blocks, ..self }
    }

    /// How many bytes of the file redb keeps in memory.
    #[must_use]
    pub fn cache(self, bytes: usize) -> Self {
        Self { cache: bytes, ..self }
    }

    /// Whether opening reads the whole file and compares redb's checksums of its pages (128 bits). Without, damage
    /// shows when it is met: our checksums make it an error in a node, but redb may panic over its own pages. Repair after
    /// a crash does this check in any case.
    #[must_use]
    pub fn check(self, check: bool) -> Self {
        Self { check, ..self }
    }

    fn builder(self) -> Builder {
        let mut builder = Builder::new();
        builder.set_cache_size(self.cache).set_check_integrity_on_open(self.check);
        builder
    }
}

/// Nodes in a directory on a disk, with the history of the last blocks. One process has it open at a time.
///
/// After an error of the disk the store must be opened again; its head says whether the last block is in it.
#[derive(Debug)]
pub struct DiskStore {
    database: Database,
    window: Window,
    /// The last transaction's tables, once somebody reads.
    reader: OnceLock<Reader>,
    bytes_read: AtomicU64,
    bytes_written: u64,
}

/// Tables as of one moment.
struct Reader {
    nodes: ReadOnlyTable<&'static [u8], &'static [u8]>,
    history: ReadOnlyTable<(u64, &'static [u8]), &'static [u8]>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").finish_non_exhaustive()
    }
}

impl Reader {
    fn new(transaction: &ReadTransaction) -> Result<Self, Error> {
        let nodes = transaction.open_table(NODES).map_err(failure)?;
        Ok(Self { nodes, history: transaction.open_table(HISTORY).map_err(failure)? })
    }
}

impl DiskStore {
    /// A new store in a directory, which is made if there is none. Of several who try at once one makes it.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if there is a store already or no file can be made; [`Error::StoreLocked`] if somebody else has
    /// opened it already.
    pub fn create(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let directory = directory.as_ref();
        let file = directory.join(FILE);
        let here = |error: io::Error| file_error(&file, error);
        let exists = || file_error(&file, "there is a store already");
        create_directory(directory).map_err(|error| file_error(directory, error))?;
        let is_there = || file.try_exists().map_err(here);
        if is_there()? {
            return Err(exists());
        }
        // Under its name the file is complete: what a crash leaves goes by another.
        let unfinished = unfinished(directory).map_err(here)?;
        let database = options.builder().create(&unfinished).map_err(|error| open_error(&file, error))?;
        initialise(&database, options)?;
        drop(database);
        if let Err(failed) = unfinished.persist_noclobber(&file) {
            return Err(if is_there()? { exists() } else { here(failed.error) });
        }
        // The directory's entry is as durable as the file.
        sync(directory).map_err(here)?;
        remove_unfinished(directory);
        Self::open(directory, options)
    }

    /// The store in a directory.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if there is none or it cannot be read, [`Error::StoreDamaged`], [`Error::StoreLocked`],
    /// [`Error::StoreVersion`].
    pub fn open(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let file = directory.as_ref().join(FILE);
        if !file.try_exists().map_err(|error| file_error(&file, error))? {
            return Err(file_error(&file, "there is no store here"));
        }
        let database = options.builder().open(&file).map_err(|error| open_error(&file, error))?;
        Self::with_database(database, &file)
    }

    /// The store in a directory, or a new one if there is none.
    ///
    /// # Errors
    /// As [`open`](Self::open) and [`create`](Self::create).
    pub fn open_or_create(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let directory = directory.as_ref();
        let file = directory.join(FILE);
        if file.try_exists().map_err(|error| file_error(&file, error))? {
            return Self::open(directory, options);
        }
        match Self::create(directory, options) {
            // Somebody else was faster.
            Err(_) if file.try_exists().is_ok_and(|exists| exists) => Self::open(directory, options),
            created => created,
        }
    }

    fn with_database(database: Database, file: &FilePath) -> Result<Self, Error> {
        let transaction = database.begin_read().map_err(failure)?;
        let wrong = |error: redb::Error| opening_error(file, error);
        let meta = transaction.open_table(META).map_err(|error| wrong(error.into()))?;
        let number = |name: &str| -> Result<Vec<u8>, Error> {
            let value = meta.get(name).map_err(|error| wrong(error.into()))?;
            value
                .map(|value| value.value().to_vec())
                .ok_or_else(|| damaged(file, format!("it has no {name}")))
        };
        let malformed = |_| damaged(file, "a number of the store's has a wrong length");
        let found = u32::from_le_bytes(number(FORMAT)?.try_into().map_err(malformed)?);
        if found > KNOWN_FORMAT {
            return Err(Error::StoreVersion { file: file.into(), found, known: KNOWN_FORMAT });
        }
        let size = u64::from_le_bytes(number(WINDOW)?.try_into().map_err(malformed)?);
        let mut heads = VecDeque::new();
        let table = transaction.open_table(HEADS).map_err(|error| wrong(error.into()))?;
        for entry in table.iter().map_err(|error| wrong(error.into()))? {
            let (blocks, record) = entry.map_err(|error| wrong(error.into()))?;
            let head = record::open_head(blocks.value(), record.value());
            heads.push_back(head.map_err(|error| damaged(file, error))?);
        }
        let window = Window::with_heads(size, heads).ok_or_else(|| damaged(file, "states are missing"))?;
        drop((table, meta, transaction));
        let (reader, bytes_read) = (OnceLock::new(), AtomicU64::new(0));
        Ok(Self { database, window, reader, bytes_read, bytes_written: 0 })
    }

    fn reader(&self) -> Result<&Reader, Error> {
        if let Some(reader) = self.reader.get() {
            return Ok(reader);
        }
        let reader = Reader::new(&self.database.begin_read().map_err(failure)?)?;
        Ok(self.reader.get_or_init(|| reader))
    }

    /// One transaction, durable when this returns. Readers of the one before are let go.
    fn transact(&mut self, work: impl FnOnce(&WriteTransaction) -> Result<(), Error>) -> Result<(), Error> {
        self.reader = OnceLock::new();
        let transaction = begin(&self.database)?;
        work(&transaction)?;
        transaction.commit().map_err(failure)
    }
}

/// A transaction in two phases.
fn begin(database: &Database) -> Result<WriteTransaction, Error> {
    let mut transaction = database.begin_write().map_err(failure)?;
    transaction.set_two_phase_commit(true);
    Ok(transaction)
}

/// The tables of a store without nodes.
fn initialise(database: &Database, options: DiskOptions) -> Result<(), Error> {
    let transaction = begin(database)?;
    let mut meta = transaction.open_table(META).map_err(failure)?;
    meta.insert(FORMAT, &KNOWN_FORMAT.to_le_bytes()[..]).map_err(failure)?;
    meta.insert(WINDOW, &options.window.to_le_bytes()[..]).map_err(failure)?;
    drop(meta);
    transaction.open_table(NODES).map_err(failure)?;
    transaction.open_table(HISTORY).map_err(failure)?;
    let head = record::seal_head(&Head::default());
    transaction.open_table(HEADS).map_err(failure)?.insert(0, &head[..]).map_err(failure)?;
    transaction.commit().map_err(failure)
}

impl DiskStore {
    /// What `open` makes of the record at a path.
    fn read<T>(
        &self,
        path: &Path,
        open: impl FnOnce(&Path, &[u8]) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        let record = self.reader()?.nodes.get(path.as_bytes()).map_err(failure)?;
        let Some(record) = record else { return Ok(None) };
        self.bytes_read.fetch_add((path.depth() + record.value().len()) as u64, Relaxed);
        open(path, record.value()).map(Some)
    }
}

impl Store for DiskStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.read(path, record::open_node)?.map(Arc::new))
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.read(path, record::open_hash)
    }

    fn traffic(&self) -> Traffic {
        Traffic { bytes_read: self.bytes_read.load(Relaxed), bytes_written: self.bytes_written }
    }

    fn save(&mut self, block: Block<'_>, changes: Changes<'_>) -> Result<(), Error> {
        let next = self.window.next(block);
        let (oldest, oldest_before) = (self.window.oldest_with(&next), self.window.oldest());
        // In the order of the table, in which neighbours share pages.
        let nodes: Vec<_> = changes.iter().collect();
        let records = record::seal_nodes(&nodes);
        let head = record::seal_head(&next);
        let (mut read, mut written) = (0, head.len());
        self.transact(|transaction| {
            let mut table = transaction.open_table(NODES).map_err(failure)?;
            let mut history = transaction.open_table(HISTORY).map_err(failure)?;
            for ((path, _), record) in nodes.iter().zip(&records) {
                let before = put(&mut table, path.as_bytes(), record.as_deref())?.unwrap_or_default();
                read += before.len();
                written += path.depth() + record.as_ref().map_or(0, Vec::len);
                if oldest < next.blocks {
                    history.insert((next.blocks, path.as_bytes()), &before[..]).map_err(failure)?;
                    written += size_of::<u64>() + path.depth() + before.len();
                }
            }
            // The blocks up to the oldest state cannot be taken back any more.
            history.retain_in(..(oldest + 1, &[][..]), |_, _| false).map_err(failure)?;
            let mut heads = transaction.open_table(HEADS).map_err(failure)?;
            heads.insert(next.blocks, &head[..]).map_err(failure)?;
            for blocks in oldest_before..oldest {
                heads.remove(blocks).map_err(failure)?;
            }
            Ok(())
        })?;
        *self.bytes_read.get_mut() += read as u64;
        self.bytes_written += written as u64;
        self.window.advance(next);
        Ok(())
    }
}

impl History for DiskStore {
    type View<'a> = DiskView;

    fn head(&self) -> &Head {
        self.window.head()
    }

    fn heads(&self) -> impl Iterator<Item = &Head> {
        self.window.heads()
    }

    fn view(&self, blocks: u64) -> Result<DiskView, Error> {
        self.window.require(blocks)?;
        let transaction = self.database.begin_read().map_err(failure)?;
        DiskView::new(Reader::new(&transaction)?, blocks)
    }

    fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        let (target, newest) = (self.window.before(blocks)?, self.window.head().blocks);
        self.transact(|transaction| {
            let mut table = transaction.open_table(NODES).map_err(failure)?;
            let mut history = transaction.open_table(HISTORY).map_err(failure)?;
            let mut heads = transaction.open_table(HEADS).map_err(failure)?;
            for block in (target + 1..=newest).rev() {
                let changes = history.range(of_block(block)).map_err(failure)?;
                for change in changes {
                    let (key, before) = change.map_err(failure)?;
                    let before = Some(before.value()).filter(|before| !before.is_empty());
                    put(&mut table, key.value().1, before)?;
                }
                heads.remove(block).map_err(failure)?;
            }
            history.retain_in((target + 1, &[][..]).., |_, _| false).map_err(failure)
        })?;
        self.window.return_to(target);
        Ok(())
    }

    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        let entries = self.reader()?.nodes.iter().map_err(failure)?;
        Ok(entries.map(|entry| {
            let (key, record) = entry.map_err(failure)?;
            let path = path(key.value())?;
            Ok((path, Arc::new(record::open_node(&path, record.value())?)))
        }))
    }

    fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        self.window.require_diff(block)?;
        let changes = self.reader()?.history.range(of_block(block)).map_err(failure)?;
        changes.map(|change| path(change.map_err(failure)?.0.value().1)).collect()
    }
}

/// The keys of a block's reverse diff.
fn of_block(block: u64) -> std::ops::Range<(u64, &'static [u8])> {
    (block, &[])..(block + 1, &[])
}

/// The path that a key is.
fn path(key: &[u8]) -> Result<Path, Error> {
    let long = || Error::Store { reason: format!("a node has a path of {} bytes", key.len()) };
    Path::from_bytes(key).ok_or_else(long)
}

/// Puts a record, or nothing, where it says; what was there comes back.
fn put(
    table: &mut redb::Table<'_, &'static [u8], &'static [u8]>,
    key: &[u8],
    record: Option<&[u8]>,
) -> Result<Option<Vec<u8>>, Error> {
    let before = match record {
        Some(record) => table.insert(key, record),
        None => table.remove(key),
    };
    Ok(before.map_err(failure)?.map(|before| before.value().to_vec()))
}

/// What redb says about work on an open store.
fn failure(error: impl Into<redb::Error>) -> Error {
    Error::Store { reason: error.into().to_string() }
}

/// An empty file for a new store, with the permissions that files have here.
fn unfinished(directory: &FilePath) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

/// Removes what creations that were killed have left. Of one that is at work, too: there is a store now.
fn remove_unfinished(directory: &FilePath) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED)) {
        // They are in nobody's way.
        let _ = std::fs::remove_file(entry.path());
    }
}

/// Makes a directory with all above it, so that a crash after this leaves it there, as far as directories may be opened.
fn create_directory(directory: &FilePath) -> io::Result<()> {
    let missing: Vec<&FilePath> = directory.ancestors().skip(1).take_while(|above| !above.exists()).collect();
    std::fs::create_dir_all(directory)?;
    // The directory itself may have been made by one who was killed before this.
    [directory].iter().chain(&missing).filter_map(|made| made.parent()).try_for_each(|above| {
        match sync(above) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            synced => synced,
        }
    })
}

/// Makes the entries of a directory durable.
fn sync(directory: &FilePath) -> io::Result<()> {
    // A relative path of one part has the empty path above it.
    let directory = if directory.as_os_str().is_empty() { FilePath::new(".") } else { directory };
    std::fs::File::open(directory)?.sync_all()
}

fn damaged(file: &FilePath, reason: impl ToString) -> Error {
    Error::StoreDamaged { file: file.into(), reason: reason.to_string() }
}

fn file_error(file: &FilePath, reason: impl ToString) -> Error {
    Error::StoreFile { file: file.into(), reason: reason.to_string() }
}

/// What redb says about a file that is to be opened.
fn open_error(file: &FilePath, error: DatabaseError) -> Error {
    match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => {
            Error::StoreLocked { file: PathBuf::from(file) }
        }
        error => opening_error(file, error.into()),
    }
}

/// What redb says about a file that it has found, and what is in it.
fn opening_error(file: &FilePath, error: redb::Error) -> Error {
    use redb::Error as E;
    let is_damage = match &error {
        E::Corrupted(_) | E::UpgradeRequired(_) => true,
        E::TableDoesNotExist(_) | E::TableTypeMismatch { .. } => true,
        E::TableIsMultimap(_) | E::TypeDefinitionChanged { .. } => true,
        E::Io(error) => matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof),
        _ => false,
    };
    if is_damage { damaged(file, error) } else { file_error(file, error) }
}
