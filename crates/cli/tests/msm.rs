//! `vorpal msm` as a user runs it: ZPrize's files, all that is malformed, what is written and what is not.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use num_bigint::BigUint;
use tempfile::TempDir;
use vorpal_oracle::big::legendre;
use vorpal_oracle::data;
use vorpal_oracle::weierstrass::{Curve, Point};

/// The curve y^2 = x^3 + 1 of G1, over the field of these many elements.
const P: &[u8] =
    b"01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001";
/// The order of the prime subgroup.
const R: &[u8] = b"12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001";
const GENERATOR: [&[u8]; 2] = [
    b"008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
    b"01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
];

fn big(digits: &[u8]) -> BigUint {
    BigUint::parse_bytes(digits, 16).unwrap()
}

fn curve() -> Curve {
    Curve { p: big(P), b: 1u8.into() }
}

fn multiple(scalar: u64) -> Point {
    curve().mul(&Some((big(GENERATOR[0]), big(GENERATOR[1]))), &scalar.into())
}

fn le_bytes(integer: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = integer.to_bytes_le();
    bytes.resize(length, 0);
    bytes
}

/// How a point is written.
#[derive(Clone, Copy, Debug)]
enum Layout {
    /// 48 bytes.
    Compressed,
    /// 96 bytes without the sign, as the harness's arkworks does.
    Uncompressed,
    /// 96 bytes with the sign, as arkworks does since.
    Signed,
}

const LAYOUTS: [Layout; 3] = [Layout::Compressed, Layout::Uncompressed, Layout::Signed];

impl Layout {
    fn size(self) -> usize {
        if matches!(self, Self::Compressed) { 48 } else { 96 }
    }

    fn encode(self, point: &Point) -> Vec<u8> {
        let Some((x, y)) = point else {
            let mut bytes = vec![0; self.size()];
            if matches!(self, Self::Uncompressed) {
                bytes[48] = 1;
            }
            bytes[self.size() - 1] = 0x40;
            return bytes;
        };
        let larger = y > &(big(P) - y);
        let mut bytes = le_bytes(x, 48);
        if !matches!(self, Self::Compressed) {
            bytes.extend(le_bytes(y, 48));
        }
        if larger && !matches!(self, Self::Uncompressed) {
            bytes[self.size() - 1] |= 0x80;
        }
        bytes
    }
}

/// Vectors as files, and what must come of them.
struct Input {
    folder: TempDir,
    sums: &'static [Vec<u8>],
}

type Vector = Vec<(Point, BigUint)>;

/// The vectors of every test, and their sums, computed once.
fn vectors_and_sums() -> &'static (Vec<Vector>, Vec<Vec<u8>>) {
    static ONCE: OnceLock<(Vec<Vector>, Vec<Vec<u8>>)> = OnceLock::new();
    ONCE.get_or_init(|| {
        let vectors = vectors();
        let sum = |vector: &Vector| {
            let products = vector.iter().map(|(point, scalar)| curve().mul(point, scalar));
            Layout::Compressed.encode(&products.fold(None, |sum, product| curve().add(&sum, &product)))
        };
        let sums = vectors.iter().map(sum).collect();
        (vectors, sums)
    })
}

/// None, infinity, opposite, equal and other points, with scalars at both ends.
fn vectors() -> Vec<Vector> {
    let p = multiple(5);
    let opposite = curve().neg(&p);
    let last = big(R) - 1u8;
    let scalar = |n: u64| BigUint::from(n);
    vec![
        vec![
            (multiple(1), scalar(1)),
            (p.clone(), scalar(77)),
            (opposite.clone(), scalar(70)),
            (p.clone(), scalar(0)),
            (None, scalar(9)),
            (p, last.clone()),
        ],
        vec![],
        vec![(multiple(3), last)],
        vec![(multiple(2), scalar(4)), (curve().neg(&multiple(8)), scalar(1))],
        (1..=300)
            .map(|i| (multiple(i), (scalar(i) << if i % 20 == 0 { 240 } else { i % 30 }) + 1u8))
            .collect(),
    ]
}

