//! The error of an import, its message and its exit code. The codes are those of `vorpal`.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use alloy_primitives::B256;

/// Why an import ended early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The options do not go together, or a store belongs to another chain.
    #[error("{0}")]
    Usage(String),
    /// A file is missing or malformed.
    #[error("{}: {reason}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file is well-formed, but a value in it differs from the one that the other values require.
    #[error("block {block}: wrong {what}: expected {expected}, found {found}")]
    Wrong {
        /// The number of the block.
        block: u64,
        /// The name of the value.
        what: String,
        /// The value that the input has, or that a rule requires.
        expected: String,
        /// The value of the computation, or of the input where a rule requires another.
        found: String,
    },
    /// A signal requested the import to stop.
    #[error("interrupted after block {block}; {} holds all blocks up to it, and the same command without \
             `--export` continues from there", store.display())]
    Interrupted {
        /// The last block that was imported.
        block: u64,
        /// The store that holds it.
        store: PathBuf,
    },
    /// Any other reason.
    #[error("{0}")]
    Engine(String),
}

impl Failure {
    /// The exit code after an interrupt: 128 plus the number of SIGINT, as shells report it.
    pub const INTERRUPTED: u8 = 130;

    /// The exit code: 1 for a wrong value, 2 for malformed input or options, 3 for all else, 130 after an interrupt.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Wrong { .. } => 1,
            Self::Usage(_) | Self::Input { .. } => 2,
            Self::Engine(_) => 3,
            Self::Interrupted { .. } => Self::INTERRUPTED,
        }
    }

    /// The failure of a file.
    pub(crate) fn file(path: &Path, reason: impl Display) -> Self {
        Self::Input { path: path.into(), reason: reason.to_string() }
    }

    /// A wrong value of a block.
    pub(crate) fn wrong(
        block: u64,
        what: impl Into<String>,
        expected: impl Display,
        found: impl Display,
    ) -> Self {
        Self::Wrong { block, what: what.into(), expected: expected.to_string(), found: found.to_string() }
    }

    /// Compares a value with the expected one.
    pub(crate) fn compare<T: Display + PartialEq>(
        block: u64,
        what: &str,
        expected: &T,
        found: &T,
    ) -> Result<(), Self> {
        if expected == found { Ok(()) } else { Err(Self::wrong(block, what, expected, found)) }
    }

    /// Compares optional values, which are absent before the fork that introduced them.
    pub(crate) fn compare_optional<T: Display + PartialEq>(
        block: u64,
        what: &str,
        expected: Option<&T>,
        found: Option<&T>,
    ) -> Result<(), Self> {
        let text = |value: Option<&T>| value.map_or_else(|| "none".to_string(), T::to_string);
        if expected == found { Ok(()) } else { Err(Self::wrong(block, what, text(expected), text(found))) }
    }
}

/// The errors of a store that the user can correct are those of the options; all others are of the engine.
impl From<vorpal::tree::Error> for Failure {
    fn from(error: vorpal::tree::Error) -> Self {
        use vorpal::tree::Error;
        match error {
            Error::StoreFile { .. }
            | Error::StoreDamaged { .. }
            | Error::StoreLocked { .. }
            | Error::StoreVersion { .. }
            | Error::StoreOld { .. }
            | Error::Basis { .. } => Self::Usage(error.to_string()),
            _ => Self::Engine(error.to_string()),
        }
    }
}

/// A block's number and hash, as the store's labels have them.
pub(crate) fn label(number: u64, hash: &B256) -> String {
    format!("{number} {hash}")
}
