//! Tests of Schnorr signatures with the vectors of BIP 340 (`bip-0340/test-vectors.csv` of its repository, by its
//! authors, BSD 2-clause licence), and against textbook signing with random keys.

use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use vorpal_oracle::data;
use vorpal_oracle::secp256k1::{bytes, multiple, number, order};
use vorpal_secp256k1::{
    Error, SchnorrSignature, SchnorrVerification, SecretKey, XOnlyPublicKey, verify_schnorr_batch,
};

struct Vector {
    index: usize,
    /// Secret key and auxiliary bytes.
    signer: Option<([u8; 32], [u8; 32])>,
    key: [u8; 32],
    message: Vec<u8>,
    signature: [u8; 64],
    valid: bool,
    comment: String,
}

fn vectors() -> Vec<Vector> {
    let lines = include_str!("../data/bip340.csv").lines().skip(1);
    let vectors: Vec<_> = lines
        .map(|line| {
            let fields: Vec<&str> = line.splitn(8, ',').collect();
            let array = |field: &str| data::bytes(field).try_into().unwrap();
            Vector {
                index: fields[0].parse().unwrap(),
                signer: (!fields[1].is_empty()).then(|| (array(fields[1]), array(fields[3]))),
                key: array(fields[2]),
                message: data::bytes(fields[4]),
                signature: data::bytes(fields[5]).try_into().unwrap(),
                valid: fields[6] == "TRUE",
                comment: fields[7].to_string(),
            }
        })
        .collect();
    assert!(vectors.iter().enumerate().all(|(i, vector)| vector.index == i));
    assert_eq!(vectors.len(), 19);
    vectors
}

/// The vectors with a valid encoding of the key and the signature, with both.
fn parsed() -> Vec<(Vector, XOnlyPublicKey, SchnorrSignature)> {
    let parsed = vectors().into_iter().filter_map(|vector| {
        let key = XOnlyPublicKey::from_be_bytes(&vector.key).ok()?;
        let signature = SchnorrSignature::from_bytes(&vector.signature).ok()?;
        Some((vector, key, signature))
    });
    parsed.collect()
}

#[test]
fn signing() {
    let mut signed = 0;
    for Vector { index, signer, key, message, signature, .. } in vectors() {
        let Some((secret, auxiliary)) = signer else { continue };
        let secret = SecretKey::from_be_bytes(&secret).unwrap();
        assert_eq!(secret.x_only_public_key().to_be_bytes(), key, "vector {index}");
        assert_eq!(secret.public_key().x_only().0.to_be_bytes(), key, "vector {index}");
        assert_eq!(secret.sign_schnorr(&message, &auxiliary).to_bytes(), signature, "vector {index}");
        signed += 1;
    }
    assert_eq!(signed, 8);
}

#[test]
fn verification() {
    for (vector, key, signature) in parsed() {
        let Vector { index, message, valid, comment, .. } = vector;
        assert_eq!(key.verify_schnorr(&message, &signature), valid, "vector {index}: {comment}");
        let alone = SchnorrVerification { message: &message, signature, key };
        assert_eq!(verify_schnorr_batch(&[alone]), [valid], "vector {index}: {comment}");
        assert_eq!((key.to_be_bytes(), signature.to_bytes()), (vector.key, vector.signature));
    }
}

/// Of the vectors, two have an invalid key and two an invalid signature, with `r = p` or `s = n`.
#[test]
fn rejects_invalid_encodings() {
    let refused: Vec<_> = vectors()
        .iter()
        .filter_map(|vector| {
            let key = XOnlyPublicKey::from_be_bytes(&vector.key).err();
            let signature = SchnorrSignature::from_bytes(&vector.signature).err();
            assert!(!vector.valid || (key, signature) == (None, None), "vector {}", vector.index);
            (key.is_some() || signature.is_some()).then_some((vector.index, key, signature))
        })
        .collect();
    let not_on_curve = XOnlyPublicKey::from_be_bytes(&bytes(&5u8.into())).unwrap_err();
    let too_large = XOnlyPublicKey::from_be_bytes(&[0xff; 32]).unwrap_err();
    assert!(matches!(not_on_curve, Error::PublicKey(_)) && not_on_curve != too_large);
    assert_eq!(
        refused,
        [
            (5, Some(not_on_curve), None),
            (12, None, Some(Error::R)),
            (13, None, Some(Error::S)),
            (14, Some(too_large), None),
        ]
    );
}

