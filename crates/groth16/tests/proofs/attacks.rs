//! Proofs, signals and keys that a careless verifier accepts.

use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field};
use vorpal_groth16::json::JsonError;
use vorpal_groth16::{Bls12_381, Bn254, Curve, Proof, VerificationKey, Verifier, VerifyError, json};

use crate::samples::{Sample, for_all, one};

/// A point of the curve of G2 outside the subgroup.
fn outside<G: WeierstrassCurve>() -> Affine<G> {
    let points = (1..100u64).filter_map(|x| Affine::<G>::lift_x_vartime(G::Base::from(x)));
    points.map(|(point, _)| point).find(|point| !point.is_in_subgroup_vartime()).unwrap()
}

/// snarkjs takes missing signals for zero, and other programs ignore further ones.
#[test]
fn the_number_of_signals_is_checked() {
    fn of<C: Curve>(sample: &Sample) {
        let Some((key, signals, proof)) = sample.proof::<C>() else { return };
        let verifier = Verifier::for_development(key).unwrap();
        let expected = signals.len();
        for found in [0, expected - 1, expected + 1] {
            let mut other = signals.clone();
            other.resize(found, C::Scalar::from(0));
            assert_eq!(verifier.verify(&other, &proof), Err(VerifyError::Signals { expected, found }));
        }
    }
    for_all!(of);
}

/// A signal has one representation: `x + r` is refused, and so are numbers between the primes.
#[test]
fn signals_are_below_the_order() {
    fn of<C: Curve>() {
        let order = num_bigint::BigUint::from_bytes_le((-C::Scalar::from(1)).to_le_bytes().as_ref()) + 1u8;
        let text = |number: &num_bigint::BigUint| format!("[\"0\", \"{number}\"]");
        assert!(json::read_public::<C>(&text(&(&order - 1u8))).is_ok());
        for number in [order.clone(), &order + 33u8, order << 3] {
            let expected = JsonError::Number { name: "signal", index: 1 };
            assert_eq!(json::read_public::<C>(&text(&number)), Err(expected));
        }
        for text in ["", "[1]", "[\"-1\"]", "{}", "[\"1\",]", "[\"0x1\"]", "[\" 1\"]", "[null]", "\"1\""] {
            assert!(json::read_public::<C>(text).is_err(), "{text}");
        }
    }
    of::<Bn254>();
    of::<Bls12_381>();
}

/// Points that are on no curve, outside the subgroup, or infinity.
#[test]
fn points_of_proofs_are_checked() {
    fn of<C: Curve>(sample: &Sample) {
        let Some((key, signals, proof)) = sample.proof::<C>() else { return };
        let verifier = Verifier::for_development(key).unwrap();
        let refused = |proof: Proof<C>, name, reason| {
            assert_eq!(verifier.verify(&signals, &proof), Err(VerifyError::Point { name, reason }));
        };
        let (off, not_in) = (vorpal_curves::Error::NotOnCurve, vorpal_curves::Error::NotInSubgroup);
        let g1 = Affine::new_unchecked(1.into(), 1.into());
        let g2 = Affine::new_unchecked(1.into(), 1.into());
        refused(Proof { a: g1, ..proof }, "pi_a", off);
        refused(Proof { b: g2, ..proof }, "pi_b", off);
        refused(Proof { c: g1, ..proof }, "pi_c", off);
        refused(Proof { b: outside(), ..proof }, "pi_b", not_in);
        if !C::G1::HAS_PRIME_ORDER {
            refused(Proof { a: outside(), ..proof }, "pi_a", not_in);
            refused(Proof { c: outside(), ..proof }, "pi_c", not_in);
            // A small component that a pairing of points of the subgroup does not see.
            let torsion = (proof.a + outside::<C::G1>()).to_affine();
            refused(Proof { a: torsion, ..proof }, "pi_a", not_in);
        }
        // A component outside the subgroup, which the check of the equation alone might not see.
        let torsion = (proof.b + outside::<C::G2>()).to_affine();
        refused(Proof { b: torsion, ..proof }, "pi_b", not_in);
        // Infinity is in every group.
        for wrong in [
            Proof { a: Affine::IDENTITY, ..proof },
            Proof { b: Affine::IDENTITY, ..proof },
            Proof { c: Affine::IDENTITY, ..proof },
            Proof { a: Affine::IDENTITY, b: Affine::IDENTITY, c: Affine::IDENTITY },
            Proof { a: -proof.a, ..proof },
            Proof { c: proof.a, a: proof.c, ..proof },
        ] {
            assert_eq!(verifier.verify(&signals, &wrong), Ok(false));
        }
        // Everybody can make other valid proofs of the same signals.
        let three = C::Scalar::from(3);
        let third = Field::invert_vartime(&three).unwrap();
        let other = Proof {
            a: proof.a.mul_vartime(&three).to_affine(),
            b: proof.b.mul_vartime(&third).to_affine(),
            ..proof
        };
        assert_eq!(verifier.verify(&signals, &other), Ok(true));
    }
    for_all!(of);
}

