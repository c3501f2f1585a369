use crate::Path;

/// Why the tree cannot do what was asked. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The store lacks a node that its parent names.
    #[error("the store has no node at {path}, which its parent names")]
    MissingNode {
        /// Where the node should be.
        path: Path,
    },
    /// The store holds a node that cannot be where it is.
    #[error("the store has a node at {path} that does not belong there")]
    MisplacedNode {
        /// Where the node is.
        path: Path,
    },
    /// The store reports a failure of its own.
    #[error("the store failed: {reason}")]
    Store {
        /// What the store says.
        reason: String,
    },
    /// A code size is three bytes in the tree.
    #[error("a code size of {found}; it must be below 2^24")]
    CodeSize {
        /// The size given.
        found: u32,
    },
    /// Input of a Pedersen hash is at most 255 chunks of 16 bytes.
    #[error("{found} bytes to hash; at most 4080 are possible")]
    HashInput {
        /// How many bytes were given.
        found: usize,
    },
}
