//! A block as the replay takes it, wherever it comes from.

use std::fmt;
use std::path::PathBuf;

use vorpal::secp256k1::{PublicKey, Recovery};
use vorpal::tree::{Key, Root, Value};

use super::accounts::Account;
use crate::failure::Failure;

/// What a block changes, who signed its transactions, and what must come of it.
pub(crate) struct Block {
    /// The file's name, or a number.
    pub(crate) name: String,
    pub(crate) writes: Writes,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) expected: Expected,
}

/// Writes to the tree.
pub(crate) enum Writes {
    /// Accounts, whose keys are to be derived.
    Accounts(Vec<Account>),
    /// Keys as they are.
    Entries(Vec<(Key, Value)>),
}

/// A transaction's signature and who must have made it.
pub(crate) struct Signature {
    pub(crate) recovery: Recovery,
    pub(crate) sender: [u8; 20],
    /// The full key, where the source has it.
    pub(crate) public_key: Option<PublicKey>,
    /// How to say where in the input it stands.
    pub(crate) place: SignaturePlace,
}

/// Where a signature stands: a line of a file, or nowhere, in a generated block.
pub(crate) enum SignaturePlace {
    Line(PathBuf, u64),
    Generated,
}

impl SignaturePlace {
    pub(crate) fn malformed(&self, reason: &vorpal::secp256k1::Error) -> Failure {
        match self {
            Self::Line(path, line) => Failure::line(path, *line, reason),
            Self::Generated => Failure::Engine(format!("a generated signature is malformed: {reason}")),
        }
    }
}

impl fmt::Display for SignaturePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(path, line) => write!(f, " ({}:{line})", path.display()),
            Self::Generated => Ok(()),
        }
    }
}

/// What must come of a block, as far as the source says.
#[derive(Default)]
pub(crate) struct Expected {
    pub(crate) root: Option<Root>,
    pub(crate) keys: Option<usize>,
}
