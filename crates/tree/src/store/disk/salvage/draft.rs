//! A new store under a temporary name.
//!
//! Nothing needs it before it is finished, so its transactions do not wait for the disk. At the end all of it is
//! written to the disk, and only then it gets its name.

use std::io;
use std::path::Path as FilePath;

use redb::backends::FileBackend;
use redb::{Database, StorageBackend, WriteTransaction};
use tempfile::NamedTempFile;
use vorpal_ipa::Committer;

use crate::store::disk::database::{begin, initialise};
use crate::store::disk::files::{self, OpenedFile, failure, file_error, open_error};
use crate::store::disk::{DiskOptions, DiskStore};
use crate::{Error, Tree};

pub(super) struct Draft<'a> {
    unfinished: NamedTempFile,
    directory: &'a FilePath,
    options: DiskOptions,
}

impl<'a> Draft<'a> {
    /// A store without blocks.
    pub(super) fn create(directory: &'a FilePath, options: DiskOptions) -> Result<Self, Error> {
        let unfinished = files::unfinished(directory).map_err(|error| file_error(directory, error))?;
        let draft = Self { unfinished, directory, options };
        initialise(&draft.open()?, options)?;
        Ok(draft)
    }

    fn open(&self) -> Result<Database, Error> {
        let failed = |error| file_error(self.directory, error);
        let file = self.unfinished.reopen().map_err(failed)?;
        let backend = FileBackend::new(file).map_err(|error| open_error(self.directory, error))?;
        let database = self.options.builder().create_with_backend(Unsynced(backend));
        database.map_err(|error| open_error(self.directory, error))
    }

    /// Runs one transaction.
    pub(super) fn change<T>(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let database = self.open()?;
        let transaction = begin(&database)?;
        let done = work(&transaction)?;
        transaction.commit().map_err(failure)?;
        Ok(done)
    }

    /// The [full check](Tree::check).
    pub(super) fn check(&self, committer: &Committer) -> Result<(), Error> {
        let opened = OpenedFile::unnamed(self.unfinished.path());
        let tree = Tree::over(DiskStore::with_database(self.open()?, opened, self.options)?);
        tree.check(committer).map(drop)
    }

    /// Writes the store to the disk and gives it its name, which must be free.
    pub(super) fn finish(self, file: &FilePath) -> Result<(), Error> {
        let failed = |error| file_error(file, error);
        self.unfinished.as_file().sync_all().map_err(failed)?;
        self.unfinished.persist_noclobber(file).map_err(|refused| failed(refused.error))?;
        files::sync(self.directory).map_err(failed)
    }
}

/// A file whose writes are not waited for.
#[derive(Debug)]
struct Unsynced(FileBackend);

impl StorageBackend for Unsynced {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.0.close()
    }
}
