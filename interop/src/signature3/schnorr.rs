//! Schnorr signatures (BIP 340). The message is signed without hashing it first and may have any length. A prehash or
//! digest is also signed as a message.
//!
//! `k256` 0.14 first hashes messages with SHA-256. [`DigestSigner`] with SHA-256 gives the same signatures here.
//!
//! ```
//! use vorpal_interop::signature3::schnorr::{Signature, SigningKey};
//! use vorpal_interop::signature3::signature::{Keypair, SignatureEncoding, Signer, Verifier};
//! use vorpal_secp256k1::SecretKey;
//!
//! let key = SigningKey::from(SecretKey::from_be_bytes(&[7; 32])?);
//! let signature: Signature = key.sign(b"a message");
//! key.verifying_key().verify(b"a message", &signature)?;
//! assert_eq!(Signature::try_from(&signature.to_bytes()[..])?, signature);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use signature::digest::{Digest, Update};
use signature::hazmat::{PrehashSigner, PrehashVerifier, RandomizedPrehashSigner};
use signature::rand_core::TryCryptoRng;
use signature::{
    DigestSigner, DigestVerifier, Error, KeypairRef, RandomizedDigestSigner, RandomizedSigner,
    SignatureEncoding, Signer, Verifier,
};
use vorpal_secp256k1::{SchnorrSignature, SecretKey, XOnlyPublicKey};

use super::bytes::{digest_of, exactly};

/// A Schnorr signature, encoded as the 64 bytes of BIP 340.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signature(pub SchnorrSignature);

impl From<SchnorrSignature> for Signature {
    fn from(signature: SchnorrSignature) -> Self {
        Self(signature)
    }
}

impl From<Signature> for SchnorrSignature {
    fn from(signature: Signature) -> Self {
        signature.0
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = vorpal_secp256k1::Error;

    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        SchnorrSignature::from_bytes(&exactly(bytes)?).map(Self)
    }
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> Self {
        signature.0.to_bytes()
    }
}

impl SignatureEncoding for Signature {
    type Repr = [u8; 64];
}

/// A secret key for Schnorr signatures with its public key. It is wiped when dropped, never printed, and signs in
/// constant time. Plain signing uses zero auxiliary bytes. Randomised signing uses random ones, which BIP 340
/// recommends.
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
        Self { public: secret.x_only_public_key().into(), secret }
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

impl<S: From<SchnorrSignature>> Signer<S> for SigningKey {
    fn try_sign(&self, msg: &[u8]) -> Result<S, Error> {
        Ok(self.secret.sign_schnorr(msg, &[0; 32]).into())
    }
}

impl<S: From<SchnorrSignature>> PrehashSigner<S> for SigningKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<S, Error> {
        self.try_sign(prehash)
    }
}

impl<D: Digest + Update, S: From<SchnorrSignature>> DigestSigner<D, S> for SigningKey {
    fn try_sign_digest<F: Fn(&mut D) -> Result<(), Error>>(&self, f: F) -> Result<S, Error> {
        self.try_sign(&digest_of(f)?)
    }
}

/// The auxiliary bytes are 32 bytes from the generator.
impl<S: From<SchnorrSignature>> RandomizedSigner<S> for SigningKey {
    fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(&self, rng: &mut R, msg: &[u8]) -> Result<S, Error> {
        let mut auxiliary = [0; 32];
        rng.try_fill_bytes(&mut auxiliary).map_err(|_| Error::new())?;
        Ok(self.secret.sign_schnorr(msg, &auxiliary).into())
    }
}

impl<S: From<SchnorrSignature>> RandomizedPrehashSigner<S> for SigningKey {
    fn sign_prehash_with_rng<R: TryCryptoRng + ?Sized>(
        &self,
        rng: &mut R,
        prehash: &[u8],
    ) -> Result<S, Error> {
        self.try_sign_with_rng(rng, prehash)
    }
}

impl<D: Digest + Update, S: From<SchnorrSignature>> RandomizedDigestSigner<D, S> for SigningKey {
    fn try_sign_digest_with_rng<R: TryCryptoRng + ?Sized, F: Fn(&mut D) -> Result<(), Error>>(
        &self,
        rng: &mut R,
        f: F,
    ) -> Result<S, Error> {
        self.try_sign_with_rng(rng, &digest_of(f)?)
    }
}

/// A public key for Schnorr signatures. It verifies in variable time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VerifyingKey(pub XOnlyPublicKey);

impl From<XOnlyPublicKey> for VerifyingKey {
    fn from(key: XOnlyPublicKey) -> Self {
        Self(key)
    }
}

impl From<VerifyingKey> for XOnlyPublicKey {
    fn from(key: VerifyingKey) -> Self {
        key.0
    }
}

impl<S: Clone + Into<SchnorrSignature>> Verifier<S> for VerifyingKey {
    fn verify(&self, msg: &[u8], signature: &S) -> Result<(), Error> {
        if self.0.verify_schnorr(msg, &signature.clone().into()) { Ok(()) } else { Err(Error::new()) }
    }
}

impl<S: Clone + Into<SchnorrSignature>> PrehashVerifier<S> for VerifyingKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &S) -> Result<(), Error> {
        self.verify(prehash, signature)
    }
}

impl<D: Digest + Update, S: Clone + Into<SchnorrSignature>> DigestVerifier<D, S> for VerifyingKey {
    fn verify_digest<F: Fn(&mut D) -> Result<(), Error>>(&self, f: F, signature: &S) -> Result<(), Error> {
        self.verify(&digest_of(f)?, signature)
    }
}
