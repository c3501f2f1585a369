//! The suites of RFC 9380, appendix J, and the vectors of Project Wycheproof.

use serde_json::Value;
use sha2::Sha256;
use vorpal_curves::PointFormat;
use vorpal_curves::bls12_381::Bls12_381G1;
use vorpal_curves::bls12_381::g2::{Bls12_381G2, encoding::ZCASH};
use vorpal_curves::hashing::{
    HashableCurve, Hasher, MapToCurve, Xmd, hash_to_field, map_to_curve, map_to_curve_vartime,
};
use vorpal_curves::models::weierstrass::{Affine, Jacobian};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::Field;
use vorpal_oracle::data;

use crate::Textbook;

type Sha<C> = Hasher<C, Xmd<Sha256>>;

/// All functions that hash a message.
pub(crate) fn hash<C: HashableCurve>(hasher: &Sha<C>, message: &[u8]) -> Affine<C> {
    let point = hasher.hash_to_curve(message);
    assert_eq!(hasher.hash_to_curve_vartime(message).to_affine(), point);
    assert_eq!(hasher.hash_to_curve_batch_vartime(&[message]), [point]);
    assert_eq!(hasher.clone().hash_to_curve(message), point);
    point
}

/// All functions that encode a message.
pub(crate) fn encode<C: HashableCurve>(hasher: &Sha<C>, message: &[u8]) -> Affine<C> {
    let point = hasher.encode_to_curve(message);
    assert_eq!(hasher.encode_to_curve_vartime(message).to_affine(), point);
    assert_eq!(hasher.encode_to_curve_batch_vartime(&[message]), [point]);
    point
}

fn parse<C: HashableCurve<Base: Textbook>>(point: &Value) -> Affine<C> {
    let [x, y] = ["x", "y"].map(|name| C::Base::parse(point[name].as_str().unwrap()));
    Affine::new(x, y).unwrap()
}

fn suite<C: HashableCurve<Base: Textbook>, const L: usize>(name: &str) {
    let Some(folder) = data::folder("evm/hash-to-curve", "suites of RFC 9380") else { return };
    for random_oracle in [true, false] {
        let path =
            folder.join(format!("{name}_XMD_SHA-256_SSWU_{}_.json", if random_oracle { "RO" } else { "NU" }));
        let file: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(file["randomOracle"], random_oracle);
        assert_eq!(format!("{:#x}", C::BYTES), file["L"].as_str().unwrap());
        assert_eq!(format!("{:#x}", C::SECURITY_BITS), file["k"].as_str().unwrap());
        assert_eq!(format!("{:#x}", C::Base::DEGREE), file["field"]["m"].as_str().unwrap());
        let MapToCurve::Swu(map) = C::MAP else { panic!("the suite has another map") };
        assert_eq!(map.z().value(), C::Base::parse(file["Z"].as_str().unwrap()));
        let tag = file["dst"].as_str().unwrap().as_bytes();
        let hasher = Sha::<C>::new(tag).unwrap();
        let vectors = file["vectors"].as_array().unwrap();
        assert_eq!(vectors.len(), 5);
        for vector in vectors {
            let message = vector["msg"].as_str().unwrap().as_bytes();
            let us = vector["u"].as_array().unwrap();
            let us: Vec<_> = us.iter().map(|u| C::Base::parse(u.as_str().unwrap())).collect();
            let names: &[&str] = if random_oracle { &["Q0", "Q1"] } else { &["Q"] };
            assert_eq!(us.len(), names.len());
            let mut sum = Jacobian::IDENTITY;
            for (u, name) in us.iter().zip(names) {
                let mapped = map_to_curve::<C>(u);
                assert_eq!(mapped, parse(&vector[*name]), "{vector}");
                assert_eq!(map_to_curve_vartime::<C>(u).to_affine(), mapped);
                sum = sum.add_affine_vartime(&mapped);
            }
            let expected = parse::<C>(&vector["P"]);
            assert_eq!(sum.clear_cofactor_vartime().to_affine(), expected, "{vector}");
            if random_oracle {
                let found = hash_to_field::<C::Base, Xmd<Sha256>, 2, L>(message, tag).unwrap();
                assert_eq!(found[..], us);
                assert_eq!(hash(&hasher, message), expected);
            } else {
                let found = hash_to_field::<C::Base, Xmd<Sha256>, 1, L>(message, tag).unwrap();
                assert_eq!(found[..], us);
                assert_eq!(encode(&hasher, message), expected);
            }
            assert!(expected.is_in_subgroup_vartime());
        }
        let messages: Vec<_> = vectors.iter().map(|vector| vector["msg"].as_str().unwrap()).collect();
        let expected: Vec<Affine<C>> = vectors.iter().map(|vector| parse(&vector["P"])).collect();
        let batch = if random_oracle {
            hasher.hash_to_curve_batch_vartime(&messages)
        } else {
            hasher.encode_to_curve_batch_vartime(&messages)
        };
        assert_eq!(batch, expected);
    }
}

#[test]
fn of_secp256k1() {
    suite::<Secp256k1, 48>("secp256k1");
}

#[test]
fn of_p256() {
    suite::<P256, 48>("P256");
}

#[test]
fn of_bls12_381_g1() {
    suite::<Bls12_381G1, 64>("BLS12381G1");
}

#[test]
fn of_bls12_381_g2() {
    suite::<Bls12_381G2, 64>("BLS12381G2");
}

#[test]
fn of_wycheproof() {
    let Some(folder) = data::folder("evm/wycheproof", "hashes of Project Wycheproof") else { return };
    let file: Value =
        serde_json::from_slice(&std::fs::read(folder.join("bls_hash_to_g2_test.json")).unwrap()).unwrap();
    let mut number = 0;
    for group in file["testGroups"].as_array().unwrap() {
        let hasher = Sha::<Bls12_381G2>::new(group["dst"].as_str().unwrap().as_bytes()).unwrap();
        for test in group["tests"].as_array().unwrap() {
            let message = data::bytes(test["msg"].as_str().unwrap());
            let expected = ZCASH.decode(&data::bytes(test["expected"].as_str().unwrap())).unwrap();
            assert_eq!(test["result"], "valid");
            assert_eq!(hash(&hasher, &message), expected, "{test}");
            number += 1;
        }
    }
    assert_eq!(number, 34);
}
