//! Tests conversions to `ecdsa` and `elliptic-curve`, with this crate's curve and with the curve of `k256`, whose
//! arithmetic gives the expected values.

#![cfg(feature = "ecdsa017")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use k256::pkcs8::EncodePrivateKey;
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use vorpal_interop::ecdsa017::ecdsa::elliptic_curve::array::sizes::U32;
use vorpal_interop::ecdsa017::ecdsa::elliptic_curve::bigint::{ByteOrder, Odd, U256};
use vorpal_interop::ecdsa017::ecdsa::elliptic_curve::sec1::{Sec1Point, ValidatePublicKey};
use vorpal_interop::ecdsa017::ecdsa::elliptic_curve::{Curve, PrimeCurve, SecretKey as GenericSecretKey};
use vorpal_interop::ecdsa017::ecdsa::signature::digest::const_oid::AssociatedOid;
use vorpal_interop::ecdsa017::ecdsa::{self, EcdsaCurve, RecoveryId};
use vorpal_interop::ecdsa017::{
    Error, Secp256k1, public_key_from, public_key_to, recoverable_from, recoverable_to, secret_key_from,
    secret_key_to, signature_from, signature_to,
};
use vorpal_secp256k1::{RecoverableSignature, SecretKey, Signature};

use common::{ORDER, Stream, bytes, edges, join, other_half};

#[test]
fn the_curve_equals_that_of_k256() {
    assert_eq!(Secp256k1::ORDER, k256::Secp256k1::ORDER);
    assert_eq!(Secp256k1::FIELD_ENDIANNESS, k256::Secp256k1::FIELD_ENDIANNESS);
    assert_eq!(Secp256k1::OID, k256::Secp256k1::OID);
    assert_eq!(<Secp256k1 as EcdsaCurve>::NORMALIZE_S, <k256::Secp256k1 as EcdsaCurve>::NORMALIZE_S);
}

#[test]
fn signatures_survive_a_round_trip() {
    let mut stream = Stream::new("conversions");
    for _ in 0..16 {
        let (key, hash) = (stream.key(), stream.block());
        let ours = key.sign(&hash);
        let (theirs, id) = recoverable_to::<k256::Secp256k1>(&ours).unwrap();
        let their_key = k256::ecdsa::SigningKey::from(secret_key_to::<k256::Secp256k1>(&key).unwrap());
        let expected: (k256::ecdsa::Signature, RecoveryId) = their_key.sign_prehash(&hash).unwrap();
        assert_eq!((theirs, id), expected);
        assert_eq!(recoverable_from(&theirs, id).unwrap(), ours);
        their_key.verifying_key().verify_prehash(&hash, &theirs).expect("valid");

        let (named, id) = recoverable_to::<Secp256k1>(&ours).unwrap();
        assert_eq!(recoverable_from(&named, id).unwrap(), ours);
        assert_eq!(named.to_der().as_bytes(), ours.signature().to_der().as_ref());
        let der = ecdsa::Signature::<Secp256k1>::from_der(ours.signature().to_der().as_ref()).unwrap();
        assert_eq!(signature_from(&der).unwrap(), ours.signature());

        let high = Signature::from_compact(&other_half(&ours.signature().to_compact())).unwrap();
        let theirs = signature_to::<k256::Secp256k1>(&high).unwrap();
        assert_eq!(theirs.to_bytes()[..], high.to_compact()[..]);
        assert_eq!(signature_from(&theirs).unwrap(), high);
        // k256 refuses the high form, as `verify_low`; `verify` accepts it.
        assert!(their_key.verifying_key().verify_prehash(&hash, &theirs).is_err());
        let verdicts = |signature| {
            [key.public_key().verify(&hash, signature), key.public_key().verify_low(&hash, signature)]
        };
        assert_eq!([verdicts(&high), verdicts(&high.to_low())], [[true, false], [true, true]]);
        assert_eq!(signature_from(&theirs.normalize_s()).unwrap(), ours.signature());
    }
}

/// Both libraries accept the same signatures.
#[test]
fn both_libraries_accept_the_same_edge_values() {
    let edges = edges();
    let mut signatures = 0;
    for r in &edges {
        for s in &edges {
            let ours = Signature::new(r, s).ok();
            let theirs = ecdsa::Signature::<Secp256k1>::from_slice(&join(r, s)).ok();
            assert_eq!(ours.map(|ours| signature_to::<Secp256k1>(&ours).unwrap()), theirs);
            assert_eq!(theirs.map(|theirs| signature_from(&theirs).unwrap()), ours);
            for (id, ours) in (0..4).zip(ours.iter().cycle()) {
                let ours = RecoverableSignature::new(*ours, id).unwrap();
                let (theirs, their_id) = recoverable_to::<Secp256k1>(&ours).unwrap();
                assert_eq!(their_id.to_byte(), id);
                assert_eq!(recoverable_from(&theirs, their_id).unwrap(), ours);
            }
            signatures += usize::from(ours.is_some());
        }
    }
    assert_eq!(signatures, 25);
}

