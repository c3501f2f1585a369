//! The tools of builds for AArch64: their installation, and the environment of builds. The Rust library comes with the
//! installed toolchain (`rustup target add aarch64-unknown-linux-gnu`) or else from Debian's package rustc-web, which
//! is unpacked beside it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::Variable;
use crate::process::{Outcome, Task, has};
use crate::suite::Context;

pub(super) const TARGET: &str = "aarch64-unknown-linux-gnu";
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";
/// The version of Debian's package.
const VERSION: &str = "1.96";

/// Where the package is unpacked.
fn folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME");
    let cache = cache.unwrap_or_else(|| variable("HOME").unwrap_or_default().join(".cache"));
    cache.join("vorpal-arm64")
}

/// Whether a compiler has the library for AArch64.
fn has_library(compiler: &Path) -> bool {
    let folder =
        Task::of(compiler).args(["--print", "target-libdir", "--target", TARGET]).without_errors().text();
    let entries = folder.ok().and_then(|folder| fs::read_dir(folder.trim()).ok()).into_iter().flatten();
    entries.flatten().any(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}

/// The compiler that the user chose.
fn chosen() -> PathBuf {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()).into()
}

/// The build folder of builds for AArch64.
pub(super) fn target_folder(root: &Path) -> PathBuf {
    let chosen = std::env::var_os("CARGO_TARGET_DIR").filter(|path| !path.is_empty());
    chosen.map_or_else(|| root.join("target/arm64"), PathBuf::from)
}

/// The program that runs the builds.
pub(super) fn runner() -> String {
    format!("qemu-aarch64 -L {LIBRARIES}")
}

/// The compilers of Debian's package if the chosen one lacks the library. The error is what is missing.
fn compilers() -> Result<Option<[PathBuf; 2]>, String> {
    for tool in ["cc", "aarch64-linux-gnu-gcc", "qemu-aarch64"] {
        if !has(tool) {
            return Err(format!("{tool} is missing"));
        }
    }
    if has_library(&chosen()) {
        return Ok(None);
    }
    let [compiler, documentation] = ["rustc", "rustdoc"].map(|tool| folder().join(tool));
    if has_library(&compiler) {
        return Ok(Some([compiler, documentation]));
    }
    Err(format!("the Rust library for {TARGET} is missing (.ci/arm64 setup)"))
}

/// The compiler of builds for AArch64. The error is what is missing.
pub(crate) fn compiler() -> Result<String, String> {
    let compiler = compilers()?.map_or_else(chosen, |[compiler, _]| compiler);
    Ok(compiler.display().to_string())
}

/// The plugin that records instructions for the tests of constant time.
fn plugin(root: &Path) -> PathBuf {
    target_folder(root).join("librecord.so")
}

/// The environment of builds. The error is what is missing.
pub(super) fn environment(root: &Path) -> Result<Vec<Variable>, String> {
    let compilers = compilers()?.map(|[compiler, documentation]| {
        [("RUSTC", compiler.into_os_string()), ("RUSTDOC", documentation.into_os_string())]
    });
    let mut variables: Vec<Variable> = compilers.into_iter().flatten().collect();
    variables.extend([
        ("CARGO_TARGET_DIR", target_folder(root).into_os_string()),
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc".into()),
        ("CC_aarch64_unknown_linux_gnu", "aarch64-linux-gnu-gcc".into()),
        // Programs that tests start get the same runner (`vorpal_oracle::process`).
        ("VORPAL_TEST_RUNNER", runner().into()),
        ("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner().into()),
        ("VORPAL_TRACE_PLUGIN", plugin(root).into_os_string()),
    ]);
    Ok(variables)
}

pub(super) fn build_plugin(context: &Context) -> Outcome {
    fs::create_dir_all(target_folder(&context.root))?;
    let build = context.command("cc -shared -fPIC -O2 -Wall -Wextra -Werror -o").arg(plugin(&context.root));
    build.arg("crates/trace/src/emulator/record.c").run()
}

/// Prints the environment of builds, for `eval`. The result is the exit code.
pub(crate) fn print_environment(context: &Context) -> Outcome<i32> {
    match environment(&context.root) {
        Err(reason) => {
            eprintln!("{reason}");
            Ok(1)
        }
        Ok(variables) => {
            build_plugin(context)?;
            for (name, value) in variables {
                println!("export {name}='{}'", value.to_string_lossy().replace('\'', r"'\''"));
            }
            Ok(0)
        }
    }
}

/// Installs the tools, as root on Debian.
pub(crate) fn setup(context: &Context) -> Outcome {
    context.export("DEBIAN_FRONTEND", "noninteractive");
    let install = "apt-get install -y -qq --no-install-recommends";
    context.command("apt-get update -qq").run()?;
    let tools = "gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user";
    context.command(format!("{install} {tools}")).run()?;
    if has_library(Path::new("rustc")) {
        return Ok(());
    }
    context.command("dpkg --add-architecture arm64").run()?;
    context.command("apt-get update -qq").run()?;
    context.command(format!("{install} libllvm22")).run()?;
    let folder = folder();
    let packages = folder.join("packages");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&packages)?;
    let library = format!("libstd-rust-web-{VERSION}");
    let names = ["rustc-web", "rust-web-src", "libstd-rust-web-dev", "libstd-rust-web-dev:arm64", &library];
    let download = context.command("apt-get download -qq").args(names).arg(format!("{library}:arm64"));
    download.folder(&packages).run()?;
    for entry in fs::read_dir(&packages)? {
        context.command("dpkg-deb -x").arg(entry?.path()).arg(&folder).run()?;
    }
    fs::remove_dir_all(&packages)?;
    // The compiler's libraries are not where the loader looks.
    for tool in ["rustc", "rustdoc"] {
        let usr = folder.join("usr").display().to_string();
        let libraries =
            format!("LD_LIBRARY_PATH={usr}/lib/x86_64-linux-gnu${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}");
        let script = folder.join(tool);
        fs::write(&script, format!("#!/bin/sh\n{libraries} exec {usr}/bin/{tool} \"$@\"\n"))?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
