//! The artefacts of a release, in `dist/`: `cargo xtask dist`. Each step builds one kind, and reports what it lacks.
//!
//! An artefact depends on the commit and on the versions of the tools alone, not on the folder of the clone, the user's
//! folder, the time or the umask. `wrapper` and `archive` say how; `compare` builds twice and compares.

mod archive;
mod build;
mod c;
mod command;
mod compare;
mod crates;
mod debian;
mod dropins;
mod go;
pub(crate) mod install;
mod maven;
mod members;
mod npm;
mod page;
mod sbom;
mod sums;
mod tools;
pub(crate) mod twice;
mod wheel;
pub(crate) mod wrapper;

use std::fs;
use std::path::PathBuf;

use crate::process::{Failure, Outcome};
use crate::suite::{Context, End, Step, Suite};

pub(crate) const SUITE: Suite = Suite {
    steps: &[
        Step { name: "empty", subject: "an empty dist/", run: empty },
        Step { name: "command", subject: "the command vorpal", run: command::build },
        Step {
            name: "c",
            subject: "libvorpal, shared and static, with header and pkg-config",
            run: c::build,
        },
        Step { name: "ckzg", subject: "libckzg, with the interface of c-kzg", run: dropins::ckzg },
        Step {
            name: "rapidsnark",
            subject: "librapidsnark, with the interface of rapidsnark",
            run: dropins::rapidsnark,
        },
        Step { name: "crates", subject: "packages of the published crates", run: crates::build },
        Step { name: "python", subject: "the wheel for Python", run: wheel::build },
        Step { name: "npm", subject: "the package for JavaScript", run: npm::build },
        Step { name: "maven", subject: "the packages for Java", run: maven::build },
        Step { name: "go", subject: "the modules for Go, with the static library", run: go::build },
        Step { name: "debian", subject: "the package for Debian", run: debian::build },
        Step { name: "sbom", subject: "lists of components", run: sbom::write },
        Step { name: "page", subject: "INSTALL.md", run: page::write },
        Step { name: "sums", subject: "checksums", run: sums::write },
        Step { name: "sign", subject: "the signature of the checksums", run: sums::sign },
    ],
    end: End::Skipped,
};

/// Where the artefacts are written.
fn dist(context: &Context) -> PathBuf {
    if build::is_quick() {
        build::target_folder(context).join("artefacts")
    } else {
        context.root.join("dist")
    }
}

fn empty(context: &Context) -> Outcome {
    let folder = dist(context);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    Ok(fs::create_dir_all(folder)?)
}

/// The version of all packages but the drop-in libraries.
fn version(context: &Context) -> Outcome<String> {
    version_of(context, "Cargo.toml")
}

/// The version that a manifest states first.
fn version_of(context: &Context, manifest: &str) -> Outcome<String> {
    let text = fs::read_to_string(context.root.join(manifest))?;
    let version = text.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_string).ok_or_else(|| Failure::new(format!("no version in {manifest}")))
}
