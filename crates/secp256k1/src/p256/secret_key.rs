//! Secret keys on P-256, which are wiped when dropped.

use core::fmt;

use subtle::ConstantTimeEq;
use vorpal_curves::p256::P256;
use vorpal_fields::primes::P256Scalar;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use super::{PublicKey, Signature};
use crate::Error;
use crate::ecdsa::{Signed, sign_hash};
use crate::multiply::generator_product;
use crate::secret_key::secret_scalar;
use crate::stack::wiped;

/// A secret key: an integer `d` with `0 < d < n`. It is wiped when dropped, and never printed.
///
/// The time of all operations is independent of the key. Whether bytes are a valid key is public.
///
/// ```
/// use vorpal_secp256k1::p256::SecretKey;
/// let key = SecretKey::from_be_bytes(&[7; 32])?;
/// assert_eq!(format!("{key:?}"), "SecretKey(..)");
/// assert!(key.public_key().verify(&[1; 32], &key.sign(&[1; 32])));
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey {
    scalar: P256Scalar,
}

impl SecretKey {
    /// The key of 32 bytes, most significant first.
    ///
    /// # Errors
    /// [`Error::SecretKey`] if the integer is zero or not below the group order.
    pub fn from_be_bytes(bytes: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| Ok(Self { scalar: secret_scalar::<P256>(bytes)? }))
    }

    /// The 32 bytes of the key, most significant first. The caller must keep them secret.
    pub fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.scalar.to_be_bytes())
    }

    /// The public key `d G`, in constant time: 52 additions of 13M and an inversion.
    pub fn public_key(&self) -> PublicKey {
        wiped(|| PublicKey::not_infinity(&generator_product::<P256>(&self.scalar).to_affine()))
    }

    /// Signs a hash with the deterministic nonce of RFC 6979. Constant time. `s` is in the lower or upper half of its
    /// range: for the lower one use [`Signature::to_low`].
    ///
    /// The bytes must be a hash of 256 bits. Whoever chooses the bytes freely chooses the signed number `z` itself.
    pub fn sign(&self, hash: &[u8; 32]) -> Signature {
        self.sign_with(hash, &[])
    }

    /// As [`sign`](Self::sign), with additional data for the nonce (RFC 6979, section 3.6). Random bytes protect
    /// against fault attacks; a counter yields different signatures of the same hash. The bytes need not be secret.
    pub fn sign_with_entropy(&self, hash: &[u8; 32], entropy: &[u8; 32]) -> Signature {
        self.sign_with(hash, entropy)
    }

    fn sign_with(&self, hash: &[u8; 32], entropy: &[u8]) -> Signature {
        wiped(|| {
            let Signed { r, s, .. } = sign_hash::<P256>(&self.scalar, hash, entropy);
            Signature { r, s }
        })
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl ConstantTimeEq for SecretKey {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.scalar.ct_eq(&other.scalar)
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}
