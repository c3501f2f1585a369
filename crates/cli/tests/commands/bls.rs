//! `vorpal bls` on signatures and vectors that are right, wrong and malformed.

use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;
use vorpal::bls::{CheckedSignature, MinPk, MinSig, PublicKey, SecretKey, Suite, Variant};

/// Runs the command. Returns exit code, standard output and standard error.
fn bls(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("bls");
    arguments.iter().for_each(|argument| {
        command.arg(argument);
    });
    let output = command.output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

fn write(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path
}

fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().fold("0x".to_string(), |text, byte| text + &format!("{byte:02x}"))
}

fn secret(number: u8) -> SecretKey {
    SecretKey::from_be_bytes(&[number; 32]).unwrap()
}

/// The line of a signature of these secret keys.
fn line<V: Variant>(suite: &Suite<V>, secrets: &[u8], message: &[u8]) -> String {
    let parts: Vec<_> = secrets.iter().map(|number| secret(*number).sign(suite, message)).collect();
    let signature = CheckedSignature::aggregate(&parts).unwrap();
    let keys = secrets.iter().map(|number| hex(secret(*number).public_key::<V>().to_bytes()));
    format!("{},{},{}\n", hex(signature.to_bytes()), keys.collect::<Vec<_>>().join(" "), hex(message))
}

const HEADER: &str = "signature,keys,message\n";

