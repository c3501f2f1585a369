//! The store's file and directory: making them, opening them by their locks, and whether they are still there.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path as FilePath, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use redb::backends::FileBackend;
use redb::{ConcurrencyMode, Database, DatabaseError, ReadOnlyDatabase, StorageError};

use super::DiskOptions;
use crate::Error;

/// What the name of the store's file begins with until it is complete.
const UNFINISHED: &str = "state.redb.new.";
/// How long to sleep between two attempts to lock a file.
const PAUSE: Duration = Duration::from_millis(10);

/// A file that was opened: by its path another may be found later.
#[derive(Debug)]
pub(super) struct OpenedFile {
    file: PathBuf,
    /// Device and number of the file, where the system has them.
    identity: Option<(u64, u64)>,
}

impl OpenedFile {
    /// A place that is on no disk.
    #[cfg(test)]
    pub(super) fn in_memory(file: &FilePath) -> Self {
        Self { file: file.into(), identity: None }
    }

    fn new(file: &FilePath, opened: &File) -> io::Result<Self> {
        Ok(Self { file: file.into(), identity: identity(&opened.metadata()?) })
    }

    pub(super) fn file(&self) -> &FilePath {
        &self.file
    }

    /// Whether the path still leads to the file that was opened.
    pub(super) fn confirm(&self) -> Result<(), Error> {
        if self.identity.is_none() {
            return Ok(());
        }
        match std::fs::metadata(&self.file) {
            Ok(found) if identity(&found) == self.identity => Ok(()),
            Ok(_) => Err(gone(&self.file, "another file has taken its place")),
            Err(error) => Err(gone(&self.file, error)),
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems have none")]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Does something that needs a lock, again and again while somebody else has it and there is time.
pub(super) fn retry_while_locked<T>(wait: Duration, work: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
    let start = Instant::now();
    loop {
        match work() {
            Err(Error::StoreLocked { .. }) if start.elapsed() < wait => sleep(PAUSE),
            done => return done,
        }
    }
}

/// The database in a file, to be written. Readers go on beside it; another writer is [`Error::StoreLocked`].
pub(super) fn writable(file: &FilePath, options: DiskOptions) -> Result<(Database, OpenedFile), Error> {
    let open = |mode: ConcurrencyMode| -> Result<_, OpenFailure> {
        let opened = OpenOptions::new().read(true).write(true).open(file)?;
        // redb would make a new database of nothing.
        if opened.metadata()?.len() == 0 {
            return Err(OpenFailure::Empty);
        }
        let place = OpenedFile::new(file, &opened)?;
        let mut builder = options.builder();
        builder.set_concurrency_mode(mode);
        Ok((builder.create_with_backend(FileBackend::new(opened)?)?, place))
    };
    in_any_lock_mode(open).map_err(|error| error.at(file))
}

/// The database in a file, to be read beside whoever writes it, and the file.
pub(super) fn readable(
    file: &FilePath,
    options: DiskOptions,
) -> Result<(ReadOnlyDatabase, File), OpenFailure> {
    in_any_lock_mode(|mode| {
        let opened = File::open(file)?;
        if opened.metadata()?.len() == 0 {
            return Err(OpenFailure::Empty);
        }
        let mut builder = options.builder();
        builder.set_concurrency_mode(mode);
        Ok((builder.open_read_only_with_backend(FileBackend::new(opened.try_clone()?)?)?, opened))
    })
}

/// Beside each other, where the file's system can lock ranges of bytes; else one after the other.
fn in_any_lock_mode<T>(open: impl Fn(ConcurrencyMode) -> Result<T, OpenFailure>) -> Result<T, OpenFailure> {
    match open(ConcurrencyMode::SingleWriter) {
        Err(OpenFailure::Database(DatabaseError::Storage(StorageError::Unsupported))) => {
            open(ConcurrencyMode::ExclusiveWriter)
        }
        opened => opened,
    }
}

/// Why a file cannot be opened.
pub(super) enum OpenFailure {
    /// It has no bytes.
    Empty,
    Database(DatabaseError),
}

impl From<io::Error> for OpenFailure {
    fn from(error: io::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<DatabaseError> for OpenFailure {
    fn from(error: DatabaseError) -> Self {
        Self::Database(error)
    }
}

impl OpenFailure {
    pub(super) fn at(self, file: &FilePath) -> Error {
        match self {
            Self::Empty => damaged(file, "it is empty"),
            Self::Database(error) => open_error(file, error),
        }
    }

    /// Whether a writer that ended without closing the file is why a reader cannot open it.
    pub(super) fn is_unclean(&self) -> bool {
        matches!(self, Self::Database(DatabaseError::RepairAborted))
    }

    /// Whether the file must not be written.
    pub(super) fn is_read_only(error: &io::Error) -> bool {
        matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
    }
}

/// An empty file for a new store, with the permissions that files have here.
pub(super) fn unfinished(directory: &FilePath) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

/// Removes what creations that were killed have left. Of one that is at work, too: there is a store now.
pub(super) fn remove_unfinished(directory: &FilePath) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED)) {
        // They are in nobody's way.
        let _ = std::fs::remove_file(entry.path());
    }
}

/// Makes a directory with all above it, so that a crash after this leaves it there, as far as directories may be
/// opened.
pub(super) fn create_directory(directory: &FilePath) -> io::Result<()> {
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
pub(super) fn sync(directory: &FilePath) -> io::Result<()> {
    // A relative path of one part has the empty path above it.
    let directory = if directory.as_os_str().is_empty() { FilePath::new(".") } else { directory };
    File::open(directory)?.sync_all()
}

/// What redb says about work on an open store.
pub(super) fn failure(error: impl Into<redb::Error>) -> Error {
    Error::Store { reason: error.into().to_string() }
}

pub(super) fn damaged(file: &FilePath, reason: impl ToString) -> Error {
    Error::StoreDamaged { file: file.into(), reason: reason.to_string() }
}

pub(super) fn file_error(file: &FilePath, reason: impl ToString) -> Error {
    Error::StoreFile { file: file.into(), reason: reason.to_string() }
}

pub(super) fn gone(file: &FilePath, reason: impl ToString) -> Error {
    Error::StoreGone { file: file.into(), reason: reason.to_string() }
}

pub(super) fn locked(file: &FilePath) -> Error {
    Error::StoreLocked { file: file.into() }
}

/// What redb says about a file that is to be opened.
pub(super) fn open_error(file: &FilePath, error: DatabaseError) -> Error {
    match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => locked(file),
        error => opening_error(file, error.into()),
    }
}

/// What redb says about a file that it has found, and what is in it.
pub(super) fn opening_error(file: &FilePath, error: redb::Error) -> Error {
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
