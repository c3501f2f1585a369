//! Which traits of the standard library and of serde the public values of all crates have: elements, points, keys,
//! signatures, proofs, keys of the tree, witnesses. The compiler answers for each type and trait, and the table states
//! the answers.

use std::fmt::{Debug, Display, LowerHex};
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use vorpal_fields::primes::{Bls12_381Scalar, Secp256k1Base};
use vorpal_fields::tower::{Fp2, Fp12};
use vorpal_secp256k1::{SchnorrKeyPair, SecretKey, p256};

/// Whether a type has all these traits. A constant of the type itself, which exists if it has them, comes before the
/// constant of a trait that every type has.
macro_rules! has {
    ($type:ty: $($bound:tt)+) => {{
        #[allow(dead_code, reason = "a type without the traits uses the other constant")]
        struct Probe<T>(PhantomData<T>);
        #[allow(dead_code, reason = "a type with the traits uses the other constant")]
        trait Absent {
            const HAS: bool = false;
        }
        impl<T> Absent for Probe<T> {}
        #[allow(dead_code, reason = "a type without the traits uses the other constant")]
        impl<T: $($bound)+> Probe<T> {
            const HAS: bool = true;
        }
        <Probe<$type>>::HAS
    }};
}

/// The names of the traits that a type has.
macro_rules! traits {
    ($type:ty) => {
        [
            ("bytes", has!($type: for<'a> TryFrom<&'a [u8]>)),
            ("text", has!($type: FromStr)),
            ("display", has!($type: Display)),
            ("hex", has!($type: LowerHex)),
            ("debug", has!($type: Debug)),
            ("write", has!($type: Serialize)),
            ("read", has!($type: DeserializeOwned)),
            ("hash", has!($type: Hash)),
            ("ord", has!($type: Ord)),
            ("default", has!($type: Default)),
        ]
    };
}

/// A row of the table: a type, and what it has.
macro_rules! rows {
    ($($type:ty => $expected:expr;)*) => {
        [$((stringify!($type), traits!($type), $expected)),*]
    };
}

/// From and to bytes and text, by people and machines.
const ENCODED: &str = "bytes text display hex debug write read hash";

fn encoded(others: &str) -> String {
    format!("{ENCODED} {others}").trim_end().to_string()
}

#[test]
fn public_values_have_the_traits_of_the_table() {
    use vorpal_curves::{bandersnatch, bls12_381, bn254, pallas, secp256k1, vesta};
    use vorpal_fields::primes::Bls12_381BaseModulus;
    use vorpal_msm::{JobId, PartialMsm};

    let rows = rows! {
        // The bytes of an element have an order: `from_le_bytes`, `from_be_bytes`.
        Bls12_381Scalar => "text display hex debug write read hash default".to_string();
        Secp256k1Base => "text display hex debug write read hash default".to_string();
        Fp2<Bls12_381BaseModulus, 6> => "debug hash default".to_string();
        Fp12<Bls12_381BaseModulus, 6> => "debug hash default".to_string();

        bls12_381::Affine => encoded("default");
        bls12_381::g2::Affine => encoded("default");
        pallas::Affine => encoded("default");
        vesta::Affine => encoded("default");
        bandersnatch::AffineBanderwagon => encoded("default");
        // Points that are not normalised have no hash: it would cost an inversion.
        bandersnatch::Banderwagon => encoded("default").replace(" hash", "");
        bls12_381::Jacobian => "debug default".to_string();
        // Several formats: `PointFormat` names one.
        bn254::Affine => "debug hash default".to_string();
        secp256k1::Affine => "debug hash default".to_string();
        secp256k1::Projective => "debug default".to_string();
        vorpal_curves::models::edwards::ExtendedEdwards<bandersnatch::Bandersnatch> => "debug default".to_string();
        vorpal_pairing::bls12_381::Gt => "debug hash default".to_string();

        // Never shown.
        SecretKey => "bytes text debug".to_string();
        p256::SecretKey => "bytes text debug".to_string();
        SchnorrKeyPair => "debug".to_string();
        vorpal_secp256k1::SharedSecret => "debug".to_string();
        vorpal_secp256k1::PublicKey => encoded("ord");
        p256::PublicKey => encoded("ord");
        vorpal_secp256k1::XOnlyPublicKey => encoded("ord");
        vorpal_secp256k1::Signature => encoded("");
        p256::Signature => encoded("");
        vorpal_secp256k1::RecoverableSignature => encoded("");
        vorpal_secp256k1::SchnorrSignature => encoded("");

        vorpal_kzg::Commitment => encoded("");
        vorpal_kzg::Proof => encoded("");
        vorpal_kzg::Cell => encoded("").replace(" hash", "");
        vorpal_kzg::Blob => encoded("").replace(" hash", "");
        vorpal_ipa::MultiProof => encoded("").replace(" hash", "");
        vorpal_ipa::InnerProductProof => encoded("").replace(" hash", "");

        vorpal_tree::Key => encoded("ord");
        vorpal_tree::Address => encoded("ord");
        vorpal_tree::Root => "bytes debug write read hash ord default".to_string();
        vorpal_tree::Path => "display debug hash ord default".to_string();
        vorpal_tree::Witness => "bytes debug write read".to_string();
        vorpal_tree::Proof => "bytes debug".to_string();
        JobId => "text display hex debug hash".to_string();
        PartialMsm<vorpal_curves::bn254::Bn254G1> => "bytes debug".to_string();
    };
    let mut faults = Vec::new();
    for (name, traits, expected) in rows {
        let found: Vec<&str> = traits.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect();
        let found = found.join(" ");
        if found != expected {
            faults.push(format!("{name}: {found}, not {expected}"));
        }
    }
    assert_eq!(faults, [""; 0]);
}

