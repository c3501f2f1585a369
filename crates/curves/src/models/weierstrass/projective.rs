#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Field, batch_invert};

use super::affine::triple;
use super::{Affine, Jacobian, LinearTerm, WeierstrassCurve};
use crate::Error;

/// A point in homogeneous coordinates: `x = X / Z`, `y = Y / Z`; infinity is `(0 : Y : 0)` with any `Y != 0`.
///
/// These coordinates are for secret points: every operation takes constant time. One formula adds all points, infinity,
/// equal and opposite points included, so there are no branches. The formulas are those of J. Renes, C. Costello,
/// L. Batina, "Complete addition formulas for prime order elliptic curves", 2016, with `a = 0` or `a = -3`; each
/// function names its algorithms.
///
/// # Completeness
///
/// A sum is correct if and only if the difference of the two points is not of order two (ibid., section 3, after
/// W. Bosma and H. Lenstra, "Complete systems of two addition laws for elliptic curves", 1995). So it is correct for
/// all points of a subgroup of odd order, which includes every point of a [`PrimeOrderCurve`](super::PrimeOrderCurve)
/// of odd order. Every double is correct. For two points whose difference has order two, the result is `(0 : 0 : 0)`,
/// which is not a point ([`is_no_point`](Self::is_no_point)) and equals no point.
///
/// ```
/// use vorpal_curves::secp256k1::{Affine, Projective};
/// let g = Projective::GENERATOR;
/// assert_eq!(g + g, g.double());
/// assert_eq!(g - Affine::GENERATOR, Projective::IDENTITY);
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias("ProjectivePoint", "G1Projective", "G2Projective"))]
pub struct Projective<C: WeierstrassCurve> {
    pub(super) X: C::Base,
    pub(super) Y: C::Base,
    pub(super) Z: C::Base,
}

/// The group law.
impl<C: WeierstrassCurve> Projective<C> {
    /// The point at infinity, the neutral element.
    #[doc(alias("identity", "infinity", "zero"))]
    pub const IDENTITY: Self = Self { X: C::Base::ZERO, Y: C::Base::ONE, Z: C::Base::ZERO };

    /// The generator of the prime subgroup.
    #[doc(alias("generator", "basepoint"))]
    pub const GENERATOR: Self = Self { X: C::GENERATOR.0, Y: C::GENERATOR.1, Z: C::Base::ONE };

