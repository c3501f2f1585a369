//! Keys and values as they are: `*.csv` with rows `key,value`, 32 bytes each.

use std::path::Path;

use vorpal::tree::{Key, Value};

use crate::failure::Failure;
use crate::hex::Bytes;
use crate::lines::{Fields, read_distinct, read_text};

const COLUMNS: [&str; 2] = ["key", "value"];

/// Reads a file of keys and values. No key may occur twice.
pub(crate) fn read(path: &Path) -> Result<Vec<(Key, Value)>, Failure> {
    let entry = |_, line: &str| {
        let fields = Fields::split(line, &COLUMNS)?;
        Ok((Key::from(fields.bytes(0)?), fields.bytes(1)?))
    };
    read_distinct(path, &read_text(path)?, 1, "the key", entry, |(key, _)| Bytes(key.to_bytes()))
}
