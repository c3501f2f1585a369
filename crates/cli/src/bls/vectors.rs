//! `vorpal bls vectors`: the vectors of bls12-381-tests, a folder for each function.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::Common;
use super::function::Function;
use crate::failure::Failure;
use crate::input::json_file::{self, Limits};
use crate::output::files::Files;
use crate::vector_folders::{FILE, Figures, folders};

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal bls vectors tests
  vorpal bls vectors tests --json report.json")]
pub(super) struct Options {
    /// The folder of the vectors: folders with the names of functions, and JSON files in them. A function with
    /// malformed input has the output null, or false if it is a verification.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    common: Common,
}

impl Options {
    pub(super) fn run(&self) -> Result<(), Failure> {
        let folders = folders::<Function>(&self.folder)?;
        let vectors = folders.iter().flat_map(|(_, files)| files);
        Files::default().json(&self.common.json).inputs([&self.folder]).inputs(vectors).check()?;
        let figures = self.common.on_threads(|| {
            Figures::of(&folders, |function, file| {
                let case: Value = read(file)?;
                let malformed = |reason: String| Failure::file(file, reason);
                let found = function.output(&case["input"]).map_err(malformed)?;
                let expected = case.get("output").ok_or_else(|| malformed("output: missing".into()))?;
                Ok((found != *expected).then(|| format!("expected {expected}, found {found}")))
            })
        })?;
        let (text, verdict) = (figures.text(), figures.verdict());
        let written = self.common.report(figures, &text);
        verdict.and(written)
    }
}

/// Reads a vector.
fn read(file: &Path) -> Result<Value, Failure> {
    let limits = Limits { file: FILE, value: FILE };
    Ok(json_file::parse(file, json_file::open(file)?, limits, false)?)
}
