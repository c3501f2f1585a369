//! libsecp256k1: parsers, verification, recovery and signing.

use secp256k1::ecdsa::{RecoverableSignature, RecoveryId, Signature as PeerSignature};
use secp256k1::{
    Message, PublicKey as PeerKey, SecretKey as PeerSecret, XOnlyPublicKey as PeerXOnly, schnorr,
};
use vorpal_secp256k1::{
    Error, PublicKey, Recovery, SchnorrVerification, SecretKey, Signature, Verification, XOnlyPublicKey,
};

/// libsecp256k1 parses numbers of zero, and replaces those beyond the order by zero; both are errors here. With one of
/// them no signature is valid.
fn has_zero(signature: &PeerSignature) -> bool {
    signature.serialize_compact().chunks(32).any(|number| number.iter().all(|byte| *byte == 0))
}

/// Signatures in DER.
pub(crate) fn der(bytes: &[u8], found: &Result<Signature, Error>) {
    match (found, PeerSignature::from_der(bytes)) {
        (Ok(found), Ok(peer)) => {
            assert_eq!(found.to_compact(), peer.serialize_compact());
            assert_eq!(found.to_der().as_ref(), peer.serialize_der().as_ref());
            let mut low = peer;
            low.normalize_s();
            assert_eq!((found.to_low().to_compact(), found.is_low()), (low.serialize_compact(), low == peer));
        }
        (Ok(found), Err(_)) => panic!("{found:?} is no DER for libsecp256k1"),
        (Err(error), Ok(peer)) => assert!(has_zero(&peer), "{error}, but libsecp256k1: {peer}"),
        (Err(_), Err(_)) => {}
    }
}

/// Public keys of 33 and 65 bytes. Only libsecp256k1 reads the hybrid form, whose first byte is 6 or 7.
pub(crate) fn key(bytes: &[u8], found: &Result<PublicKey, Error>) {
    if matches!(bytes.first(), Some(6 | 7)) {
        return;
    }
    let peer = PeerKey::from_slice(bytes).ok();
    let found = found.as_ref().ok();
    assert_eq!(found.map(PublicKey::to_uncompressed), peer.map(|key| key.serialize_uncompressed()));
}

pub(crate) fn x_only_key(bytes: &[u8; 32], found: &Result<XOnlyPublicKey, Error>) {
    assert_eq!(found.is_ok(), PeerXOnly::from_byte_array(*bytes).is_ok());
}

pub(crate) fn secret_key(bytes: &[u8; 32], found: &Result<SecretKey, Error>) {
    let peer = PeerSecret::from_byte_array(*bytes).ok();
    let public = peer.map(|key| key.public_key(secp256k1::SECP256K1).serialize_uncompressed());
    assert_eq!(found.as_ref().ok().map(|key| key.public_key().to_uncompressed()), public);
    if let (Ok(found), Some(peer)) = (found, peer) {
        // Both nonces are those of RFC 6979.
        let ours = found.sign(&[0x5a; 32]).signature().to_compact();
        let message = Message::from_digest([0x5a; 32]);
        assert_eq!(ours, secp256k1::SECP256K1.sign_ecdsa(message, &peer).serialize_compact());
    }
}

pub(crate) fn recovery(item: &Recovery, found: &Result<PublicKey, Error>) {
    let peer = || {
        let id = RecoveryId::try_from(i32::from(item.recovery_id)).ok()?;
        let signature = RecoverableSignature::from_compact(&[item.r, item.s].concat(), id).ok()?;
        let key = secp256k1::SECP256K1.recover_ecdsa(Message::from_digest(item.hash), &signature).ok()?;
        Some(key.serialize_uncompressed())
    };
    assert_eq!(found.as_ref().ok().map(PublicKey::to_uncompressed), peer(), "{item:?}");
}

/// libsecp256k1 rejects signatures with a high `s`.
pub(crate) fn ecdsa(item: &Verification, found: bool) {
    let key = PeerKey::from_slice(&item.key.to_compressed()).expect("a key");
    let signature = PeerSignature::from_compact(&item.signature.to_low().to_compact()).expect("a signature");
    let verdict = secp256k1::SECP256K1.verify_ecdsa(Message::from_digest(item.hash), &signature, &key);
    assert_eq!(found, verdict.is_ok(), "{item:?}");
    if !item.signature.is_low() {
        let high = PeerSignature::from_compact(&item.signature.to_compact()).expect("a signature");
        assert!(secp256k1::SECP256K1.verify_ecdsa(Message::from_digest(item.hash), &high, &key).is_err());
    }
}

pub(crate) fn schnorr(item: &SchnorrVerification<'_>, found: bool) {
    let key = PeerXOnly::from_byte_array(item.key.to_be_bytes()).expect("a key");
    let signature = schnorr::Signature::from_byte_array(item.signature.to_bytes());
    let verdict = secp256k1::SECP256K1.verify_schnorr(&signature, item.message, &key);
    assert_eq!(found, verdict.is_ok(), "{item:?}");
}
