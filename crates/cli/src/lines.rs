//! Text files by lines, and CSV of hexadecimal fields.
//!
//! The fields here never need quotes, and every complaint must name the right line, so a line is split at its commas
//! and nothing else is understood: quotes, byte order marks and blank lines end up as malformed fields.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::Hash;
use std::io::Read;
use std::path::Path;

use crate::failure::Failure;
use crate::hex::Bytes;

/// The text of a file, which must be UTF-8.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    text(path, std::fs::read(path))
}

/// The text of standard input, which must be UTF-8; `name` stands for its path.
pub(crate) fn read_standard_input(name: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    text(name, std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes))
}

fn text(path: &Path, bytes: std::io::Result<Vec<u8>>) -> Result<String, Failure> {
    let bytes = bytes.map_err(|error| Failure::file(path, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        Failure::line(path, line as u64, "not UTF-8 text")
    })
}

/// Every line from the number `first` on, read by `read`, whose complaint gets the line's number. No line may repeat
/// what `identity` makes of an earlier one, named `what` in the complaint.
pub(crate) fn read_distinct<T, I: Hash + Eq + Display>(
    path: &Path,
    text: &str,
    first: usize,
    what: &str,
    read: impl Fn(u64, &str) -> Result<T, String>,
    identity: impl Fn(&T) -> I,
) -> Result<Vec<T>, Failure> {
    let mut seen = HashMap::new();
    let numbered = (1u64..).zip(text.lines()).skip(first - 1);
    let read = |(number, line)| {
        let item = read(number, line).map_err(|reason| Failure::line(path, number, reason))?;
        let identity = identity(&item);
        if let Some(before) = seen.get(&identity) {
            return Err(Failure::line(
                path,
                number,
                format!("{what} {identity} stands already in line {before}"),
            ));
        }
        seen.insert(identity, number);
        Ok(item)
    };
    numbered.map(read).collect()
}

/// The fields of a CSV line, by the names of their columns.
pub(crate) struct Fields<'a> {
    columns: &'a [&'a str],
    fields: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn split(line: &'a str, columns: &'a [&'a str]) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != columns.len() {
            return Err(format!(
                "{} fields where {} are expected: {}",
                fields.len(),
                columns.len(),
                columns.join(",")
            ));
        }
        Ok(Self { columns, fields })
    }

    /// Whether the line has this column.
    pub(crate) fn has(&self, column: usize) -> bool {
        column < self.fields.len()
    }

    /// The field of a column, with whatever complaint there is about it naming the column.
    pub(crate) fn read<T>(
        &self,
        column: usize,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, String> {
        read(self.fields[column]).map_err(|reason| format!("{}: {reason}", self.columns[column]))
    }

    pub(crate) fn bytes<const N: usize>(&self, column: usize) -> Result<[u8; N], String> {
        self.read(column, |field| Bytes::parse(field).map(|bytes| bytes.0))
    }
}
