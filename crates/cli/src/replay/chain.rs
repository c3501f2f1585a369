//! A block as the replay takes it, wherever it comes from.

use vorpal::secp256k1::Recovery;
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
    /// The full key, `04 || x || y`, where the source has it.
    pub(crate) public_key: Option<[u8; 65]>,
    /// How to say where in the input it stands.
    pub(crate) place: SignaturePlace,
}

/// Where a signature stands: a line of a file, or a number in a generated block.
pub(crate) enum SignaturePlace {
    Line(std::path::PathBuf, u64),
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

/// What must come of a block, as far as the source says.
#[derive(Default)]
pub(crate) struct Expected {
    pub(crate) root: Option<Root>,
    pub(crate) keys: Option<usize>,
}
