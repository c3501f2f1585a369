//! Targets for parsers: no input panics, accepted bytes are encoded to the same bytes, and error offsets are within the
//! input.

use vorpal_secp256k1::{
    Error, PublicKey, RecoverableSignature, SchnorrSignature, SecretKey, Signature, XOnlyPublicKey,
};

use crate::array;
use crate::peers::secp256k1 as peer;

/// Signatures in DER, of any length.
pub fn der(bytes: &[u8]) {
    let found = Signature::from_der(bytes);
    peer::der(bytes, &found);
    match found {
        Ok(signature) => {
            assert_eq!(signature.to_der().as_ref(), bytes);
            check(&signature);
            // Any trailing byte makes the encoding invalid.
            assert!(Signature::from_der(&[bytes, &[0]].concat()).is_err());
        }
        Err(Error::Der { offset, reason }) => {
            assert!(offset <= bytes.len(), "{reason} at byte {offset} of {}", bytes.len());
        }
        Err(error) => assert!(matches!(error, Error::R | Error::S), "{error}"),
    }
}

/// Signatures of 64 and 65 bytes: compact, with the recovery identifier last or first, and Schnorr signatures.
pub fn signatures(bytes: &[u8]) {
    let compact = Signature::from_compact(&array(bytes));
    match &compact {
        Ok(signature) => {
            assert_eq!(signature.to_compact(), array(bytes));
            check(signature);
        }
        Err(error) => assert!(matches!(error, Error::R | Error::S), "{error}"),
    }

    let rsv = array::<65>(bytes);
    match RecoverableSignature::from_rsv(&rsv) {
        Ok(signature) => {
            assert_eq!(Ok(signature.signature()), compact);
            let mut expected = rsv;
            expected[64] %= 27;
            assert_eq!(signature.to_rsv(), expected);
        }
        Err(Error::RecoveryByte { found }) => assert!(found == rsv[64] && !matches!(found, 0..=3 | 27..=30)),
        Err(error) => assert_eq!(Err(error), compact),
    }

    let vrs = array::<65>(bytes);
    match RecoverableSignature::from_vrs(&vrs) {
        Ok((signature, compressed)) => assert_eq!(signature.to_vrs(compressed), vrs),
        Err(Error::RecoveryByte { found }) => assert!(found == vrs[0] && !(27..=34).contains(&found)),
        Err(error) => assert_eq!(Signature::from_compact(&array(&vrs[1..])), Err(error)),
    }

    match SchnorrSignature::from_bytes(&array(bytes)) {
        Ok(signature) => assert_eq!(signature.to_bytes(), array(bytes)),
        Err(error) => {
            assert!(matches!(error, Error::R | Error::S), "{error}");
            // A string that is no coordinate is no scalar either.
            assert!(compact.is_err());
        }
    }
}

/// Checks all encodings of a signature, and its low and high form.
fn check(signature: &Signature) {
    assert_eq!(Signature::from_der(signature.to_der().as_ref()), Ok(*signature));
    assert_eq!(Signature::from_compact(&signature.to_compact()), Ok(*signature));
    let low = signature.to_low();
    assert!(low.is_low() && low.r() == signature.r() && (low == *signature) == signature.is_low());
}

/// Public keys of any length, x-only keys and secret keys.
pub fn keys(bytes: &[u8]) {
    let found = PublicKey::from_sec1_bytes(bytes);
    peer::key(bytes, &found);
    match found {
        Ok(key) => {
            assert!(bytes == key.to_compressed() || bytes == key.to_uncompressed());
            assert_eq!(PublicKey::from_sec1_bytes(&key.to_compressed()), Ok(key));
            assert_eq!(PublicKey::from_sec1_bytes(&key.to_uncompressed()), Ok(key));
            let (x_only, y_is_odd) = key.x_only();
            assert_eq!(XOnlyPublicKey::from_be_bytes(&x_only.to_be_bytes()), Ok(x_only));
            assert_eq!(x_only.even_key() == key, !y_is_odd);
        }
        Err(error) => assert!(matches!(error, Error::PublicKey(_)), "{error}"),
    }

    let found = XOnlyPublicKey::from_be_bytes(&array(bytes));
    peer::x_only_key(&array(bytes), &found);
    match found {
        Ok(key) => {
            assert_eq!(key.to_be_bytes(), array(bytes));
            assert_eq!(key.even_key().x_only(), (key, false));
        }
        Err(error) => assert!(matches!(error, Error::PublicKey(_)), "{error}"),
    }

    let found = SecretKey::from_be_bytes(&array(bytes));
    peer::secret_key(&array(bytes), &found);
    match found {
        Ok(key) => {
            assert_eq!(*key.to_be_bytes(), array(bytes));
            assert_eq!(key.public_key().x_only().0, key.x_only_public_key());
        }
        Err(error) => assert_eq!(error, Error::SecretKey),
    }
}
