//! The group of secp256k1, and signatures.

use contender::{Contender, Ecdsa, Group, Schnorr};
use k256::ecdh::{SharedSecret, diffie_hellman};
use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use k256::elliptic_curve::ff::PrimeField;
use k256::elliptic_curve::ops::MulVartime;
use k256::elliptic_curve::point::AffineCoordinates;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, PublicKey, Scalar, SecretKey, schnorr};

fn bytes(bytes: &[u8]) -> Option<FieldBytes> {
    FieldBytes::try_from(bytes).ok()
}

fn affine(encoding: &[u8]) -> Option<AffinePoint> {
    let (x, y) = encoding.split_at_checked(32)?;
    if y.len() == 32 && encoding.iter().all(|byte| *byte == 0) {
        return Some(AffinePoint::IDENTITY);
    }
    AffinePoint::from_coordinates(&bytes(x)?, &bytes(y)?).into()
}

fn point(encoding: &[u8]) -> Option<ProjectivePoint> {
    affine(encoding).map(ProjectivePoint::from)
}

/// The coordinates of infinity are zero in both encodings.
fn encode_affine(point: &AffinePoint) -> Vec<u8> {
    [point.x(), point.y()].concat()
}

fn encode(point: &ProjectivePoint) -> Vec<u8> {
    encode_affine(&point.to_affine())
}

fn scalar(encoding: &[u8]) -> Option<Scalar> {
    Scalar::from_repr(bytes(encoding)?).into()
}

fn signature(r: &[u8], s: &[u8]) -> Option<Signature> {
    Signature::from_scalars(bytes(r)?, bytes(s)?).ok()
}

/// Decodes a hash and a secret key.
type Signing = (SigningKey, [u8; 32]);

fn signing(secret: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SigningKey::from_bytes(&bytes(secret)?).ok()?, hash.try_into().ok()?))
}

fn sign((key, hash): &Signing) -> (Signature, RecoveryId) {
    key.sign_prehash_recoverable(hash)
}

fn encode_signature((signature, id): (Signature, RecoveryId)) -> Vec<u8> {
    [&signature.to_bytes()[..], &[id.to_byte()]].concat()
}

/// Decodes a hash, a signature and a public key.
type Verification = ([u8; 32], Signature, VerifyingKey);

fn verify((hash, signature, key): &Verification) -> bool {
    key.verify_prehash(hash, signature).is_ok()
}

/// Decodes a hash, a signature and a recovery id.
type Recovery = ([u8; 32], Signature, RecoveryId);

fn recovery(hash: &[u8], r: &[u8], s: &[u8], id: &[u8]) -> Option<Recovery> {
    let [id] = *id else { return None };
    Some((hash.try_into().ok()?, signature(r, s)?, RecoveryId::from_byte(id)?))
}

fn recover((hash, signature, id): &Recovery) -> Option<VerifyingKey> {
    VerifyingKey::recover_from_prehash(hash, signature, *id).ok()
}

fn encode_key(key: &VerifyingKey) -> Vec<u8> {
    encode_affine(key.as_affine())
}

