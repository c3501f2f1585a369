//! `vorpal msm` on valid input: files of ZPrize, random vectors, reports and comparisons.

use crate::msm_fixture::{Input, LAYOUTS, Layout, json, le_bytes, lines_of_times, msm, multiple, outcome};
use num_bigint::BigUint;
use tempfile::TempDir;
use vorpal_oracle::data;

#[test]
fn sums_the_vectors_of_zprize() {
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
    assert_eq!((code, &*error), (0, ""), "no progress bar without a terminal");
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
    // All scalars of the last vector are zero.
    assert_eq!(report["vectors"][4]["sum"], format!("0x{}40", "00".repeat(47)));
}

#[test]
fn sums_of_all_point_formats_agree_with_big_integers() {
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
fn ambiguous_files_are_read_in_the_format_with_valid_points() {
    // A compressed point and six empty vectors, or one point of 96 bytes whose second half is zero.
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
fn results_are_ordered_by_vector_and_iteration() {
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
    // A result is overwritten by the next run, but not if that run compares with it.
    let (written, kept) = (input.file("out/result.txt"), input.file("kept"));
    let (code, output, error) = input.run(&["--iterations", "3", "--compare", written.to_str().unwrap()]);
    assert_eq!((code, &*output), (2, ""), "{error}");
    assert!(error.contains("the output would overwrite the input"), "{error}");
    std::fs::copy(&written, &kept).unwrap();
    let (code, output, _) = input.run(&["--iterations", "3", "--compare", kept.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(output.contains("15 of 15 sums agree"), "{output}");
    assert_eq!(input.written(), ["result.txt", "resulttimes.txt"]);
}

#[test]
fn writes_a_json_report() {
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
fn random_vectors_depend_only_on_the_seed() {
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
    // With several iterations, the message has the number of the iteration.
    input.edit("result", |bytes| {
        bytes[2 * 48] ^= 1;
        *bytes = bytes.chunks_exact(48).flat_map(|sum| sum.repeat(2)).collect();
        bytes[9 * 48 + 47] ^= 0x80;
    });
    let (code, _, error) = input.run(&["--iterations", "2", "--compare", result.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(error.contains("9 of 10 sums agree") && error.contains("vector 5, iteration 2: "), "{error}");
}
