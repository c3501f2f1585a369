//! `vorpal kzg vectors`: the vectors of EIP-4844 and EIP-7594, a folder for each function.

mod case;
mod function;

use std::path::{Path, PathBuf};

use super::Common;
use crate::failure::Failure;
use crate::input::read_bytes;
use crate::input::yaml;
use crate::output::files::Files;
use crate::vector_folders::{FILE, Figures, folders};
use case::Case;
use function::Function;

#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  vorpal kzg vectors tests
  vorpal kzg vectors tests --tables 14 --json report.json")]
pub(super) struct Options {
    /// The folder of the vectors, such as `tests` of c-kzg-4844: folders with the names of functions, and YAML files in
    /// them. A function with malformed input has the output null.
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
            let setup = self.common.setup()?;
            Figures::of(&folders, |function, file| function.check(&setup, &read(file)?))
        })?;
        let (text, verdict) = (figures.text(), figures.verdict());
        let written = self.common.report(figures, &text);
        verdict.and(written)
    }
}

/// Reads a vector.
fn read(file: &Path) -> Result<Case<'_>, Failure> {
    let bytes = read_bytes(file, FILE)?;
    let text = std::str::from_utf8(&bytes).map_err(|_| Failure::file(file, "not UTF-8 text"))?;
    let values = yaml::read(text).map_err(|fault| Failure::line(file, fault.line, fault.reason))?;
    Ok(Case::new(file, values))
}
