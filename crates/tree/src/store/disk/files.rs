//! The file and directory of a disk store: creation, opening with locks, and detection of a replaced file.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::{Path as FilePath, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use redb::backends::FileBackend;
use redb::{ConcurrencyMode, Database, DatabaseError, ReadOnlyDatabase, StorageError};

use super::DiskOptions;
use crate::Error;

/// The name of the file in the store's directory.
pub(super) const FILE: &str = "state.redb";
/// The prefix of the temporary name that the store's file has until it is complete.
const UNFINISHED: &str = "state.redb.new.";
/// The pause between two attempts to lock a file.
const PAUSE: Duration = Duration::from_millis(10);

/// The path and the identity of an open file, to detect that the path leads to another file later.
#[derive(Debug)]
pub(super) struct OpenedFile {
    file: PathBuf,
    /// Device and inode number of the file, on systems that have them.
    identity: Option<(u64, u64)>,
}

impl OpenedFile {
    /// The path of a store without a name of its own: in a temporary file, or in memory.
    pub(super) fn unnamed(file: &FilePath) -> Self {
        Self { file: file.into(), identity: None }
    }

    fn new(file: &FilePath, opened: &File) -> io::Result<Self> {
        Ok(Self { file: file.into(), identity: identity(&opened.metadata()?) })
    }

    /// The same file under another path.
    pub(super) fn renamed(self, file: &FilePath) -> Self {
        Self { file: file.into(), ..self }
    }

    pub(super) fn file(&self) -> &FilePath {
        &self.file
    }

    /// Checks that the path still leads to the file that was opened.
    ///
    /// # Errors
    /// [`Error::StoreGone`] if it leads to another file or to none; [`Error::Store`] if that cannot be found out.
    pub(super) fn confirm(&self) -> Result<(), Error> {
        if self.identity.is_none() {
            return Ok(());
        }
        match std::fs::metadata(&self.file) {
            Ok(found) if identity(&found) == self.identity => Ok(()),
            Ok(_) => Err(gone(&self.file, "another file is at this path")),
            Err(error) if is_absence(&error) => Err(gone(&self.file, error)),
            Err(error) => Err(Error::Store { reason: format!("{}: {error}", self.file.display()) }),
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "other systems have no identity")]
fn identity(metadata: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Whether an error means that there is no file at a path. All others leave this open.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// The absolute form of a directory's path, so that a later change of the working directory does not affect the store.
pub(super) fn absolute(directory: &FilePath) -> Result<PathBuf, Error> {
    std::path::absolute(directory).map_err(|error| file_error(directory, error))
}

/// The path of the store's file in a directory.
///
/// # Errors
/// [`Error::StoreFile`] if there is none, or if it is no regular file: opening a pipe would wait for a writer.
pub(super) fn existing(directory: &FilePath) -> Result<PathBuf, Error> {
    let file = directory.join(FILE);
    match std::fs::metadata(&file) {
        Ok(metadata) if metadata.is_file() => Ok(file),
        Ok(_) => Err(file_error(&file, "not a regular file")),
        Err(error) if is_absence(&error) => Err(file_error(&file, "there is no store here")),
        Err(error) => Err(file_error(&file, error)),
    }
}

/// Calls `work`, and repeats it while it fails with [`Error::StoreLocked`] and the time `wait` has not elapsed.
pub(super) fn retry_while_locked<T>(wait: Duration, work: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
    let start = Instant::now();
    loop {
        match work() {
            Err(Error::StoreLocked { .. }) if start.elapsed() < wait => sleep(PAUSE),
            done => return done,
        }
    }
}

/// Opens the database in a file for writing. Other processes may read it meanwhile; another writer causes
/// [`Error::StoreLocked`].
pub(super) fn writable(file: &FilePath, options: DiskOptions) -> Result<(Database, OpenedFile), Error> {
    let open = |mode: ConcurrencyMode| -> Result<_, OpenFailure> {
        let opened = OpenOptions::new().read(true).write(true).open(file)?;
        // redb would create a new database in an empty file.
        if opened.metadata()?.len() == 0 {
            return Err(OpenFailure::Empty);
        }
        let identified = OpenedFile::new(file, &opened)?;
        let mut builder = options.builder();
        builder.set_concurrency_mode(mode);
        Ok((builder.create_with_backend(FileBackend::new(opened)?)?, identified))
    };
    in_any_lock_mode(open).map_err(|error| error.at(file))
}

/// Opens the database in a file for reading while another process may write to it. Also returns the file.
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

/// Opens a file with byte-range locks, so that readers and a writer share it. If the file system does not support them,
/// opens it with a lock on the whole file.
fn in_any_lock_mode<T>(open: impl Fn(ConcurrencyMode) -> Result<T, OpenFailure>) -> Result<T, OpenFailure> {
    match open(ConcurrencyMode::SingleWriter) {
        Err(OpenFailure::Database(DatabaseError::Storage(StorageError::Unsupported))) => {
            open(ConcurrencyMode::ExclusiveWriter)
        }
        opened => opened,
    }
}

/// The reason why a file cannot be opened.
pub(super) enum OpenFailure {
    /// The file is empty.
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

    /// Whether the reason is a writer that ended without closing the file.
    pub(super) fn is_unclean(&self) -> bool {
        matches!(self, Self::Database(DatabaseError::RepairAborted))
    }

    /// Whether the file cannot be written.
    pub(super) fn is_read_only(error: &io::Error) -> bool {
        matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
    }
}

/// Creates an empty file for a new store, with the default permissions of new files.
pub(super) fn unfinished(directory: &FilePath) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(directory)
}

/// Removes the temporary files of killed creations. Those of concurrent creations may be removed as well, since the
/// store exists already.
pub(super) fn remove_unfinished(directory: &FilePath) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(UNFINISHED)) {
        // A file that cannot be removed does no harm.
        let _ = std::fs::remove_file(entry.path());
    }
}

/// Creates a directory with all its parents, durably as far as the permissions allow directories to be opened.
pub(super) fn create_directory(directory: &FilePath) -> io::Result<()> {
    let missing: Vec<&FilePath> = directory.ancestors().skip(1).take_while(|above| !above.exists()).collect();
    std::fs::create_dir_all(directory)?;
    // The parent is synchronised even if the directory exists: its creator may have been killed before doing so.
    [directory].iter().chain(&missing).filter_map(|made| made.parent()).try_for_each(|above| {
        match sync(above) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            synced => synced,
        }
    })
}

/// Makes the entries of a directory durable.
pub(super) fn sync(directory: &FilePath) -> io::Result<()> {
    // The parent of a relative path with one component is the empty path.
    let directory = if directory.as_os_str().is_empty() { FilePath::new(".") } else { directory };
    File::open(directory)?.sync_all()
}

/// The error for a failure of redb on an open store.
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

/// The error for a failure of redb when it opens a file.
pub(super) fn open_error(file: &FilePath, error: DatabaseError) -> Error {
    match error {
        DatabaseError::DatabaseAlreadyOpen | DatabaseError::LockProtocolMismatch => locked(file),
        error => opening_error(file, error.into()),
    }
}

/// The error for a failure of redb when it reads the contents of a file during opening.
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
