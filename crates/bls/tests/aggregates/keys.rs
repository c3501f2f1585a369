//! Key generation and derivation against EIP-2333's vectors and a second implementation of HKDF.

use num_bigint::BigUint;
use sha2::{Digest, Sha256};
use vorpal_bls::{Error, MinPk, MinSig, PublicKey, SecretKey, Suite};
use vorpal_curves::bls12_381::{Affine, g2};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_oracle::data::bytes;

use crate::samples::secret;

fn key(decimal: &str) -> [u8; 32] {
    let digits: BigUint = decimal.parse().unwrap();
    let bytes = digits.to_bytes_be();
    let mut key = [0; 32];
    key[32 - bytes.len()..].copy_from_slice(&bytes);
    key
}

/// The test cases of EIP-2333: seed, master key, index, child key.
const CASES: [(&str, &str, u32, &str); 4] = [
    (
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141\
         630c7a3c4ab7c81b2f001698e7463b04",
        "6083874454709270928345386274498605044986640685124978867557563392430687146096",
        0,
        "20397789859736650942317412262472558107875392172444076792671091975210932703118",
    ),
    (
        "3141592653589793238462643383279502884197169399375105820974944592",
        "29757020647961307431480504535336562678282505419141012933316116377660817309383",
        3_141_592_653,
        "25457201688850691947727629385191704516744796114925897962676248250929345014287",
    ),
    (
        "0099FF991111002299DD7744EE3355BBDD8844115566CC55663355668888CC00",
        "27580842291869792442942448775674722299803720648445448686099262467207037398656",
        4_294_967_295,
        "29358610794459428860402234341874281240803786294062035874021252734817515685787",
    ),
    (
        "d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
        "19022158461524446591288038168518313374041767046816487870552872741050760015818",
        42,
        "31372231650479070279774297061823572166496564838472787488249775572789064611981",
    ),
];

#[test]
fn the_vectors_of_eip_2333_hold() {
    for (seed, master, index, child) in CASES {
        let found = SecretKey::derive_master(&bytes(seed)).unwrap();
        assert_eq!(*found.to_be_bytes(), key(master));
        assert_eq!(*found.derive_child(index).to_be_bytes(), key(child));
    }
}

/// HMAC-SHA256 by its definition.
fn hmac(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut block = [0; 64];
    if key.len() > 64 {
        block[..32].copy_from_slice(&Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let inner = Sha256::digest([&block.map(|byte| byte ^ 0x36)[..], text].concat());
    Sha256::digest([&block.map(|byte| byte ^ 0x5c)[..], &inner].concat()).into()
}

/// `KeyGen` of draft 5 by its definition, with one division.
fn key_gen(material: &[u8], salt: &[u8], info: &[u8]) -> [u8; 32] {
    let prk = hmac(salt, &[material, &[0]].concat());
    let info = [info, &[0, 48]].concat();
    let first = hmac(&prk, &[&info[..], &[1]].concat());
    let second = hmac(&prk, &[&first[..], &info, &[2]].concat());
    let number = BigUint::from_bytes_be(&[&first[..], &second[..16]].concat());
    let order = BigUint::from_bytes_be(&(-Scalar::ONE).to_be_bytes()) + 1u32;
    key(&(number % order).to_string())
}

#[test]
fn key_gen_is_that_of_the_drafts() {
    let materials: [&[u8]; 3] = [&[3; 32], &[0xff; 33], &[9; 100]];
    for material in materials {
        for info in [&b""[..], b"info", &[5; 200]] {
            let salt: [u8; 32] = Sha256::digest(b"BLS-SIG-KEYGEN-SALT-").into();
            let of_draft_4 = SecretKey::key_gen(material, info).unwrap();
            assert_eq!(*of_draft_4.to_be_bytes(), key_gen(material, &salt, info));
            for salt in [&salt[..], b"BLS-SIG-KEYGEN-SALT-", b"", &[1; 100]] {
                let found = SecretKey::key_gen_with_salt(material, salt, info).unwrap();
                assert_eq!(*found.to_be_bytes(), key_gen(material, salt, info));
            }
        }
    }
}

#[test]
fn short_key_material_is_refused() {
    for length in [0, 1, 31] {
        let material = vec![1; length];
        let expected = Some(Error::KeyMaterial { found: length });
        assert_eq!(SecretKey::key_gen(&material, b"").err(), expected);
        assert_eq!(SecretKey::key_gen_with_salt(&material, b"salt", b"").err(), expected);
        assert_eq!(SecretKey::derive_master(&material).err(), expected);
    }
    assert!(SecretKey::key_gen(&[1; 32], b"").is_ok());
}

#[test]
fn only_integers_between_zero_and_the_order_are_keys() {
    let mut order = (-Scalar::ONE).to_be_bytes();
    assert!(SecretKey::from_be_bytes(&order).is_ok());
    order[31] += 1;
    let mut one = [0; 32];
    one[31] = 1;
    assert!(SecretKey::from_be_bytes(&one).is_ok());
    let mut above = order;
    above[0] += 1;
    for bytes in [order, above, [0; 32], [0xff; 32]] {
        assert_eq!(SecretKey::from_be_bytes(&bytes).err(), Some(Error::SecretKey));
    }
    assert_eq!(SecretKey::try_from(&one[1..]).err(), Some(Error::Length { expected: 32, found: 31 }));
    assert_eq!(format!("{:?}", secret(1)), "SecretKey(..)");
}

/// Public keys and signatures are multiples by the scalar, computed by other formulas.
#[test]
fn keys_and_signatures_are_multiples() {
    for number in 0..4 {
        let secret = secret(number);
        let limbs = Scalar::from_be_bytes(&*secret.to_be_bytes()).unwrap().to_limbs();
        let of_g1 = vorpal_curves::bls12_381::Jacobian::GENERATOR.mul_limbs_vartime(&limbs).to_affine();
        let of_g2 = g2::Jacobian::GENERATOR.mul_limbs_vartime(&limbs).to_affine();
        assert_eq!(secret.public_key::<MinPk>(), PublicKey::from_point(of_g1).unwrap());
        assert_eq!(secret.public_key::<MinSig>(), PublicKey::from_point(of_g2).unwrap());
        let message = [number as u8; 5];
        let (suite, other) = (Suite::<MinPk>::possession(), Suite::<MinSig>::basic());
        let hash = g2::Jacobian::from_affine(&suite.hash_vartime(&message)).mul_limbs_vartime(&limbs);
        assert_eq!(*secret.sign(&suite, &message).point(), hash.to_affine());
        let hash = vorpal_curves::bls12_381::Jacobian::from_affine(&other.hash_vartime(&message));
        assert_eq!(*secret.sign(&other, &message).point(), hash.mul_limbs_vartime(&limbs).to_affine());
    }
    let negative = SecretKey::from_be_bytes(&(-Scalar::ONE).to_be_bytes()).unwrap();
    assert_eq!(*negative.public_key::<MinPk>().point(), -Affine::GENERATOR);
}
