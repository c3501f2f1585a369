//! Files that a command writes: first under another name beside their own, then renamed, so that nobody ever finds a
//! part of one, and never over what the command reads.

use std::fs::Metadata;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::terminal;
use crate::failure::Failure;

/// What the file of a tree's store is called.
const STORE: &str = "state.redb";
/// How many symbolic links a path may lead through.
const LINKS: usize = 40;

/// Whether a path stands for standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The files of a command: before any work, what would write over its input or into a store is refused.
#[derive(Default)]
pub(crate) struct Files<'a> {
    outputs: Vec<&'a Path>,
    folders: Vec<&'a Path>,
    inputs: Vec<&'a Path>,
    stores: Vec<&'a Path>,
}

impl<'a> Files<'a> {
    /// Files to be written; `-` is none.
    pub(crate) fn outputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.outputs.extend(paths.into_iter().map(PathBuf::as_path).filter(|path| !is_standard(path)));
        self
    }

    /// Folders in which files are written, and which may be made for that.
    pub(crate) fn folders(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.folders.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Files that are read; `-` is none.
    pub(crate) fn inputs(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.inputs.extend(paths.into_iter().map(PathBuf::as_path).filter(|path| !is_standard(path)));
        self
    }

    /// Directories of stores, there or to be made.
    pub(crate) fn stores(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.stores.extend(paths.into_iter().map(PathBuf::as_path));
        self
    }

    /// Refuses outputs that are inputs, twice the same, folders, or in a store's directory, whatever links lead there.
    pub(crate) fn check(self) -> Result<(), Failure> {
        let inputs: Vec<Target<'_>> = self.inputs.iter().filter_map(|path| Target::new(path).ok()).collect();
        let mut outputs: Vec<Target<'_>> = Vec::new();
        let folders: Vec<Target<'_>> =
            self.folders.iter().filter_map(|path| Target::new(path).ok()).collect();
        for path in &self.outputs {
            let refused = |reason: String| Err(Failure::file(path, reason));
            let target = self.outside_of_stores(path)?;
            let folder = target.place.parent().unwrap_or(&target.place);
            if !folder.is_dir() && !folders.iter().any(|made| made.place == folder) {
                return refused("there is no such folder".into());
            }
            if target.found.as_ref().is_some_and(Metadata::is_dir) {
                return refused("a folder, where a file is to be written".into());
            }
            if let Some(input) = inputs.iter().find(|input| target.is(input)) {
                return refused(format!("would be written over {}, which is read", input.path.display()));
            }
            if let Some(other) = outputs.iter().find(|other| target.is(other)) {
                return refused(format!("to be written twice: also as {}", other.path.display()));
            }
            outputs.push(target);
        }
        for path in &self.folders {
            let target = self.outside_of_stores(path)?;
            if target.place.join(STORE).exists() {
                return Err(Failure::file(path, "a store's directory, where nothing else is written"));
            }
        }
        Ok(())
    }

    fn outside_of_stores(&self, path: &'a Path) -> Result<Target<'a>, Failure> {
        let target = Target::new(path).map_err(|error| Failure::file(path, error))?;
        let named = self.stores.iter().any(|store| target.is_in_store(store));
        // Another command's store is one too.
        if named || target.place.parent().is_some_and(|folder| folder.join(STORE).exists()) {
            return Err(Failure::file(path, "in a store's directory, where nothing else is written"));
        }
        Ok(target)
    }
}

/// Where a path leads.
struct Target<'a> {
    path: &'a Path,
    /// Without links and `..`, whether something is there or not.
    place: PathBuf,
    found: Option<Metadata>,
}

impl<'a> Target<'a> {
    fn new(path: &'a Path) -> io::Result<Self> {
        let place = resolve(path, LINKS)?;
        Ok(Self { path, found: std::fs::metadata(&place).ok(), place })
    }

    /// Whether both are one file, by whatever name.
    fn is(&self, other: &Target<'_>) -> bool {
        let same = self.found.as_ref().zip(other.found.as_ref()).is_some_and(|(a, b)| is_same_file(a, b));
        self.place == other.place || same
    }

