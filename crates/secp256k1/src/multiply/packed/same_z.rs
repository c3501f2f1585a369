//! Chains of multiples of sixteen points: each is the one before it plus a point with the same `Z`.
//!
//! The point is kept in coordinates with the `Z` of the last multiple, as an addition of points with the same `Z` takes
//! 4M + 2S without `Z` (N. Meloni, "New point addition formulae for ECC applications", 2007). The formulas use neither
//! coefficient of the curve.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::{PackedJacobian, WeierstrassCurve};
use vorpal_fields::{Field, PackedField};

type PackedOf<C> = <<C as WeierstrassCurve>::Base as Field>::Packed;

/// A multiple in Jacobian coordinates, with its `Z` relative to the `Z` of the previous multiple.
#[derive(Clone, Copy)]
pub(super) struct Link<C: WeierstrassCurve> {
    pub(super) X: PackedOf<C>,
    pub(super) Y: PackedOf<C>,
    /// `Z` divided by the `Z` of the previous multiple.
    pub(super) ratio: PackedOf<C>,
}

impl<C: WeierstrassCurve> Link<C> {
    /// Storage without valid contents.
    pub(super) fn new() -> Self {
        let one = PackedOf::<C>::one();
        Self { X: one, Y: one, ratio: one }
    }
}

/// A point that is added to the last multiple of a chain, in coordinates with the `Z` of that multiple.
pub(super) struct Summand<C: WeierstrassCurve> {
    pub(super) X: PackedOf<C>,
    pub(super) Y: PackedOf<C>,
    scratch: PackedOf<C>,
}

impl<C: WeierstrassCurve> Summand<C> {
    /// The double of an affine point, as the first multiple of a chain, and the point with its `Z`. 3M + 4S, and for
    /// `a = -3` 1M more and a product by a constant.
    #[inline(always)]
    pub(super) fn double(x: &PackedOf<C>, y: &PackedOf<C>) -> (Link<C>, Self) {
        let mut lanes = PackedJacobian::<C>::from_affine(x, y);
        lanes.double();
        let [X, Y, Z] = lanes.coordinates();
        let link = Link { X: *X, Y: *Y, ratio: *Z };
        // The point with Z = y is (x y^2, y^4).
        let mut point = Self { X: *x, Y: *y, scratch: *y };
        point.scratch.square_into(y);
        point.X.mul_assign(&point.scratch);
        point.Y.square_into(&point.scratch);
        (link, point)
    }

    /// Writes the sum of the last multiple and the point to `next`, and gives the point the `Z` of the sum. 4M + 2S.
    /// `ratio` is zero in lanes with equal or opposite points.
    #[inline(always)]
    pub(super) fn add(&mut self, last: &Link<C>, next: &mut Link<C>) {
        let Self { X: W, Y: A, scratch: square } = self;
        let (Link { X: X2, Y: Y2, .. }, Link { X, Y, ratio }) = (last, next);
        // H = X1 - X2, W1 = X1 H^2, W2 = X2 H^2, A = Y1 (W1 - W2) = Y1 H^3.
        ratio.sub_into(W, X2);
        square.square_into(ratio);
        W.mul_assign(square);
        square.mul_assign(X2);
        let mut r = *A;
        r.sub_assign(Y2);
        X.square_into(&r);
        X.sub_assign(W);
        X.sub_assign(square);
        Y.sub_into(W, square);
        A.mul_assign(Y);
        square.sub_into(W, X);
        Y.mul_into(&r, square);
        Y.sub_assign(A);
    }

    /// Replaces the point by `(X factor^2, Y factor^3)` for a multiple `(X, Y)` of the chain. 3M + 1S.
    #[inline(always)]
    pub(super) fn set_scaled(&mut self, multiple: &Link<C>, factor: &PackedOf<C>) {
        self.scratch.square_into(factor);
        self.X.mul_into(&multiple.X, &self.scratch);
        self.scratch.mul_assign(factor);
        self.Y.mul_into(&multiple.Y, &self.scratch);
    }
}
