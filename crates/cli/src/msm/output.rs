//! `result.txt` and `resulttimes.txt`, as the ZPrize harness writes them: both, or none.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::sums::{Summed, mean};
use crate::failure::Failure;

const SUMS: &str = "result.txt";
const TIMES: &str = "resulttimes.txt";

/// Refuses, before any work, what cannot become a folder with these files.
pub(super) fn check(folder: &Path) -> Result<(), Failure> {
    if folder.exists() && !folder.is_dir() {
        return Err(Failure::file(folder, "not a folder"));
    }
    match [SUMS, TIMES].map(|name| folder.join(name)).into_iter().find(|path| path.is_dir()) {
        Some(path) => Err(Failure::file(&path, "a folder, where a file is to be written")),
        None => Ok(()),
    }
}

/// Writes both files, making the folder if there is none: first under other names, so that nobody ever finds a part
/// of one.
pub(super) fn write(folder: &Path, summed: &[Summed], random: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::file(folder, error))?;
    let files = [(TIMES, times(summed, random).into_bytes()), (SUMS, sums(summed))];
    let mut temporary = Vec::new();
    let written = files.iter().try_for_each(|(name, content)| {
        let path = folder.join(format!(".{name}.{}", std::process::id()));
        temporary.push(path.clone());
        create(&path, content).map_err(|error| Failure::file(&path, error))
    });
    let written = written.and_then(|()| {
        temporary.iter().zip(&files).try_for_each(|(path, (name, _))| {
            let target = folder.join(name);
            std::fs::rename(path, &target).map_err(|error| Failure::file(&target, error))
        })
    });
    if written.is_err() {
        remove(&temporary);
    }
    written
}

fn create(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let mut file = std::fs::File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// What cannot be removed was not written or has got its name.
fn remove(files: &[PathBuf]) {
    for file in files {
        let _ = std::fs::remove_file(file);
    }
}

/// The sum of each iteration of the first vector, then of the second one, and so on.
fn sums(summed: &[Summed]) -> Vec<u8> {
    summed.iter().flat_map(|vector| vector.sum.0.repeat(vector.times.len())).collect()
}

/// Times as Rust's `Duration` prints them.
fn times(summed: &[Summed], random: bool) -> String {
    let mut text = String::new();
    for vector in summed {
        for (iteration, time) in (1..).zip(&vector.times) {
            let _ = writeln!(text, "iteration {iteration}: {time:?}");
        }
        let _ = writeln!(text, "Mean across all iterations: {:?}", vector.mean());
    }
    if random {
        let means: Vec<Duration> = summed.iter().map(Summed::mean).collect();
        let _ = writeln!(text, "Mean across all vectors: {:?}", mean(&means));
    }
    text
}
