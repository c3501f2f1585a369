//! The contender for snarkjs: a program for Node.js, with the package that the user installed.

use std::path::PathBuf;

use super::folder::lab_folder;
use super::target::find_program;

/// The name of the contender.
pub(super) const SNARKJS: &str = "snarkjs";
/// The variable with the folder in which `npm install snarkjs` ran.
pub(super) const VARIABLE: &str = "VORPAL_SNARKJS";

/// Node.js, and the arguments of the contender.
pub(super) fn program() -> Result<(PathBuf, Vec<String>), String> {
    let folder = std::env::var(VARIABLE)
        .map_err(|_| format!("{VARIABLE} is not set: the folder in which `npm install snarkjs` ran"))?;
    let program = find_program(&["node"]).ok_or("no program `node` in PATH")?;
    let contender = lab_folder().join("snarkjs/contender.mjs");
    Ok((program, vec![contender.display().to_string(), folder]))
}