    /// Whether it is in a store's directory, or the store's file by another name.
    fn is_in_store(&self, store: &Path) -> bool {
        let inside = resolve(store, LINKS).is_ok_and(|store| self.place.starts_with(store));
        let file = store.join(STORE);
        inside || Target::new(&file).is_ok_and(|file| self.is(&file))
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

/// A path without links and `..`, also of what is not there yet.
fn resolve(path: &Path, links: usize) -> io::Result<PathBuf> {
    if let Ok(place) = path.canonicalize() {
        return Ok(place);
    }
    let Some(name) = path.file_name() else {
        // The end is `..`, after something that is not there.
        let before = path.parent().ok_or(io::ErrorKind::NotFound)?;
        let place = resolve(before, links)?;
        return Ok(place.parent().unwrap_or(&place).into());
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = resolve(folder, links)?;
    let place = folder.join(name);
    match std::fs::read_link(&place) {
        Ok(_) if links == 0 => Err(io::Error::other("too many symbolic links")),
        // A link to what is not there.
        Ok(target) => resolve(&folder.join(target), links - 1),
        Err(_) => Ok(place),
    }
}

/// Writes a file as a whole.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    Staged::new(path, content)?.publish()
}

/// Writes several files: if one cannot be written, none gets its name.
pub(crate) fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), Failure> {
    let staged = files.iter().map(|(path, content)| Staged::new(path, content));
    staged.collect::<Result<Vec<_>, _>>()?.into_iter().try_for_each(Staged::publish)
}

/// A file that is complete and has not got its name yet.
enum Staged<'a> {
    File {
        path: &'a Path,
        place: PathBuf,
        file: NamedTempFile,
    },
    /// What is no file (a terminal, a pipe, `/dev/null`) is written where it is.
    Stream {
        path: &'a Path,
        content: &'a [u8],
    },
}

impl<'a> Staged<'a> {
    fn new(path: &'a Path, content: &'a [u8]) -> Result<Self, Failure> {
        Self::stage(path, content).map_err(|error| failure(path, &error))
    }

    fn stage(path: &'a Path, content: &'a [u8]) -> io::Result<Self> {
        let Target { place, found, .. } = Target::new(path)?;
        let is_stream = found.as_ref().is_some_and(|found| !found.is_file() && !found.is_dir());
        if is_stream || is_descriptor(path) {
            return Ok(Self::Stream { path, content });
        }
        let folder = place.parent().unwrap_or(Path::new("/"));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".vorpal.");
        // As other files here; the system takes away what the user does not want.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        if let Some(found) = found.filter(Metadata::is_file) {
            file.as_file().set_permissions(found.permissions())?;
        }
        file.write_all(content)?;
        file.as_file().sync_all()?;
        Ok(Self::File { path, place, file })
    }

    fn publish(self) -> Result<(), Failure> {
        match self {
            Self::Stream { path, content } => {
                std::fs::write(path, content).map_err(|error| failure(path, &error))
            }
            Self::File { path, place, file } => {
                file.persist(&place).map_err(|error| failure(path, &error.error))?;
                // The name is as durable as the file, where folders may be opened.
                let folder = place.parent().and_then(|folder| std::fs::File::open(folder).ok());
                let _ = folder.map(|folder| folder.sync_all());
                Ok(())
            }
        }
    }
}

/// Whether a path names an open file of this process, which may be a pipe or a file that somebody else writes too.
fn is_descriptor(path: &Path) -> bool {
    ["/proc", "/dev/fd", "/dev/stdout", "/dev/stderr"].iter().any(|above| path.starts_with(above))
}

/// Without the other name, which says nothing to anybody.
fn failure(path: &Path, error: &io::Error) -> Failure {
    let mut reason = error.to_string();
    if let Some(at) = reason.find(" at path ") {
        reason.truncate(at);
    }
    Failure::file(path, terminal::shown(reason))
}
