//! The reader of claims about blobs: CSV whose columns say what is claimed.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use super::Error;
use super::excerpt::excerpt;
use super::lines::{Fields, Lines};
use crate::hex;

/// The columns of the kinds of claims.
pub(crate) const BLOBS: &str = "commitment,proof";
/// See [`BLOBS`].
pub(crate) const VALUES: &str = "commitment,z,y,proof";
/// See [`BLOBS`].
pub(crate) const CELLS: &str = "commitment,cell_index,cell,proof";

/// The largest length of a line: a cell has 4,096 digits.
const LINE: usize = 8192;

/// What a line claims, with the bytes as they are.
pub(crate) enum Claim {
    /// A blob has a commitment.
    Blob,
    /// The polynomial of a blob has the value `y` at `z`.
    Value { z: Vec<u8>, y: Vec<u8> },
    /// A blob has a cell.
    Cell { index: u64, cell: Vec<u8> },
}

/// A line of a file of claims.
pub(crate) struct Line {
    pub(crate) commitment: Vec<u8>,
    pub(crate) proof: Vec<u8>,
    pub(crate) claim: Claim,
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

/// Reads a file of claims, whose first line has the names of the columns.
pub(crate) fn read(path: &Path) -> Result<Vec<Line>, Error> {
    parse(path, Lines::open(path, LINE)?)
}

/// Reads claims as [`read`] does, from standard input. Errors name it `-`.
pub(crate) fn read_from_standard_input() -> Result<Vec<Line>, Error> {
    let name = Path::new("-");
    parse(name, Lines::new(name, std::io::stdin().lock(), LINE))
}

/// Reads lines of claims.
pub(crate) fn parse(path: &Path, mut lines: Lines<'_, impl BufRead>) -> Result<Vec<Line>, Error> {
    let header = lines.next()?.map_or("", |(_, line)| line);
    let columns = [BLOBS, VALUES, CELLS].into_iter().find(|columns| header == *columns);
    let columns = columns
        .ok_or_else(|| Error::line(path, 1, format!("the columns are not {BLOBS} or {VALUES} or {CELLS}")))?;
    let names: Vec<&str> = columns.split(',').collect();
    let mut claims = Vec::new();
    while let Some((number, line)) = lines.next()? {
        let fields = Fields::split(line, &names).and_then(|fields| claim(path, number, &fields, columns));
        claims.push(fields.map_err(|reason| Error::line(path, number, reason))?);
    }
    Ok(claims)
}

fn claim(path: &Path, number: u64, fields: &Fields<'_>, columns: &str) -> Result<Line, String> {
    let bytes = |column| fields.read(column, hex::parse_bytes);
    let (claim, proof) = match columns {
        VALUES => (Claim::Value { z: bytes(1)?, y: bytes(2)? }, 3),
        CELLS => (Claim::Cell { index: fields.read(1, index)?, cell: bytes(2)? }, 3),
        _ => (Claim::Blob, 1),
    };
    Ok(Line { commitment: bytes(0)?, proof: bytes(proof)?, claim, file: path.into(), number })
}

fn index(field: &str) -> Result<u64, String> {
    let is_number = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    let number = field.parse().ok().filter(|_| is_number);
    number.ok_or_else(|| format!("`{}` is not the index of a cell", excerpt(field)))
}
