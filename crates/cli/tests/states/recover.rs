//! `vorpal recover` on signatures made with big integers, and on signatures of mainnet.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use num_bigint::BigUint;
use serde_json::Value;
use sha3::{Digest, Keccak256};
use tempfile::TempDir;
use vorpal_oracle::big::{hex, invert};
use vorpal_oracle::weierstrass::{Curve, Point};

const COLUMNS: &str = "signing_hash,r,s,y_parity,sender,public_key";
const ORDER: &str = "0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
fn outcome(Output { status, stdout, stderr }: Output) -> (i32, String, String) {
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

fn command(files: &[&Path], options: &[&str]) -> Command {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("recover").args(files).args(options);
    command
}

fn recover(files: &[&Path], options: &[&str]) -> (i32, String, String) {
    outcome(command(files, options).output().unwrap())
}

/// Textbook arithmetic on secp256k1.
struct Textbook {
    curve: Curve,
    generator: Point,
    n: BigUint,
}

impl Textbook {
    fn new() -> Self {
        let p = hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
        let x = hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");
        let y = hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");
        Self {
            curve: Curve { p, a: 0u8.into(), b: BigUint::from(7u8) },
            generator: Some((x, y)),
            n: hex(ORDER),
        }
    }

    /// The line with signature `number`, for a secret key, a nonce and a hash derived from it. For odd numbers `s` is
    /// in the upper half.
    fn line(&self, number: u32) -> String {
        let Self { curve, generator, n } = self;
        let digest = |text: &str| BigUint::from_bytes_be(&Keccak256::digest(format!("{text} {number}")));
        let [secret, nonce] = ["secret", "nonce"].map(|text| digest(text) % n);
        let hash = digest("hash");
        let (x, y) = curve.mul(generator, &nonce).unwrap();
        let s = invert(&nonce, n) * (&hash + &x * &secret) % n;
        let upper = number % 2 == 1;
        let flip = (s > n >> 1u8) != upper;
        let s = if flip { n - s } else { s };
        let identifier = u8::from(y.bit(0) != flip) + if x < *n { 0 } else { 2 };
        row(&hash, &(x % n), &s, identifier, &curve.mul(generator, &secret))
    }

    /// A line whose `r` denotes the point with `x = r + n`: with a fixed `s` and hash, and the key for which they are
    /// valid.
    fn line_beyond_the_order(&self, identifier: u8) -> String {
        let Self { curve, generator, n } = self;
        let p = &curve.p;
        let point = |r: &BigUint| {
            let x = r + n;
            let y = ((&x * &x * &x + 7u8) % p).modpow(&((p + 1u8) >> 2u8), p);
            Some((x, y)).filter(|point| curve.contains(&Some(point.clone())))
        };
        let r = (1u32..).map(BigUint::from).find(|r| point(r).is_some()).unwrap();
        let (x, y) = point(&r).unwrap();
        let y = if y.bit(0) == (identifier & 1 == 1) { y } else { p - y };
        let (s, hash) = (hex("123456789abcdef"), hex("fedcba987654321"));
        // Q = r^-1 (s R - z G)
        let multiples = curve.add(&curve.mul(&Some((x, y)), &s), &curve.neg(&curve.mul(generator, &hash)));
        let key = curve.mul(&multiples, &invert(&r, n));
        row(&hash, &r, &s, identifier, &key)
    }
}

fn row(hash: &BigUint, r: &BigUint, s: &BigUint, identifier: u8, key: &Point) -> String {
    let (x, y) = key.as_ref().unwrap();
    let key = format!("{x:064x}{y:064x}");
    let address = Keccak256::digest(vorpal_oracle::data::bytes(&key));
    let address: String = address[12..].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("0x{hash:064x},0x{r:064x},0x{s:064x},{identifier},0x{address},0x04{key}")
}

/// The lines of signatures 0 to 9.
fn lines() -> Vec<String> {
    let textbook = Textbook::new();
    (0..10).map(|number| textbook.line(number)).collect()
}

fn with_field(line: &str, column: usize, field: &str) -> String {
    let mut fields: Vec<&str> = line.split(',').collect();
    fields[column] = field;
    fields.join(",")
}

/// A folder with a file of these lines.
fn file(lines: &[String]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("some.signatures.csv");
    std::fs::write(
        &path,
        format!("{COLUMNS}\n{}", lines.iter().map(|line| format!("{line}\n")).collect::<String>()),
    )
    .unwrap();
    (folder, path)
}

fn report(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn accepts_valid_signatures() {
    let (folder, path) = file(&lines());
    let json = folder.path().join("report.json");
    let options = ["--threads", "2", "--repeat", "3", "--json", json.to_str().unwrap()];
    let (code, output, error) = recover(&[&path], &options);
    assert_eq!((code, &*error), (0, ""), "no progress bar without a terminal");
    for part in [
        "10 signatures of 1 file: 10 right, 0 wrong",
        "10 public keys",
        "3 times",
        "2 threads",
        "signatures/s",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let report = report(&json);
    assert_eq!((&report["signatures"], &report["right"]), (&10.into(), &10.into()));
    assert_eq!((&report["wrong"], &report["threads"]), (&Value::Array(Vec::new()), &2.into()));
    let seconds: Vec<f64> =
        report["seconds"].as_array().unwrap().iter().map(|seconds| seconds.as_f64().unwrap()).collect();
    assert_eq!(seconds.len(), 3);
    let rate = 30.0 / seconds.iter().sum::<f64>();
    assert!((report["signatures_per_second"].as_f64().unwrap() / rate - 1.0).abs() < 1e-6);
}

#[test]
fn accepts_several_files_and_files_without_public_keys() {
    let (folder, path) = file(&lines());
    let short = folder.path().join("short.csv");
    let text = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<&str> = text.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
    std::fs::write(&short, rows.join("\r\n")).unwrap();
    let (code, output, _) = recover(&[&short], &[]);
    assert_eq!(code, 0);
    assert!(output.contains("10 right, 0 wrong; senders checked, no public keys given"), "{output}");
    // The same signature may occur in two files.
    let (code, output, _) = recover(&[&short, &path, &short], &[]);
    assert_eq!(code, 0);
    assert!(
        output.contains("30 signatures of 3 files: 30 right, 0 wrong; senders checked, and 10 public"),
        "{output}"
    );
    // A wrong signature is reported with its file.
    std::fs::write(&short, text.replace(",0,0x", ",1,0x")).unwrap();
    let (code, output, error) = recover(&[&path, &short], &[]);
    assert_eq!(code, 1);
    assert!(output.lines().next().unwrap().contains("short.csv:"), "{output}");
    assert!(error.contains("of 20 signatures are wrong"), "{error}");
}

#[test]
fn accepts_all_recovery_identifiers() {
    let textbook = Textbook::new();
    let beyond = [2, 3].map(|identifier| textbook.line_beyond_the_order(identifier));
    let (_folder, path) = file(&beyond);
    let (code, output, error) = recover(&[&path], &[]);
    assert_eq!((code, &*error), (0, ""), "{output}");
    // With identifiers 0 and 1 these signatures denote other points or none. With 2, signature 0 denotes no point.
    let (_folder, path) = file(&[
        with_field(&beyond[0], 3, "0"),
        with_field(&beyond[1], 3, "1"),
        with_field(&textbook.line(0), 3, "2"),
        textbook.line(1),
    ]);
    let (code, output, error) = recover(&[&path], &[]);
    assert_eq!((code, error.contains("3 of 4 signatures are wrong")), (1, true), "{error}");
    assert!(output.contains(".csv:4: no key: no curve point"), "{output}");
    assert!(!output.contains(".csv:5: "), "{output}");
}

#[test]
fn reports_every_wrong_signature() {
    let zero = format!("0x{}", "00".repeat(32));
    let mut lines = lines();
    let (other_sender, other_key) =
        (format!("0x{}", "11".repeat(20)), lines[9].split(',').nth(5).unwrap().to_string());
    lines[0] = with_field(&lines[0], 4, &other_sender);
    lines[1] = with_field(&lines[1], 1, &zero);
    lines[2] = with_field(&lines[2], 1, ORDER);
    lines[3] = with_field(&lines[3], 2, &zero);
    lines[4] = with_field(&lines[4], 2, ORDER);
    // x^3 + 7 is not a square for x = 5.
    lines[5] = with_field(&lines[5], 1, &format!("0x{}05", "00".repeat(31)));
    lines[6] = with_field(&lines[6], 5, &other_key);
    let parity = lines[7].split(',').nth(3).unwrap() == "0";
    lines[7] = with_field(&lines[7], 3, if parity { "1" } else { "0" });
    let (folder, path) = file(&lines);
    let json = folder.path().join("report.json");
    let (code, output, error) = recover(&[&path], &["--json", json.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(error.contains("vorpal: 8 of 10 signatures are wrong"), "{error}");
    assert!(output.contains("10 signatures of 1 file: 2 right, 8 wrong"), "{output}");
    let expected = [
        (2, format!("wrong sender: expected {other_sender}, found 0x")),
        (3, "no key: r is out of range".into()),
        (4, "no key: r is out of range".into()),
        (5, "no key: s is out of range".into()),
        (6, "no key: s is out of range".into()),
        (7, "no key: no curve point".into()),
        (8, format!("wrong public key: expected {other_key}, found 0x04")),
        (9, "; wrong public key: expected 0x04".into()),
    ];
    let report = report(&json);
    let wrong = report["wrong"].as_array().unwrap();
    assert_eq!(wrong.len(), expected.len());
    for ((line, reason), (printed, written)) in expected.iter().zip(output.lines().zip(wrong)) {
        let source = format!("{}:{line}", path.display());
        assert!(
            printed.starts_with(&format!("{source}: ")) && printed.contains(reason),
            "{reason}: {printed}"
        );
        assert_eq!(written["place"], source);
    }
    // The limit affects only the number of lines.
    let (code, output, _) = recover(&[&path], &["--limit", "3"]);
    assert_eq!((code, output.matches(".csv:").count()), (1, 3));
    assert!(output.contains("5 more wrong (--limit 8 shows all)"), "{output}");
    let (code, output, _) = recover(&[&path], &["--limit", "0"]);
    assert_eq!((code, output.matches(".csv:").count()), (1, 0));
    // A single wrong signature.
    let (_folder, path) = file(&lines[..1]);
    assert!(recover(&[&path], &[]).2.contains("1 of 1 signature is wrong"));
}

#[test]
fn malformed_files_exit_with_2() {
    let lines = lines();
    let check = |text: &str, message: &str| {
        let (folder, good) = file(&lines);
        let path = folder.path().join("bad.csv");
        std::fs::write(&path, text).unwrap();
        // All files are read before any work, so the position of the malformed file does not matter.
        for files in [&[&*path][..], &[&good, &path]] {
            let (code, output, error) = recover(files, &[]);
            assert_eq!((code, &*output), (2, ""), "{message}");
            assert!(error.contains(&format!("bad.csv:{message}")), "{message}: {error}");
        }
    };
    let text = |line: &str| format!("{COLUMNS}\n{}\n{line}\n", lines[0]);
    check("", "1: the columns are not signing_hash,r,s,y_parity,sender[,public_key]");
    check("\n", "1: the columns are not");
    check(&lines.join("\n"), "1: the columns are not");
    check(&text(&lines[1]).replacen("signing_hash", "hash", 1), "1: the columns are not");
    check(&text(&lines[0]), "3: the signature of 0x");
    check(&text(&with_field(&lines[1], 3, "4")), "3: y_parity: `4` is not 0, 1, 2 or 3");
    check(&text(&with_field(&lines[1], 3, "")), "3: y_parity: `` is not");
    check(&text(&with_field(&lines[1], 4, "0x11")), "3: sender: 2 hexadecimal digits where 40");
    check(&text(&with_field(&lines[1], 1, "5")), "3: r: `5` does not start with 0x");
    let off_curve = format!("0x04{}", "11".repeat(64));
    check(&text(&with_field(&lines[1], 5, &off_curve)), "3: public_key: malformed public key");
    check(&text(""), "3: 1 fields where 6 are expected");

    let folder = TempDir::new().unwrap();
    let (code, _, error) = recover(&[&folder.path().join("missing.csv")], &[]);
    assert_eq!((code, error.contains("missing.csv: ")), (2, true), "{error}");
    assert_eq!(recover(&[folder.path()], &[]).0, 2);
    for options in [&["--repeat", "0"][..], &["--threads", "0"], &["--limit", "-1"]] {
        let (_folder, path) = file(&lines);
        assert_eq!(recover(&[&path], options).0, 2, "{options:?}");
    }
    assert_eq!(recover(&[], &[]).0, 2);
}

#[test]
fn accepts_a_file_without_signatures() {
    let (_folder, path) = file(&[]);
    let (code, output, error) = recover(&[&path], &["--repeat", "2"]);
    assert_eq!((code, &*output, &*error), (0, "0 signatures of 1 file: nothing to check.\n", ""));
}

#[test]
fn reads_standard_input() {
    let run = |arguments: &[&Path], text: &str| {
        let mut child = command(arguments, &[])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The write fails if the command does not read all of it.
        let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
        outcome(child.wait_with_output().unwrap())
    };
    let lines = lines();
    let (code, output, _) = run(&[Path::new("-")], &format!("{COLUMNS}\n{}\n{}", lines[0], lines[1]));
    assert_eq!((code, output.contains("2 signatures of 1 file: 2 right")), (0, true), "{output}");
    let wrong = with_field(&lines[1], 4, &format!("0x{}", "00".repeat(20)));
    let (code, output, _) = run(&[Path::new("-")], &format!("{COLUMNS}\n{wrong}"));
    assert_eq!((code, output.starts_with("-:2: wrong sender")), (1, true), "{output}");
    let (code, _, error) = run(&[Path::new("-")], "");
    assert_eq!((code, error.contains("-:1: the columns")), (2, true), "{error}");
    let (code, _, error) = run(&[Path::new("-"), Path::new("-")], "");
    assert_eq!((code, error.contains("only once")), (2, true), "{error}");
}

#[test]
fn three_mainnet_blocks() {
    let Some(folder) = vorpal_oracle::data::folder("mainnet-blocks", "recovery of real signatures") else {
        return;
    };
    let names = ["14764013", "17034871", "19433902"];
    let paths = names.map(|name| folder.join(format!("{name}.signatures.csv")));
    let paths = [&*paths[0], &*paths[1], &*paths[2]];
    for threads in ["1", "2", "5"] {
        let (code, output, error) = recover(&paths, &["--threads", threads]);
        assert_eq!((code, &*error), (0, ""), "{output}");
        assert!(output.contains("457 signatures of 3 files: 457 right, 0 wrong"), "{output}");
        assert!(output.contains("and 457 public keys"), "{output}");
    }
    // The last digit of each hash is changed.
    let text = std::fs::read_to_string(paths[1]).unwrap();
    let number = text.lines().count() - 1;
    let spoil = |line: &str| {
        let (hash, rest) = line.split_once(',').unwrap();
        let (start, last) = hash.split_at(hash.len() - 1);
        format!("{start}{},{rest}\n", if last == "0" { "1" } else { "0" })
    };
    let spoiled: String = text.lines().skip(1).map(spoil).collect();
    let spoiled = format!("{COLUMNS}\n{spoiled}");
    let target = TempDir::new().unwrap();
    let path = target.path().join("spoiled.csv");
    std::fs::write(&path, spoiled).unwrap();
    let (code, output, error) = recover(&[paths[0], &path], &["--limit", "1000"]);
    assert_eq!(code, 1);
    assert_eq!(output.matches("spoiled.csv:").count(), number);
    assert!(error.contains(&format!("{number} of ")), "{error}");
}
