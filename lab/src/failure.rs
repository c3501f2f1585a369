//! What ends the lab, and with which exit code.

use std::process::ExitCode;

use contender::ColumnsError;

/// An end without a full result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Results that must be equal are not.
    #[error("{0}")]
    Mismatch(String),
    /// A count rose.
    #[error("{0}")]
    Count(String),
    /// What was asked for cannot be done.
    #[error("{0}")]
    Usage(String),
    /// A file or folder of the lab itself.
    #[error("{what}: {source}")]
    Io {
        /// Which.
        what: String,
        /// Why.
        source: std::io::Error,
    },
    /// An input for contenders could not be written.
    #[error(transparent)]
    Input(#[from] ColumnsError),
}

/// Turns an error of the system into a failure that says where.
pub(crate) fn io(what: impl ToString) -> impl FnOnce(std::io::Error) -> Failure {
    let what = what.to_string();
    |source| Failure::Io { what, source }
}

/// Prints lines. Whoever reads them may stop reading; the work goes on.
pub(crate) fn say(text: &str) {
    use std::io::Write;
    writeln!(std::io::stdout(), "{text}").ok();
}

/// A contender failed, everything else is done.
pub(crate) const INCOMPLETE: u8 = 3;

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::Mismatch(_) | Self::Count(_) => 1,
            Self::Usage(_) | Self::Io { .. } | Self::Input(_) => 2,
        })
    }
}