#[test]
fn secret_keys_survive_a_round_trip() {
    let mut stream = Stream::new("secrets");
    let one = edges()[1];
    let last = edges()[4];
    for bytes in [one, last, stream.block(), stream.block()] {
        let ours = SecretKey::from_be_bytes(&bytes).unwrap();
        let theirs = secret_key_to::<k256::Secp256k1>(&ours).unwrap();
        assert_eq!(theirs.to_bytes()[..], bytes);
        assert_eq!(secret_key_from(&theirs).unwrap().to_be_bytes()[..], bytes);
        let named = secret_key_to::<Secp256k1>(&ours).unwrap();
        assert_eq!(secret_key_from(&named).unwrap().to_be_bytes()[..], bytes);
        for compress in [false, true] {
            let point = public_key_to(&ours.public_key(), compress);
            assert_eq!(k256::PublicKey::from_sec1_bytes(point.as_bytes()), Ok(theirs.public_key()));
            assert_eq!(point.is_compressed(), compress);
            assert_eq!(public_key_from(&point).unwrap(), ours.public_key());
        }
    }
}

#[test]
fn invalid_public_keys_are_errors() {
    let mut stream = Stream::new("points");
    let key = stream.key().public_key();
    let infinity = Sec1Point::<Secp256k1>::identity();
    assert!(matches!(public_key_from(&infinity), Err(Error::Value(vorpal_secp256k1::Error::PublicKey(_)))));
    let mut compact = key.to_compressed();
    compact[0] = 5;
    let compact = Sec1Point::<Secp256k1>::from_bytes(compact).expect("a valid tag");
    assert!(matches!(public_key_from(&compact), Err(Error::Value(vorpal_secp256k1::Error::PublicKey(_)))));
    let mut off_curve = key.to_uncompressed();
    off_curve[64] ^= 1;
    let off_curve =
        Sec1Point::<Secp256k1>::from_bytes(off_curve).expect("decoding does not check the curve equation");
    assert!(matches!(public_key_from(&off_curve), Err(Error::Value(vorpal_secp256k1::Error::PublicKey(_)))));
}

/// Decodes PKCS #8 and SEC 1 keys written by `k256`. Their public key is checked.
#[test]
fn encoded_secret_keys_are_decoded_and_their_public_key_is_checked() {
    let mut stream = Stream::new("files");
    let ours = stream.key();
    let theirs = secret_key_to::<k256::Secp256k1>(&ours).unwrap();
    let der = theirs.to_pkcs8_der().unwrap();
    let read = GenericSecretKey::<Secp256k1>::from_der(der.as_bytes()).expect("a key");
    assert_eq!(secret_key_from(&read).unwrap().to_be_bytes(), ours.to_be_bytes());

    // The encoding ends with the public key. Another point or an invalid point there is an error.
    let point = ours.public_key().to_uncompressed();
    let mut bytes = der.as_bytes().to_vec();
    let at = bytes.len() - point.len();
    assert_eq!(bytes[at..], point);
    bytes[at..].copy_from_slice(&stream.key().public_key().to_uncompressed());
    assert!(GenericSecretKey::<Secp256k1>::from_der(&bytes).is_err());
    bytes[at..].copy_from_slice(&point);
    bytes[at + 64] ^= 1;
    assert!(GenericSecretKey::<Secp256k1>::from_der(&bytes).is_err());

    let named = secret_key_to::<Secp256k1>(&ours).unwrap();
    for compress in [false, true] {
        let right = public_key_to(&ours.public_key(), compress);
        assert!(Secp256k1::validate_public_key(&named, &right).is_ok());
        let wrong = public_key_to(&stream.key().public_key(), compress);
        assert!(Secp256k1::validate_public_key(&named, &wrong).is_err());
    }
}

/// Curves of the same size that are not secp256k1: one with the order of P-256, and one with this order and the other
/// byte order.
macro_rules! other_curve {
    ($name:ident, $order:expr, $endianness:expr) => {
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
        struct $name;

        impl Curve for $name {
            type FieldBytesSize = U32;
            type Uint = U256;
            const ORDER: Odd<U256> = Odd::<U256>::from_be_hex($order);
            const FIELD_ENDIANNESS: ByteOrder = $endianness;
        }

        impl PrimeCurve for $name {}

        impl EcdsaCurve for $name {
            const NORMALIZE_S: bool = false;
        }
    };
}

other_curve!(P256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", ByteOrder::BigEndian);
other_curve!(Reversed, ORDER, ByteOrder::LittleEndian);

fn is_refused<C: EcdsaCurve>() {
    let secret =
        SecretKey::from_be_bytes(&bytes("0000000000000000000000000000000100000000000000000000000000000007"))
            .unwrap();
    let ours = secret.sign(&[1; 32]);
    assert_eq!(signature_to::<C>(&ours.signature()).err(), Some(Error::OtherCurve));
    assert_eq!(recoverable_to::<C>(&ours).err(), Some(Error::OtherCurve));
    assert_eq!(secret_key_to::<C>(&secret).err(), Some(Error::OtherCurve));
    let theirs = ecdsa::Signature::<C>::from_slice(&join(&[1; 32], &[1; 32])).unwrap();
    assert_eq!(signature_from(&theirs), Err(Error::OtherCurve));
    assert_eq!(recoverable_from(&theirs, RecoveryId::new(false, false)), Err(Error::OtherCurve));
    let theirs = GenericSecretKey::<C>::from_slice(&[1; 32]).unwrap();
    assert_eq!(secret_key_from(&theirs).err(), Some(Error::OtherCurve));
}

#[test]
fn other_curves_are_errors() {
    is_refused::<P256>();
    is_refused::<Reversed>();
}
