//! A contender for libsecp256k1, by the crate `secp256k1`.

use std::ptr::{self, NonNull};

use contender::{Contender, Ecdsa, Group, Schnorr};
use secp256k1::ecdsa::{self, RecoverableSignature, RecoveryId, Signature};
use secp256k1::ffi::CPtr;
use secp256k1::{
    Keypair, Message, PublicKey, Scalar, SecretKey, XOnlyPublicKey, ecdh, ffi, schnorr,
    with_raw_global_context,
};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

/// The library's keys cannot be infinity, so infinity is `None`.
type Point = Option<PublicKey>;

fn array(bytes: &[u8]) -> Option<[u8; 32]> {
    bytes.try_into().ok()
}

fn key(bytes: &[u8]) -> Option<PublicKey> {
    let mut uncompressed = [4; 65];
    uncompressed[1..].copy_from_slice(<&[u8; 64]>::try_from(bytes).ok()?);
    PublicKey::from_byte_array_uncompressed(uncompressed).ok()
}

fn encode_key(key: &PublicKey) -> Vec<u8> {
    key.serialize_uncompressed()[1..].to_vec()
}

fn point(bytes: &[u8]) -> Option<Point> {
    if bytes.len() == 64 && bytes.iter().all(|byte| *byte == 0) { Some(None) } else { key(bytes).map(Some) }
}

fn encode(point: &Point) -> Vec<u8> {
    point.as_ref().map_or(vec![0; 64], encode_key)
}

fn scalar(bytes: &[u8]) -> Option<Scalar> {
    Scalar::from_be_bytes(array(bytes)?).ok()
}

fn add(a: &Point, b: &Point) -> Point {
    match (a, b) {
        (Some(a), Some(b)) => a.combine(b).ok(),
        (only, None) | (None, only) => *only,
    }
}

fn multiply(point: &Point, scalar: &Scalar) -> Point {
    (*point)?.mul_tweak(scalar).ok()
}

/// Decodes a hash and a secret key.
type Signing = (SecretKey, Message);

fn message(hash: &[u8]) -> Option<Message> {
    array(hash).map(Message::from_digest)
}

fn signing(secret: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SecretKey::from_secret_bytes(array(secret)?).ok()?, message(hash)?))
}

/// Calls the C function. The crate's own function also blinds the context again after every signature.
fn sign((secret, message): &Signing) -> RecoverableSignature {
    let sign = |context: NonNull<ffi::Context>| {
        let mut signature = ffi::recovery::RecoverableSignature::new();
        // SAFETY: the context supports signing; reads 32 bytes of each input, writes a whole signature.
        let done = unsafe {
            ffi::recovery::secp256k1_ecdsa_sign_recoverable(
                context.as_ptr(),
                &mut signature,
                message.as_ref().as_ptr(),
                secret.as_secret_bytes().as_ptr(),
                ffi::secp256k1_nonce_function_rfc6979,
                ptr::null(),
            )
        };
        assert_eq!(done, 1, "a valid secret always signs");
        signature.into()
    };
    with_raw_global_context(sign, None)
}

fn encode_signature(signature: RecoverableSignature) -> Vec<u8> {
    let (id, bytes) = signature.serialize_compact();
    [&bytes[..], &[id.to_u8()]].concat()
}

/// Decodes a hash, a signature and a public key.
type Verification = (Message, Signature, PublicKey);

fn verify((message, signature, key): &Verification) -> bool {
    ecdsa::verify(signature, *message, key).is_ok()
}

/// Decodes a hash and a signature with its recovery id.
type Recovery = (Message, RecoverableSignature);

fn recovery(hash: &[u8], r: &[u8], s: &[u8], id: &[u8]) -> Option<Recovery> {
    let [id] = *id else { return None };
    let (r, s, id) = (array(r)?, array(s)?, RecoveryId::try_from(i32::from(id)).ok()?);
    Some((message(hash)?, RecoverableSignature::from_compact(&[r, s].concat(), id).ok()?))
}

fn recover((message, signature): &Recovery) -> Option<PublicKey> {
    signature.recover_ecdsa(*message).ok()
}

