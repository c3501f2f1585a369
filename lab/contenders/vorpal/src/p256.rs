//! Signatures on P-256.

use contender::{Contender, Ecdsa};
use vorpal::secp256k1::p256::{PublicKey, SecretKey, Signature, Verification, verify_batch};

/// Decodes a secret key and a hash.
type Signing = (SecretKey, [u8; 32]);

fn signing(key: &[u8], hash: &[u8]) -> Option<Signing> {
    Some((SecretKey::from_be_bytes(key.try_into().ok()?).ok()?, hash.try_into().ok()?))
}

fn public(bytes: &[u8]) -> Option<PublicKey> {
    let (x, y) = bytes.split_at_checked(32)?;
    PublicKey::from_coordinates(x.try_into().ok()?, y.try_into().ok()?).ok()
}

fn verification(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<Verification> {
    let signature = Signature::new(r.try_into().ok()?, s.try_into().ok()?).ok()?;
    Some(Verification { hash: hash.try_into().ok()?, signature, key: public(key)? })
}

fn verify(verification: &Verification) -> bool {
    let Verification { hash, signature, key } = verification;
    key.verify(hash, signature)
}

/// The verdict of the function for one signature. It is compared with those of batches.
///
/// # Panics
/// If two verdicts differ. The process then ends, and the lab shows the case.
fn verdict(hash: &[u8], r: &[u8], s: &[u8], key: &[u8]) -> Option<bool> {
    let (hash, r, s) = (hash.try_into().ok()?, r.try_into().ok()?, s.try_into().ok()?);
    let key = public(key)?;
    // Numbers out of range are no signature.
    let Ok(signature) = Signature::new(r, s) else { return Some(false) };
    let verification = Verification { hash, signature, key };
    let expected = verify(&verification);
    // Full and partial packed values.
    for size in [1, 2, 17] {
        let found = verify_batch(&vec![verification; size]);
        assert_eq!(found, vec![expected; size], "verify_batch of {size}");
    }
    Some(expected)
}

pub(crate) fn register(contender: &mut Contender) {
    Ecdsa::p256(contender)
        .sign(
            "SecretKey::sign (constant time)",
            signing,
            |(key, hash)| key.sign(hash),
            |signature| signature.to_compact().to_vec(),
        )
        .verify("PublicKey::verify (variable time)", verification, verify, verdict)
        .verify_batch("verify_batch (variable time)", verification, verify_batch);
}
