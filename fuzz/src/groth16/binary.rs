//! The binary files.

use vorpal::groth16::file::{Container, FileError, Kind};
use vorpal::groth16::ptau::{PowersOfTau, PowersVerdict, PreparedPowers};
use vorpal::groth16::r1cs::R1cs;
use vorpal::groth16::setup::{CeremonyKey, KeyVerdict, Pairing, SetupError};
use vorpal::groth16::{Blinding, Bls12_381, Bn254, Proof, Prover, Witness, Zkey};

use super::OTHER_CURVE;
use super::sample::Sample;
use crate::changes::{bounded, changed};

/// The permitted bytes of memory per byte of a file. An entry of a matrix takes the most, by its place in three lists
/// that grow.
const EACH: u64 = 24;

/// Runs a target on the curve that the first byte selects.
macro_rules! on_curve {
    ($target:ident, $bytes:ident) => {
        match $bytes.split_first() {
            None => {}
            Some((first, rest)) if first & OTHER_CURVE != 0 => {
                $target::<Bls12_381>(&[&[first & !OTHER_CURVE], rest].concat());
            }
            Some(_) => $target::<Bn254>($bytes),
        }
    };
}

/// The valid file with changes, or the rest of the input.
fn file(valid: &[u8], bytes: &[u8]) -> Vec<u8> {
    changed(valid, bytes)
}

/// An error lies within the file.
fn check_error(error: &FileError, kind: Kind, file: &[u8]) {
    assert_eq!(error.kind, kind);
    assert!(error.offset <= file.len() as u64, "{error} of {} bytes", file.len());
    assert!(error.to_string().len() < 300, "{error}");
}

/// Proving keys: a key that is accepted is written and read back, and computes proofs. Only the key of the ceremony is
/// verified.
pub fn groth16_zkey(bytes: &[u8]) {
    on_curve!(zkey, bytes);
}

fn zkey<C: Pairing>(bytes: &[u8]) {
    let sample = Sample::<C>::get();
    let file = file(&sample.zkey, bytes);
    let key = match bounded(file.len(), EACH, || Zkey::<C>::from_bytes(&file)) {
        Ok(key) => key,
        Err(error) => {
            assert!(file != sample.zkey);
            assert!(Prover::<C>::from_bytes(&file).is_err());
            return check_error(&error, Kind::Zkey, &file);
        }
    };
    let opened = Prover::<C>::from_bytes(&file).expect("a key that is read");
    let mut written = Vec::new();
    key.write(&mut written, &[]).expect("memory");
    assert!(Zkey::from_bytes(&written).expect("what was written") == key);
    let are_points_right = key.check_points().is_ok();
    let is_valid = key == *sample.key.key();
    assert!(are_points_right || !is_valid);
    if let Ok(ceremony) = CeremonyKey::<C>::read(&file[..]) {
        assert!(are_points_right && *ceremony.key() == key);
        let mut written = Vec::new();
        ceremony.write(&mut written).expect("memory");
        assert!(CeremonyKey::read(&written[..]).expect("what was written") == ceremony);
        if ceremony.verify(&sample.circuit, &sample.prepared) == Ok(KeyVerdict::Valid) {
            assert!(is_valid, "another key is verified");
        }
    }
    prove(key, &opened, sample, is_valid);
}

/// A proof of any key that was read: of the valid one, the sample's; of others, any or an error. `opened` is the prover
/// that was read from the same file.
fn prove<C: Pairing>(key: Zkey<C>, opened: &Prover<C>, sample: &Sample<C>, is_valid: bool) {
    let prover = Prover::new(key).expect("the lists fit each other");
    let proof = prover.prove_with(&sample.witness, Blinding::from_bytes(&[3; 128]), None);
    assert!(opened.prove_with(&sample.witness, Blinding::from_bytes(&[3; 128]), None) == proof);
    match proof {
        Ok(Proof { a, b, c }) => assert!(!is_valid || Proof { a, b, c } == sample.proof),
        Err(error) => assert!(!is_valid && !error.to_string().is_empty()),
    }
}

/// Witnesses.
pub fn groth16_wtns(bytes: &[u8]) {
    on_curve!(wtns, bytes);
}

