//! `vorpal groth16 check`, `setup` and `ptau`, from the powers of tau to a verified key.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;
use vorpal::fields::primes::Bn254Scalar as F;
use vorpal::groth16::r1cs::{R1cs, Term, Wires};
use vorpal::groth16::{Bn254, Witness};

/// Runs the command in a folder. Returns exit code, standard output and standard error.
fn groth16(folder: &Path, arguments: &str) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    let output =
        command.current_dir(folder).arg("groth16").args(arguments.split_whitespace()).output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

/// The output of a command that succeeds.
fn success(folder: &Path, arguments: &str) -> String {
    let (code, output, error) = groth16(folder, arguments);
    assert_eq!((code, &*error), (0, ""), "{arguments}");
    output
}

/// `c = a b` with the output `c`, wire 1; wires 2 and 3 are `a` and `b`. The coefficient of `b` is given.
fn circuit(coefficient: i64) -> R1cs<F> {
    let wires = Wires { total: 4, outputs: 1, private_inputs: 2, ..Wires::default() };
    let mut circuit = R1cs::new(wires).unwrap();
    let term = |wire, value| [Term { wire, coefficient: F::from_i64(value) }];
    circuit.push([&term(2, -1), &term(3, coefficient), &term(1, -1)]).unwrap();
    circuit
}

fn write_witness(path: PathBuf, values: [u64; 4]) {
    let mut bytes = Vec::new();
    Witness::<Bn254>::new(values.map(F::from).to_vec()).unwrap().write(&mut bytes).unwrap();
    std::fs::write(path, bytes).unwrap();
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("circuit.r1cs"), circuit(1).write(Vec::new()).unwrap()).unwrap();
    std::fs::write(file("other.r1cs"), circuit(2).write(Vec::new()).unwrap()).unwrap();
    std::fs::write(file("circuit.sym"), "1,1,0,main.c\n2,2,0,main.a\n3,3,0,main.b\n").unwrap();
    write_witness(file("right.wtns"), [1, 33, 3, 11]);
    write_witness(file("wrong.wtns"), [1, 34, 3, 11]);
    folder
}

#[test]
fn unsatisfied_constraints_are_named() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(success(folder, "check circuit.r1cs right.wtns"), "1 constraint, satisfied\n");
    let (code, output, error) = groth16(folder, "check circuit.r1cs wrong.wtns circuit.sym");
    assert_eq!((code, &*output), (1, ""));
    let expected = "vorpal: the witness does not satisfy the circuit\n\
        constraint 0 of 1: A B is not C\n  \
        A = -main.a = -3\n  B = main.b = 11\n  C = -main.c = -34\n  \
        main.c = 34\n  main.a = 3\n  main.b = 11\n";
    assert_eq!(error, expected);
    let (code, json, _) = groth16(folder, "check circuit.r1cs wrong.wtns --json -");
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &report["unsatisfied"][0]["rows"][1]), (1, &Value::from("wire 3")));
    // Files that do not fit.
    assert_eq!(groth16(folder, "check right.wtns right.wtns").0, 2);
    assert_eq!(groth16(folder, "check circuit.r1cs circuit.r1cs").0, 2);
    std::fs::write(folder.join("bad.sym"), "1,1").unwrap();
    let (code, _, error) = groth16(folder, "check circuit.r1cs right.wtns bad.sym");
    assert_eq!((code, &*error), (2, "vorpal: bad.sym: line 1 of the symbols has no four fields\n"));
}

#[test]
fn a_ceremony_from_powers_to_a_key() {
    let folder = folder();
    let folder = folder.path();
    success(folder, "ptau new bn254 2 0.ptau");
    assert_eq!(groth16(folder, "ptau verify 0.ptau").0, 1);
    success(folder, "ptau contribute 0.ptau 1.ptau --name Alice --entropy dice");
    success(folder, "ptau beacon 1.ptau 2.ptau --value 0x0102 --exponent 4");
    let prepared = success(folder, "ptau prepare 2.ptau powers.ptau");
    assert_eq!(success(folder, "ptau verify powers.ptau"), format!("valid\n{prepared}"));
    assert!(prepared.starts_with("2^2 powers of tau\ncontribution 1, Alice: 0x"), "{prepared}");
    assert!(prepared.contains("beacon 2, without a name: 0x"), "{prepared}");

    success(folder, "setup new circuit.r1cs powers.ptau 0.zkey");
    let (code, _, error) = groth16(folder, "setup verify circuit.r1cs powers.ptau 0.zkey");
    assert_eq!((code, &*error), (1, "vorpal: the key has no contributions but beacons: it is not safe\n"));
    // Everybody knows the secrets of a key with beacons alone.
    success(folder, "setup beacon 0.zkey beacon.zkey --value 0x0102 --exponent 1");
    assert_eq!(groth16(folder, "setup verify circuit.r1cs powers.ptau beacon.zkey").0, 1);
    success(folder, "ptau beacon 0.ptau beacon.ptau --value 0x0102 --exponent 1");
    assert_eq!(groth16(folder, "ptau verify beacon.ptau").0, 1);
    // Proofs of everything verify by the key without contributions.
    let (code, _, error) = groth16(folder, "setup export verificationkey 0.zkey forged.json");
    assert_eq!((code, error.contains("everybody can prove everything")), (2, true), "{error}");
    success(folder, "setup contribute 0.zkey 1.zkey --name Bob");
    let made = success(folder, "setup beacon 1.zkey 2.zkey --value 0x0102 --exponent 4 --name last");
    assert_eq!(success(folder, "setup verify circuit.r1cs powers.ptau 2.zkey"), format!("valid\n{made}"));
    let json = success(folder, "setup verify circuit.r1cs powers.ptau 2.zkey --json -");
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["contributions"].as_array().unwrap().len(), 2);
    let (code, _, error) = groth16(folder, "setup verify other.r1cs powers.ptau 2.zkey");
    let expected =
        "vorpal: invalid key: the coefficients of B are not those of the circuit and the powers of tau\n";
    assert_eq!((code, &*error), (1, expected));
    success(folder, "setup export verificationkey 2.zkey key.json");
    let key: Value = serde_json::from_slice(&std::fs::read(folder.join("key.json")).unwrap()).unwrap();
    assert_eq!(key["nPublic"], 1);

    // Powers without bases, too few powers, and malformed options.
    for wrong in [
        "setup new circuit.r1cs 2.ptau new.zkey",
        "setup new circuit.r1cs 0.zkey new.zkey",
        "setup contribute 0.zkey 0.zkey",
        "setup beacon 1.zkey new.zkey --value 0102",
        "setup beacon 1.zkey new.zkey --value 0x",
        "setup beacon 1.zkey new.zkey --value 0x01 --exponent 33",
        "ptau new bn254 29 new.ptau",
        "ptau new bn254 0 new.ptau",
    ] {
        assert_eq!(groth16(folder, wrong).0, 2, "{wrong}");
    }
    assert!(!folder.join("new.zkey").exists());
}