/// No form of a secret key, a key pair or a shared secret shows digits of it.
#[test]
fn secrets_are_not_shown() {
    let digits = format!("{:?}", [0x5a; 32]);
    let bytes = [0x5a; 32];
    let key = SecretKey::from_be_bytes(&bytes).expect("a key");
    let on_p256 = p256::SecretKey::from_be_bytes(&bytes).expect("a key");
    let shared = key.diffie_hellman(&key.public_key());
    let pair = SchnorrKeyPair::new(&key);
    assert_eq!([format!("{key:?}"), format!("{on_p256:#?}")], ["SecretKey(..)"; 2]);
    for shown in [format!("{pair:?}"), format!("{shared:?}"), format!("{pair:#?}"), format!("{shared:#?}")] {
        for secret in ["5a5a5a", "0x5a", &digits, &format!("{:?}", *shared.x())] {
            assert!(!shown.contains(secret), "{shown}");
        }
    }
}

/// Points and proofs survive the conversions, and other bytes and texts are errors that name the length.
#[test]
fn points_and_proofs_are_read_as_they_were_written() {
    fn all<T>(values: &[T], length: usize)
    where
        T: for<'a> TryFrom<&'a [u8]>
            + FromStr
            + Display
            + LowerHex
            + Serialize
            + DeserializeOwned
            + PartialEq
            + Debug,
        for<'a> <T as TryFrom<&'a [u8]>>::Error: Display,
        <T as FromStr>::Err: Display,
    {
        for value in values {
            let text = value.to_string();
            assert_eq!(text.len(), 2 + 2 * length);
            assert_eq!(format!("0x{value:x}"), text);
            assert!(text.parse::<T>().is_ok_and(|read| read == *value));
            assert!(text[2..].parse::<T>().is_ok_and(|read| read == *value));
            let json = serde_json::to_string(value).expect("JSON");
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<T>(&json).expect("a value"), *value);
            let bytes = postcard::to_allocvec(value).expect("bytes");
            assert_eq!(bytes.len(), length);
            assert_eq!(postcard::from_bytes::<T>(&bytes).expect("a value"), *value);
            assert!(T::try_from(&bytes[..]).is_ok_and(|read| read == *value));
            let error = T::try_from(&bytes[1..]).map_err(|error| error.to_string()).expect_err("too short");
            assert!(error.contains(&(length - 1).to_string()), "{error}");
            let error = text[1..].parse::<T>().map_err(|error| error.to_string()).expect_err("too short");
            assert!(error.contains(&(2 * length).to_string()), "{error}");
        }
    }
    use vorpal_curves::{Group, bandersnatch, bls12_381, pallas, vesta};
    all(&[bls12_381::Affine::GENERATOR, bls12_381::Affine::IDENTITY, -bls12_381::Affine::GENERATOR], 48);
    all(&[bls12_381::g2::Affine::GENERATOR, bls12_381::g2::Affine::IDENTITY], 96);
    all(&[pallas::Affine::GENERATOR, pallas::Affine::IDENTITY], 32);
    all(&[vesta::Affine::GENERATOR, -vesta::Affine::GENERATOR], 32);
    let g = bandersnatch::Banderwagon::generator();
    all(&[g, g.double(), bandersnatch::Banderwagon::IDENTITY], 32);
    all(&[g.to_affine(), -g.double().to_affine()], 32);
    let committer = vorpal_ipa::Committer::with_window(&vorpal_ipa::Basis::default(), 4).expect("tables");
    let values = [3, 1, 4].map(vorpal_ipa::Scalar::from);
    let vector = vorpal_ipa::Vector { commitment: committer.commit(&values), values: &values };
    let proof =
        committer.prove(b"vt", &[vector], &[vorpal_ipa::Query { vector: 0, point: 2 }]).expect("a proof");
    all(std::slice::from_ref(&proof.argument), 544);
    all(&[proof], 576);
    all(&[vorpal_tree::Key::from([7; 32])], 32);
    all(&[vorpal_tree::Address::from([7; 20])], 32);

    // Outside the subgroup, and no point.
    assert!(bls12_381::Affine::try_from(&[0xff; 48]).is_err());
    assert!(bandersnatch::Banderwagon::try_from(&[0xff; 32]).is_err());
}
