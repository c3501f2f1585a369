//! `vorpal tree` with concurrent readers and writers, and with writers that are killed at random moments.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use crate::tree_fixture::{Fixture, command, hex, json, prints, refuses, vorpal, writes};
use sha3::{Digest, Keccak256};
use vorpal::tree::{DiskOptions, DiskStore, Key, Value};

const VALUES: usize = 12;

/// Reads up to `how_many` lines of a child's standard output. Returns the number of blocks reported.
fn read_lines(child: &mut Child, how_many: usize) -> usize {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.take(how_many).map_while(Result::ok).filter(|line| line.starts_with("block ")).count()
}

/// Kills a command. If it has already ended, asserts that it succeeded.
fn kill(mut child: Child) {
    let ended = child.try_wait().unwrap();
    let _ = child.kill();
    child.wait().unwrap();
    let mut error = String::new();
    child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert!(ended.is_none_or(|status| status.success()), "{ended:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
}

/// A deterministic sequence of pseudorandom numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 += 1;
        let digest = Keccak256::digest(self.0.to_le_bytes());
        u64::from_le_bytes(digest[..8].try_into().unwrap()) % bound
    }

    fn sleep(&mut self, microseconds: u64) {
        std::thread::sleep(Duration::from_micros(self.below(microseconds)));
    }
}

/// The expected values of some keys after each number of blocks.
struct Expected {
    keys: Vec<String>,
    values: Vec<Vec<Option<Value>>>,
}

impl Expected {
    fn new(blocks: usize) -> Self {
        let all: Vec<Key> =
            (0..blocks).flat_map(|number| writes(number, VALUES)).map(|(key, _)| key).collect();
        let keys: Vec<Key> = all.iter().step_by(all.len() / 5).copied().collect();
        let mut contents = BTreeMap::new();
        let mut values = vec![vec![None; keys.len()]];
        for number in 0..blocks {
            contents.extend(writes(number, VALUES));
            values.push(keys.iter().map(|key| contents.get(key).copied()).collect());
        }
        Self { keys: keys.iter().map(|key| hex(&key.to_bytes())).collect(), values }
    }
}

/// A lower bound of the number of blocks that a reader must find.
#[derive(Default)]
struct Known {
    blocks: AtomicUsize,
    /// The number of rollbacks started, after which the bound may be lower than before.
    rollbacks: AtomicUsize,
}

impl Known {
    fn store(&self, blocks: usize) {
        self.blocks.store(blocks, SeqCst);
    }

    /// Lowers the bound before a rollback.
    fn lower_to(&self, blocks: usize) {
        // In this order, a reader that sees this rollback also sees the lower bound.
        self.store(blocks);
        self.rollbacks.fetch_add(1, SeqCst);
    }
}

/// Reads repeatedly by `root` and `get`, and returns the number of reads. Asserts that every read succeeds, that it
/// finds one consistent state, and that the state is not older than `known`.
fn poll(fixture: &Fixture, expected: &Expected, known: &Known, ended: &AtomicBool) -> usize {
    let directory = &*fixture.directory();
    let keys: Vec<&str> = expected.keys.iter().map(String::as_str).collect();
    for reads in 0.. {
        if ended.load(SeqCst) {
            return reads;
        }
        let rollbacks = known.rollbacks.load(SeqCst);
        let before = known.blocks.load(SeqCst);
        let (state, values) = if reads % 2 == 0 {
            (read(&["root", directory]), None)
        } else {
            let found = read(&[&["get", directory], &keys[..]].concat());
            (found["state"].clone(), Some(found["values"].clone()))
        };
        let blocks = usize::try_from(state["blocks"].as_u64().unwrap()).unwrap();
        let rolled_back = known.rollbacks.load(SeqCst) != rollbacks;
        assert!(rolled_back || blocks >= before, "a reader finds {blocks} of at least {before} blocks");
        assert_eq!(state["root"], hex(&fixture.states[blocks].root));
        for (number, value) in values.iter().flat_map(|values| values.as_array().unwrap()).enumerate() {
            let expected = expected.values[blocks][number].map(|value| hex(&value));
            assert_eq!(value["value"].as_str(), expected.as_deref(), "value {number} after {blocks} blocks");
        }
    }
    unreachable!()
}

/// The JSON of a command that reads. It may print that it waits for another process that repairs the store.
fn read(arguments: &[&str]) -> serde_json::Value {
    let (code, stdout, stderr) = vorpal(&[arguments, &["--wait", "60", "--json", "-"]].concat());
    assert_eq!(code, 0, "{arguments:?}: {stderr}");
    assert!(stderr.lines().all(|line| line.contains("waiting")), "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

/// Writers are killed `VORPAL_KILLS` times; the default is 12. No reported block is lost, no command fails except by
/// being killed, and a concurrent reader always finds a complete state.
#[test]
fn killed_writers_lose_no_reported_block() {
    let kills: usize = std::env::var("VORPAL_KILLS").map_or(12, |kills| kills.parse().unwrap());
    const BLOCKS: usize = 40;
    let (fixture, expected) = (Fixture::new(BLOCKS, VALUES), Expected::new(BLOCKS));
    prints(&["init", &fixture.directory()]);
    let (known, ended) = (Known::default(), AtomicBool::new(false));
    let reads = std::thread::scope(|scope| {
        let reader = scope.spawn(|| poll(&fixture, &expected, &known, &ended));
        // If the writer panics, the reader ends too.
        struct End<'a>(&'a AtomicBool);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, SeqCst);
            }
        }
        let end = End(&ended);
        write_and_kill(&fixture, kills, &known);
        drop(end);
        reader.join().unwrap()
    });
    println!("{kills} kills, {reads} reads");
    assert!(reads > 0);
}

