//! The files of the commands for Groth16.

use std::fs::File;
use std::io;
use std::path::Path;

use vorpal::groth16::CurveId;
use vorpal::groth16::file::{Container, Kind};
use vorpal::groth16::setup::SetupError;

use crate::failure::Failure;
use crate::input::read_bytes;
use crate::output::files;

/// The most bytes of a JSON file. A verification key has about 240 bytes for each public signal.
const JSON: u64 = 1 << 26;

/// Reads a JSON file as a text.
pub(super) fn read_json(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path, JSON)?).map_err(|error| Failure::file(path, error.utf8_error()))
}

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<File, Failure> {
    File::open(path).map_err(|error| Failure::file(path, error))
}

/// The curve of a file, by its prime.
pub(super) fn curve_of(path: &Path, kind: Kind) -> Result<CurveId, Failure> {
    let refused = |error| Failure::file(path, error);
    CurveId::of(&mut Container::new(open(path)?, kind).map_err(refused)?).map_err(refused)
}

/// Writes what `content` writes to memory. A file appears under its name when it is complete.
pub(super) fn write(
    path: &Path,
    content: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    content(&mut bytes).map_err(|error| Failure::file(path, error))?;
    files::write(path, &bytes)
}

/// The failure of a setup that reads a file.
pub(super) fn refused(path: &Path) -> impl Fn(SetupError) -> Failure {
    move |error| Failure::file(path, error)
}
