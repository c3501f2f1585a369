//! Values of committed polynomials: the vectors of c-kzg, and a setup with a known number.

use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::{Affine, Jacobian, encoding::ZCASH, g2};
use vorpal_evm::Error;
use vorpal_evm::point_evaluation::{CEREMONY, Setup, run};
use vorpal_fields::primes::{Bls12_381Base as Base, Bls12_381Scalar as Scalar};

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
        assert_eq!(verify(f(z), &commit(Scalar::ZERO)), expected);
    }
    // A constant polynomial has the proof infinity.
    let constant = commit(Scalar::from(8));
    let infinity = commit(Scalar::ZERO);
    let verify = |y: u64| {
        setup.verify(&constant, &Scalar::from(5).to_be_bytes(), &Scalar::from(y).to_be_bytes(), &infinity)
    };
    assert_eq!([verify(8), verify(9)], [Ok(()), Err(Error::Proof)]);
}

/// Files of one point of G1 and two of G2, with other texts of the second one.
#[test]
fn malformed_setups() {
    for text in ["", "1 2 3 4 5", "1", "x 2", "-1 2 first second", "18446744073709551615 2 first"] {
        assert!(Setup::from_text(text).is_err(), "{text}");
    }
    let digits = CEREMONY.map(|byte| format!("{byte:02x}")).concat();
    let setup = |digits: &str| Setup::from_text(&format!("1 2 g1 first {digits} g1"));
    assert!(setup(&digits).is_ok() && setup(&digits.to_uppercase()).is_ok());
    // The byte 0x08: two digits may have neither signs, nor spaces, nor a prefix.
    let index = (0..192).step_by(2).find(|i| digits[*i..].starts_with("08")).unwrap();
    for wrong in ["+8", " 8", "-8", "8", "008", "0g", "0x08", "é"] {
        let text = [&digits[..index], wrong, &digits[index + 2..]].concat();
        assert!(setup(&text).is_err(), "{wrong}");
    }
    // Points that no ceremony gives: with infinity the secret is zero, and everyone can prove every value.
    let what = "second point of G2";
    let texts = |point: &g2::Affine| {
        setup(&g2::encoding::ZCASH.encode_compressed(point).map(|byte| format!("{byte:02x}")).concat())
    };
    let outside = (1..50u64).find_map(|x| g2::Affine::lift_x_vartime(x.into())).unwrap().0;
    let error = vorpal_curves::Error::NotInSubgroup;
    for (point, error) in
        [(g2::Affine::IDENTITY, Error::Infinity { what }), (outside, Error::Point { what, error })]
    {
        assert_eq!(Setup::new(&point).err(), Some(error));
        assert_eq!(texts(&point).err(), Some(error));
    }
    let messages = [Error::Infinity { what }, Error::Point { what, error }].map(|error| error.to_string());
    assert_eq!(messages[0], "the second point of G2 is infinity");
    assert_eq!(
        messages[1],
        "the second point of G2 is malformed: the point is on the curve but not in the subgroup"
    );
}

/// A proof or a commitment outside the subgroup, which the equation alone would accept: the constant 0 has the
/// commitment infinity, and a point of order three has the pairing one after the final exponentiation.
#[test]
fn points_of_small_order() {
    let three = Affine::new(Base::ZERO, Base::from(2)).unwrap();
    let encodings = [three, -three].map(|point| ZCASH.encode_compressed(&point));
    let infinity = ZCASH.encode_compressed(&Affine::IDENTITY);
    let zero = [0; 32];
    let setup = Setup::ethereum().unwrap();
    assert_eq!(setup.verify(&infinity, &zero, &zero, &infinity), Ok(()));
    for three in encodings {
        let result = setup.verify(&three, &zero, &zero, &infinity);
        assert!(matches!(result, Err(Error::Point { what: "commitment", .. })));
        let result = setup.verify(&infinity, &zero, &zero, &three);
        assert!(matches!(result, Err(Error::Point { what: "proof", .. })));
    }
    let last = (-Scalar::ONE).to_be_bytes();
    let mut above = last;
    above[31] += 1;
    assert_eq!(setup.verify(&infinity, &last, &zero, &infinity), Ok(()));
    assert_eq!(setup.verify(&infinity, &above, &zero, &infinity), Err(Error::Scalar));
    assert_eq!(setup.verify(&infinity, &zero, &above, &infinity), Err(Error::Scalar));
}

#[test]
fn of_the_contract() {
    assert_eq!(run(&[0; 191]), Err(Error::Length { found: 191 }));
    assert_eq!(run(&[0; 193]), Err(Error::Length { found: 193 }));
    assert_eq!(run(&[0; 192]), Err(Error::VersionedHash));
    // The constant 0: commitment and proof are infinity. All bytes of the versioned hash count, the version too.
    let mut input = [0; 192];
    input[..32].copy_from_slice(&hex("010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014"));
    [input[96], input[144]] = [0xc0; 2];
    let order = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    assert_eq!(run(&input).map(Vec::from), Ok(hex(&format!("{:064x}{order}", 4096))));
    for index in 0..32 {
        for bit in 0..8 {
            let mut wrong = input;
            wrong[index] ^= 1 << bit;
            assert_eq!(run(&wrong), Err(Error::VersionedHash), "{index} {bit}");
        }
    }
    input[95] = 1;
    assert_eq!(run(&input), Err(Error::Proof));
}
