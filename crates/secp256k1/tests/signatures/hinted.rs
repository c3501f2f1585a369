//! Tests of batches with hints, and of batches that mix curves: every verdict equals that of the function for one
//! signature.

use num_bigint::BigUint;
use vorpal_oracle::effort::sample;
use vorpal_oracle::p256::group;
use vorpal_oracle::secp256k1::bytes;
use vorpal_secp256k1::ecdsa::{AnyVerification, HintedVerification, verify_hinted_batch, verify_mixed_batch};
use vorpal_secp256k1::p256::{SecretKey, Signature, Verification};
use vorpal_secp256k1::{Recovery, p256, recover};

fn secret(number: u8) -> SecretKey {
    SecretKey::from_be_bytes(&[number; 32]).unwrap()
}

/// A signature by textbook arithmetic with the nonce `k`, and its recovery identifier.
fn signed(d: u32, k: u32, z: u32) -> (Verification, u8) {
    let group = group();
    let n = &group.order;
    let (d, k, z) = (BigUint::from(d), BigUint::from(k), BigUint::from(z));
    let (r, s) = group.sign(&d, &k, &z).unwrap();
    let (x, y) = group.multiple(&k).unwrap();
    let id = u8::from(y.bit(0)) + 2 * u8::from(&x >= n);
    let key = SecretKey::from_be_bytes(&bytes(&d)).unwrap().public_key();
    (Verification { hash: bytes(&z), signature: Signature::new(&bytes(&r), &bytes(&s)).unwrap(), key }, id)
}

fn hinted(verification: Verification, hint: Option<u8>) -> HintedVerification<vorpal_curves::p256::P256> {
    HintedVerification { verification, hint }
}

fn check(batch: &[HintedVerification<vorpal_curves::p256::P256>], name: &str) {
    let single: Vec<bool> = batch
        .iter()
        .map(|HintedVerification { verification: v, .. }| v.key.verify(&v.hash, &v.signature))
        .collect();
    assert_eq!(verify_hinted_batch(batch), single, "{name}, {}", batch.len());
}

/// Valid signatures with their hints, in batches with and without a sum.
fn good(number: u32) -> Vec<HintedVerification<vorpal_curves::p256::P256>> {
    let some: Vec<_> = (0..24).map(|i| signed(7 + i % 5, 1000 + i, i * i)).collect();
    let at = |i| &some[i as usize % some.len()];
    (0..number).map(|i| hinted(at(i).0, Some(at(i).1))).collect()
}

#[test]
fn hints_do_not_change_verdicts() {
    for number in sample([0, 1, 2, 63, 64, 65, 127, 128, 129, 200, 300], 3, 0) {
        let valid = good(number);
        check(&valid, "right hints");
        assert!(verify_hinted_batch(&valid).into_iter().all(|valid| valid));
        for wrong in [None, Some(4), Some(255), Some(2), Some(3)] {
            let batch: Vec<_> = valid.iter().map(|one| hinted(one.verification, wrong)).collect();
            check(&batch, "hints that name no point");
        }
        let opposite: Vec<_> =
            valid.iter().map(|one| hinted(one.verification, one.hint.map(|id| id ^ 1))).collect();
        check(&opposite, "opposite points");
        assert!(verify_hinted_batch(&opposite).into_iter().all(|valid| valid));
        for position in [0, number / 2, number.saturating_sub(1)] {
            let Some(mut one) = valid.get(position as usize).copied() else { continue };
            let mut batch = valid.clone();
            one.hint = one.hint.map(|id| id ^ 1);
            batch[position as usize] = one;
            check(&batch, "one wrong hint");
            one.verification.hash[31] ^= 1;
            batch[position as usize] = one;
            check(&batch, "an invalid signature with a wrong hint");
            one.hint = one.hint.map(|id| id ^ 1);
            batch[position as usize] = one;
            check(&batch, "an invalid signature");
        }
    }
}

/// Pairs of invalid signatures whose differences from their points cancel without weights: with `s` and `n - s` of one
/// signature, one of them has the hint of the other, so that the sum of `S - R` is zero for both together.
#[test]
fn differences_that_cancel_are_found() {
    let mut batch = good(128);
    // D = u1 G + u2 Q - R is G for one and -G for the other: z + s and z - s instead of z.
    let (verification, id) = signed(9, 4242, 5);
    let n = group().order;
    let (z, s) = (BigUint::from(5u8), BigUint::from_bytes_be(&verification.signature.s()));
    for (at, hash) in [(3, (&z + &s) % &n), (77, (&z + &n - &s) % &n)] {
        batch[at] = hinted(Verification { hash: bytes(&hash), ..verification }, Some(id));
    }
    check(&batch, "differences that cancel");
    let verdicts = verify_hinted_batch(&batch);
    assert!(!verdicts[3] && !verdicts[77]);
    assert_eq!(verdicts.into_iter().filter(|valid| *valid).count(), 126);
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
