//! Sums over lists of points, keys and signatures.

use alloc::vec::Vec;
use core::ops::{Index, IndexMut};
use core::slice::SliceIndex;

use vorpal_curves::models::weierstrass::Jacobian;

use crate::BLST_ERROR;
use crate::affine::AffinePoint;
use crate::aggregate::{AggregatePublicKey, AggregateSignature};
use crate::fields::{blst_fp, blst_fp2};
use crate::group::{Coordinate, Point};
use crate::jacobian::JacobianPoint;
use crate::public_key::PublicKey;
use crate::scalar::lowest_bits;
use crate::signature::Signature;
use crate::sums::{sum_vartime, validate_vartime, weighted_vartime};
use crate::variant::Variant;

/// Sums over a list of points. Time depends on points and scalars.
pub trait MultiPoint {
    /// A sum.
    type Output;

    /// The sum of the points times the lowest `nbits` bits of integers, which follow one another in whole bytes, least
    /// significant first. Infinity for no points.
    ///
    /// # Panics
    /// If there are fewer integers than points.
    fn mult(&self, scalars: &[u8], nbits: usize) -> Self::Output;

    /// The sum of the points; infinity for no points.
    fn add(&self) -> Self::Output;

    /// That no point is infinity, and all are in the subgroup.
    ///
    /// # Errors
    /// `BLST_PK_IS_INFINITY` or `BLST_POINT_NOT_IN_GROUP`, the reason of the first point with one. By default
    /// `BLST_POINT_NOT_IN_GROUP`.
    fn validate(&self) -> Result<(), BLST_ERROR> {
        Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP)
    }
}

/// The weighted sum.
fn mult<F: Coordinate>(points: &[Point<F>], scalars: &[u8], nbits: usize) -> JacobianPoint<F> {
    let bytes = nbits.div_ceil(8);
    assert!(scalars.len() >= bytes * points.len(), "scalars length mismatch");
    let weights: Vec<Vec<u64>> =
        (0..points.len()).map(|i| lowest_bits(&scalars[bytes * i..bytes * (i + 1)], nbits)).collect();
    let weights: Vec<&[u64]> = weights.iter().map(Vec::as_slice).collect();
    JacobianPoint::of(&weighted_vartime::<F>(points, &weights))
}

fn points_of<F: Coordinate>(points: &[AffinePoint<F>]) -> Vec<Point<F>> {
    points.iter().map(AffinePoint::point).collect()
}

impl<F: Coordinate> MultiPoint for [AffinePoint<F>] {
    type Output = JacobianPoint<F>;

    fn mult(&self, scalars: &[u8], nbits: usize) -> JacobianPoint<F> {
        mult::<F>(&points_of(self), scalars, nbits)
    }

    fn add(&self) -> JacobianPoint<F> {
        JacobianPoint::of(&sum_vartime::<F>(&points_of(self)))
    }

    fn validate(&self) -> Result<(), BLST_ERROR> {
        validate_vartime::<F>(&points_of(self), true)
    }
}

/// The sums of a list of keys or of signatures.
macro_rules! sums_of {
    ($item:ident, $group:ident, $sum:ident) => {
        impl<V: Variant> MultiPoint for [$item<V>] {
            type Output = $sum<V>;

            fn mult(&self, scalars: &[u8], nbits: usize) -> $sum<V> {
                let points: Vec<_> = self.iter().map(|item| item.point.point()).collect();
                $sum { point: mult::<V::$group>(&points, scalars, nbits) }
            }

            fn add(&self) -> $sum<V> {
                let points: Vec<_> = self.iter().map(|item| item.point.point()).collect();
                $sum { point: JacobianPoint::of(&sum_vartime::<V::$group>(&points)) }
            }

            fn validate(&self) -> Result<(), BLST_ERROR> {
                let points: Vec<_> = self.iter().map(|item| item.point.point()).collect();
                validate_vartime::<V::$group>(&points, true)
            }
        }
    };
}

sums_of!(PublicKey, Key, AggregatePublicKey);
sums_of!(Signature, Signature, AggregateSignature);

/// A list of affine points. The names are [`p1_affines`] and [`p2_affines`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AffinePoints<F> {
    points: Vec<AffinePoint<F>>,
}

/// A list of affine points of G1's curve.
pub type p1_affines = AffinePoints<blst_fp>;
/// A list of affine points of G2's curve.
pub type p2_affines = AffinePoints<blst_fp2>;

impl<F: Coordinate> AffinePoints<F> {
    /// The points, normalised with one inversion.
    pub fn from(points: &[JacobianPoint<F>]) -> Self {
        let points: Vec<_> = points.iter().map(JacobianPoint::point).collect();
        Self { points: Jacobian::normalise_batch(&points).iter().map(AffinePoint::of).collect() }
    }

    /// The points.
    pub fn as_slice(&self) -> &[AffinePoint<F>] {
        &self.points
    }

    /// As [`MultiPoint::mult`].
    ///
    /// # Panics
    /// As that function.
    pub fn mult(&self, scalars: &[u8], nbits: usize) -> JacobianPoint<F> {
        MultiPoint::mult(self.as_slice(), scalars, nbits)
    }

    /// As [`MultiPoint::add`].
    pub fn add(&self) -> JacobianPoint<F> {
        MultiPoint::add(self.as_slice())
    }
}

impl<F, I: SliceIndex<[AffinePoint<F>]>> Index<I> for AffinePoints<F> {
    type Output = I::Output;

    fn index(&self, index: I) -> &I::Output {
        &self.points[index]
    }
}

impl<F, I: SliceIndex<[AffinePoint<F>]>> IndexMut<I> for AffinePoints<F> {
    fn index_mut(&mut self, index: I) -> &mut I::Output {
        &mut self.points[index]
    }
}