fn write_and_kill(fixture: &Fixture, kills: usize, known: &Known) {
    let (directory, files, blocks) = (&*fixture.directory(), fixture.files(), fixture.files.len());
    let (mut numbers, mut done) = (Numbers(0), 0);
    let spawn = |arguments: &[&str]| {
        command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    for _ in 0..kills {
        if done == blocks {
            // A rollback is atomic.
            let back = 1 + usize::try_from(numbers.below(blocks as u64)).unwrap();
            known.lower_to(blocks - back);
            let child = spawn(&["rollback", directory, &back.to_string()]);
            numbers.sleep(30_000);
            kill(child);
            let found = fixture.check();
            assert!(found == blocks || found == blocks - back, "{found}");
            done = found;
            known.store(done);
            continue;
        }
        let mut child = spawn(&[&["apply", directory], &files[done..]].concat());
        let reported = read_lines(&mut child, usize::try_from(numbers.below(8)).unwrap());
        // From here on, readers must find the reported blocks.
        known.store(done + reported);
        // A block takes a few milliseconds.
        numbers.sleep(8_000);
        kill(child);
        let found = fixture.check();
        assert!(found >= done + reported, "block {} was reported, the store has {found}", done + reported);
        done = found;
        known.store(done);
    }
    if done < blocks {
        prints(&[&["apply", directory], &files[done..]].concat());
    }
    assert_eq!(fixture.check(), blocks);
}

/// Readers neither block a writer nor wait for it.
#[test]
fn reads_while_another_process_writes() {
    let fixture = Fixture::new(3, 10);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    prints(&["init", directory]);
    prints(&["apply", directory, files[0]]);
    let store = DiskStore::open(directory, DiskOptions::default()).unwrap();
    let key = hex(&writes(0, 10)[0].0.to_bytes());
    let witness = fixture.folder.path().join("witness").to_str().unwrap().to_string();
    assert_eq!(json(&["root", directory])["root"], hex(&fixture.states[1].root));
    assert!(prints(&["get", directory, &key]).starts_with(&format!("{key},0x")));
    prints(&["prove", directory, &key, "--out", &witness]);
    assert_eq!(json(&["check", directory])["state"]["blocks"], 1);
    drop(store);
    assert_eq!(fixture.check(), 1);
}

/// `apply` prints that it waits for another writer. It continues when the writer closes the store, or fails after the
/// given time.
#[test]
fn apply_waits_for_another_writer() {
    let fixture = Fixture::new(2, 10);
    let (directory, files) = (&*fixture.directory(), fixture.files());
    prints(&["init", directory]);
    let store = DiskStore::open(directory, DiskOptions::default()).unwrap();
    let start = Instant::now();
    let (code, stdout, stderr) = vorpal(&["apply", directory, files[0], "--wait", "1"]);
    assert_eq!((code, &*stdout), (2, ""), "{stderr}");
    assert!(start.elapsed() >= Duration::from_secs(1));
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines[0].contains("waiting for up to 1 s") && lines[0].contains("state.redb"), "{stderr}");
    assert!(lines[1].ends_with("the store is locked by another process") && lines.len() == 2, "{stderr}");
    refuses(&["apply", directory, files[0], "--wait", "0"], 2, &["locked"]);

    let mut child = command(&["apply", directory, files[0]]);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut notice = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut notice).unwrap();
    assert!(notice.contains("waiting for up to 5 s"), "{notice}");
    drop(store);
    assert!(child.wait().unwrap().success());
    assert_eq!(fixture.check(), 1);
}

/// `apply` fails if the directory of the store is moved or replaced while it runs.
#[cfg(unix)]
#[test]
fn fails_if_the_directory_is_moved() {
    for replaced in [false, true] {
        let fixture = Fixture::new(40, 200);
        let (directory, files) = (&*fixture.directory(), fixture.files());
        prints(&["init", directory]);
        let other = fixture.folder.path().join("other").to_str().unwrap().to_string();
        prints(&["init", &other]);
        let mut child = command(&[&["apply", directory], &files[..]].concat());
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().unwrap().unwrap().starts_with("block 1: "));
        let away = fixture.folder.path().join("away");
        std::fs::rename(directory, &away).unwrap();
        if replaced {
            std::fs::rename(&other, directory).unwrap();
        }
        let more = lines.map_while(Result::ok).collect::<Vec<_>>();
        let mut error = String::new();
        child.stderr.take().unwrap().read_to_string(&mut error).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3), "{error}");
        assert!(error.contains("state.redb: the saved state is not at this path"), "{error}");
        assert!(more.len() < 39 && more.iter().all(|line| line.starts_with("block ")), "{more:?}");
    }
}