    /// Whether this is the point at infinity. Also true for `(0 : 0 : 0)`.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.Z.is_zero()
    }

    /// Whether this is `(0 : 0 : 0)`, a sum outside the completeness of the formulas. Points with `Z = 0` have
    /// `Y != 0`.
    #[inline]
    pub fn is_no_point(&self) -> Choice {
        self.Y.is_zero() & self.Z.is_zero()
    }

    /// `2 self`. Algorithm 9 for `a = 0`: 6M + 2S and one multiplication by `3 b`. For `a = -3` the sum of the point
    /// and itself: 9M + 3S and two multiplications by `3 b`. No exceptions. With `a = 0`:
    ///
    /// ```text
    /// X3 = 2 X Y (Y^2 - 9 b Z^2)
    /// Y3 = (Y^2 - 9 b Z^2) (Y^2 + 3 b Z^2) + 24 b Y^2 Z^2
    /// Z3 = 8 Y^3 Z
    /// ```
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let YY = self.Y.square();
        if let LinearTerm::MinusThree = C::A {
            let (XX, ZZ) = (self.X.square(), self.Z.square());
            let [XY, YZ, XZ] =
                [self.X * self.Y, self.Y * self.Z, self.X * self.Z].map(|product| product.double());
            return Self::sum(XX, YY, ZZ, XY, YZ, XZ);
        }
        let YY8 = YY.double().double().double();
        let ZZ = C::times_three_b(&self.Z.square());
        let difference = YY - (ZZ.double() + ZZ);
        Self {
            X: (difference * (self.X * self.Y)).double(),
            Y: difference * (YY + ZZ) + ZZ * YY8,
            Z: (self.Y * self.Z) * YY8,
        }
    }

    /// `2^times self`. Costs 2M + 1S for the conversion to Jacobian coordinates, 3M + 4S per doubling there (4M + 4S
    /// with `a = -3`), which has no exceptions either, and 2M + 1S for the conversion back: `X Z / Z^3 = X / Z^2`.
    /// Cheaper than [`double`](Self::double) from two doublings on.
    #[must_use]
    pub fn double_times(&self, times: usize) -> Self {
        // The conversion maps infinity to X = Y = 0, which is replaced by X = Y = 1. Doublings keep Y nonzero: with
        // Z = 0 they are the doublings of y^2 = x^3, (x, y) -> (x^4 / 4, y^4 / 8), for every a.
        let (infinity, one) = (self.is_identity(), C::Base::ONE);
        let mut point = self.to_jacobian();
        point.X.conditional_assign(&one, infinity);
        point.Y.conditional_assign(&one, infinity);
        for _ in 0..times {
            point = point.double();
        }
        Self::from(&point)
    }

    /// `-self`.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { Y: -self.Y, ..*self }
    }

    /// `self + other`, if their difference is not of order two. Algorithm 7, or 4 with `a = -3`: 12M and two
    /// multiplications by `3 b`.
    #[inline]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        let (XX, YY, ZZ) = (self.X * other.X, self.Y * other.Y, self.Z * other.Z);
        // Each mixed sum takes one product instead of two.
        let XY = (self.X + self.Y) * (other.X + other.Y) - (XX + YY);
        let YZ = (self.Y + self.Z) * (other.Y + other.Z) - (YY + ZZ);
        let XZ = (self.X + self.Z) * (other.X + other.Z) - (XX + ZZ);
        Self::sum(XX, YY, ZZ, XY, YZ, XZ)
    }

    /// `self + other`, if their difference is not of order two. Algorithm 8, or 5 with `a = -3`: 11M and two
    /// multiplications by `3 b`.
    ///
    /// The algorithm cannot represent `other` at infinity. In that case a constant-time selection returns `self`.
    #[inline]
    #[must_use]
    pub fn add_affine(&self, other: &Affine<C>) -> Self {
        let (XX, YY) = (self.X * other.x, self.Y * other.y);
        let XY = (self.X + self.Y) * (other.x + other.y) - (XX + YY);
        let YZ = self.Z * other.y + self.Y;
        let XZ = self.Z * other.x + self.X;
        let sum = Self::sum(XX, YY, self.Z, XY, YZ, XZ);
        Self::conditional_select(&sum, self, other.is_identity())
    }

    /// The sum of two points, given the products and mixed sums of their coordinates: `XX = X1 X2`,
    /// `XY = X1 Y2 + X2 Y1`, the others likewise. 6M and two multiplications by `3 b`. With `a = 0`:
    ///
    /// ```text
    /// X3 = XY (YY - 3 b ZZ) - 3 b YZ XZ
    /// Y3 = (YY + 3 b ZZ) (YY - 3 b ZZ) + 9 b XX XZ
    /// Z3 = YZ (YY + 3 b ZZ) + 3 XX XY
    /// ```
    ///
    /// With `a = -3`, `u = 3 XZ - 3 b ZZ`, `t = 3 b XZ - 9 ZZ - 3 XX` and `m = 3 XX - 3 ZZ`:
    ///
    /// ```text
    /// X3 = XY (YY + u) - YZ t
    /// Y3 = (YY - u) (YY + u) + m t
    /// Z3 = YZ (YY - u) + XY m
    /// ```
    #[inline(always)]
    fn sum(XX: C::Base, YY: C::Base, ZZ: C::Base, XY: C::Base, YZ: C::Base, XZ: C::Base) -> Self {
        // The sum for a = 0 has -u = 3 b ZZ, t = 3 b XZ and m = 3 XX.
        let (minus_u, t, m) = match C::A {
            LinearTerm::Zero => (C::times_three_b(&ZZ), C::times_three_b(&XZ), triple(XX)),
            LinearTerm::MinusThree => (
                C::times_three_b(&ZZ) - triple(XZ),
                C::times_three_b(&XZ) - triple(triple(ZZ) + XX),
                triple(XX - ZZ),
            ),
        };
        let (plus, minus) = (YY + minus_u, YY - minus_u);
        Self { X: XY * minus - YZ * t, Y: plus * minus + m * t, Z: YZ * plus + m * XY }
    }
}

/// Conversions.
impl<C: WeierstrassCurve> Projective<C> {
    /// The point `(X / Z, Y / Z)`, infinity for `X = Z = 0` and any `Y != 0`.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`] if these are not the coordinates of a point.
    pub fn new(X: C::Base, Y: C::Base, Z: C::Base) -> Result<Self, Error> {
        let point = Self { X, Y, Z };
        if point.is_on_curve().into() { Ok(point) } else { Err(Error::NotOnCurve) }
    }

    /// The point `(X / Z, Y / Z)`, unchecked. The caller guarantees that it is on the curve, and that `Y != 0` if
    /// `X = Z = 0`. Sums of other values are unspecified.
    #[inline]
    pub fn new_unchecked(X: C::Base, Y: C::Base, Z: C::Base) -> Self {
        Self { X, Y, Z }
    }

    /// `(X, Y, Z)`.
    #[inline]
    pub fn projective_coordinates(&self) -> (&C::Base, &C::Base, &C::Base) {
        (&self.X, &self.Y, &self.Z)
    }

    /// Whether `Y^2 Z = X^3 + a X Z^2 + b Z^3`, and `Y != 0` if `Z = 0`.
    fn is_on_curve(&self) -> Choice {
        let ZZ = self.Z.square();
        let XX = match C::A {
            LinearTerm::Zero => self.X.square(),
            LinearTerm::MinusThree => self.X.square() - triple(ZZ),
        };
        let equation = (self.Y.square() * self.Z).ct_eq(&(XX * self.X + C::B * ZZ * self.Z));
        // With Z = 0 the equation is X = 0.
        equation & !(self.Z.is_zero() & self.Y.is_zero())
    }

