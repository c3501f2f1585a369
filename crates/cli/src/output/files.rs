//! The files that a command writes. Each is written under a temporary name in the same folder and then renamed, so that
//! no process reads an incomplete file. Outputs never overwrite inputs of the command.

use std::fs::Metadata;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::terminal;
use crate::failure::Failure;

/// The name of the file of a tree's store.
const STORE: &str = "state.redb";
/// The largest number of symbolic links in the resolution of a path.
const LINKS: usize = 40;

/// Whether a path denotes standard input or output: `-`.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The files of a command, for a check before any work: outputs must not overwrite inputs or lie in a store.
#[derive(Default)]
pub(crate) struct Files<'a> {
    outputs: Vec<&'a Path>,
    folders: Vec<&'a Path>,
    inputs: Vec<&'a Path>,
    stores: Vec<&'a Path>,
}

impl<'a> Files<'a> {
    /// Adds files to be written; `-` is ignored.
    pub(crate) fn outputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.outputs.extend(paths.into_iter().map(PathBuf::as_path).filter(|path| !is_standard(path)));
        self
    }

    /// Adds folders in which files are written, and which the command makes if they do not exist.
    pub(crate) fn folders(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.folders.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Adds files that are read; `-` is ignored.
    pub(crate) fn inputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.inputs.extend(paths.into_iter().map(PathBuf::as_path).filter(|path| !is_standard(path)));
        self
    }

    /// Adds directories of stores, which may exist or not.
    pub(crate) fn stores(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.stores.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Rejects outputs that are inputs, duplicates, folders, or in a store's directory. Links are resolved.
    pub(crate) fn check(self) -> Result<(), Failure> {
        let inputs: Vec<Target<'_>> = self.inputs.iter().filter_map(|path| Target::new(path).ok()).collect();
        let mut outputs: Vec<Target<'_>> = Vec::new();
        let folders: Vec<Target<'_>> =
            self.folders.iter().filter_map(|path| Target::new(path).ok()).collect();
        for path in &self.outputs {
            let rejected = |reason: String| Err(Failure::file(path, reason));
            let target = self.outside_of_stores(path)?;
            let folder = target.resolved.parent().unwrap_or(&target.resolved);
            if !folder.is_dir() && !folders.iter().any(|made| made.resolved == folder) {
                return rejected("there is no such folder".into());
            }
            if target.metadata.as_ref().is_some_and(Metadata::is_dir) {
                return rejected("the output file is a folder".into());
            }
            if let Some(input) = inputs.iter().find(|input| target.is_same(input)) {
                return rejected(format!("the output would overwrite the input {}", input.path.display()));
            }
            if let Some(other) = outputs.iter().find(|other| target.is_same(other)) {
                return rejected(format!("the output is the same file as {}", other.path.display()));
            }
            outputs.push(target);
        }
        for path in &self.folders {
            let target = self.outside_of_stores(path)?;
            if target.resolved.join(STORE).exists() {
                return Err(Failure::file(path, "the output folder is the directory of a store"));
            }
        }
        Ok(())
    }

    /// Resolves an output and rejects it if it is in a store's directory.
    fn outside_of_stores(&self, path: &'a Path) -> Result<Target<'a>, Failure> {
        let target = Target::new(path).map_err(|error| Failure::file(path, error))?;
        let named = self.stores.iter().any(|store| target.is_in_store(store));
        // A folder with a store's file is a store's directory, even if the command does not name it.
        if named || target.resolved.parent().is_some_and(|folder| folder.join(STORE).exists()) {
            return Err(Failure::file(path, "the output is in the directory of a store"));
        }
        Ok(target)
    }
}

/// A path and the file that it denotes.
struct Target<'a> {
    path: &'a Path,
    /// The path without links and `..`. The file may not exist.
    resolved: PathBuf,
    /// The metadata of the file, if it exists.
    metadata: Option<Metadata>,
}

impl<'a> Target<'a> {
    fn new(path: &'a Path) -> io::Result<Self> {
        let resolved = resolve(path, LINKS)?;
        Ok(Self { path, metadata: std::fs::metadata(&resolved).ok(), resolved })
    }

