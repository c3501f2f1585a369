//! The vectors of go-ethereum: outputs, gas, and failures with their reasons.

use std::path::Path;

use serde_json::Value;
use vorpal_evm::modexp::Pricing;
use vorpal_evm::{Error, Precompile, Rules};

use crate::hex;

const FILES: [(&str, Precompile, usize); 26] = [
    ("blake2F", Precompile::Blake2F, 5),
    ("blsG1Add", Precompile::Bls12G1Add, 112),
    ("blsG1Mul", Precompile::Bls12G1Msm, 11),
    ("blsG1MultiExp", Precompile::Bls12G1Msm, 154),
    ("blsG2Add", Precompile::Bls12G2Add, 112),
    ("blsG2Mul", Precompile::Bls12G2Msm, 11),
    ("blsG2MultiExp", Precompile::Bls12G2Msm, 153),
    ("blsMapG1", Precompile::Bls12MapFpToG1, 105),
    ("blsMapG2", Precompile::Bls12MapFp2ToG2, 105),
    ("blsPairing", Precompile::Bls12Pairing, 106),
    ("bn256Add", Precompile::Bn254Add, 16),
    ("bn256Pairing", Precompile::Bn254Pairing, 14),
    ("bn256ScalarMul", Precompile::Bn254Mul, 19),
    ("ecRecover", Precompile::EcRecover, 5),
    ("fail-blake2f", Precompile::Blake2F, 4),
    ("fail-blsG1Add", Precompile::Bls12G1Add, 6),
    ("fail-blsG1Mul", Precompile::Bls12G1Msm, 7),
    ("fail-blsG1MultiExp", Precompile::Bls12G1Msm, 7),
    ("fail-blsG2Add", Precompile::Bls12G2Add, 6),
    ("fail-blsG2Mul", Precompile::Bls12G2Msm, 7),
    ("fail-blsG2MultiExp", Precompile::Bls12G2Msm, 7),
    ("fail-blsMapG1", Precompile::Bls12MapFpToG1, 5),
    ("fail-blsMapG2", Precompile::Bls12MapFp2ToG2, 5),
    ("fail-blsPairing", Precompile::Bls12Pairing, 9),
    ("p256Verify", Precompile::P256Verify, 782),
    ("pointEvaluation", Precompile::PointEvaluation, 1),
];

/// What go-ethereum calls an error.
fn reason(error: Error) -> &'static str {
    match error {
        Error::Length { .. } => "invalid input length",
        Error::Padding { .. } => "invalid field element top bytes",
        Error::Coordinate { .. } => "invalid fp.Element encoding",
        Error::NotOnCurve { .. } => "invalid point: not on curve",
        Error::NotInSubgroup { group: vorpal_evm::Group::G1, .. } => "g1 point is not on correct subgroup",
        Error::NotInSubgroup { group: vorpal_evm::Group::G2, .. } => "g2 point is not on correct subgroup",
        Error::Flag { .. } => "invalid final flag",
        other => panic!("no failing vector has {other}"),
    }
}

fn check(path: &Path, precompile: Precompile, rules: Rules) -> usize {
    let vectors: Vec<Value> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    for vector in &vectors {
        let name = format!("{} {}", path.display(), vector["Name"]);
        let input = hex(vector["Input"].as_str().unwrap());
        let result = precompile.run(&input, rules);
        match vector["ExpectedError"].as_str() {
            Some(error) => assert_eq!(result.map_err(reason), Err(error), "{name}"),
            None => {
                let longest = precompile.longest_output(&input, rules);
                assert!(result.as_ref().is_ok_and(|output| [0, longest].contains(&output.len())), "{name}");
                assert_eq!(result, Ok(hex(vector["Expected"].as_str().unwrap())), "{name}");
                assert_eq!(Some(precompile.gas(&input, rules)), vector["Gas"].as_u64(), "{name}");
            }
        }
    }
    vectors.len()
}

#[test]
fn of_go_ethereum() {
    let Some(folder) = vorpal_oracle::data::folder("evm/precompiles", "vectors of precompiles") else {
        return;
    };
    for (name, precompile, number) in FILES {
        assert_eq!(check(&folder.join(format!("{name}.json")), precompile, Rules::NEWEST), number, "{name}");
    }
    for (name, modexp, number) in [
        ("modexp", Pricing::Eip198, 17),
        ("modexp_eip2565", Pricing::Eip2565, 47),
        ("modexp_eip7883", Pricing::Eip7883, 45),
    ] {
        assert_eq!(
            check(&folder.join(format!("{name}.json")), Precompile::ModExp, Rules { modexp }),
            number,
            "{name}"
        );
    }
}
