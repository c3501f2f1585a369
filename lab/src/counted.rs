//! The output of the program whose operations are counted.

use std::process::Command;

use crate::failure::{Failure, io};

/// Runs a program and returns the lines of its output.
pub(crate) fn lines(command: &mut Command) -> Result<Vec<String>, Failure> {
    let name = command.get_program().display().to_string();
    let output = command.output().map_err(io(&name))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Failure::Usage(format!("{name}: {}\n{errors}", output.status)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The lines after the first, split into a name and numbers. The first line names the backend.
pub(crate) fn operations(lines: &[String]) -> impl Iterator<Item = (&str, Vec<f64>)> {
    lines.iter().skip(1).filter_map(|line| {
        let (name, numbers) = line.split_once(' ')?;
        Some((name, numbers.split(' ').filter_map(|number| number.parse().ok()).collect()))
    })
}
