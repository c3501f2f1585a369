//! `vorpal kzg` on blobs, cells and vectors that are right, wrong and malformed.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use vorpal::kzg::{BYTES_PER_BLOB, BYTES_PER_CELL, Setup};

/// Runs the command. Returns exit code, standard output and standard error.
fn kzg(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("kzg");
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

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_string(), |text, byte| text + &format!("{byte:02x}"))
}

/// A blob whose scalars are below the order.
fn blob(seed: u8) -> Vec<u8> {
    (0..BYTES_PER_BLOB)
        .map(|i| if i % 32 == 0 { 0 } else { (i / 32 + i * i).to_le_bytes()[0] ^ seed })
        .collect()
}

/// Lines of a text in another order.
fn with_swapped(text: &str, column: usize, lines: [usize; 2]) -> String {
    let mut rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let [a, b] = lines.map(|line| rows[line - 1][column]);
    rows[lines[0] - 1][column] = b;
    rows[lines[1] - 1][column] = a;
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

#[test]
fn commitments_and_proofs_of_blobs() {
    let folder = TempDir::new().unwrap();
    let blobs = [blob(1), blob(2), blob(3)];
    let setup = Setup::ethereum();
    let commitments = setup.blobs_to_kzg_commitments(&blobs).unwrap();
    let expected: String = commitments.iter().map(|commitment| hex(commitment) + "\n").collect();
    let bytes = write(&folder, "1.bin", &blobs[0]);
    let text = write(&folder, "2.txt", format!("{}\r\n{}\n", hex(&blobs[1]), hex(&blobs[2])));
    assert_eq!(kzg(&[&"commit", &bytes, &text]), (0, expected.clone(), String::new()));
    let all = write(&folder, "all.bin", blobs.concat());
    assert_eq!(kzg(&[&"commit", &all, &"--tables", &"2", &"--threads", &"1"]), (0, expected, String::new()));
    let (code, json, _) = kzg(&[&"commit", &all, &"--json", &"-"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(code, 0);
    assert_eq!(report["blobs"][2]["commitment"].as_str(), Some(&*hex(&commitments[2])));
    assert!(report["version"].is_string() && report["backend"].is_string(), "{json}");

    // Proofs of blobs.
    let (code, proofs, _) = kzg(&[&"prove", &bytes, &text]);
    assert_eq!((code, proofs.lines().count(), proofs.lines().next()), (0, 4, Some("commitment,proof")));
    let file = write(&folder, "proofs.csv", &proofs);
    let verified = "All proofs are right: 3 blobs, 0 values, 0 cells.\n";
    assert_eq!(kzg(&[&"verify", &file, &"--blobs", &all]), (0, verified.into(), String::new()));
    let wrong = write(&folder, "wrong.csv", with_swapped(&proofs, 1, [2, 4]));
    let (code, output, error) = kzg(&[&"verify", &wrong, &"--blobs", &all]);
    assert_eq!((code, &*output), (1, ""), "{error}");
    let [first, third] = [2, 4].map(|line| format!("{}:{line}", wrong.display()));
    assert_eq!(error, format!("vorpal: 2 of 3 proofs wrong\n{first}\n{third}\n"));
    let (code, json, _) = kzg(&[&"verify", &wrong, &"--blobs", &all, &"--json", &"-"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &report["wrong"]), (1, &serde_json::json!([first, third])));
    let (code, _, error) = kzg(&[&"verify", &file, &"--blobs", &bytes]);
    assert!(code == 2 && error.contains("1 blob given (--blobs) for 3 lines"), "{error}");

    // Proofs of values.
    let z = format!("0x{}07", "00".repeat(31));
    let (code, values, _) = kzg(&[&"prove", &all, &"--z", &z]);
    assert_eq!((code, values.lines().next()), (0, Some("commitment,z,y,proof")));
    let file = write(&folder, "values.csv", &values);
    assert_eq!(kzg(&[&"verify", &file]).0, 0);
    let wrong = write(&folder, "wrong.csv", with_swapped(&values, 2, [3, 4]));
    let (code, _, error) = kzg(&[&"verify", &file, &wrong]);
    assert!(code == 1 && error.starts_with("vorpal: 2 of 6 proofs wrong\n"), "{error}");
    assert!(error.contains("wrong.csv:3\n") && error.contains("wrong.csv:4\n"), "{error}");
    let order = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    assert_eq!(kzg(&[&"prove", &all, &"--z", &order]).0, 2);
}

#[test]
fn cells_are_verified_and_recovered() {
    let folder = TempDir::new().unwrap();
    let blobs = [blob(4), blob(5)];
    let file = write(&folder, "blobs.bin", blobs.concat());
    let [cells, raw, half, out] =
        ["cells.csv", "cells.bin", "half.csv", "out.csv"].map(|name| folder.path().join(name));
    let (code, text, error) = kzg(&[&"cells", &file, &"--out", &cells]);
    assert_eq!((code, &*error), (0, ""), "{text}");
    let verified = "All proofs are right: 0 blobs, 0 values, 256 cells.\n";
    assert_eq!(kzg(&[&"verify", &cells]), (0, verified.into(), String::new()));
    let lines = std::fs::read_to_string(&cells).unwrap();
    let wrong = write(&folder, "wrong.csv", with_swapped(&lines, 3, [3, 250]));
    let (code, _, error) = kzg(&[&"verify", &wrong]);
    assert_eq!(code, 1, "{error}");
    assert!(error.contains("wrong.csv:3\n") && error.contains("wrong.csv:250\n"), "{error}");

    // Every other cell of both blobs, in descending order.
    let mut kept: Vec<&str> = lines.lines().skip(1).step_by(2).collect();
    kept.reverse();
    let header = lines.lines().next().unwrap();
    write(&folder, "half.csv", format!("{header}\n{}\n", kept.join("\n")));
    let (code, text, error) = kzg(&[&"recover", &half, &"--out", &out]);
    assert_eq!((code, &*error), (0, ""), "{text}");
    // The second blob comes first, as its cells do.
    let (first, second) = (lines.lines().skip(1).take(128), lines.lines().skip(129));
    let expected: Vec<&str> = [header].into_iter().chain(second).chain(first).collect();
    assert_eq!(std::fs::read_to_string(&out).unwrap(), expected.join("\n") + "\n");
    let recovered = folder.path().join("recovered.bin");
    assert_eq!(kzg(&[&"recover", &half, &"--out", &recovered]).0, 0);
    assert_eq!(std::fs::read(&recovered).unwrap(), [&blobs[1][..], &blobs[0]].concat());

    // Cells as bytes.
    assert_eq!(kzg(&[&"cells", &file, &"--out", &raw]).0, 0);
    let bytes = std::fs::read(&raw).unwrap();
    assert_eq!(bytes.len(), 256 * BYTES_PER_CELL);
    let upper = write(&folder, "upper.bin", &bytes[64 * BYTES_PER_CELL..128 * BYTES_PER_CELL]);
    assert_eq!(kzg(&[&"recover", &upper, &"--indices", &"64-127", &"--out", &recovered]).0, 0);
    assert_eq!(std::fs::read(&recovered).unwrap(), blobs[0]);
}

#[test]
fn cells_that_cannot_be_recovered() {
    let folder = TempDir::new().unwrap();
    let (cells, proofs) = Setup::ethereum().compute_cells_and_kzg_proofs(&blob(6)).unwrap();
    let commitment = hex(&Setup::ethereum().blob_to_kzg_commitment(&blob(6)).unwrap());
    let out = folder.path().join("out.bin");
    let line = |commitment: &str, index: usize| {
        format!("{commitment},{index},{},{}\n", hex(&cells[index]), hex(&proofs[index]))
    };
    let header = "commitment,cell_index,cell,proof\n";
    let lines =
        |range: std::ops::Range<usize>| -> String { range.map(|index| line(&commitment, index)).collect() };
    let other = line(&hex(&[0x80; 48]), 127);
    let too_large = line(&commitment, 3).replace(",3,", ",128,");
    let changed = line(&commitment, 100).replacen(",100,0x", ",101,0x", 1);
    let infinity = lines(0..64).replace(&commitment, &format!("0xc0{}", "00".repeat(47)));
    for (text, code, reason) in [
        (lines(0..63), 2, "63 cells; recovery needs 64 to 128"),
        (lines(0..64) + &line(&commitment, 5), 2, ":66: cell 5 of this commitment occurs already in "),
        (lines(0..64) + &other, 2, "1 cells; recovery needs 64 to 128"),
        (lines(0..64) + &line("0x01", 127), 2, ":66: commitment: 1 bytes where 48 are expected"),
        (lines(0..63) + &too_large, 2, ":65: cell index 128; 128 and more are out of range"),
        (lines(0..64) + &changed, 1, "the 65 cells are not those of one blob"),
        (infinity, 1, "are those of a blob with the commitment"),
        (lines(0..63) + "0x00,0,0x\n", 2, ":65: 3 fields where 4 are expected"),
        (lines(0..63) + &line(&commitment, 63).replace(",63,", ",x,"), 2, "`x` is not the index of a cell"),
    ] {
        let file = write(&folder, "cells.csv", header.to_string() + &text);
        let (found, _, error) = kzg(&[&"recover", &file, &"--out", &out]);
        assert_eq!(found, code, "{reason}: {error}");
        assert!(error.contains(reason) && error.len() < 1000, "{reason}: {error}");
        assert!(!out.exists(), "{reason}");
    }
    let file = write(&folder, "cells.bin", cells[..64].concat());
    for (indices, reason) in [
        ("0-62", "64 cells for 63 indices"),
        ("0-62,5", "the index 5 occurs twice"),
        ("0-62,128", "`128` is not the index of a cell"),
    ] {
        let (code, _, error) = kzg(&[&"recover", &file, &"--indices", &indices, &"--out", &out]);
        assert!(code == 2 && error.contains(reason), "{indices}: {error}");
    }
    let (code, _, error) = kzg(&[&"recover", &file, &"--indices", &"0-63", &"--out", &file]);
    assert!(code == 2 && error.contains("would overwrite the input"), "{error}");
    let (code, _, error) = kzg(&[&"recover", &file, &"--indices", &"0-63", &"--out", &"-"]);
    assert!(code == 2 && error.contains("a standard stream cannot be used here"), "{error}");
}

#[test]
fn malformed_files() {
    let folder = TempDir::new().unwrap();
    let mut large = blob(7);
    large[32 * 9] = 0xff;
    for (content, reason) in [
        (vec![], "0 bytes; a blob has 131072"),
        (blob(7)[1..].to_vec(), "131071 bytes; a blob has 131072, or 0x and 262144 digits"),
        (large.clone(), "blob 0: scalar 9 is not below the order of the field"),
        ([blob(7), large.clone()].concat(), "blob 1: scalar 9 is not"),
        (format!("{}\n{}\n", hex(&blob(7)), hex(&large)).into_bytes(), ":2: scalar 9 is not"),
        (b"0x00\n".to_vec(), ":1: 1 bytes where the 131072 of a blob are expected"),
        (b"0x0g\n".to_vec(), ":1: `g` is not a hexadecimal digit"),
    ] {
        let file = write(&folder, "blob", content);
        let out = folder.path().join("cells.csv");
        for arguments in [&[&"commit" as &dyn AsRef<std::ffi::OsStr>, &file][..], &[&"prove", &file]] {
            let (code, output, error) = kzg(arguments);
            assert!((code, &*output) == (2, "") && error.contains(reason), "{reason}: {error}");
        }
        let (code, _, error) = kzg(&[&"cells", &file, &"--out", &out]);
        assert!(code == 2 && error.contains(reason) && !out.exists(), "{reason}: {error}");
        let (code, _, error) = kzg(&[&"cells", &file, &"--out", &folder.path().join("cells.bin")]);
        assert!(code == 2 && error.contains(reason), "{reason}: {error}");
    }
    let point = format!("0xc0{}", "00".repeat(47));
    for (text, reason) in [
        (String::new(), ":1: the columns are not commitment,proof or commitment,z,y,proof or "),
        ("proof,commitment\n".into(), ":1: the columns are not"),
        (format!("commitment,z,y,proof\n{point},0x00,0x00,{point}\n"), ":2: z: 1 bytes where 32 are"),
        (format!("commitment,z,y,proof\n{point},00,0x00,{point}\n"), ":2: z: `00` does not start with 0x"),
        (format!("commitment,cell_index,cell,proof\n{point},0,0x,{point}\n"), ":2: cell: 0 bytes where 2048"),
        (
            format!("commitment,cell_index,cell,proof\n0x12,0,{},{point}\n", hex(&[0; 2048])),
            ":2: commitment: 1 bytes where 48 are expected",
        ),
        (
            format!("commitment,cell_index,cell,proof\n{point},{},{},{point}\n", u64::MAX, hex(&[0; 2048])),
            ":2: cell index 18446744073709551615; 128 and more are out of range",
        ),
        (
            format!("commitment,cell_index,cell,proof\n{point},0,{}\n", "0".repeat(9000)),
            "more than 8192 bytes",
        ),
    ] {
        let file = write(&folder, "claims.csv", &text);
        let (code, _, error) = kzg(&[&"verify", &file]);
        assert!(code == 2 && error.contains(reason) && error.len() < 1000, "{reason}: {error}");
    }
    let (code, _, error) = kzg(&[&"commit", &"-", &"-"]);
    assert!(code == 2 && error.contains("only once"), "{error}");
    for tables in ["1", "-2", "16385", "x"] {
        assert_eq!(kzg(&[&"commit", &"missing", &format!("--tables={tables}")]).0, 2);
    }
}

#[test]
fn vectors_pass_fail_and_are_refused() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("vectors");
    let infinity = format!("0xc0{}", "00".repeat(47));
    let case = |proof: &str, y: u8, output: &str| {
        let scalar = |value: u8| format!("'0x{}{value:02x}'", "00".repeat(31));
        let points = format!("  commitment: '{infinity}'\n  proof: '{proof}'\n");
        format!("input:\n{points}  z: {}\n  y: {}\noutput: {output}\n", scalar(5), scalar(y))
    };
    let path = |name: &str| format!("vectors/verify_kzg_proof/setup/{name}/data.yaml");
    write(&folder, &path("a"), case(&infinity, 0, "true"));
    write(&folder, &path("b"), case(&infinity, 1, "false"));
    write(&folder, &path("c"), case("0x00", 0, "null"));
    let (code, text, error) = kzg(&[&"vectors", &root]);
    assert_eq!((code, &*error), (0, ""));
    let words: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        words,
        [
            ["folder", "run", "passed", "failed"],
            ["verify_kzg_proof", "3", "3", "0"],
            ["total", "3", "3", "0"]
        ]
    );

    let vector = folder.path().join(path("a"));
    let (code, _, error) = kzg(&[&"vectors", &root, &"--json", &vector]);
    assert!(code == 2 && error.contains("the output would overwrite the input"), "{error}");

    write(&folder, &path("d"), case(&infinity, 0, "false"));
    write(&folder, &path("e"), case(&infinity, 0, "null"));
    write(&folder, &path("f"), case("0x00", 0, "true"));
    let (code, text, error) = kzg(&[&"vectors", &root]);
    assert_eq!(code, 1);
    assert!(error.starts_with("vorpal: 3 of 6 vectors failed\n"), "{error}");
    for reason in [
        "d/data.yaml: value 0: expected false, found true",
        "e/data.yaml: expected an error, found true",
        "f/data.yaml: expected true, found the error `proof: 1 bytes where 48 are expected`",
    ] {
        assert!(error.contains(reason), "{reason}: {error}");
    }
    let total: Vec<_> = text.lines().last().unwrap().split_whitespace().collect();
    assert_eq!(total, ["total", "6", "3", "3"], "{text}");
    let (code, json, _) = kzg(&[&"vectors", &root, &"--json", &"-"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    let folder_of = &report["folders"][0];
    assert_eq!(code, 1);
    assert_eq!(
        ["run", "passed", "failed"].map(|key| folder_of[key].as_u64()),
        [Some(6), Some(3), Some(3)],
        "{json}"
    );
    assert_eq!(report["failures"].as_array().map(Vec::len), Some(3));

    for (content, reason) in [
        ("input:\n  commitment: '0x'\n".to_string(), "proof: the key is missing"),
        ("input\n".into(), "data.yaml:1: `input` is no key and no item"),
        (case("x", 0, "true"), "proof: `x` does not start with 0x"),
        (case(&infinity, 0, "true").replace("output", "outputs"), "output: the key is missing"),
        ("a: null\na: null\n".into(), "data.yaml:2: the key a occurs twice"),
    ] {
        write(&folder, &path("d"), content);
        let (code, _, error) = kzg(&[&"vectors", &root]);
        assert!(code == 2 && error.contains(reason), "{reason}: {error}");
    }
    let (code, _, error) = kzg(&[&"vectors", &root.join("verify_kzg_proof")]);
    assert!(code == 2 && error.contains("no function of EIP-4844 or EIP-7594 has this name"), "{error}");
    std::fs::create_dir(root.join("compute_cells")).unwrap();
    let (code, _, error) = kzg(&[&"vectors", &root]);
    assert!(code == 2 && error.contains("no YAML file is in the folder"), "{error}");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let (code, _, error) = kzg(&[&"vectors", &folder.path().join("empty")]);
    assert!(code == 2 && error.contains("no folder of vectors is in the folder"), "{error}");
    assert_eq!(kzg(&[&"vectors", &Path::new("missing")]).0, 2);
}

#[test]
fn official_vectors() {
    let Some(folder) = vorpal_oracle::data::folder("kzg", "the vectors of EIP-4844 and EIP-7594") else {
        return;
    };
    let (code, text, error) = kzg(&[&"vectors", &folder]);
    assert_eq!((code, &*error), (0, ""), "{text}");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 14, "{text}");
    assert_eq!(rows.last().unwrap(), &["total", "344", "344", "0"]);
}
