//! Tests of secret and public keys, signatures and shared secrets: bounds, known points, and textbook arithmetic.

use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use vorpal_oracle::big::invert;
use vorpal_oracle::secp256k1::{bytes, curve, generator, lift_x, multiple, number, order, sign, verify};
use vorpal_oracle::weierstrass::Point;
use vorpal_secp256k1::{Error, PublicKey, Recovery, SecretKey, Signature, XOnlyPublicKey, recover};

fn secret(value: &BigUint) -> SecretKey {
    SecretKey::from_be_bytes(&bytes(value)).unwrap()
}

fn point(key: &PublicKey) -> Point {
    let bytes = key.to_uncompressed();
    Some((number(&bytes[1..33]), number(&bytes[33..])))
}

fn public(point: &Point) -> PublicKey {
    let (x, y) = point.as_ref().unwrap();
    PublicKey::from_sec1_bytes(&[&[4][..], &bytes(x), &bytes(y)].concat()).unwrap()
}

/// Scalars at the boundaries of windows, halves and carries.
fn edges() -> Vec<BigUint> {
    let n = order();
    let one = BigUint::from(1u8);
    let mut edges = vec![one.clone(), 2u8.into(), 3u8.into(), &n >> 1, (&n >> 1) + 1u8, &n - 2u8, &n - 1u8];
    for bit in [4, 5, 63, 64, 127, 128, 129, 191, 192, 255] {
        let power: BigUint = &one << bit;
        edges.extend([&power - 1u8, power.clone(), &power + 1u8, &n - &power]);
    }
    edges
}

#[test]
fn rejects_secret_keys_out_of_range() {
    let n = order();
    for value in [BigUint::ZERO, n.clone(), &n + 1u8, curve().p, (BigUint::from(1u8) << 256) - 1u8] {
        assert_eq!(SecretKey::from_be_bytes(&bytes(&value)).unwrap_err(), Error::SecretKey, "{value:x}");
    }
    for value in edges() {
        assert_eq!(*secret(&value).to_be_bytes(), bytes(&value));
    }
}

#[test]
fn public_keys_agree_with_the_textbook() {
    assert_eq!(point(&secret(&1u8.into()).public_key()), generator());
    assert_eq!(point(&secret(&2u8.into()).public_key()), curve().add(&generator(), &generator()));
    assert_eq!(point(&secret(&(order() - 1u8)).public_key()), curve().neg(&generator()));
    for value in edges() {
        let key = secret(&value).public_key();
        assert_eq!(point(&key), multiple(&value), "{value:x}");
        assert_eq!(public(&multiple(&value)), key);
        assert_eq!(PublicKey::from_sec1_bytes(&key.to_compressed()), Ok(key));
        assert_eq!(key.to_compressed()[0], 2 + key.to_uncompressed()[64] % 2);
    }
}

#[test]
fn x_only_keys() {
    for value in edges() {
        let key = secret(&value);
        let (x, y) = multiple(&value).unwrap();
        let (x_only, y_is_odd) = key.public_key().x_only();
        assert_eq!((x_only.to_be_bytes(), y_is_odd), (bytes(&x), y.bit(0)), "{value:x}");
        assert_eq!(key.x_only_public_key(), x_only);
        assert_eq!(XOnlyPublicKey::from_be_bytes(&bytes(&x)), Ok(x_only));
        assert_eq!(point(&x_only.even_key()), lift_x(&x, false));
        assert_eq!(x_only.even_key().x_only(), (x_only, false));
    }
    let p = curve().p;
    let (mut points, mut none) = (0, 0);
    for x in (0u8..20).map(BigUint::from).chain((1u8..20).map(|below| &p - below)) {
        match XOnlyPublicKey::from_be_bytes(&bytes(&x)) {
            Ok(key) => {
                assert_eq!(point(&key.even_key()), lift_x(&x, false), "{x:x}");
                points += 1;
            }
            Err(error) => {
                assert_eq!(
                    (error, lift_x(&x, false)),
                    (XOnlyPublicKey::from_be_bytes(&[0; 32]).unwrap_err(), None)
                );
                none += 1;
            }
        }
    }
    assert!(points > 9 && none > 9, "both cases occur: {points}, {none}");
    for value in [p.clone(), &p + 1u8, &p + 4u8, (BigUint::from(1u8) << 256) - 1u8] {
        assert!(
            matches!(XOnlyPublicKey::from_be_bytes(&bytes(&value)), Err(Error::PublicKey(_))),
            "{value:x}"
        );
    }
}

