//! Reads and writes input files: columns of rows of equal width.

use std::fs;
use std::path::{Path, PathBuf};

/// A column: rows of equal width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    width: usize,
    bytes: Vec<u8>,
}

impl Column {
    /// Creates a column of these rows.
    ///
    /// # Panics
    /// If a row has another width than the first row.
    pub fn new<R: AsRef<[u8]>>(rows: impl IntoIterator<Item = R>) -> Self {
        let mut column = Self::default();
        for row in rows {
            let row = row.as_ref();
            if column.bytes.is_empty() {
                column.width = row.len();
            }
            assert_eq!(row.len(), column.width, "rows of one column have one width");
            column.bytes.extend_from_slice(row);
        }
        column
    }

    /// The rows.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u8]> + Clone {
        // An empty column has width 0; any other chunk size yields no rows either.
        self.bytes.chunks_exact(self.width.max(1))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows().len()
    }

    /// Whether the column has no rows.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The rows as little-endian numbers.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rows().map(|row| row.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }
}

/// A file of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(pub Vec<Column>);

/// An error of reading or writing a file of columns.
#[derive(Debug, thiserror::Error)]
pub enum ColumnsError {
    /// The file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The file ends too early.
    #[error("{path}: column {column} needs {needed} bytes from {offset} on, the file has {found}")]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The index of the column, from 0.
        column: usize,
        /// The offset of the missing part.
        offset: usize,
        /// The length of the missing part.
        needed: u64,
        /// The length of the file.
        found: usize,
    },
}

impl Columns {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or ends in the middle of a column.
    pub fn read(path: &Path) -> Result<Self, ColumnsError> {
        let bytes = fs::read(path).map_err(|source| ColumnsError::Io { path: path.to_owned(), source })?;
        let mut columns = Vec::new();
        let mut offset = 0;
        while offset < bytes.len() {
            let mut take = |needed: u64| {
                let part = usize::try_from(needed).ok().and_then(|length| bytes[offset..].get(..length));
                let error = ColumnsError::Truncated {
                    path: path.to_owned(),
                    column: columns.len(),
                    offset,
                    needed,
                    found: bytes.len(),
                };
                let part = part.ok_or(error)?;
                offset += part.len();
                Ok::<_, ColumnsError>(part)
            };
            let mut number = || {
                let bytes = take(8)?;
                Ok::<_, ColumnsError>(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
            };
            let (rows, width) = (number()?, number()?);
            let content = take(rows.saturating_mul(width))?;
            columns.push(Column {
                width: content.len().checked_div(rows as usize).unwrap_or(0),
                bytes: content.to_vec(),
            });
        }
        Ok(Self(columns))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ColumnsError> {
        let mut bytes = Vec::new();
        for column in &self.0 {
            bytes.extend((column.len() as u64).to_le_bytes());
            bytes.extend((column.width as u64).to_le_bytes());
            bytes.extend(&column.bytes);
        }
        fs::write(path, bytes).map_err(|source| ColumnsError::Io { path: path.to_owned(), source })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_columns_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("input");
        let columns = Columns(vec![
            Column::new([[1, 2, 3], [4, 5, 6]]),
            Column::default(),
            Column::new([7u64.to_le_bytes(), u64::MAX.to_le_bytes()]),
        ]);
        columns.write(&path).unwrap();
        let read = Columns::read(&path).unwrap();
        assert_eq!(read, columns);
        assert_eq!(read.0[0].rows().collect::<Vec<_>>(), [[1, 2, 3], [4, 5, 6]]);
        assert_eq!(read.0[1].len(), 0);
        assert_eq!(read.0[2].numbers().collect::<Vec<_>>(), [7, u64::MAX]);
    }

    #[test]
    fn every_truncation_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("input");
        Columns(vec![Column::new([[1u8; 5]; 3])]).write(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        for length in 1..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let error = Columns::read(&path).unwrap_err().to_string();
            assert!(
                error.contains("input: column 0 needs") && error.contains(&format!("has {length}")),
                "{error}"
            );
        }
    }

    #[test]
    fn an_excessive_length_allocates_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("input");
        fs::write(&path, [0xff; 16]).unwrap();
        assert!(matches!(Columns::read(&path), Err(ColumnsError::Truncated { needed: u64::MAX, .. })));
    }
}
