//! `vorpal replay --store`: resuming, rejected input, interrupts and killed processes.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::chain::{copy_blocks, figures, generated, outcome, vorpal};
use serde_json::Value;
use tempfile::TempDir;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{DiskOptions, DiskStore, History, Tree};
use vorpal_oracle::effort::cases;

/// The environment variable for the number of processes to kill; the default is 6.
const KILLS: &str = "VORPAL_KILLS";

fn replay(data: &Path, store: &Path) -> Command {
    let mut command = vorpal();
    command.args(["replay", "--data"]).arg(data).arg("--store").arg(store);
    command
}

/// A folder with the first `number` blocks of the generated chain.
fn blocks(number: usize) -> TempDir {
    let folder = TempDir::new().unwrap();
    copy_blocks(number, folder.path());
    folder
}

/// The roots after the blocks.
fn roots(folder: &Path) -> Vec<String> {
    let roots: Vec<Value> =
        serde_json::from_slice(&std::fs::read(folder.join("roots.json")).unwrap()).unwrap();
    roots.iter().map(|entry| entry["root"].as_str().unwrap().to_owned()).collect()
}

fn open(store: &Path) -> Tree<DiskStore> {
    Tree::over(DiskStore::open(store, DiskOptions::default()).unwrap())
}

/// Checks the store and the roots of its states. Returns the number of its blocks.
fn check(store: &Path, committer: &Committer, roots: &[String]) -> usize {
    let tree = open(store);
    tree.check(committer).unwrap();
    for head in tree.store().heads().filter(|head| head.blocks > 0) {
        let root: String = head.root.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(format!("0x{root}"), roots[usize::try_from(head.blocks - 1).unwrap()]);
        assert_eq!(head.label, format!("{}.jsonl", head.blocks));
    }
    usize::try_from(tree.head().blocks).unwrap()
}

fn bytes(figures: &Value, phase: &str, name: &str) -> u64 {
    let phases = figures["phases"].as_array().unwrap();
    phases.iter().find(|found| found["name"] == phase).unwrap()[name].as_u64().unwrap()
}

#[test]
fn resumes_after_the_last_stored_block() {
    let (five, eight, target) = (blocks(5), blocks(8), TempDir::new().unwrap());
    let store = target.path().join("a/store");
    let first = figures(&mut replay(five.path(), &store), target.path());
    assert_eq!((&first["blocks"], &first["blocks_skipped"]), (&5.into(), &0.into()));
    assert!(bytes(&first, "saving", "bytes_written") > 5 * 64);
    assert!(bytes(&first, "tree update", "bytes_read") > 64);
    assert_eq!(bytes(&first, "keys", "bytes_read"), 0);

    let second = figures(&mut replay(eight.path(), &store), target.path());
    assert_eq!((&second["blocks"], &second["blocks_skipped"]), (&3.into(), &5.into()));
    assert_eq!(second["roots_checked"], 3);
    assert_eq!(second["root"], roots(eight.path())[7].as_str());

    let (code, output, error) = outcome(&mut replay(eight.path(), &store));
    assert_eq!((code, &*error), (0, ""));
    assert!(output.contains("0 blocks of") && output.contains("(8 more already in the store)"), "{output}");
    assert!(output.contains(&format!("Root {}", roots(eight.path())[7])), "{output}");
    let committer = Committer::new(&Basis::default());
    assert_eq!(check(&store, &committer, &roots(eight.path())), 8);

    // Fewer blocks than the store has.
    assert_rejected(&five, &store, "the store has 8 blocks, but the input only 5");
}

