//! Proofs: made by every contender that makes them, verified by every one that verifies, as they are and changed.

mod openings;
mod witnesses;

use contender::message::Bytes;
use serde_json::Value;

use super::cases::RawCase;
use super::{Expected, Question};
use crate::random::Random;

pub(super) use openings::openings;
pub(super) use witnesses::witnesses;

/// The operation that makes what this one verifies.
pub(super) fn made_by(operation: &str) -> Option<&'static str> {
    match operation {
        "multiproof.verify" => Some("multiproof.create"),
        "witness.verify" => Some("witness.create"),
        _ => None,
    }
}

/// What is asked about a proof: itself, and changed in many ways. `arguments` and `made` are those of the operation that
/// made it, `origin` says by whom and of which case.
pub(super) fn questions(
    operation: &str,
    origin: &str,
    arguments: &[Bytes],
    made: &[Bytes],
    random: &mut Random,
) -> Vec<Question> {
    let questions = match operation {
        "multiproof.verify" => openings::changes(arguments, made, random),
        _ => witnesses::changes(made, random),
    };
    let named = |(what, expected, arguments): (String, Expected, RawCase)| Question {
        arguments: arguments.into_iter().map(Bytes).collect(),
        expected,
        what: format!("{origin}, {what}"),
    };
    questions.into_iter().map(named).collect()
}

/// What is asked in every round of an operation: witnesses that the tests of `vorpal-tree` make, and no contender.
pub(super) fn files(operation: &str) -> Vec<Question> {
    if operation != "witness.verify" {
        return Vec::new();
    }
    let files = [
        // The root after is that of no tree. go-verkle 0.2.2 accepts it.
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
    let question = |(what, expected, text): (&str, Expected, &str)| {
        let file: Value = serde_json::from_str(text).expect("the file is JSON");
        let root = |name: &str| {
            let digits = file[name].as_str().and_then(|text| text.strip_prefix("0x"));
            Bytes(hex::decode(digits.unwrap_or_default()).expect("the root is hexadecimal"))
        };
        let witness = serde_json::to_vec(&file["executionWitness"]).expect("it is JSON");
        Question {
            arguments: vec![root("root"), root("rootAfter"), Bytes(witness)],
            expected,
            what: what.to_owned(),
        }
    };
    files.map(question).into()
}

type Asked = (String, Expected, RawCase);

/// What was changed in a proof that must be refused then.
fn refused(what: impl Into<String>, arguments: RawCase) -> Asked {
    (what.into(), Expected::Refused, arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_witnesses() {
        assert!(files("multiproof.verify").is_empty());
        let asked = files("witness.verify");
        assert_eq!(asked.len(), 2);
        for question in asked {
            let [root, after, text] = &question.arguments[..] else { panic!("{}", question.what) };
            assert_eq!((root.0.len(), after.0.len()), (32, 32));
            assert!(serde_json::from_slice::<Value>(&text.0).unwrap()["verkleProof"].is_object());
        }
    }
}