fn verification(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<Verification> {
    Some((message(hash)?, Signature::from_compact(&[r, s].concat()).ok()?, key(public)?))
}

fn verdict(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<bool> {
    let (message, r, s, key) = (message(hash)?, array(r)?, array(s)?, key(public)?);
    // Numbers out of range are no signature. The library rejects the upper half of `s`.
    let signature = Signature::from_compact(&[r, s].concat()).ok();
    Some(signature.is_some_and(|mut signature| {
        signature.normalize_s();
        verify(&(message, signature, key))
    }))
}

/// Decodes a secret and a public key.
type Exchange = (SecretKey, PublicKey);

fn secret(bytes: &[u8]) -> Option<SecretKey> {
    SecretKey::from_secret_bytes(array(bytes)?).ok()
}

fn exchange(bytes: &[u8], other: &[u8]) -> Option<Exchange> {
    Some((secret(bytes)?, key(other)?))
}

fn shared_x((secret, key): &Exchange) -> [u8; 32] {
    let [x, _] = *ecdh::shared_secret_point(key, secret).as_chunks::<32>().0 else {
        unreachable!("64 bytes")
    };
    x
}

/// The library reads numbers out of range as zeros, which are no valid signature.
fn from_der(encoding: &[u8]) -> Option<[u8; 64]> {
    let signature = Signature::from_der(encoding).ok()?.serialize_compact();
    signature.chunks(32).all(|number| number.iter().any(|byte| *byte != 0)).then_some(signature)
}

/// Decodes a message, a secret key and auxiliary bytes.
type SchnorrSigning = (Keypair, Vec<u8>, [u8; 32]);

fn schnorr_signing(bytes: &[u8], message: &[u8], auxiliary: &[u8]) -> Option<SchnorrSigning> {
    Some((Keypair::from_secret_key(&secret(bytes)?), message.to_vec(), array(auxiliary)?))
}

/// Calls the C function, like [`sign`].
fn schnorr_sign((keypair, message, auxiliary): &SchnorrSigning) -> [u8; 64] {
    let sign = |context: NonNull<ffi::Context>| {
        let mut signature = [0; 64];
        let extra = ffi::SchnorrSigExtraParams::new(None, auxiliary.as_ptr().cast());
        // SAFETY: the context supports signing; reads the message, a key pair and 32 auxiliary bytes, writes 64 bytes.
        let done = unsafe {
            ffi::secp256k1_schnorrsig_sign_custom(
                context.as_ptr(),
                signature.as_mut_ptr(),
                message.as_ptr(),
                message.len(),
                keypair.as_c_ptr(),
                &extra,
            )
        };
        assert_eq!(done, 1, "a valid key pair always signs");
        signature
    };
    with_raw_global_context(sign, None)
}

/// Decodes a message, a signature and a public key.
type SchnorrVerification = (Vec<u8>, schnorr::Signature, XOnlyPublicKey);

fn schnorr_verification(message: &[u8], signature: &[u8], key: &[u8]) -> Option<SchnorrVerification> {
    let signature = schnorr::Signature::from_byte_array(signature.try_into().ok()?);
    Some((message.to_vec(), signature, XOnlyPublicKey::from_byte_array(array(key)?).ok()?))
}

fn schnorr_verify((message, signature, key): &SchnorrVerification) -> bool {
    schnorr::verify(signature, message, key).is_ok()
}

fn schnorr_verdict(message: &[u8], signature: &[u8], key: &[u8]) -> Option<bool> {
    schnorr_verification(message, signature, key).as_ref().map(schnorr_verify)
}

fn main() {
    let mut contender = Contender::new("libsecp256k1", "secp256k1 0.33.1, secp256k1-sys 0.14.1");
    Group::new(&mut contender, "secp256k1", point, encode, scalar).operations(
        add,
        |a| add(a, a),
        |a| a.map(PublicKey::negate),
        multiply,
    );
    let sign_path = "secp256k1_ecdsa_sign_recoverable (constant time, by its FFI)";
    Ecdsa::new(&mut contender)
        .multiply("PublicKey::mul_tweak (variable time)", point, scalar, multiply, |product| encode(&product))
        .sign(sign_path, signing, sign, encode_signature)
        .verify("ecdsa::verify (variable time)", verification, verify, verdict)
        .recover("RecoverableSignature::recover_ecdsa (variable time)", recovery, recover, encode_key)
        .diffie_hellman("ecdh::shared_secret_point (constant time)", exchange, shared_x)
        .from_der(from_der);
    let schnorr_path = "secp256k1_schnorrsig_sign_custom, public key known (constant time, by its FFI)";
    Schnorr::new(&mut contender)
        .sign(schnorr_path, schnorr_signing, schnorr_sign, |signature| signature)
        .verify("schnorr::verify (variable time)", schnorr_verification, schnorr_verify, schnorr_verdict);
    contender.serve();
}