/// Points of small order exist only on other curves.
#[test]
fn rejects_points_that_are_not_on_the_curve() {
    let (x, y) = generator().unwrap();
    let p = curve().p;
    let encodings = [
        [bytes(&x), bytes(&((&y + 1u8) % &p))],
        [bytes(&y), bytes(&x)],
        [bytes(&x), [0; 32]],
        [[0; 32]; 2],
        [bytes(&p), bytes(&y)],
        [bytes(&x), bytes(&p)],
    ];
    for coordinates in encodings {
        let encoding = [&[4][..], &coordinates.concat()].concat();
        assert!(matches!(PublicKey::from_sec1_bytes(&encoding), Err(Error::PublicKey(_))), "{encoding:x?}");
    }
    let good = secret(&5u8.into()).public_key();
    for (length, encoding) in [(33, good.to_compressed().to_vec()), (65, good.to_uncompressed().to_vec())] {
        for prefix in (0..=255).filter(|prefix| *prefix != encoding[0]) {
            let mut other = encoding.clone();
            other[0] = prefix;
            // The other parity encodes the negative of the point. The hybrid form of SEC 1 is not supported.
            let opposite = length == 33 && prefix == encoding[0] ^ 1;
            assert_eq!(PublicKey::from_sec1_bytes(&other).is_ok(), opposite, "{prefix}");
        }
        for shorter in 0..length {
            assert!(PublicKey::from_sec1_bytes(&encoding[..shorter]).is_err());
        }
        assert!(PublicKey::from_sec1_bytes(&[&encoding[..], &[0]].concat()).is_err());
    }
}

#[test]
fn secrets_are_not_printed() {
    let key = SecretKey::from_be_bytes(&[0xab; 32]).unwrap();
    let shared = key.diffie_hellman(&secret(&3u8.into()).public_key());
    assert_eq!((format!("{key:?}"), format!("{key:#?}")), ("SecretKey(..)".into(), "SecretKey(..)".into()));
    assert_eq!(
        (format!("{shared:?}"), format!("{shared:#?}")),
        ("SharedSecret(..)".into(), "SharedSecret(..)".into())
    );
    // Errors do not print the bytes of the key.
    let error = SecretKey::from_be_bytes(&[0xff; 32]).unwrap_err();
    assert!(!format!("{error} {error:?}").to_lowercase().contains("ff"), "{error}");
}

#[test]
fn shared_secrets_agree_with_the_textbook() {
    let edges = edges();
    for (i, value) in edges.iter().enumerate() {
        let other = &edges[(7 * i + 3) % edges.len()];
        let shared = secret(value).diffie_hellman(&secret(other).public_key());
        let (x, y) = multiple(&(value * other % order())).unwrap();
        assert_eq!(*shared.x(), bytes(&x), "{value:x} {other:x}");
        let compressed = [&[2 + u8::from(y.bit(0))][..], &bytes(&x)].concat();
        assert_eq!(shared.sha256().as_slice(), Sha256::digest(compressed).as_slice());
        assert_eq!(*secret(other).diffie_hellman(&secret(value).public_key()).x(), *shared.x());
    }
}

