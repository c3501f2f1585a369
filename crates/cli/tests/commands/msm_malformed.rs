//! `vorpal msm` on malformed input and command lines: exit code 2, a message, and no files.

use crate::msm_fixture::{
    Input, LAYOUTS, Layout, P, R, big, curve, le_bytes, msm, multiple, outcome, vectors_and_sums,
    write_points, write_scalars,
};
use num_bigint::BigUint;
use vorpal_oracle::big::legendre;

/// Applies `spoil` to the files. Asserts exit code 2, parts of the message, and that no file is written.
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

/// Returns an edit that replaces the point with this index of the first vector.
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
        // An x not below the modulus; an x without a y; the point (0, 1), which has order three.
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
fn inconsistent_lengths_exit_with_2() {
    for layout in LAYOUTS {
        let lacking = format!("vector 5: the file ends before its 300 items of {} bytes", layout.size());
        spoiled(layout, &["points: vector ", &lacking], |input| {
            input.edit("points", |bytes| bytes.truncate(bytes.len() - 1));
        });
        spoiled(layout, &["points: vector ", "the file ends within its number of items"], |input| {
            input.edit("points", |bytes| bytes.push(0));
        });
        // Numbers of items beyond any memory, and one whose length in bytes overflows 64 bits.
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
fn comparison_with_a_file_of_wrong_length_exits_with_2() {
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
    assert!(error.contains("result.txt: the output file is a folder"), "{error}");
    assert_eq!(input.written(), ["result.txt"]);
    std::fs::remove_dir_all(input.file("out")).unwrap();
    let nowhere = input.file("nowhere/report");
    let (code, _, error) = input.run(&["--json", nowhere.to_str().unwrap()]);
    assert_eq!(code, 2, "{error}");
    assert!(input.written().is_empty());
}

#[test]
fn a_failed_run_keeps_earlier_results() {
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
fn invalid_command_lines_exit_with_2() {
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
