//! The vectors of bls12-381-tests v0.1.1: 96 files. `null` is an expected error.

use std::path::Path;

use serde_json::Value;
use vorpal_bls::ethereum::{eth_fast_aggregate_verify, suite};
use vorpal_bls::{
    CheckedSignature, Error, MinPk, PublicKey, Scheme, SecretKey, Signature, SignatureSet, Suite,
};
use vorpal_curves::bls12_381::g2::Affine;
use vorpal_fields::primes::Bls12_381Base;
use vorpal_fields::tower::Fp2;
use vorpal_oracle::data::{bytes, folder};

/// A text of the input.
fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

fn list(value: &Value) -> Vec<Vec<u8>> {
    value.as_array().unwrap().iter().map(|text| bytes(text.as_str().unwrap())).collect()
}

fn keys(value: &Value) -> Result<Vec<PublicKey<MinPk>>, Error> {
    PublicKey::decode_batch(&list(&value["pubkeys"])).into_iter().collect()
}

/// The output for a result: null for an error, else a text.
fn text_of<T: ToString>(result: Result<T, Error>) -> Value {
    result.map_or(Value::Null, |value| Value::String(value.to_string()))
}

/// Whether a signature is right. A malformed key or signature is a wrong one.
fn verdict(result: Result<bool, Error>) -> Value {
    Value::Bool(result.unwrap_or(false))
}

fn verify(input: &Value) -> Result<bool, Error> {
    let key: PublicKey<MinPk> = text(input, "pubkey").parse()?;
    let signature: Signature<MinPk> = text(input, "signature").parse()?;
    let message = bytes(text(input, "message"));
    let keys = [key];
    let set = SignatureSet { signature, keys: &keys, message: &message };
    let is_valid = suite().verify(&key, &message, signature);
    assert_eq!(suite().verify_sets(&[set]).is_valid(), is_valid);
    assert_eq!(suite().verify_sets(&[set, set]).is_valid(), is_valid);
    Ok(is_valid)
}

fn fast_aggregate_verify(input: &Value) -> Result<bool, Error> {
    let (keys, signature) = (keys(input)?, Signature::decode(&bytes(text(input, "signature")))?);
    let message = bytes(text(input, "message"));
    let is_valid = suite().fast_aggregate_verify(&keys, &message, signature);
    let set = SignatureSet { signature, keys: &keys, message: &message };
    assert_eq!(suite().verify_sets(&[set, set]).is_valid(), is_valid);
    let of_ethereum = eth_fast_aggregate_verify(&keys, &message, signature);
    assert_eq!(of_ethereum, is_valid || (keys.is_empty() && signature.is_infinity()));
    Ok(is_valid)
}

fn aggregate_verify(input: &Value) -> Result<bool, Error> {
    let (keys, messages) = (keys(input)?, list(&input["messages"]));
    assert_eq!(keys.len(), messages.len());
    let members: Vec<_> = keys.into_iter().zip(messages).collect();
    Ok(suite().aggregate_verify(&members, text(input, "signature").parse::<Signature<_>>()?))
}

fn batch_verify(input: &Value) -> Result<bool, Error> {
    let (keys, messages) = (keys(input)?, list(&input["messages"]));
    let signatures = Signature::decode_batch(&list(&input["signatures"]));
    let signatures: Vec<_> = signatures.into_iter().collect::<Result<_, _>>()?;
    let sets = keys.chunks(1).zip(&messages).zip(signatures);
    let sets: Vec<_> =
        sets.map(|((keys, message), signature)| SignatureSet { signature, keys, message }).collect();
    Ok(suite().verify_sets(&sets).is_valid())
}

/// A point of G2 from texts such as `0x1,0x2`.
fn point(output: &Value) -> Affine {
    let coordinate = |key| {
        let mut parts = text(output, key).split(',').map(|part| part.parse::<Bls12_381Base>().unwrap());
        Fp2::new(parts.next().unwrap(), parts.next().unwrap())
    };
    Affine::new(coordinate("x"), coordinate("y")).unwrap()
}

/// The output of a function. `None` for one that is not known.
fn output(function: &str, input: &Value, expected: &Value) -> Option<Value> {
    Some(match function {
        "sign" => text_of(sign(input)),
        "aggregate" => {
            let signatures = list(input);
            let signatures: Result<Vec<_>, _> =
                signatures.iter().map(|bytes| CheckedSignature::<MinPk>::decode(bytes)).collect();
            text_of(signatures.and_then(|signatures| CheckedSignature::aggregate(&signatures)))
        }
        "verify" => verdict(verify(input)),
        "aggregate_verify" => verdict(aggregate_verify(input)),
        "fast_aggregate_verify" => verdict(fast_aggregate_verify(input)),
        "batch_verify" => verdict(batch_verify(input)),
        // Infinity decodes as a point; as a key it is refused.
        "deserialization_G1" => match PublicKey::<MinPk>::decode(&bytes(text(input, "pubkey"))) {
            Ok(_) | Err(Error::InfinityKey) => true.into(),
            Err(_) => false.into(),
        },
        "deserialization_G2" => {
            CheckedSignature::<MinPk>::decode(&bytes(text(input, "signature"))).is_ok().into()
        }
        "hash_to_G2" => {
            let tag = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
            let suite = Suite::<MinPk>::new(tag, Scheme::Basic).unwrap();
            assert_eq!(suite.hash_vartime(text(input, "msg").as_bytes()), point(expected));
            expected.clone()
        }
        _ => return None,
    })
}

fn sign(input: &Value) -> Result<CheckedSignature<MinPk>, Error> {
    let secret: SecretKey = text(input, "privkey").parse()?;
    Ok(secret.sign(&suite(), &bytes(text(input, "message"))))
}

/// Runs the files of a folder, and returns their number.
fn run(folder: &Path) -> usize {
    let function = folder.file_name().unwrap().to_str().unwrap();
    let mut number = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let case: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let expected = &case["output"];
        let found = output(function, &case["input"], expected);
        let found = found.unwrap_or_else(|| panic!("unknown function {function}"));
        assert_eq!(found, *expected, "{}", path.display());
        number += 1;
    }
    number
}

#[test]
fn all_vectors_have_their_outputs() {
    let Some(root) = folder("bls", "vectors of BLS signatures") else { return };
    let folders = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let number: usize = folders.filter(|path| path.is_dir()).map(|path| run(&path)).sum();
    assert_eq!(number, 96);
}
