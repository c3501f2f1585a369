//! Nodes in a file, by redb.
//!
//! | Table | Key | Value |
//! |---|---|---|
//! | `meta` | name | `format`: number of the format (4 bytes, little-endian); `window` (8); `basis`: digest of the
//! basis (32) |
//! | `nodes` | path | record of the node |
//! | `history` | block, path | what the block found at the path: the record, or nothing |
//! | `heads` | number of blocks | record of the state |
//!
//! A block is one transaction: its nodes, its reverse diff, its head, and the removal of the reverse diff and head that
//! leave the window. redb never overwrites a page that the last transaction uses, so whatever happens the file
//! holds the state before the block or that after it.
//!
//! Transactions commit in two phases, each ended by an `fsync`: strangers choose what is written to a state, and with
//! one phase what keeps half a transaction from looking whole is only a checksum without a key. When `save` returns,
//! the block is on the disk, and under the store's path: a directory that was removed or replaced meanwhile is an
//! error.
//!
//! One process writes, others read beside it: redb shares the file by locks of ranges of its bytes, and a reader's lock
//! keeps the pages of its snapshot from being used again. Where the file's system has no such locks, the whole file is
//! locked, by one writer or by readers.

#[cfg(test)]
mod faults;
mod files;
mod options;
mod overlay;
mod reader;
mod record;
mod snapshot;
mod view;

use std::path::{Path as FilePath, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use vorpal_ipa::Scalar;

use super::window::Window;
use super::{Changes, Commit, Head, History, Store, Traffic};
use crate::{Error, Node, Path};
use files::{OpenedFile, create_directory, failure, file_error, gone, open_error, unfinished};
use reader::{Description, Reader, StoreBasis, describe, of_block};

pub use options::DiskOptions;
pub use snapshot::DiskSnapshot;
pub use view::DiskView;

type Nodes = TableDefinition<'static, &'static [u8], &'static [u8]>;
type OldNodes = TableDefinition<'static, (u64, &'static [u8]), &'static [u8]>;

const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
const NODES: Nodes = TableDefinition::new("nodes");
const HISTORY: OldNodes = TableDefinition::new("history");
const HEADS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("heads");

const FORMAT: &str = "format";
const WINDOW: &str = "window";
const BASIS: &str = "basis";
/// The format that this program writes and reads.
const KNOWN_FORMAT: u32 = 2;
/// The same without the basis.
const OLDER_FORMAT: u32 = 1;

/// The file in the store's directory.
const FILE: &str = "state.redb";

/// Nodes in a directory on a disk, with the history of the last blocks. One process has it open at a time; others read
/// it beside that one, by [`DiskSnapshot`].
///
/// After an error of the disk, and after [`Error::StoreGone`], the store must be opened again; its head says whether
/// the last block is in it.
#[derive(Debug)]
pub struct DiskStore {
    database: Database,
    opened: OpenedFile,
    /// Whether the file was once found to be gone: what is saved from then on may be lost, or not.
    gone: bool,
    window: Window,
    basis: StoreBasis,
    /// The last transaction's tables, once somebody reads.
    reader: OnceLock<Reader>,
    bytes_read: AtomicU64,
    bytes_written: u64,
}

impl DiskStore {
    /// A new store in a directory, which is made if there is none. Of several who try at once one makes it.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if there is a store already or no file can be made; [`Error::StoreLocked`] if somebody else
    /// has opened it already.
    pub fn create(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let directory = directory.as_ref();
        let file = directory.join(FILE);
        let here = |error: std::io::Error| file_error(&file, error);
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
        files::sync(directory).map_err(here)?;
        files::remove_unfinished(directory);
        Self::open(directory, options)
    }

    /// The store in a directory.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if there is none or it cannot be read, [`Error::StoreDamaged`], [`Error::StoreLocked`],
    /// [`Error::StoreVersion`], [`Error::StoreOld`], [`Error::Basis`].
    pub fn open(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let file = existing(directory.as_ref())?;
        let (database, opened) = files::retry_while_locked(options.wait, || files::writable(&file, options))?;
        Self::with_database(database, opened, options)
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

    fn with_database(database: Database, opened: OpenedFile, options: DiskOptions) -> Result<Self, Error> {
        let transaction = database.begin_read().map_err(failure)?;
        let Description { window, basis } = describe(&transaction, opened.file(), options)?;
        drop(transaction);
        let (reader, bytes_read) = (OnceLock::new(), AtomicU64::new(0));
        Ok(Self { database, opened, gone: false, window, basis, reader, bytes_read, bytes_written: 0 })
    }

    fn reader(&self) -> Result<&Reader, Error> {
        if let Some(reader) = self.reader.get() {
            return Ok(reader);
        }
        let reader = Reader::new(&self.database.begin_read().map_err(failure)?)?;
        Ok(self.reader.get_or_init(|| reader))
    }

    /// One transaction, durable and under the store's path when this returns. Readers of the one before are let go.
    fn transact(&mut self, work: impl FnOnce(&WriteTransaction) -> Result<(), Error>) -> Result<(), Error> {
        if self.gone {
            return Err(gone(self.opened.file(), "the store must be opened again"));
        }
        self.reader = OnceLock::new();
        let transaction = begin(&self.database)?;
        work(&transaction)?;
        transaction.commit().map_err(failure)?;
        self.opened.confirm().inspect_err(|_| self.gone = true)
    }
}

/// The file of the store in a directory, which must be there.
fn existing(directory: &FilePath) -> Result<PathBuf, Error> {
    let file = directory.join(FILE);
    match file.try_exists().map_err(|error| file_error(&file, error))? {
        true => Ok(file),
        false => Err(file_error(&file, "there is no store here")),
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
    meta.insert(BASIS, &options.basis[..]).map_err(failure)?;
    drop(meta);
    transaction.open_table(NODES).map_err(failure)?;
    transaction.open_table(HISTORY).map_err(failure)?;
    let head = record::seal_head(&Head::default());
    transaction.open_table(HEADS).map_err(failure)?.insert(0, &head[..]).map_err(failure)?;
    transaction.commit().map_err(failure)
}

impl Store for DiskStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.reader()?.read(path, &self.bytes_read, record::open_node)?.map(Arc::new))
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.reader()?.read(path, &self.bytes_read, record::open_hash)
    }

    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        self.basis.compare(digest)
    }

    fn confirm(&self) -> Result<(), Error> {
        self.opened.confirm()?;
        let file = self.opened.file();
        // As a reader finds it. Where readers cannot be beside a writer, the file is the one that is open.
        let options = DiskOptions::default().check(false).any_basis();
        match DiskSnapshot::open(file.parent().unwrap_or(file), options) {
            Ok(found) if found.head() == self.head() => Ok(()),
            Ok(found) => Err(gone(file, format!("its head is block {}", found.head().blocks))),
            Err(Error::StoreLocked { .. }) => Ok(()),
            Err(error) => Err(gone(file, error)),
        }
    }

    fn traffic(&self) -> Traffic {
        Traffic { bytes_read: self.bytes_read.load(Relaxed), bytes_written: self.bytes_written }
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        let next = self.window.next(commit);
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
        DiskView::new(Reader::new(&transaction)?, self.basis.clone(), blocks)
    }

    fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        let (target, newest) = (self.window.rollback_target(blocks)?, self.window.head().blocks);
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
        self.window.rollback_to(target);
        Ok(())
    }

    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        self.reader()?.nodes()
    }

    fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        self.window.require_diff(block)?;
        self.reader()?.changed(block)
    }
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
