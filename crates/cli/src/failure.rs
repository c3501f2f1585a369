use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vorpal::tree::Error as TreeError;

use crate::input::Error as InputError;
use crate::output::terminal::shown;

/// Why the command did not succeed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The command line or the environment asks for something impossible.
    #[error("{}", shown(reason))]
    Usage {
        /// What is wrong.
        reason: String,
    },
    /// Input that is malformed or missing.
    #[error("{place}: {}", shown(reason))]
    Input {
        /// Where.
        place: Place,
        /// What is wrong.
        reason: String,
    },
    /// Well-formed input that is wrong: something was checked and differs.
    #[error(
        "block {}: wrong {}: expected {}, found {}",
        shown(block),
        shown(what),
        shown(expected),
        shown(found)
    )]
    Wrong {
        /// The block's file name, or its number in a generated chain.
        block: String,
        /// What was checked.
        what: String,
        /// What it should be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// Results that differ from those expected; may have several lines, whose parts from outside are
    /// [shown](crate::output::terminal::shown) already.
    #[error("{0}")]
    Different(String),
    /// Somebody asked the command to stop, and it has.
    #[error("interrupted after block {}; {} has all blocks up to it, and the same command goes on from there", shown(block), shown(store.display()))]
    Interrupted {
        /// The last block that was done.
        block: String,
        /// The store that has it.
        store: PathBuf,
    },
    /// The command cannot go on, through no fault of the input.
    #[error("{}", shown(.0))]
    Engine(String),
}

impl Failure {
    /// The exit code after an interrupt: what a shell makes of signal 2.
    pub(crate) const INTERRUPTED: u8 = 130;

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Wrong { .. } | Self::Different(_) => ExitCode::from(1),
            Self::Usage { .. } | Self::Input { .. } => ExitCode::from(2),
            Self::Engine(_) => ExitCode::from(3),
            Self::Interrupted { .. } => ExitCode::from(Self::INTERRUPTED),
        }
    }

    /// A file as a whole is bad.
    pub(crate) fn file(path: &Path, reason: impl fmt::Display) -> Self {
        Self::Input { place: Place { file: path.into(), line: None }, reason: reason.to_string() }
    }

    /// A line of a file is bad.
    pub(crate) fn line(path: &Path, line: u64, reason: impl fmt::Display) -> Self {
        Self::Input { place: Place { file: path.into(), line: Some(line) }, reason: reason.to_string() }
    }
}

impl From<InputError> for Failure {
    fn from(InputError { file, line, reason }: InputError) -> Self {
        Self::Input { place: Place { file, line }, reason }
    }
}

/// Whose fault it is that a tree cannot do what it is asked to.
impl From<TreeError> for Failure {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::StoreFile { .. }
            | TreeError::StoreDamaged { .. }
            | TreeError::StoreLocked { .. }
            | TreeError::StoreVersion { .. }
            | TreeError::StoreOld { .. }
            | TreeError::Basis { .. }
            | TreeError::Block { .. }
            | TreeError::Rollback { .. } => Self::Usage { reason: error.to_string() },
            _ => Self::Engine(error.to_string()),
        }
    }
}

/// A place in the input: `file` or `file:line`.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    file: PathBuf,
    line: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(self.file.display()))?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}
