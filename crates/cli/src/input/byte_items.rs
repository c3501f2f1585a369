//! Readers of files of items of one length: blobs, cells, keys or signatures, as bytes one after the other, or as text
//! with `0x` and the hexadecimal digits of an item in each line.

use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{Error, read_bytes};
use crate::hex;

/// The largest length of a file: some 4,000 blobs as text.
const FILE: u64 = 1 << 30;

/// An item of a file.
pub(crate) struct Item {
    pub(crate) bytes: Vec<u8>,
    file: PathBuf,
    /// The line, if the file is text.
    line: Option<u64>,
    /// The index in the file.
    index: usize,
}

impl Item {
    /// The error of this item, which is a `what`.
    pub(crate) fn error(&self, what: &str, reason: impl Display) -> Error {
        let reason = match self.line {
            Some(_) => reason.to_string(),
            None => format!("{what} {}: {reason}", self.index),
        };
        Error { file: self.file.clone(), line: self.line, reason }
    }

    /// The file and the number of the item, for reports.
    pub(crate) fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file.display()),
            None => format!("{}, {}", self.file.display(), self.index),
        }
    }
}

/// Reads the items of a file, at least one. `what` names an item, which has `length` bytes.
pub(crate) fn read(path: &Path, what: &str, length: usize) -> Result<Vec<Item>, Error> {
    parse(path, read_bytes(path, FILE)?, what, length)
}

/// Reads items as [`read`] does, from standard input. Errors name it `-`.
pub(crate) fn read_from_standard_input(what: &str, length: usize) -> Result<Vec<Item>, Error> {
    let (path, mut bytes) = (Path::new("-"), Vec::new());
    let read = std::io::stdin().lock().take(FILE + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::file(path, error))?;
    if bytes.len() as u64 > FILE {
        return Err(Error::file(path, format!("more than {FILE} bytes, which is the limit")));
    }
    parse(path, bytes, what, length)
}

/// Reads items. Text is recognised by its first line: `0x` and the digits of one item. Bytes of items look like this
/// only if they are digits themselves.
pub(crate) fn parse(path: &Path, bytes: Vec<u8>, what: &str, length: usize) -> Result<Vec<Item>, Error> {
    let item = |bytes: Vec<u8>, line, index| Item { bytes, file: path.into(), line, index };
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let first = first.strip_suffix(b"\r").unwrap_or(first);
    let is_multiple = !bytes.is_empty() && bytes.len().is_multiple_of(length);
    if bytes.starts_with(b"0x") && (first.len() == 2 + 2 * length || !is_multiple) {
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::file(path, "not UTF-8 text"))?;
        let read = |(index, line): (usize, &str)| {
            let number = index as u64 + 1;
            let bytes = hex::parse_bytes(line).map_err(|reason| Error::line(path, number, reason))?;
            if bytes.len() != length {
                let reason = format!("{} bytes where the {length} of a {what} are expected", bytes.len());
                return Err(Error::line(path, number, reason));
            }
            Ok(item(bytes, Some(number), index))
        };
        return text.lines().enumerate().map(read).collect();
    }
    if !is_multiple {
        let found = bytes.len();
        let reason = format!("{found} bytes; a {what} has {length}, or 0x and {} digits", 2 * length);
        return Err(Error::file(path, reason));
    }
    let items = bytes.chunks_exact(length).enumerate();
    Ok(items.map(|(index, bytes)| item(bytes.into(), None, index)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(content: &[u8]) -> Result<Vec<Vec<u8>>, (Option<u64>, String)> {
        let items = parse(Path::new("x"), content.to_vec(), "pair", 2);
        let items = items.map_err(|error| (error.line, error.reason))?;
        Ok(items.into_iter().map(|item| item.bytes).collect())
    }

    #[test]
    fn reads_bytes_and_text() {
        for (content, expected) in [
            (&b"ab"[..], &[b"ab"][..]),
            (b"abcd", &[b"ab", b"cd"]),
            (b"0x", &[b"0x"]),
            (b"0x12", &[b"0x", b"12"]),
            (b"0x6162", &[b"ab"]),
            (b"0x6162\n", &[b"ab"]),
            (b"0x6162\r\n0x6364", &[b"ab", b"cd"]),
            (b"0x6162\n0x6364\n", &[b"ab", b"cd"]),
        ] {
            let expected: Vec<Vec<u8>> = expected.iter().map(|item| item.to_vec()).collect();
            assert_eq!(items(content), Ok(expected), "{}", content.escape_ascii());
        }
    }

    #[test]
    fn refuses_other_lengths_and_digits() {
        for (content, line, reason) in [
            (&b""[..], None, "0 bytes; a pair has 2, or 0x and 4 digits"),
            (b"abc", None, "3 bytes; a pair has 2"),
            (b"0x616", Some(1), "an odd number"),
            (b"0x61\n", Some(1), "1 bytes where the 2 of a pair are expected"),
            (b"0x6162\n\n", Some(2), "does not start with 0x"),
            (b"0x6162\n0x61zz", Some(2), "is not a hexadecimal digit"),
            (b"0x6162\n\xff\xff", None, "not UTF-8"),
        ] {
            let (found, text) = items(content).unwrap_err();
            assert_eq!(found, line, "{}", content.escape_ascii());
            assert!(text.contains(reason), "{text}");
        }
    }
}
