//! Signing.

use subtle::ConditionallySelectable;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Secp256k1Scalar;
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
    /// `auxiliary` is best 32 fresh random bytes, which protect against faults and side channels; zeros are as secure
    /// otherwise. Whoever signs hashes of other protocols' messages should not use the same key for both.
    pub fn sign_schnorr(&self, message: &[u8], auxiliary: &[u8; 32]) -> SchnorrSignature {
        let key = self.public_key();
        let (public, y_is_odd) = key.even();
        let public = public.to_be_bytes();
        let mut secret = Zeroizing::new(*self.scalar());
        let opposite = Zeroizing::new(-*secret);
        secret.conditional_assign(&opposite, y_is_odd);

        let mut masked = Zeroizing::new(secret.to_be_bytes());
        let mask = tagged_hash("BIP0340/aux", &[auxiliary]);
        masked.iter_mut().zip(mask).for_each(|(byte, mask)| *byte ^= mask);
        let seed = Zeroizing::new(tagged_hash("BIP0340/nonce", &[&*masked, &public, message]));
        // Zero for one seed in 2^256, which nobody will ever see: then so is the nonce's point, and the signature is void.
        let mut nonce = Zeroizing::new(Secp256k1Scalar::from_be_bytes_reduced(&*seed));

        let point = generator_product::<Secp256k1>(&nonce).to_affine();
        let (x, y) = point.raw_coordinates();
        let opposite = Zeroizing::new(-*nonce);
        nonce.conditional_assign(&opposite, y.is_odd());
        let e = challenge(&x.to_be_bytes(), &public, message);
        SchnorrSignature { r: *x, s: *nonce + e * *secret }
    }
}