/// Asserts that the input is rejected with a message of one line, and that the store is unchanged.
fn assert_rejected(input: &TempDir, store: &Path, reason: &str) {
    let before = open(store).head().clone();
    let (code, output, error) = outcome(&mut replay(input.path(), store));
    assert_eq!((code, &*output), (2, ""), "{error}");
    assert!(error.contains(reason), "`{reason}` is not in: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    assert_eq!(*open(store).head(), before);
}

#[test]
fn rejects_the_blocks_of_another_chain() {
    let (three, target) = (blocks(3), TempDir::new().unwrap());
    let store = target.path().join("store");
    figures(&mut replay(three.path(), &store), target.path());

    let other_root = blocks(4);
    let file = other_root.path().join("roots.json");
    let roots = roots(other_root.path());
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace(&roots[1], &roots[0])).unwrap();
    assert_rejected(
        &other_root,
        &store,
        "the store belongs to another chain: after block 2, \"2.jsonl\", its root is 0x",
    );

    let other_name = blocks(4);
    std::fs::rename(other_name.path().join("2.jsonl"), other_name.path().join("5.jsonl")).unwrap();
    let file = other_name.path().join("roots.json");
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap().replace("2.jsonl", "5.jsonl")).unwrap();
    assert_rejected(
        &other_name,
        &store,
        "another chain: its block 2 is \"2.jsonl\", the input's is \"3.jsonl\"",
    );

    // Without roots, the writes of the last block are compared.
    let other_values = blocks(4);
    std::fs::remove_file(other_values.path().join("roots.json")).unwrap();
    let file = other_values.path().join("3.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"balance\":\"0x1", "\"balance\":\"0x2", 1)).unwrap();
    assert_rejected(
        &other_values,
        &store,
        "another chain: it lacks the values that block \"3.jsonl\" of the input writes",
    );
    std::fs::write(&file, text).unwrap();
    let figures = figures(&mut replay(other_values.path(), &store), target.path());
    assert_eq!((&figures["blocks"], &figures["root"]), (&1.into(), &roots[3].as_str().into()));
}

#[test]
fn a_wrong_block_is_not_saved() {
    let (four, target) = (blocks(4), TempDir::new().unwrap());
    let store = target.path().join("store");
    // This store keeps no past states, so a saved block could not be rolled back.
    drop(DiskStore::create(&store, DiskOptions::default().window(0)).unwrap());
    let file = four.path().join("3.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("\"balance\":\"0x1", "\"balance\":\"0x2", 1)).unwrap();
    let (code, _, error) = outcome(&mut replay(four.path(), &store));
    assert_eq!(code, 1);
    assert!(error.contains("block 3.jsonl: wrong root"), "{error}");
    assert_eq!(open(&store).head().blocks, 2);
    std::fs::write(&file, text).unwrap();
    let figures = figures(&mut replay(four.path(), &store), target.path());
    assert_eq!((&figures["blocks"], &figures["blocks_skipped"]), (&2.into(), &2.into()));
}

