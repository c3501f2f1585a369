#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Field, batch_invert};

use super::affine::triple;
use super::{Affine, Jacobian, LinearTerm, WeierstrassCurve};

/// A point in XYZZ coordinates: `x = X / ZZ`, `y = Y / ZZZ` with `ZZ^3 = ZZZ^2`; infinity has `ZZ = ZZZ = 0`.
///
/// These coordinates are for sums of many points. Adding an affine point costs 8M + 2S (8M + 3S in Jacobian
/// coordinates), adding two sums costs 12M + 2S (11M + 5S); only doubling is more expensive. The formulas are those of
/// D. Bernstein and T. Lange's Explicit-Formulas Database, `shortw/xyzz`; each function names its formula. Additions
/// branch on the exceptional cases, hence their suffix `_vartime`.
///
/// ```
/// use vorpal_curves::bn254::{Affine, Jacobian, Xyzz};
/// let sum = [Affine::GENERATOR; 5].iter().fold(Xyzz::IDENTITY, |sum, point| sum.add_affine_vartime(point));
/// assert_eq!(sum.to_jacobian(), Jacobian::GENERATOR.mul_limbs_vartime(&[5]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Xyzz<C: WeierstrassCurve> {
    X: C::Base,
    Y: C::Base,
    ZZ: C::Base,
    ZZZ: C::Base,
}

/// The group law.
impl<C: WeierstrassCurve> Xyzz<C> {
    /// The point at infinity, the neutral element.
    pub const IDENTITY: Self =
        Self { X: C::Base::ONE, Y: C::Base::ONE, ZZ: C::Base::ZERO, ZZZ: C::Base::ZERO };

    /// Whether this is the point at infinity.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.ZZ.is_zero()
    }

    /// `2 self`. `dbl-2008-s-1`: 6M + 3S, or 7M + 2S with `a = -3`. No exceptions: infinity has `ZZ = 0` and so has its
    /// double; a point of order two has `Y = 0`, so `U = V = W = 0` make `ZZ3` and `ZZZ3` zero.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let U = self.Y.double();
        let V = U.square();
        let W = U * V;
        Self { ZZ: V * self.ZZ, ZZZ: W * self.ZZZ, ..Self::doubled(self.X, self.Y, self.ZZ, V, W) }
    }

    /// `2 point`. `mdbl-2008-s-1`: 4M + 3S, or 5M + 2S with `a = -3`. No exceptions: infinity has `y = 0`, like points
    /// of order two.
    #[inline]
    #[must_use]
    pub fn double_affine(point: &Affine<C>) -> Self {
        let U = point.y.double();
        let V = U.square();
        Self::doubled(point.x, point.y, C::Base::ONE, V, U * V)
    }

    /// The double of `(X, Y, 1, 1)`, given `V = (2 Y)^2` and `W = (2 Y)^3`. 3M + 2S, or 4M + 1S with `a = -3`. The
    /// slope is `(3 X^2 + a ZZ^2) / (2 Y)` for a point with another `ZZ`, as the curve of `(X, Y)` has `a ZZ^2`.
    #[inline(always)]
    fn doubled(X1: C::Base, Y1: C::Base, ZZ: C::Base, V: C::Base, W: C::Base) -> Self {
        let S = X1 * V;
        let M = triple(match C::A {
            LinearTerm::Zero => X1.square(),
            LinearTerm::MinusThree => (X1 - ZZ) * (X1 + ZZ),
        });
        let X = M.square() - S.double();
        Self { X, Y: M * (S - X) - W * Y1, ZZ: V, ZZZ: W }
    }

    /// `-self`.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { Y: -self.Y, ..*self }
    }

    /// `self + other`. `add-2008-s`: 12M + 2S, with branches for infinity, equal and opposite points.
    #[inline]
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if self.is_identity().into() {
            return *other;
        }
        if other.is_identity().into() {
            return *self;
        }
        let (U1, U2) = (self.X * other.ZZ, other.X * self.ZZ);
        let (S1, S2) = (self.Y * other.ZZZ, other.Y * self.ZZZ);
        let (P, R) = (U2 - U1, S2 - S1);
        if P.is_zero().into() {
            // Same x: equal or opposite points.
            return if R.is_zero().into() { self.double() } else { Self::IDENTITY };
        }
        let sum = Self::chord(U1, S1, P, R);
        Self { ZZ: self.ZZ * other.ZZ * sum.ZZ, ZZZ: self.ZZZ * other.ZZZ * sum.ZZZ, ..sum }
    }

    /// `self + other`. `madd-2008-s`: 8M + 2S, with branches for infinity, equal and opposite points.
    #[inline]
    #[must_use]
    pub fn add_affine_vartime(&self, other: &Affine<C>) -> Self {
        if other.is_identity().into() {
            return *self;
        }
        if self.is_identity().into() {
            return Self::from_affine(other);
        }
        let (P, R) = (other.x * self.ZZ - self.X, other.y * self.ZZZ - self.Y);
        if P.is_zero().into() {
            return if R.is_zero().into() { Self::double_affine(other) } else { Self::IDENTITY };
        }
        let sum = Self::chord(self.X, self.Y, P, R);
        Self { ZZ: self.ZZ * sum.ZZ, ZZZ: self.ZZZ * sum.ZZZ, ..sum }
    }

    /// `self - other`, at the cost of the addition.
    #[inline]
    #[must_use]
    pub fn sub_affine_vartime(&self, other: &Affine<C>) -> Self {
        self.add_affine_vartime(&-*other)
    }

    /// The sum of `(U, S)` and `(U + P, S + R)` on a common denominator, with `P^2` and `P^3` for `ZZ` and `ZZZ`.
    /// 4M + 2S.
    #[inline(always)]
    fn chord(U: C::Base, S: C::Base, P: C::Base, R: C::Base) -> Self {
        let PP = P.square();
        let PPP = P * PP;
        let Q = U * PP;
        let X = R.square() - PPP - Q.double();
        Self { X, Y: R * (Q - X) - S * PPP, ZZ: PP, ZZZ: PPP }
    }
}

