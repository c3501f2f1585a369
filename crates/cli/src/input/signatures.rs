//! The reader of signatures of a block's transactions: `N.signatures.csv`.

use std::fmt;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use vorpal::secp256k1::{PublicKey, Recovery};

use super::Error;
use super::excerpt::excerpt;
use super::lines::{CSV_LINE, Fields, Lines};
use crate::hex::Bytes;

/// The columns; the last one is optional.
pub(crate) const COLUMNS: [&str; 6] = ["signing_hash", "r", "s", "y_parity", "sender", "public_key"];

/// The signature of a transaction and its expected signer.
pub(crate) struct Signature {
    pub(crate) recovery: Recovery,
    pub(crate) sender: [u8; 20],
    /// The expected public key, if the source has it.
    pub(crate) public_key: Option<PublicKey>,
    /// The source of the signature, for messages.
    pub(crate) source: SignatureSource,
}

/// The source of a signature: a line of a file, or a generated block.
pub(crate) enum SignatureSource {
    Line(PathBuf, u64),
    Generated,
}

/// A value of a recovered key that differs from the expected one.
pub(crate) struct Difference {
    pub(crate) what: &'static str,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// The permitted values of `y_parity`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identifiers {
    /// 0 and 1, the parities, as in transactions.
    Parity,
    /// 0 to 3, any recovery identifier: 2 and 3 stand for an `x` not below the order.
    All,
}

impl Identifiers {
    fn parse(self, field: &str) -> Result<u8, String> {
        match (field, self) {
            ("0", _) => Ok(0),
            ("1", _) => Ok(1),
            ("2", Self::All) => Ok(2),
            ("3", Self::All) => Ok(3),
            (other, Self::Parity) => Err(format!("`{}` is neither 0 nor 1", excerpt(other))),
            (other, Self::All) => Err(format!("`{}` is not 0, 1, 2 or 3", excerpt(other))),
        }
    }
}

impl Signature {
    /// The difference between the recovered address and the source's, if there is one.
    pub(crate) fn sender_difference(&self, sender: [u8; 20]) -> Option<Difference> {
        (sender != self.sender).then(|| Difference {
            what: "sender",
            expected: Bytes(self.sender).to_string(),
            found: Bytes(sender).to_string(),
        })
    }

    /// How the recovered key differs from what the source says: in its address, in itself, in both, or not at all.
    pub(crate) fn differences(&self, key: &PublicKey) -> Vec<Difference> {
        let sender = self.sender_difference(key.ethereum_address());
        let key = self.public_key.filter(|expected| expected != key).map(|expected| Difference {
            what: "public key",
            expected: Bytes(expected.to_uncompressed()).to_string(),
            found: Bytes(key.to_uncompressed()).to_string(),
        });
        sender.into_iter().chain(key).collect()
    }
}

impl fmt::Display for SignatureSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(path, line) => write!(f, "{}:{line}", path.display()),
            Self::Generated => f.write_str("generated"),
        }
    }
}

/// A signed hash and its signer.
#[derive(PartialEq, Eq, Hash)]
struct SignedBy(Bytes<32>, Bytes<20>);

impl fmt::Display for SignedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.0, self.1)
    }
}

/// Reads a file of signatures, whose first line has the names of the columns. Rejects a second signature of the same
/// hash and sender.
pub(crate) fn read(path: &Path, identifiers: Identifiers) -> Result<Vec<Signature>, Error> {
    parse(path, Lines::open(path, CSV_LINE)?, identifiers)
}

/// Reads signatures as [`read`] does, from standard input. Errors name it `-`.
pub(crate) fn read_from_standard_input(identifiers: Identifiers) -> Result<Vec<Signature>, Error> {
    let name = Path::new("-");
    parse(name, Lines::new(name, std::io::stdin().lock(), CSV_LINE), identifiers)
}

/// Reads lines of signatures.
pub(crate) fn parse(
    path: &Path,
    mut lines: Lines<'_, impl BufRead>,
    identifiers: Identifiers,
) -> Result<Vec<Signature>, Error> {
    let header = lines.next()?.map_or("", |(_, line)| line);
    let columns = [&COLUMNS[..5], &COLUMNS[..]].into_iter().find(|columns| header == columns.join(","));
    let columns = columns.ok_or_else(|| {
        let expected = format!("the columns are not {}[,{}]", COLUMNS[..5].join(","), COLUMNS[5]);
        Error::line(path, 1, expected)
    })?;
    let signature = |number, line: &str| signature(path, number, &Fields::split(line, columns)?, identifiers);
    // The hash alone does not suffice: before EIP-155 transactions of two senders could be identical.
    let identity = |signature: &Signature| SignedBy(Bytes(signature.recovery.hash), Bytes(signature.sender));
    lines.read_distinct("the signature of", signature, identity)
}

fn signature(
    path: &Path,
    line: u64,
    fields: &Fields<'_>,
    identifiers: Identifiers,
) -> Result<Signature, String> {
    let recovery_id = fields.read(3, |field| identifiers.parse(field))?;
    let public_key = |field: &str| {
        let bytes = Bytes::<65>::parse(field)?.0;
        PublicKey::from_sec1_bytes(&bytes).map_err(|error| error.to_string())
    };
    Ok(Signature {
        recovery: Recovery { hash: fields.bytes(0)?, r: fields.bytes(1)?, s: fields.bytes(2)?, recovery_id },
        sender: fields.bytes(4)?,
        public_key: if fields.has(5) { Some(fields.read(5, public_key)?) } else { None },
        source: SignatureSource::Line(path.into(), line),
    })
}