#[test]
fn reports_stores_that_cannot_be_opened() {
    let (one, target) = (blocks(1), TempDir::new().unwrap());
    let store = target.path().join("store");
    let failed = |expected: i32, reason: &str| {
        let (code, output, error) = outcome(&mut replay(one.path(), &store));
        assert_eq!((code, &*output), (expected, ""), "{error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "`{reason}` is not all of: {error}");
    };
    let held = DiskStore::create(&store, DiskOptions::default()).unwrap();
    let (code, output, error) = outcome(replay(one.path(), &store).args(["--wait", "1"]));
    assert_eq!((code, &*output, error.lines().count()), (2, "", 2), "{error}");
    assert!(
        error.contains("waiting for up to 1 s") && error.contains("locked by another process"),
        "{error}"
    );
    drop(held);
    let database = redb::Database::open(store.join("state.redb")).unwrap();
    let transaction = database.begin_write().unwrap();
    let meta = redb::TableDefinition::<&str, &[u8]>::new("meta");
    transaction.open_table(meta).unwrap().insert("format", &[0xff, 0, 0, 0][..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    failed(2, "format 255, of a newer version of this program");
    std::fs::write(store.join("state.redb"), "no database").unwrap();
    failed(2, "state.redb: the store is damaged: ");
    std::fs::remove_dir_all(&store).unwrap();
    std::fs::write(&store, "a file").unwrap();
    failed(2, "state.redb: Not a directory");
}

/// Starts a replay, and waits until it has opened its store.
fn started(data: &Path, store: &Path) -> Child {
    let mut command = replay(data, store);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while !store.join("state.redb").exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "no store after two minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_replay_after_a_block() {
    let (data, target) = (generated(), TempDir::new().unwrap());
    let store = target.path().join("store");
    let child = started(data, &store);
    // The signal arrives before the first block, while the committer's tables are built.
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(error.contains("interrupted after block ") && error.lines().count() == 1, "{error}");
    let stored = open(&store).head().blocks;
    assert!(error.contains(&format!("block {stored}.jsonl; ")), "{stored} blocks: {error}");
    let figures = figures(&mut replay(data, &store), target.path());
    assert_eq!(figures["blocks_skipped"], stored);
    assert_eq!(figures["root"], crate::chain::GENERATED_ROOT);
}

/// The signal arrives while the first of `number` blocks is read, from a pipe that the test writes. Returns the exit
/// code, the message and the number of stored blocks.
#[cfg(unix)]
fn interrupted_in_the_first_of(number: usize, target: &Path) -> (Option<i32>, String, u64) {
    let (data, store) = (blocks(number), target.join("store"));
    let file = data.path().join("1.jsonl");
    let content = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(Command::new("mkfifo").arg(&file).status().unwrap().success());
    let child = replay(data.path(), &store).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // Opening a pipe waits for the other side.
    let (sender, receiver) = std::sync::mpsc::channel();
    let pipe = file.clone();
    std::thread::spawn(move || sender.send(std::fs::File::options().write(true).open(pipe)));
    let mut pipe = receiver.recv_timeout(Duration::from_secs(120)).unwrap().unwrap();
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    pipe.write_all(&content).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let stored = open(&store).head().blocks;
    // The interrupted replay continues.
    std::fs::remove_file(&file).unwrap();
    std::fs::write(&file, content).unwrap();
    let figures = figures(&mut replay(data.path(), &store), target);
    assert_eq!(figures["root"], roots(data.path())[number - 1].as_str());
    (output.status.code(), String::from_utf8(output.stderr).unwrap(), stored)
}

/// An interrupt before the last block ends the replay too; in the last one it has nothing to interrupt.
#[cfg(unix)]
#[test]
fn an_interrupt_before_the_last_block_ends_the_replay() {
    let target = TempDir::new().unwrap();
    let (code, error, stored) = interrupted_in_the_first_of(2, target.path());
    assert_eq!((code, stored), (Some(130), 1), "{error}");
    assert!(error.contains("interrupted after block 1.jsonl; "), "{error}");
    let target = TempDir::new().unwrap();
    assert_eq!(interrupted_in_the_first_of(1, target.path()), (Some(0), String::new(), 1));
}

/// A random number from 0 to 1.
fn random() -> f64 {
    RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64
}

#[test]
fn a_killed_replay_leaves_complete_blocks() {
    let kills: usize =
        std::env::var(KILLS).map_or(cases(6), |number| number.parse().expect("a number of kills"));
    let (data, target) = (blocks(32), TempDir::new().unwrap());
    let (store, roots) = (target.path().join("store"), roots(data.path()));
    let committer = Committer::new(&Basis::default());
    // The times of an undisturbed replay: to the first block, and to the end.
    let start = Instant::now();
    let figures = figures(&mut replay(data.path(), &store), target.path());
    let (all, set_up) = (start.elapsed(), figures["set_up_seconds"].as_f64().unwrap());
    std::fs::remove_dir_all(&store).unwrap();

    let mut heads = Vec::new();
    for _ in 0..kills {
        let mut child = started(data.path(), &store);
        // The delay ends sometimes before the first block, mostly between the first and the last.
        let delay = set_up * 0.9 + (all.as_secs_f64() - set_up) * random();
        std::thread::sleep(Duration::from_secs_f64(delay));
        child.kill().unwrap();
        child.wait().unwrap();
        let head = check(&store, &committer, &roots);
        assert!(heads.last().is_none_or(|before| head >= *before || *before == 32), "{heads:?}, {head}");
        heads.push(head);
        if head == 32 {
            std::fs::remove_dir_all(&store).unwrap();
        }
    }
    println!("blocks in the store after each kill: {heads:?}");
    let figures = crate::chain::figures(&mut replay(data.path(), &store), target.path());
    assert_eq!(figures["root"], crate::chain::GENERATED_ROOT);
    assert_eq!(check(&store, &committer, &roots), 32);
}
