//! The files that the tests of the bindings share: of one circuit on each curve, with a key, a witness and a proof.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use vorpal_groth16::setup::{Entropy, Pairing};
use vorpal_groth16::{Blinding, Bls12_381, Bn254, Prover, Verifier, Witness, json};

use crate::ceremonies::{key_of_small, small};

/// The names and the contents of the files.
fn files<C: Pairing>() -> BTreeMap<&'static str, Vec<u8>> {
    let sample = small::<C>();
    let mut key = key_of_small::<C>(&sample.circuit);
    key.contribute(Entropy::with_randomness(&[3; 64], b""), "of the tests");
    let witness = Witness::<C>::new(sample.witness).unwrap();
    let prover = Prover::new(key.key().clone()).unwrap();
    let proof = prover.prove_with(&witness, Blinding::from_bytes(&[7; 128]), None).unwrap();
    let verifier = Verifier::new(prover.verification_key().clone()).unwrap();
    let signals = prover.public_signals(&witness).unwrap();
    assert_eq!(verifier.verify(signals, &proof), Ok(true));
    let (mut zkey, mut wtns) = (Vec::new(), Vec::new());
    key.write(&mut zkey).unwrap();
    witness.write(&mut wtns).unwrap();
    let public = json::write_public::<C>(signals);
    let texts = [
        ("verification_key.json", prover.verification_key().to_json().unwrap()),
        ("proof.json", proof.to_json()),
        ("public.json", public),
    ];
    let mut files = BTreeMap::from([("circuit.zkey", zkey), ("witness.wtns", wtns)]);
    files.extend(texts.map(|(name, text)| (name, text.into_bytes())));
    files
}

fn folders() -> [(PathBuf, BTreeMap<&'static str, Vec<u8>>); 2] {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/testdata/groth16");
    [(root.join("bn254"), files::<Bn254>()), (root.join("bls12_381"), files::<Bls12_381>())]
}

#[test]
fn the_files_are_those_of_the_circuit() {
    for (folder, files) in folders() {
        for (name, contents) in files {
            assert!(fs::read(folder.join(name)).unwrap() == contents, "{}", folder.join(name).display());
        }
    }
}

#[test]
#[ignore = "writes files of the source"]
fn write() {
    for (folder, files) in folders() {
        fs::create_dir_all(&folder).unwrap();
        for (name, contents) in files {
            fs::write(folder.join(name), contents).unwrap();
        }
    }
}
