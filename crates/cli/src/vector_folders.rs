//! Folders of vectors: a folder for each function, whose files have the arguments and the output of a case.

use std::path::{Path, PathBuf};

use comfy_table::{CellAlignment, Table, presets};
use rayon::prelude::*;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::terminal;
use crate::replay::progress_bar;

/// The largest length of a file; the longest of the vectors have 2 MB.
pub(crate) const FILE: u64 = 64 << 20;
/// The largest number of files.
const FILES: usize = 100_000;
/// The largest depth of folders.
const DEPTH: usize = 8;
/// The largest number of failed vectors that are printed; the JSON has all of them.
const SHOWN: usize = 20;

/// A function that has vectors.
pub(crate) trait Function: Copy + Sync {
    /// The extension of the files.
    const EXTENSION: &'static str;
    /// The name of their format.
    const FORMAT: &'static str;
    /// What the functions are functions of.
    const SPECIFICATION: &'static str;

    /// The function whose vectors are in a folder of this name.
    fn of_name(name: &str) -> Option<Self>;
    /// The name of the folder.
    fn name(self) -> &'static str;
}

/// The results of all vectors.
#[derive(Serialize)]
pub(crate) struct Figures {
    folders: Vec<Folder>,
    failures: Vec<Failed>,
}

#[derive(Serialize)]
struct Folder {
    name: String,
    run: usize,
    passed: usize,
    failed: usize,
}

/// A vector whose output differs.
#[derive(Serialize)]
struct Failed {
    file: String,
    difference: String,
}

impl Figures {
    /// Runs all files of these folders. `check` returns how the result differs from the output, if it does.
    pub(crate) fn of<F: Function>(
        folders: &[(F, Vec<PathBuf>)],
        check: impl Fn(F, &Path) -> Result<Option<String>, Failure> + Sync,
    ) -> Result<Self, Failure> {
        let bar = progress_bar();
        bar.set_length(folders.iter().map(|(_, files)| files.len() as u64).sum());
        let mut figures = Self { folders: Vec::new(), failures: Vec::new() };
        for (function, files) in folders {
            bar.set_message(function.name());
            let check = |file: &PathBuf| {
                let difference = check(*function, file)?;
                bar.inc(1);
                Ok(difference.map(|difference| Failed { file: file.display().to_string(), difference }))
            };
            let checked: Result<Vec<Option<Failed>>, Failure> = files.par_iter().map(check).collect();
            let failed: Vec<Failed> = checked?.into_iter().flatten().collect();
            let (name, run) = (function.name().into(), files.len());
            figures.folders.push(Folder { name, run, passed: run - failed.len(), failed: failed.len() });
            figures.failures.extend(failed);
        }
        bar.finish_and_clear();
        Ok(figures)
    }

    fn total(&self, of: impl Fn(&Folder) -> usize) -> usize {
        self.folders.iter().map(of).sum()
    }

    pub(crate) fn text(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(["folder", "run", "passed", "failed"]);
        for folder in &self.folders {
            let Folder { name, run, passed, failed } = folder;
            table.add_row([name.clone(), run.to_string(), passed.to_string(), failed.to_string()]);
        }
        let totals = [self.total(|of| of.run), self.total(|of| of.passed), self.total(|of| of.failed)];
        let totals = totals.map(|total| total.to_string());
        table.add_row(["total".to_string()].into_iter().chain(totals));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{table}\n")
    }

    /// Fails if a vector differs, and names the first [`SHOWN`] of them.
    pub(crate) fn verdict(&self) -> Result<(), Failure> {
        if self.failures.is_empty() {
            return Ok(());
        }
        let all = self.total(|folder| folder.run);
        let mut reason = format!("{} of {all} vectors failed", self.failures.len());
        for Failed { file, difference } in self.failures.iter().take(SHOWN) {
            reason += &format!("\n{}: {}", terminal::escape(file), terminal::escape(difference));
        }
        if self.failures.len() > SHOWN {
            reason += &format!("\nand {} more (--json has all)", self.failures.len() - SHOWN);
        }
        Err(Failure::Different(reason))
    }
}

/// The functions with folders, in the order of their names, and the files of each. A page in Markdown beside the
/// folders is left out.
pub(crate) fn folders<F: Function>(root: &Path) -> Result<Vec<(F, Vec<PathBuf>)>, Failure> {
    let mut folders = Vec::new();
    for path in entries(root)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !path.is_dir() {
            if path.extension().is_some_and(|extension| extension == "md") {
                continue;
            }
            return Err(Failure::file(&path, "not a folder of vectors"));
        }
        let function = F::of_name(&name).ok_or_else(|| {
            Failure::file(&path, format!("no function of {} has this name", F::SPECIFICATION))
        })?;
        let mut files = Vec::new();
        collect(&path, F::EXTENSION, DEPTH, &mut files)?;
        if files.is_empty() {
            return Err(Failure::file(&path, format!("no {} file is in the folder", F::FORMAT)));
        }
        folders.push((function, files));
    }
    if folders.is_empty() {
        return Err(Failure::file(root, "no folder of vectors is in the folder"));
    }
    Ok(folders)
}

/// The entries of a folder, in the order of their names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failure = |error| Failure::file(folder, error);
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let paths: std::io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.map_err(failure)?;
    paths.sort();
    Ok(paths)
}

/// Appends the files below a folder.
fn collect(folder: &Path, extension: &str, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    for path in entries(folder)? {
        if path.is_dir() {
            if depth == 0 {
                return Err(Failure::file(&path, format!("more than {DEPTH} folders in each other")));
            }
            collect(&path, extension, depth - 1, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
        if files.len() > FILES {
            return Err(Failure::file(folder, format!("more than {FILES} files")));
        }
    }
    Ok(())
}
