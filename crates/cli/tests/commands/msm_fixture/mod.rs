//! Shared parts of the tests of `vorpal msm`: running it, and vectors as files with their sums.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use num_bigint::BigUint;
use tempfile::TempDir;
use vorpal_oracle::weierstrass::{Curve, Point};

/// The modulus of the base field of G1, whose curve is y^2 = x^3 + 1.
pub(crate) const P: &[u8] =
    b"01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001";
/// The order of the prime subgroup.
pub(crate) const R: &[u8] = b"12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001";
pub(crate) const GENERATOR: [&[u8]; 2] = [
    b"008848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
    b"01914a69c5102eff1f674f5d30afeec4bd7fb348ca3e52d96d182ad44fb82305c2fe3d3634a9591afd82de55559c8ea6",
];

pub(crate) fn big(digits: &[u8]) -> BigUint {
    BigUint::parse_bytes(digits, 16).unwrap()
}

pub(crate) fn curve() -> Curve {
    Curve { p: big(P), a: 0u8.into(), b: 1u8.into() }
}

pub(crate) fn multiple(scalar: u64) -> Point {
    curve().mul(&Some((big(GENERATOR[0]), big(GENERATOR[1]))), &scalar.into())
}

pub(crate) fn le_bytes(integer: &BigUint, length: usize) -> Vec<u8> {
    let mut bytes = integer.to_bytes_le();
    bytes.resize(length, 0);
    bytes
}

/// The format of points.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layout {
    /// 48 bytes.
    Compressed,
    /// 96 bytes without the sign of `y`, as in arkworks 0.3, which the harness uses.
    Uncompressed,
    /// 96 bytes with the sign of `y`, as in later versions of arkworks.
    Signed,
}

pub(crate) const LAYOUTS: [Layout; 3] = [Layout::Compressed, Layout::Uncompressed, Layout::Signed];

impl Layout {
    pub(crate) fn size(self) -> usize {
        if matches!(self, Self::Compressed) { 48 } else { 96 }
    }

    pub(crate) fn encode(self, point: &Point) -> Vec<u8> {
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

/// Vectors as files, and their expected sums.
pub(crate) struct Input {
    pub(crate) folder: TempDir,
    pub(crate) sums: &'static [Vec<u8>],
}

pub(crate) type Vector = Vec<(Point, BigUint)>;

/// The vectors of all tests and their sums, computed once.
pub(crate) fn vectors_and_sums() -> &'static (Vec<Vector>, Vec<Vec<u8>>) {
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

/// Vectors that are empty or have infinity, opposite, equal and other points, with small, large and zero scalars.
pub(crate) fn vectors() -> Vec<Vector> {
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

pub(crate) fn write_points(folder: &Path, vectors: &[Vector], layout: Layout) {
    let of_vector = |vector: &Vector| {
        let points: Vec<u8> = vector.iter().flat_map(|(point, _)| layout.encode(point)).collect();
        [(vector.len() as u64).to_le_bytes().to_vec(), points].concat()
    };
    std::fs::write(folder.join("points"), vectors.iter().flat_map(of_vector).collect::<Vec<_>>()).unwrap();
}

pub(crate) fn write_scalars(folder: &Path, vectors: &[Vector]) {
    let of_vector = |vector: &Vector| {
        let scalars: Vec<u8> = vector.iter().flat_map(|(_, scalar)| le_bytes(scalar, 32)).collect();
        [(vector.len() as u64).to_le_bytes().to_vec(), scalars].concat()
    };
    std::fs::write(folder.join("scalars"), vectors.iter().flat_map(of_vector).collect::<Vec<_>>()).unwrap();
}

impl Input {
    pub(crate) fn new(layout: Layout) -> Self {
        let folder = TempDir::new().unwrap();
        let (vectors, sums) = vectors_and_sums();
        write_points(folder.path(), vectors, layout);
        write_scalars(folder.path(), vectors);
        std::fs::write(folder.path().join("result"), sums.concat()).unwrap();
        Self { folder, sums }
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self) -> Command {
        msm([
            OsStr::new("--points"),
            self.file("points").as_ref(),
            "--scalars".as_ref(),
            self.file("scalars").as_ref(),
        ])
    }

    /// Runs the command with `--out`, a folder that does not exist at first.
    pub(crate) fn run(&self, more: &[&str]) -> (i32, String, String) {
        outcome(self.command().args(more).arg("--out").arg(self.file("out")))
    }

    pub(crate) fn written(&self) -> Vec<String> {
        names(&self.file("out"))
    }

    pub(crate) fn edit(&self, name: &str, change: impl Fn(&mut Vec<u8>)) {
        let mut bytes = std::fs::read(self.file(name)).unwrap();
        let before = bytes.clone();
        change(&mut bytes);
        assert_ne!(bytes, before, "the edit has an effect");
        std::fs::write(self.file(name), bytes).unwrap();
    }
}

/// The names of the files in a folder in alphabetical order; empty if the folder does not exist.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn msm(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("msm").args(arguments);
    command
}

/// Runs the command. Returns exit code, standard output and standard error. Fails the test if the command panics.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (stdout, stderr) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (status.code().expect("no signal"), stdout, stderr)
}

/// Whether the text has the format of Rust's `Duration`.
pub(crate) fn is_duration(text: &str) -> bool {
    let digits = text.trim_end_matches(char::is_alphabetic).trim_end_matches('µ');
    let unit = &text[digits.len()..];
    ["ns", "µs", "ms", "s"].contains(&unit) && digits.parse::<f64>().is_ok()
}

/// The lines of `resulttimes.txt` without the times.
pub(crate) fn lines_of_times(folder: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(folder.join("resulttimes.txt")).unwrap();
    assert!(text.ends_with('\n'));
    let line = |line: &str| {
        let (what, time) = line.split_once(": ").unwrap();
        assert!(is_duration(time), "{line}");
        what.to_string()
    };
    text.lines().map(line).collect()
}

pub(crate) fn json(file: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
}
