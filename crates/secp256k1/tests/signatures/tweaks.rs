//! Tweaks of keys and sums of keys, against textbook arithmetic.

use num_bigint::BigUint;
use vorpal_oracle::secp256k1::{bytes, curve, multiple, number, order};
use vorpal_oracle::weierstrass::Point;
use vorpal_secp256k1::{Error, PublicKey, SecretKey, XOnlyPublicKey};

/// Integers at the bounds of the range, and others.
fn edges() -> Vec<BigUint> {
    let (n, one) = (order(), BigUint::from(1u8));
    let digits = number(&[0x5b; 32]);
    vec![
        one.clone(),
        2u8.into(),
        &one << 127,
        &one << 128,
        digits,
        &n >> 1,
        (&n >> 1) + 1u8,
        &n - 2u8,
        &n - 1u8,
    ]
}

fn secret(value: &BigUint) -> SecretKey {
    SecretKey::from_be_bytes(&bytes(value)).unwrap()
}

fn point(key: &PublicKey) -> Point {
    let bytes = key.to_uncompressed();
    Some((number(&bytes[1..33]), number(&bytes[33..])))
}

/// A secret or public key, or none if the number or point is zero.
fn expected<T>(value: T, zero: &T) -> Result<T, Error>
where
    T: PartialEq,
{
    if value == *zero { Err(Error::Sum) } else { Ok(value) }
}

#[test]
fn tweaked_keys_agree_with_the_textbook() {
    let n = order();
    for key in edges() {
        let (secret, public) = (secret(&key), secret(&key).public_key());
        for tweak in edges().into_iter().chain([BigUint::ZERO]) {
            let (given, sum) = (bytes(&tweak), (&key + &tweak) % &n);
            let found = secret.add_tweak(&given).map(|key| number(key.to_be_bytes().as_slice()));
            assert_eq!(found, expected(sum.clone(), &BigUint::ZERO), "{key:x} + {tweak:x}");
            let found = public.add_tweak(&given).map(|key| point(&key));
            assert_eq!(found, expected(multiple(&sum), &None), "{key:x} + {tweak:x}");
            if tweak == BigUint::ZERO {
                assert_eq!(secret.mul_tweak(&given).unwrap_err(), Error::Tweak);
                assert_eq!(public.mul_tweak(&given), Err(Error::Tweak));
                continue;
            }
            let product = &key * &tweak % &n;
            assert_eq!(
                *secret.mul_tweak(&given).unwrap().to_be_bytes(),
                bytes(&product),
                "{key:x} {tweak:x}"
            );
            assert_eq!(point(&public.mul_tweak(&given).unwrap()), multiple(&product), "{key:x} {tweak:x}");
        }
    }
}

#[test]
fn tweaks_of_x_only_keys_begin_with_the_even_point() {
    let n = order();
    for key in edges() {
        let (x_only, is_odd) = secret(&key).public_key().x_only();
        let even = if is_odd { &n - &key } else { key };
        for tweak in edges().into_iter().chain([BigUint::ZERO]) {
            let found = x_only.add_tweak(&bytes(&tweak));
            match multiple(&((&even + &tweak) % &n)) {
                None => assert_eq!(found, Err(Error::Sum)),
                Some((x, y)) => {
                    let (key, is_odd) = found.unwrap();
                    assert_eq!((key.to_be_bytes(), is_odd), (bytes(&x), y.bit(0)), "{tweak:x}");
                    assert_eq!(XOnlyPublicKey::from_be_bytes(&bytes(&x)), Ok(key));
                }
            }
        }
    }
}

#[test]
fn tweaks_out_of_range_are_errors() {
    let (key, n) = (secret(&7u8.into()), order());
    let public = key.public_key();
    for tweak in [n.clone(), &n + 1u8, curve().p, (BigUint::from(1u8) << 256) - 1u8] {
        let tweak = bytes(&tweak);
        assert_eq!(key.add_tweak(&tweak).unwrap_err(), Error::Tweak);
        assert_eq!(key.mul_tweak(&tweak).unwrap_err(), Error::Tweak);
        assert_eq!(public.add_tweak(&tweak), Err(Error::Tweak));
        assert_eq!(public.mul_tweak(&tweak), Err(Error::Tweak));
        assert_eq!(public.x_only().0.add_tweak(&tweak), Err(Error::Tweak));
    }
}

#[test]
fn sums_of_keys_agree_with_the_textbook() {
    let (keys, n) = (edges(), order());
    let public: Vec<PublicKey> = keys.iter().map(|key| secret(key).public_key()).collect();
    for end in 0..=keys.len() {
        let sum = keys[..end].iter().sum::<BigUint>() % &n;
        assert_eq!(
            PublicKey::sum(&public[..end]).map(|key| point(&key)),
            expected(multiple(&sum), &None),
            "{end}"
        );
    }
    let (one, opposite) = (public[0], secret(&(&n - 1u8)).public_key());
    assert_eq!(PublicKey::sum(&[one, opposite]), Err(Error::Sum));
    assert_eq!(PublicKey::sum(&[one, opposite, one]), Ok(one));
    assert_eq!(PublicKey::sum(&[one, one]).map(|key| point(&key)), Ok(multiple(&2u8.into())));
}
