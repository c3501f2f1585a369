//! A few odd multiples of a point, affine but for one denominator that they share.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::Field;

use super::{Affine, Jacobian, WeierstrassCurve};

/// The odd multiples `P, 3 P, .., (2 N - 1) P`, as points of a curve that is isomorphic to the point's.
///
/// For `Z != 0` the map `(x, y) -> (x Z^2, y Z^3)` leads from `y^2 = x^3 + b` to `y^2 = x^3 + b Z^6`. Sums, whose
/// formulas do not use `b`, are the same on both: so many points in Jacobian coordinates with the same `Z` are affine
/// points `(X, Y)` there. (P. Longa, A. Miri, "New composite operations and precomputation scheme for elliptic curve
/// cryptosystems over prime fields", 2008: the quotients of neighbouring `Z` bring the points to the same one.)
#[derive(Clone, Copy, Debug)]
pub struct OddMultiples<C: WeierstrassCurve, const N: usize> {
    points: [Affine<C>; N],
    z: C::Base,
}

impl<C: WeierstrassCurve, const N: usize> OddMultiples<C, N> {
    /// The multiples of a point. 1 doubling, `N - 1` times 8M + 3S for a sum and 4M + 1S for its `Z`. `None` if one
    /// of the sums on the way is at infinity or doubles, which takes a point at infinity or of an order below `2 N`.
    /// Time depends on that.
    pub fn of(point: &Affine<C>) -> Option<Self> {
        let twice = Jacobian::from_affine(point).double();
        // Where 2 P is affine: x times Z^2, y times Z^3, with the Z of 2 P.
        let ZZ = twice.Z.square();
        let step = Affine::<C> { x: twice.X, y: twice.Y };
        let first = Affine { x: point.x * ZZ, y: point.y * ZZ * twice.Z };

        let mut points = [first; N];
        let mut ratios = [C::Base::ONE; N];
        let mut sum = Jacobian { X: first.x, Y: first.y, Z: C::Base::ONE };
        for i in 1..N {
            (sum, ratios[i]) = sum.add_affine_with_ratio(&step);
            points[i] = Affine { x: sum.X, y: sum.Y };
        }
        let z: C::Base = sum.Z * twice.Z;
        if z.is_zero_vartime() {
            return None;
        }
        // From the last one back: what is missing to the last Z.
        let mut missing = C::Base::ONE;
        for i in (0..N - 1).rev() {
            missing *= ratios[i + 1];
            let square = missing.square();
            let Affine { x, y } = points[i];
            points[i] = Affine { x: x * square, y: y * square * missing };
        }
        Some(Self { points, z })
    }

    /// `(2 i + 1) P` on the isomorphic curve.
    #[inline]
    pub fn get(&self, i: usize) -> &Affine<C> {
        &self.points[i]
    }

    /// All of them.
    #[inline]
    pub fn points(&self) -> &[Affine<C>; N] {
        &self.points
    }

    /// What leads there, to bring other points along.
    #[inline]
    pub fn isomorphism(&self) -> Isomorphism<C> {
        let square = self.z.square();
        Isomorphism { z: self.z, square, cube: square * self.z }
    }
}

/// `(x, y) -> (x Z^2, y Z^3)`, from a curve to an isomorphic one.
#[derive(Clone, Copy, Debug)]
pub struct Isomorphism<C: WeierstrassCurve> {
    z: C::Base,
    square: C::Base,
    cube: C::Base,
}

impl<C: WeierstrassCurve> Isomorphism<C> {
    /// The image of a point. 2M.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: &Affine<C>) -> Affine<C> {
        Affine { x: point.x * self.square, y: point.y * self.cube }
    }

    /// The point whose image this is. 1M.
    #[inline]
    #[must_use]
    pub fn undo(&self, point: &Jacobian<C>) -> Jacobian<C> {
        Jacobian { Z: point.Z * self.z, ..*point }
    }
}

impl<C: WeierstrassCurve> Jacobian<C> {
    /// `self + other` and the quotient of the sum's `Z` by that of `self`. 8M + 3S. For equal or opposite points and for
    /// infinity `Z` comes out as zero.
    #[inline]
    fn add_affine_with_ratio(&self, other: &Affine<C>) -> (Self, C::Base) {
        let ZZ = self.Z.square();
        let H = other.x * ZZ - self.X;
        let R = other.y * (ZZ * self.Z) - self.Y;
        let HH = H.square();
        let HHH = HH * H;
        let V = self.X * HH;
        let X = R.square() - HHH - V.double();
        let Y = R * (V - X) - self.Y * HHH;
        (Self { X, Y, Z: self.Z * H }, H)
    }
}
