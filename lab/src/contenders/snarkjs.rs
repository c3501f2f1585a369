//! The contender for snarkjs: a program for Node.js, with the package that the user installed.

use super::Binary;
use super::folder::lab_folder;
use super::target::find_program;

/// The name of the contender.
pub(super) const SNARKJS: &str = "snarkjs";
/// The variable with the folder in which `npm install snarkjs` ran.
pub(super) const VARIABLE: &str = "VORPAL_SNARKJS";

pub(super) fn binary() -> Result<Binary, String> {
    let folder = std::env::var(VARIABLE)
        .map_err(|_| format!("{VARIABLE} is not set: the folder in which `npm install snarkjs` ran"))?;
    let program = find_program(&["node"]).ok_or("no program `node` in PATH")?;
    let contender = lab_folder().join("snarkjs/contender.mjs");
    Ok(Binary {
        name: SNARKJS.to_owned(),
        program,
        arguments: vec![contender.display().to_string(), folder],
        runner: Vec::new(),
        environment: Vec::new(),
        build: "Node.js".to_owned(),
    })
}
