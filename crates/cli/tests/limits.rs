//! The memory that the command takes for malicious input: at most 64 MiB for lines, values and files of any length.

#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Output, Stdio};

use nix::sys::resource::{UsageWho, getrusage};
use tempfile::TempDir;

/// The environment variable for the length of the input in MiB; the default is 200.
const SIZE: &str = "VORPAL_TEST_INPUT_MIB";

/// The limit of the address space in KiB: the needs of the command and its threads, and some tens of MiB. Mimalloc
/// reserves 1 GiB of address space at the start.
const ADDRESS_SPACE: &str = "1500000";

/// Runs the command on an input that `write` sends to its standard input. Returns the peak memory in bytes, the exit
/// code and the message.
fn peak(arguments: &[&Path], write: impl Fn(&mut ChildStdin) -> std::io::Result<()>) -> (u64, i32, String) {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -v \"$0\"; exec \"$@\"", ADDRESS_SPACE, env!("CARGO_BIN_EXE_vorpal")])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    match write(&mut input) {
        Ok(()) => {}
        // The command stopped reading.
        Err(error) => assert_eq!(error.kind(), ErrorKind::BrokenPipe),
    }
    drop(input);
    finish(child)
}

/// Waits for the end of the command. The peak is the maximum over all commands so far, which all have the same limit.
fn finish(child: Child) -> (u64, i32, String) {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let error = String::from_utf8(stderr).unwrap();
    assert!(stdout.is_empty() && !error.contains("panicked"), "{error}");
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss().cast_unsigned() << 10;
    assert!(peak > 1 << 20, "a command takes some memory");
    (peak, status.code().unwrap_or_else(|| panic!("{status}: {error}")), error)
}

fn size() -> usize {
    std::env::var(SIZE).map_or(200, |value| value.parse().unwrap()) << 20
}

/// Writes the text repeatedly, in total about `bytes` bytes.
fn fill(file: &mut impl Write, text: &[u8], bytes: usize) -> std::io::Result<()> {
    let block = text.repeat((1 << 16) / text.len());
    (0..bytes / block.len()).try_for_each(|_| file.write_all(&block))
}

fn assert_rejected((peak, code, error): (u64, i32, String), parts: &[&str]) {
    println!("{} KiB: {}", peak >> 10, error.trim());
    assert_eq!(code, 2, "{error}");
    assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    assert!(
        error.len() < 400 && !error.contains(&[repeated_character(&error); 81].iter().collect::<String>()),
        "{error}"
    );
    assert!(peak < 64 << 20, "{} MiB", peak >> 20);
}

/// The character that the input repeats, from the end of the message.
fn repeated_character(error: &str) -> char {
    error.trim_end_matches(['`', '.', '\n']).chars().last().unwrap()
}

const HEADER: &[u8] = b"signing_hash,r,s,y_parity,sender\n";

#[test]
fn rejects_a_long_line_of_signatures() {
    for text in [&b","[..], b"7", b"["] {
        let write = |input: &mut ChildStdin| {
            input.write_all(HEADER)?;
            fill(input, text, size())
        };
        let outcome = peak(&["recover".as_ref(), "-".as_ref()], write);
        assert_rejected(outcome, &["-:2: more than 4096 bytes in a line"]);
        // The same as the first line.
        let outcome = peak(&["recover".as_ref(), "-".as_ref()], |input| fill(input, text, size()));
        assert_rejected(outcome, &["-:1: more than 4096 bytes in a line"]);
    }
}

/// Runs the subcommand on a folder with one large file, or on the file.
fn through_file(arguments: &[&str], name: &str, beginning: &[u8], text: &[u8]) -> (u64, i32, String) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    let mut file = File::create(&path).unwrap();
    file.write_all(beginning).unwrap();
    fill(&mut file, text, size()).unwrap();
    if name == "roots.json" {
        File::create(folder.path().join("1.jsonl")).unwrap();
    }
    let last = if arguments == ["replay", "--data"] { folder.path() } else { &path };
    let arguments: Vec<&Path> = arguments.iter().map(AsRef::as_ref).chain([last]).collect();
    peak(&arguments, |_| Ok(()))
}

#[test]
fn rejects_a_long_line_of_json() {
    for text in [&b"["[..], b"{\"a\":", b"7", b"\"a"] {
        let outcome = through_file(&["replay", "--data"], "1.jsonl", b"\n", text);
        assert_eq!(outcome.1, 2);
        let long = through_file(&["replay", "--data"], "1.jsonl", b"", text);
        assert_rejected(long, &["1.jsonl:1: more than 8388608 bytes in a line"]);
    }
}

#[test]
fn rejects_a_long_json_value() {
    let root = format!("0x{}", "00".repeat(32));
    let verify = ["tree", "verify", "--root", &root];
    for (text, reason) in
        [(&b"["[..], "more than 64 nested arrays and objects"), (b"7", "more than"), (b" ", "EOF")]
    {
        let roots = through_file(&["replay", "--data"], "roots.json", b"", text);
        assert_rejected(
            roots,
            &["roots.json:1: ", if text == b" " { "more than 67108864 bytes" } else { reason }],
        );
        let genesis = through_file(&["replay", "--genesis"], "genesis.json", b"{\"x\":", text);
        assert_rejected(genesis, &["genesis.json:1: ", reason]);
        let witness = through_file(&verify, "witness.json", b"{\"x\":", text);
        assert_rejected(witness, &["witness.json:1: ", reason]);
    }
}

/// Each empty vector takes eight bytes of the file.
#[test]
fn rejects_too_many_empty_vectors() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("points");
    // This file is read as a whole, so it is smaller than the others.
    File::create(&path).unwrap().set_len(4 << 20).unwrap();
    let arguments = ["msm".as_ref(), "--points".as_ref(), &*path, "--scalars".as_ref(), &*path];
    assert_rejected(peak(&arguments, |_| Ok(())), &["points", "more than 100000 vectors"]);
}