fn wtns<C: Pairing>(bytes: &[u8]) {
    let sample = Sample::<C>::get();
    let file = file(&sample.wtns, bytes);
    match bounded(file.len(), EACH, || Witness::<C>::from_bytes(&file)) {
        Ok(witness) => {
            let mut written = Vec::new();
            witness.write(&mut written).expect("memory");
            assert!(written.len() <= file.len());
            assert_eq!(
                Witness::<C>::from_bytes(&written).expect("what was written").values(),
                witness.values()
            );
            if witness.values().len() == sample.witness.values().len() {
                let wrong =
                    sample.circuit.first_unsatisfied_vartime(witness.values(), 9).expect("the length");
                assert!(!wrong.is_empty() || !wrong_value(&witness, sample));
            }
        }
        Err(error) => {
            assert!(file != sample.wtns);
            check_error(&error, Kind::Wtns, &file);
        }
    }
}

/// Whether an output of the witness does not follow from its inputs.
fn wrong_value<C: Pairing>(witness: &Witness<C>, _: &Sample<C>) -> bool {
    let [one, output, x, y, ..] = witness.values() else { return true };
    let [three, seven] = [3, 7].map(C::Scalar::from);
    *output != seven * *x * *x * *y - three * *x * *one
}

/// Circuits.
pub fn groth16_r1cs(bytes: &[u8]) {
    on_curve!(r1cs, bytes);
}

fn r1cs<C: Pairing>(bytes: &[u8]) {
    let sample = Sample::<C>::get();
    let file = file(&sample.r1cs, bytes);
    match bounded(file.len(), EACH, || R1cs::<C::Scalar>::read(&file[..])) {
        Ok(circuit) => {
            let total = circuit.wires().total as usize;
            if total <= file.len() {
                let mut written = Vec::new();
                circuit.write(&mut written).expect("memory");
                assert!(R1cs::read(&written[..]).expect("what was written") == circuit);
            }
            let values = sample.witness.values();
            let checked = circuit.first_unsatisfied_vartime(values, 9);
            assert_eq!(checked.is_ok(), total == values.len());
            assert!(circuit != sample.circuit || checked == Ok(Vec::new()));
        }
        Err(error) => {
            assert!(file != sample.r1cs);
            check_error(&error, Kind::R1cs, &file);
        }
    }
}

/// Powers of tau: only those of the ceremony, and their Lagrange bases, are verified.
pub fn groth16_ptau(bytes: &[u8]) {
    on_curve!(ptau, bytes);
}

fn ptau<C: Pairing>(bytes: &[u8]) {
    let sample = Sample::<C>::get();
    let file = file(&sample.ptau, bytes);
    let refused = |error: SetupError| {
        assert!(file != sample.ptau);
        if let SetupError::File(error) = error {
            check_error(&error, Kind::Ptau, &file);
        }
    };
    // The prepared file is read twice.
    if let Err(error) = bounded(file.len(), EACH, || PreparedPowers::<C>::read(&file[..], 3)) {
        refused(error);
    }
    match bounded(file.len(), EACH, || PowersOfTau::<C>::read(&file[..])) {
        Ok(powers) => {
            let written = powers.write(Vec::new()).expect("memory");
            assert!(PowersOfTau::read(&written[..]).expect("what was written") == powers);
            if powers.verify() == PowersVerdict::Valid {
                let expected = sample.powers.write(Vec::new()).expect("memory");
                assert!(points(&written) == points(&expected), "other powers are verified");
            }
            let lagrange = powers.verify_lagrange(&file[..]);
            assert!(file != sample.ptau || lagrange == Ok(PowersVerdict::Valid));
        }
        Err(error) => refused(error),
    }
}

/// The sections of the points, without the header and the record of contributions.
fn points(file: &[u8]) -> Vec<Vec<u8>> {
    let mut container = Container::of_bytes(file, Kind::Ptau).expect("a file");
    let mut content = |section| {
        let length = container.length(section).expect("the section");
        container.section(section).expect("the section").bytes(length).expect("its bytes")
    };
    (2..=6).map(&mut content).collect()
}