#[test]
fn wrong_signatures_are_named() {
    let folder = TempDir::new().unwrap();
    let suite = Suite::<MinPk>::possession();
    let lines = [line(&suite, &[1], b"a"), line(&suite, &[1, 2, 3], b"b"), line(&suite, &[4], b"")];
    let file = write(&folder, "sets.csv", HEADER.to_string() + &lines.concat());
    let verified = "All signatures are right: 3 signatures.\n";
    assert_eq!(bls(&[&"verify", &file]), (0, verified.into(), String::new()));
    let swapped = lines[1].replace(&hex(b"b"), &hex(b"c"));
    let wrong = write(&folder, "wrong.csv", HEADER.to_string() + &lines[0] + &swapped + &lines[2]);
    let (code, output, error) = bls(&[&"verify", &wrong]);
    assert_eq!((code, &*output), (1, ""), "{error}");
    assert_eq!(error, format!("vorpal: 1 of 3 signatures wrong\n{}:3\n", wrong.display()));
    let (code, json, _) = bls(&[&"verify", &wrong, &"--json", &"-"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let place = format!("{}:3", wrong.display());
    assert_eq!((code, &report["wrong"]), (1, &serde_json::json!([place])));
    // Another tag and other schemes.
    assert_eq!(bls(&[&"verify", &file, &"--scheme", &"basic"]).0, 1);
    let tag = std::str::from_utf8(MinPk::POP).unwrap();
    assert_eq!(bls(&[&"verify", &file, &"--scheme", &"basic", &"--tag", &tag]).0, 0);
    assert_eq!(bls(&[&"verify", &file, &"--tag", &""]).0, 2);
    let suite = Suite::<MinSig>::augmentation();
    let file = write(&folder, "g1.csv", HEADER.to_string() + &line(&suite, &[1], b"a"));
    let options: [&dyn AsRef<std::ffi::OsStr>; 4] = [&"--variant", &"min-sig", &"--scheme", &"augmentation"];
    assert_eq!(bls(&[&[&"verify" as &dyn AsRef<_>, &file], &options[..]].concat()).0, 0);
}

#[test]
fn malformed_lines_are_errors() {
    let folder = TempDir::new().unwrap();
    let suite = Suite::<MinPk>::possession();
    let line = line(&suite, &[1], b"a");
    let cases = [
        (String::new(), "the columns are not"),
        ("signature,key,message\n".into(), "the columns are not"),
        (HEADER.into(), "no signatures"),
        (HEADER.to_string() + &line.replacen("0x", "0xg", 1), "odd number"),
        (
            HEADER.to_string() + &line + &format!("0x00,{}", line.split_once(',').unwrap().1),
            ":3: signature: 1 bytes",
        ),
        (
            HEADER.to_string() + &line.replace(&hex(secret(1).public_key::<MinPk>().to_bytes()), "0x00"),
            ":2: key 0: 1 bytes",
        ),
    ];
    for (text, expected) in cases {
        let file = write(&folder, "sets.csv", text);
        let (code, _, error) = bls(&[&"verify", &file]);
        assert!(code == 2 && error.contains(expected), "{code} {error}");
    }
    // A signature of no keys is wrong, not malformed.
    let keys = line.split(',').nth(1).unwrap();
    let file = write(&folder, "none.csv", HEADER.to_string() + &line.replace(keys, ""));
    assert_eq!(bls(&[&"verify", &file]).0, 1);
}

#[test]
fn sums_are_printed() {
    let folder = TempDir::new().unwrap();
    let suite = Suite::<MinPk>::possession();
    let parts = [1, 2, 3].map(|number| secret(number).sign(&suite, b"message"));
    let sum = hex(CheckedSignature::aggregate(&parts).unwrap().to_bytes()) + "\n";
    let text: String = parts.iter().map(|part| hex(part.to_bytes()) + "\n").collect();
    let file = write(&folder, "signatures.txt", text);
    assert_eq!(bls(&[&"aggregate", &file]), (0, sum, String::new()));
    let keys = [1, 2].map(|number| secret(number).public_key::<MinSig>());
    let sum = hex(PublicKey::aggregate(&keys).unwrap().to_bytes()) + "\n";
    let file = write(&folder, "keys.bin", keys.map(|key| key.to_bytes()).concat());
    assert_eq!(bls(&[&"aggregate", &"--keys", &"--variant", &"min-sig", &file]), (0, sum, String::new()));
    let opposite = PublicKey::<MinSig>::from_point(-*keys[0].point()).unwrap();
    let file = write(&folder, "keys.bin", [keys[0].to_bytes(), opposite.to_bytes()].concat());
    let (code, _, error) = bls(&[&"aggregate", &"--keys", &"--variant", &"min-sig", &file]);
    assert!(code == 1 && error.contains("infinity"), "{error}");
    let file = write(&folder, "short.bin", [0; 95]);
    assert_eq!(bls(&[&"aggregate", &file]).0, 2);
}

#[test]
fn vectors_that_differ_are_named() {
    let folder = TempDir::new().unwrap();
    let suite = Suite::<MinPk>::possession();
    let (key, signature) = (secret(1).public_key::<MinPk>(), secret(1).sign(&suite, b"a"));
    let case = |output: bool| {
        let (pubkey, message, signature) = (hex(key.to_bytes()), hex(b"a"), hex(signature.to_bytes()));
        let input = serde_json::json!({ "pubkey": pubkey, "message": message, "signature": signature });
        serde_json::json!({ "input": input, "output": output }).to_string()
    };
    let root = folder.path().join("vectors");
    write(&folder, "vectors/verify/right.json", case(true));
    let (code, output, error) = bls(&[&"vectors", &root]);
    assert_eq!(code, 0, "{error}");
    assert!(output.lines().last().unwrap().split_whitespace().eq(["total", "1", "1", "0"]), "{output}");
    let vector = root.join("verify/right.json");
    let (code, _, error) = bls(&[&"vectors", &root, &"--json", &vector]);
    assert!(code == 2 && error.contains("the output would overwrite the input"), "{error}");
    let wrong = write(&folder, "vectors/verify/wrong.json", case(false));
    let (code, _, error) = bls(&[&"vectors", &root]);
    let expected = format!("1 of 2 vectors failed\n{}: expected false, found true\n", wrong.display());
    assert_eq!((code, &*error), (1, &*format!("vorpal: {expected}")));
    write(&folder, "vectors/unknown/case.json", case(true));
    let (code, _, error) = bls(&[&"vectors", &root]);
    assert!(code == 2 && error.contains("no function of bls12-381-tests"), "{error}");
}

#[test]
fn the_published_vectors_pass() {
    let Some(root) = vorpal_oracle::data::folder("bls", "vectors of BLS signatures") else { return };
    let (code, output, error) = bls(&[&"vectors", &root]);
    assert_eq!(code, 0, "{error}");
    assert!(output.lines().last().unwrap().split_whitespace().eq(["total", "96", "96", "0"]), "{output}");
}