    /// Whether both are one file, possibly with two names.
    fn is_same(&self, other: &Target<'_>) -> bool {
        let metadata = self.metadata.as_ref().zip(other.metadata.as_ref());
        self.resolved == other.resolved || metadata.is_some_and(|(a, b)| is_same_file(a, b))
    }

    /// Whether it is in a store's directory, or the store's file by another name.
    fn is_in_store(&self, store: &Path) -> bool {
        let inside = resolve(store, LINKS).is_ok_and(|store| self.resolved.starts_with(store));
        let file = store.join(STORE);
        inside || Target::new(&file).is_ok_and(|file| self.is_same(&file))
    }
}

#[cfg(unix)]
fn is_same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &Metadata, _: &Metadata) -> bool {
    false
}

/// The path without links and `..`. The file may not exist.
fn resolve(path: &Path, links: usize) -> io::Result<PathBuf> {
    if let Ok(resolved) = path.canonicalize() {
        return Ok(resolved);
    }
    let Some(name) = path.file_name() else {
        // The path ends with `..` after a name that does not exist.
        let before = path.parent().ok_or(io::ErrorKind::NotFound)?;
        let resolved = resolve(before, links)?;
        return Ok(resolved.parent().unwrap_or(&resolved).into());
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = resolve(folder, links)?;
    let resolved = folder.join(name);
    match std::fs::read_link(&resolved) {
        Ok(_) if links == 0 => Err(io::Error::other("too many symbolic links")),
        // A link to a file that does not exist.
        Ok(target) => resolve(&folder.join(target), links - 1),
        Err(_) => Ok(resolved),
    }
}

/// Writes a file atomically.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Staged::new(path, content)?.publish()
}

/// Writes several files. If the content of one cannot be written, none of them appears under its name.
pub(crate) fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let staged = files.iter().map(|(path, content)| Staged::new(path, content));
    staged.collect::<Result<Vec<_>, _>>()?.into_iter().try_for_each(Staged::publish)
}

/// An output that is complete and not yet published.
enum Staged<'a> {
    /// A temporary file with the content, to be renamed to `resolved`.
    File { path: &'a Path, resolved: PathBuf, file: NamedTempFile },
    /// An output that is not a regular file (a terminal, a pipe, `/dev/null`), to be written directly.
    Stream { path: &'a Path, content: &'a [u8] },
}

impl<'a> Staged<'a> {
    fn new(path: &'a Path, content: &'a [u8]) -> Result<Self, Failure> {
        Self::stage(path, content).map_err(|error| failure(path, &error))
    }

    fn stage(path: &'a Path, content: &'a [u8]) -> io::Result<Self> {
        let Target { resolved, metadata, .. } = Target::new(path)?;
        let is_stream = metadata.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir());
        if is_stream || is_descriptor(path) {
            return Ok(Self::Stream { path, content });
        }
        let folder = resolved.parent().unwrap_or(Path::new("/"));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".vorpal.");
        // The usual permissions of a new file, which the system restricts by the umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        if let Some(found) = metadata.filter(Metadata::is_file) {
            file.as_file().set_permissions(found.permissions())?;
        }
        file.write_all(content)?;
        file.as_file().sync_all()?;
        Ok(Self::File { path, resolved, file })
    }

    fn publish(self) -> Result<(), Failure> {
        match self {
            Self::Stream { path, content } => {
                std::fs::write(path, content).map_err(|error| failure(path, &error))
            }
            Self::File { path, resolved, file } => {
                file.persist(&resolved).map_err(|error| failure(path, &error.error))?;
                // Syncing the folder makes the name durable, on systems where folders can be opened.
                let folder = resolved.parent().and_then(|folder| std::fs::File::open(folder).ok());
                let _ = folder.map(|folder| folder.sync_all());
                Ok(())
            }
        }
    }
}

/// Whether a path denotes an open file of this process, which may be a pipe or shared with another process.
fn is_descriptor(path: &Path) -> bool {
    ["/proc", "/dev/fd", "/dev/stdout", "/dev/stderr"].iter().any(|above| path.starts_with(above))
}

/// The failure to write a file. The name of the temporary file is removed from the message.
fn failure(path: &Path, error: &io::Error) -> Failure {
    let mut reason = error.to_string();
    if let Some(at) = reason.find(" at path ") {
        reason.truncate(at);
    }
    Failure::file(path, terminal::escape(reason))
}
