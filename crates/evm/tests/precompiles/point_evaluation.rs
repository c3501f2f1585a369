//! Values of committed polynomials: the vectors of c-kzg, and a setup with a known number.

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Jacobian, encoding::ZCASH, g2};
use vorpal_evm::Error;
use vorpal_evm::point_evaluation::{CEREMONY, Setup, run};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;

use crate::hex;

#[test]
fn of_c_kzg() {
    let Some(folder) = vorpal_oracle::data::folder("evm/kzg", "vectors of KZG proofs") else { return };
    let text = std::fs::read_to_string(folder.join("trusted_setup.txt")).unwrap();
    let setups = [&Setup::from_text(&text).unwrap(), Setup::ethereum().unwrap()];
    let secret = g2::encoding::ZCASH.decode(&CEREMONY).unwrap();
    assert_eq!(g2::encoding::ZCASH.encode_compressed(&secret), CEREMONY);
    let (mut valid, mut invalid, mut malformed) = (0, 0, 0);
    for case in std::fs::read_dir(folder.join("verify_kzg_proof/kzg-mainnet")).unwrap() {
        let text = std::fs::read_to_string(case.unwrap().path().join("data.yaml")).unwrap();
        let field = |name: &str| -> Vec<u8> {
            let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{name}:"))).unwrap();
            hex(line.split_once(':').unwrap().1.trim().trim_matches(|c| c == '\'' || c == '"'))
        };
        let output = text.lines().find_map(|line| line.strip_prefix("output: ")).unwrap();
        let [commitment, z, y, proof] = ["commitment", "z", "y", "proof"].map(field);
        for setup in setups {
            // Fields of other lengths are malformed, and the types exclude them.
            let result =
                match (commitment[..].try_into(), z[..].try_into(), y[..].try_into(), proof[..].try_into()) {
                    (Ok(commitment), Ok(z), Ok(y), Ok(proof)) => setup.verify(commitment, z, y, proof),
                    _ => Err(Error::Scalar),
                };
            match output {
                "true" => assert_eq!(result, Ok(()), "{text}"),
                "false" => assert_eq!(result, Err(Error::Proof), "{text}"),
                _ => assert!(matches!(result, Err(Error::Scalar | Error::Point { .. })), "{text}"),
            }
        }
        match output {
            "true" => valid += 1,
            "false" => invalid += 1,
            _ => malformed += 1,
        }
    }
    assert!(valid > 30 && invalid > 30 && malformed > 10, "{valid} {invalid} {malformed}");
}

/// With a known `t`, commitments and proofs of `f = 3 X^2 + 5 X + 7` are multiples of the generator.
#[test]
fn with_a_known_number() {
    let t = Scalar::from(0x1234_5678_9abc_def0).square();
    let setup = Setup::new(&g2::Jacobian::GENERATOR.mul_limbs_vartime(&t.to_limbs()).to_affine()).unwrap();
    let commit = |value: Scalar| {
        ZCASH.encode_compressed(&Jacobian::GENERATOR.mul_limbs_vartime(&value.to_limbs()).to_affine())
    };
    let f = |x: Scalar| (Scalar::from(3) * x + Scalar::from(5)) * x + Scalar::from(7);
    for z in [Scalar::ZERO, Scalar::ONE, -Scalar::ONE, Scalar::from(99), t] {
        // (f(X) - f(z)) / (X - z) = 3 (X + z) + 5
        let proof = commit(Scalar::from(3) * (t + z) + Scalar::from(5));
        let verify = |y: Scalar, proof: &[u8; 48]| {
            setup.verify(&commit(f(t)), &z.to_be_bytes(), &y.to_be_bytes(), proof)
        };
        assert_eq!(verify(f(z), &proof), Ok(()));
        assert_eq!(verify(f(z) + Scalar::ONE, &proof), Err(Error::Proof));
        // At t the value is that of the commitment itself, and every proof is accepted.
        let expected = if z == t { Ok(()) } else { Err(Error::Proof) };
        assert_eq!(verify(f(z), &commit(Scalar::ONE)), expected);
    }
    // A constant polynomial has the proof infinity.
    let constant = commit(Scalar::from(8));
    let infinity = commit(Scalar::ZERO);
    let verify = |y: u64| {
        setup.verify(&constant, &Scalar::from(5).to_be_bytes(), &Scalar::from(y).to_be_bytes(), &infinity)
    };
    assert_eq!([verify(8), verify(9)], [Ok(()), Err(Error::Proof)]);
    assert!(Setup::from_text("").is_err());
    assert!(Setup::from_text("1 2 3 4 5").is_err());
    // The second point of G2 with a sign in the place of a digit.
    let digits: String = CEREMONY.iter().map(|byte| format!("{byte:02x}")).collect();
    let text = |point: &str| format!("0 2 first {point}");
    assert!(Setup::from_text(&text(&digits)).is_ok());
    let at = 2 * CEREMONY.iter().position(|byte| *byte == 8).unwrap();
    let signed = format!("{}+8{}", &digits[..at], &digits[at + 2..]);
    assert!(Setup::from_text(&text(&signed)).is_err());
}

#[test]
fn of_the_contract() {
    assert_eq!(run(&[0; 191]), Err(Error::Length { found: 191 }));
    assert_eq!(run(&[0; 193]), Err(Error::Length { found: 193 }));
    assert_eq!(run(&[0; 192]), Err(Error::VersionedHash));
}
