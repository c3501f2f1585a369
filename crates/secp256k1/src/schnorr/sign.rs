//! Schnorr signing.

use core::fmt;

use subtle::ConditionallySelectable;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Secp256k1Scalar;
use vorpal_limbs::stack::wiped;
use zeroize::Zeroizing;

use super::SchnorrSignature;
use super::tagged_hash::{challenge, tagged_hash};
use crate::multiply::generator_product;
use crate::{SecretKey, XOnlyPublicKey};

impl SecretKey {
    /// The public key for Schnorr signatures. Constant time.
    pub fn x_only_public_key(&self) -> XOnlyPublicKey {
        self.public_key().even().0
    }

    /// Signs a message of any length (BIP 340). Constant time.
    ///
    /// `auxiliary` should be 32 fresh random bytes, which protect against fault and side-channel attacks. Apart from
    /// such attacks, zeros are as secure. Protocols that sign hashes of different messages should not share a key.
    ///
    /// The signed hash includes the public key, which this function computes. A [`SchnorrKeyPair`] stores the public
    /// key and signs in half the time.
    pub fn sign_schnorr(&self, message: &[u8], auxiliary: &[u8; 32]) -> SchnorrSignature {
        wiped(|| SchnorrKeyPair::unwiped(self).sign_unwiped(message, auxiliary))
    }
}

/// A secret key for Schnorr signatures with its public key. The secret is wiped when dropped, and never printed.
///
/// ```
/// use vorpal_secp256k1::{SchnorrKeyPair, SecretKey};
/// let pair = SchnorrKeyPair::new(&SecretKey::from_be_bytes(&[7; 32])?);
/// let signature = pair.sign(b"a message", &[0; 32]);
/// assert!(pair.public_key().verify_schnorr(b"a message", &signature));
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
#[derive(Clone)]
pub struct SchnorrKeyPair {
    /// The secret key of the point with the even `y`.
    secret: Zeroizing<Secp256k1Scalar>,
    public: XOnlyPublicKey,
}

impl SchnorrKeyPair {
    /// The pair of a secret key. Constant time.
    pub fn new(key: &SecretKey) -> Self {
        wiped(|| Self::unwiped(key))
    }

    /// As [`new`](Self::new), for callers that wipe the stack themselves.
    fn unwiped(key: &SecretKey) -> Self {
        let (public, y_is_odd) = key.public_key_unwiped().even();
        let mut secret = Zeroizing::new(*key.scalar());
        let opposite = Zeroizing::new(-*secret);
        secret.conditional_assign(&opposite, y_is_odd);
        Self { secret, public }
    }

    /// The public key.
    pub fn public_key(&self) -> &XOnlyPublicKey {
        &self.public
    }

    /// As [`SecretKey::sign_schnorr`]. Constant time.
    pub fn sign(&self, message: &[u8], auxiliary: &[u8; 32]) -> SchnorrSignature {
        wiped(|| self.sign_unwiped(message, auxiliary))
    }

    fn sign_unwiped(&self, message: &[u8], auxiliary: &[u8; 32]) -> SchnorrSignature {
        let public = self.public.to_be_bytes();
        let mut masked = Zeroizing::new(self.secret.to_be_bytes());
        let mask = tagged_hash("BIP0340/aux", &[auxiliary]);
        masked.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
        let seed = Zeroizing::new(tagged_hash("BIP0340/nonce", &[&*masked, &public, message]));
        let nonce = Zeroizing::new(Secp256k1Scalar::from_be_bytes_reduced(&*seed));
        sign_with_nonce(&self.secret, &public, nonce, message)
    }
}

impl fmt::Debug for SchnorrKeyPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SchnorrKeyPair").field("public", &self.public).finish_non_exhaustive()
    }
}

/// Signs with a nonce. `secret` is the secret key of the point with the even `y`, whose `x` is `public`. Constant time.
///
/// The nonce is the reduction of a seed of 256 bits and is zero for two of these seeds.
fn sign_with_nonce(
    secret: &Secp256k1Scalar,
    public: &[u8; 32],
    mut nonce: Zeroizing<Secp256k1Scalar>,
    message: &[u8],
) -> SchnorrSignature {
    let point = generator_product::<Secp256k1>(&nonce).to_affine();
    let (x, y) = point.raw_coordinates();
    let opposite = Zeroizing::new(-*nonce);
    nonce.conditional_assign(&opposite, y.is_odd());
    let e = challenge(&x.to_be_bytes(), public, message);
    let mut s = *nonce + e * *secret;
    // For a zero nonce r is zero, which is not the x of a point, so the signature is invalid. But s would be the secret
    // times the public number e, so it is set to zero.
    s.conditional_assign(&Secp256k1Scalar::ZERO, nonce.is_zero());
    SchnorrSignature { r: *x, s }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_of_zero_does_not_reveal_the_secret() {
        let secret = Secp256k1Scalar::from(0x1234_5678);
        let key = SecretKey::from_be_bytes(&secret.to_be_bytes()).unwrap();
        let (public, y_is_odd) = key.public_key().even();
        let secret = if y_is_odd.into() { -secret } else { secret };
        let sign = |nonce| {
            sign_with_nonce(&secret, &public.to_be_bytes(), Zeroizing::new(nonce), b"a message").to_bytes()
        };
        assert_eq!(sign(Secp256k1Scalar::ZERO), [0; 64]);
        for nonce in [1, 2, 3].map(Secp256k1Scalar::from) {
            for nonce in [nonce, -nonce] {
                let signature = SchnorrSignature::from_bytes(&sign(nonce)).unwrap();
                assert!(public.verify_schnorr(b"a message", &signature));
            }
        }
        let zero = SchnorrSignature::from_bytes(&[0; 64]).unwrap();
        assert!(!public.verify_schnorr(b"a message", &zero));
    }
}
