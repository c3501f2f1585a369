//! `vorpal groth16 prove` and `verify` on the files of snarkjs.

use std::path::{Path, PathBuf};

use tempfile::TempDir;
use vorpal_oracle::data;

/// Runs the command. Returns exit code, standard output and standard error.
fn groth16(arguments: &[&dyn AsRef<std::ffi::OsStr>]) -> (i32, String, String) {
    let mut command = vorpal_oracle::process::command(env!("CARGO_BIN_EXE_vorpal"));
    command.arg("groth16");
    arguments.iter().for_each(|argument| {
        command.arg(argument);
    });
    let output = command.output().unwrap();
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code().expect("no signal"), stdout, stderr)
}

/// The folder of a circuit, if there is data.
fn circuit(name: &str) -> Option<PathBuf> {
    Some(data::folder("groth16", "keys and proofs of circom's circuits")?.join(name))
}

fn prove(circuit: &Path, witness: &Path, folder: &Path) -> (i32, String, String) {
    let [proof, public] = ["proof.json", "public.json"].map(|name| folder.join(name));
    groth16(&[&"prove", &circuit.join("circuit.zkey"), &witness, &proof, &public, &"--check"])
}

#[test]
fn proofs_are_written_and_verified() {
    for name in ["bn254/multiplier2", "bls12_381/poseidon"] {
        let Some(circuit) = circuit(name) else { return };
        let folder = TempDir::new().unwrap();
        let result = prove(&circuit, &circuit.join("witness.wtns"), folder.path());
        assert_eq!(result, (0, String::new(), String::new()));
        let [proof, public] = ["proof.json", "public.json"].map(|name| folder.path().join(name));
        let expected = std::fs::read_to_string(circuit.join("public.json")).unwrap();
        assert_eq!(std::fs::read_to_string(&public).unwrap(), expected.trim_end());
        let key = circuit.join("verification_key.json");
        let verify = |public: &Path, proof: &Path| groth16(&[&"verify", &key, &public, &proof]);
        let valid = (0, "The proof is valid.\n".into(), String::new());
        assert_eq!(verify(&public, &proof), valid);
        // The names of rapidsnark's programs.
        let (zkey, witness) = (circuit.join("circuit.zkey"), circuit.join("witness.wtns"));
        let result = groth16(&[&"prover", &zkey, &witness, &proof, &public]);
        assert_eq!(result, (0, String::new(), String::new()));
        assert_eq!(groth16(&[&"verifier", &key, &public, &proof]), valid);
        assert_eq!(verify(&public, &circuit.join("circom.proof")), valid);
        // Another signal, no signal, a signal that is not below the order, and no proof.
        let wrong = folder.path().join("wrong.json");
        let written = |text: &str| std::fs::write(&wrong, text).unwrap();
        written("[\"34\"]");
        let (code, output, error) = verify(&wrong, &proof);
        assert_eq!((code, &*output, &*error), (1, "", "vorpal: the proof is not valid\n"));
        for text in ["[]", "[\"33\", \"0\"]", &format!("[\"{}\"]", "9".repeat(78)), "[33]", ""] {
            written(text);
            let (code, _, error) = verify(&wrong, &proof);
            assert!(code == 2 && error.contains("wrong.json"), "{text}: {error}");
        }
        let (code, _, error) = verify(&public, &public);
        assert!(code == 2 && error.contains("public.json"), "{error}");
    }
}

/// Files beyond the limit are refused, at its length and one byte above it. The files take no space on the disk.
#[test]
fn json_files_have_a_limit() {
    const LIMIT: u64 = 1 << 26;
    let folder = TempDir::new().unwrap();
    let [proof, long, whole] = ["proof.json", "long.json", "whole.json"].map(|name| folder.path().join(name));
    std::fs::write(&proof, r#"{"curve": "bn128"}"#).unwrap();
    for (path, length) in [(&long, LIMIT + 1), (&whole, LIMIT)] {
        std::fs::File::create(path).unwrap().set_len(length).unwrap();
    }
    let calldata: [&dyn AsRef<std::ffi::OsStr>; 3] = [&"setup", &"export", &"solidity-calldata"];
    for path in [&long, &whole] {
        let calls: [Vec<&dyn AsRef<std::ffi::OsStr>>; 2] =
            [vec![&"verify", path, &proof, &proof], [&calldata[..], &[&proof, path]].concat()];
        for call in calls {
            let (code, _, error) = groth16(&call);
            let is_refused = error.ends_with(": more than 67108864 bytes, which is the limit\n");
            assert_eq!((code, is_refused), (2, path == &long), "{error}");
            assert!(error.contains(path.to_str().unwrap()), "{error}");
        }
    }
}

#[test]
fn wrong_witnesses_have_no_proof() {
    let Some(circuit) = circuit("bn254/multiplier2") else { return };
    let folder = TempDir::new().unwrap();
    let mut witness = std::fs::read(circuit.join("witness.wtns")).unwrap();
    let changed = folder.path().join("changed.wtns");
    // The least significant byte of the last signal.
    let last = witness.len() - 32;
    witness[last] ^= 1;
    std::fs::write(&changed, &witness).unwrap();
    let (code, _, error) = prove(&circuit, &changed, folder.path());
    assert!(code == 1 && error.contains("does not satisfy"), "{error}");
    witness.pop();
    std::fs::write(&changed, &witness).unwrap();
    let (code, _, error) = prove(&circuit, &changed, folder.path());
    assert!(code == 2 && error.contains("wtns file, section 2, offset"), "{error}");
    assert!(!folder.path().join("proof.json").exists());
    // The key of one circuit, and the witness of another or on another curve.
    for other in ["bn254/poseidon", "bls12_381/multiplier2"] {
        let witness = circuit.join("../..").join(other).join("witness.wtns");
        let (code, _, error) = prove(&circuit, &witness, folder.path());
        assert!(code == 2 && error.contains("witness.wtns"), "{error}");
    }
}

#[test]
fn a_check_names_at_least_one_constraint() {
    let (code, _, error) = groth16(&[&"check", &"circuit.r1cs", &"witness.wtns", &"--limit", &"0"]);
    assert!(code == 2 && error.contains("--limit"), "{error}");
}
