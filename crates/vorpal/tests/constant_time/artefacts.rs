//! Constant time of what ships: the shared library for C and the wheel for Python, as a release has them. They have
//! link-time optimisation, and no marks for tests. Runs with different secrets execute the same instructions with the
//! same addresses (`vorpal_trace::tracer::path`), on the backend that a user gets.
//!
//! `.ci/more --step constant-time-artefacts` builds and installs the artefacts and sets the variables.

use std::process::Command;

use vorpal_trace::tracer::path::{Path, path};

/// Secret keys of all curves: 1, half of the digits zero, a repeated byte, and digits of all kinds.
const SECRETS: [&str; 4] = [
    "0000000000000000000000000000000000000000000000000000000000000001",
    "00000000000000000000000000000000ffffffffffffffffffffffffffffffff",
    "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
    "00ff01fe7f80e3c1d2b4968778695a4b3c2d1e0f0123456789abcdeffedcba98",
];

const OPERATIONS: [&str; 7] =
    ["secp256k1 public key", "ECDSA", "ECDH", "Schnorr", "BLS public key", "BLS", "BLS child key"];
const ON_P256: [&str; 2] = ["P-256 public key", "ECDSA on P-256"];

/// The paths of an operation with every secret.
fn paths(program: &[&str], operation: &str, file: &str) -> Vec<Path> {
    let run = |secret: &&str| {
        let mut command = Command::new("setarch");
        command.arg("--addr-no-randomize").args(program).arg(operation);
        // Objects of Python have the same addresses in each run.
        command.env("PYTHONHASHSEED", "0").env("OPENBLAS_NUM_THREADS", "1");
        command.env_remove("PYTHONPATH").env_remove("PYTHONHOME");
        path(&mut command, secret, Some(file)).unwrap_or_else(|reason| panic!("{operation}: {reason}"))
    };
    SECRETS.iter().map(run).collect()
}

/// Compares the paths of all operations, and finds the planted leak.
fn check(program: &[&str], operations: &[&str], file: &str) {
    for operation in operations {
        let paths = paths(program, operation, file);
        // A signature has some ten thousand instructions at least.
        assert!(paths[0].instructions() > 10_000, "{operation}: {} instructions", paths[0].instructions());
        for (other, secret) in paths.iter().zip(SECRETS).skip(1) {
            let difference = paths[0].difference(other);
            assert_eq!(difference, None, "{operation}, with the secrets {} and {secret}", SECRETS[0]);
        }
        println!("{file}: {operation}: {} instructions, the same for all secrets", paths[0].instructions());
    }
    let planted = paths(program, "planted", file);
    let difference = planted[0].difference(&planted[1]).expect("the planted leak must be found");
    println!("{file}: planted leak found: {difference}");
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: .ci/more sets it"))
}

#[test]
#[ignore = "needs the artefacts of a release: .ci/more --step constant-time-artefacts"]
fn the_library_for_c_takes_the_same_path() {
    let operations = [&OPERATIONS[..], &ON_P256].concat();
    check(&[&variable("VORPAL_ARTEFACT_C")], &operations, "libvorpal.so");
}

#[test]
#[ignore = "needs the artefacts of a release: .ci/more --step constant-time-artefacts"]
fn the_wheel_takes_the_same_path() {
    let python = variable("VORPAL_ARTEFACT_PYTHON");
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/constant_time/artefacts/driver.py");
    // Not `-E`, which ignores the seed of hashes too.
    check(&[&python, "-s", driver], &OPERATIONS, "_vorpal.abi3.so");
}
