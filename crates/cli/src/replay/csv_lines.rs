//! CSV files, with every complaint at its line.

use std::path::Path;

use csv::{Reader, ReaderBuilder, StringRecord};

use crate::failure::Failure;

/// Opens a file, with or without a line of column names. All lines must have the same number of fields.
pub(super) fn open(path: &Path, has_headers: bool) -> Result<Reader<std::fs::File>, Failure> {
    let mut builder = ReaderBuilder::new();
    builder.has_headers(has_headers).from_path(path).map_err(|error| failure(path, &error))
}

/// Every record, read by `f`, whose complaint gets the record's line.
pub(super) fn read_each<T>(
    path: &Path,
    reader: &mut Reader<std::fs::File>,
    f: impl Fn(u64, &StringRecord) -> Result<T, String>,
) -> Result<Vec<T>, Failure> {
    let read = |record: Result<StringRecord, csv::Error>| {
        let record = record.map_err(|error| failure(path, &error))?;
        let line = record.position().map_or(0, csv::Position::line);
        f(line, &record).map_err(|reason| Failure::line(path, line, reason))
    };
    reader.records().map(read).collect()
}

pub(super) fn failure(path: &Path, error: &csv::Error) -> Failure {
    match (error.kind(), error.position()) {
        (csv::ErrorKind::UnequalLengths { expected_len, len, .. }, Some(position)) => {
            Failure::line(path, position.line(), format!("{len} fields where {expected_len} are expected"))
        }
        (csv::ErrorKind::Utf8 { err, .. }, Some(position)) => Failure::line(path, position.line(), err),
        (csv::ErrorKind::Io(error), _) => Failure::file(path, error),
        _ => Failure::file(path, error),
    }
}
