//! The targets for which contenders are built, and the tools for the target that this machine does not run directly.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use super::folder::lab_folder;

/// The name of the target in Rust.
pub(super) const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// The variable with the absolute path of the folder of builds.
const FOLDER: &str = "VORPAL_LAB_TARGET";

const LINKER: &str = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER";
const RUNNER: &str = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER";
const C_COMPILER: &str = "CC_aarch64_unknown_linux_gnu";

/// The folder of the shared libraries of the target on Debian.
const LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// A target as an argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TargetName {
    /// Linux on AArch64, run by qemu.
    Aarch64,
}

/// A target for which a contender is built.
#[derive(Clone, Copy)]
pub(crate) enum Target<'t> {
    /// This machine.
    Host,
    /// Linux on AArch64, run by qemu.
    Aarch64(&'t Tools),
}

impl Target<'_> {
    /// The folder of its builds. With [`FOLDER`], it is one that has some of their crates already.
    pub(super) fn folder(self) -> PathBuf {
        let given = std::env::var_os(FOLDER).map(PathBuf::from);
        let folder = given.unwrap_or_else(|| lab_folder().join("target"));
        match self {
            Self::Host => folder,
            Self::Aarch64(_) => folder.join("aarch64"),
        }
    }
}

/// The tools that build and run programs for AArch64.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    /// The program that runs programs of the target, and its arguments.
    runner: Vec<OsString>,
    /// The C compiler, which links Rust programs too.
    pub(crate) compiler: OsString,
    /// The version of the Rust compiler.
    pub(crate) rust: String,
}

impl Tools {
    /// Finds the tools: those that cargo's variables name, else those in `PATH`. The error names all that are missing.
    pub(crate) fn find() -> Result<Self, String> {
        let (runner, compiler, rust) = (find_runner(), find_compiler(), find_rust());
        let missing = [runner.as_ref().err(), compiler.as_ref().err(), rust.as_ref().err()];
        let missing: Vec<&str> = missing.into_iter().flatten().map(String::as_str).collect();
        let missing = missing.join("; ");
        match (runner, compiler, rust) {
            (Ok(runner), Ok(compiler), Ok(rust)) => Ok(Self { runner, compiler, rust }),
            _ => Err(format!("missing tools for AArch64: {missing}")),
        }
    }

    /// The program that runs programs of the target, and its arguments.
    pub(crate) fn runner(&self) -> Vec<OsString> {
        self.runner.clone()
    }

    /// The runner with a plugin of qemu. The plugin's path and arguments contain no comma.
    pub(crate) fn runner_with(&self, plugin: &str) -> Result<Vec<OsString>, String> {
        let with_plugins = |program: &OsStr| has_plugins(program).then(|| program.to_owned());
        // A static build of qemu has no plugins.
        let program = with_plugins(&self.runner[0])
            .or_else(|| with_plugins(find_program(&["qemu-aarch64"])?.as_os_str()))
            .ok_or(
                "missing tool for AArch64: a qemu-aarch64 with plugins, in PATH or as runner (Debian: qemu-user)",
            )?;
        Ok([program, "-plugin".into(), plugin.into()].into_iter().chain(self.runner[1..].to_vec()).collect())
    }

    /// The variables that cargo and the crate `cc` read.
    pub(super) fn cargo_environment(&self) -> Vec<(&'static str, OsString)> {
        let c_compiler = std::env::var_os(C_COMPILER).unwrap_or_else(|| self.compiler.clone());
        vec![(LINKER, self.compiler.clone()), (C_COMPILER, c_compiler)]
    }
}

/// The first of these programs in `PATH`.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

/// The output of a program that succeeds.
fn output(program: &OsStr, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn has_plugins(program: &OsStr) -> bool {
    output(program, &["-help"]).is_some_and(|help| help.lines().any(|line| line.starts_with("-plugin ")))
}

fn find_runner() -> Result<Vec<OsString>, String> {
    if let Some(runner) = std::env::var_os(RUNNER) {
        // Cargo splits the variable at spaces too.
        let words: Vec<OsString> = runner.to_string_lossy().split_whitespace().map(OsString::from).collect();
        return match words.first().and_then(|program| output(program, &["--version"])) {
            Some(_) => Ok(words),
            None => Err(format!("`{}` does not run, the value of {RUNNER}", runner.display())),
        };
    }
    let qemu = find_program(&["qemu-aarch64", "qemu-aarch64-static"]);
    match qemu {
        Some(qemu) if Path::new(LIBRARIES).is_dir() => Ok(vec![qemu.into(), "-L".into(), LIBRARIES.into()]),
        Some(qemu) => Ok(vec![qemu.into()]),
        None => Err(format!("qemu-aarch64 in PATH, or {RUNNER} (Debian: qemu-user)")),
    }
}

fn find_compiler() -> Result<OsString, String> {
    if let Some(compiler) = std::env::var_os(LINKER) {
        return match output(&compiler, &["--version"]) {
            Some(_) => Ok(compiler),
            None => Err(format!("`{}` does not run, the value of {LINKER}", compiler.display())),
        };
    }
    let found = find_program(&["aarch64-linux-gnu-gcc"]).map(OsString::from);
    found.ok_or_else(|| {
        format!("aarch64-linux-gnu-gcc in PATH, or {LINKER} (Debian: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross)")
    })
}

/// The version of the compiler, if it has the standard library of the target.
fn find_rust() -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let folder = output(&compiler, &["--print", "target-libdir", "--target", AARCH64]);
    match (output(&compiler, &["--version"]), folder) {
        (Some(version), Some(folder)) if Path::new(&folder).is_dir() => Ok(version),
        _ => Err(format!(
            "the standard library of {AARCH64} for `{}` (`rustup target add {AARCH64}`, or another compiler in RUSTC)",
            compiler.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_the_path() {
        assert!(find_program(&["no-such-program", "sh"]).is_some_and(|path| path.ends_with("sh")));
        assert!(find_program(&["no-such-program"]).is_none());
        assert_eq!(output("sh".as_ref(), &["-c", "echo 5"]).as_deref(), Some("5"));
        assert_eq!(output("sh".as_ref(), &["-c", "echo 5; exit 1"]), None);
    }

    #[test]
    fn a_runner_without_plugins_is_replaced_or_refused() {
        let tools = |runner: &[&str]| Tools {
            runner: runner.iter().map(OsString::from).collect(),
            compiler: "gcc".into(),
            rust: String::new(),
        };
        assert!(tools(&["gcc"]).cargo_environment().iter().any(|(_, value)| value == "gcc"));
        match tools(&["sh", "-L", "/x"]).runner_with("count.so") {
            Ok(words) => {
                assert!(Path::new(&words[0]).ends_with("qemu-aarch64"));
                assert_eq!(words[1..], ["-plugin", "count.so", "-L", "/x"]);
            }
            Err(why) => assert!(why.contains("qemu-aarch64 with plugins"), "{why}"),
        }
    }
}
