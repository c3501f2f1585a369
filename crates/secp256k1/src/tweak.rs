//! Tweaks of keys: sums and products of keys with scalars (BIP 32, BIP 341), and sums of public keys.
//!
//! Time does not depend on keys or on tweaks. Whether a tweak is in range is public, and so is whether a sum is a key.

use subtle::ConstantTimeEq;
use vorpal_curves::models::weierstrass::{Affine, Projective};
use vorpal_curves::secp256k1::Secp256k1;
use vorpal_fields::primes::Secp256k1Scalar;
use vorpal_limbs::stack::{wiped, wiped_with_tables};
use vorpal_limbs::{declassify, words};
use zeroize::Zeroizing;

use crate::curve::FourLimbCurve;
use crate::multiply::{generator_product, product};
use crate::secret_key::limbs_of;
use crate::{Error, PublicKey, SecretKey, XOnlyPublicKey};

impl SecretKey {
    /// The key `d + tweak`. `tweak` is an integer below the group order, most significant byte first, and may be zero.
    ///
    /// ```
    /// use vorpal_secp256k1::SecretKey;
    /// let (key, tweak) = (SecretKey::from_be_bytes(&[7; 32])?, [9; 32]);
    /// assert_eq!(key.add_tweak(&tweak)?.public_key(), key.public_key().add_tweak(&tweak)?);
    /// # Ok::<(), vorpal_secp256k1::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below the group order, [`Error::Sum`] if the sum is zero.
    pub fn add_tweak(&self, tweak: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| {
            let sum = Zeroizing::new(*self.scalar() + *scalar(tweak)?);
            if declassify(u64::from(sum.is_zero().unwrap_u8())) {
                return Err(Error::Sum);
            }
            Ok(Self::of_scalar(*sum))
        })
    }

    /// The key `d tweak`.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is zero or not below the group order.
    pub fn mul_tweak(&self, tweak: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| Ok(Self::of_scalar(*self.scalar() * *factor(tweak)?)))
    }
}

impl PublicKey {
    /// The key `Q + tweak G`. `tweak` is an integer below the group order, most significant byte first, and may be
    /// zero. 53 additions.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below the group order, [`Error::Sum`] if the sum is infinity.
    pub fn add_tweak(&self, tweak: &[u8; 32]) -> Result<Self, Error> {
        wiped(|| key_of(&generator_product::<Secp256k1>(&*scalar(tweak)?).add_affine(&self.point())))
    }

    /// The key `tweak Q`.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is zero or not below the group order.
    pub fn mul_tweak(&self, tweak: &[u8; 32]) -> Result<Self, Error> {
        // The order is prime, so no such multiple of a key is infinity.
        wiped_with_tables(|| {
            let point = product::<Secp256k1>(&*factor(tweak)?, &self.point());
            Ok(Self::not_identity(&point.to_affine()))
        })
    }

    /// The sum of keys.
    ///
    /// # Errors
    /// [`Error::Sum`] if it is infinity, as that of no keys.
    #[doc(alias("combine", "combine_keys"))]
    pub fn sum(keys: &[Self]) -> Result<Self, Error> {
        key_of(&keys.iter().fold(Projective::IDENTITY, |sum, key| sum.add_affine(&key.point())))
    }
}

impl XOnlyPublicKey {
    /// The `x` of `P + tweak G`, where `P` is the point with an even `y` that this key represents, and whether the `y`
    /// of the sum is odd. The output keys of BIP 341 are such sums.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below the group order, [`Error::Sum`] if the sum is infinity.
    pub fn add_tweak(&self, tweak: &[u8; 32]) -> Result<(Self, bool), Error> {
        Ok(self.even_key().add_tweak(tweak)?.x_only())
    }
}

/// The key of a point. Whether there is one is public.
fn key_of(point: &Projective<Secp256k1>) -> Result<PublicKey, Error> {
    let point = point.to_affine();
    // No point of the curve has the coordinates (0, 0), which represent infinity.
    if declassify(u64::from(point.ct_eq(&Affine::IDENTITY).unwrap_u8())) {
        return Err(Error::Sum);
    }
    Ok(PublicKey::not_identity(&point))
}

/// The scalar of a tweak below the group order.
fn scalar(tweak: &[u8; 32]) -> Result<Zeroizing<Secp256k1Scalar>, Error> {
    let limbs = Zeroizing::new(limbs_of(tweak));
    let scalar = Zeroizing::new(<Secp256k1 as FourLimbCurve>::reduced(&limbs));
    if declassify(words::less(&limbs, &Secp256k1Scalar::MODULUS)) { Ok(scalar) } else { Err(Error::Tweak) }
}

/// The scalar of a tweak that is not zero.
fn factor(tweak: &[u8; 32]) -> Result<Zeroizing<Secp256k1Scalar>, Error> {
    let scalar = scalar(tweak)?;
    if declassify(u64::from(scalar.is_zero().unwrap_u8())) { Err(Error::Tweak) } else { Ok(scalar) }
}