/// Signatures whose point `R` has an `x` of at least `n`, which has a negligible probability for random nonces. For
/// such a point and any `s` and `z`, the signature is valid under the key `(s R - z G) / r`.
#[test]
fn nonce_points_with_x_above_the_order() {
    let (c, n) = (curve(), order());
    let (mut found, mut r) = (0, BigUint::ZERO);
    while found < 6 {
        r += 1u8;
        for y_is_odd in [false, true] {
            let Some(nonce) = lift_x(&(&r + &n), y_is_odd).map(Some) else { continue };
            let (s, z) = (BigUint::from(77u8) << 100, BigUint::from(123u8) << 200);
            let sum = c.add(&c.mul(&nonce, &s), &c.neg(&multiple(&z)));
            let key = public(&c.mul(&sum, &invert(&r, &n)));
            assert!(verify(&point(&key), &z, &r, &s));
            let signature = Signature::new(&bytes(&r), &bytes(&s)).unwrap();
            assert!(key.verify(&bytes(&z), &signature), "r = {r}");
            let recovery =
                |recovery_id| recover(&Recovery { hash: bytes(&z), r: bytes(&r), s: bytes(&s), recovery_id });
            assert_eq!(recovery(2 | u8::from(y_is_odd)), Ok(key));
            for other in (0..4).filter(|id| *id != 2 | u8::from(y_is_odd)) {
                assert_ne!(recovery(other), Ok(key), "r = {r}, {other}");
            }
            found += 1;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(vorpal_oracle::effort::proptest_cases(20)))]
    #[test]
    fn signatures_are_low_valid_and_recoverable(d: [u8; 32], hash: [u8; 32]) {
        let d = number(&d) % order();
        prop_assume!(d != BigUint::ZERO);
        let key = secret(&d);
        let public = key.public_key();
        prop_assert_eq!(point(&public), multiple(&d));
        let signed = key.sign(&hash);
        let signature = signed.signature();
        let (r, s) = (number(&signature.r()), number(&signature.s()));
        prop_assert!(signature.is_low() && s <= order() >> 1);
        prop_assert!(verify(&multiple(&d), &number(&hash), &r, &s));
        prop_assert!(public.verify(&hash, &signature) && public.verify_low(&hash, &signature));
        prop_assert_eq!(signed.recover(&hash), Ok(public));
        // The signature with n - s is valid, but not low.
        let high = Signature::new(&signature.r(), &bytes(&(order() - &s))).unwrap();
        prop_assert!(public.verify(&hash, &high) && !public.verify_low(&hash, &high) && !high.is_low());
        prop_assert_eq!(high.to_low(), signature);
        // The signature is invalid for another hash or another key.
        let mut other = hash;
        other[31] ^= 1;
        prop_assert!(!public.verify(&other, &signature));
        prop_assert!(!secret(&(BigUint::from(1u8) << 99)).public_key().verify(&hash, &signature));
    }

    #[test]
    fn textbook_signatures_are_valid(d: [u8; 32], k: [u8; 32], z: [u8; 32]) {
        let n = order();
        let (d, k) = (number(&d) % &n, number(&k) % &n);
        prop_assume!(d != BigUint::ZERO && k != BigUint::ZERO);
        let signed = sign(&d, &k, &number(&z)).unwrap();
        let signature = Signature::new(&bytes(&signed.r), &bytes(&signed.s)).unwrap();
        let key = public(&multiple(&d));
        prop_assert!(key.verify(&z, &signature));
        prop_assert_eq!(key.verify_low(&z, &signature), signed.s <= n >> 1);
        prop_assert_eq!(signature.is_low(), signature.to_low() == signature);
    }

    #[test]
    fn both_sides_compute_the_same_shared_secret(a: [u8; 32], b: [u8; 32]) {
        let (a, b) = (number(&a) % order(), number(&b) % order());
        prop_assume!(a != BigUint::ZERO && b != BigUint::ZERO);
        let shared = secret(&a).diffie_hellman(&secret(&b).public_key());
        prop_assert_eq!(*shared.x(), bytes(&multiple(&(&a * &b % order())).unwrap().0));
        prop_assert_eq!(*secret(&b).diffie_hellman(&secret(&a).public_key()).sha256(), *shared.sha256());
    }
}
