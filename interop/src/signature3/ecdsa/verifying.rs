//! The verifying key for ECDSA and its trait implementations.

use sha2::Sha256;
use signature::digest::{Digest, Update};
use signature::hazmat::PrehashVerifier;
use signature::{DigestVerifier, Error, MultipartVerifier, Verifier};
use vorpal_secp256k1::{PublicKey, Signature};

use super::prehash::hash_of;
use super::signing::update;
use crate::signature3::bytes::digest_of;

/// A public key for ECDSA. It accepts low signatures only, as [`PublicKey::verify_low`], and verifies in variable time.
/// [`PublicKey::verify`] accepts both.
///
/// It verifies [`Signature`](super::Signature), [`DerSignature`](super::DerSignature) and the signature of
/// `vorpal_secp256k1`: every type that converts into the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VerifyingKey(pub PublicKey);

impl From<PublicKey> for VerifyingKey {
    fn from(key: PublicKey) -> Self {
        Self(key)
    }
}

impl From<VerifyingKey> for PublicKey {
    fn from(key: VerifyingKey) -> Self {
        key.0
    }
}

impl<S: Clone + Into<Signature>> PrehashVerifier<S> for VerifyingKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &S) -> Result<(), Error> {
        let valid = self.0.verify_low(&hash_of(prehash)?, &signature.clone().into());
        if valid { Ok(()) } else { Err(Error::new()) }
    }
}

impl<D: Digest + Update, S: Clone + Into<Signature>> DigestVerifier<D, S> for VerifyingKey {
    fn verify_digest<F: Fn(&mut D) -> Result<(), Error>>(&self, f: F, signature: &S) -> Result<(), Error> {
        self.verify_prehash(&digest_of(f)?, signature)
    }
}

impl<S: Clone + Into<Signature>> Verifier<S> for VerifyingKey {
    fn verify(&self, msg: &[u8], signature: &S) -> Result<(), Error> {
        self.multipart_verify(&[msg], signature)
    }
}

impl<S: Clone + Into<Signature>> MultipartVerifier<S> for VerifyingKey {
    fn multipart_verify(&self, msg: &[&[u8]], signature: &S) -> Result<(), Error> {
        self.verify_digest(|digest: &mut Sha256| update(digest, msg), signature)
    }
}
