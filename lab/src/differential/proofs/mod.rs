//! Generates cases for verification: proofs created by every contender, unchanged and with single changes.

mod openings;
mod witnesses;

use contender::message::Bytes;
use serde_json::Value;

use super::cases::RawCase;
use super::{Expected, TestCase, bls, kzg};
use crate::random::Random;

pub(super) use openings::openings;
pub(super) use witnesses::witnesses;

/// The operation that creates the proofs which this operation verifies.
pub(super) fn made_by(operation: &str) -> Option<&'static str> {
    match operation {
        "multiproof.verify" => Some("multiproof.create"),
        "witness.verify" => Some("witness.create"),
        "kzg.recover" | "kzg.verify_cells" => Some("kzg.cells_and_proofs"),
        "kzg.verify_blobs" => Some("kzg.blob_proof"),
        "bls.verify" | "bls.fast_aggregate_verify" | "bls.aggregate_verify" | "bls.sets" => {
            Some("bls.signed")
        }
        _ => None,
    }
}

/// The cases of one proof: the proof itself, and the proof with single changes. `arguments` and `made` are the
/// arguments and results of the operation that created it. `origin` names the contender and the case.
pub(super) fn test_cases(
    operation: &str,
    origin: &str,
    arguments: &[Bytes],
    made: &[Bytes],
    random: &mut Random,
) -> Vec<TestCase> {
    let test_cases = match operation {
        "multiproof.verify" => openings::changes(arguments, made, random),
        "witness.verify" => witnesses::changes(made, random),
        _ if operation.starts_with("bls.") => bls::changes(operation, arguments, made, random),
        _ => kzg::changes(operation, arguments, made, random),
    };
    let named = |(what, expected, arguments): (String, Expected, RawCase)| TestCase {
        arguments: arguments.into_iter().map(Bytes).collect(),
        expected,
        what: format!("{origin}, {what}"),
    };
    test_cases.into_iter().map(named).collect()
}

/// Fixed cases in every round of an operation: witnesses from the tests of `vorpal-tree`.
pub(super) fn files(operation: &str) -> Vec<TestCase> {
    if operation != "witness.verify" {
        return Vec::new();
    }
    let files = [
        // The root after the writes belongs to no tree. go-verkle 0.2.2 accepts this witness.
        (
            "an absent stem below a commitment to nothing",
            Expected::RefusedByOurs,
            include_str!("../../../../crates/tree/tests/witness_too_deep.json"),
        ),
        (
            "a bound witness",
            Expected::AcceptedByOursOnly,
            include_str!("../../../../crates/tree/tests/witness_bound.json"),
        ),
    ];
    let test_case = |(what, expected, text): (&str, Expected, &str)| {
        let file: Value = serde_json::from_str(text).expect("the file is JSON");
        let root = |name: &str| {
            let digits = file[name].as_str().and_then(|text| text.strip_prefix("0x"));
            Bytes(hex::decode(digits.unwrap_or_default()).expect("the root is hexadecimal"))
        };
        let witness = serde_json::to_vec(&file["executionWitness"]).expect("it is JSON");
        TestCase {
            arguments: vec![root("root"), root("rootAfter"), Bytes(witness)],
            expected,
            what: what.to_owned(),
        }
    };
    files.map(test_case).into()
}

type NamedCase = (String, Expected, RawCase);

/// A changed proof that must be refused, with a description of the change.
fn refused(what: impl Into<String>, arguments: RawCase) -> NamedCase {
    (what.into(), Expected::Refused, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fixed_cases_are_witnesses() {
        assert!(files("multiproof.verify").is_empty());
        let named_cases = files("witness.verify");
        assert_eq!(named_cases.len(), 2);
        for test_case in named_cases {
            let [root, after, text] = &test_case.arguments[..] else { panic!("{}", test_case.what) };
            assert_eq!((root.0.len(), after.0.len()), (32, 32));
            assert!(serde_json::from_slice::<Value>(&text.0).unwrap()["verkleProof"].is_object());
        }
    }
}
