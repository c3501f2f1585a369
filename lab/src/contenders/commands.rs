//! Commands whose output is shown only if they fail.

use std::process::Command;

/// Runs a command, without an input unless it has one.
pub(super) fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output();
    let output = output.map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(12)..];
    Err(format!("{}: {}\n{}", command.get_program().display(), output.status, last.join("\n")))
}
