//! The targets for which contenders are built, and the tools of the target that this machine does not run directly.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use super::lab_folder;

/// The name of the target in Rust.
pub(crate) const AARCH64: &str = "aarch64-unknown-linux-gnu";

const LINKER: &str = "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER";
const COMPILER: &str = "CC_aarch64_unknown_linux_gnu";
const LIBRARIES: &str = "QEMU_LD_PREFIX";

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
    /// The folder of its builds.
    pub(super) fn folder(self) -> PathBuf {
        let folder = lab_folder().join("target");
        match self {
            Self::Host => folder,
            Self::Aarch64(_) => folder.join("aarch64"),
        }
    }
}

/// The tools that build and run programs for AArch64.
#[derive(Clone, Debug)]
pub(crate) struct Tools {
    qemu: PathBuf,
    /// The C compiler, which links Rust programs too.
    pub(crate) compiler: OsString,
    /// The folder that contains the shared libraries of the target.
    libraries: PathBuf,
    /// The version of the Rust compiler.
    pub(crate) rust: String,
}

impl Tools {
    /// Finds the tools. The error names each missing tool and where it was searched.
    pub(crate) fn find() -> Result<Self, String> {
        let (qemu, compiler, rust, libraries) = (find_qemu(), find_compiler(), find_rust(), find_libraries());
        let missing = [qemu.as_ref().err(), compiler.as_ref().err(), rust.as_ref().err()];
        let missing: Vec<String> =
            missing.into_iter().chain([libraries.as_ref().err()]).flatten().cloned().collect();
        match (qemu, compiler, rust, libraries) {
            (Ok(qemu), Ok(compiler), Ok(rust), Ok(libraries)) => Ok(Self { qemu, compiler, libraries, rust }),
            _ => Err(format!("missing for AArch64: {}", missing.join("; "))),
        }
    }

    /// The program that runs programs for AArch64, with its arguments.
    pub(crate) fn runner(&self) -> Vec<OsString> {
        vec![self.qemu.clone().into(), "-L".into(), self.libraries.clone().into()]
    }

    /// The variables that cargo and the crate `cc` read.
    pub(super) fn cargo_environment(&self) -> [(&'static str, &OsStr); 2] {
        [(LINKER, &self.compiler), (COMPILER, &self.compiler)]
    }
}

/// The first of these programs in `PATH`.
pub(crate) fn find_program(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

fn find_qemu() -> Result<PathBuf, String> {
    // The static build has no plugins.
    find_program(&["qemu-aarch64"]).ok_or_else(|| "qemu-aarch64 in PATH (Debian: qemu-user)".to_owned())
}

fn find_compiler() -> Result<OsString, String> {
    if let Some(compiler) = std::env::var_os(LINKER) {
        return match Command::new(&compiler).arg("--version").output() {
            Ok(output) if output.status.success() => Ok(compiler),
            _ => Err(format!("{} does not run, named by {LINKER}", compiler.display())),
        };
    }
    let found = find_program(&["aarch64-linux-gnu-gcc"]).map(OsString::from);
    found.ok_or_else(|| {
        format!("aarch64-linux-gnu-gcc in PATH or {LINKER} (Debian: gcc-aarch64-linux-gnu, libc6-dev-arm64-cross)")
    })
}

/// The version of the compiler, if it has the standard library of the target.
fn find_rust() -> Result<String, String> {
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = |arguments: &[&str]| {
        let output = Command::new(&compiler).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let folder = output(&["--print", "target-libdir", "--target", AARCH64]);
    match (output(&["--version"]), folder) {
        (Some(version), Some(folder)) if Path::new(&folder).is_dir() => Ok(version),
        _ => Err(format!(
            "the standard library of {AARCH64} for {} (`rustup target add {AARCH64}`, or another compiler in RUSTC)",
            compiler.display()
        )),
    }
}

fn find_libraries() -> Result<PathBuf, String> {
    let folder = std::env::var_os(LIBRARIES).map_or_else(|| "/usr/aarch64-linux-gnu".into(), PathBuf::from);
    if folder.join("lib").is_dir() {
        return Ok(folder);
    }
    Err(format!(
        "the libraries of AArch64 in {} or {LIBRARIES} (Debian: libc6-dev-arm64-cross)",
        folder.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_in_the_path() {
        assert!(find_program(&["no-such-program", "sh"]).is_some_and(|path| path.ends_with("sh")));
        assert!(find_program(&["no-such-program"]).is_none());
    }

    #[test]
    fn the_runner_contains_the_libraries() {
        let tools = Tools {
            qemu: "/bin/qemu".into(),
            compiler: "gcc".into(),
            libraries: "/lib64".into(),
            rust: String::new(),
        };
        assert_eq!(tools.runner(), ["/bin/qemu", "-L", "/lib64"]);
        assert!(tools.cargo_environment().iter().all(|(_, value)| *value == "gcc"));
    }
}
