//! JSON, and the names of signals.

use std::collections::BTreeMap;

use vorpal::groth16::setup::Pairing;
use vorpal::groth16::sym::{SymbolError, Symbols};
use vorpal::groth16::{Bls12_381, Bn254, Proof, VerificationKey, Verifier, json};

use super::OTHER_CURVE;
use super::sample::Sample;
use crate::changes::{CHANGES, RAW, bounded, changed};

/// The permitted bytes of memory per byte of a text. A line of the shortest name takes an entry and its name.
const EACH: u64 = 64;

/// The kinds of texts, in the second byte of an input.
const KINDS: [&str; 3] = ["proof", "public", "key"];

fn text(valid: &str, bytes: &[u8]) -> Option<String> {
    String::from_utf8(changed(valid.as_bytes(), bytes)).ok()
}

/// Proofs, public signals and verification keys as JSON. What is accepted is written and read back, and only the valid
/// proof of the valid signals by the valid key is verified.
pub fn groth16_json(bytes: &[u8]) {
    let Some((first, [kind, rest @ ..])) = bytes.split_first() else { return };
    let input = [&[first & !OTHER_CURVE], rest].concat();
    if first & OTHER_CURVE == 0 {
        json_of::<Bn254>(kind % 3, &input);
    } else {
        json_of::<Bls12_381>(kind % 3, &input);
    }
}

fn json_of<C: Pairing>(kind: u8, input: &[u8]) {
    let sample = Sample::<C>::get();
    match kind {
        0 => {
            let valid = sample.proof.to_json();
            let Some(text) = text(&valid, input) else { return };
            match bounded(text.len(), EACH, || Proof::<C>::from_json(&text)) {
                Ok(proof) => {
                    assert_eq!(Proof::from_json(&proof.to_json()), Ok(proof));
                    let verdict = sample.verifier.verify(&sample.signals, &proof);
                    assert_eq!(verdict == Ok(true), proof == sample.proof);
                }
                Err(error) => assert!(text != valid && error.to_string().len() < 600, "{error}"),
            }
        }
        1 => {
            let valid = json::write_public::<C>(&sample.signals);
            let Some(text) = text(&valid, input) else { return };
            match bounded(text.len(), EACH, || json::read_public::<C>(&text)) {
                Ok(signals) => {
                    assert_eq!(
                        json::read_public::<C>(&json::write_public::<C>(&signals)),
                        Ok(signals.clone())
                    );
                    let verdict = sample.verifier.verify(&signals, &sample.proof);
                    assert_eq!(verdict.is_ok(), signals.len() == sample.signals.len());
                    assert_eq!(verdict == Ok(true), signals == sample.signals);
                }
                Err(error) => assert!(text != valid && error.to_string().len() < 600, "{error}"),
            }
        }
        _ => {
            let valid = &sample.verification_key;
            let Some(text) = text(valid, input) else { return };
            match bounded(text.len(), EACH, || VerificationKey::<C>::from_json(&text)) {
                Ok(key) => {
                    if let Ok(written) = key.to_json() {
                        assert_eq!(VerificationKey::from_json(&written).as_ref(), Ok(&key));
                    }
                    let is_valid = key == sample.key.key().verification_key();
                    match Verifier::new(key) {
                        Ok(verifier) => {
                            let verdict = verifier.verify(&sample.signals, &sample.proof);
                            assert_eq!(verdict == Ok(true), is_valid);
                        }
                        Err(error) => assert!(!is_valid, "{error}"),
                    }
                }
                Err(error) => assert!(text != *valid && error.to_string().len() < 600, "{error}"),
            }
        }
    }
}

/// Names of signals: those of a reader that keeps a map.
pub fn groth16_sym(bytes: &[u8]) {
    let Some(text) = text(SYMBOLS, bytes) else { return };
    let found = bounded(text.len(), EACH, || Symbols::read(&text));
    let mut expected = BTreeMap::new();
    let mut fault = None;
    for (line, content) in text.lines().enumerate() {
        if content.is_empty() {
            continue;
        }
        let line = line + 1;
        let fields: Vec<&str> = content.split(',').collect();
        if fields.len() != 4 {
            fault = Some(SymbolError::Fields { line });
            break;
        }
        // Rust's integers, which may have a sign.
        match fields[1].parse::<i128>() {
            Ok(-1) if fields[1] == "-1" => {}
            Ok(wire) if (0..=i128::from(u32::MAX)).contains(&wire) => {
                expected.entry(wire).or_insert(fields[3]);
            }
            _ => {
                fault = Some(SymbolError::Wire { line });
                break;
            }
        }
    }
    match (found, fault) {
        (Err(found), Some(fault)) => assert_eq!(found, fault),
        (Ok(symbols), None) => {
            for (wire, name) in expected {
                assert_eq!(symbols.name(u32::try_from(wire).expect("a wire")), Some(name));
            }
        }
        (found, fault) => panic!("{found:?}, but {fault:?}"),
    }
}

const SYMBOLS: &str =
    "1,1,1,main.c\n2,2,1,main.a\n3,-1,1,main.b\n4,2,0,main.x.in\r\n\n5,4294967295,0,main.y[3]";

pub(super) fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let named = |name: &str, bytes: &[u8]| (name.to_string(), bytes.to_vec());
    if target == "groth16_sym" {
        let raw = |name: &str, text: &str| named(name, &[&[RAW][..], text.as_bytes()].concat());
        return vec![
            named("unchanged", &[CHANGES]),
            raw("file", SYMBOLS),
            raw("fields", "1,1,main.c"),
            raw("wire", "1,x,1,main.c"),
            raw("large", "1,4294967296,1,main.c"),
            raw("minus", "1,-2,1,main.c"),
            raw("plus", "1,+2,1,main.c"),
            raw("huge", "1,99999999999999999999999,1,main.c"),
        ];
    }
    let mut seeds = Vec::new();
    for (number, kind) in (0..).zip(KINDS) {
        for (curve, prefix) in [(0, ""), (OTHER_CURVE, "bls12-381-")] {
            let change = |offset: u16, value: u8| {
                [&[CHANGES | curve, number][..], &offset.to_le_bytes(), &[value]].concat()
            };
            seeds.push((format!("{prefix}{kind}"), vec![CHANGES | curve, number]));
            for offset in [0, 4, 8, 12, 60, 300, 700] {
                seeds.push((format!("{prefix}{kind}-{offset}"), change(offset, 1)));
            }
        }
        let raw = |text: &str| [&[RAW, number][..], text.as_bytes()].concat();
        seeds.push((format!("{kind}-empty"), raw("")));
        seeds.push((format!("{kind}-nested"), raw(&"[".repeat(300))));
        seeds.push((format!("{kind}-long"), raw(&format!("[\"{}\"]", "9".repeat(300)))));
    }
    seeds
}
