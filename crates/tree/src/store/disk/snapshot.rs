//! Read-only snapshots of a disk store, for processes that read while another process writes.

use std::fs::{File, OpenOptions};
use std::path::Path as FilePath;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::sleep;
use std::time::Duration;

use redb::{Database, ReadOnlyDatabase, ReadTransaction, ReadableDatabase};
use vorpal_ipa::Scalar;

use super::files::{
    self, OpenFailure, absolute, existing, file_error, locked, open_error, readable, retry_while_locked,
};
use super::overlay::{Outcome, Start};
use super::process::OfProcess;
use super::reader::{Description, Reader, describe};
use super::{DiskOptions, DiskView, record};
use crate::store::check::require_root;
use crate::store::{Changes, Commit, Head, History, Store, Traffic};
use crate::update::load_node;
use crate::{Error, Node, Path};

/// The maximal number of attempts to check the pages. An attempt fails if a block is saved during the check.
const MAX_CHECKS: usize = 4;
/// The pause between two tests whether a pending commit is complete.
const PAUSE: Duration = Duration::from_millis(1);
/// The maximal number of such pauses.
const MAX_PAUSES: usize = 2000;

/// A read-only snapshot of a disk store, while another process, or a [`DiskStore`](super::DiskStore) of this one, may
/// write to the store. Later blocks do not change the snapshot. Reader and writer do not wait for each other. As long
/// as the snapshot exists, redb does not reuse the pages that it reads, and the file grows instead.
///
/// Opening checks the pages if [`DiskOptions::check`] is set. If blocks are saved faster than the file is read, the
/// check is omitted after four attempts. Then only the writer's own check, when it opened the store, applies.
///
/// A snapshot needs no permission to write and may be on a read-only medium. If a writer was killed, and no other has
/// opened the store since, opening repairs the store: in the file, or in memory if the file cannot be written.
///
/// A snapshot belongs to its process as the store does: see [`DiskStore`](super::DiskStore).
///
/// ```
/// # use vorpal_ipa::{Basis, Committer};
/// # use vorpal_tree::{DiskOptions, DiskSnapshot, DiskStore, Key, Tree};
/// # let committer = Committer::with_window(&Basis::default(), 4)?;
/// # let directory = tempfile::tempdir()?;
/// let mut tree = Tree::over(DiskStore::create(directory.path(), DiskOptions::default())?);
/// let before = Tree::over(DiskSnapshot::open(directory.path(), DiskOptions::default())?);
/// tree.update([(Key::from([7; 32]), [1; 32])])?;
/// tree.commit_block(&committer, "1")?;
/// assert_eq!(before.get(&Key::from([7; 32]))?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct DiskSnapshot {
    pinned: OfProcess<Pinned>,
    description: Description,
    bytes_read: AtomicU64,
}

/// The tables and the transaction of a snapshot. As long as the transaction exists, redb does not reuse the snapshot's
/// pages.
struct Pinned {
    reader: Reader,
    transaction: ReadTransaction,
    /// The database repaired in memory, if the file could not be written.
    _in_memory: Option<Database>,
}

impl std::fmt::Debug for Pinned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pinned").finish_non_exhaustive()
    }
}

impl DiskSnapshot {
    /// The current state of the store in a directory.
    ///
    /// # Errors
    /// As for [`DiskStore::open`](super::DiskStore::open). [`Error::StoreLocked`] means that a writer is repairing the
    /// store, or that the file system has no byte-range locks, which readers and a writer need to share a file.
    pub fn open(directory: impl AsRef<FilePath>, options: DiskOptions) -> Result<Self, Error> {
        let file = existing(&absolute(directory.as_ref())?)?;
        retry_while_locked(options.wait, || Self::attempt(&file, options))
    }

    fn attempt(file: &FilePath, options: DiskOptions) -> Result<Self, Error> {
        let (database, opened) = match readable(file, options) {
            Err(error) if error.is_unclean() => {
                if !may_be_written(file) {
                    return Self::repaired_in_memory(file, options);
                }
                // Opening the store for writing repairs it; it is closed at once.
                files::writable(file, options).map(drop)?;
                // The file is unclean again only if another writer was killed in the meantime.
                let still =
                    |error: OpenFailure| if error.is_unclean() { locked(file) } else { error.at(file) };
                readable(file, options).map_err(still)?
            }
            opened => opened.map_err(|error| error.at(file))?,
        };
        let transaction = pin(file, &database, &opened, options)?;
        Self::new(file, transaction, None, options)
    }

