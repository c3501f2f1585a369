//! The twisted Edwards form of a curve `y^2 = x^3 + 1`, for sums of many points of the prime subgroup.
//!
//! # The map
//!
//! With `s = x + 1` the curve is `y^2 = s (s^2 - 3 s + 3)`. Over a field that contains `sqrt3` and
//! `scale = sqrt(3 - 2 sqrt3)`, the coordinates
//!
//! ```text
//! X = scale s / y,   Y = (s - sqrt3) / (s + sqrt3)
//! ```
//!
//! satisfy `-X^2 + Y^2 = 1 + d X^2 Y^2` with `d = 7 + 4 sqrt3`. Proof: let `a = -scale^2 = 2 sqrt3 - 3`. As
//! `d scale^2 = (7 + 4 sqrt3) (3 - 2 sqrt3) = -3 - 2 sqrt3`, the claim is `1 - Y^2 = (s / y)^2 (a - d scale^2 Y^2)`.
//! Multiplied by `(s + sqrt3)^2 y^2 / s^2`, the left side is `4 sqrt3 y^2 / s = 4 sqrt3 (s^2 - 3 s + 3)`, and the right
//! side is
//!
//! ```text
//! a (s + sqrt3)^2 + (3 + 2 sqrt3) (s - sqrt3)^2
//!     = (a + 3 + 2 sqrt3) (s^2 + 3) + 2 sqrt3 (a - 3 - 2 sqrt3) s = 4 sqrt3 (s^2 + 3) - 12 sqrt3 s
//! ```
//!
//! which is equal. The inverse map is `s = sqrt3 (1 + Y) / (1 - Y)` and `y = scale s / X`. Infinity corresponds to the
//! neutral element `(0, 1)`. A birational map of genus 1 curves that maps neutral element to neutral element is a
//! homomorphism.
//!
//! Five points have no image by these formulas, because a denominator is zero: `(-1, 0)` and the two other points of
//! order two, `(x, 0)` with `s^2 - 3 s + 3 = 0`; and two of order four, `(-1 - sqrt3, y)` with `y = 3 / scale` or its
//! negative. (The map extends to them: the image of `(-1, 0)` is `(0, -1)`, those of the other four are points at
//! infinity.) None of the five has odd order.
//!
//! # The addition law has no exceptions on a subgroup of odd order
//!
//! The law is `X3 = (X1 Y2 + Y1 X2) / (1 + e)`, `Y3 = (Y1 Y2 + X1 X2) / (1 - e)` with `e = d X1 X2 Y1 Y2`. It is not
//! complete: `d = (2 + sqrt3)^2` is a square. Let `P1` and `P2` be of odd order, hence affine, and suppose `e` is `1`
//! or `-1`. Then no coordinate is zero, `e^2 = 1`, and with the equation of `P2`
//!
//! ```text
//! d X1^2 Y1^2 (-X2^2 + Y2^2) = d X1^2 Y1^2 + e^2 = -X1^2 + Y1^2.
//! ```
//!
//! Let `i^2 = -1` and `w^2 = d`. As `2 i X1 Y1 = 2 i X1 Y1 e e = 2 e d X1^2 Y1^2 (i X2 Y2)`,
//!
//! ```text
//! (i X1 + Y1)^2 = d X1^2 Y1^2 (i X2 + e Y2)^2,   (i X1 - Y1)^2 = d X1^2 Y1^2 (i X2 - e Y2)^2.
//! ```
//!
//! Taking square roots, `i X1 + Y1 = f w X1 Y1 (i X2 + e Y2)` and `i X1 - Y1 = g w X1 Y1 (i X2 - e Y2)` with signs `f`
//! and `g`. Their sum and difference give `P2`. The double of `P2` follows with `d X1^2 Y1^2 - 1 = -X1^2 + Y1^2 - 2`,
//! `X(2 P) = 2 X Y / (-X^2 + Y^2)` and `Y(2 P) = (X^2 + Y^2) / (2 + X^2 - Y^2)`:
//!
//! * `f = g`: `X2 = f / (w Y1)`, `Y2 = f e / (w X1)`, so `2 P2 = (e X(2 P1), -Y(2 P1))`. That is `2 P1 + (0, -1)` or
//!   `-2 P1 + (0, -1)`, and `(0, -1)`, of order two, would be the sum of two points of odd order.
//! * `f = -g`: `X2 = f / (w i X1)`, `Y2 = f e i / (w Y1)`, so `2 P2 = (e X(2 P1), Y(2 P1)) = 2 e P1`. Then
//!   `P2 = e P1`, because doubling is injective on a group of odd order. Then `d X1^2 Y1^2 = 1`, so
//!   `2 + X1^2 - Y1^2 = 0`, and `2 P1` is at infinity, of order two or four.
//!
//! Both cases are contradictions. (H. Hisil, K. Wong, G. Carter, E. Dawson, "Twisted Edwards curves revisited", 2008,
//! state the result.) The types preserve odd order: a [`NielsPoint`] is the image of a point of a
//! [`Subgroup`](super::Subgroup), a [`PreparedPoint`] is made from an [`EdwardsPoint`], and an [`EdwardsPoint`] is a
//! sum of these.
//!
//! Source: Y. El Housni, G. Botrel, "EdMSM: multi-scalar-multiplication for SNARKs and faster Montgomery
//! multiplication", 2022.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

