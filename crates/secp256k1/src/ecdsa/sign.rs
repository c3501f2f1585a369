//! ECDSA signing.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_curves::p256::P256;
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::{EncodableField, Field, PrimeField};
use vorpal_limbs::declassify;
use vorpal_limbs::stack::wiped;

use super::nonce::Nonces;
use super::{RecoverableSignature, Signature};
use crate::curve::FourLimbCurve;
use crate::multiply::{SignatureCurve, generator_product};
use crate::secret_key::{SecretKey, limbs_of};

impl SecretKey<Secp256k1> {
    /// Signs a hash with the deterministic nonce of RFC 6979 and returns the signature with the lower `s`. Constant
    /// time.
    ///
    /// The bytes must be a hash of 256 bits. Whoever chooses the bytes freely chooses the signed number `z` itself.
    #[doc(alias("sign_prehash", "sign_ecdsa"))]
    pub fn sign(&self, hash: &[u8; 32]) -> RecoverableSignature {
        self.sign_with(hash, &[])
    }

    /// As [`sign`](Self::sign), with additional data for the nonce (RFC 6979, section 3.6). Random bytes protect
    /// against fault attacks; a counter yields different signatures of the same hash. The bytes need not be secret.
    pub fn sign_with_entropy(&self, hash: &[u8; 32], entropy: &[u8; 32]) -> RecoverableSignature {
        self.sign_with(hash, entropy)
    }

    fn sign_with(&self, hash: &[u8; 32], entropy: &[u8]) -> RecoverableSignature {
        wiped(|| {
            let Signed { r, s, recovery_id } = sign_hash::<Secp256k1>(self.scalar(), hash, entropy);
            RecoverableSignature { signature: Signature { r, s }, recovery_id }
        })
    }
}

/// Signatures have no recovery identifier, as no format for P-256 has one.
impl SecretKey<P256> {
    /// Signs a hash with the deterministic nonce of RFC 6979. Constant time. `s` is in the lower or upper half of its
    /// range: for the lower one use [`Signature::to_low`].
    ///
    /// The bytes must be a hash of 256 bits. Whoever chooses the bytes freely chooses the signed number `z` itself.
    pub fn sign(&self, hash: &[u8; 32]) -> Signature<P256> {
        self.sign_with(hash, &[])
    }

    /// As [`sign`](Self::sign), with additional data for the nonce (RFC 6979, section 3.6). Random bytes protect
    /// against fault attacks; a counter yields different signatures of the same hash. The bytes need not be secret.
    pub fn sign_with_entropy(&self, hash: &[u8; 32], entropy: &[u8; 32]) -> Signature<P256> {
        self.sign_with(hash, entropy)
    }

    fn sign_with(&self, hash: &[u8; 32], entropy: &[u8]) -> Signature<P256> {
        wiped(|| {
            let Signed { r, s, .. } = sign_hash::<P256>(self.scalar(), hash, entropy);
            Signature { r, s }
        })
    }
}

/// The numbers of a signature.
pub(crate) struct Signed<C: FourLimbCurve> {
    pub(crate) r: C::Scalar,
    pub(crate) s: C::Scalar,
    pub(crate) recovery_id: u8,
}

/// Signs a hash with the first nonce of RFC 6979 for which `r` and `s` are not zero. Constant time.
pub(crate) fn sign_hash<C: SignatureCurve>(secret: &C::Scalar, hash: &[u8; 32], entropy: &[u8]) -> Signed<C> {
    let z = C::reduced(&limbs_of(hash));
    let mut nonces = Nonces::new::<C>(secret, &z, entropy);
    loop {
        if let Some(signed) = sign_with_nonce::<C>(secret, &z, &nonces.next_nonce::<C>()) {
            return signed;
        }
        nonces.reject();
    }
}

/// Signs `z` with a nonce other than zero. Returns `None` if `r` or `s` is zero. Constant time except for this case.
pub(crate) fn sign_with_nonce<C: SignatureCurve>(
    secret: &C::Scalar,
    z: &C::Scalar,
    nonce: &C::Scalar,
) -> Option<Signed<C>> {
    let point = generator_product::<C>(nonce).to_affine();
    let (x, y) = point.raw_coordinates();
    let r = C::Scalar::from_le_bytes_reduced(x.to_le_bytes().as_ref());
    let r_is_x = r.to_limbs().ct_eq(&x.to_limbs());
    let mut s = nonce.invert().unwrap_or(C::Scalar::ZERO) * (*z + r * *secret);
    let high = s.is_lexicographically_largest() & Choice::from(u8::from(C::SIGNS_LOW));
    s.conditional_assign(&-s, high);
    let y_is_odd = y.is_odd() ^ high;
    // The signature is public.
    if !declassify(u64::from((!r.is_zero() & !s.is_zero()).unwrap_u8())) {
        return None;
    }
    Some(Signed { r, s, recovery_id: y_is_odd.unwrap_u8() | (!r_is_x).unwrap_u8() << 1 })
}
