//! Shared parts of the tests of `vorpal replay`: running it, the generated chain as files, and edits of its files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The root after the last generated block, as go-verkle computes it.
pub(crate) const GENERATED_ROOT: &str = "0x3968493801f3e9e5139b25e02b85d68299ab3c4d0a820202e90600fa9a282a18";

/// The smallest tables are built the fastest. Builds with debug assertions have some of their own.
pub(crate) const TABLES: &str = if cfg!(debug_assertions) { "8" } else { "32" };

pub(crate) fn vorpal() -> Command {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.env("VORPAL_TABLES", TABLES);
    command
}

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

pub(crate) fn replay(folder: &Path) -> (i32, String, String) {
    outcome(vorpal().arg("replay").arg("--data").arg(folder))
}

/// Runs a replay and returns its JSON report.
pub(crate) fn figures(command: &mut Command, folder: &Path) -> serde_json::Value {
    let json = folder.join("figures.json");
    let (code, output, error) = outcome(command.arg("--json").arg(&json));
    assert_eq!((code, &*error), (0, ""), "{output}");
    serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap()
}

/// The generated chain as files, written once.
pub(crate) fn generated() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("generated-chain-{}", env!("CARGO_CRATE_NAME")));
        let _ = std::fs::remove_dir_all(&folder); // of an earlier run
        let (code, _, error) = outcome(vorpal().args(["generate", "--out"]).arg(&folder));
        assert_eq!((code, &*error), (0, ""));
        folder
    })
}

/// Copies the first `number` generated blocks to a folder, with their roots, without signatures.
pub(crate) fn copy_blocks(number: usize, folder: &Path) {
    let roots = std::fs::read_to_string(generated().join("roots.json")).unwrap();
    let roots: Vec<serde_json::Value> = serde_json::from_str(&roots).unwrap();
    std::fs::write(folder.join("roots.json"), serde_json::to_string(&roots[..number]).unwrap()).unwrap();
    for block in 1..=number {
        let name = format!("{block}.jsonl");
        std::fs::copy(generated().join(&name), folder.join(&name)).unwrap();
    }
}

/// A folder with a copy of the first two generated blocks, with roots and signatures.
pub(crate) fn two_blocks() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["1.jsonl", "2.jsonl", "1.signatures.csv", "2.signatures.csv"] {
        std::fs::copy(generated().join(name), folder.path().join(name)).unwrap();
    }
    let roots = std::fs::read_to_string(generated().join("roots.json")).unwrap();
    let roots: Vec<serde_json::Value> = serde_json::from_str(&roots).unwrap();
    std::fs::write(folder.path().join("roots.json"), serde_json::to_string_pretty(&roots[..2]).unwrap())
        .unwrap();
    folder
}

pub(crate) fn edit(folder: &Path, name: &str, change: impl Fn(&str) -> String) {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "the edit has an effect");
    std::fs::write(path, changed).unwrap();
}

/// The text with one line (counted from 1) changed.
pub(crate) fn with_line(text: &str, number: usize, change: impl Fn(&str) -> String) -> String {
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| if i + 1 == number { change(line) } else { line.to_string() } + "\n").collect()
}

/// The line with the `column`th field of a CSV replaced.
pub(crate) fn with_field(line: &str, column: usize, field: &str) -> String {
    let mut fields: Vec<&str> = line.split(',').collect();
    fields[column] = field;
    fields.join(",")
}

/// The text with another hexadecimal digit at the end.
pub(crate) fn other_last_digit(text: &str) -> String {
    let (rest, last) = text.split_at(text.len() - 1);
    format!("{rest}{}", if last == "0" { "1" } else { "0" })
}

/// Applies `spoil` to a copy of two blocks. Asserts the exit code of the replay and parts of the message.
pub(crate) fn spoiled(code: i32, parts: &[&str], spoil: impl Fn(&Path)) {
    let folder = two_blocks();
    spoil(folder.path());
    let (found, output, error) = replay(folder.path());
    assert_eq!(found, code, "{output}{error}");
    assert_eq!(output, "", "a failed replay prints no report");
    for part in parts {
        assert!(error.contains(part), "`{part}` is not in: {error}");
    }
}
