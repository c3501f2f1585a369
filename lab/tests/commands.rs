//! Tests that the command line rejects invalid arguments before it builds anything.

use std::process::{Command, Output};

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lab")).args(arguments).output().expect("the lab starts")
}

#[test]
fn an_unknown_workload_is_rejected_with_a_list_of_names() {
    let output = lab(&["compare", "field.mul", "no.such.workload"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    for expected in ["`no.such.workload`", "field.mul.latency.bn254_scalar", "secp256k1.recover.block1000"] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
    assert!(!errors.contains("building"), "{errors}");
}

#[test]
fn the_error_names_a_folder_that_cannot_be_written() {
    let output = lab(&["compare", "decode", "--out", "/dev/null/report"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("/dev/null/report"), "{errors}");
}

/// Without the tools nothing is counted, compared or measured, which is not success.
#[test]
fn skipped_is_not_passed() {
    for arguments in [
        &["counts", "--target", "aarch64"][..],
        &["differential", "--target", "aarch64"],
        &["arm64"],
        &["ports", "commit.one"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
        let output =
            command.args(arguments).env_clear().env("PATH", "/nowhere").output().expect("the lab starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {text}");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("SKIPPED, so not passed: "), "{text}");
        assert_eq!(lines.last(), Some(&"SKIPPED, so not passed: everything: there is no result"));
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    let output = command.arg("evm").env("VORPAL_DATA", "/nowhere").output().expect("the lab starts");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("there is no result\n"));
}

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in
        [&["compare", "--rounds", "none"][..], &["differential", "--seed", "-1"], &["measure"], &[]]
    {
        assert_eq!(lab(arguments).status.code(), Some(2), "{arguments:?}");
    }
}
