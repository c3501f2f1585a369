//! Tests of batches that mix curves: every verdict equals that of the function for one signature.

use num_bigint::BigUint;
use vorpal_oracle::secp256k1::bytes;
use vorpal_secp256k1::ecdsa::{AnyVerification, verify_mixed_batch};
use vorpal_secp256k1::p256::SecretKey;
use vorpal_secp256k1::{Recovery, p256, recover};

fn secret(number: u8) -> SecretKey {
    SecretKey::from_be_bytes(&[number; 32]).unwrap()
}

#[test]
fn mixed_batches() {
    let key = vorpal_secp256k1::SecretKey::from_be_bytes(&[5; 32]).unwrap();
    let high = |recovery: &Recovery| {
        let n = vorpal_oracle::secp256k1::order();
        let s = bytes(&(n - BigUint::from_bytes_be(&recovery.s)));
        Recovery { s, recovery_id: recovery.recovery_id ^ 1, ..*recovery }
    };
    let kinds = |i: u8| {
        let hash = [i; 32];
        let signature = key.sign(&hash);
        let recovery = signature.to_recovery(&hash);
        let address = key.public_key().ethereum_address();
        let signed =
            vorpal_secp256k1::Verification { hash, signature: signature.signature(), key: key.public_key() };
        let other = secret(i + 1);
        let verification = p256::Verification { hash, signature: other.sign(&hash), key: other.public_key() };
        let wrong = p256::Verification { hash: [i ^ 0x80; 32], ..verification };
        let address_of = |prefix: &[u8]| {
            use sha3::{Digest, Keccak256};
            let coordinates = &verification.key.to_uncompressed()[1..];
            let digest = Keccak256::digest([prefix, coordinates].concat());
            <[u8; 20]>::try_from(&digest[12..]).unwrap()
        };
        let by =
            |verification, prefix, address| AnyVerification::P256Signer { verification, prefix, address };
        let of = |recovery, address| AnyVerification::Secp256k1Signer { recovery, address };
        assert_eq!(recover(&high(&recovery)), Ok(key.public_key()), "high s recovers, and is refused");
        [
            (AnyVerification::Secp256k1(signed), true),
            (AnyVerification::Secp256k1(vorpal_secp256k1::Verification { hash: [!i; 32], ..signed }), false),
            (AnyVerification::P256(verification), true),
            (AnyVerification::P256(wrong), false),
            (of(recovery, address), true),
            (of(recovery, [i; 20]), false),
            (of(Recovery { hash: [!i; 32], ..recovery }, address), false),
            (of(Recovery { recovery_id: recovery.recovery_id ^ 1, ..recovery }, address), false),
            (of(Recovery { recovery_id: recovery.recovery_id + 2, ..recovery }, address), false),
            (of(Recovery { recovery_id: recovery.recovery_id + 27, ..recovery }, address), false),
            (of(Recovery { r: [0; 32], ..recovery }, address), false),
            (of(high(&recovery), address), false),
            (by(verification, b"", address_of(b"")), true),
            (by(verification, b"\x01", address_of(b"\x01")), true),
            (by(verification, b"", address_of(b"\x01")), false),
            (by(verification, b"", address), false),
            (by(wrong, b"", address_of(b"")), false),
        ]
    };
    let mut list: Vec<_> = (0..8).flat_map(kinds).collect();
    for step in [1, 3, 5] {
        // Every list in another order: the kinds alternate in another way.
        let mut order: Vec<_> = (0..list.len()).collect();
        order.sort_by_key(|i| (i * step) % 7);
        list = order.into_iter().map(|i| list[i]).collect();
        for length in [0, 1, 2, 17, list.len()] {
            let (verifications, expected): (Vec<_>, Vec<_>) = list[..length].iter().copied().unzip();
            assert_eq!(verify_mixed_batch(&verifications), expected, "{step}, {length}");
        }
    }
}

/// The coordinate `x` of a point may be `r + n` if `r` is small. Such a signature has a key, but no transaction has it.
#[test]
fn identifiers_of_large_coordinates_are_refused() {
    let recoveries = (1u8..60).flat_map(|r| {
        [2, 3].map(|id| Recovery { hash: [r; 32], r: bytes(&r.into()), s: bytes(&r.into()), recovery_id: id })
    });
    let found: Vec<_> = recoveries.filter_map(|one| recover(&one).ok().map(|key| (one, key))).collect();
    for id in [2, 3] {
        assert!(found.iter().any(|(one, _)| one.recovery_id == id));
    }
    for (recovery, key) in found {
        let address = key.ethereum_address();
        let verification = AnyVerification::Secp256k1Signer { recovery, address };
        assert_eq!(verify_mixed_batch(&[verification]), [false], "{recovery:?}");
    }
}
