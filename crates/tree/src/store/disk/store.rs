//! The disk store: creation, opening, and the implementation of [`Store`] and [`History`].

use std::path::Path as FilePath;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use redb::{Database, ReadableDatabase, ReadableTable, WriteTransaction};
use vorpal_ipa::Scalar;

use super::database::{HEADS, HISTORY, NODES, begin, initialise, put};
use super::files::{
    self, FILE, OpenedFile, absolute, create_directory, existing, failure, file_error, gone, open_error,
    unfinished,
};
use super::process::OfProcess;
use super::reader::{Description, Reader, StoreBasis, describe, of_block};
use super::{DiskOptions, DiskSnapshot, DiskView, record};
use crate::store::check::require_root;
use crate::store::window::Window;
use crate::store::{Changes, Commit, Head, History, Store, Traffic};
use crate::update::load_node;
use crate::{Error, Internal, Node, Path};

/// A store of nodes in a directory on a disk, with the history of the last blocks. Only one process may have it open.
/// Other processes may read it at the same time with [`DiskSnapshot`].
///
/// After [`Error::Store`] and [`Error::StoreGone`], the store must be opened again. Its head then shows whether it
/// contains the last block.
///
/// The store belongs to the process that opened it. In a forked child every call that can fail returns
/// [`Error::StoreProcess`], `head` and `heads` return the states at the fork, and dropping the store leaves the file and
/// its locks as they are. As long as the child runs, the file stays locked, even if the parent has ended. A child that
/// starts another program (`exec`) has no part in the store.
#[derive(Debug)]
pub struct DiskStore {
    disk: OfProcess<Disk>,
    opened: OpenedFile,
    window: Window,
    basis: StoreBasis,
    bytes_read: AtomicU64,
    bytes_written: u64,
}

/// The open database of a store.
#[derive(Debug)]
struct Disk {
    database: Database,
    /// The tables as of the last transaction, opened by the first read.
    reader: OnceLock<Reader>,
    /// Whether the last transaction was not found under the store's path. If so, its block may or may not be lost.
    unconfirmed: bool,
}

impl Disk {
    /// The tables as of the last transaction.
    fn reader(&self) -> Result<&Reader, Error> {
        if let Some(reader) = self.reader.get() {
            return Ok(reader);
        }
        let reader = Reader::new(&self.database.begin_read().map_err(failure)?)?;
        Ok(self.reader.get_or_init(|| reader))
    }
}

impl DiskStore {
    /// Creates a store in a directory, and the directory if it does not exist. Of several concurrent calls one
    /// succeeds. A relative path refers to the working directory of this moment.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if a store exists or no file can be created; [`Error::StoreLocked`] if another process has
    /// opened the new store already. After an error the directory may exist, with or without the new store.
    pub fn create(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let directory = &absolute(directory.as_ref())?;
        let file = directory.join(FILE);
        let here = |error: std::io::Error| file_error(&file, error);
        let exists = || file_error(&file, "there is a store already");
        create_directory(directory).map_err(|error| file_error(directory, error))?;
        let is_there = || file.try_exists().map_err(here);
        if is_there()? {
            return Err(exists());
        }
        // The file gets its name once it is complete. A crash before leaves a file with a temporary name.
        let unfinished = unfinished(directory).map_err(here)?;
        let database = options.builder().create(&unfinished).map_err(|error| open_error(&file, error))?;
        initialise(&database, options)?;
        drop(database);
        if let Err(failed) = unfinished.persist_noclobber(&file) {
            return Err(if is_there()? { exists() } else { here(failed.error) });
        }
        // Makes the directory entry durable.
        files::sync(directory).map_err(here)?;
        files::remove_unfinished(directory);
        Self::open(directory, options)
    }

    /// Opens the store in a directory. A relative path refers to the working directory of this moment.
    ///
    /// # Errors
    /// [`Error::StoreFile`] if there is no store or it cannot be read, [`Error::StoreDamaged`], [`Error::StoreLocked`],
    /// [`Error::StoreVersion`], [`Error::StoreOld`], [`Error::Basis`].
    pub fn open(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let file = existing(&absolute(directory.as_ref())?)?;
        let (database, opened) = files::retry_while_locked(options.wait, || files::writable(&file, options))?;
        Self::with_database(database, opened, options)
    }

    /// Opens the store in a directory, or creates one if there is none.
    ///
    /// # Errors
    /// As for [`open`](Self::open) and [`create`](Self::create).
    pub fn open_or_create(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let directory = &absolute(directory.as_ref())?;
        let file = directory.join(FILE);
        if file.try_exists().map_err(|error| file_error(&file, error))? {
            return Self::open(directory, options);
        }
        match Self::create(directory, options) {
            // Another process has created the store in the meantime.
            Err(_) if file.try_exists().is_ok_and(|exists| exists) => Self::open(directory, options),
            created => created,
        }
    }

