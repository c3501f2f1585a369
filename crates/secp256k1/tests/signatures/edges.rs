//! Tests of keys and scalars for which sums meet the exceptional cases of the formulas, in all functions: single
//! verification, batches, prepared keys and recovery. Expected points are multiples of `G` by the constant-time
//! algorithm, which is independent and has complete formulas. This algorithm is compared with textbook arithmetic.

use num_bigint::BigUint;
use vorpal_oracle::big::{hex, invert, legendre};
use vorpal_oracle::effort::{every, is_full};
use vorpal_oracle::weierstrass::{Curve, Point};
use vorpal_secp256k1::{
    DerSignature, Error, KeyCache, PreparedKey, PublicKey, RecoverableSignature, Recovery, SchnorrSignature,
    SchnorrVerification, SecretKey, SharedSecret, Signature, Verification, XOnlyPublicKey, recover,
    recover_batch, verify_batch, verify_schnorr_batch,
};

fn order() -> BigUint {
    hex("0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
}

fn prime() -> BigUint {
    hex("0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f")
}

/// The eigenvalue of `(x, y) -> (beta x, y)`.
fn lambda() -> BigUint {
    hex("0x5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72")
}

fn bytes(value: &BigUint) -> [u8; 32] {
    let digits = value.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

fn secret(scalar: &BigUint) -> Option<SecretKey> {
    SecretKey::from_be_bytes(&bytes(&(scalar % order()))).ok()
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1u8) << bits
}

/// Scalars at the boundaries of digits, pieces and halves, and their negatives; zero first.
fn edges() -> Vec<BigUint> {
    let (n, lambda) = (order(), lambda());
    let mut edges: Vec<BigUint> = [1u32, 2, 3, 5, 16, 127].map(BigUint::from).into();
    edges.extend([&n >> 1, lambda.clone(), &lambda * &lambda % &n, &lambda + 1u8, &lambda - 1u8]);
    for bits in [5, 32, 64, 127, 128, 160, 224, 255] {
        edges.extend([power(bits) - 1u8, power(bits), power(bits) + 1u8]);
    }
    // Scalars near the corners of the cell of the halves, (+- v1 +- v2) / 2 for the short basis v1, v2.
    let [a, b] = ["0x3086d221a7d46bcde86c90e49284eb15", "0xe4437ed6010e88286f547fa90abfe4c3"].map(hex);
    let c = hex("0x114ca50f7a8e2f3f657c1108d9d44cfd8");
    // v1 = (a, -b), v2 = (c, a).
    let corners = [((&a + &c) >> 1u8, &n - ((&b - &a) >> 1u8)), ((&c - &a) >> 1u8, (&a + &b) >> 1u8)];
    for (k1, k2) in corners {
        let corner: BigUint = (k1 + k2 * &lambda) % &n;
        edges.extend([&corner - 1u8, corner.clone(), corner + 1u8]);
    }
    let opposite: Vec<_> = edges.iter().map(|edge| &n - edge % &n).collect();
    [vec![BigUint::ZERO], edges, opposite].concat()
}

fn keys() -> Vec<BigUint> {
    let (n, lambda) = (order(), lambda());
    let keys = [
        1u8.into(),
        2u8.into(),
        3u8.into(),
        lambda,
        power(32),
        power(96),
        power(128),
        hex("0xdeadbeef") << 190,
    ];
    keys.iter().flat_map(|key| [key.clone(), &n - key]).collect()
}

#[test]
fn public_types_are_send_and_sync() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<(SecretKey, PublicKey, XOnlyPublicKey, SharedSecret, PreparedKey, KeyCache)>();
    is_shared::<(Signature, RecoverableSignature, DerSignature, SchnorrSignature, Error)>();
    is_shared::<(Verification, Recovery, SchnorrVerification<'_>)>();
}

#[test]
fn multiples_of_the_generator_agree_with_the_textbook() {
    let curve = Curve { p: prime(), a: 0u8.into(), b: 7u8.into() };
    let generator: Point = Some((
        hex("0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        hex("0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
    ));
    assert!(secret(&BigUint::ZERO).is_none() && secret(&order()).is_none());
    for scalar in edges().iter().skip(1).chain(&keys()) {
        let key = secret(scalar).unwrap().public_key().to_uncompressed();
        let (x, y) = curve.mul(&generator, scalar).unwrap();
        assert_eq!(key[1..], [bytes(&x), bytes(&y)].concat(), "{scalar:x}");
    }
}

#[test]
fn shared_secrets_are_products_of_the_secret_keys() {
    for d in edges().iter().skip(1) {
        for other in keys() {
            let shared = secret(d).unwrap().diffie_hellman(&secret(&other).unwrap().public_key());
            let product = secret(&(d * &other)).unwrap().public_key();
            assert_eq!(shared.x()[..], product.to_compressed()[1..], "{d:x} {other:x}");
        }
    }
}

/// A signature with these `u1` and `u2` under the key `d G`, and its recovery identifier if it is valid.
fn with_scalars(u1: &BigUint, u2: &BigUint, inverse: &BigUint, d: &BigUint) -> (Verification, Option<u8>) {
    let n = order();
    let nonce = secret(&((u1 + u2 * d) % &n)).map(|nonce| nonce.public_key().to_uncompressed());
    // If the sum is infinity, r is arbitrary.
    let r = nonce.map_or(BigUint::from(1u8), |point| BigUint::from_bytes_be(&point[1..33]) % &n);
    let s = &r * inverse % &n;
    let verification = Verification {
        hash: bytes(&(u1 * &s % &n)),
        signature: Signature::new(&bytes(&r), &bytes(&s)).unwrap(),
        key: secret(d).unwrap().public_key(),
    };
    (verification, nonce.map(|point| point[64] & 1))
}

#[test]
fn sums_in_all_exceptional_cases() {
    let (n, edges) = (order(), edges());
    let mut verifications = Vec::new();
    let mut expected = Vec::new();
    let mut recoveries = Vec::new();
    let mut senders = Vec::new();
    for (i, d) in keys().into_iter().enumerate() {
        let prepared = PreparedKey::new(&secret(&d).unwrap().public_key());
        // With less effort, some edges for each key.
        for (number, u2) in edges.iter().enumerate().skip(1).filter(|(number, _)| every(3, number + i)) {
            let (inverse, product) = (invert(u2, &n), u2 * &d % &n);
            let opposite = &n - &product;
            let value = &product * lambda() % &n;
            let other = edges[(7 * number + 5) % edges.len()].clone();
            for u1 in [BigUint::ZERO, product.clone(), opposite.clone(), opposite + 1u8, value, other] {
                let u1 = u1 % &n;
                let (verification, parity) = with_scalars(&u1, u2, &inverse, &d);
                let Verification { hash, signature, key } = verification;
                assert_eq!(key.verify(&hash, &signature), parity.is_some(), "{u1:x} {u2:x} {d:x}");
                assert_eq!(prepared.verify(&hash, &signature), parity.is_some(), "{u1:x} {u2:x} {d:x}");
                verifications.push(verification);
                expected.push(parity.is_some());
                // With another hash the signature is invalid under this key.
                let mut wrong = verification;
                wrong.hash[31] ^= 1;
                assert!(!key.verify(&wrong.hash, &signature) && !prepared.verify(&wrong.hash, &signature));
                verifications.push(wrong);
                expected.push(false);
                if let Some(recovery_id) = parity {
                    let (r, s) = (signature.r(), signature.s());
                    recoveries.push(Recovery { hash, r, s, recovery_id });
                    senders.push(Ok(key));
                }
            }
        }
    }
    let least = if is_full() { 4000 } else { 1300 };
    assert!(expected.iter().filter(|valid| **valid).count() > least);
    assert_eq!(verify_batch(&verifications), expected);
    assert_eq!(recover_batch(&recoveries), senders);
    assert_eq!(recoveries.iter().map(recover).collect::<Vec<_>>(), senders);
    // The same items in other lanes.
    verifications.rotate_left(5);
    expected.rotate_left(5);
    for size in [1, 7, 16, 61] {
        for (items, verdicts) in verifications.chunks(size).zip(expected.chunks(size)).step_by(5) {
            assert_eq!(verify_batch(items), verdicts);
        }
    }
}

/// Points with `x = r + n`. The keys are recovered from the signatures.
#[test]
fn points_with_x_above_the_order_are_accepted() {
    let (n, p) = (order(), prime());
    let gap = &p - &n;
    let numbers = (1u32..30).flat_map(|i| [BigUint::from(i), &gap - i]);
    let mut verifications = Vec::new();
    let mut recoveries = Vec::new();
    for r in numbers {
        let x = &r + &n;
        let exists = legendre(&((&x * &x * &x + 7u8) % &p), &p) == 1;
        for (number, s) in [1u8.into(), &n - 1u8, lambda(), power(128)].iter().enumerate() {
            let recovery_id = if number % 2 == 0 { 2 } else { 3 };
            let recovery = Recovery { hash: bytes(&(&r * 3u8)), r: bytes(&r), s: bytes(s), recovery_id };
            let key = recover(&recovery);
            assert_eq!(key.is_ok(), exists, "{r:x}");
            if let Ok(key) = key {
                let signature = Signature::new(&recovery.r, &recovery.s).unwrap();
                assert!(key.verify(&recovery.hash, &signature));
                assert!(PreparedKey::new(&key).verify(&recovery.hash, &signature));
                verifications.push(Verification { hash: recovery.hash, signature, key });
            }
            recoveries.push((recovery, key));
        }
    }
    assert!(verifications.len() > 80 && verifications.len() < recoveries.len());
    assert_eq!(verify_batch(&verifications), vec![true; verifications.len()]);
    let (recoveries, keys): (Vec<Recovery>, Vec<Result<PublicKey, Error>>) = recoveries.into_iter().unzip();
    assert_eq!(recover_batch(&recoveries), keys);
}

/// Invalid signatures at the boundaries of the parts of a batch, in one part, in every part, and everywhere.
#[test]
fn invalid_schnorr_signatures_in_every_part() {
    let signers: Vec<_> = keys().iter().map(|d| secret(d).unwrap()).collect();
    let messages: Vec<[u8; 4]> = (0..8193u32).map(u32::to_be_bytes).collect();
    let items: Vec<_> = messages
        .iter()
        .zip(signers.iter().cycle())
        .map(|(message, signer)| SchnorrVerification {
            message,
            signature: signer.sign_schnorr(message, &[0; 32]),
            key: signer.x_only_public_key(),
        })
        .collect();
    // With less effort, some sets for each length.
    let lengths = [127usize, 128, 129, 511, 512, 513, 1024, 1025, 4500, 8193];
    for (i, length) in lengths.into_iter().enumerate() {
        let last = length - 1;
        let part = length.div_ceil(16).max(512);
        let index_sets: [Vec<usize>; 8] = [
            vec![],
            vec![0],
            vec![last],
            vec![part - 1],
            vec![last / part * part],
            (0..length).step_by(part).collect(),
            (0..part.min(length)).collect(),
            (0..length).collect(),
        ];
        for (_, indices) in index_sets.into_iter().enumerate().filter(|(j, _)| every(3, i + j)) {
            let mut batch = items[..length].to_vec();
            let mut verdicts = vec![true; length];
            for index in indices.into_iter().filter(|index| *index < length) {
                // The signature of another message by another key.
                batch[index].signature = items[(index + 1) % items.len()].signature;
                verdicts[index] = false;
            }
            assert!(verify_schnorr_batch(&batch) == verdicts, "{length}");
        }
    }
}
