//! Signatures of a block's transactions: `N.signatures.csv`.

use std::path::Path;

use csv::StringRecord;
use vorpal::secp256k1::Recovery;

use super::chain::{Signature, SignaturePlace};
use super::csv_lines;
use super::hex::Bytes;
use crate::failure::Failure;

/// The columns; the last may be missing.
pub(crate) const COLUMNS: [&str; 6] = ["signing_hash", "r", "s", "y_parity", "sender", "public_key"];

pub(crate) fn read(path: &Path) -> Result<Vec<Signature>, Failure> {
    let mut reader = csv_lines::open(path, true)?;
    let columns = reader.headers().map_err(|error| csv_lines::failure(path, &error))?;
    if *columns != COLUMNS[..5] && *columns != COLUMNS[..] {
        let reason = format!("the columns are not {}[,{}]", COLUMNS[..5].join(","), COLUMNS[5]);
        return Err(Failure::line(path, 1, reason));
    }
    csv_lines::read_each(path, &mut reader, |line, record| signature(path, line, record))
}

fn signature(path: &Path, line: u64, record: &StringRecord) -> Result<Signature, String> {
    let [hash, r, s] = [0, 1, 2].map(|column| bytes(record, column));
    let recovery_id = match &record[3] {
        "0" => 0,
        "1" => 1,
        other => return Err(format!("y_parity: `{other}` is neither 0 nor 1")),
    };
    Ok(Signature {
        recovery: Recovery { hash: hash?, r: r?, s: s?, recovery_id },
        sender: bytes(record, 4)?,
        public_key: if record.len() > 5 { Some(bytes(record, 5)?) } else { None },
        place: SignaturePlace::Line(path.into(), line),
    })
}

fn bytes<const N: usize>(record: &StringRecord, column: usize) -> Result<[u8; N], String> {
    let parsed = Bytes::parse(&record[column]);
    parsed.map(|bytes| bytes.0).map_err(|reason| format!("{}: {reason}", COLUMNS[column]))
}