    /// The snapshot of a file that a killed writer left unclean and that cannot be written.
    pub(super) fn repaired_in_memory(file: &FilePath, options: DiskOptions) -> Result<Self, Error> {
        let unreadable = |error| file_error(file, error);
        let opened = File::open(file).map_err(unreadable)?;
        let start = Start::read(&opened).map_err(unreadable)?;
        let database = start.repaired(&opened, options).map_err(unreadable)?;
        let database = database.map_err(|error| open_error(file, error))?;
        let transaction = database.begin_read().map_err(|error| open_error(file, storage(error)))?;
        Self::new(file, transaction, Some(database), options)
    }

    fn new(
        file: &FilePath,
        transaction: ReadTransaction,
        in_memory: Option<Database>,
        options: DiskOptions,
    ) -> Result<Self, Error> {
        let description = describe(&transaction, file, options)?;
        let reader = Reader::new(&transaction)?;
        let pinned = OfProcess::new(file, Pinned { reader, transaction, _in_memory: in_memory });
        let snapshot = Self { pinned, description, bytes_read: AtomicU64::new(0) };
        require_root(snapshot.head(), load_node(&snapshot, Path::ROOT)?.as_ref())?;
        Ok(snapshot)
    }

    fn reader(&self) -> Result<&Reader, Error> {
        Ok(&self.pinned.get()?.reader)
    }
}

fn may_be_written(file: &FilePath) -> bool {
    let opened = OpenOptions::new().read(true).write(true).open(file);
    !opened.is_err_and(|error| OpenFailure::is_read_only(&error))
}

/// Begins the snapshot's transaction, and checks all of its pages if the options require it.
fn pin(
    file: &FilePath,
    database: &ReadOnlyDatabase,
    opened: &File,
    options: DiskOptions,
) -> Result<ReadTransaction, Error> {
    let begin = || database.begin_read().map_err(|error| open_error(file, storage(error)));
    let unreadable = |error| file_error(file, error);
    if !options.check {
        return begin();
    }
    for _ in 0..MAX_CHECKS {
        let mut start = Start::read(opened).map_err(unreadable)?;
        for _ in 0..MAX_PAUSES {
            if !start.is_unflushed() {
                break;
            }
            sleep(PAUSE);
            start = Start::read(opened).map_err(unreadable)?;
        }
        // The transaction sees the commit that is checked; otherwise the check returns `Changed`.
        let transaction = begin()?;
        match start.check(opened, options).map_err(unreadable)? {
            Outcome::Valid => return Ok(transaction),
            Outcome::Invalid(error) => return Err(open_error(file, error)),
            Outcome::Changed => (),
        }
    }
    begin()
}

fn storage(error: redb::TransactionError) -> redb::DatabaseError {
    match error {
        redb::TransactionError::Storage(error) => error.into(),
        error => redb::StorageError::Corrupted(error.to_string()).into(),
    }
}

impl Store for DiskSnapshot {
    fn load(&self, path: &Path) -> Result<Option<Arc<Node>>, Error> {
        Ok(self.reader()?.read(path, &self.bytes_read, record::open_node)?.map(Arc::new))
    }

    fn load_hash(&self, path: &Path) -> Result<Option<Scalar>, Error> {
        self.reader()?.read(path, &self.bytes_read, record::open_hash)
    }

    fn save(&mut self, _: Commit<'_>, _: Changes<'_>) -> Result<(), Error> {
        Err(Error::ReadOnly)
    }

    fn check_basis(&self, digest: &[u8; 32]) -> Result<(), Error> {
        self.pinned.get()?;
        self.description.basis.compare(digest)
    }

    fn traffic(&self) -> Traffic {
        Traffic { bytes_read: self.bytes_read.load(Relaxed), bytes_written: 0 }
    }
}

impl History for DiskSnapshot {
    type View<'a> = DiskView;

    fn head(&self) -> &Head {
        self.description.window.head()
    }

    fn heads(&self) -> impl Iterator<Item = &Head> {
        self.description.window.heads()
    }

    fn view(&self, blocks: u64) -> Result<DiskView, Error> {
        let transaction = &self.pinned.get()?.transaction;
        let head = self.description.window.state(blocks)?;
        DiskView::new(Reader::new(transaction)?, self.description.basis.clone(), head)
    }

    fn rollback(&mut self, _: u64) -> Result<(), Error> {
        Err(Error::ReadOnly)
    }

    fn nodes(&self) -> Result<impl Iterator<Item = Result<(Path, Arc<Node>), Error>>, Error> {
        let nodes = self.reader()?.nodes()?;
        Ok(nodes.map(|node| self.pinned.get().and(node)))
    }

    fn changed(&self, block: u64) -> Result<Vec<Path>, Error> {
        let reader = self.reader()?;
        self.description.window.require_diff(block)?;
        reader.changed(block)
    }
}
