//! The group, and signatures.

use contender::{Contender, Ecdsa, Group};
use k256::ecdsa::signature::hazmat::PrehashVerifier;
use k256::ecdsa::{RecoveryId, Signature, SigningKey, VerifyingKey};
use k256::elliptic_curve::ff::PrimeField;
use k256::elliptic_curve::ops::MulVartime;
use k256::elliptic_curve::point::AffineCoordinates;
use k256::{AffinePoint, FieldBytes, ProjectivePoint, Scalar};

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

/// The coordinates of infinity are zero here, too.
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

/// A hash and who signs it.
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

/// A hash, its signature and the key.
type Verification = ([u8; 32], Signature, VerifyingKey);

fn verify((hash, signature, key): &Verification) -> bool {
    key.verify_prehash(hash, signature).is_ok()
}

/// A hash, its signature and which of the possible keys.
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
    // Numbers out of range make no signature; the library refuses the upper half of s.
    let signature = Signature::from_scalars(r, s).ok().map(|signature| signature.normalize_s());
    Some(signature.is_some_and(|signature| verify(&(hash, signature, key))))
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
        .recover("VerifyingKey::recover_from_prehash (variable time)", recovery, recover, encode_key);
}
