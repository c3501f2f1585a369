//! Archives whose bytes depend on the contents alone: fixed order, owner, rights and time.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{build, dist};
use crate::process::{Failure, Outcome};
use crate::suite::Context;

/// A new folder for the files of an archive, whose name all paths in it begin with.
pub(super) fn stage(context: &Context, name: &str) -> Outcome<PathBuf> {
    let folder = context.out.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir(&folder)?;
    Ok(folder)
}

/// Copies a file, and creates the folders above it. The rights do not depend on the umask.
pub(super) fn copy(from: &Path, to: &Path, mode: u32) -> Outcome {
    write(to, &fs::read(from).map_err(|error| named(from, &error))?, mode)
}

fn named(file: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", file.display()))
}

/// Writes a file, and creates the folders above it.
pub(super) fn write(file: &Path, contents: &[u8], mode: u32) -> Outcome {
    if let Some(parent) = file.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(file, contents).map_err(|error| named(file, &error))?;
    Ok(fs::set_permissions(file, fs::Permissions::from_mode(mode))?)
}

/// The licences, which every archive contains.
pub(super) fn licences(context: &Context, folder: &Path) -> Outcome {
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&context.root.join(name), &folder.join(name), 0o644)?;
    }
    Ok(())
}

/// Writes `NAME.tar.gz` of a staged folder into `dist/`.
pub(super) fn tar(context: &Context, folder: &Path, name: &str) -> Outcome {
    let (Some(parent), Some(last)) = (folder.parent(), folder.file_name()) else {
        return Err(Failure::new("an archive of no folder"));
    };
    fs::create_dir_all(dist(context))?;
    let file = dist(context).join(format!("{name}.tar.gz"));
    let line = "tar --create --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX";
    let task = context.command(line).arg(format!("--mtime=@{}", build::epoch(context)?));
    let task = task.args(["--use-compress-program", "gzip -9 -n"]).arg("--file").arg(&file);
    task.arg("--directory").arg(parent).arg(last).run()?;
    println!("{name}.tar.gz: {} bytes", fs::metadata(file)?.len());
    Ok(())
}
