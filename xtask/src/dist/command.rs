//! The command `vorpal`: a static program where Rust's library for musl is installed, else one for old glibc.

use super::build::{self, GLIBC, MUSL, Platform};
use super::{archive, version};
use crate::process::Outcome;
use crate::suite::Context;

pub(super) fn build(context: &Context) -> Outcome {
    for (musl, glibc) in MUSL.iter().zip(&GLIBC) {
        let platform = if musl.is_installed() {
            musl
        } else {
            println!("a static program needs the Rust library for {} (rustup target add)", musl.target);
            glibc
        };
        archive(context, platform)?;
    }
    Ok(())
}

/// Builds the program. The result is false if a tool is missing.
pub(super) fn program(context: &Context, platform: &Platform) -> Outcome<bool> {
    build::cargo(context, platform, ".", "-p vorpal-cli --bin vorpal", &[])
}

fn archive(context: &Context, platform: &Platform) -> Outcome {
    if !program(context, platform)? {
        return Ok(());
    }
    let name = format!("vorpal-{}-{}", version(context)?, platform.name);
    let folder = archive::stage(context, &name)?;
    archive::copy(&platform.outputs(context).join("vorpal"), &folder.join("bin/vorpal"), 0o755)?;
    archive::copy(&context.root.join("crates/cli/README.md"), &folder.join("README.md"), 0o644)?;
    archive::copy(&context.root.join("docs/command.md"), &folder.join("command.md"), 0o644)?;
    archive::licences(context, &folder)?;
    archive::tar(context, &folder, &name)
}
