//! Versions of modules in Go that the proxy for modules does not have: they come from clones that the user names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::commands::run;

/// The commits of a program's modules.
pub(super) struct Clones {
    verkle: Commit,
    ipa: Commit,
}

/// A commit, and the version by which Go names it.
struct Commit {
    hash: &'static str,
    version: &'static str,
}

/// The last go-verkle before conversions to scalars and to affine coordinates were shared, and the go-ipa it names.
pub(super) const FEBRUARY: Clones = Clones {
    verkle: Commit { hash: "0236f337641c", version: "v0.0.0-20230224151942-0236f337641c" },
    ipa: Commit { hash: "9aa5d42120bc", version: "v0.0.0-20221111143132-9aa5d42120bc" },
};

/// The first go-verkle with all of these methods, and the go-ipa it names.
pub(super) const MARCH: Clones = Clones {
    verkle: Commit { hash: "ff8829849602", version: "v0.0.0-20230324134250-ff8829849602" },
    ipa: Commit { hash: "1643fdc2ead8", version: "v0.0.0-20230315201338-1643fdc2ead8" },
};

/// The variable with the path of a clone, also a bare one, and the path of its module.
const VERKLE: (&str, &str) = ("VORPAL_GO_VERKLE", "github.com/gballet/go-verkle");
const IPA: (&str, &str) = ("VORPAL_GO_IPA", "github.com/crate-crypto/go-ipa");

impl Clones {
    /// Writes the commits into a folder, with a `go.mod` that replaces the modules by them. Returns its path.
    pub(super) fn modfile(&self, module: &Path, out: &Path) -> Result<PathBuf, String> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |error: std::io::Error| format!("{path}: {error}")
        };
        fs::create_dir_all(out).map_err(failed(out))?;
        let file = module.join("go.mod");
        let mut text = fs::read_to_string(&file).map_err(failed(&file))?;
        for ((variable, name), commit) in [(VERKLE, &self.verkle), (IPA, &self.ipa)] {
            let clone = std::env::var_os(variable)
                .ok_or(format!("{variable} is not set: the path of a clone of {name}"))?;
            let folder = out.join(commit.hash);
            export(Path::new(&clone), commit.hash, &folder)?;
            text = replaced(&text, name, commit.version, &folder);
        }
        let (path, sums) = (out.join("go.mod"), module.join("go.sum"));
        fs::write(&path, text).map_err(failed(&path))?;
        fs::copy(&sums, out.join("go.sum")).map_err(failed(&sums))?;
        Ok(path)
    }
}

/// The text of a `go.mod` that requires a version of a module, and takes it from a folder.
fn replaced(text: &str, module: &str, version: &str, folder: &Path) -> String {
    let is_replaced = |line: &str| line.trim_start().starts_with(&format!("{module} =>"));
    let lines = text.lines().filter(|line| !is_replaced(line)).map(|line| {
        let is_required = line.trim_start().starts_with(&format!("{module} v"));
        if is_required { format!("\t{module} {version}") } else { line.to_owned() }
    });
    let mut text: Vec<String> = lines.collect();
    text.push(format!("replace {module} => {}", folder.display()));
    text.join("\n") + "\n"
}

/// Writes the files of a commit of a clone.
fn export(clone: &Path, commit: &str, folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut git = Command::new("git")
        .arg("-C")
        .arg(clone)
        .args(["archive", commit])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("git: {error}"))?;
    let files = git.stdout.take().expect("the output of git is a pipe");
    let mut tar = Command::new("tar");
    tar.arg("-x").arg("-C").arg(folder);
    let unpacked = run(tar.stdin(files));
    let status = git.wait().map_err(|error| format!("git: {error}"))?;
    if !status.success() {
        return Err(format!("{}: git archive {commit}: {status}", clone.display()));
    }
    unpacked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_is_required_and_replaced() {
        let text =
            "require (\n\ta/b v1.0.0\n\ta/bc v1.0.0\n)\n\nreplace (\n\ta/b => a/b v0.5.0\n\tc => ../c\n)\n";
        assert_eq!(
            replaced(text, "a/b", "v0.1.0", Path::new("/x")),
            "require (\n\ta/b v0.1.0\n\ta/bc v1.0.0\n)\n\nreplace (\n\tc => ../c\n)\nreplace a/b => /x\n"
        );
    }

    #[test]
    fn a_folder_that_is_no_clone_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let why = export(folder.path(), "0123456789ab", &folder.path().join("out")).unwrap_err();
        assert!(why.contains("git archive 0123456789ab"), "{why}");
    }
}