fn write_points(folder: &Path, vectors: &[Vector], layout: Layout) {
    let of_vector = |vector: &Vector| {
        let points: Vec<u8> = vector.iter().flat_map(|(point, _)| layout.encode(point)).collect();
        [(vector.len() as u64).to_le_bytes().to_vec(), points].concat()
    };
    std::fs::write(folder.join("points"), vectors.iter().flat_map(of_vector).collect::<Vec<_>>()).unwrap();
}

fn write_scalars(folder: &Path, vectors: &[Vector]) {
    let of_vector = |vector: &Vector| {
        let scalars: Vec<u8> = vector.iter().flat_map(|(_, scalar)| le_bytes(scalar, 32)).collect();
        [(vector.len() as u64).to_le_bytes().to_vec(), scalars].concat()
    };
    std::fs::write(folder.join("scalars"), vectors.iter().flat_map(of_vector).collect::<Vec<_>>()).unwrap();
}

impl Input {
    fn new(layout: Layout) -> Self {
        let folder = TempDir::new().unwrap();
        let (vectors, sums) = vectors_and_sums();
        write_points(folder.path(), vectors, layout);
        write_scalars(folder.path(), vectors);
        std::fs::write(folder.path().join("result"), sums.concat()).unwrap();
        Self { folder, sums }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> Command {
        msm([
            OsStr::new("--points"),
            self.file("points").as_ref(),
            "--scalars".as_ref(),
            self.file("scalars").as_ref(),
        ])
    }

    /// With `--out`, which is a folder that is not there yet.
    fn run(&self, more: &[&str]) -> (i32, String, String) {
        outcome(self.command().args(more).arg("--out").arg(self.file("out")))
    }

    fn written(&self) -> Vec<String> {
        names(&self.file("out"))
    }

    fn edit(&self, name: &str, change: impl Fn(&mut Vec<u8>)) {
        let mut bytes = std::fs::read(self.file(name)).unwrap();
        let before = bytes.clone();
        change(&mut bytes);
        assert_ne!(bytes, before, "the change changes something");
        std::fs::write(self.file(name), bytes).unwrap();
    }
}

/// The files of a folder in alphabetical order, none if it is not there.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn msm(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("msm").args(arguments);
    command
}

/// Exit code, standard output, standard error. A panic is a failure of the test, whatever it expects.
fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

/// Whether this is what Rust prints of a `Duration`.
fn is_duration(text: &str) -> bool {
    let digits = text.trim_end_matches(char::is_alphabetic).trim_end_matches('µ');
    let unit = &text[digits.len()..];
    ["ns", "µs", "ms", "s"].contains(&unit) && digits.parse::<f64>().is_ok()
}

/// `resulttimes.txt` without its times.
fn lines_of_times(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("resulttimes.txt")).unwrap();
    assert!(text.ends_with('\n'));
    let line = |line: &str| {
        let (what, time) = line.split_once(": ").unwrap();
        assert!(is_duration(time), "{line}");
        what.to_string()
    };
    text.lines().map(line).collect()
}

fn json(file: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}

