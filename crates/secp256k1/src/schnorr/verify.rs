//! Schnorr verification.

use vorpal_fields::primes::Secp256k1Scalar;

use super::SchnorrSignature;
use super::tagged_hash::challenge;
use crate::XOnlyPublicKey;
use crate::multiply::{Term, lincomb_vartime};

impl XOnlyPublicKey {
    /// Whether the signature of the message is valid under this key (BIP 340). Variable time.
    pub fn verify_schnorr(&self, message: &[u8], signature: &SchnorrSignature) -> bool {
        let Term { u1, u2, point } = term(self, message, signature);
        is_nonce(&lincomb_vartime(&u1, &u2, &point).to_affine_vartime(), signature)
    }
}

/// The term `s G - e P` of a signature.
pub(super) fn term(
    key: &XOnlyPublicKey,
    message: &[u8],
    signature: &SchnorrSignature,
) -> Term<vorpal_curves::secp256k1::Secp256k1> {
    let e: Secp256k1Scalar = challenge(&signature.r.to_be_bytes(), &key.to_be_bytes(), message);
    Term { u1: signature.s, u2: -e, point: key.point() }
}

/// Whether a point is the point of the signature's `r`: not infinity, with `x = r` and an even `y`.
pub(super) fn is_nonce(point: &vorpal_curves::secp256k1::Affine, signature: &SchnorrSignature) -> bool {
    point.coordinates().is_some_and(|(x, y)| x == signature.r && !bool::from(y.is_odd()))
}