mod point;

use alloc::vec;
use alloc::vec::Vec;

use vorpal_fields::subtle::ConditionallySelectable;
use vorpal_fields::{Field, batch_invert};

use super::{Affine, Jacobian, Subgroup, WeierstrassCurve};

pub use point::{EdwardsPoint, NielsPoint, PreparedPoint};

/// The number of points that share an inversion.
const BATCH: usize = 512;

/// The birational map between a curve `y^2 = x^3 + 1` and its twisted Edwards form.
///
/// The field contains `sqrt3` and `scale = sqrt(3 - 2 sqrt3)`; the form is `-X^2 + Y^2 = 1 + d X^2 Y^2` with
/// `d = 7 + 4 sqrt3`. The source of this module documents the map, its exceptions and the proof.
///
/// ```
/// use vorpal_curves::bls12_377::{Affine, Bls12_377G1, Jacobian};
/// use vorpal_curves::models::weierstrass::{EdwardsPoint, Subgroup, WeierstrassCurve};
/// let form = Bls12_377G1::EDWARDS.unwrap();
/// let g = form.to_edwards(Subgroup::new([Affine::GENERATOR].as_slice()).unwrap());
/// let twice = EdwardsPoint::IDENTITY.add_niels(&g[0]).add_niels(&g[0]);
/// assert_eq!(form.to_weierstrass(&twice), Jacobian::GENERATOR.double());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EdwardsForm<C: WeierstrassCurve> {
    sqrt3: C::Base,
    scale: C::Base,
    twice_d: C::Base,
}

impl<C: WeierstrassCurve> EdwardsForm<C> {
    /// The form with these constants. A test derives and compares them.
    pub(crate) const fn new(sqrt3: C::Base, scale: C::Base, twice_d: C::Base) -> Self {
        Self { sqrt3, scale, twice_d }
    }

    /// The chosen square root of 3.
    #[inline]
    pub const fn sqrt3(&self) -> C::Base {
        self.sqrt3
    }

    /// The chosen square root of `3 - 2 sqrt3`.
    #[inline]
    pub const fn scale(&self) -> C::Base {
        self.scale
    }

    /// `2 d = 14 + 8 sqrt3`.
    #[inline]
    pub const fn twice_d(&self) -> C::Base {
        self.twice_d
    }

    /// The images of the points, infinity included. 10M per point, and an inversion + 48M per 512 points.
    pub fn to_edwards(&self, points: Subgroup<&[Affine<C>]>) -> Vec<NielsPoint<C>> {
        let mut images = vec![NielsPoint::IDENTITY; points.points().len()];
        self.to_edwards_into(points, &mut images);
        images
    }

    /// As [`to_edwards`](Self::to_edwards), into a slice of the caller.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "a program that passes other lengths is wrong")]
    pub fn to_edwards_into(&self, points: Subgroup<&[Affine<C>]>, images: &mut [NielsPoint<C>]) {
        assert!(points.points().len() == images.len(), "as many points as images");
        let mut inverses = [C::Base::ZERO; BATCH];
        for (points, images) in points.points().chunks(BATCH).zip(images.chunks_mut(BATCH)) {
            let inverses = &mut inverses[..points.len()];
            for (inverse, point) in inverses.iter_mut().zip(points) {
                *inverse = (point.x + C::Base::ONE + self.sqrt3) * point.y;
            }
            batch_invert(inverses);
            for ((image, point), inverse) in images.iter_mut().zip(points).zip(inverses) {
                *image = self.image(point, *inverse);
            }
        }
    }

    /// The image, given `1 / (y (s + sqrt3))`, or zero if that does not exist. 6M.
    #[inline(always)]
    fn image(&self, point: &Affine<C>, inverse: C::Base) -> NielsPoint<C> {
        let s = point.x + C::Base::ONE;
        let X = self.scale * s * ((s + self.sqrt3) * inverse);
        let Y = (s - self.sqrt3) * (point.y * inverse);
        // Infinity is stored as (0, 0): the inverse is zero, hence X and Y are zero.
        let Y = C::Base::conditional_select(&Y, &C::Base::ONE, point.is_identity());
        NielsPoint::new(X, Y, self.twice_d * (X * Y))
    }

    /// The point of the Weierstrass curve, without inversion. 7M + 1S.
    ///
    /// With `u = sqrt3 (Z + Y)` and `v = Z - Y`: `s = u / v` and `y = scale s Z / X = scale u Z / (v X)`. The common
    /// denominator is `w = v X`, and `(s - 1) w^2 = (u - v) X w`, `y w^3 = scale u Z w^2`. The neutral element, the
    /// only point of odd order with `X = 0`, has `w = 0`.
    pub fn to_weierstrass(&self, point: &EdwardsPoint<C>) -> Jacobian<C> {
        let [X, Y, _, Z] = point.coordinates();
        let (u, v) = (self.sqrt3 * (Z + Y), Z - Y);
        let w = v * X;
        Jacobian { X: (u - v) * (X * w), Y: self.scale * u * Z * w.square(), Z: w }
    }
}
