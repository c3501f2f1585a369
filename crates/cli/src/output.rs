//! Reports on standard output and as JSON.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::failure::Failure;

/// Prints a report as text, and writes it to a file as JSON if there is one; for `-`, prints the JSON instead.
pub(crate) fn write(report: &impl Serialize, text: &str, json: Option<&Path>) -> Result<(), Failure> {
    let Some(path) = json else {
        print(text);
        return Ok(());
    };
    let json = serde_json::to_string_pretty(report).map_err(|error| Failure::file(path, error))? + "\n";
    if path.as_os_str() == "-" {
        print(&json);
        return Ok(());
    }
    print(text);
    std::fs::write(path, json).map_err(|error| Failure::file(path, error))
}

/// If nobody reads it, the exit code still says how it went.
fn print(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}
