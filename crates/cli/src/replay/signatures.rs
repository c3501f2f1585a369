//! Signatures of a block's transactions: `N.signatures.csv`.

use std::path::Path;

use vorpal::secp256k1::{PublicKey, Recovery};

use super::chain::{Signature, SignaturePlace};
use super::hex::Bytes;
use super::lines::{Fields, read_distinct, read_text};
use crate::failure::Failure;

/// The columns; the last may be missing.
pub(crate) const COLUMNS: [&str; 6] = ["signing_hash", "r", "s", "y_parity", "sender", "public_key"];

/// Reads a file of signatures, of which the first line names the columns. No sender may sign a hash twice.
pub(crate) fn read(path: &Path) -> Result<Vec<Signature>, Failure> {
    let text = read_text(path)?;
    let header = text.lines().next().unwrap_or("");
    let columns = [&COLUMNS[..5], &COLUMNS[..]].into_iter().find(|columns| header == columns.join(","));
    let columns = columns.ok_or_else(|| {
        let expected = format!("the columns are not {}[,{}]", COLUMNS[..5].join(","), COLUMNS[5]);
        Failure::line(path, 1, expected)
    })?;
    let signature = |number, line: &str| signature(path, number, &Fields::split(line, columns)?);
    // Not the hash alone: before EIP-155 two senders' transactions could be alike to the bit.
    let identity =
        |signature: &Signature| format!("{} by {}", Bytes(signature.recovery.hash), Bytes(signature.sender));
    read_distinct(path, &text, 2, "the signature of", signature, identity)
}

fn signature(path: &Path, line: u64, fields: &Fields<'_>) -> Result<Signature, String> {
    let recovery_id = fields.read(3, |field| match field {
        "0" => Ok(0),
        "1" => Ok(1),
        other => Err(format!("`{other}` is neither 0 nor 1")),
    })?;
    let public_key = |field: &str| {
        let bytes = Bytes::<65>::parse(field)?.0;
        PublicKey::decode(&bytes).map_err(|error| error.to_string())
    };
    Ok(Signature {
        recovery: Recovery { hash: fields.bytes(0)?, r: fields.bytes(1)?, s: fields.bytes(2)?, recovery_id },
        sender: fields.bytes(4)?,
        public_key: if fields.has(5) { Some(fields.read(5, public_key)?) } else { None },
        place: SignaturePlace::Line(path.into(), line),
    })
}
