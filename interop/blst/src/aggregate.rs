//! Sums of public keys, and of signatures.

use alloc::vec::Vec;

use crate::BLST_ERROR;
use crate::group::{Coordinate, Point};
use crate::jacobian::JacobianPoint;
use crate::multi_point::MultiPoint;
use crate::public_key::PublicKey;
use crate::signature::Signature;
use crate::sums::{decode_vartime, sum_vartime, validate_vartime};
use crate::variant::Variant;

/// A sum of public keys.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct AggregatePublicKey<V: Variant> {
    pub(crate) point: JacobianPoint<V::Key>,
}

/// A sum of signatures.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct AggregateSignature<V: Variant> {
    pub(crate) point: JacobianPoint<V::Signature>,
}

/// The sum of points, if there are any and, with `checked`, all are valid.
fn sum_of<F: Coordinate>(
    points: Vec<Point<F>>,
    checked: bool,
    finite: bool,
) -> Result<JacobianPoint<F>, BLST_ERROR> {
    if points.is_empty() {
        return Err(BLST_ERROR::BLST_AGGR_TYPE_MISMATCH);
    }
    if checked {
        validate_vartime::<F>(&points, finite)?;
    }
    Ok(JacobianPoint::of(&sum_vartime::<F>(&points)))
}

/// The sum of the points of encodings.
fn sum_of_encodings<F: Coordinate>(
    encodings: &[&[u8]],
    checked: bool,
    finite: bool,
) -> Result<JacobianPoint<F>, BLST_ERROR> {
    if encodings.is_empty() {
        return Err(BLST_ERROR::BLST_AGGR_TYPE_MISMATCH);
    }
    sum_of::<F>(decode_vartime::<F>(encodings, checked, finite)?, false, finite)
}

impl<V: Variant> AggregatePublicKey<V> {
    /// The sum of one key.
    pub fn from_public_key(pk: &PublicKey<V>) -> Self {
        Self { point: JacobianPoint::of_affine(&pk.point) }
    }

    /// The sum as a key, which may be infinity.
    pub fn to_public_key(&self) -> PublicKey<V> {
        PublicKey { point: self.point.to_affine() }
    }

    /// The sum of keys.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys; with `pks_validate` the error of the first key that is not valid.
    pub fn aggregate(pks: &[&PublicKey<V>], pks_validate: bool) -> Result<Self, BLST_ERROR> {
        let points = pks.iter().map(|key| key.point.point()).collect();
        Ok(Self { point: sum_of::<V::Key>(points, pks_validate, true)? })
    }

    /// The sum of keys times the lowest `nbits` bits of integers, which follow one another in whole bytes.
    ///
    /// # Errors
    /// As [`aggregate`](Self::aggregate).
    ///
    /// # Panics
    /// If there are fewer integers than keys.
    pub fn aggregate_with_randomness(
        pks: &[PublicKey<V>],
        randomness: &[u8],
        nbits: usize,
        pks_groupcheck: bool,
    ) -> Result<Self, BLST_ERROR> {
        if pks.is_empty() {
            return Err(BLST_ERROR::BLST_AGGR_TYPE_MISMATCH);
        }
        if pks_groupcheck {
            pks.validate()?;
        }
        Ok(pks.mult(randomness, nbits))
    }

    /// The sum of the keys of encodings, compressed or not.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no keys; the error of the first key with one.
    pub fn aggregate_serialized(pks: &[&[u8]], pks_validate: bool) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: sum_of_encodings::<V::Key>(pks, pks_validate, true)? })
    }

    /// Adds another sum.
    pub fn add_aggregate(&mut self, agg_pk: &Self) {
        self.point = self.point.plus(&agg_pk.point);
    }

    /// Subtracts another sum.
    pub fn sub_aggregate(&mut self, agg_pk: &Self) {
        self.point = JacobianPoint::of(&self.point.point().add_vartime(&agg_pk.point.point().neg()));
    }

    /// Adds a key.
    ///
    /// # Errors
    /// With `pk_validate`, if it is not valid; nothing is added.
    pub fn add_public_key(&mut self, pk: &PublicKey<V>, pk_validate: bool) -> Result<(), BLST_ERROR> {
        if pk_validate {
            pk.validate()?;
        }
        self.point = self.point.plus_affine(&pk.point);
        Ok(())
    }
}

