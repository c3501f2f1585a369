//! Deterministic nonces from the key and the hash (RFC 6979, with HMAC-SHA256).

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use vorpal_fields::EncodableField;
use vorpal_limbs::{declassify, words};
use zeroize::{Zeroize, Zeroizing};

use crate::curve::FourLimbCurve;
use crate::secret_key::limbs_of;

/// The nonce generator of RFC 6979, section 3.2, which is the HMAC_DRBG of NIST SP 800-90A. It takes constant time
/// except for the number of rejected candidates, which is independent of the nonce.
pub(super) struct Nonces {
    key: [u8; 32],
    value: [u8; 32],
}

impl Nonces {
    /// Steps a to g for a secret key, the hash modulo the group order, and the additional data of section 3.6.
    pub(super) fn new<C: FourLimbCurve>(secret: &C::Scalar, hash: &C::Scalar, entropy: &[u8]) -> Self {
        let mut nonces = Self { key: [0; 32], value: [1; 32] };
        let secret = Zeroizing::new(secret.to_be_bytes());
        let hash = hash.to_be_bytes();
        for separator in [0, 1] {
            nonces.key = nonces.mac(&[&[separator], &*secret, &hash, entropy]);
            nonces.value = nonces.mac(&[]);
        }
        nonces
    }

    /// HMAC of the value and more bytes under the key.
    fn mac(&self, more: &[&[u8]]) -> [u8; 32] {
        // HMAC accepts keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.key) else {
            return [0; 32];
        };
        mac.update(&self.value);
        for bytes in more {
            mac.update(bytes);
        }
        mac.finalize().into_bytes().into()
    }

    /// Step h: the next candidate between 1 and `n - 1`.
    pub(super) fn next_nonce<C: FourLimbCurve>(&mut self) -> Zeroizing<C::Scalar> {
        loop {
            self.value = self.mac(&[]);
            let limbs = Zeroizing::new(limbs_of(&self.value));
            let valid = words::less(&limbs, &C::ORDER) & (1 ^ words::is_zero(&limbs));
            let nonce = Zeroizing::new(C::reduced(&limbs));
            if declassify(valid) {
                return nonce;
            }
            self.reject();
        }
    }

    /// The end of step h: updates the state after a rejected candidate.
    pub(super) fn reject(&mut self) {
        self.key = self.mac(&[&[0]]);
        self.value = self.mac(&[]);
    }
}

impl Drop for Nonces {
    fn drop(&mut self) {
        self.key.zeroize();
        self.value.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use sha2::Digest;
    use vorpal_curves::p256::P256;
    use vorpal_curves::secp256k1::Secp256k1;

    use super::*;

    /// HMAC-SHA256 by its definition (RFC 2104).
    fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
        let pad = |byte: u8| -> Vec<u8> { (0..64).map(|i| key.get(i).unwrap_or(&0) ^ byte).collect() };
        let inner = Sha256::digest([&pad(0x36)[..], &parts.concat()].concat());
        Sha256::digest([&pad(0x5c)[..], &inner].concat()).into()
    }

    /// Compares candidates with steps a to h of RFC 6979. No input is known whose first candidate is too large, so the
    /// test rejects valid candidates.
    fn candidates_after_the_first<C: FourLimbCurve>() {
        for (secret, hash, entropy) in
            [(1u64, 0u64, &[][..]), (7, 9, &[5; 32]), (u64::MAX, 1 << 40, &[0; 32])]
        {
            let (secret, hash) = (C::Scalar::from(secret), C::Scalar::from(hash));
            let mut nonces = Nonces::new::<C>(&secret, &hash, entropy);
            let (mut k, mut v) = ([0; 32], [1; 32]);
            for separator in [0, 1] {
                k = hmac(&k, &[&v, &[separator], &secret.to_be_bytes(), &hash.to_be_bytes(), entropy]);
                v = hmac(&k, &[&v]);
            }
            for candidate in 0..4 {
                v = hmac(&k, &[&v]);
                assert_eq!(nonces.next_nonce::<C>().to_be_bytes(), v, "candidate {candidate}");
                k = hmac(&k, &[&v, &[0]]);
                v = hmac(&k, &[&v]);
                nonces.reject();
                assert_eq!((nonces.key, nonces.value), (k, v), "after candidate {candidate}");
            }
        }
    }

    #[test]
    fn candidates_of_both_curves() {
        candidates_after_the_first::<Secp256k1>();
        candidates_after_the_first::<P256>();
    }
}
