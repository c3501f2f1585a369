//! Files that are replaced once they are complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Failure;
use crate::status::vorpal_status::VORPAL_ERROR_STORE;

/// The failure of a call that reads or writes a file.
pub(crate) fn of_file(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::new(VORPAL_ERROR_STORE, format_args!("{}: {error}", file.display()))
}

/// Writes a file beside the place, and then gives it the name.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    // The temporary name is unique to the call, so no other call writes to this file.
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let mut part = OsString::from(path);
    part.push(format!(".{}.{}.part", std::process::id(), CALLS.fetch_add(1, Ordering::Relaxed)));
    let part = Path::new(&part);
    let mut file = File::create_new(part)?;
    let written = write(&mut file)
        .and_then(|()| file.flush())
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(part, path));
    if written.is_err() {
        // The incomplete file is useless.
        let _ = fs::remove_file(part);
    }
    written
}
