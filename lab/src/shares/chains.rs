//! The chains of `lab shares`: two that `vorpal-import` exports, and a generated one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::contenders::lab_folder;
use crate::data;
use crate::failure::{Failure, io};

/// The size of the generated chain, by the options of `vorpal generate`.
const GENERATED: [&str; 6] = ["--blocks", "2000", "--transactions", "20", "--accounts", "5000"];

/// The folders of the updates of the three chains, and what is missing, with the reason. Folders that an earlier run
/// wrote are used again.
pub(super) fn prepare() -> Result<(Vec<PathBuf>, Vec<String>), Failure> {
    let folder = lab_folder().join("target/imports");
    std::fs::create_dir_all(&folder).map_err(io(folder.display()))?;
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for (name, make) in [
        ("geth-chain", export as fn(&str, &Path) -> Result<(), String>),
        ("mainnet-genesis", export),
        ("generated", generate),
    ] {
        let chain = folder.join(name);
        let made = if chain.is_dir() { Ok(()) } else { make(name, &chain) };
        match made {
            Ok(()) => found.push(chain),
            Err(why) => missing.push(format!("{name}: {why}")),
        }
    }
    Ok((found, missing))
}

/// Imports a chain of the test data, and exports its updates.
fn export(name: &str, out: &Path) -> Result<(), String> {
    let data = data::folder(name).map_err(|skipped| skipped.to_string())?;
    let blocks = data.join("chain.rlp");
    let blocks = if blocks.is_file() { blocks } else { data.clone() };
    eprintln!("importing {name}");
    let arguments = ["--genesis".into(), data.join("genesis.json").into(), blocks.into(), "--export".into()];
    run("interop/Cargo.toml", "vorpal-import", arguments, out)
}

/// Generates a chain.
fn generate(_: &str, out: &Path) -> Result<(), String> {
    eprintln!("generating a chain");
    let arguments = ["generate"].into_iter().chain(GENERATED).chain(["--out"]);
    run("Cargo.toml", "vorpal-cli", arguments.map(OsString::from), out)
}

/// Builds and runs a program of another workspace; the last argument is the folder that it writes.
fn run(
    manifest: &str,
    package: &str,
    arguments: impl IntoIterator<Item = OsString>,
    out: &Path,
) -> Result<(), String> {
    let manifest = lab_folder().join("..").join(manifest);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["run", "--release", "--locked", "--quiet", "--package", package, "--manifest-path"]);
    cargo.arg(manifest).arg("--").args(arguments).arg(out);
    cargo.stdin(Stdio::null()).stdout(Stdio::null());
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{package}: {status}")) }
}
