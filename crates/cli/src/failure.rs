//! The error type of the command, with its messages and exit codes.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vorpal::tree::Error as TreeError;

use crate::input::Error as InputError;
use crate::output::terminal::escape;

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line or the environment is invalid.
    #[error("{}", escape(reason))]
    Usage {
        /// The reason.
        reason: String,
    },
    /// The input is malformed or missing.
    #[error("{location}: {}", escape(reason))]
    Input {
        /// The location in the input.
        location: Location,
        /// The reason.
        reason: String,
    },
    /// The input is well-formed, but a value in it differs from the computed one.
    #[error(
        "block {}: wrong {}: expected {}, found {}",
        escape(block),
        escape(what),
        escape(expected),
        escape(found)
    )]
    Wrong {
        /// The block's file name, or its number in a generated chain.
        block: String,
        /// The name of the value.
        what: String,
        /// The expected value.
        expected: String,
        /// The value found.
        found: String,
    },
    /// Results differ from those expected. The text may have several lines; its parts from outside are
    /// [escaped](crate::output::terminal::escape) already.
    #[error("{0}")]
    Different(String),
    /// A signal requested the command to stop.
    #[error(
        "interrupted after block {}; {} holds all blocks up to it, and the same command continues from there",
        escape(block),
        escape(store.display())
    )]
    Interrupted {
        /// The last block that was applied.
        block: String,
        /// The store that holds it.
        store: PathBuf,
    },
    /// The command cannot continue for a reason other than its input.
    #[error("{}", escape(.0))]
    Engine(String),
}

impl Failure {
    /// The exit code after an interrupt: 128 plus the number of SIGINT, as shells report it.
    pub(crate) const INTERRUPTED: u8 = 130;

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Wrong { .. } | Self::Different(_) => ExitCode::from(1),
            Self::Usage { .. } | Self::Input { .. } => ExitCode::from(2),
            Self::Engine(_) => ExitCode::from(3),
            Self::Interrupted { .. } => ExitCode::from(Self::INTERRUPTED),
        }
    }

    /// The failure of a file as a whole.
    pub(crate) fn file(path: &Path, reason: impl fmt::Display) -> Self {
        Self::Input { location: Location { file: path.into(), line: None }, reason: reason.to_string() }
    }

    /// The failure of a line of a file.
    pub(crate) fn line(path: &Path, line: u64, reason: impl fmt::Display) -> Self {
        Self::Input { location: Location { file: path.into(), line: Some(line) }, reason: reason.to_string() }
    }
}

impl From<InputError> for Failure {
    fn from(InputError { file, line, reason }: InputError) -> Self {
        Self::Input { location: Location { file, line }, reason }
    }
}

/// Errors that the user can correct, and damage of the store, become [`Failure::Usage`], all others
/// [`Failure::Engine`].
impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::StoreFile { .. }
            | TreeError::StoreDamaged { .. }
            // A reader without a check of the whole file meets damage in the records that it reads.
            | TreeError::Checksum { .. }
            | TreeError::StoreLocked { .. }
            | TreeError::StoreVersion { .. }
            | TreeError::StoreOld { .. }
            | TreeError::Basis { .. }
            | TreeError::Block { .. }
            | TreeError::TooManyKeys { .. }
            | TreeError::Rollback { .. } => Self::Usage { reason: error.to_string() },
            _ => Self::Engine(error.to_string()),
        }
    }
}

/// A location in the input: `file` or `file:line`.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    file: PathBuf,
    line: Option<u64>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape(self.file.display()))?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}
