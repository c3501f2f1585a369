//! Real input, where it is there.

use std::path::PathBuf;

use crate::workloads::Skipped;

/// A folder of the test data: below `VORPAL_DATA`, or `../shared/data` beside the project.
pub(crate) fn folder(name: &str) -> Result<PathBuf, Skipped> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let root = std::env::var_os("VORPAL_DATA").map_or_else(beside, PathBuf::from);
    let folder = root.join(name);
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(Skipped(format!("no folder {name} in VORPAL_DATA or ../shared/data")))
    }
}

/// The content of a file of the test data.
pub(crate) fn read(path: &std::path::Path) -> Result<Vec<u8>, Skipped> {
    std::fs::read(path).map_err(|error| Skipped(format!("{}: {error}", path.display())))
}
