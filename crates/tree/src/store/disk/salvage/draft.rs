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

    /// Writes the store to the disk, opens it, and gives it its name, which must be free. `sync` makes the entry of the
    /// directory durable. If that fails, the store is removed: it is open, so no other process writes to it.
    pub(super) fn finish(
        self,
        file: &FilePath,
        options: DiskOptions,
        sync: impl FnOnce(&FilePath) -> io::Result<()>,
    ) -> Result<DiskStore, Error> {
        let failed = |error| file_error(file, error);
        self.unfinished.as_file().sync_all().map_err(failed)?;
        let (database, opened) = files::writable(self.unfinished.path(), options)?;
        let store = DiskStore::with_database(database, opened.renamed(file), options.any_basis())?;
        self.unfinished.persist_noclobber(file).map_err(|refused| failed(refused.error))?;
        sync(self.directory).map_err(|error| match std::fs::remove_file(file) {
            Ok(()) => failed(error),
            Err(second) => file_error(file, format!("{error}; the new store cannot be removed: {second}")),
        })?;
        Ok(store)
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

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::store::{History, Store};

    #[test]
    #[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    fn a_store_whose_name_is_not_durable_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, options) = (folder.path().join(files::FILE), DiskOptions::default());
        let entries = || -> Vec<PathBuf> {
            std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        let draft = || Draft::create(folder.path(), options).unwrap();
        let refused = draft().finish(&file, options, |_| Err(io::Error::other("no sync")));
        assert_eq!(refused.unwrap_err(), file_error(&file, "no sync"));
        assert!(entries().is_empty());
        let store = draft().finish(&file, options, files::sync).unwrap();
        assert_eq!((store.head().blocks, entries()), (0, vec![file.clone()]));
        // The store knows its name, and nobody else can open it.
        store.confirm().unwrap();
        assert!(matches!(DiskStore::open(folder.path(), options), Err(Error::StoreLocked { .. })));
        // The name is free no more.
        assert!(matches!(draft().finish(&file, options, files::sync), Err(Error::StoreFile { .. })));
        drop(store);
        DiskStore::open(folder.path(), options).unwrap();
    }
}
