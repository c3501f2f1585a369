//! The files that a command writes. Each is written under a temporary name in the same folder and then renamed, so that
//! no process reads an incomplete file. Outputs never overwrite inputs of the command.

use std::fs::Metadata;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::open_file::OpenFile;
use super::standard::{self, Stream};
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

/// The files of a command, for a check before any work: outputs must not overwrite inputs or lie in a store. `-` is a
/// standard stream, where the command uses it, and is refused everywhere else.
#[derive(Default)]
pub(crate) struct Files<'a> {
    outputs: Vec<&'a Path>,
    folders: Vec<&'a Path>,
    inputs: Vec<&'a Path>,
    stores: Vec<&'a Path>,
    /// Whether standard input is one of the inputs.
    standard_input: bool,
}

impl<'a> Files<'a> {
    /// Adds files to be written.
    pub(crate) fn outputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.outputs.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Adds the file of the report as JSON, where `-` is standard output.
    pub(crate) fn json(self, path: &'a Option<PathBuf>) -> Self {
        self.outputs(path.iter().filter(|path| !is_standard(path)))
    }

    /// Adds folders in which files are written, and which the command makes if they do not exist.
    pub(crate) fn folders(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.folders.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Adds files that are read.
    pub(crate) fn inputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.inputs.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Adds files that are read, where `-` is standard input.
    pub(crate) fn inputs_or_standard_input(mut self, paths: &'a [PathBuf]) -> Self {
        self.standard_input |= paths.iter().any(|path| is_standard(path));
        self.inputs(paths.iter().filter(|path| !is_standard(path)))
    }

    /// Adds directories of stores, which may exist or not.
    pub(crate) fn stores(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.stores.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Rejects outputs that are inputs, duplicates, folders, or in a store's directory. Links are resolved.
    pub(crate) fn check(self) -> Result<(), Failure> {
        let mut paths = [&self.outputs, &self.folders, &self.inputs, &self.stores].into_iter().flatten();
        if let Some(path) = paths.find(|path| is_standard(path)) {
            let reason = "a standard stream cannot be used here; a file of this name is ./-";
            return Err(Failure::file(path, reason));
        }
        let mut inputs: Vec<Target<'_>> =
            self.inputs.iter().filter_map(|path| Target::new(path).ok()).collect();
        inputs.extend(self.standard_input.then(|| Target::standard(standard::input_file())));
        let mut outputs: Vec<Target<'_>> = Vec::new();
        let folders: Vec<Target<'_>> =
            self.folders.iter().filter_map(|path| Target::new(path).ok()).collect();
        let redirected = Target::standard(standard::output_file());
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
            target.check_open_file(&redirected).or_else(rejected)?;
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
        // By the path itself: the links to open pipes in `/proc` have no other name.
        Ok(Self { path, metadata: std::fs::metadata(path).ok(), resolved })
    }

    /// A standard stream, by the metadata of its file.
    fn standard(metadata: Option<Metadata>) -> Self {
        Self { path: Path::new("-"), resolved: PathBuf::new(), metadata }
    }

    /// Rejects a regular file that is open: writing it by a second name would overwrite what it receives otherwise.
    /// `redirected` is the file of standard output.
    fn check_open_file(&self, redirected: &Target<'_>) -> Result<(), String> {
        let is_regular = self.metadata.as_ref().is_some_and(Metadata::is_file);
        match OpenFile::at(self.path, LINKS) {
            Some(OpenFile::Stream(_)) => Ok(()),
            Some(OpenFile::Other) if is_regular => {
                Err("the output is an open file of a process; write to the file by its own name".into())
            }
            None if self.is_same(redirected) => {
                Err("the output is the file that receives standard output; - writes to standard output"
                    .into())
            }
            _ => Ok(()),
        }
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
    /// An output that is not a regular file (a pipe, `/dev/null`), to be written directly.
    Special { path: &'a Path, content: &'a [u8] },
    /// A stream of this process by its path, such as `/dev/stdout`.
    Stream { stream: Stream, content: &'a [u8] },
}

impl<'a> Staged<'a> {
    fn new(path: &'a Path, content: &'a [u8]) -> Result<Self, Failure> {
        Self::stage(path, content).map_err(|error| failure(path, &error))
    }

    fn stage(path: &'a Path, content: &'a [u8]) -> io::Result<Self> {
        let Target { resolved, metadata, .. } = Target::new(path)?;
        let is_special = metadata.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir());
        match OpenFile::at(path, LINKS) {
            Some(OpenFile::Stream(stream)) => return Ok(Self::Stream { stream, content }),
            _ if is_special => return Ok(Self::Special { path, content }),
            Some(OpenFile::Other) => return Err(io::Error::other("an open file of a process")),
            None => {}
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
            Self::Stream { stream, content } => stream.write(content),
            Self::Special { path, content } => {
                let file = std::fs::File::options().write(true).open(path);
                file.and_then(|mut file| file.write_all(content)).map_err(|error| failure(path, &error))
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

/// The failure to write a file. The name of the temporary file is removed from the message.
fn failure(path: &Path, error: &io::Error) -> Failure {
    let mut reason = error.to_string();
    if let Some(at) = reason.find(" at path ") {
        reason.truncate(at);
    }
    Failure::file(path, terminal::escape(reason))
}
