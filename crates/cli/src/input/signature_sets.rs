//! The reader of signature sets: CSV of a signature, its keys and its message.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::Error;
use super::lines::{Fields, Lines};
use crate::hex;

/// The columns.
pub(crate) const COLUMNS: &str = "signature,keys,message";

/// The largest length of a line: some 20,000 keys.
const LINE: usize = 4 << 20;

/// A line of a file of sets, with the bytes as they are.
pub(crate) struct Line {
    pub(crate) signature: Vec<u8>,
    pub(crate) keys: Vec<Vec<u8>>,
    pub(crate) message: Vec<u8>,
    file: PathBuf,
    number: u64,
}

impl Line {
    /// The error of this line.
    pub(crate) fn error(&self, reason: impl std::fmt::Display) -> Error {
        Error::line(&self.file, self.number, reason)
    }

    /// `file:line`.
    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.number)
    }
}

/// Reads a file of sets, whose first line has the names of the columns.
pub(crate) fn read(path: &Path) -> Result<Vec<Line>, Error> {
    parse(path, Lines::open(path, LINE)?)
}

/// Reads sets as [`read`] does, from standard input. Errors name it `-`.
pub(crate) fn read_from_standard_input() -> Result<Vec<Line>, Error> {
    let name = Path::new("-");
    parse(name, Lines::new(name, std::io::stdin().lock(), LINE))
}

/// Reads lines of sets.
fn parse(path: &Path, mut lines: Lines<'_, impl BufRead>) -> Result<Vec<Line>, Error> {
    let header = lines.next()?.map_or("", |(_, line)| line);
    if header != COLUMNS {
        return Err(Error::line(path, 1, format!("the columns are not {COLUMNS}")));
    }
    let names: Vec<&str> = COLUMNS.split(',').collect();
    let mut sets = Vec::new();
    while let Some((number, line)) = lines.next()? {
        let fields = Fields::split(line, &names).and_then(|fields| {
            Ok(Line {
                signature: fields.read(0, hex::parse_bytes)?,
                keys: fields.read(1, keys)?,
                message: fields.read(2, hex::parse_bytes)?,
                file: path.into(),
                number,
            })
        });
        sets.push(fields.map_err(|reason| Error::line(path, number, reason))?);
    }
    Ok(sets)
}

/// Keys with a space between them. An empty field has none.
fn keys(field: &str) -> Result<Vec<Vec<u8>>, String> {
    if field.is_empty() { Ok(Vec::new()) } else { field.split(' ').map(hex::parse_bytes).collect() }
}
