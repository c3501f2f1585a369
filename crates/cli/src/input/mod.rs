//! Readers of files that somebody else wrote.
//!
//! They read piece by piece: what is larger than its limit is refused before it is in memory, and what is in memory is
//! what the file justifies. An error names the file, the line if there is one and the limit, and shows at most
//! [`SHOWN`] characters of the input.
//!
//! Fuzzing compiles this folder as well (`fuzz/src/lib.rs`): it needs nothing else of the command but `hex.rs`.

pub(crate) mod accounts;
pub(crate) mod excerpt;
pub(crate) mod genesis;
mod json;
pub(crate) mod json_file;
pub(crate) mod key_values;
pub(crate) mod lines;
pub(crate) mod roots;
pub(crate) mod signatures;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is wrong with a file, and in which of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) file: PathBuf,
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

impl Error {
    /// A file as a whole is bad.
    fn file(file: &Path, reason: impl fmt::Display) -> Self {
        Self { file: file.into(), line: None, reason: reason.to_string() }
    }

    /// A line of a file is bad.
    fn line(file: &Path, line: u64, reason: impl fmt::Display) -> Self {
        Self { file: file.into(), line: Some(line), reason: reason.to_string() }
    }
}

/// The bytes of a file that has at most so many. One more is read, and no others.
pub(crate) fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let failure = |error| Error::file(path, error);
    let file = File::open(path).map_err(failure)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > most {
        return Err(Error::file(path, format!("more than {most} bytes; there may be no more")));
    }
    Ok(bytes)
}
