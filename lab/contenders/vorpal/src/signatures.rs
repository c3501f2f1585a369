//! Signatures and shared secrets on secp256k1.

use contender::{Contender, Ecdsa, Group, Schnorr};
use vorpal::curves::models::weierstrass::{Endomorphism, Half, Subgroup, WeierstrassCurve};
use vorpal::curves::secp256k1::{Affine, Jacobian, Secp256k1};
use vorpal::fields::primes::{Secp256k1Base, Secp256k1Scalar};
use vorpal::msm::msm_vartime;
use vorpal::secp256k1::{
    PreparedKey, PublicKey, RecoverableSignature, Recovery, SchnorrKeyPair, SchnorrSignature,
    SchnorrVerification, SecretKey, Signature, Verification, XOnlyPublicKey, recover, recover_batch,
    verify_batch, verify_schnorr_batch,
};

use crate::batches;

fn point(bytes: &[u8]) -> Option<Jacobian> {
    affine(bytes).map(|affine| Jacobian::from_affine(&affine))
}

fn affine(bytes: &[u8]) -> Option<Affine> {
    let (x, y) = bytes.split_at_checked(32)?;
    if y.len() == 32 && bytes.iter().all(|byte| *byte == 0) {
        return Some(Affine::IDENTITY);
    }
    Affine::new(Secp256k1Base::from_be_bytes(x).ok()?, Secp256k1Base::from_be_bytes(y).ok()?).ok()
}

fn encode(point: &Jacobian) -> Vec<u8> {
    encode_affine(&point.to_affine())
}

fn encode_affine(point: &Affine) -> Vec<u8> {
    point.coordinates().map_or(vec![0; 64], |(x, y)| [x.to_be_bytes(), y.to_be_bytes()].concat())
}

fn scalar(bytes: &[u8]) -> Option<Secp256k1Scalar> {
    Secp256k1Scalar::from_be_bytes(bytes).ok()
}

fn multiply(point: &Affine, scalar: &Secp256k1Scalar) -> Affine {
    let points = Subgroup::unchecked(std::slice::from_ref(point));
    msm_vartime(&points, std::slice::from_ref(scalar)).expect("a point and a scalar").to_affine_vartime()
}

/// Whether `k1 + lambda k2` equals the scalar. The curve defines which of the two nontrivial cube roots of unity is
/// `lambda`. Halves have 128 bits by their type.
fn make_up(scalar: &Secp256k1Scalar, halves: [Half; 2]) -> bool {
    let [k1, k2] = halves.map(|half| {
        let element = Secp256k1Scalar::from_le_bytes_reduced(&half.magnitude.to_le_bytes());
        if half.negative.into() { -element } else { element }
    });
    let is_root = |lambda: &Secp256k1Scalar| lambda.square() + *lambda == -Secp256k1Scalar::ONE;
    let lambda = Secp256k1::ENDOMORPHISM.map(Endomorphism::lambda);
    lambda.filter(is_root).is_some_and(|lambda| k1 + lambda * k2 == *scalar)
}

/// Decodes a hash and a secret key.
type Signing = (SecretKey, [u8; 32]);

fn secret(bytes: &[u8]) -> Option<SecretKey> {
    SecretKey::from_be_bytes(bytes.try_into().ok()?).ok()
}

fn signing(key: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((secret(key)?, hash.try_into().ok()?))
}

fn encode_signature(signature: RecoverableSignature) -> Vec<u8> {
    signature.to_rsv().to_vec()
}

fn public(bytes: &[u8]) -> Option<PublicKey> {
    PublicKey::from_sec1_bytes(&[&[4], bytes].concat()).ok().filter(|_| bytes.len() == 64)
}

fn encode_key(key: &PublicKey) -> Vec<u8> {
    key.to_uncompressed()[1..].to_vec()
}

fn signed(hash: &[u8], r: &[u8], s: &[u8]) -> Option<([u8; 32], Signature)> {
    let signature = Signature::new(r.try_into().ok()?, s.try_into().ok()?).ok()?;
    Some((hash.try_into().ok()?, signature))
}

