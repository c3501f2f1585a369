//! The signing key for ECDSA and its trait implementations.

use sha2::Sha256;
use signature::digest::{Digest, Update};
use signature::hazmat::{PrehashSigner, RandomizedPrehashSigner};
use signature::rand_core::TryCryptoRng;
use signature::{
    DigestSigner, Error, KeypairRef, MultipartSigner, RandomizedDigestSigner, RandomizedMultipartSigner,
    RandomizedSigner, Signer,
};
use vorpal_secp256k1::{RecoverableSignature, SecretKey};

use super::VerifyingKey;
use super::prehash::hash_of;
use crate::signature3::bytes::digest_of;

/// A secret key for ECDSA with its public key. It is wiped when dropped, never printed, and signs in constant time.
///
/// It creates [`Signature`](super::Signature), [`DerSignature`](super::DerSignature),
/// [`RecoverableSignature`](super::RecoverableSignature) and the recoverable signature of `vorpal_secp256k1`: every
/// type that implements `From` for the last.
#[derive(Clone, Debug)]
pub struct SigningKey {
    secret: SecretKey,
    public: VerifyingKey,
}

impl SigningKey {
    /// The wrapped key.
    pub fn secret_key(&self) -> &SecretKey {
        &self.secret
    }
}

/// Computes the public key of a secret key.
impl From<SecretKey> for SigningKey {
    fn from(secret: SecretKey) -> Self {
        Self { public: secret.public_key().into(), secret }
    }
}

impl AsRef<VerifyingKey> for SigningKey {
    fn as_ref(&self) -> &VerifyingKey {
        &self.public
    }
}

impl KeypairRef for SigningKey {
    type VerifyingKey = VerifyingKey;
}

impl<S: From<RecoverableSignature>> PrehashSigner<S> for SigningKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<S, Error> {
        Ok(self.secret.sign(&hash_of(prehash)?).into())
    }
}

impl<D: Digest + Update, S: From<RecoverableSignature>> DigestSigner<D, S> for SigningKey {
    fn try_sign_digest<F: Fn(&mut D) -> Result<(), Error>>(&self, f: F) -> Result<S, Error> {
        self.sign_prehash(&digest_of(f)?)
    }
}

impl<S: From<RecoverableSignature>> Signer<S> for SigningKey {
    fn try_sign(&self, msg: &[u8]) -> Result<S, Error> {
        self.try_multipart_sign(&[msg])
    }
}

impl<S: From<RecoverableSignature>> MultipartSigner<S> for SigningKey {
    fn try_multipart_sign(&self, msg: &[&[u8]]) -> Result<S, Error> {
        self.try_sign_digest(|digest: &mut Sha256| update(digest, msg))
    }
}

/// 32 bytes from the generator are added to the input of the nonce (RFC 6979, section 3.6).
impl<S: From<RecoverableSignature>> RandomizedPrehashSigner<S> for SigningKey {
    fn sign_prehash_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        prehash: &[u8],
    ) -> Result<S, Error> {
        let hash = hash_of(prehash)?;
        let mut entropy = [0; 32];
        rng.try_fill_bytes(&mut entropy).map_err(|_| Error::new())?;
        Ok(self.secret.sign_with_entropy(&hash, &entropy).into())
    }
}

impl<D: Digest + Update, S: From<RecoverableSignature>> RandomizedDigestSigner<D, S> for SigningKey {
    fn try_sign_digest_with_rng<R: TryCryptoRng + ?Sized, F: Fn(&mut D) -> Result<(), Error>>(
        &self,
        rng: &mut R,
        f: F,
    ) -> Result<S, Error> {
        self.sign_prehash_with_rng(rng, &digest_of(f)?)
    }
}

impl<S: From<RecoverableSignature>> RandomizedSigner<S> for SigningKey {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(&self, rng: &mut R, msg: &[u8]) -> Result<S, Error> {
        self.try_multipart_sign_with_rng(rng, &[msg])
    }
}

impl<S: From<RecoverableSignature>> RandomizedMultipartSigner<S> for SigningKey {
    fn try_multipart_sign_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        msg: &[&[u8]],
    ) -> Result<S, Error> {
        self.try_sign_digest_with_rng(rng, |digest: &mut Sha256| update(digest, msg))
    }
}

/// Updates the digest with all parts in order.
pub(super) fn update(digest: &mut Sha256, parts: &[&[u8]]) -> Result<(), Error> {
    parts.iter().for_each(|part| Update::update(digest, part));
    Ok(())
}
