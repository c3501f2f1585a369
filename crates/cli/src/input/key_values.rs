//! The reader of keys and values: `*.csv` with rows `key,value`, 32 bytes each.

use std::io::BufRead;
use std::path::Path;

use vorpal::tree::{Key, Value};

use super::Error;
use super::lines::{CSV_LINE, Fields, Lines};
use crate::hex::Bytes;

const COLUMNS: [&str; 2] = ["key", "value"];

/// Reads a file of keys and values. Rejects keys that occur twice.
pub(crate) fn read(path: &Path) -> Result<Vec<(Key, Value)>, Error> {
    parse(Lines::open(path, CSV_LINE)?)
}

/// Reads lines of keys and values.
pub(crate) fn parse(lines: Lines<'_, impl BufRead>) -> Result<Vec<(Key, Value)>, Error> {
    let entry = |_, line: &str| {
        let fields = Fields::split(line, &COLUMNS)?;
        Ok((Key::from(fields.bytes(0)?), fields.bytes(1)?))
    };
    lines.read_distinct("the key", entry, |(key, _)| Bytes(key.to_bytes()))
}
