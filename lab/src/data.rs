//! Locates and reads the test data, for workloads with real inputs.

use std::path::PathBuf;

/// The reason why an input is not available.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Skipped(pub(crate) String);

/// The path of a folder of the test data: below `VORPAL_DATA`, or in `../shared/data` next to the project.
pub(crate) fn folder(name: &str) -> Result<PathBuf, Skipped> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data"));
    let root = std::env::var_os("VORPAL_DATA").map_or_else(default, PathBuf::from);
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
