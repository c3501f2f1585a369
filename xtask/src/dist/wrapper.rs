//! A wrapper of the compiler, so that a build does not depend on the folder of the clone. Cargo starts this program
//! with the compiler as its first argument (`RUSTC_WRAPPER`).
//!
//! * `-C metadata` is part of every symbol. Cargo derives it from the absolute path of a package outside the workspace
//!   that is built, and the bindings are such workspaces. Here it is a hash of the name and version of the package, the
//!   target, and the options without paths. Two crates of one program differ in one of these.
//! * Paths in messages of panics, and in debug information, begin with names in place of this machine's folders.
//!   Arguments do so, and not `RUSTFLAGS`, which Cargo hashes into the names of folders.

use std::collections::hash_map::DefaultHasher;
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::process::{Failure, Outcome, Task};

/// Has the replaced prefixes, with `=` between the folder and its name, and lines between them.
const PREFIXES: &str = "VORPAL_DIST_PREFIXES";

/// The folders that a build may name, and their names.
pub(super) fn prefixes(root: &Path, cargo: &Path) -> Outcome<(&'static str, String)> {
    let sysroot = Task::new("rustc --print sysroot").text()?;
    let version = Task::new("rustc -vV").text()?;
    let commit = version.lines().find_map(|line| line.strip_prefix("commit-hash: ")).unwrap_or("unknown");
    // The last prefix that matches counts, so the clone is the last. Without the component rust-src, the compiler names
    // the library's sources by the commit too.
    let lines = [
        format!("{}/lib/rustlib/src/rust=/rustc/{commit}", sysroot.trim()),
        format!("{}=/cargo", cargo.display()),
        format!("{}=/vorpal", root.display()),
    ];
    Ok((PREFIXES, lines.join("\n")))
}

/// The hash in place of Cargo's.
fn metadata(arguments: &[String], version: &str) -> String {
    let mut hasher = DefaultHasher::new();
    version.hash(&mut hasher);
    let has_value = ["--crate-name", "--crate-type", "--cfg", "--target", "-C"];
    for (option, value) in arguments.iter().zip(arguments.iter().skip(1)) {
        let is_of_path = ["metadata=", "extra-filename=", "incremental=", "linker=", "link-arg"]
            .iter()
            .any(|name| value.starts_with(name));
        if has_value.contains(&option.as_str()) && !is_of_path {
            (option, value).hash(&mut hasher);
        }
    }
    format!("{:016x}", hasher.finish())
}

/// The arguments of the compiler for those that Cargo gave.
fn adapted(mut arguments: Vec<String>, version: &str, prefixes: &str) -> Vec<String> {
    // Questions to the compiler, such as `-vV`, have no name of a crate.
    if !arguments.iter().any(|argument| argument == "--crate-name") {
        return arguments;
    }
    let hash = metadata(&arguments, version);
    for argument in &mut arguments {
        if argument.starts_with("metadata=") {
            *argument = format!("metadata={hash}");
        }
    }
    arguments.extend(prefixes.lines().map(|prefix| format!("--remap-path-prefix={prefix}")));
    arguments
}

/// Runs the compiler, if Cargo has started this program as its wrapper. Otherwise the result is `None`.
pub(crate) fn run() -> Option<Failure> {
    let prefixes = std::env::var(PREFIXES).ok()?;
    let mut arguments = std::env::args_os().skip(1);
    let compiler = arguments.next()?;
    let text: Result<Vec<String>, OsString> = arguments.map(OsString::into_string).collect();
    let arguments = match text {
        Ok(arguments) => arguments,
        Err(argument) => return Some(Failure::new(format!("not UTF-8: {}", argument.display()))),
    };
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let error = Command::new(&compiler).args(adapted(arguments, &version, &prefixes)).exec();
    Some(Failure { message: format!("{}: {error}", compiler.display()), code: 127 })
}

#[cfg(test)]
mod tests {
    use super::adapted;

    fn of(line: &str, version: &str) -> Vec<String> {
        adapted(line.split_whitespace().map(str::to_string).collect(), version, "/a=/vorpal\n/b=/cargo")
    }

    #[test]
    fn the_hash_depends_on_the_package_and_not_on_paths() {
        let base =
            "--crate-name a /a/src/lib.rs --crate-type lib --cfg x -C metadata=12 -C extra-filename=-34";
        let expected = of(base, "1");
        assert_eq!(
            expected[expected.len() - 2..],
            ["--remap-path-prefix=/a=/vorpal", "--remap-path-prefix=/b=/cargo"]
        );
        let hash = |arguments: &[String]| {
            arguments.iter().find_map(|argument| argument.strip_prefix("metadata=").map(str::to_string))
        };
        assert_eq!(hash(&expected).map(|hash| hash.len()), Some(16));
        let elsewhere = base.replace("/a/", "/c/d/").replace("=12", "=56").replace("-34", "-78");
        assert_eq!(hash(&of(&elsewhere, "1")), hash(&expected));
        for (from, to) in [("name a", "name b"), ("--cfg x", "--cfg y"), ("lib -", "cdylib -")] {
            assert_ne!(hash(&of(&base.replacen(from, to, 1), "1")), hash(&expected), "{to}");
        }
        assert_ne!(hash(&of(base, "2")), hash(&expected));
    }

    #[test]
    fn questions_to_the_compiler_stay_as_they_are() {
        assert_eq!(of("-vV", "1"), ["-vV"]);
    }
}