/// Of a key without contributions, `delta = gamma`, everybody can prove everything, so it is refused. With
/// `delta = -gamma` too.
#[test]
fn keys_without_contributions_are_refused() {
    fn of<C: Curve>(sample: &Sample) {
        let Some((mut key, mut signals, _)) = sample.proof::<C>() else { return };
        signals[0] += C::Scalar::from(666);
        let scalars: Vec<C::Scalar> = core::iter::once(C::Scalar::from(1)).chain(signals.clone()).collect();
        let sum = key.ic.iter().zip(&scalars).fold(Projective::<C::G1>::IDENTITY, |sum, (point, scalar)| {
            sum.add(&Projective::from_affine(point).mul(scalar))
        });
        for (delta, c) in [(key.gamma_g2, -sum.to_affine()), (-key.gamma_g2, sum.to_affine())] {
            key.delta_g2 = delta;
            assert!(key.is_forgeable());
            assert_eq!(
                Verifier::new(key.clone()).map(|_| ()),
                Err(VerifyError::Forgeable),
                "{}",
                sample.name
            );
            let forged = Proof { a: key.alpha_g1, b: key.beta_g2, c };
            let verifier = Verifier::for_development(key.clone()).unwrap();
            assert_eq!(verifier.verify(&signals, &forged), Ok(true), "{}", sample.name);
        }
    }
    for_all!(of);
}

/// A key with infinity makes wrong proofs valid: with `delta H = O`, C is free; such keys are refused.
#[test]
fn points_of_keys_are_checked() {
    fn of<C: Curve>(sample: &Sample) {
        let Some((key, ..)) = sample.proof::<C>() else { return };
        let refused = |change: &dyn Fn(&mut VerificationKey<C>), expected| {
            let mut changed = key.clone();
            change(&mut changed);
            assert_eq!(Verifier::for_development(changed).map(|_| ()), Err(expected));
        };
        let infinity = |name| VerifyError::Infinity { name };
        refused(&|key| key.alpha_g1 = Affine::IDENTITY, infinity("vk_alpha_1"));
        refused(&|key| key.beta_g2 = Affine::IDENTITY, infinity("vk_beta_2"));
        refused(&|key| key.gamma_g2 = Affine::IDENTITY, infinity("vk_gamma_2"));
        refused(&|key| key.delta_g2 = Affine::IDENTITY, infinity("vk_delta_2"));
        refused(&|key| key.ic.clear(), VerifyError::Empty);
        let (off, not_in) = (vorpal_curves::Error::NotOnCurve, vorpal_curves::Error::NotInSubgroup);
        let point = |name, reason| VerifyError::Point { name, reason };
        refused(&|key| key.ic[1] = Affine::new_unchecked(1.into(), 1.into()), point("IC", off));
        refused(&|key| key.gamma_g2 = Affine::new_unchecked(1.into(), 1.into()), point("vk_gamma_2", off));
        refused(&|key| key.beta_g2 = outside(), point("vk_beta_2", not_in));
        refused(&|key| key.gamma_g2 = outside(), point("vk_gamma_2", not_in));
        refused(&|key| key.delta_g2 = outside(), point("vk_delta_2", not_in));
    }
    for_all!(of);
}

/// Texts with other points, names or fields.
#[test]
fn wrong_json_is_refused() {
    let Some(sample) = one("bn254/poseidon") else { return };
    let (proof, key) = (sample.text("circom.proof").unwrap(), sample.text("verification_key.json").unwrap());
    let read = |text: &str| Proof::<Bn254>::from_json(text);
    let x = read(&proof).unwrap().a.coordinates().unwrap().0;
    let x = format!("\"{}\"", num_bigint::BigUint::from_bytes_le(x.to_le_bytes().as_ref()));
    let modulus = "21888242871839275222246405745257275088696311157297823662689037894645226208583";
    let replaced = |to: &str| read(&proof.replacen(&x, to, 1));
    assert_eq!(replaced("\"1\""), Err(JsonError::NotOnCurve { name: "pi_a" }));
    assert_eq!(replaced(&format!("\"{modulus}\"")), Err(JsonError::Number { name: "pi_a", index: 0 }));
    assert_eq!(read(&proof.replacen("\"1\"\n", "\"2\"\n", 1)), Err(JsonError::Coordinates { name: "pi_a" }));
    assert_eq!(read(&proof.replace("groth16", "plonk")), Err(JsonError::Protocol));
    assert_eq!(read(&proof.replace("bn128", "bls12381")), Err(JsonError::Curve("bn128")));
    assert!(matches!(read(&proof[1..]), Err(JsonError::Syntax { .. })));
    assert!(matches!(read(&proof.replace("pi_c", "pi_d")), Err(JsonError::Syntax { .. })));
    assert!(matches!(read(""), Err(JsonError::Syntax { line: 1, .. })));
    let read = |text: &str| VerificationKey::<Bn254>::from_json(text).map(|_| ());
    assert_eq!(
        read(&key.replace("\"nPublic\": 1", "\"nPublic\": 2")),
        Err(JsonError::Signals { expected: 3, found: 2 })
    );
    assert!(read(&key.replace("\"nPublic\": 1", &format!("\"nPublic\": {}", u64::MAX))).is_err());
    assert_eq!(json::curve_of(&proof), Ok(sample.curve));
    assert!(json::curve_of(&proof.replace("bn128", "bw6")).is_err());
    // Infinity as snarkjs writes it.
    let identity = Proof::<Bn254> { a: Affine::IDENTITY, b: Affine::IDENTITY, c: Affine::IDENTITY };
    assert_eq!(Proof::from_json(&identity.to_json()), Ok(identity));
    assert!(identity.to_json().starts_with("{\n \"pi_a\": [\n  \"0\",\n  \"1\",\n  \"0\"\n ]"));
}
