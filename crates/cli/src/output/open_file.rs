//! Paths that denote open files of a process, such as `/dev/stdout`. Opening such a path opens a regular file a second
//! time, at its beginning.

use std::path::Path;

use super::standard::Stream;

/// An open file that a path denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenFile {
    /// A stream of this process, which can be written directly.
    Stream(Stream),
    /// Another open file of this process, or one of another process.
    Other,
}

impl OpenFile {
    /// The open file that a path denotes by at most `links` symbolic links: an entry of `/dev/fd` or `/proc/PID/fd`.
    pub(super) fn at(path: &Path, links: usize) -> Option<Self> {
        let name = path.file_name()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().ok()?;
        let is_own = folder == Path::new("/dev/fd")
            || Path::new("/proc/self").canonicalize().is_ok_and(|own| folder.starts_with(own));
        if folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd") {
            return Some(match name.to_str() {
                Some("1") if is_own => Self::Stream(Stream::Output),
                Some("2") if is_own => Self::Stream(Stream::Error),
                _ => Self::Other,
            });
        }
        let target = std::fs::read_link(folder.join(name)).ok()?;
        if links == 0 { None } else { Self::at(&folder.join(target), links - 1) }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn finds_the_streams_by_all_their_names() {
        let at = |path: &str| OpenFile::at(Path::new(path), 40);
        let (output, error) = (OpenFile::Stream(Stream::Output), OpenFile::Stream(Stream::Error));
        let own = format!("/proc/{}/fd/1", std::process::id());
        for path in [
            "/dev/stdout",
            "/dev/fd/1",
            "/proc/self/fd/1",
            "/proc/thread-self/fd/1",
            "/dev/../dev/stdout",
            &own,
        ] {
            assert_eq!(at(path), Some(output), "{path}");
        }
        assert_eq!(at("/dev/stderr"), Some(error));
        assert_eq!((at("/dev/fd/0"), at("/proc/1/fd/1")), (Some(OpenFile::Other), Some(OpenFile::Other)));
        for path in ["/dev/null", "/proc/self/status", "/", "1", "/dev/none"] {
            assert_eq!(at(path), None, "{path}");
        }
        let folder = tempfile::TempDir::new().unwrap();
        std::os::unix::fs::symlink("/dev/stdout", folder.path().join("link")).unwrap();
        assert_eq!(OpenFile::at(&folder.path().join("link"), 40), Some(output));
    }
}
