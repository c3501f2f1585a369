//! Tests `VorpalCrypto` against alloy's default provider and against libsecp256k1.

#![cfg(feature = "alloy2")]

mod common;

use alloy_consensus::crypto::RecoveryError;
use alloy_consensus::crypto::backend::CryptoProvider;
use alloy_consensus::crypto::secp256k1::{recover_signer_unchecked, verify_and_compute_signer_unchecked};
use alloy_primitives::{Address, B256, Signature, U256};
use secp256k1::ecdsa::{RecoverableSignature, RecoveryId};
use secp256k1::{Message, PublicKey, SECP256K1};
use vorpal_interop::VorpalCrypto;

use common::{Question, Stream, edges, join, other_half, questions};

fn theirs(signature: &[u8; 64], y_is_odd: bool) -> Signature {
    let (r, s) = signature.split_at(32);
    Signature::new(U256::from_be_slice(r), U256::from_be_slice(s), y_is_odd)
}

fn recover(signature: &[u8; 64], v: u8, hash: &[u8; 32]) -> Result<Address, RecoveryError> {
    let mut bytes = [v; 65];
    bytes[..64].copy_from_slice(signature);
    VorpalCrypto.recover_signer_unchecked(&bytes, hash)
}

/// The uncompressed key that libsecp256k1 recovers.
fn by_libsecp256k1(question: &Question) -> Option<[u8; 65]> {
    let id = RecoveryId::try_from(i32::from(question.recovery_id)).ok()?;
    let signature = RecoverableSignature::from_compact(&question.signature, id).ok()?;
    let key = SECP256K1.recover_ecdsa(Message::from_digest(question.hash), &signature).ok()?;
    Some(key.serialize_uncompressed())
}

/// The text of alloy's error with its source. The source must be absent.
fn error_text(error: &RecoveryError) -> String {
    format!("{error:?}")
}

#[test]
fn signers_equal_those_of_both_back_ends() {
    let (mut right, mut above_order) = (0, 0);
    for question in questions() {
        let Question { signature, recovery_id, hash } = &question;
        let ours = recover(signature, *recovery_id, hash);
        let libsecp = by_libsecp256k1(&question).map(|key| Address::from_raw_public_key(&key[1..]));
        let context = format!("{signature:02x?} {recovery_id} {hash:02x?}");
        assert_eq!(ours.as_ref().ok(), libsecp.as_ref(), "libsecp256k1: {context}");
        if *recovery_id < 2 {
            let alloys = recover_signer_unchecked(&theirs(signature, *recovery_id == 1), B256::from(*hash));
            assert_eq!(ours.as_ref().ok(), alloys.as_ref().ok(), "alloy: {context}");
            assert_eq!(
                ours.as_ref().err().map(error_text),
                alloys.as_ref().err().map(error_text),
                "{context}"
            );
        }
        right += usize::from(ours.is_ok());
        above_order += usize::from(ours.is_ok() && *recovery_id > 1);
    }
    assert!(right > 200, "{right} signatures had a key");
    assert!(above_order > 10, "{above_order} had one whose x is r + n");
}

#[test]
fn recovery_identifiers_above_3_are_errors() {
    let hash = [7; 32];
    let signature = Stream::new("v").key().sign(&hash).signature().to_compact();
    for v in 4..=255 {
        let error = recover(&signature, v, &hash).expect_err("no recovery identifier");
        assert_eq!(error_text(&error), error_text(&RecoveryError::new()), "{v}");
    }
}

fn check(key: &[u8; 65], signature: &[u8; 64], hash: &[u8; 32]) -> bool {
    let ours = VorpalCrypto.verify_and_compute_signer_unchecked(key, signature, hash);
    let alloys = verify_and_compute_signer_unchecked(key, &theirs(signature, false), B256::from(*hash));
    let context = format!("{key:02x?} {signature:02x?} {hash:02x?}");
    assert_eq!(ours.as_ref().ok(), alloys.as_ref().ok(), "{context}");
    assert_eq!(ours.as_ref().err().map(error_text), alloys.as_ref().err().map(error_text), "{context}");
    if let Ok(address) = ours {
        assert_eq!(address, Address::from_raw_public_key(&key[1..]), "{context}");
    }
    ours.is_ok()
}

#[test]
fn verification_with_known_keys_agrees_with_alloy() {
    let mut stream = Stream::new("known keys");
    for _ in 0..24 {
        let (secret, hash) = (stream.key(), stream.block());
        let key = secret.public_key().to_uncompressed();
        let signature = secret.sign(&hash).signature().to_compact();
        assert!(check(&key, &signature, &hash));
        assert!(check(&key, &other_half(&signature), &hash));
        assert!(!check(&key, &signature, &stream.block()));
        assert!(!check(&stream.key().public_key().to_uncompressed(), &signature, &hash));
        for bit in [0, 255, 256, 511] {
            let mut altered = signature;
            altered[bit / 8] ^= 1 << (bit % 8);
            assert!(!check(&key, &altered, &hash));
        }
    }
}

/// `r` and `s` out of range are rejected for every hash.
#[test]
fn edge_values_are_rejected_as_by_alloy() {
    let mut stream = Stream::new("edges of known keys");
    let secret = stream.key();
    let key = secret.public_key().to_uncompressed();
    let edges = edges();
    for hash in [edges[0], edges[5], edges[8]] {
        assert!(check(&key, &secret.sign(&hash).signature().to_compact(), &hash));
        for r in &edges {
            for s in &edges {
                assert!(!check(&key, &join(r, s), &hash));
            }
        }
    }
}

#[test]
fn malformed_keys_are_errors() {
    let mut stream = Stream::new("malformed keys");
    let (secret, hash) = (stream.key(), stream.block());
    let key = secret.public_key().to_uncompressed();
    let signature = secret.sign(&hash).signature().to_compact();
    for tag in 0..=255 {
        let mut tagged = key;
        tagged[0] = tag;
        assert_eq!(check(&tagged, &signature, &hash), tag == 4, "tag {tag}");
    }
    for edge in edges() {
        for half in [1, 33] {
            let mut off_curve = key;
            off_curve[half..half + 32].copy_from_slice(&edge);
            assert!(!check(&off_curve, &signature, &hash));
        }
    }
    let mut zero = [0; 65];
    assert!(!check(&zero, &signature, &hash));
    zero[0] = 4;
    assert!(!check(&zero, &signature, &hash));
}

/// alloy's two back ends differ on these inputs. `VorpalCrypto` follows alloy's specification, which does not require a
/// low `s`, and agrees with `k256`.
#[test]
fn differences_from_libsecp256k1() {
    let mut stream = Stream::new("differences between back ends");
    let (secret, hash) = (stream.key(), stream.block());
    let mut key = secret.public_key().to_uncompressed();
    let low = secret.sign(&hash).signature().to_compact();
    let high = other_half(&low);
    let libsecp = |signature: &[u8; 64]| {
        let signature = secp256k1::ecdsa::Signature::from_compact(signature).expect("in range");
        let key = PublicKey::from_slice(&secret.public_key().to_uncompressed()).expect("a key");
        SECP256K1.verify_ecdsa(Message::from_digest(hash), &signature, &key).is_ok()
    };
    assert!(libsecp(&low) && !libsecp(&high));
    assert!(check(&key, &high, &hash));

    // The hybrid form of X9.62 contains `y` and also its parity.
    key[0] = 6 + (key[64] & 1);
    assert!(PublicKey::from_slice(&key).is_ok());
    assert!(!check(&key, &low, &hash));
}
