//! Secret keys, which are wiped when dropped.

use core::fmt;
use core::marker::PhantomData;

use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_fields::primes::Bls12_381Scalar as Scalar;
use vorpal_limbs::stack::{wiped, wiped_with_tables};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

use crate::affine::AffinePoint;
use crate::group::{Coordinate, Point};
use crate::hashing::Hash;
use crate::low_level::keys;
use crate::public_key::PublicKey;
use crate::signature::Signature;
use crate::variant::Variant;
use crate::{BLST_ERROR, blst_scalar};

/// A secret key. It is wiped when dropped, and never printed. The time of all functions is independent of the key;
/// whether bytes are a key is public.
#[repr(transparent)]
#[derive(Clone, Default)]
pub struct SecretKey<V> {
    pub(crate) value: blst_scalar,
    variant: PhantomData<V>,
}

impl<V: Variant> SecretKey<V> {
    fn new(value: blst_scalar) -> Self {
        Self { value, variant: PhantomData }
    }

    /// `KeyGen` of draft-irtf-cfrg-bls-signature-04, from at least 32 secret bytes.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer bytes.
    pub fn key_gen(ikm: &[u8], key_info: &[u8]) -> Result<Self, BLST_ERROR> {
        long_enough(ikm)?;
        Ok(Self::new(keys::of_draft_4(ikm, None, key_info)))
    }

    /// `KeyGen` of draft 3.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn key_gen_v3(ikm: &[u8], key_info: &[u8]) -> Result<Self, BLST_ERROR> {
        long_enough(ikm)?;
        Ok(Self::new(keys::of_draft_3(ikm, key_info)))
    }

    /// `KeyGen` of draft 4 with a salt of one's own, which is hashed first; of draft 5 with its SHA-256 hash as salt.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn key_gen_v4_5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, BLST_ERROR> {
        long_enough(ikm)?;
        Ok(Self::new(keys::of_draft_4(ikm, Some(salt), info)))
    }

    /// `KeyGen` of draft 5.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn key_gen_v5(ikm: &[u8], salt: &[u8], info: &[u8]) -> Result<Self, BLST_ERROR> {
        long_enough(ikm)?;
        Ok(Self::new(keys::of_draft_5(ikm, salt, info)))
    }

    /// The root of a tree of keys: `derive_master_SK` of EIP-2333.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for fewer than 32 bytes.
    pub fn derive_master_eip2333(ikm: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::key_gen(ikm, &[])
    }

    /// The child with this index: `derive_child_SK` of EIP-2333.
    pub fn derive_child_eip2333(&self, child_index: u32) -> Self {
        Self::new(keys::child(&self.value, child_index))
    }

    /// The public key.
    pub fn sk_to_pk(&self) -> PublicKey<V> {
        PublicKey { point: times_generator(&self.value) }
    }

    /// The signature of `aug` and `msg` under the tag `dst`. Time depends on all three, but not on the key.
    pub fn sign(&self, msg: &[u8], dst: &[u8], aug: &[u8]) -> Signature<V> {
        let hash = Hash::<V::Signature>::new(dst).point_vartime(true, msg, aug);
        Signature { point: times(&hash, &self.value) }
    }

    /// The 32 bytes of the key, most significant first. The caller must keep them secret.
    pub fn serialize(&self) -> [u8; 32] {
        let mut bytes = self.value.b;
        bytes.reverse();
        bytes
    }

    /// The key of 32 bytes, most significant first.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING` for another number of bytes, for zero, and for integers that are not below the group order.
    pub fn deserialize(sk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        wiped(|| {
            let mut value = blst_scalar::default();
            if sk_in.len() != value.b.len() {
                return Err(BLST_ERROR::BLST_BAD_ENCODING);
            }
            value.b.copy_from_slice(sk_in);
            value.b.reverse();
            if value.is_secret_key() { Ok(Self::new(value)) } else { Err(BLST_ERROR::BLST_BAD_ENCODING) }
        })
    }

    /// As [`serialize`](Self::serialize).
    pub fn to_bytes(&self) -> [u8; 32] {
        self.serialize()
    }

    /// As [`deserialize`](Self::deserialize).
    ///
    /// # Errors
    /// As that function.
    pub fn from_bytes(sk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(sk_in)
    }
}

fn long_enough(material: &[u8]) -> Result<(), BLST_ERROR> {
    if material.len() < 32 { Err(BLST_ERROR::BLST_BAD_ENCODING) } else { Ok(()) }
}

/// The product of the generator with a secret scalar, in constant time.
pub(crate) fn times_generator<F: Coordinate>(scalar: &blst_scalar) -> AffinePoint<F> {
    times(&Affine::GENERATOR, scalar)
}

/// The product of a point of the subgroup with a secret scalar, in constant time.
pub(crate) fn times<F: Coordinate>(point: &Point<F>, scalar: &blst_scalar) -> AffinePoint<F> {
    wiped_with_tables(|| {
        let residue = Zeroizing::new(scalar.residue());
        AffinePoint::of(&product(point, &residue))
    })
}

fn product<C: WeierstrassCurve<Scalar = Scalar>>(point: &Affine<C>, scalar: &Scalar) -> Affine<C> {
    match &C::PSI {
        Some(psi) => psi.mul(point, scalar),
        None => Projective::from_affine(point).mul(scalar),
    }
    .to_affine()
}

impl<V> fmt::Debug for SecretKey<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(..)")
    }
}

impl<V> Zeroize for SecretKey<V> {
    fn zeroize(&mut self) {
        self.value.zeroize();
    }
}

/// The scalar is wiped when it is dropped.
impl<V> ZeroizeOnDrop for SecretKey<V> {}

impl<'a, V: Variant> From<&'a SecretKey<V>> for &'a blst_scalar {
    fn from(sk: &'a SecretKey<V>) -> Self {
        &sk.value
    }
}

impl<'a, V: Variant> TryFrom<&'a blst_scalar> for &'a SecretKey<V> {
    type Error = BLST_ERROR;

    fn try_from(sk: &'a blst_scalar) -> Result<Self, BLST_ERROR> {
        if sk.is_secret_key() {
            Ok(crate::low_level::secret_key_of(sk))
        } else {
            Err(BLST_ERROR::BLST_BAD_ENCODING)
        }
    }
}