/// All vectors in one batch. The repetitions include batches that are verified by one sum.
#[test]
fn batches() {
    let parsed = parsed();
    for repetitions in [1, 2, 9, 20] {
        let batch: Vec<_> = (0..repetitions)
            .flat_map(|_| &parsed)
            .map(|(vector, key, signature)| SchnorrVerification {
                message: &vector.message,
                signature: *signature,
                key: *key,
            })
            .collect();
        let expected: Vec<_> =
            (0..repetitions).flat_map(|_| parsed.iter().map(|(vector, ..)| vector.valid)).collect();
        assert_eq!(verify_schnorr_batch(&batch), expected, "{} signatures", batch.len());
        // In batches of valid signatures only, the sum is zero.
        let good: Vec<_> =
            batch.into_iter().zip(expected).filter_map(|(item, valid)| valid.then_some(item)).collect();
        assert_eq!(verify_schnorr_batch(&good), vec![true; good.len()]);
    }
}

/// SHA-256 with a tag, by BIP 340's definition.
fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag: [u8; 32] = Sha256::digest(tag).into();
    let parts: Vec<u8> =
        [&tag[..], &tag[..]].iter().chain(parts).flat_map(|part| part.iter().copied()).collect();
    Sha256::digest(parts).into()
}

/// BIP 340, "Default Signing", on big integers.
fn textbook_sign(secret: &BigUint, message: &[u8], auxiliary: &[u8; 32]) -> [u8; 64] {
    let n = order();
    let even = |scalar: &BigUint| {
        let (x, y) = multiple(scalar).unwrap();
        (bytes(&x), if y.bit(0) { &n - scalar } else { scalar.clone() })
    };
    let (key, d) = even(secret);
    let mask = tagged("BIP0340/aux", &[auxiliary]);
    let mut masked = bytes(&d);
    masked.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
    let nonce = number(&tagged("BIP0340/nonce", &[&masked, &key, message])) % &n;
    let (r, k) = even(&nonce);
    let e = number(&tagged("BIP0340/challenge", &[&r, &key, message])) % &n;
    let mut signature = [0; 64];
    signature[..32].copy_from_slice(&r);
    signature[32..].copy_from_slice(&bytes(&((k + e * d) % n)));
    signature
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(16)))]
    #[test]
    fn random_keys_and_messages(
        secret: [u8; 32], auxiliary: [u8; 32], message in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let secret = number(&secret) % order();
        prop_assume!(secret != BigUint::ZERO);
        let key = SecretKey::from_be_bytes(&bytes(&secret)).unwrap();
        let signature = key.sign_schnorr(&message, &auxiliary);
        prop_assert_eq!(signature.to_bytes(), textbook_sign(&secret, &message, &auxiliary));
        let public = key.x_only_public_key();
        prop_assert!(public.verify_schnorr(&message, &signature));
        let mut longer = message.clone();
        longer.push(0);
        prop_assert!(!public.verify_schnorr(&longer, &signature));
    }
}

/// Secret keys at the bounds of their range, and messages of 0 to 1000 bytes.
#[test]
fn extreme_keys_and_lengths() {
    let n = order();
    for secret in [BigUint::from(1u8), 2u8.into(), &n >> 1, (&n >> 1) + 1u8, &n - 2u8, &n - 1u8] {
        let key = SecretKey::from_be_bytes(&bytes(&secret)).unwrap();
        for length in [0, 1, 31, 32, 33, 63, 64, 65, 1000] {
            let message = vec![0xa5; length];
            let signature = key.sign_schnorr(&message, &[0xff; 32]);
            assert_eq!(
                signature.to_bytes(),
                textbook_sign(&secret, &message, &[0xff; 32]),
                "{secret:x}, {length}"
            );
            assert!(key.x_only_public_key().verify_schnorr(&message, &signature));
        }
    }
}
