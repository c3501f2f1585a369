//! The standard streams as files. Results go to standard output: a result that cannot be written is a failure, but a
//! pipe whose reader has gone is none.

use std::fs::Metadata;
use std::io::{self, Write};
use std::path::Path;

use crate::failure::Failure;

/// A stream of this process to which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stream {
    Output,
    Error,
}

impl Stream {
    /// Writes bytes to the open file itself, after everything written before. Waits until a regular file has them, as
    /// some file systems report only then that they are full.
    pub(super) fn write(self, bytes: &[u8]) -> Result<(), Failure> {
        match self.try_write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(self.failure(&error)),
            _ => Ok(()),
        }
    }

    /// The failure to write to the stream.
    pub(super) fn failure(self, error: &io::Error) -> Failure {
        let name = match self {
            Self::Output => "standard output",
            Self::Error => "standard error",
        };
        Failure::file(Path::new(name), error)
    }

    /// The standard library ignores the error of a stream that is not open for writing, so the file is used.
    #[cfg(unix)]
    fn try_write(self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.file()?;
        file.write_all(bytes)?;
        if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
    }

    #[cfg(not(unix))]
    fn try_write(self, bytes: &[u8]) -> io::Result<()> {
        let stream: &mut dyn Write = match self {
            Self::Output => &mut io::stdout(),
            Self::Error => &mut io::stderr(),
        };
        stream.write_all(bytes).and_then(|()| stream.flush())
    }

    #[cfg(unix)]
    fn file(self) -> io::Result<std::fs::File> {
        use std::os::fd::AsFd;
        let stream = match self {
            Self::Output => io::stdout().as_fd().try_clone_to_owned(),
            Self::Error => io::stderr().as_fd().try_clone_to_owned(),
        };
        stream.map(std::fs::File::from)
    }
}

/// The file to which standard output is redirected, if it is a regular file.
#[cfg(unix)]
pub(super) fn output_file() -> Option<Metadata> {
    Stream::Output.file().and_then(|file| file.metadata()).ok().filter(Metadata::is_file)
}

/// The file that is standard input, if it is a regular file.
#[cfg(unix)]
pub(super) fn input_file() -> Option<Metadata> {
    use std::os::fd::AsFd;
    let file = io::stdin().as_fd().try_clone_to_owned().map(std::fs::File::from);
    file.and_then(|file| file.metadata()).ok().filter(Metadata::is_file)
}

#[cfg(not(unix))]
pub(super) fn output_file() -> Option<Metadata> {
    None
}

#[cfg(not(unix))]
pub(super) fn input_file() -> Option<Metadata> {
    None
}
