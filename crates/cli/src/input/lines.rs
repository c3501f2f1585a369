//! Readers of text by lines, and of CSV with hexadecimal fields.
//!
//! The fields never need quotes, and every error must name the right line. So a line is split at its commas, and
//! quotes, byte order marks and blank lines are malformed fields.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::Error;
use super::excerpt::excerpt_of_bytes;
use crate::hex::Bytes;

/// The largest length of a line of CSV in bytes; valid lines have fewer than 400.
pub(crate) const CSV_LINE: usize = 4096;

/// The largest length of a line of JSON in bytes: an account with some 50,000 storage slots.
pub(crate) const JSON_LINE: usize = 8 << 20;

/// The largest number of lines of a file.
pub(crate) const LINES: u64 = 1 << 24;

/// The lines of a text, one in memory at a time.
pub(crate) struct Lines<'a, R> {
    path: &'a Path,
    reader: R,
    /// The largest length of a line in bytes, without its end.
    max: usize,
    /// The number of the current line.
    number: u64,
    line: Vec<u8>,
}

impl<'a> Lines<'a, BufReader<File>> {
    pub(crate) fn open(path: &'a Path, max: usize) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        Ok(Self::new(path, BufReader::new(file), max))
    }
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// The lines of a reader. Errors name the path.
    pub(crate) fn new(path: &'a Path, reader: R, max: usize) -> Self {
        Self { path, reader, max, number: 0, line: Vec::new() }
    }

    /// The next line with its number, from 1. The line is without its end: `\n`, `\r\n` or the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &str)>, Error> {
        let (path, number) = (self.path, self.number + 1);
        self.number = number;
        self.line.clear();
        // Two bytes for the end of the line, and one byte that shows that the line is too long.
        let limit = self.max as u64 + 3;
        let read = (&mut self.reader).take(limit).read_until(b'\n', &mut self.line);
        if read.map_err(|error| Error::file(path, error))? == 0 {
            return Ok(None);
        }
        if number > LINES {
            return Err(Error::line(path, number, format!("more than {LINES} lines, which is the limit")));
        }
        let line = self
            .line
            .strip_suffix(b"\n")
            .map_or(&self.line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
        if line.len() > self.max {
            let (max, beginning) = (self.max, excerpt_of_bytes(line));
            let reason = format!("more than {max} bytes in a line, which is the limit: `{beginning}`");
            return Err(Error::line(path, number, reason));
        }
        let line = std::str::from_utf8(line).map_err(|_| Error::line(path, number, "not UTF-8 text"))?;
        Ok(Some((number, line)))
    }

    /// Parses all remaining lines by `read`. Rejects a line whose `identity` equals that of an earlier line.
    ///
    /// # Errors
    /// The error of `read`, or the duplicate, called `what`; both with the number of the line.
    pub(crate) fn read_distinct<T, I: Hash + Eq + Display>(
        mut self,
        what: &str,
        read: impl Fn(u64, &str) -> Result<T, String>,
        identity: impl Fn(&T) -> I,
    ) -> Result<Vec<T>, Error> {
        let (path, mut seen, mut items) = (self.path, HashMap::new(), Vec::new());
        while let Some((number, line)) = self.next()? {
            let item = read(number, line).map_err(|reason| Error::line(path, number, reason))?;
            let identity = identity(&item);
            if let Some(before) = seen.get(&identity) {
                let reason = format!("{what} {identity} occurs already in line {before}");
                return Err(Error::line(path, number, reason));
            }
            seen.insert(identity, number);
            items.push(item);
        }
        Ok(items)
    }
}

/// The fields of a CSV line, by the names of their columns.
pub(crate) struct Fields<'a> {
    columns: &'a [&'a str],
    fields: Vec<&'a str>,
}

impl<'a> Fields<'a> {
    pub(crate) fn split(line: &'a str, columns: &'a [&'a str]) -> Result<Self, String> {
        // Commas are counted before the fields are collected, so that a line with many commas takes no more memory.
        let found = 1 + line.bytes().filter(|byte| *byte == b',').count();
        if found != columns.len() {
            return Err(format!(
                "{found} fields where {} are expected: {}",
                columns.len(),
                columns.join(",")
            ));
        }
        Ok(Self { columns, fields: line.split(',').collect() })
    }

    /// Whether the line has this column.
    pub(crate) fn has(&self, column: usize) -> bool {
        column < self.fields.len()
    }

    /// Parses the field of a column by `read`. Errors name the column.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], max: usize) -> Result<Vec<String>, Error> {
        let mut lines = Lines::new(Path::new("x"), text, max);
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next()? {
            assert_eq!(number, all.len() as u64 + 1);
            all.push(line.to_string());
        }
        Ok(all)
    }

    #[test]
    fn splits_lines_as_the_standard_library_does() {
        for text in ["", "\n", "a", "a\n", "a\nb", "a\r\nb\r\n\r\n", "\r", "a\r\r\n", "\n\na\n\n", "a\rb\n"] {
            assert_eq!(all(text.as_bytes(), 2 + text.len()), Ok(text.lines().map(String::from).collect()));
        }
    }

    #[test]
    fn rejects_lines_beyond_the_limit() {
        for end in ["", "\n", "\r\n"] {
            assert_eq!(all(format!("12345{end}").as_bytes(), 5), Ok(vec!["12345".into()]));
            let error = all(format!("1\n123456{end}").as_bytes(), 5).unwrap_err();
            assert_eq!(error.line, Some(2));
            assert!(error.reason.contains("more than 5 bytes"), "{}", error.reason);
        }
    }

    #[test]
    fn rejects_lines_beyond_their_number() {
        let mut lines = Lines::new(Path::new("x"), BufReader::new(std::io::repeat(b'\n')), 10);
        for number in 1..=LINES {
            assert_eq!(lines.next(), Ok(Some((number, ""))));
        }
        let error = lines.next().unwrap_err();
        assert_eq!(
            error,
            Error::line(Path::new("x"), LINES + 1, "more than 16777216 lines, which is the limit")
        );
    }

    #[test]
    fn reading_an_endless_line_stops_at_the_limit() {
        let mut reader = BufReader::with_capacity(16, std::io::repeat(b','));
        let mut lines = Lines::new(Path::new("x"), &mut reader, 1000);
        let error = lines.next().unwrap_err();
        assert!(lines.line.capacity() < 4096);
        assert!(error.reason.contains(&format!("`{}...`", ",".repeat(80))), "{}", error.reason);
    }
}
