//! The shipped points are those of the ceremony's file, and other files are checked.

use alloc::string::String;
use alloc::vec::Vec;
use std::fs;
use std::path::PathBuf;

use sha2::{Digest, Sha256};
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, encoding::ZCASH, g2};

use super::*;
use crate::SetupError;

/// The text of Ethereum's ceremony.
fn text() -> Option<String> {
    let folder = vorpal_oracle::data::folder("evm/kzg", "the points of the ceremony")?;
    Some(fs::read_to_string(folder.join("trusted_setup.txt")).unwrap())
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// The shipped bytes, by name.
fn shipped() -> [(&'static str, &'static [u8], &'static str); 4] {
    [
        ("lagrange", points::LAGRANGE, "104db8c1be5138d0d0f121e77351c0b2cb7c792831758f2e533e0c817929ecde"),
        ("powers", points::POWERS, "d51efeb28bc20444bd76bdcab66fbd8f71e03f47eb9ad4400ef72b1a43843395"),
        (
            "transformed",
            points::TRANSFORMED,
            "ca9ffb497cae1e95a044ab2bc2be9e35bb9793d8fc09c6926c3587d914956f7d",
        ),
        ("powers_g2", points::POWERS_G2, "547abb27978003282e51b5548f3d5ddc78e256d6b24e5672b77c732a94438b8a"),
    ]
}

/// The same bytes from the text.
fn derived(text: &str) -> [Vec<u8>; 4] {
    let points = SetupPoints::new(Some(format::of_text(text).unwrap()));
    let lines: Vec<&str> = text.lines().collect();
    let g2 = [1, 64].map(|power| vorpal_oracle::data::bytes(lines[2 + 4096 + power]));
    [
        points::bytes_of(points.lagrange().points()),
        points::bytes_of(points.powers().points()),
        points::bytes_of(points.transformed().points()),
        g2.concat(),
    ]
}

#[test]
fn shipped_points_are_pinned() {
    for (name, bytes, hash) in shipped() {
        assert_eq!(sha256(bytes), hash, "{name}");
    }
}

#[test]
fn shipped_points_are_those_of_the_ceremony() {
    let Some(text) = text() else { return };
    let derived = derived(&text);
    for ((name, bytes, _), derived) in shipped().into_iter().zip(&derived) {
        assert!(bytes == derived, "{name}");
    }
}

/// Writes the shipped files: `cargo test -p vorpal-tests --test kzg-units -- --ignored write_shipped_points`.
#[test]
#[ignore = "writes files of the source"]
fn write_shipped_points() {
    // The package is `vorpal-tests`, which compiles these tests.
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../kzg/src/setup/ethereum");
    assert!(folder.is_dir(), "{}", folder.display());
    let text = text().expect("the data");
    for ((name, ..), bytes) in shipped().into_iter().zip(derived(&text)) {
        std::println!("{name}: {}", sha256(&bytes));
        fs::write(folder.join(std::format!("{name}.bin")), bytes).unwrap();
    }
}

/// The text with a line replaced.
fn with_line(text: &str, line: usize, new: &str) -> String {
    text.lines().enumerate().map(|(i, old)| [if i == line { new } else { old }, "\n"].concat()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// Lines are counted, also empty ones and those of several words.
#[test]
fn errors_of_texts_have_the_line() {
    for (text, line) in [
        ("", 1),
        ("4096", 2),
        ("4096\n", 2),
        ("x\n65\n", 1),
        ("4096\nx", 2),
        ("4096\n\n\n\nx", 5),
        ("4096\r\n\r\nx\r\n", 3),
        ("4096 65 00", 2),
        ("4096\n65\n\n00\n", 5),
    ] {
        assert_eq!(Setup::from_text(text).unwrap_err(), SetupError::Line { line }.into(), "{text:?}");
    }
}

#[test]
fn malformed_files_are_rejected() {
    let Some(text) = text() else { return };
    let error = |text: &str| match Setup::from_text(text) {
        Err(Error::Setup(error)) => error,
        other => panic!("{other:?}"),
    };
    let number = SetupError::Number { points: "powers in G2", expected: 65, found: 2 };
    assert_eq!(error("4096\n2\n"), number);
    let cut: String = text.lines().take(1000).map(|line| [line, "\n"].concat()).collect();
    assert_eq!(error(&cut), SetupError::Line { line: 1001 });
    assert_eq!(error(&[&text, "00"].concat()), SetupError::TooLong);
    // A wrong digit, and points that are not on the curve or not in the subgroup.
    let outside = (1u64..)
        .find_map(|x| Affine::lift_x_vartime(x.into()).filter(|(point, _)| !point.is_in_subgroup_vartime()))
        .unwrap()
        .0;
    let outside = hex(&ZCASH.encode_compressed(&outside));
    let generator = hex(&ZCASH.encode_compressed(&Affine::GENERATOR));
    let last = 2 + 4096 + 65 + 4095;
    for (line, new, points, index) in [
        (2 + 5, "xy", "points of the Lagrange basis", 5),
        (2 + 4095, outside.as_str(), "points of the Lagrange basis", 4095),
        (last, outside.as_str(), "powers in G1", 4095),
        (2 + 4096 + 9, generator.as_str(), "powers in G2", 9),
    ] {
        match error(&with_line(&text, line, new)) {
            SetupError::Point { points: found, index: at, .. } => assert_eq!((found, at), (points, index)),
            other => panic!("{other:?}"),
        }
    }
    // Points of the group that do not belong to the others.
    let generator_g2 = hex(&g2::encoding::ZCASH.encode_compressed(&g2::Affine::GENERATOR));
    for (line, new, points) in [
        (2 + 77, generator.as_str(), "points of the Lagrange basis"),
        (last, generator.as_str(), "powers in G2"),
        (2 + 4096 + 64, generator_g2.as_str(), "powers in G2"),
        (2 + 4096 + 3, generator_g2.as_str(), "powers in G2"),
    ] {
        assert_eq!(error(&with_line(&text, line, new)), SetupError::Relation { points });
    }
    // Two exchanged points of the Lagrange basis.
    let lines: Vec<&str> = text.lines().collect();
    let exchanged = with_line(&with_line(&text, 12, lines[13]), 13, lines[12]);
    assert_eq!(error(&exchanged), SetupError::Relation { points: "points of the Lagrange basis" });
}

#[test]
fn json_is_the_same_setup() {
    let Some(text) = text() else { return };
    let lines: Vec<String> = text.lines().map(|line| ["0x", line].concat()).collect();
    let json = serde_json::json!({
        "g1_lagrange": lines[2..2 + 4096],
        "g2_monomial": lines[2 + 4096..2 + 4096 + 65],
        "g1_monomial": lines[2 + 4096 + 65..],
    });
    let setup = Setup::from_json(&json.to_string()).unwrap();
    assert_eq!(setup.points().lagrange(), Setup::ethereum().points().lagrange());
    assert!(matches!(Setup::from_json("{}"), Err(Error::Setup(SetupError::Json { line: 1, .. }))));
}

#[test]
fn encodings_are_the_same_setup() {
    let Some(text) = text() else { return };
    let lines: Vec<Vec<u8>> = text.lines().skip(2).map(vorpal_oracle::data::bytes).collect();
    let g1 =
        |lines: &[Vec<u8>]| -> Vec<[u8; 48]> { lines.iter().map(|l| l[..].try_into().unwrap()).collect() };
    let (lagrange, powers) = (g1(&lines[..4096]), g1(&lines[4096 + 65..]));
    let powers_g2: Vec<[u8; 96]> =
        lines[4096..4096 + 65].iter().map(|line| line[..].try_into().unwrap()).collect();
    let setup = Setup::from_encodings(&lagrange, &powers, &powers_g2).unwrap();
    assert_eq!(setup.points().lagrange(), Setup::ethereum().points().lagrange());
    assert_eq!(setup.points().transformed(), Setup::ethereum().points().transformed());

    let number = |points, expected, found| Some(Error::Setup(SetupError::Number { points, expected, found }));
    let short = Setup::from_encodings(&lagrange[1..], &powers, &powers_g2).err();
    assert_eq!(short, number("points of the Lagrange basis", 4096, 4095));
    let short = Setup::from_encodings(&lagrange, &powers[..4000], &powers_g2).err();
    assert_eq!(short, number("powers in G1", 4096, 4000));
    assert_eq!(
        Setup::from_encodings(&lagrange, &powers, &powers_g2[..2]).err(),
        number("powers in G2", 65, 2)
    );
    // The lists are not exchanged.
    let exchanged = Setup::from_encodings(&powers, &lagrange, &powers_g2).err();
    assert_eq!(exchanged, Some(Error::Setup(SetupError::Relation { points: "powers in G2" })));
}
