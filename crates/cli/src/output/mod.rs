//! All output of the command: reports on standard output, messages on standard error, and files.

pub(crate) mod files;
mod open_file;
mod standard;
pub(crate) mod terminal;

use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// Prints a report as text, and writes it as JSON to the file `json` if given. For `-`, prints the JSON instead. The
/// file is written even if standard output cannot be.
pub(crate) fn write(report: &impl Serialize, text: &str, json: Option<&Path>) -> Result<(), Failure> {
    let printed = print(report, text, json);
    write_json(report, json).and(printed)
}

/// Prints a report as text. If `json` is `-`, prints the JSON instead.
pub(crate) fn print(report: &impl Serialize, text: &str, json: Option<&Path>) -> Result<(), Failure> {
    match json {
        Some(path) if files::is_standard(path) => terminal::print(&to_json(report, path)?),
        _ => terminal::print(text),
    }
}

/// Writes a report as JSON to the file `json` if given. Does nothing for `-`.
pub(crate) fn write_json(report: &impl Serialize, json: Option<&Path>) -> Result<(), Failure> {
    match json {
        Some(path) if !files::is_standard(path) => files::write(path, to_json(report, path)?.as_bytes()),
        _ => Ok(()),
    }
}

fn to_json(report: &impl Serialize, path: &Path) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure::file(path, error))?;
    Ok(terminal::json(&json) + "\n")
}
