//! A contender for p256: signatures on P-256.

use contender::{Contender, Ecdsa};
use p256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use p256::ecdsa::{Signature, SigningKey, VerifyingKey};
use p256::elliptic_curve::point::AffineCoordinates;
use p256::{AffinePoint, FieldBytes};

#[global_allocator]
static ALLOCATOR: contender::CountingAllocator = contender::CountingAllocator;

fn bytes(bytes: &[u8]) -> Option<FieldBytes> {
    FieldBytes::try_from(bytes).ok()
}

fn key(encoding: &[u8]) -> Option<VerifyingKey> {
    let (x, y) = encoding.split_at_checked(32)?;
    let point: Option<AffinePoint> = AffinePoint::from_coordinates(&bytes(x)?, &bytes(y)?).into();
    VerifyingKey::from_affine(point?).ok()
}

fn signature(r: &[u8], s: &[u8]) -> Option<Signature> {
    Signature::from_scalars(bytes(r)?, bytes(s)?).ok()
}

/// A secret key and a hash.
type Signing = (SigningKey, [u8; 32]);

fn signing(secret: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SigningKey::from_bytes(&bytes(secret)?).ok()?, hash.try_into().ok()?))
}

fn sign((key, hash): &Signing) -> Signature {
    key.sign_prehash(hash).expect("a hash has 32 bytes")
}

/// A hash, a signature and a public key.
type Verification = ([u8; 32], Signature, VerifyingKey);

fn verifying(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<Verification> {
    Some((hash.try_into().ok()?, signature(r, s)?, key(public)?))
}

fn verify((hash, signature, key): &Verification) -> bool {
    key.verify_prehash(hash, signature).is_ok()
}

fn verdict(hash: &[u8], r: &[u8], s: &[u8], public: &[u8]) -> Option<bool> {
    let (key, hash) = (key(public)?, <[u8; 32]>::try_from(hash).ok()?);
    bytes(r).and(bytes(s))?;
    // Numbers out of range are no signature.
    Some(signature(r, s).is_some_and(|signature| verify(&(hash, signature, key))))
}

fn main() {
    let mut contender = Contender::new("p256", "0.14.0");
    Ecdsa::p256(&mut contender)
        .sign("SigningKey::sign_prehash (constant time)", signing, sign, |signature| {
            signature.to_bytes().to_vec()
        })
        .verify("VerifyingKey::verify_prehash (variable time)", verifying, verify, verdict);
    contender.serve();
}
