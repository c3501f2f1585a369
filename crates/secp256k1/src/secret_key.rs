//! Secret keys, which are wiped when dropped.

use core::fmt;

use subtle::ConstantTimeEq;
use vorpal_fields::EncodableField;
use vorpal_limbs::stack::wiped;
use vorpal_limbs::{declassify, words};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::Error;
use crate::curve::FourLimbCurve;
use crate::multiply::{SignatureCurve, generator_product};
use crate::public_key::PublicKey;

/// A secret key: an integer `d` with `0 < d < n`. It is wiped when dropped, and never printed.
///
/// The time of all operations is independent of the key. Whether bytes are a valid key is public.
///
/// ```
/// use vorpal_secp256k1::{SecretKey, p256};
/// let key = SecretKey::from_be_bytes(&[7; 32])?;
/// assert_eq!(format!("{key:?}"), "SecretKey(..)");
/// let signature = key.sign(&[1; 32]);
/// assert!(key.public_key().verify(&[1; 32], &signature.signature()));
///
/// let key = p256::SecretKey::from_be_bytes(&[7; 32])?;
/// assert!(key.public_key().verify(&[1; 32], &key.sign(&[1; 32])));
/// # Ok::<(), vorpal_secp256k1::Error>(())
/// ```
#[derive(Clone)]
pub struct SecretKey<C: SignatureCurve> {
    scalar: C::Scalar,
}

impl<C: SignatureCurve> SecretKey<C> {
    /// The key of 32 bytes, most significant first.
    ///
    /// # Errors
    /// [`Error::SecretKey`] if the integer is zero or not below the group order.
    #[doc(alias("from_slice", "from_bytes"))]
    pub fn from_be_bytes(bytes: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| Self::from_be_bytes_unwiped(bytes))
    }

    /// As [`from_be_bytes`](Self::from_be_bytes). The caller wipes the stack.
    pub(crate) fn from_be_bytes_unwiped(bytes: &[u8; 32]) -> Result<Self, Error> {
        Ok(Self { scalar: secret_scalar::<C>(bytes)? })
    }

    /// A uniformly random key from random bytes, with which `fill` overwrites its argument: the generator of any
    /// version of any library, which must be cryptographically secure. Bytes that are no key are drawn again.
    ///
    /// ```
    /// use vorpal_secp256k1::SecretKey;
    /// let mut attempts = [[0xff; 32], [0; 32], [7; 32]].into_iter();
    /// let key = SecretKey::random_with(|bytes| bytes.copy_from_slice(&attempts.next().unwrap()));
    /// assert_eq!(key.public_key(), SecretKey::from_be_bytes(&[7; 32])?.public_key());
    /// # Ok::<(), vorpal_secp256k1::Error>(())
    /// ```
    #[doc(alias("random", "generate"))]
    pub fn random_with(mut fill: impl FnMut(&mut [u8])) -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        loop {
            fill(bytes.as_mut_slice());
            if let Ok(key) = Self::from_be_bytes(&bytes) {
                return key;
            }
        }
    }

    /// The 32 bytes of the key, most significant first. The caller must keep them secret.
    pub fn to_be_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.scalar.to_be_bytes())
    }

    /// The public key `d G`, in constant time: 52 additions of 11M (secp256k1) or 13M (P-256) and an inversion.
    pub fn public_key(&self) -> PublicKey<C> {
        wiped(|| self.public_key_unwiped())
    }

    /// As [`public_key`](Self::public_key), for callers that wipe the stack themselves.
    pub(crate) fn public_key_unwiped(&self) -> PublicKey<C> {
        PublicKey::not_identity(&generator_product(&self.scalar).to_affine())
    }

    /// The key of a scalar that is known not to be zero.
    pub(crate) fn of_scalar(scalar: C::Scalar) -> Self {
        Self { scalar }
    }

    pub(crate) fn scalar(&self) -> &C::Scalar {
        &self.scalar
    }
}

/// The secret scalar of 32 bytes, in constant time except for the error.
pub(crate) fn secret_scalar<C: FourLimbCurve>(bytes: &[u8; 32]) -> Result<C::Scalar, Error> {
    let limbs = Zeroizing::new(limbs_of(bytes));
    let valid = words::less(&limbs, &C::ORDER) & (1 ^ words::is_zero(&limbs));
    if declassify(valid) { Ok(C::reduced(&limbs)) } else { Err(Error::SecretKey) }
}

/// The limbs of an integer, least significant first, from its 32 bytes, most significant first.
pub(crate) fn limbs_of(bytes: &[u8; 32]) -> [u64; 4] {
    let (words, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_be_bytes(words[3 - i]))
}

impl<C: SignatureCurve> fmt::Debug for SecretKey<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl<C: SignatureCurve> ConstantTimeEq for SecretKey<C> {
    fn ct_eq(&self, other: &Self) -> subtle::Choice {
        self.scalar.ct_eq(&other.scalar)
    }
}

impl<C: SignatureCurve> Drop for SecretKey<C> {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl<C: SignatureCurve> ZeroizeOnDrop for SecretKey<C> {}
