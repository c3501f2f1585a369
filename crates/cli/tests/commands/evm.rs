//! `vorpal evm` on vectors that agree, differ and are malformed, and on those of go-ethereum.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the command without repetitions. Returns exit code, standard output and standard error.
fn evm(name: &str, files: &[&Path], options: &[&str]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    let output = command.args(["evm", name, "--budget", "0"]).args(files).args(options).output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

fn write(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// 3^5 mod 100 = 43.
fn vector(expected: &str) -> String {
    let length = format!("{:064x}", 1);
    let rest = r#""Name": "power", "Gas": 500, "NoBenchmark": true"#;
    format!(r#"[{{"Input": "{length}{length}{length}030564", {expected}, {rest}}}]"#)
}

#[test]
fn agreement_and_differences() {
    let folder = TempDir::new().unwrap();
    let good = write(&folder, "good.json", &vector(r#""Expected": "2b""#));
    let (code, text, error) = evm("modexp", &[&good], &[]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(text.starts_with("modexp: 1 vectors, 0 of them failures, 0 differ;"), "{text}");
    assert!(text.contains("Worst case: ") && text.contains("Mgas/s, power."), "{text}");

    let other = write(&folder, "other.json", &vector(r#""Expected": "0x2c""#));
    let (code, _, error) = evm("modexp", &[&good, &other], &[]);
    assert_eq!(code, 1);
    assert!(error.contains("1 of 2 vectors differ"), "{error}");
    assert!(error.contains("other.json: power: expected 0x2c, found 0x2b"), "{error}");

    // By the rules of Berlin the gas is 200.
    let (code, _, error) = evm("modexp", &[&good], &["--fork", "berlin"]);
    assert!(code == 1 && error.contains("power: expected 500 gas, found 200"), "{error}");

    // A failure that does not happen, and one that should not.
    let failing = write(&folder, "failing.json", &vector(r#""ExpectedError": "no power""#));
    let (code, _, error) = evm("modexp", &[&failing], &[]);
    assert!(code == 1 && error.contains("expected `no power`, found 0x2b"), "{error}");
    let (code, _, error) = evm("bls12_381_g1_add", &[&good], &[]);
    assert!(code == 1 && error.contains("expected 0x2b, found `the input cannot have 99 bytes`"), "{error}");
}

/// A stated gas of zero is compared like any other: BLAKE2 without rounds costs nothing, one round costs 1.
#[test]
fn gas_of_zero() {
    let folder = TempDir::new().unwrap();
    for rounds in [0, 1] {
        let input = format!("{rounds:08x}{}", "0".repeat(418));
        let text = format!(r#"[{{"Input": "{input}", "Expected": "", "Gas": 0}}]"#);
        let (_, _, error) = evm("blake2f", &[&write(&folder, "zero.json", &text)], &[]);
        assert!(error.contains("zero.json: 0: expected 0x, found 0x"), "{error}");
        assert_eq!(error.contains("expected 0 gas, found 1"), rounds == 1, "{error}");
    }
    let failing = r#"[{"Input": "00", "ExpectedError": "invalid input length", "Gas": 374}]"#;
    let (code, _, error) = evm("bls12_381_g1_add", &[&write(&folder, "failing.json", failing)], &[]);
    assert!(code == 1 && error.contains("expected 374 gas, found 375"), "{error}");
}

/// A call that fails is as expected for any reason of the vector. A reason that is neither go-ethereum's nor the
/// library's is noted.
#[test]
fn reasons_of_failures() {
    let folder = TempDir::new().unwrap();
    let zeros = |bytes: usize| "00".repeat(bytes);
    let (padding, no_point) = (format!("01{}", zeros(255)), format!("{}01{}", zeros(63), zeros(192)));
    let coordinate = format!("{}{}{}", zeros(16), "ff".repeat(48), zeros(192));
    // The versioned hash of zeros, which encode no point.
    let hash = "01b0761f87b081d5cf10757ccc89f12be355c70e2e29df288b65b30710dcbcd1";
    let malformed = format!("{hash}{}", zeros(160));
    let add = "bls12_381_g1_add";
    let cases = [
        ("length", add, zeros(1), "invalid input length"),
        ("length", add, zeros(1), "the input cannot have 1 bytes"),
        ("length", "bn254_pairing_check", zeros(1), "bad elliptic curve pairing size"),
        ("padding", add, padding, "invalid field element top bytes"),
        ("coordinate", add, coordinate, "invalid fp.Element encoding"),
        ("curve", add, no_point, "invalid point: not on curve"),
        ("curve", "bn254_g1_add", format!("{}01", zeros(31)), "point is not on curve"),
        ("flag", "blake2f", format!("{}02", zeros(212)), "invalid final flag"),
        ("hash", "point_evaluation", zeros(192), "mismatched versioned hash"),
        ("proof", "point_evaluation", malformed, "error verifying kzg proof: invalid point"),
    ];
    for (kind, contract, input, reason) in &cases {
        let check = |reason: &str| {
            let text = format!(r#"[{{"Input": "{input}", "ExpectedError": "{reason}"}}]"#);
            let (code, text, error) = evm(contract, &[&write(&folder, "fails.json", &text)], &[]);
            assert_eq!((code, &*error), (0, ""), "{contract} {reason}");
            assert!(text.contains("1 vectors, 1 of them failures, 0 differ"), "{text}");
            text
        };
        assert!(!check(reason).contains("note"), "{reason}");
        for (other, _, _, text) in &cases {
            assert_eq!(!check(text).contains("note"), other == kind, "{reason}, {text}");
        }
        assert!(check("length").contains("fails.json: 0: fails as expected, by `length`: `"));
        assert!(check(&format!("no {reason}")).contains("note: "));
    }
    // The words of EIP-2537, for the point (0, 2), which has order 3.
    let input = format!("{}02{}", zeros(127), zeros(32));
    let text = format!(r#"[{{"Input": "{input}", "ExpectedError": "not in the correct subgroup"}}]"#);
    let file = write(&folder, "eip.json", &text);
    let (code, text, error) = evm("bls12_381_g1_msm", &[&file], &[]);
    assert_eq!((code, &*error), (0, ""), "{text}");
    assert!(
        text.contains("note: ") && text.contains("by `not in the correct subgroup`: `item 0: "),
        "{text}"
    );
    let (code, json, _) = evm("bls12_381_g1_msm", &[&file], &["--json", "-"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, report["vectors"][0]["notes"].as_array().unwrap().len()), (0, 1));
}

#[test]
fn gas_is_ignored_on_request() {
    let folder = TempDir::new().unwrap();
    let good = write(&folder, "good.json", &vector(r#""Expected": "2b""#));
    let options = ["--fork", "berlin", "--gas"];
    assert_eq!(evm("modexp", &[&good], &[&options[..], &["compare"]].concat()).0, 1);
    let (code, text, error) = evm("modexp", &[&good], &[&options[..], &["ignore"]].concat());
    assert_eq!((code, &*error), (0, ""));
    assert!(text.contains("0 differ"), "{text}");
    let other = write(&folder, "other.json", &vector(r#""Expected": "2c""#));
    assert_eq!(evm("modexp", &[&other], &[&options[..], &["ignore"]].concat()).0, 1);
}

/// Differences of long outputs and of many vectors make short messages, in little time.
#[test]
fn messages_are_bounded() {
    let folder = TempDir::new().unwrap();
    let long = "ab".repeat(400_000);
    let name = "n".repeat(1000);
    let differs =
        format!(r#"{{"Input": "{long}", "Expected": "{}cd", "Name": "{name}"}}"#, &long[..long.len() - 2]);
    let fails = format!(r#"{{"Input": "{long}", "ExpectedError": "{long}", "Name": "fails"}}"#);
    let file = write(&folder, "long.json", &format!("[{differs}, {fails}]"));
    let start = std::time::Instant::now();
    let (code, _, error) = evm("identity", &[&file], &[]);
    // A second suffices; building the text of one of these outputs by repeated copies takes longer.
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(code, 1);
    assert!(error.contains("... (400000 bytes); the first 399999 bytes are equal"), "{error}");
    assert!(error.contains(&format!("{}...: expected 0xabab", "n".repeat(80))), "{error}");
    assert!(error.contains(&format!("fails: expected `{}...`, found 0xabab", &long[..80])), "{error}");
    assert!(error.len() < 4000, "{}", error.len());

    let one = r#"{"Input": "01", "Expected": "02"}"#;
    let many = write(&folder, "many.json", &format!("[{}]", vec![one; 1000].join(",")));
    let (code, json, error) = evm("identity", &[&many], &["--json", "-"]);
    assert_eq!((code, error.lines().count()), (1, 22));
    assert!(error.contains("1000 of 1000 vectors differ") && error.contains("and 980 more"), "{error}");
    let report: Value = serde_json::from_str(&json).unwrap();
    assert!(report["vectors"].as_array().unwrap().iter().all(|vector| vector["differences"][0].is_string()));
}

/// Calls that cost too much gas are not run: a file of 300 bytes names operands of 2^27 bytes, and rounds without end.
#[cfg(unix)]
#[test]
fn expensive_calls_are_not_run() {
    let folder = TempDir::new().unwrap();
    let lengths = |lengths: [u64; 3]| lengths.map(|length| format!("{length:064x}")).concat();
    let power = format!("{}03{}01", lengths([1, 32, 1 << 27]), "ff".repeat(32));
    let exponent = lengths([0, 1 << 27, 1]);
    let rounds = format!("ffffffff{}", "0".repeat(418));
    for (name, fork, input) in [
        ("modexp", "byzantium", &power),
        ("modexp", "berlin", &power),
        ("modexp", "byzantium", &exponent),
        ("modexp", "berlin", &exponent),
        ("blake2f", "osaka", &rounds),
    ] {
        for expected in ["Expected", "ExpectedError"] {
            let file = write(&folder, "dear.json", &format!(r#"[{{"Input": "{input}", "{expected}": ""}}]"#));
            // The limits are for a command that runs the call: some memory, and seconds of all its threads.
            let limits = "ulimit -v 1500000; ulimit -t 60; exec $VORPAL_TEST_RUNNER \"$@\"";
            let mut command = std::process::Command::new("sh");
            command.args(["-c", limits, "sh", env!("CARGO_BIN_EXE_vorpal"), "evm", name, "--fork", fork]);
            let output = command.arg(&file).output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{name} {fork}: {error}");
            assert!(error.contains("dear.json: 0: not run: it costs "), "{error}");
            assert!(error.contains(" gas, the limit is 30000000 (--gas-limit)"), "{error}");
        }
    }
    // The limit itself is permitted.
    let good = write(&folder, "good.json", &vector(r#""Expected": "2b""#));
    assert_eq!(evm("modexp", &[&good], &["--gas-limit", "500"]).0, 0);
    let (code, _, error) = evm("modexp", &[&good], &["--gas-limit", "499"]);
    assert!(code == 1 && error.contains("not run: it costs 500 gas, the limit is 499"), "{error}");
}

#[test]
fn reports_as_json() {
    let folder = TempDir::new().unwrap();
    let good = write(&folder, "good.json", &vector(r#""Expected": "2b""#));
    let (code, text, _) = evm("modexp", &[&good], &["--json", "-"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, report["contract"].as_str()), (0, Some("modexp")));
    let entry = &report["vectors"][0];
    assert_eq!((entry["name"].as_str(), entry["gas"].as_u64()), (Some("power"), Some(500)));
    assert!(
        entry["nanoseconds"].as_u64().unwrap() > 0 && entry["differences"].as_array().unwrap().is_empty()
    );
}

#[test]
fn malformed_input() {
    let folder = TempDir::new().unwrap();
    for (text, reason) in [
        ("", "EOF"),
        ("{}", "invalid type: map"),
        ("[[1]]", "expected an object"),
        (r#"[{"Input": "0"}]"#, "an odd number"),
        (r#"[{"Input": "zz", "Expected": ""}]"#, "is not a hexadecimal digit"),
        (r#"[{"Input": "00"}]"#, "exactly one of Expected and ExpectedError"),
        (r#"[{"Input": "00", "Expected": "", "ExpectedError": ""}]"#, "exactly one of"),
        (r#"[{"Expected": ""}]"#, "missing field `Input`"),
        (r#"[{"Input": "00", "Expected": "", "Gaz": 1}]"#, "unknown field `Gaz`"),
        (r#"[{"Input": "00", "Expected": "", "Gas": -1}]"#, "invalid value"),
        (r#"[{"Input": "00", "Expected": ""}] 5"#, "trailing characters"),
    ] {
        let file = write(&folder, "malformed.json", text);
        let (code, _, error) = evm("modexp", &[&file], &[]);
        assert_eq!(code, 2, "{text}: {error}");
        assert!(error.contains("malformed.json") && error.contains(reason), "{text}: {error}");
    }
    let (code, _, error) = evm("modexp", &[Path::new("missing.json")], &[]);
    assert!(code == 2 && error.contains("missing.json"), "{error}");
    let (code, _, error) = evm("unknown", &[Path::new("missing.json")], &[]);
    assert!(code == 2 && error.contains("the contracts are ecrecover, sha256,"), "{error}");
    let (code, _, _) = evm("modexp", &[], &[]);
    assert_eq!(code, 2);
}

#[test]
fn vectors_of_go_ethereum() {
    let Some(folder) = vorpal_oracle::data::folder("evm/precompiles", "vectors of precompiles") else {
        return;
    };
    for (name, files, options) in [
        ("bls12_381_pairing_check", &["blsPairing", "fail-blsPairing"][..], &[][..]),
        ("bls12_381_fp_to_g1", &["blsMapG1", "fail-blsMapG1"], &[]),
        ("bls12_381_fp2_to_g2", &["blsMapG2", "fail-blsMapG2"], &[]),
        ("bls12_381_g1_msm", &["fail-blsG1Mul", "fail-blsG1MultiExp"], &[]),
        ("bls12_381_g2_msm", &["fail-blsG2Mul", "fail-blsG2MultiExp"], &[]),
        ("bls12_381_g2_add", &["fail-blsG2Add"], &[]),
        ("blake2f", &["blake2F", "fail-blake2f"], &[]),
        ("bn254_pairing_check", &["bn256Pairing"], &[]),
        ("p256verify", &["p256Verify"], &[]),
        ("modexp", &["modexp"], &["--fork", "byzantium"]),
        ("modexp", &["modexp_eip2565"], &["--fork", "berlin"]),
        ("modexp", &["modexp_eip7883"], &[]),
        ("ecrecover", &["ecRecover"], &[]),
        ("point_evaluation", &["pointEvaluation"], &[]),
    ] {
        let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(format!("{file}.json"))).collect();
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let (code, text, error) = evm(name, &paths, options);
        assert_eq!(code, 0, "{text}{error}");
    }
}
