//! The blocks that the replay applies, read from files or generated.

use vorpal::tree::{Key, Root, Value};

use crate::input::accounts::Account;
use crate::input::signatures::Signature;

/// A block: its writes, the signatures of its transactions, and the expected results.
pub(crate) struct Block {
    /// The name of the file, or a number in a generated chain.
    pub(crate) name: String,
    pub(crate) writes: Writes,
    pub(crate) signatures: Vec<Signature>,
    pub(crate) expected: Expected,
}

/// Writes to the tree.
pub(crate) enum Writes {
    /// Accounts, for which keys are derived.
    Accounts(Vec<Account>),
    /// Keys and values.
    Entries(Vec<(Key, Value)>),
}

/// The expected results of a block, as far as the source has them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Expected {
    /// The root after the block.
    pub(crate) root: Option<Root>,
    /// The number of keys that the block writes.
    pub(crate) keys: Option<usize>,
}
