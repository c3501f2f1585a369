//! A block as the replay takes it, wherever it comes from.

use vorpal::tree::{Key, Root, Value};

use crate::input::accounts::Account;
use crate::input::signatures::Signature;

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

/// What must come of a block, as far as the source says.
#[derive(Clone, Copy, Default)]
pub(crate) struct Expected {
    pub(crate) root: Option<Root>,
    pub(crate) keys: Option<usize>,
}
