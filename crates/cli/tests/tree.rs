//! `vorpal tree` as a user runs it, and killed at random moments.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value as Json;
use sha3::{Digest, Keccak256};
use tempfile::TempDir;
use vorpal::ipa::{Basis, Committer};
use vorpal::tree::{DiskOptions, DiskStore, Head, Key, Tree, Value};

fn committer() -> &'static Committer {
    static COMMITTER: OnceLock<Committer> = OnceLock::new();
    COMMITTER.get_or_init(|| Committer::with_window(&Basis::default(), 4).unwrap())
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("tree").args(arguments);
    command
}

/// Exit code, standard output, standard error. A panic is a failure of the test, whatever it expects.
fn vorpal(arguments: &[&str]) -> (i32, String, String) {
    let output = command(arguments).output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

/// What a command prints that succeeds.
fn prints(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = vorpal(arguments);
    assert_eq!((code, &*stderr), (0, ""), "{arguments:?}");
    stdout
}

fn json(arguments: &[&str]) -> Json {
    serde_json::from_str(&prints(&[arguments, &["--json", "-"]].concat())).unwrap()
}

/// A command refuses, in one line that says all of these.
fn refuses(arguments: &[&str], code: i32, said: &[&str]) {
    let (found, stdout, stderr) = vorpal(arguments);
    assert_eq!((found, &*stdout), (code, ""), "{arguments:?}: {stderr}");
    for part in said {
        assert!(stderr.contains(part), "{part:?} is not in {stderr:?}");
    }
    // What clap says of arguments has more lines, with the usage.
    assert!(stderr.lines().count() == 1 || stderr.starts_with("error:"), "{stderr}");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".into(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

type Writes = Vec<(Key, Value)>;

/// Keys of block `number`, on few stems, so that blocks meet.
fn writes(number: usize, how_many: usize) -> Writes {
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

fn csv(writes: &Writes) -> String {
    writes.iter().map(|(key, value)| format!("{},{}\n", hex(&key.to_bytes()), hex(value))).collect()
}

/// Files of blocks in a folder, a place for the tree, and the states that the blocks lead to.
struct Scene {
    folder: TempDir,
    files: Vec<PathBuf>,
    states: Vec<Head>,
}

impl Scene {
    fn new(blocks: usize, how_many: usize) -> Self {
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

    fn directory(&self) -> String {
        self.folder.path().join("tree").to_str().unwrap().into()
    }

    fn files(&self) -> Vec<&str> {
        self.files.iter().map(|file| file.to_str().unwrap()).collect()
    }

    /// What the tree has after a command is gone: a whole block, and everything right.
    fn check(&self) -> usize {
        let tree = Tree::over(DiskStore::open(self.directory(), DiskOptions::default()).unwrap());
        let blocks = usize::try_from(tree.head().blocks).unwrap();
        assert_eq!(tree.head(), &self.states[blocks]);
        tree.check(committer()).unwrap();
        blocks
    }
}

#[test]
fn from_the_first_block_to_the_check() {
    let scene = Scene::new(5, 30);
    let (directory, files) = (&*scene.directory(), scene.files());
    let root = |blocks: usize| hex(&scene.states[blocks].root);
    assert!(prints(&["init", directory, "--window", "3"]).contains(directory));
    assert_eq!(json(&["root", directory])["root"], hex(&[0; 32]));

    let text = prints(&["apply", directory, files[0], files[1]]);
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains(&format!("0.csv, root {}\n", root(1))), "{text}");
    let report = json(&[&["apply", directory], &files[2..]].concat());
    assert_eq!(report["state"]["blocks"], 5);
    assert_eq!(report["state"]["root"], root(5));
    assert_eq!(report["applied"][0]["root"], root(3));
    assert_eq!(report["applied"][2]["values"], writes(4, 30).len());

    // States of the past.
    for blocks in 2..=5 {
        let report = json(&["root", directory, "--at", &blocks.to_string()]);
        assert_eq!(report["root"], root(blocks));
        assert_eq!(report["label"], format!("{}.csv", blocks - 1));
    }
    refuses(&["root", directory, "--at", "1"], 2, &["block 1", "2 to 5"]);
    refuses(&["root", directory, "--at", "6"], 2, &["block 6", "2 to 5"]);

    // Values: one of the last block's, before it and now; one that never was.
    let before: Vec<Key> = (0..4).flat_map(|number| writes(number, 30)).map(|(key, _)| key).collect();
    let (key, value) = writes(4, 30).into_iter().find(|(key, _)| !before.contains(key)).unwrap();
    let (key, absent) = (hex(&key.to_bytes()), hex(&[0xff; 32]));
    assert_eq!(prints(&["get", directory, &key, &absent]), format!("{key},{}\n{absent},\n", hex(&value)));
    assert_eq!(prints(&["get", directory, &key, "--at", "4"]), format!("{key},\n"));
    let values = json(&["get", directory, &key, &absent]);
    assert_eq!(values["values"][0]["value"], hex(&value));
    assert_eq!(values["values"][1]["value"], Json::Null);

    // Back and forth.
    refuses(&["rollback", directory, "4"], 2, &["4 blocks", "3 can"]);
    assert_eq!(json(&["rollback", directory, "2"])["root"], root(3));
    assert_eq!(prints(&["get", directory, &key]), format!("{key},\n"));
    assert_eq!(json(&["apply", directory, files[3], files[4]])["state"]["root"], root(5));
    let checked = json(&["check", directory]);
    assert_eq!(checked["state"]["root"], root(5));
    // What was rolled back and pruned before is no longer kept: states 2 to 5.
    assert_eq!(checked["past"], 3);
    assert_eq!(scene.check(), 5);
}

#[test]
fn accounts() {
    let folder = tempfile::tempdir().unwrap();
    let (file, directory) = (folder.path().join("1.jsonl"), folder.path().join("tree"));
    let line = format!(
        r#"{{"address":"{}","nonce":7,"balance":"0x10","code_hash":"{}","storage":{{"0x1":"0x2"}}}}"#,
        hex(&[3; 20]),
        hex(&[4; 32])
    );
    std::fs::write(&file, line + "\n").unwrap();
    let [file, directory] = [&file, &directory].map(|path| path.to_str().unwrap());
    prints(&["init", directory]);
    assert_eq!(json(&["apply", directory, file])["applied"][0]["values"], 3);
    assert_eq!(json(&["check", directory])["leaves"], 1);
}

#[test]
fn witnesses() {
    let scene = Scene::new(3, 40);
    let (directory, files) = (&*scene.directory(), scene.files());
    prints(&["init", directory]);
    prints(&[&["apply", directory], &files[..]].concat());
    let of_block = |number: usize| writes(number, 40);
    let old: Vec<Key> = (0..2).flat_map(of_block).map(|(key, _)| key).collect();
    let (new, value) = of_block(2).into_iter().find(|(key, _)| !old.contains(key)).unwrap();
    let (new, absent) = (hex(&new.to_bytes()), hex(&[0xff; 32]));
    let root = |blocks: usize| hex(&scene.states[blocks].root);
    for name in ["witness.json", "witness"] {
        let file = scene.folder.path().join(name).to_str().unwrap().to_string();
        let made = json(&["prove", directory, &new, &absent, "--out", &file]);
        assert_eq!(made["state"]["root"], root(3));
        assert_eq!(made["keys"], 2);
        let text = prints(&["verify", &file, "--root", &root(3)]);
        assert!(text.starts_with(&format!("{new},{}\n{absent},\n", hex(&value))), "{text}");
        refuses(&["verify", &file, "--root", &root(2)], 1, &[name]);
        refuses(&["verify", &file, "--root", "0x00"], 2, &["0x00"]);
        refuses(&["verify", &file, "--root", &absent], 2, &["root"]);

        // A block ago the key was absent.
        prints(&["prove", directory, &new, &absent, "--at", "2", "--out", &file]);
        let text = prints(&["verify", &file, "--root", &root(2)]);
        assert!(text.starts_with(&format!("{new},\n{absent},\n")), "{text}");
        refuses(&["verify", &file, "--root", &root(3)], 1, &[name]);
        let whole = std::fs::read(&file).unwrap();
        std::fs::write(&file, &whole[..whole.len() / 2]).unwrap();
        refuses(&["verify", &file, "--root", &root(2)], 2, &[name]);
        std::fs::remove_file(&file).unwrap();
        refuses(&["verify", &file, "--root", &root(2)], 2, &[name]);
    }
    assert_eq!(scene.check(), 3);
}

#[test]
fn bad_input_changes_nothing() {
    let scene = Scene::new(3, 10);
    let (directory, files) = (&*scene.directory(), scene.files());
    let path = |name: &str| scene.folder.path().join(name).to_str().unwrap().to_string();
    for command in [
        &["root", directory][..],
        &["check", directory],
        &["rollback", directory, "0"],
        &["apply", directory, files[0]],
    ] {
        refuses(command, 2, &[directory, "no store"]);
    }
    assert!(!Path::new(directory).exists());
    prints(&["init", directory]);
    prints(&["apply", directory, files[0]]);
    refuses(&["init", directory], 2, &[directory, "already"]);
    refuses(&["init", files[0]], 2, &[files[0]]);

    // A good file and a bad one.
    std::fs::write(path("short.csv"), "0x00,0x00\n").unwrap();
    std::fs::write(path("twice.csv"), csv(&writes(0, 5)) + &csv(&writes(0, 5))).unwrap();
    std::fs::write(path("block.txt"), "").unwrap();
    for (bad, said) in [
        ("short.csv", "short.csv:1: key"),
        ("twice.csv", "twice.csv:"),
        ("block.txt", "*.csv"),
        ("none.csv", "none.csv"),
    ] {
        refuses(&["apply", directory, files[1], &path(bad)], 2, &[said]);
    }
    let long = hex(&[0; 33]);
    for key in ["0x", "0x00", &long, &long[2..66], "0xzz"] {
        refuses(&["get", directory, key], 2, &[key]);
    }
    refuses(&["rollback", directory, "2"], 2, &["2 blocks", "1 can"]);
    refuses(&["rollback", directory, "-1"], 2, &["-1"]);
    assert_eq!(scene.check(), 1);

    // Somebody else has it.
    let store = DiskStore::open(directory, DiskOptions::default()).unwrap();
    for command in [&["root", directory][..], &["apply", directory, files[1]], &["rollback", directory, "1"]]
    {
        refuses(command, 2, &[directory, "locked"]);
    }
    drop(store);
    assert_eq!(scene.check(), 1);

    // A state whose record is damaged.
    let file = Path::new(directory).join("state.redb");
    let intact = std::fs::read(&file).unwrap();
    let database = redb::Database::open(&file).unwrap();
    let transaction = database.begin_write().unwrap();
    let heads = redb::TableDefinition::<u64, &[u8]>::new("heads");
    transaction.open_table(heads).unwrap().insert(1, &[7; 40][..]).unwrap();
    transaction.commit().unwrap();
    drop(database);
    refuses(&["check", directory], 1, &["state.redb: the store is damaged: ", "the state after block 1"]);
    refuses(&["root", directory], 2, &["the store is damaged"]);
    std::fs::write(&file, intact).unwrap();

    // A file that is no store, and one that was one.
    let file = Path::new(directory).join("state.redb");
    let good = std::fs::read(&file).unwrap();
    for bytes in [b"no store", &good[..good.len() / 2]] {
        std::fs::write(&file, bytes).unwrap();
        refuses(&["check", directory], 1, &["state.redb: the store is damaged: "]);
        refuses(&["root", directory], 2, &["state.redb: the store is damaged: "]);
    }
    std::fs::write(&file, good).unwrap();
    assert_eq!(scene.check(), 1);
    // What a killed `init` leaves does not keep the next one from its work, and goes with it.
    std::fs::write(path("state.redb.new.abcdef"), "half").unwrap();
    prints(&["init", scene.folder.path().to_str().unwrap()]);
    assert!(!Path::new(&path("state.redb.new.abcdef")).exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::write(path("plain"), "").unwrap();
        let mode = |name: &str| std::fs::metadata(path(name)).unwrap().mode();
        assert_eq!(mode("state.redb"), mode("plain"), "permissions as for other files");
    }
}

/// Lines of a child's standard output until it has written so many, or no more.
fn read_lines(child: &mut Child, how_many: usize) -> usize {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines.take(how_many).map_while(Result::ok).filter(|line| line.starts_with("block ")).count()
}

fn kill(mut child: Child) {
    // It may have ended by itself.
    let _ = child.kill();
    child.wait().unwrap();
}

/// Numbers that look random.
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

/// `VORPAL_KILLS` says how often; 12 times otherwise.
#[test]
fn killed_at_random_moments() {
    let kills: usize = std::env::var("VORPAL_KILLS").map_or(12, |kills| kills.parse().unwrap());
    const BLOCKS: usize = 40;
    let scene = Scene::new(BLOCKS, 12);
    let (directory, files) = (&*scene.directory(), scene.files());
    prints(&["init", directory]);
    let (mut numbers, mut done) = (Numbers(0), 0);
    let spawn =
        |arguments: &[&str]| command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..kills {
        if done == BLOCKS {
            // All or nothing of a rollback.
            let back = 1 + usize::try_from(numbers.below(BLOCKS as u64)).unwrap();
            let child = spawn(&["rollback", directory, &back.to_string()]);
            numbers.sleep(30_000);
            kill(child);
            let found = scene.check();
            assert!(found == BLOCKS || found == BLOCKS - back, "{found}");
            done = found;
            continue;
        }
        let mut child = spawn(&[&["apply", directory], &files[done..]].concat());
        let reported = read_lines(&mut child, usize::try_from(numbers.below(8)).unwrap());
        // A block takes a few milliseconds.
        numbers.sleep(8_000);
        kill(child);
        let found = scene.check();
        assert!(found >= done + reported, "block {} was reported, {found} are there", done + reported);
        done = found;
    }
    if done < BLOCKS {
        prints(&[&["apply", directory], &files[done..]].concat());
    }
    assert_eq!(scene.check(), BLOCKS);
}