/// Conversions.
impl<C: WeierstrassCurve> Xyzz<C> {
    /// The same point.
    #[inline]
    pub fn from_affine(affine: &Affine<C>) -> Self {
        // Infinity becomes (0, 0, 0, 0): its X and Y do not matter.
        let one = C::Base::conditional_select(&C::Base::ONE, &C::Base::ZERO, affine.is_identity());
        Self { X: affine.x, Y: affine.y, ZZ: one, ZZZ: one }
    }

    /// The same point. 1M + 1S.
    #[inline]
    pub fn from_jacobian(point: &Jacobian<C>) -> Self {
        let ZZ = point.Z.square();
        Self { X: point.X, Y: point.Y, ZZ, ZZZ: ZZ * point.Z }
    }

    /// The same point. 3M + 1S.
    ///
    /// With `Z = ZZZ`: `X Z^2 / ZZ = X ZZ^3 / ZZ = X ZZ^2` and `Y Z^3 / ZZZ = Y ZZZ^2 = Y ZZ^3`.
    #[inline]
    pub fn to_jacobian(&self) -> Jacobian<C> {
        let square = self.ZZ.square();
        Jacobian { X: self.X * square, Y: self.Y * (square * self.ZZ), Z: self.ZZZ }
    }

    /// The affine point. One inversion + 3M + 1S.
    pub fn to_affine(&self) -> Affine<C> {
        // At infinity the inverse is replaced by zero, and the result is (0, 0).
        self.scaled_by(self.ZZZ.invert().unwrap_or(C::Base::ZERO))
    }

    /// The affine point, given `1 / ZZZ`: `(ZZ / ZZZ)^2 = ZZ^2 / ZZ^3 = 1 / ZZ`. 3M + 1S.
    fn scaled_by(&self, inverse: C::Base) -> Affine<C> {
        Affine { x: self.X * (self.ZZ * inverse).square(), y: self.Y * inverse }
    }

    /// Normalises all points, points at infinity included. One inversion per some hundreds of points, and 6M + 1S per
    /// point.
    pub fn normalise_batch(points: &[Self]) -> Vec<Affine<C>> {
        let mut inverses = Vec::with_capacity(points.len());
        for point in points {
            inverses.push(point.ZZZ);
        }
        batch_invert(&mut inverses);
        let mut affine = Vec::with_capacity(points.len());
        for (point, inverse) in points.iter().zip(&inverses) {
            affine.push(point.scaled_by(*inverse));
        }
        affine
    }
}

impl<C: WeierstrassCurve> ConstantTimeEq for Xyzz<C> {
    /// `X1 ZZ2 = X2 ZZ1`, `Y1 ZZZ2 = Y2 ZZZ1`, and both or neither at infinity. 4M.
    fn ct_eq(&self, other: &Self) -> Choice {
        let same_x = (self.X * other.ZZ).ct_eq(&(other.X * self.ZZ));
        let same_y = (self.Y * other.ZZZ).ct_eq(&(other.Y * self.ZZZ));
        let (infinity, other_infinity) = (self.is_identity(), other.is_identity());
        (infinity & other_infinity) | (!infinity & !other_infinity & same_x & same_y)
    }
}

impl<C: WeierstrassCurve> Default for Xyzz<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: WeierstrassCurve> PartialEq for Xyzz<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for Xyzz<C> {}
