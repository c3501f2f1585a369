//! Conversions of keys and signatures from and to bytes, text and formats of serde.

use std::fmt::{Debug, Display, LowerHex};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use vorpal_fields::text::TextError;
use vorpal_secp256k1::{
    Error, PublicKey, RecoverableSignature, SchnorrKeyPair, SchnorrSignature, SecretKey, Signature,
    XOnlyPublicKey, p256,
};

/// Checks every conversion of a value whose encoding is `bytes`, and malformed texts and bytes.
fn check<T, const N: usize>(value: &T, bytes: &[u8; N])
where
    T: Debug + Clone + PartialEq + Display + LowerHex + FromStr<Err = Error> + Serialize + DeserializeOwned,
    T: for<'a> TryFrom<&'a [u8], Error = Error> + for<'a> TryFrom<&'a [u8; N], Error = Error>,
    [u8; N]: From<T> + for<'a> From<&'a T>,
{
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((<[u8; N]>::from(value), <[u8; N]>::from(value.clone())), (*bytes, *bytes));
    assert_eq!(T::try_from(bytes).as_ref(), Ok(value));
    assert_eq!(T::try_from(&bytes[..]).as_ref(), Ok(value));
    let longer = [bytes, &[0u8][..]].concat();
    for other in [&bytes[1..], &longer, &[]] {
        assert_eq!(T::try_from(other), Err(Error::Length { expected: N, found: other.len() }));
    }

    assert_eq!((value.to_string(), format!("{value:x}")), (format!("0x{digits}"), digits.clone()));
    assert_eq!(format!("{value:#x}"), value.to_string());
    for text in [&digits, &digits.to_uppercase(), &value.to_string()] {
        assert_eq!(text.parse().as_ref(), Ok(value), "{text}");
    }
    let length = |found| Err(Error::Text(TextError::Length { expected: 2 * N, found }));
    assert_eq!(digits[1..].parse::<T>(), length(2 * N - 1));
    assert_eq!(format!("{digits}00").parse::<T>(), length(2 * N + 2));
    assert_eq!("".parse::<T>(), length(0));
    for (at, wrong) in [(0, "g"), (5, " "), (2 * N - 1, "G"), (8, "/"), (9, ":"), (10, "@"), (11, "`")] {
        let mut text = digits.clone();
        text.replace_range(at..=at, wrong);
        assert_eq!(text.parse::<T>(), Err(Error::Text(TextError::Digit { offset: at })), "{text}");
        let text = format!("0x{text}");
        assert_eq!(text.parse::<T>(), Err(Error::Text(TextError::Digit { offset: at + 2 })), "{text}");
    }

    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, format!("\"0x{digits}\""));
    assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    assert!(serde_json::from_str::<T>(&format!("\"{digits}\"")).is_err(), "without 0x");
    let binary = postcard::to_allocvec(value).unwrap();
    assert_eq!(binary, bytes);
    assert_eq!(&postcard::from_bytes::<T>(&binary).unwrap(), value);
    assert!(postcard::from_bytes::<T>(&binary[1..]).is_err());
}

#[test]
fn keys_and_signatures_have_one_encoding_in_bytes_text_and_serde() {
    for byte in [1, 2, 0x7a, 0xfe] {
        let (secret, other) = (SecretKey::from_be_bytes(&[byte; 32]).unwrap(), [byte; 32]);
        let key: PublicKey = secret.public_key();
        check(&key, &key.to_compressed());
        let x_only: XOnlyPublicKey = key.x_only().0;
        check(&x_only, &x_only.to_be_bytes());
        let signature: RecoverableSignature = secret.sign(&other);
        check(&signature, &signature.to_rsv());
        let plain: Signature = signature.signature();
        check(&plain, &plain.to_compact());
        let schnorr: SchnorrSignature = SchnorrKeyPair::new(&secret).sign(&other, &other);
        check(&schnorr, &schnorr.to_bytes());

        let secret = p256::SecretKey::from_be_bytes(&other).unwrap();
        let key: p256::PublicKey = secret.public_key();
        check(&key, &key.to_compressed());
        let signature: p256::Signature = secret.sign(&other);
        check(&signature, &signature.to_compact());
    }
}

#[test]
fn values_that_no_key_or_signature_has_are_refused_as_text_too() {
    let all = "ff".repeat(33);
    assert!(matches!(all.parse::<PublicKey>(), Err(Error::PublicKey(_))));
    assert!(matches!(all[..64].parse::<XOnlyPublicKey>(), Err(Error::PublicKey(_))));
    assert_eq!("ff".repeat(64).parse::<Signature>(), Err(Error::R));
    assert_eq!("00".repeat(64).parse::<p256::Signature>(), Err(Error::R));
    let v = format!("{}1f", "11".repeat(64));
    assert_eq!(v.parse::<RecoverableSignature>(), Err(Error::RecoveryByte { found: 31 }));
    assert!(serde_json::from_str::<Signature>(&format!("\"0x{}\"", "ff".repeat(64))).is_err());
}

#[test]
fn secret_keys_are_read_from_digits() {
    let bytes: [u8; 32] = core::array::from_fn(|i| 7 * i as u8 + 1);
    let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    for text in [digits.clone(), format!("0x{digits}"), digits.to_lowercase()] {
        assert_eq!(*text.parse::<SecretKey>().unwrap().to_be_bytes(), bytes);
        assert_eq!(*text.parse::<p256::SecretKey>().unwrap().to_be_bytes(), bytes);
    }
    assert_eq!(*SecretKey::try_from(&bytes[..]).unwrap().to_be_bytes(), bytes);
    let error = |text: &str| text.parse::<SecretKey>().unwrap_err();
    assert_eq!(error(&digits[2..]), Error::Text(TextError::Length { expected: 64, found: 62 }));
    assert_eq!(error(&"00".repeat(32)), Error::SecretKey);
    assert_eq!(SecretKey::try_from(&bytes[1..]).unwrap_err(), Error::Length { expected: 32, found: 31 });
    let secret = format!("{}z", &digits[1..]);
    // A message about a wrong digit shows no other digit.
    assert_eq!(error(&secret).to_string(), "the character at 63 is not a digit");
}

#[test]
fn public_keys_are_ordered_by_their_bytes() {
    let keys: Vec<PublicKey> =
        (1..40u8).map(|byte| SecretKey::from_be_bytes(&[byte; 32]).unwrap().public_key()).collect();
    for a in &keys {
        for b in &keys {
            assert_eq!(a.cmp(b), a.to_compressed().cmp(&b.to_compressed()));
            assert_eq!(a.x_only().0.cmp(&b.x_only().0), a.to_compressed()[1..].cmp(&b.to_compressed()[1..]));
        }
    }
}
