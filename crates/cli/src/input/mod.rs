//! Readers of untrusted input files.
//!
//! They read files as streams, or whole up to a limit. Input beyond a limit is rejected before it is in memory, and
//! memory is proportional to the length of the file. An error names the file, the line if there is one and the limit.
//! It shows at most [`MAX_CHARS`](excerpt::MAX_CHARS) characters of the input.
//!
//! Fuzzing compiles this folder too (`fuzz/src/lib.rs`). So it uses no other module of the command except `hex`.

pub(crate) mod accounts;
pub(crate) mod byte_items;
pub(crate) mod excerpt;
pub(crate) mod genesis;
mod json;
pub(crate) mod json_file;
pub(crate) mod key_values;
pub(crate) mod kzg_claims;
pub(crate) mod lines;
pub(crate) mod precompile_vectors;
pub(crate) mod roots;
pub(crate) mod signature_sets;
pub(crate) mod signatures;
pub(crate) mod yaml;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The reason why a file is malformed, with the line if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub(crate) file: PathBuf,
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

impl Error {
    /// The error of a file as a whole.
    fn file(file: &Path, reason: impl fmt::Display) -> Self {
        Self { file: file.into(), line: None, reason: reason.to_string() }
    }

    /// The error of a line of a file.
    fn line(file: &Path, line: u64, reason: impl fmt::Display) -> Self {
        Self { file: file.into(), line: Some(line), reason: reason.to_string() }
    }
}

/// Reads a file of at most `max` bytes. Of a longer file, `max + 1` bytes are read.
pub(crate) fn read_bytes(path: &Path, max: u64) -> Result<Vec<u8>, Error> {
    let failure = |error| Error::file(path, error);
    let file = File::open(path).map_err(failure)?;
    let mut bytes = Vec::new();
    file.take(max.saturating_add(1)).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > max {
        return Err(Error::file(path, format!("more than {max} bytes, which is the limit")));
    }
    Ok(bytes)
}