fn verification(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<Verification> {
    let (hash, signature) = signed(hash, r, s)?;
    Some(Verification { hash, signature, key: public(key)? })
}

fn verify(verification: &Verification) -> bool {
    let Verification { hash, signature, key } = verification;
    key.verify(hash, signature)
}

fn verdict(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<bool> {
    let (hash, r, s) = (hash.try_into().ok()?, r.try_into().ok()?, s.try_into().ok()?);
    let key = public(key)?;
    // Numbers out of range are no signature.
    let signature = Signature::new(r, s).ok();
    Some(
        signature
            .is_some_and(|signature| batches::verify_by_all_methods(&Verification { hash, signature, key })),
    )
}

fn recovery(hash: &[u8], r: &[u8], s: &[u8], recovery_id: &[u8]) -> Option<Recovery> {
    let [recovery_id] = *recovery_id else { return None };
    Some(Recovery { hash: hash.try_into().ok()?, r: r.try_into().ok()?, s: s.try_into().ok()?, recovery_id })
}

/// Decodes a secret and a public key.
type Exchange = (SecretKey, PublicKey);

fn exchange(key: &[u8], other: &[u8]) -> Option<Exchange> {
    Some((secret(key)?, public(other)?))
}

/// Decodes a message, a secret key and auxiliary bytes.
type SchnorrSigning = (SchnorrKeyPair, Vec<u8>, [u8; 32]);

fn schnorr_signing(key: &[u8], message: &[u8], auxiliary: &[u8]) -> Option<SchnorrSigning> {
    Some((SchnorrKeyPair::new(&secret(key)?), message.to_vec(), auxiliary.try_into().ok()?))
}

fn x_only(bytes: &[u8]) -> Option<XOnlyPublicKey> {
    XOnlyPublicKey::from_be_bytes(bytes.try_into().ok()?).ok()
}

/// Decodes a message, a signature and a key. Batches borrow messages, and prepared inputs live until the process ends,
/// so messages are leaked.
fn schnorr_verification(
    message: &[u8],
    signature: &[u8],
    key: &[u8],
) -> Option<SchnorrVerification<'static>> {
    let signature = SchnorrSignature::from_bytes(signature.try_into().ok()?).ok()?;
    Some(SchnorrVerification { message: message.to_vec().leak(), signature, key: x_only(key)? })
}

fn verify_schnorr(verification: &SchnorrVerification<'_>) -> bool {
    let SchnorrVerification { message, signature, key } = verification;
    key.verify_schnorr(message, signature)
}

fn schnorr_verdict(message: &[u8], signature: &[u8], key: &[u8]) -> Option<bool> {
    let (signature, key) = (signature.try_into().ok()?, x_only(key)?);
    // Numbers out of range are no signature.
    let signature = SchnorrSignature::from_bytes(signature).ok();
    Some(signature.is_some_and(|signature| {
        batches::verify_schnorr_by_all_methods(&SchnorrVerification { message, signature, key })
    }))
}

pub(crate) fn register(contender: &mut Contender) {
    use vorpal::curves::Group as Operations;
    Group::new(contender, "secp256k1", point, encode, scalar)
        .operations(Operations::add_vartime, Operations::double, Operations::neg, |point, scalar| {
            let product = point.mul_vartime(scalar);
            let by_halves = multiply(&point.to_affine(), scalar);
            assert!(product.to_affine() == by_halves, "the product by the endomorphism differs");
            product
        })
        .latencies(
            ("Jacobian::double", |a: &mut Jacobian| *a = a.double()),
            ("Jacobian::add_vartime", |a: &mut Jacobian, b: &Jacobian| *a = a.add_vartime(b)),
            affine,
            ("Jacobian::add_affine_vartime", |a: &mut Jacobian, b: &Affine| *a = a.add_affine_vartime(b)),
        );
    let endomorphism = Secp256k1::ENDOMORPHISM.expect("the curve has one");
    Ecdsa::new(contender)
        .split(
            "Endomorphism::split (constant time)",
            scalar,
            move |scalar| endomorphism.split(&scalar.to_limbs()),
            make_up,
        )
        .multiply(
            "msm_vartime of one point, to affine (variable time)",
            affine,
            scalar,
            multiply,
            |product| encode_affine(&product),
        )
        .sign("SecretKey::sign (constant time)", signing, |(key, hash)| key.sign(hash), encode_signature)
        .verify("PublicKey::verify (variable time)", verification, verify, verdict)
        .verify_cached(
            "PreparedKey::verify, with a table of each key (variable time)",
            |key| public(key).as_ref().map(PreparedKey::new),
            signed,
            |key, (hash, signature)| key.verify(hash, signature),
        )
        .verify_batch("verify_batch (variable time)", verification, verify_batch)
        .recover("recover (variable time)", recovery, |recovery| recover(recovery).ok(), encode_key)
        .recover_batch(
            "recover_batch (variable time)",
            recovery,
            |recoveries| recover_batch(recoveries).into_iter().map(Result::ok),
            encode_key,
        )
        .compared_recover(recovery, batches::recover_by_all_methods, encode_key)
        .diffie_hellman("SecretKey::diffie_hellman (constant time)", exchange, |(key, other)| {
            *key.diffie_hellman(other).x()
        })
        .from_der(|encoding| {
            let signature = Signature::from_der(encoding).ok()?;
            // A signature has exactly one encoding.
            assert_eq!(signature.to_der().as_ref(), encoding, "another encoding of the same signature");
            Some(signature.to_compact())
        });
    Schnorr::new(contender)
        .sign(
            "SchnorrKeyPair::sign (constant time)",
            schnorr_signing,
            |(pair, message, auxiliary)| pair.sign(message, auxiliary),
            |signature| signature.to_bytes(),
        )
        .verify(
            "XOnlyPublicKey::verify_schnorr (variable time)",
            schnorr_verification,
            verify_schnorr,
            schnorr_verdict,
        )
        .verify_batch("verify_schnorr_batch (variable time)", schnorr_verification, verify_schnorr_batch);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_represent_their_scalar_and_no_other() {
        let scalar = Secp256k1Scalar::from_be_bytes_reduced(&[0x9d; 32]);
        let halves = Secp256k1::ENDOMORPHISM.unwrap().split(&scalar.to_limbs());
        assert!(make_up(&scalar, halves));
        assert!(!make_up(&(scalar + Secp256k1Scalar::ONE), halves));
        let [k1, k2] = halves;
        assert!(!make_up(&scalar, [k2, k1]));
    }
}