#[test]
fn the_vectors_of_zprize() {
    let Some(folder) = data::folder("zprize", "the five vectors of ZPrize") else { return };
    let out = TempDir::new().unwrap();
    let report = out.path().join("report");
    let mut command = msm([
        "--points".as_ref(),
        folder.join("points").as_os_str(),
        "--scalars".as_ref(),
        folder.join("scalars").as_os_str(),
        "--compare".as_ref(),
        folder.join("result.txt").as_os_str(),
    ]);
    let (code, output, error) = outcome(command.arg("--out").arg(out.path()).arg("--json").arg(&report));
    assert_eq!((code, &*error), (0, ""), "no bar where there is no terminal");
    assert!(output.contains("5 of 5 sums agree"), "{output}");
    let expected = std::fs::read(folder.join("result.txt")).unwrap();
    assert_eq!(std::fs::read(out.path().join("result.txt")).unwrap(), expected);
    assert_eq!(
        lines_of_times(out.path()),
        ["iteration 1", "Mean across all iterations"].repeat(5),
        "one iteration of each vector"
    );
    let report = json(&report);
    let points: Vec<u64> = report["vectors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|vector| vector["points"].as_u64().unwrap())
        .collect();
    assert_eq!(points, [16, 256, 4096, 65536, 256]);
    assert_eq!(report["compared"]["sums"], 5);
    // All scalars of the last one are zero.
    assert_eq!(report["vectors"][4]["sum"], format!("0x{}40", "00".repeat(47)));
}

#[test]
fn sums_are_those_of_big_integers_in_every_layout() {
    for layout in LAYOUTS {
        let input = Input::new(layout);
        let (code, output, error) = input.run(&[]);
        assert_eq!((code, &*error), (0, ""), "{layout:?}");
        assert!(output.contains("5 vectors"), "{output}");
        assert!(!output.contains("agree"), "nothing is compared: {output}");
        assert_eq!(input.written(), ["result.txt", "resulttimes.txt"]);
        assert_eq!(std::fs::read(input.file("out/result.txt")).unwrap(), input.sums.concat(), "{layout:?}");
        assert_eq!(
            lines_of_times(&input.file("out")),
            ["iteration 1", "Mean across all iterations"].repeat(5)
        );
    }
}

#[test]
fn files_that_both_sizes_fill_are_what_their_points_make_them() {
    // A point and six vectors of none: or the one point of 96 bytes, of which the second half are zeros.
    let input = Input::new(Layout::Compressed);
    let empty = [0; 6 * 8];
    let points = |encoding: &[u8]| [&1u64.to_le_bytes()[..], encoding, &empty].concat();
    let two = le_bytes(&BigUint::from(2u8), 32);
    std::fs::write(input.file("scalars"), [&1u64.to_le_bytes()[..], &two, &empty].concat()).unwrap();
    for (point, double) in [(multiple(3), multiple(6)), (multiple(4), multiple(8)), (None, None)] {
        std::fs::write(input.file("points"), points(&Layout::Compressed.encode(&point))).unwrap();
        assert_eq!(input.run(&[]).0, 0);
        let infinity = Layout::Compressed.encode(&None);
        let expected = [Layout::Compressed.encode(&double), infinity.repeat(6)].concat();
        assert_eq!(std::fs::read(input.file("out/result.txt")).unwrap(), expected);
    }
    std::fs::write(input.file("points"), points(&[0xff; 48])).unwrap();
    let (code, _, error) = input.run(&[]);
    assert_eq!(code, 2);
    assert!(error.contains("points: vector 1, point index 0: "), "{error}");
}

#[test]
fn iterations_follow_one_another_vector_by_vector() {
    let input = Input::new(Layout::Compressed);
    let expected: Vec<u8> = input.sums.iter().flat_map(|sum| sum.repeat(3)).collect();
    let result = input.file("result");
    let compare = ["--iterations", "3", "--compare", result.to_str().unwrap()];
    let (code, output, error) = input.run(&compare);
    assert_eq!(code, 0, "{error}");
    assert!(output.contains("3 iterations") && output.contains("5 of 5 sums agree"), "{output}");
    assert_eq!(std::fs::read(input.file("out/result.txt")).unwrap(), expected);
    let of_vector = ["iteration 1", "iteration 2", "iteration 3", "Mean across all iterations"];
    assert_eq!(lines_of_times(&input.file("out")), of_vector.repeat(5));
    // What was written before gives way, unless it is compared with; under another name it can be.
    let (written, kept) = (input.file("out/result.txt"), input.file("kept"));
    let (code, output, error) = input.run(&["--iterations", "3", "--compare", written.to_str().unwrap()]);
    assert_eq!((code, &*output), (2, ""), "{error}");
    assert!(error.contains("which is read"), "{error}");
    std::fs::copy(&written, &kept).unwrap();
    let (code, output, _) = input.run(&["--iterations", "3", "--compare", kept.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(output.contains("15 of 15 sums agree"), "{output}");
    assert_eq!(input.written(), ["result.txt", "resulttimes.txt"]);
}

#[test]
fn a_report_as_json() {
    let input = Input::new(Layout::Uncompressed);
    let report = input.file("report");
    let more = ["--iterations", "2", "--threads", "2", "--json", report.to_str().unwrap()];
    assert_eq!(input.run(&more).0, 0);
    let report = json(&report);
    assert_eq!(report["source"]["files"]["points"], input.file("points").to_str().unwrap());
    assert_eq!((&report["iterations"], &report["threads"]), (&2.into(), &2.into()));
    assert_eq!(report["compared"], serde_json::Value::Null);
    let vectors = report["vectors"].as_array().unwrap();
    for (vector, sum) in vectors.iter().zip(input.sums) {
        let hex: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(vector["sum"], format!("0x{hex}"));
        let seconds: Vec<f64> =
            vector["seconds"].as_array().unwrap().iter().map(|time| time.as_f64().unwrap()).collect();
        assert_eq!(seconds.len(), 2);
        let mean = vector["mean_seconds"].as_f64().unwrap();
        assert!((mean - (seconds[0] + seconds[1]) / 2.0).abs() < 1e-8);
        assert!(vector["conversion_seconds"].as_f64().unwrap() > 0.0);
        assert!(!vector["algorithm"].as_str().unwrap().is_empty());
    }
    assert_eq!(vectors.len(), input.sums.len());
    assert!(report["conversion_seconds"].as_f64().unwrap() > 0.0);
}

#[test]
fn threads_and_backends_agree() {
    let input = Input::new(Layout::Compressed);
    for (backend, threads) in [("auto", "1"), ("auto", "3"), ("portable", "1"), ("portable", "2")] {
        let result = input.file("result");
        let mut command = input.command();
        command.env("VORPAL_BACKEND", backend).args(["--threads", threads, "--compare"]).arg(result);
        let (code, output, error) = outcome(&mut command);
        assert_eq!(code, 0, "{error}");
        assert!(output.contains("5 of 5 sums agree"), "{output}");
    }
    assert!(input.written().is_empty(), "no file without --out");
}

#[test]
fn random_vectors_depend_on_the_seed_only() {
    let folder = TempDir::new().unwrap();
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let mut command = msm(["--random", "5", "--vectors", "3", "--iterations", "2"]);
        let (code, output, error) = outcome(command.args(more).arg("--out").arg(&out));
        assert_eq!(code, 0, "{output}{error}");
        let of_vector = ["iteration 1", "iteration 2", "Mean across all iterations"];
        assert_eq!(lines_of_times(&out), [&of_vector.repeat(3)[..], &["Mean across all vectors"]].concat());
        std::fs::read(out.join("result.txt")).unwrap()
    };
    let result = run("a", &[]);
    assert_eq!(result.len(), 3 * 2 * 48);
    let sums: Vec<&[u8]> = result.chunks_exact(48).collect();
    for vector in sums.chunks_exact(2) {
        assert_eq!(vector[0], vector[1]);
    }
    assert!(sums[0] != sums[2] && sums[2] != sums[4] && sums[0] != sums[4]);
    assert_eq!(run("b", &["--threads", "3"]), result);
    assert_eq!(run("c", &["--seed", "0"]), result);
    assert_ne!(run("d", &["--seed", "1"]), result);
    // A single point.
    let (code, output, _) = outcome(&mut msm(["--random", "0"]));
    assert_eq!(code, 0);
    assert!(output.contains("random points (seed 0)"), "{output}");
}

#[test]
fn sums_that_differ_exit_with_1() {
    let input = Input::new(Layout::Signed);
    input.edit("result", |bytes| bytes[2 * 48] ^= 1);
    let result = input.file("result");
    let compare = ["--compare", result.to_str().unwrap()];
    let (code, output, error) = input.run(&compare);
    assert_eq!((code, &*output), (1, ""));
    assert!(error.contains("4 of 5 sums agree with"), "{error}");
    assert!(error.contains("vector 3: expected 0x") && error.contains(", found 0x"), "{error}");
    assert!(!error.contains("vector 1") && !error.contains("vector 5"), "{error}");
    assert!(input.written().is_empty());
    // Of several iterations it says which.
    input.edit("result", |bytes| {
        bytes[2 * 48] ^= 1;
        *bytes = bytes.chunks_exact(48).flat_map(|sum| sum.repeat(2)).collect();
        bytes[9 * 48 + 47] ^= 0x80;
    });
    let (code, _, error) = input.run(&["--iterations", "2", "--compare", result.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(error.contains("9 of 10 sums agree") && error.contains("vector 5, iteration 2: "), "{error}");
}

/// Spoils the files and expects exit code 2, parts of the message, and that nothing is written.
fn spoiled(layout: Layout, parts: &[&str], spoil: impl Fn(&Input)) {
    let input = Input::new(layout);
    spoil(&input);
    let report = input.file("report");
    let (code, output, error) = input.run(&["--json", report.to_str().unwrap()]);
    assert_eq!((code, &*output), (2, ""), "{layout:?} {parts:?}: {error}");
    for part in parts {
        assert!(error.contains(part), "{layout:?}: `{part}` is not in: {error}");
    }
    assert!(input.written().is_empty() && !report.exists());
}

/// Replaces the point with this index of the first vector.
fn with_point(index: usize, layout: Layout, encoding: &[u8]) -> impl Fn(&Input) {
    let start = 8 + index * layout.size();
    move |input| input.edit("points", |bytes| bytes[start..start + encoding.len()].copy_from_slice(encoding))
}

#[test]
fn malformed_points_exit_with_2() {
    for layout in LAYOUTS {
        let at = ["points: vector 1, point index 3: "];
        let with = |parts: &[&str], encoding: &[u8]| {
            spoiled(layout, &[&at[..], parts].concat(), with_point(3, layout, encoding));
        };
        // Not below the modulus; an x to which there is no y; (0, 1), which is of order three.
        let mut wrong = layout.encode(&multiple(7));
        wrong[..48].copy_from_slice(&le_bytes(&big(P), 48));
        with(&["not below the field's modulus"], &wrong);
        let has_no_y = |x: &u32| legendre(&(BigUint::from(*x).pow(3) + 1u8), &big(P)) == -1;
        let no_point = Some(((2..).find(has_no_y).unwrap().into(), BigUint::from(3u8)));
        with(&["not on the curve"], &layout.encode(&no_point));
        let outside = Some((BigUint::from(0u8), BigUint::from(1u8)));
        assert!(curve().contains(&outside));
        with(&["not in the subgroup"], &layout.encode(&outside));
        let mut infinity = layout.encode(&None);
        infinity[5] = 1;
        with(&["infinity has other bits set"], &infinity);
        infinity[layout.size() - 1] |= 0x80;
        with(&["flags 0xc0"], &infinity);
    }
    // The last point of the last vector.
    spoiled(Layout::Compressed, &["points: vector 5, point index 299: ", "flags 0xc0"], |input| {
        input.edit("points", |bytes| *bytes.last_mut().unwrap() = 0xc0);
    });
    spoiled(Layout::Signed, &["points: vector 5, point index 299: "], |input| {
        input.edit("points", |bytes| *bytes.last_mut().unwrap() ^= 0x80);
    });
}

#[test]
fn malformed_scalars_exit_with_2() {
    let order = le_bytes(&big(R), 32);
    for scalar in [&order[..], &[0xff; 32]] {
        spoiled(
            Layout::Compressed,
            &["scalars: vector 1, scalar index 2: ", "not below the field's modulus"],
            |input| input.edit("scalars", |bytes| bytes[8 + 64..8 + 96].copy_from_slice(scalar)),
        );
    }
}

#[test]
fn files_that_do_not_fit_exit_with_2() {
    for layout in LAYOUTS {
        let lacking = format!("vector 5: the file ends before its 300 items of {} bytes", layout.size());
        spoiled(layout, &["points: vector ", &lacking], |input| {
            input.edit("points", |bytes| bytes.truncate(bytes.len() - 1));
        });
        spoiled(layout, &["points: vector ", "the file ends within its number of items"], |input| {
            input.edit("points", |bytes| bytes.push(0));
        });
        // Numbers that no memory holds, and one whose bytes are few modulo 2^64.
        for number in [u64::MAX, 1 << 60, 0x0aaa_aaaa_aaaa_aaab] {
            spoiled(layout, &["points: vector 1: the file ends before its"], |input| {
                input.edit("points", |bytes| bytes[..8].copy_from_slice(&number.to_le_bytes()));
            });
        }
    }
    for number in [u64::MAX, 1 << 59, 7] {
        spoiled(Layout::Compressed, &["scalars: vector "], |input| {
            input.edit("scalars", |bytes| bytes[..8].copy_from_slice(&number.to_le_bytes()));
        });
    }
    for name in ["points", "scalars"] {
        let empty = format!("{name}: no vector: the file is empty");
        spoiled(Layout::Compressed, &[&empty], |input| input.edit(name, Vec::clear));
        let missing = format!("{name}: ");
        spoiled(Layout::Compressed, &[&missing], |input| std::fs::remove_file(input.file(name)).unwrap());
    }
    spoiled(Layout::Compressed, &["scalars: vector 5: 299 scalars for 300 points in "], |input| {
        let mut vectors = vectors_and_sums().0.clone();
        vectors[4].pop();
        write_scalars(input.folder.path(), &vectors);
    });
    spoiled(Layout::Compressed, &["scalars: 4 vectors of scalars for 5 vectors of points in "], |input| {
        write_scalars(input.folder.path(), &vectors_and_sums().0[..4]);
    });
    spoiled(Layout::Compressed, &["scalars: 5 vectors of scalars for 4 vectors of points in "], |input| {
        write_points(input.folder.path(), &vectors_and_sums().0[..4], Layout::Compressed);
    });
}

#[test]
fn a_result_of_another_length_exits_with_2() {
    let input = Input::new(Layout::Compressed);
    let result = input.file("result");
    let compare = ["--iterations", "2", "--compare", result.to_str().unwrap()];
    for length in [0, 47, 4 * 48, 5 * 48 + 1, 6 * 48, 9 * 48, 15 * 48] {
        std::fs::write(&result, vec![0; length]).unwrap();
        let (code, _, error) = input.run(&compare);
        assert_eq!(code, 2, "{error}");
        let expected = format!("result: {length} bytes, but 5 vectors have 5 sums or, of all iterations, 10");
        assert!(error.contains(&expected), "{error}");
    }
    std::fs::remove_file(&result).unwrap();
    assert_eq!(input.run(&compare).0, 2);
    assert!(input.written().is_empty());
}

#[test]
fn folders_that_cannot_be_written_exit_with_2() {
    let input = Input::new(Layout::Compressed);
    std::fs::write(input.file("out"), "not a folder").unwrap();
    let (code, _, error) = input.run(&[]);
    assert_eq!(code, 2);
    assert!(error.contains("out: not a folder"), "{error}");
    std::fs::remove_file(input.file("out")).unwrap();
    std::fs::create_dir_all(input.file("out/result.txt")).unwrap();
    let (code, _, error) = input.run(&[]);
    assert_eq!(code, 2);
    assert!(error.contains("result.txt: a folder"), "{error}");
    assert_eq!(input.written(), ["result.txt"]);
    std::fs::remove_dir_all(input.file("out")).unwrap();
    let nowhere = input.file("nowhere/report");
    let (code, _, error) = input.run(&["--json", nowhere.to_str().unwrap()]);
    assert_eq!(code, 2, "{error}");
    assert!(input.written().is_empty());
}

#[test]
fn what_failed_leaves_earlier_results_alone() {
    let input = Input::new(Layout::Compressed);
    assert_eq!(input.run(&[]).0, 0);
    let before =
        ["out/result.txt", "out/resulttimes.txt"].map(|name| std::fs::read(input.file(name)).unwrap());
    input.edit("points", |bytes| *bytes.last_mut().unwrap() = 0xff);
    assert_eq!(input.run(&["--iterations", "2"]).0, 2);
    let after =
        ["out/result.txt", "out/resulttimes.txt"].map(|name| std::fs::read(input.file(name)).unwrap());
    assert_eq!(before, after);
    assert_eq!(input.written(), ["result.txt", "resulttimes.txt"]);
}

#[test]
fn command_lines_that_make_no_sense_exit_with_2() {
    for arguments in [
        &[][..],
        &["--points", "p"],
        &["--scalars", "s"],
        &["--points", "p", "--scalars", "s", "--random", "3"],
        &["--points", "p", "--scalars", "s", "--vectors", "3"],
        &["--points", "p", "--scalars", "s", "--seed", "3"],
        &["--scalars", "s", "--random", "3"],
        &["--random", "27"],
        &["--random", "-1"],
        &["--random", "3", "--vectors", "0"],
        &["--random", "3", "--iterations", "0"],
        &["--random", "3", "--threads", "0"],
    ] {
        let (code, output, error) = outcome(&mut msm(arguments));
        assert_eq!((code, &*output), (2, ""), "{arguments:?}");
        assert!(!error.is_empty());
    }
}