impl<V: Variant> AggregateSignature<V> {
    /// That the sum is in the subgroup.
    ///
    /// # Errors
    /// `BLST_POINT_NOT_IN_GROUP`.
    pub fn validate(&self) -> Result<(), BLST_ERROR> {
        self.point.to_affine().validate(false)
    }

    /// The sum of one signature.
    pub fn from_signature(sig: &Signature<V>) -> Self {
        Self { point: JacobianPoint::of_affine(&sig.point) }
    }

    /// The sum as a signature.
    pub fn to_signature(&self) -> Signature<V> {
        Signature { point: self.point.to_affine() }
    }

    /// The sum of signatures.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures; with `sigs_groupcheck` `BLST_POINT_NOT_IN_GROUP` if one is not in
    /// the subgroup.
    pub fn aggregate(sigs: &[&Signature<V>], sigs_groupcheck: bool) -> Result<Self, BLST_ERROR> {
        let points = sigs.iter().map(|signature| signature.point.point()).collect();
        Ok(Self { point: sum_of::<V::Signature>(points, sigs_groupcheck, false)? })
    }

    /// The sum of signatures times the lowest `nbits` bits of integers, which follow one another in whole bytes.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures; with `sigs_groupcheck` the error of the first that is infinity or
    /// not in the subgroup.
    ///
    /// # Panics
    /// If there are fewer integers than signatures.
    pub fn aggregate_with_randomness(
        sigs: &[Signature<V>],
        randomness: &[u8],
        nbits: usize,
        sigs_groupcheck: bool,
    ) -> Result<Self, BLST_ERROR> {
        if sigs.is_empty() {
            return Err(BLST_ERROR::BLST_AGGR_TYPE_MISMATCH);
        }
        if sigs_groupcheck {
            sigs.validate()?;
        }
        Ok(sigs.mult(randomness, nbits))
    }

    /// The sum of the signatures of encodings, compressed or not.
    ///
    /// # Errors
    /// `BLST_AGGR_TYPE_MISMATCH` for no signatures; the error of the first signature with one.
    pub fn aggregate_serialized(sigs: &[&[u8]], sigs_groupcheck: bool) -> Result<Self, BLST_ERROR> {
        Ok(Self { point: sum_of_encodings::<V::Signature>(sigs, sigs_groupcheck, false)? })
    }

    /// Adds another sum.
    pub fn add_aggregate(&mut self, agg_sig: &Self) {
        self.point = self.point.plus(&agg_sig.point);
    }

    /// Adds a signature.
    ///
    /// # Errors
    /// With `sig_groupcheck`, if it is not in the subgroup; nothing is added.
    pub fn add_signature(&mut self, sig: &Signature<V>, sig_groupcheck: bool) -> Result<(), BLST_ERROR> {
        if sig_groupcheck {
            sig.validate(false)?;
        }
        self.point = self.point.plus_affine(&sig.point);
        Ok(())
    }

    /// Whether the sum is in the subgroup, as infinity is.
    pub fn subgroup_check(&self) -> bool {
        self.validate().is_ok()
    }
}

/// Conversions of a sum from and to a point.
macro_rules! conversions {
    ($sum:ident, $group:ident) => {
        impl<F, V: Variant<$group = F>> From<$sum<V>> for JacobianPoint<F> {
            fn from(sum: $sum<V>) -> Self {
                sum.point
            }
        }

        impl<'a, F, V: Variant<$group = F>> From<&'a $sum<V>> for &'a JacobianPoint<F> {
            fn from(sum: &'a $sum<V>) -> Self {
                &sum.point
            }
        }

        impl<F, V: Variant<$group = F>> From<JacobianPoint<F>> for $sum<V> {
            fn from(point: JacobianPoint<F>) -> Self {
                Self { point }
            }
        }
    };
}

conversions!(AggregatePublicKey, Key);
conversions!(AggregateSignature, Signature);
