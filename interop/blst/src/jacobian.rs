//! Points in Jacobian coordinates, in the form of C.

use vorpal_curves::models::weierstrass::Jacobian;

use crate::affine::AffinePoint;
use crate::fields::{blst_fp, blst_fp2};
use crate::group::{Coordinate, Sum};

/// The point `(x / z^2, y / z^3)`; infinity has `z = 0`. The names are [`blst_p1`] and [`blst_p2`].
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct JacobianPoint<F> {
    /// The first coordinate.
    pub x: F,
    /// The second coordinate.
    pub y: F,
    /// The denominator.
    pub z: F,
}

/// A point of G1's curve.
pub type blst_p1 = JacobianPoint<blst_fp>;
/// A point of G2's curve.
pub type blst_p2 = JacobianPoint<blst_fp2>;

impl<F: Coordinate> JacobianPoint<F> {
    /// The point in Vorpal's type, unchecked.
    pub(crate) fn point(&self) -> Sum<F> {
        Jacobian::new_unchecked(self.x.to_element(), self.y.to_element(), self.z.to_element())
    }

    pub(crate) fn of(point: &Sum<F>) -> Self {
        let (x, y, z) = point.projective_coordinates();
        Self { x: F::of_element(x), y: F::of_element(y), z: F::of_element(z) }
    }

    pub(crate) fn is_infinity(&self) -> bool {
        self.z == F::default()
    }

    pub(crate) fn of_affine(point: &AffinePoint<F>) -> Self {
        Self::of(&Jacobian::from_affine(&point.point()))
    }

    pub(crate) fn to_affine(self) -> AffinePoint<F> {
        AffinePoint::of(&self.point().to_affine_vartime())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self::of(&self.point().add_vartime(&other.point()))
    }

    pub(crate) fn plus_affine(&self, other: &AffinePoint<F>) -> Self {
        Self::of(&self.point().add_affine_vartime(&other.point()))
    }
}

/// Equality of points, whatever their denominators.
impl<F: Coordinate> PartialEq for JacobianPoint<F> {
    fn eq(&self, other: &Self) -> bool {
        self.point() == other.point()
    }
}

impl<F: Coordinate> Eq for JacobianPoint<F> {}
