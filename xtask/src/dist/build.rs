//! The builds of Rust: their targets, their environment, and Cargo with zig as the linker.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::{tools, wrapper};
use crate::process::{Failure, Outcome, Task};
use crate::suite::Context;

/// A platform of artefacts.
pub(super) struct Platform {
    /// Rust's name of it.
    pub(super) target: &'static str,
    /// The oldest version of glibc, or nothing with another C library.
    pub(super) glibc: &'static str,
    /// Its name in the names of artefacts.
    pub(super) name: &'static str,
}

pub(super) const GLIBC: [Platform; 2] = [
    Platform { target: "x86_64-unknown-linux-gnu", glibc: ".2.17", name: "x86_64-linux-glibc2.17" },
    Platform { target: "aarch64-unknown-linux-gnu", glibc: ".2.17", name: "aarch64-linux-glibc2.17" },
];

pub(super) const MUSL: [Platform; 2] = [
    Platform { target: "x86_64-unknown-linux-musl", glibc: "", name: "x86_64-linux-musl" },
    Platform { target: "aarch64-unknown-linux-musl", glibc: "", name: "aarch64-linux-musl" },
];

impl Platform {
    /// Whether the compiler has the library of the target.
    pub(super) fn is_installed(&self) -> bool {
        let folder =
            Task::new("rustc --print target-libdir --target").arg(self.target).without_errors().text();
        let entries = folder.ok().and_then(|folder| fs::read_dir(folder.trim()).ok()).into_iter().flatten();
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    }

    /// The folder of outputs of Cargo.
    pub(super) fn outputs(&self, context: &Context) -> PathBuf {
        target_folder(context).join(self.target).join("release")
    }
}

/// The build folder of all artefacts.
pub(super) fn target_folder(context: &Context) -> PathBuf {
    context.root.join(if is_quick() { "target/dist-quick" } else { "target/dist" })
}

/// The time of the commit, in seconds since 1970: the time of all files in artefacts.
pub(super) fn epoch(context: &Context) -> Outcome<String> {
    Ok(context.command("git log -1 --format=%ct").text()?.trim().to_string())
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Cargo's folder of the user.
fn cargo_home() -> PathBuf {
    variable("CARGO_HOME").unwrap_or_else(|| variable("HOME").unwrap_or_default().join(".cargo"))
}

/// A command with the environment of reproducible builds.
pub(super) fn reproducible(context: &Context, task: Task) -> Outcome<Task> {
    let home = cargo_home();
    let (name, prefixes) = wrapper::prefixes(&context.root, &home)?;
    // The same for C: `assert` names files. No times either: zig keeps what it compiled at another one.
    let mut flags = OsString::from(
        "-g0 -Wno-builtin-macro-redefined -D__DATE__=\"\" -D__TIME__=\"\" -D__TIMESTAMP__=\"\"",
    );
    for (folder, name) in [(home.as_path(), "/cargo"), (context.root.as_path(), "/vorpal")] {
        flags.push(format!(" -ffile-prefix-map={}={name}", folder.display()));
    }
    let task = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS", "CARGO_BUILD_TARGET"]
        .iter()
        .fold(task, |task, name| task.without_env(name));
    Ok(task
        .env(name, prefixes)
        .env("RUSTC_WRAPPER", std::env::current_exe()?)
        .env("CFLAGS", flags)
        .env("CARGO_TARGET_DIR", target_folder(context))
        .env("SOURCE_DATE_EPOCH", epoch(context)?)
        .env("TZ", "UTC")
        .env("LC_ALL", "C.UTF-8"))
}

/// A command that compiles, with the environment of reproducible builds.
pub(super) fn compiling(context: &Context, task: Task) -> Outcome<Task> {
    let task = reproducible(context, task)?;
    Ok(match quick_level() {
        Some(level) => task.quick().env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level),
        None => task,
    })
}

/// Whether artefacts are for tests: quick to build, and not in `dist/`.
pub(super) fn is_quick() -> bool {
    quick_level().is_some()
}

/// The level of optimisation of artefacts for tests.
pub(super) fn quick_level() -> Option<OsString> {
    std::env::var_os("VORPAL_DIST_QUICK")
}

/// With the programs from PyPI first in the search path.
pub(super) fn with_tools(task: Task, bin: &Path) -> Outcome<Task> {
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([bin.to_path_buf()].into_iter().chain(std::env::split_paths(&rest)));
    Ok(task.env("PATH", path.map_err(|error| Failure::new(error.to_string()))?))
}

/// Runs `cargo rustc` for a platform, in a folder, with options of Cargo and of the last call of the compiler. The
/// result is false if a tool is missing, which is reported.
pub(super) fn cargo(
    context: &Context,
    platform: &Platform,
    folder: &str,
    options: &str,
    last: &[String],
) -> Outcome<bool> {
    if !platform.is_installed() {
        let target = platform.target;
        context.skip(&format!("the Rust library for {target} is missing (rustup target add {target})"));
        return Ok(false);
    }
    let bin = match tools::folder(context)? {
        Ok(bin) => bin,
        Err(missing) => {
            context.skip(&missing);
            return Ok(false);
        }
    };
    let line = format!("cargo-zigbuild rustc --locked --release --quiet {options} --target");
    let task =
        context.command(line).arg(format!("{}{}", platform.target, platform.glibc)).arg("--").args(last);
    with_tools(compiling(context, task)?, &bin)?.folder(folder).run()?;
    Ok(true)
}