    /// Normalises all points, points at infinity included. One inversion, and 5M per point.
    #[doc(alias("normalize_batch", "batch_normalize"))]
    pub fn normalise_batch(points: &[Self]) -> Vec<Affine<C>> {
        let mut inverses = Vec::with_capacity(points.len());
        for point in points {
            inverses.push(point.Z);
        }
        batch_invert(&mut inverses);
        // At infinity the inverse remains zero, and the result is (0, 0).
        let mut affine = Vec::with_capacity(points.len());
        for (point, inverse) in points.iter().zip(&inverses) {
            affine.push(Affine { x: point.X * *inverse, y: point.Y * *inverse });
        }
        affine
    }

    /// The same point.
    #[inline]
    pub fn from_affine(affine: &Affine<C>) -> Self {
        let (zero, one, infinity) = (C::Base::ZERO, C::Base::ONE, affine.is_identity());
        Self {
            X: affine.x, // zero at infinity
            Y: C::Base::conditional_select(&affine.y, &one, infinity),
            Z: C::Base::conditional_select(&one, &zero, infinity),
        }
    }

    /// `scalar self`, for a public scalar; also for points outside the prime subgroup. Time depends on the scalar.
    #[must_use]
    pub fn mul_vartime(&self, scalar: &C::Scalar) -> Self {
        Self::from(&self.to_jacobian().mul_vartime(scalar))
    }

    /// The affine point. One inversion + 2M.
    #[doc(alias = "into_affine")]
    pub fn to_affine(&self) -> Affine<C> {
        // At infinity the inverse is replaced by zero, and the result is (0, 0).
        let inverse = self.Z.invert().unwrap_or(C::Base::ZERO);
        Affine { x: self.X * inverse, y: self.Y * inverse }
    }

    /// The same point. 2M + 1S: `X Z / Z^2 = X / Z` and `Y Z^2 / Z^3 = Y / Z`.
    #[inline]
    pub fn to_jacobian(&self) -> Jacobian<C> {
        Jacobian { X: self.X * self.Z, Y: self.Y * self.Z.square(), Z: self.Z }
    }
}

impl<C: WeierstrassCurve> From<&Jacobian<C>> for Projective<C> {
    /// The same point. 2M + 1S: `X Z / Z^3 = X / Z^2`.
    #[inline]
    fn from(point: &Jacobian<C>) -> Self {
        let Jacobian { X, mut Y, Z } = *point;
        // Infinity in Jacobian coordinates may have any Y.
        Y.conditional_assign(&C::Base::ONE, Z.is_zero());
        Self { X: X * Z, Y, Z: Z.square() * Z }
    }
}

impl<C: WeierstrassCurve> From<Jacobian<C>> for Projective<C> {
    /// The same point. 2M + 1S.
    #[inline]
    fn from(point: Jacobian<C>) -> Self {
        Self::from(&point)
    }
}

impl<C: WeierstrassCurve> From<Projective<C>> for Jacobian<C> {
    /// As [`to_jacobian`](Projective::to_jacobian).
    #[inline]
    fn from(point: Projective<C>) -> Self {
        point.to_jacobian()
    }
}

impl<C: WeierstrassCurve> From<Projective<C>> for Affine<C> {
    /// As [`to_affine`](Projective::to_affine): one inversion.
    #[inline]
    fn from(point: Projective<C>) -> Self {
        point.to_affine()
    }
}

impl<C: WeierstrassCurve> From<Affine<C>> for Projective<C> {
    #[inline]
    fn from(affine: Affine<C>) -> Self {
        Self::from_affine(&affine)
    }
}

impl<C: WeierstrassCurve> ConditionallySelectable for Projective<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            X: C::Base::conditional_select(&a.X, &b.X, choice),
            Y: C::Base::conditional_select(&a.Y, &b.Y, choice),
            Z: C::Base::conditional_select(&a.Z, &b.Z, choice),
        }
    }
}

impl<C: WeierstrassCurve> ConstantTimeEq for Projective<C> {
    /// `X1 Z2 = X2 Z1` and `Y1 Z2 = Y2 Z1`. 4M. This is also correct for infinity, which has `Y != 0`: the second
    /// equation distinguishes it from other points. `(0 : 0 : 0)`, which satisfies both with every point, equals itself
    /// alone.
    fn ct_eq(&self, other: &Self) -> Choice {
        let same_x = (self.X * other.Z).ct_eq(&(other.X * self.Z));
        let same_y = (self.Y * other.Z).ct_eq(&(other.Y * self.Z));
        same_x & same_y & !(self.is_no_point() ^ other.is_no_point())
    }
}

impl<C: WeierstrassCurve> Default for Projective<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: WeierstrassCurve> PartialEq for Projective<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for Projective<C> {}
