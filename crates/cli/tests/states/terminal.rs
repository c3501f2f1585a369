//! Names of files, labels and quoted input are escaped on the terminal: control characters, line breaks and characters
//! that change the direction of text.

use std::path::Path;
use std::process::Stdio;

use tempfile::TempDir;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{DiskOptions, DiskStore, Tree};

use crate::chain::TABLES;

/// Sequences that clear the screen and set a title, C1 and DEL, line breaks and tabs, changes of direction, zero width.
const EVIL: &str =
    "a\u{1b}[2Jb\u{1b}]0;t\u{7}c\u{9b}31md\u{7f}e\nvorpal: all is well\r\tf\u{202e}g\u{2066}h\u{feff}i";
/// The beginning of [`EVIL`], escaped.
const ESCAPED: &str =
    "a\\u{1b}[2Jb\\u{1b}]0;t\\u{7}c\\u{9b}31md\\u{7f}e\\nvorpal: all is well\\r\\tf\\u{202e}g";

/// Runs a command. Returns its exit code and its output, after checking that both streams are lines of text.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.current_dir(folder).env("VORPAL_TABLES", TABLES).args(arguments).stdin(Stdio::null());
    let output = command.output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| {
        assert!(bytes.iter().all(|byte| *byte >= b' ' || *byte == b'\n'), "{}", bytes.escape_ascii());
        let text = String::from_utf8(bytes).unwrap();
        for bad in ['\u{7f}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{feff}'] {
            assert!(!text.contains(bad), "{arguments:?}: {text:?}");
        }
        assert!(!text.lines().any(|line| line.starts_with("vorpal: all is well")), "{text}");
        text
    });
    (output.status.code().unwrap(), stdout, stderr)
}

fn hex(byte: u8) -> String {
    format!("0x{}", format!("{byte:02x}").repeat(32))
}

/// Asserts that a command succeeds and prints the escaped name. Returns its output.
fn assert_prints(folder: &Path, arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(folder, arguments);
    assert_eq!((code, &*stderr), (0, ""), "{arguments:?}");
    assert!(stdout.contains(ESCAPED) || stdout.contains("\\u001b"), "{stdout}");
    stdout
}

/// Asserts that a command fails with a message of one line that has the escaped name.
fn assert_fails(folder: &Path, arguments: &[&str]) {
    let (code, stdout, stderr) = run(folder, arguments);
    assert!(code == 2 || code == 1, "{arguments:?}: {code}, {stderr}");
    assert!(stdout.is_empty() || code == 1, "{stdout}");
    assert!(stderr.contains(ESCAPED) || code == 1, "{stderr}");
    assert!(stderr.lines().count() == 1 || stderr.starts_with("error:"), "{stderr}");
}

#[test]
fn escapes_names_of_files() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let (csv, directory) = (format!("{EVIL}.csv"), format!("{EVIL}/{EVIL}"));
    std::fs::write(folder.join(&csv), format!("{},{}\n", hex(1), hex(2))).unwrap();
    assert_prints(folder, &["tree", "init", &directory]);
    assert_prints(folder, &["tree", "apply", &directory, &csv]);
    let json = assert_prints(folder, &["tree", "apply", &directory, &csv, "--json", "-"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["applied"][0]["file"], csv, "JSON has the unescaped name");
    assert_prints(folder, &["tree", "root", &directory]);
    let (code, label, _) = run(folder, &["tree", "root", &directory, "--json", "-"]);
    assert!(code == 0 && label.contains("\\\\u{1b}[2J"), "the label is escaped in the store: {label}");
    assert_prints(folder, &["tree", "prove", &directory, &hex(1), "--out", &format!("{EVIL}.witness")]);
    assert_fails(folder, &["tree", "verify", &format!("{EVIL}.witness"), "--root", &hex(0)]);
    assert_fails(folder, &["tree", "verify", &format!("{EVIL}.none"), "--root", &hex(0)]);
    assert_fails(folder, &["tree", "root", &format!("{EVIL}.none")]);
    assert_fails(folder, &["tree", "init", &directory]);
    assert_fails(folder, &["tree", "apply", &directory, &format!("{EVIL}.txt")]);
    assert_fails(folder, &["tree", "root", &directory, "--json", &format!("{directory}/state.redb")]);
    assert_fails(folder, &["tree", "root", &directory, "--at", "7", "--json", &format!("{EVIL}/none/json")]);
    std::fs::write(folder.join(&directory).join("state.redb"), "damage").unwrap();
    assert_fails(folder, &["tree", "root", &directory]);
    let (code, _, stderr) = run(folder, &["tree", "check", &directory]);
    assert!(code == 1 && stderr.contains(ESCAPED) && stderr.lines().count() == 1, "{stderr}");

    assert_fails(folder, &["recover", &format!("{EVIL}.none")]);
    assert_fails(folder, &["msm", "--points", &format!("{EVIL}.p"), "--scalars", &format!("{EVIL}.s")]);
    assert_fails(folder, &["bounds", "--json", &format!("{EVIL}.none/x")]);
    assert_fails(folder, &["generate", "--out", EVIL]);
    assert_fails(folder, &["replay", "--data", &format!("{EVIL}.none")]);
    assert_fails(folder, &["replay", "--genesis", &csv]);
}

