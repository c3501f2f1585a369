//! Wycheproof's vectors of signatures in G2, under the tag of the basic scheme, and of hashes to G2.

use serde_json::Value;
use vorpal_bls::{CheckedSignature, MinPk, PublicKey, Scheme, Signature, SignatureSet, Suite, Variant};
use vorpal_oracle::data::{bytes, folder};

/// The groups of a file.
fn groups(name: &str) -> Option<Vec<Value>> {
    let folder = folder("evm/wycheproof", "Wycheproof's vectors of BLS signatures")?;
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    Some(file["testGroups"].as_array().unwrap().clone())
}

fn field(value: &Value, key: &str) -> Vec<u8> {
    bytes(value[key].as_str().unwrap())
}

fn list(value: &Value, key: &str) -> Vec<Vec<u8>> {
    value[key].as_array().unwrap().iter().map(|text| bytes(text.as_str().unwrap())).collect()
}

fn suite(group: &Value) -> Suite<MinPk> {
    let tag = group["ciphersuite"].as_str().unwrap();
    assert_eq!(tag.as_bytes(), MinPk::NUL);
    Suite::basic()
}

/// Runs all cases of a file.
fn run(name: &str, number: usize, is_valid: impl Fn(&Value, &Value) -> bool) {
    let Some(groups) = groups(name) else { return };
    let mut count = 0;
    for group in &groups {
        for case in group["tests"].as_array().unwrap() {
            let expected = case["result"] == "valid";
            assert_eq!(is_valid(group, case), expected, "{name} {}: {}", case["tcId"], case["comment"]);
            count += 1;
        }
    }
    assert_eq!(count, number, "{name}");
}

#[test]
fn single_signatures() {
    run("bls_sig_g2_basic_verify_test.json", 88, |group, case| {
        let (Ok(key), Ok(signature)) = (
            PublicKey::<MinPk>::decode(&field(&group["publicKey"], "pk")),
            Signature::<MinPk>::decode(&field(case, "sig")),
        ) else {
            return false;
        };
        let (suite, message) = (suite(group), field(case, "msg"));
        let is_valid = suite.verify(&key, &message, signature);
        let keys = [key];
        let set = SignatureSet { signature, keys: &keys, message: &message };
        assert_eq!(suite.verify_sets(&[set]).is_valid(), is_valid);
        is_valid
    });
}

#[test]
fn aggregates() {
    run("bls_sig_g2_aggregate_verify_test.json", 19, |group, case| {
        let (keys, messages) = (list(case, "pubkeys"), list(case, "messages"));
        let keys: Result<Vec<_>, _> = PublicKey::<MinPk>::decode_batch(&keys).into_iter().collect();
        let (Ok(keys), Ok(signature)) = (keys, Signature::decode(&field(case, "sig"))) else { return false };
        if keys.len() != messages.len() {
            return false;
        }
        let members: Vec<_> = keys.into_iter().zip(messages).collect();
        suite(group).aggregate_verify(&members, signature)
    });
}

#[test]
fn hashes() {
    run("bls_hash_to_g2_test.json", 34, |group, case| {
        let tag = group["dst"].as_str().unwrap();
        let suite = Suite::<MinPk>::new(tag.as_bytes(), Scheme::Basic).unwrap();
        let point = suite.hash_vartime(&field(case, "msg"));
        Signature::<MinPk>::from_point(point).to_bytes()[..] == field(case, "expected")
            && CheckedSignature::<MinPk>::decode(&field(case, "expected")).is_ok()
    });
}
