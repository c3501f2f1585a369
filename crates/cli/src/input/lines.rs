//! Text by lines, and CSV of hexadecimal fields.
//!
//! The fields here never need quotes, and every complaint must name the right line, so a line is split at its commas
//! and nothing else is understood: quotes, byte order marks and blank lines end up as malformed fields.

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::File;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use super::Error;
use super::excerpt::excerpt_of_bytes;
use crate::hex::Bytes;

/// How many bytes a line of CSV may have; those of ours have fewer than 400.
pub(crate) const CSV_LINE: usize = 4096;

/// How many bytes a line of JSON may have: an account with some 50,000 storage slots.
pub(crate) const JSON_LINE: usize = 8 << 20;

/// How many lines a file may have.
pub(crate) const LINES: u64 = 1 << 24;

/// The lines of a text, one in memory at a time.
pub(crate) struct Lines<'a, R> {
    path: &'a Path,
    reader: R,
    /// How many bytes a line may have, without its end.
    most: usize,
    /// Of the line at hand.
    number: u64,
    line: Vec<u8>,
}

impl<'a> Lines<'a, BufReader<File>> {
    pub(crate) fn open(path: &'a Path, most: usize) -> Result<Self, Error> {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        Ok(Self::new(path, BufReader::new(file), most))
    }
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// Complaints call the text by the path.
    pub(crate) fn new(path: &'a Path, reader: R, most: usize) -> Self {
        Self { path, reader, most, number: 0, line: Vec::new() }
    }

    /// The next line with its number, from 1, without its end, which is `\n` or `\r\n` or that of the file.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &str)>, Error> {
        let (path, number) = (self.path, self.number + 1);
        self.number = number;
        self.line.clear();
        // With its end; one byte more shows that the line is too long.
        let most = self.most as u64 + 3;
        let read = (&mut self.reader).take(most).read_until(b'\n', &mut self.line);
        if read.map_err(|error| Error::file(path, error))? == 0 {
            return Ok(None);
        }
        if number > LINES {
            return Err(Error::line(path, number, format!("more than {LINES} lines; there may be no more")));
        }
        let line = self
            .line
            .strip_suffix(b"\n")
            .map_or(&self.line[..], |line| line.strip_suffix(b"\r").unwrap_or(line));
        if line.len() > self.most {
            let (most, beginning) = (self.most, excerpt_of_bytes(line));
            let reason = format!("more than {most} bytes in a line; there may be no more: `{beginning}`");
            return Err(Error::line(path, number, reason));
        }
        let line = std::str::from_utf8(line).map_err(|_| Error::line(path, number, "not UTF-8 text"))?;
        Ok(Some((number, line)))
    }

    /// All lines that are left, read by `read`, whose complaint gets the line's number. No line may repeat what
    /// `identity` makes of an earlier one, named `what` in the complaint.
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
                let reason = format!("{what} {identity} stands already in line {before}");
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
        // Counted before they are collected: commas take less memory than what they separate.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], most: usize) -> Result<Vec<String>, Error> {
        let mut lines = Lines::new(Path::new("x"), text, most);
        let mut all = Vec::new();
        while let Some((number, line)) = lines.next()? {
            assert_eq!(number, all.len() as u64 + 1);
            all.push(line.to_string());
        }
        Ok(all)
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "\n", "a", "a\n", "a\nb", "a\r\nb\r\n\r\n", "\r", "a\r\r\n", "\n\na\n\n", "a\rb\n"] {
            assert_eq!(all(text.as_bytes(), 2 + text.len()), Ok(text.lines().map(String::from).collect()));
        }
    }

    #[test]
    fn a_line_ends_at_its_limit() {
        for end in ["", "\n", "\r\n"] {
            assert_eq!(all(format!("12345{end}").as_bytes(), 5), Ok(vec!["12345".into()]));
            let error = all(format!("1\n123456{end}").as_bytes(), 5).unwrap_err();
            assert_eq!(error.line, Some(2));
            assert!(error.reason.contains("more than 5 bytes"), "{}", error.reason);
        }
    }

    /// Of a reader without end no more is read than the limit asks for.
    #[test]
    fn no_more_is_read_than_a_line_may_have() {
        let mut reader = BufReader::with_capacity(16, std::io::repeat(b','));
        let mut lines = Lines::new(Path::new("x"), &mut reader, 1000);
        let error = lines.next().unwrap_err();
        assert!(lines.line.capacity() < 4096);
        assert!(error.reason.contains(&format!("`{}...`", ",".repeat(80))), "{}", error.reason);
    }
}
