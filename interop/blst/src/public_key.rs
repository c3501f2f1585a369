//! Public keys.

use crate::BLST_ERROR;
use crate::affine::AffinePoint;
use crate::aggregate::AggregatePublicKey;
use crate::group::{Compressed, Uncompressed};
use crate::variant::Variant;

/// A public key. Decoding checks that it is on the curve; [`validate`](Self::validate) that it is a valid key.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PublicKey<V: Variant> {
    pub(crate) point: AffinePoint<V::Key>,
}

impl<V: Variant> PublicKey<V> {
    /// `KeyValidate`: that the key is not infinity, and in the subgroup.
    ///
    /// # Errors
    /// `BLST_PK_IS_INFINITY`, `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self) -> Result<(), BLST_ERROR> {
        self.point.validate(true)
    }

    /// The valid key of an encoding.
    ///
    /// # Errors
    /// Those of [`deserialize`](Self::deserialize) and [`validate`](Self::validate).
    pub fn key_validate(key: &[u8]) -> Result<Self, BLST_ERROR> {
        let key = Self::from_bytes(key)?;
        key.validate()?;
        Ok(key)
    }

    /// The sum as a key.
    pub fn from_aggregate(agg_pk: &AggregatePublicKey<V>) -> Self {
        agg_pk.to_public_key()
    }

    /// The compressed encoding.
    pub fn compress(&self) -> Compressed<V::Key> {
        self.point.compress()
    }

    /// The uncompressed encoding.
    pub fn serialize(&self) -> Uncompressed<V::Key> {
        self.point.serialize()
    }

    /// The key of a compressed encoding, not validated.
    ///
    /// # Errors
    /// As [`deserialize`](Self::deserialize).
    pub fn uncompress(pk_comp: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::uncompress(pk_comp)? })
    }

    /// The key of an encoding, compressed or not; not validated.
    ///
    /// # Errors
    /// `BLST_BAD_ENCODING`, `BLST_POINT_NOT_ON_CURVE`, and `BLST_POINT_NOT_IN_GROUP` for points of G1 with `x = 0`.
    pub fn deserialize(pk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: AffinePoint::deserialize(pk_in)? })
    }

    /// As [`deserialize`](Self::deserialize).
    ///
    /// # Errors
    /// As that function.
    pub fn from_bytes(pk_in: &[u8]) -> Result<Self, BLST_ERROR> {
        Self::deserialize(pk_in)
    }

    /// As [`compress`](Self::compress).
    pub fn to_bytes(&self) -> Compressed<V::Key> {
        self.compress()
    }
}

impl<F, V: Variant<Key = F>> From<PublicKey<V>> for AffinePoint<F> {
    fn from(pk: PublicKey<V>) -> Self {
        pk.point
    }
}

impl<'a, F, V: Variant<Key = F>> From<&'a PublicKey<V>> for &'a AffinePoint<F> {
    fn from(pk: &'a PublicKey<V>) -> Self {
        &pk.point
    }
}

impl<F, V: Variant<Key = F>> From<AffinePoint<F>> for PublicKey<V> {
    fn from(point: AffinePoint<F>) -> Self {
        Self { point }
    }
}