fn verifying(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<Verification> {
    let key = VerifyingKey::from_affine(affine(key)?).ok()?;
    Some((hash.try_into().ok()?, signature(r, s)?, key))
}

fn verdict(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<bool> {
    let key = VerifyingKey::from_affine(affine(key)?).ok()?;
    let (hash, r, s) = (<[u8; 32]>::try_from(hash).ok()?, bytes(r)?, bytes(s)?);
    // Numbers out of range are no signature. The library rejects the upper half of `s`.
    let signature = Signature::from_scalars(r, s).ok().map(|signature| signature.normalize_s());
    Some(signature.is_some_and(|signature| verify(&(hash, signature, key))))
}

/// Decodes a secret and a public key.
type Exchange = (SecretKey, PublicKey);

fn exchange(secret: &[u8], key: &[u8]) -> Option<Exchange> {
    Some((SecretKey::from_bytes(&bytes(secret)?).ok()?, PublicKey::from_affine(affine(key)?).ok()?))
}

/// The library wipes the secret when it is dropped, so its bytes are copied.
fn shared((secret, key): &Exchange) -> [u8; 32] {
    let secret: SharedSecret = diffie_hellman(secret.to_nonzero_scalar(), key.as_affine());
    (*secret.raw_secret_bytes()).into()
}

fn from_der(encoding: &[u8]) -> Option<[u8; 64]> {
    Signature::from_der(encoding).ok().map(|signature| signature.to_bytes().into())
}

/// Decodes a message, a secret key and auxiliary bytes.
type SchnorrSigning = (schnorr::SigningKey, Vec<u8>, [u8; 32]);

fn schnorr_signing(secret: &[u8], message: &[u8], auxiliary: &[u8]) -> Option<SchnorrSigning> {
    let key = schnorr::SigningKey::from_bytes(&bytes(secret)?).ok()?;
    Some((key, message.to_vec(), auxiliary.try_into().ok()?))
}

fn schnorr_sign((key, message, auxiliary): &SchnorrSigning) -> schnorr::Signature {
    key.sign_raw(message, auxiliary).expect("no nonce is zero")
}

/// Decodes a message, a signature and a public key.
type SchnorrVerification = (Vec<u8>, schnorr::Signature, schnorr::VerifyingKey);

fn schnorr_verification(message: &[u8], signature: &[u8], key: &[u8]) -> Option<SchnorrVerification> {
    let key = schnorr::VerifyingKey::from_bytes(&bytes(key)?).ok()?;
    Some((message.to_vec(), schnorr::Signature::from_slice(signature).ok()?, key))
}

fn schnorr_verify((message, signature, key): &SchnorrVerification) -> bool {
    key.verify_raw(message, signature).is_ok()
}

fn schnorr_verdict(message: &[u8], signature: &[u8], key: &[u8]) -> Option<bool> {
    let key = schnorr::VerifyingKey::from_bytes(&bytes(key)?).ok()?;
    let signature = <[u8; 64]>::try_from(signature).ok()?;
    // Numbers out of range are no signature.
    let signature = schnorr::Signature::from_bytes(&signature).ok();
    Some(signature.is_some_and(|signature| key.verify_raw(message, &signature).is_ok()))
}

pub(crate) fn register(contender: &mut Contender) {
    let multiply = |point: &ProjectivePoint, scalar: &Scalar| point.mul_vartime(scalar);
    Group::new(contender, "secp256k1", point, encode, scalar).operations(
        |a, b| a + b,
        ProjectivePoint::double,
        |a| -a,
        multiply,
    );
    let product = move |point: &ProjectivePoint, scalar: &Scalar| multiply(point, scalar).to_affine();
    let encode_product = |product: AffinePoint| encode_affine(&product);
    Ecdsa::new(contender)
        .multiply(
            "MulVartime::mul_vartime, to affine (variable time)",
            point,
            scalar,
            product,
            encode_product,
        )
        .sign("SigningKey::sign_prehash_recoverable (constant time)", signing, sign, encode_signature)
        .verify("VerifyingKey::verify_prehash (variable time)", verifying, verify, verdict)
        .recover("VerifyingKey::recover_from_prehash (variable time)", recovery, recover, encode_key)
        .diffie_hellman("ecdh::diffie_hellman (constant time)", exchange, shared)
        .from_der(from_der);
    Schnorr::new(contender)
        .sign(
            "schnorr::SigningKey::sign_raw, public key known (constant time)",
            schnorr_signing,
            schnorr_sign,
            |signature| signature.to_bytes(),
        )
        .verify(
            "schnorr::VerifyingKey::verify_raw (variable time)",
            schnorr_verification,
            schnorr_verify,
            schnorr_verdict,
        );
}