#[test]
fn escapes_names_of_blocks() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let name = format!("{EVIL}.csv");
    let data = folder.join(format!("data {EVIL}"));
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join(&name), format!("{},{}\n", hex(1), hex(2))).unwrap();
    let roots = |root: &str| {
        let entries = serde_json::json!([{"file": name, "root": root}]);
        std::fs::write(data.join("roots.json"), entries.to_string()).unwrap();
    };
    roots(&hex(0));
    let data = data.to_str().unwrap();
    let (code, _, stderr) = run(folder, &["replay", "--data", data, "--store", "tree"]);
    assert!(code == 1 && stderr.contains(ESCAPED) && stderr.lines().count() == 1, "{stderr}");
    roots(stderr.rsplit_once("found ").unwrap().1.trim());
    assert_prints(folder, &["replay", "--data", data, "--store", "tree"]);
    // The stored label matches the name of the block.
    let stdout = assert_prints(folder, &["replay", "--data", data, "--store", "tree"]);
    assert!(stdout.contains("(1 more already in the store)"), "{stdout}");
    assert_prints(folder, &["tree", "root", "tree"]);
    std::fs::rename(folder.join(data).join(&name), folder.join(data).join("1.csv")).unwrap();
    let entries = serde_json::json!([{"file": "1.csv", "root": hex(0)}]);
    std::fs::write(folder.join(data).join("roots.json"), entries.to_string()).unwrap();
    let (code, _, stderr) = run(folder, &["replay", "--data", data, "--store", "tree"]);
    assert!(code == 2 && stderr.contains("another chain") && stderr.lines().count() == 1, "{stderr}");
}

/// Messages quote input of the command line, CSV and JSON.
#[test]
fn escapes_quoted_input() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    for arguments in [
        &["tree", "get", "tree", EVIL][..],
        &["tree", "root", "tree", "--at", EVIL],
        &["tree", "verify", "x", "--root", EVIL],
        &[EVIL],
        &["tree", EVIL],
        &["replay", "--threads", EVIL],
        &["replay", &format!("--{EVIL}")],
        &["bounds", EVIL],
        &["constants", EVIL],
    ] {
        let (code, stdout, stderr) = run(folder, arguments);
        assert_eq!((code, &*stdout), (2, ""), "{arguments:?}: {stderr}");
        assert!(stderr.contains("\\u{1b}[2J"), "{arguments:?}: {stderr}");
    }
    let (code, stdout, _) = run(folder, &["--help", EVIL]);
    assert!(code == 0 && stdout.contains("Usage:"), "{stdout}");
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
    // A line break ends a line of CSV, so this text has none.
    let line = EVIL.replace(['\n', '\r'], "");
    let string = serde_json::to_string(EVIL).unwrap();
    std::fs::create_dir(folder.join("data")).unwrap();
    run(folder, &["tree", "init", "tree"]);
    for (name, text) in [
        ("key.csv", format!("{line},{}\n", hex(1))),
        ("value.csv", format!("{},0x{line}\n", hex(1))),
        ("address.jsonl", format!("{{\"address\":{string}}}\n")),
        ("field.jsonl", format!("{{{string}:1}}\n")),
        ("raw.jsonl", format!("{line}\n")),
    ] {
        write(name, text);
        let (code, stdout, stderr) = run(folder, &["tree", "apply", "tree", name]);
        assert_eq!((code, &*stdout), (2, ""), "{name}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    write("s.csv", format!("signing_hash,r,s,y_parity,sender\n{line},{line},{line},{line},{line}\n"));
    assert_eq!(run(folder, &["recover", "s.csv"]).0, 2);
    write("genesis.json", format!("{{\"alloc\":{{{string}:{{\"balance\":{string}}}}}}}"));
    assert_eq!(run(folder, &["replay", "--genesis", "genesis.json"]).0, 2);
    write("w.json", format!("{{\"stateDiff\":{string}}}"));
    assert_eq!(run(folder, &["tree", "verify", "w.json", "--root", &hex(0)]).0, 2);
    write("data/roots.json", format!("[{{\"file\":{string},\"root\":{string}}}]"));
    write("data/1.jsonl", String::new());
    assert_eq!(run(folder, &["replay", "--data", "data"]).0, 2);
}

/// The library rejects such labels. Labels that another program has written to the store are escaped on output.
#[test]
fn escapes_labels_of_a_store() {
    let folder = TempDir::new().unwrap();
    let committer = Committer::with_window(&Basis::default(), 2).unwrap();
    let store = folder.path().join("tree");
    let mut tree = Tree::over(DiskStore::create(&store, DiskOptions::default()).unwrap());
    assert!(tree.commit_block(&committer, EVIL).is_err());
    drop(tree);
    let file = store.join("state.redb");
    let database = redb::Database::open(&file).unwrap();
    let transaction = database.begin_write().unwrap();
    let heads = redb::TableDefinition::<u64, &[u8]>::new("heads");
    let content = [&[0; 32][..], EVIL.as_bytes()].concat();
    let sealed = [0u64.to_be_bytes().to_vec(), content.clone()].concat();
    let record = [&crc32fast::hash(&sealed).to_le_bytes()[..], &content].concat();
    transaction.open_table(heads).unwrap().insert(0, &record[..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    assert_prints(folder.path(), &["tree", "root", "tree"]);
    assert_prints(folder.path(), &["tree", "root", "tree", "--json", "-"]);
}
