//! Keys and values as they are: `*.csv` with rows `key,value`, 32 bytes each.

use std::path::Path;

use vorpal::tree::{Key, Value};

use super::csv_lines;
use super::hex::Bytes;
use crate::failure::Failure;

pub(crate) fn read(path: &Path) -> Result<Vec<(Key, Value)>, Failure> {
    let mut reader = csv_lines::open(path, false)?;
    csv_lines::read_each(path, &mut reader, |_, record| {
        if record.len() != 2 {
            return Err(format!("{} fields where a key and a value are expected", record.len()));
        }
        let bytes = |column: usize, name| {
            let parsed = Bytes::<32>::parse(&record[column]);
            parsed.map(|bytes| bytes.0).map_err(|reason| format!("{name}: {reason}"))
        };
        Ok((Key::from(bytes(0, "key")?), bytes(1, "value")?))
    })
}
