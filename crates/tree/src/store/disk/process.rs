//! Values that belong to the process that opened them.
//!
//! A forked child has copies of its parent's open files and of the state in memory that describes them. The copies share
//! locks and the contents of the file, but not the state. If both processes wrote, or if the child closed the file, they
//! would overwrite each other's pages and release each other's locks.

use std::path::{Path as FilePath, PathBuf};

use crate::Error;

/// A value that only the process that made it can use. In every other process access is an error, and dropping forgets
/// the value: nothing is written and no lock is released.
///
/// Processes are compared by their numbers. A program that starts with `exec` has neither the value nor its files.
#[derive(Debug)]
pub(super) struct OfProcess<T> {
    /// The file of the store, for errors.
    file: PathBuf,
    process: u32,
    /// `None` only while it is dropped.
    value: Option<T>,
}

impl<T> OfProcess<T> {
    pub(super) fn new(file: &FilePath, value: T) -> Self {
        Self { file: file.into(), process: std::process::id(), value: Some(value) }
    }

    /// The value.
    ///
    /// # Errors
    /// [`Error::StoreProcess`] in another process.
    pub(super) fn get(&self) -> Result<&T, Error> {
        let found = std::process::id();
        match &self.value {
            Some(value) if found == self.process => Ok(value),
            _ => Err(self.error(found)),
        }
    }

    /// As [`get`](Self::get).
    pub(super) fn get_mut(&mut self) -> Result<&mut T, Error> {
        self.get()?;
        let Self { file, process, value } = self;
        value.as_mut().ok_or_else(|| error(file, *process, *process))
    }

    fn error(&self, found: u32) -> Error {
        error(&self.file, self.process, found)
    }
}

fn error(file: &FilePath, opened: u32, found: u32) -> Error {
    Error::StoreProcess { file: file.into(), opened, found }
}

impl<T> Drop for OfProcess<T> {
    fn drop(&mut self) {
        if std::process::id() != self.process {
            std::mem::forget(self.value.take());
        }
    }
}