    pub(super) fn with_database(
        database: Database,
        opened: OpenedFile,
        options: DiskOptions,
    ) -> Result<Self, Error> {
        let transaction = database.begin_read().map_err(failure)?;
        let Description { window, basis } = describe(&transaction, opened.file(), options)?;
        drop(transaction);
        let disk = Disk { database, reader: OnceLock::new(), unconfirmed: false };
        let disk = OfProcess::new(opened.file(), disk);
        let store = Self { disk, opened, window, basis, bytes_read: AtomicU64::new(0), bytes_written: 0 };
        require_root(store.head(), load_node(&store, Path::ROOT)?.as_ref())?;
        Ok(store)
    }

    /// The tables as of the last transaction.
    pub(super) fn reader(&self) -> Result<&Reader, Error> {
        self.disk.get()?.reader()
    }

    /// Runs one transaction. When this returns, the transaction is durable and under the store's path. Closes the
    /// reader of the previous transaction.
    fn transact(&mut self, work: impl FnOnce(&WriteTransaction) -> Result<(), Error>) -> Result<(), Error> {
        let disk = self.disk.get_mut()?;
        if disk.unconfirmed {
            return Err(gone(self.opened.file(), "the store must be opened again"));
        }
        disk.reader = OnceLock::new();
        let transaction = begin(&disk.database)?;
        work(&transaction)?;
        transaction.commit().map_err(failure)?;
        self.opened.confirm().inspect_err(|_| disk.unconfirmed = true)
    }
}

impl Store for DiskStore {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.reader()?.read(path, &self.bytes_read, record::open_node)?.map(Arc::new))
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.reader()?.read(path, &self.bytes_read, record::open_hash)
    }

    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        self.disk.get()?;
        self.basis.compare(digest)
    }

    fn confirm(&self) -> Result<(), Error> {
        self.disk.get()?;
        self.opened.confirm()?;
        let file = self.opened.file();
        // Opens the store as a reader does. If the file system does not let readers share the file with a writer, the
        // check of the file's identity has to suffice.
        let options = DiskOptions::default().check(false).any_basis();
        match DiskSnapshot::open(file.parent().unwrap_or(file), options) {
            Ok(found) if found.head() == self.head() => Ok(()),
            Ok(found) => Err(gone(file, format!("its head is block {}", found.head().blocks))),
            Err(Error::StoreLocked { .. }) => Ok(()),
            // The file is there, but cannot be read: too many open files, for example.
            Err(error @ (Error::StoreFile { .. } | Error::Store { .. })) => {
                self.opened.confirm()?;
                Err(Error::Store { reason: format!("the saved state cannot be read: {error}") })
            }
            Err(error) => Err(gone(file, error)),
        }
    }

    fn traffic(&self) -> Traffic {
        Traffic { bytes_read: self.bytes_read.load(Relaxed), bytes_written: self.bytes_written }
    }

    fn save(&mut self, commit: Commit<'_>, changes: Changes<'_>) -> Result<(), Error> {
        let next = self.window.next(commit);
        let (oldest, oldest_before) = (self.window.oldest_with(&next), self.window.oldest());
        // The changes are in the order of the table, so that consecutive writes are often in the same page.
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
            // The blocks up to the oldest state cannot be rolled back, so their reverse diffs are removed.
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
        let transaction = self.disk.get()?.database.begin_read().map_err(failure)?;
        DiskView::new(Reader::new(&transaction)?, self.basis.clone(), self.window.state(blocks)?)
    }

    fn rollback(&mut self, blocks: u64) -> Result<(), Error> {
        self.disk.get()?;
        let (target, newest) = (self.window.rollback_target(blocks)?, self.window.head().blocks);
        let state = self.window.state(target)?.clone();
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
            // A record of another block at the same path has a valid checksum, so the root is compared.
            let root = match table.get(Path::ROOT.as_bytes()).map_err(failure)? {
                Some(record) => record::open_node(&Path::ROOT, record.value())?,
                None => Node::Internal(Internal::EMPTY),
            };
            require_root(&state, &root)?;
            history.retain_in((target + 1, &[][..]).., |_, _| false).map_err(failure)
        })?;
        self.window.rollback_to(target);
        Ok(())
    }

    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        let nodes = self.reader()?.nodes()?;
        Ok(nodes.map(|node| self.disk.get().and(node)))
    }

    fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        self.disk.get()?;
        self.window.require_diff(block)?;
        self.reader()?.changed(block)
    }
}
