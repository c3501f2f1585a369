//! What the tests of `vorpal replay` share: running it, and the generated chain as files.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The root after the last generated block, as go-verkle computes it.
pub(crate) const GENERATED_ROOT: &str = "0x3968493801f3e9e5139b25e02b85d68299ab3c4d0a820202e90600fa9a282a18";

pub(crate) fn vorpal() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vorpal"));
    // The smallest tables are made the soonest.
    command.env("VORPAL_TABLES", "32");
    command
}

/// Exit code, standard output, standard error. A panic is a failure of the test, whatever it expects.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

pub(crate) fn replay(folder: &Path) -> (i32, String, String) {
    outcome(vorpal().arg("replay").arg("--data").arg(folder))
}

/// Replays with these options, writes figures as JSON and reads them.
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

/// The first generated blocks in a folder of their own, with their roots, without signatures.
pub(crate) fn copy_blocks(number: usize, folder: &Path) {
    let roots = std::fs::read_to_string(generated().join("roots.json")).unwrap();
    let roots: Vec<serde_json::Value> = serde_json::from_str(&roots).unwrap();
    std::fs::write(folder.join("roots.json"), serde_json::to_string(&roots[..number]).unwrap()).unwrap();
    for block in 1..=number {
        let name = format!("{block}.jsonl");
        std::fs::copy(generated().join(&name), folder.join(&name)).unwrap();
    }
}
