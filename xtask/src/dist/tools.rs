//! The programs from PyPI that build artefacts, in a virtual environment below `target/`: zig as a compiler and linker
//! for old versions of glibc, `cargo-zigbuild`, and maturin. Their versions and hashes are in `dist-tools.txt`.

use std::fs;
use std::path::PathBuf;

use crate::process::{Outcome, has};
use crate::suite::Context;

/// The environment's folder of programs. Without it, the result is what is missing.
pub(super) fn folder(context: &Context) -> Outcome<Result<PathBuf, String>> {
    let environment = context.root.join("target/dist-tools");
    let (bin, stamp) = (environment.join("bin"), environment.join("installed"));
    let file = context.root.join("xtask/dist-tools.txt");
    let requirements = fs::read_to_string(&file)?;
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == requirements) {
        return Ok(Ok(bin));
    }
    if !has("python3") {
        return Ok(Err("python3 is missing".into()));
    }
    let log = context.out.join("tools.log");
    if !context.command("python3 -m venv --clear").arg(&environment).log(&log)?.succeeds() {
        return Ok(Err("Python's module venv is missing".into()));
    }
    let pip =
        format!("{}/pip install --quiet --disable-pip-version-check --require-hashes -r", bin.display());
    if !context.command(pip).arg(&file).log(&log)?.succeeds() {
        crate::lab::print_end(&log);
        return Ok(Err("packages of xtask/dist-tools.txt are missing".into()));
    }
    fs::write(stamp, requirements)?;
    Ok(Ok(bin))
}
