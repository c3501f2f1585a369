//! Shared parts of the tests of `vorpal tree`: running it, blocks as files, and the states after them.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value as Json;
use sha3::{Digest, Keccak256};
use tempfile::TempDir;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{DiskOptions, DiskStore, Head, Key, Tree, Value};

pub(crate) fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("tree").args(arguments);
    command
}

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
pub(crate) fn vorpal(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

/// Asserts that a command succeeds. Returns its standard output.
pub(crate) fn prints(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = vorpal(arguments);
    assert_eq!((code, &*stderr), (0, ""), "{arguments:?}");
    stdout
}

pub(crate) fn json(arguments: &[&str]) -> Json {
    serde_json::from_str(&prints(&[arguments, &["--json", "-"]].concat())).unwrap()
}

/// Asserts that a command fails with this exit code and a message of one line with all these parts.
pub(crate) fn refuses(arguments: &[&str], code: i32, parts: &[&str]) {
    let (found, stdout, stderr) = vorpal(arguments);
    assert_eq!((found, &*stdout), (code, ""), "{arguments:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{part:?} is not in {stderr:?}");
    }
    // Messages of clap have more lines, with the usage.
    assert!(stderr.lines().count() == 1 || stderr.starts_with("error:"), "{stderr}");
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".into(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub(crate) type Writes = Vec<(Key, Value)>;

/// The writes of block `number`, on few stems, so that blocks write to the same nodes.
pub(crate) fn writes(number: usize, how_many: usize) -> Writes {
    let write = |i: usize| {
        let digest = Keccak256::digest(format!("{number} {i}"));
        let mut key = [digest[0] % 8; 32];
        key[1] = digest[1] % 16;
        key[31] = digest[2] % 4 * 80;
        (Key::from(key), <[u8; 32]>::from(digest))
    };
    let mut writes: Writes = (0..how_many).map(write).collect();
    writes.sort();
    writes.dedup_by_key(|(key, _)| *key);
    writes
}

pub(crate) fn csv(writes: &Writes) -> String {
    writes.iter().map(|(key, value)| format!("{},{}\n", hex(&key.to_bytes()), hex(value))).collect()
}

/// A folder with files of blocks and a directory for the tree, and the expected states.
pub(crate) struct Fixture {
    pub(crate) folder: TempDir,
    pub(crate) files: Vec<PathBuf>,
    pub(crate) states: Vec<Head>,
}

impl Fixture {
    pub(crate) fn new(blocks: usize, how_many: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut tree = Tree::in_memory();
        let mut states = vec![tree.head().clone()];
        let mut files = Vec::new();
        for number in 0..blocks {
            let (name, writes) = (format!("{number}.csv"), writes(number, how_many));
            files.push(folder.path().join(&name));
            std::fs::write(files.last().unwrap(), csv(&writes)).unwrap();
            tree.update(writes).unwrap();
            tree.commit_block(committer(), &name).unwrap();
            states.push(tree.head().clone());
        }
        Self { folder, files, states }
    }

    pub(crate) fn directory(&self) -> String {
        self.folder.path().join("tree").to_str().unwrap().into()
    }

    pub(crate) fn files(&self) -> Vec<&str> {
        self.files.iter().map(|file| file.to_str().unwrap()).collect()
    }

    /// Checks the whole store against the expected states. Returns the number of its blocks.
    pub(crate) fn check(&self) -> usize {
        // A reader may be repairing the store after a writer was killed.
        let options = DiskOptions::default().wait(Duration::from_secs(60));
        let tree = Tree::over(DiskStore::open(self.directory(), options).unwrap());
        let blocks = usize::try_from(tree.head().blocks).unwrap();
        assert_eq!(tree.head(), &self.states[blocks]);
        tree.check(committer()).unwrap();
        blocks
    }
}
