//! Errors that end the lab, and their exit codes.

use std::process::ExitCode;

use contender::ColumnsError;

/// An error that ends the command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Results that must be equal differ.
    #[error("{0}")]
    Mismatch(String),
    /// A count rose.
    #[error("{0}")]
    Count(String),
    /// The command cannot be carried out.
    #[error("{0}")]
    Usage(String),
    /// Reading or writing a file or folder of the lab failed.
    #[error("{what}: {source}")]
    Io {
        /// The file, folder or program.
        what: String,
        /// The cause.
        source: std::io::Error,
    },
    /// An input for contenders could not be written.
    #[error(transparent)]
    Input(#[from] ColumnsError),
}

/// Adds the name of a file, folder or program to an I/O error.
pub(crate) fn io(what: impl ToString) -> impl FnOnce(std::io::Error) -> Failure {
    let what = what.to_string();
    |source| Failure::Io { what, source }
}

/// Prints text and a line break to standard output. A closed output is not an error: the command continues.
pub(crate) fn print_line(text: &str) {
    use std::io::Write;
    writeln!(std::io::stdout(), "{text}").ok();
}

/// The exit code for a run in which a contender failed or something was skipped, and everything else was done.
pub(crate) const INCOMPLETE: u8 = 3;

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Mismatch(_) | Self::Count(_) => 1,
            Self::Usage(_) | Self::Io { .. } | Self::Input(_) => 2,
        })
    }
}
