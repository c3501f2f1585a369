#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Field, LANES, PackedField, PrimeField, batch_invert};

use super::affine::triple;
use super::{Affine, LinearTerm, PrimeOrderCurve, WeierstrassCurve};
use crate::group::mul_limbs_vartime;
use crate::{Group, PackedSequential};

/// A point in Jacobian coordinates: `x = X / Z^2`, `y = Y / Z^3`; infinity has `Z = 0`.
///
/// The formulas are those of D. Bernstein and T. Lange's Explicit-Formulas Database, `shortw/jacobian-0` and
/// `shortw/jacobian-3`; each function names its formula. The functions `_vartime` branch on the exceptional cases. The
/// operators take constant time.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Jacobian};
/// let g = Jacobian::GENERATOR;
/// let sum = g.double().add_affine_vartime(&Affine::GENERATOR);
/// assert_eq!(sum, g.mul_limbs_vartime(&[3]));
/// assert_eq!(Jacobian::normalise_batch(&[sum, g])[1], Affine::GENERATOR);
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias("G1Projective", "G2Projective"))]
pub struct Jacobian<C: WeierstrassCurve> {
    pub(super) X: C::Base,
    pub(super) Y: C::Base,
    pub(super) Z: C::Base,
}

impl<C: WeierstrassCurve> Jacobian<C> {
    /// The generator of the prime subgroup.
    #[doc(alias("generator", "basepoint"))]
    pub const GENERATOR: Self = Self { X: C::GENERATOR.0, Y: C::GENERATOR.1, Z: C::Base::ONE };

    /// Whether this is the point at infinity.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.Z.is_zero()
    }

    /// The affine point. One inversion + 3M + 1S.
    #[doc(alias = "into_affine")]
    pub fn to_affine(&self) -> Affine<C> {
        // At infinity the inverse is replaced by zero, and the result is (0, 0).
        self.scaled_by(self.Z.invert().unwrap_or(C::Base::ZERO))
    }

    /// The affine point. As [`to_affine`](Self::to_affine), with an inversion in variable time.
    pub fn to_affine_vartime(&self) -> Affine<C> {
        self.scaled_by(self.Z.invert_vartime().unwrap_or(C::Base::ZERO))
    }

    /// `(X, Y, Z)`.
    #[inline]
    pub fn projective_coordinates(&self) -> (&C::Base, &C::Base, &C::Base) {
        (&self.X, &self.Y, &self.Z)
    }

    /// The point `(X / Z^2, Y / Z^3)`, infinity for `Z = 0`, unchecked. The caller guarantees that it is on the curve.
    /// Sums of other triples are unspecified.
    #[inline]
    pub fn new_unchecked(X: C::Base, Y: C::Base, Z: C::Base) -> Self {
        Self { X, Y, Z }
    }

    fn scaled_by(&self, inverse: C::Base) -> Affine<C> {
        let square = inverse.square();
        Affine { x: self.X * square, y: self.Y * square * inverse }
    }
}

/// The group law.
impl<C: WeierstrassCurve> Jacobian<C> {
    /// The point at infinity, the neutral element.
    #[doc(alias("identity", "infinity", "zero"))]
    pub const IDENTITY: Self = Self { X: C::Base::ONE, Y: C::Base::ONE, Z: C::Base::ZERO };

    /// `2 self`. 3M + 4S, or 4M + 4S with `a = -3`. No exceptions: infinity and points of order two give
    /// `Z3 = Y Z = 0`.
    ///
    /// With `L = (3 X^2 + a Z^4) / 2`, which is `3/2 (X - Z^2) (X + Z^2)` for `a = -3`, and `T = X Y^2`: `X3 = L^2 - 2
    /// T`, `Y3 = L (T - X3) - Y^4`, `Z3 = Y Z`. The slope of the tangent is `L / Z3`, with `Z3 = Y Z` instead of the
    /// usual `2 Y Z`, which avoids most factors of two. `dbl-2009-l` replaces one multiplication by a square, `2 X Y^2
    /// = (X + Y^2)^2 - X^2 - Y^4`, but needs eight more additions, which depend on each other.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let A = match C::A {
            LinearTerm::Zero => self.X.square(),
            LinearTerm::MinusThree => {
                let ZZ = self.Z.square();
                (self.X - ZZ) * (self.X + ZZ)
            }
        };
        let S = self.Y.square();
        let L = A + A.halve();
        let T = self.X * S;
        let LL = L.square();
        let Z = self.Y * self.Z;
        let X = LL - T.double();
        let SS = S.square();
        let Y = L * (T - X) - SS;
        Self { X, Y, Z }
    }

    /// `-self`.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self { X: self.X, Y: -self.Y, Z: self.Z }
    }

    /// `self + other`. `add-2007-bl`: 11M + 5S, with branches for infinity, equal and opposite points.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if self.Z.is_zero_vartime() {
            return *other;
        }
        if other.Z.is_zero_vartime() {
            return *self;
        }
        let (ZZ1, ZZ2) = (self.Z.square(), other.Z.square());
        let (U1, U2) = (self.X * ZZ2, other.X * ZZ1);
        let (S1, S2) = (self.Y * other.Z * ZZ2, other.Y * self.Z * ZZ1);
        let (H, r) = (U2 - U1, (S2 - S1).double());
        if H.is_zero_vartime() {
            // Same x: equal or opposite points.
            return if r.is_zero_vartime() { self.double() } else { Self::IDENTITY };
        }
        let (I, rr, sum) = (H.double().square(), r.square(), (self.Z + other.Z).square());
        let (V, J) = (U1 * I, H * I);
        let Z = (sum - ZZ1 - ZZ2) * H;
        let X = rr - J - V.double();
        let W = (S1 * J).double();
        let Y = r * (V - X) - W;
        Self { X, Y, Z }
    }

    /// `self + other`, in constant time: the formula of [`add_vartime`](Self::add_vartime), a doubling, and a selection
    /// of the sum, the double or the other point. 14M + 9S. No exceptions, on curves of even order either.
    ///
    /// Opposite points give `H = 0`, so `Z3 = 0`: infinity.
    #[inline]
    #[must_use]
    pub(super) fn plus(&self, other: &Self) -> Self {
        let (ZZ1, ZZ2) = (self.Z.square(), other.Z.square());
        let (U1, U2) = (self.X * ZZ2, other.X * ZZ1);
        let (S1, S2) = (self.Y * other.Z * ZZ2, other.Y * self.Z * ZZ1);
        let (H, r) = (U2 - U1, (S2 - S1).double());
        let I = H.double().square();
        let J = H * I;
        let V = U1 * I;
        let X = r.square() - J - V.double();
        let Y = r * (V - X) - (S1 * J).double();
        let sum = Self { X, Y, Z: ((self.Z + other.Z).square() - ZZ1 - ZZ2) * H };
        let equal = H.is_zero() & r.is_zero();
        Self::select_sum(self, &sum, other, equal)
    }

    /// `self + other`, in constant time, as [`plus`](Self::plus) by the formula of
    /// [`add_affine_vartime`](Self::add_affine_vartime). 11M + 7S.
    #[inline]
    #[must_use]
    pub(super) fn plus_affine(&self, other: &Affine<C>) -> Self {
        let ZZ = self.Z.square();
        let (H, R) = (other.x * ZZ - self.X, other.y * (self.Z * ZZ) - self.Y);
        let HH = H.square();
        let HHH = HH * H;
        let V = self.X * HH;
        let X = R.square() - HHH - V.double();
        let Y = R * (V - X) - self.Y * HHH;
        let sum = Self { X, Y, Z: self.Z * H };
        let equal = H.is_zero() & R.is_zero();
        Self::select_sum(self, &sum, &Self::from_affine(other), equal)
    }

    /// `self + other`, in constant time, for any `self` and for `other` that is not at infinity. 7M + 5S, with `a = -3`
    /// 7M + 6S. No other exceptions, on any curve.
    ///
    /// With `U = x2 Z1^2`, `S = y2 Z1^3`, `T = X1 + U` and `M = Y1 + S`, the chord or tangent has the slope
    /// `(T^2 - X1 U + a Z1^4) / (M Z1)`, for equal points too: `y1^2 - y2^2 = x1^3 - x2^3 + a (x1 - x2)` is divided by
    /// `x1 - x2` and `y1 + y2` (E. Brier, M. Joye, "Weierstrass elliptic curves and side-channel attacks", 2002). For
    /// `M = 0` it is `2 Y1 / ((X1 - U) Z1)`, of the points with `y1 = -y2`. With the slope `R / (N Z1)`:
    ///
    /// ```text
    /// X3 = R^2 - T N^2,   2 Y3 = R (T N^2 - 2 X3) - M N^3,   Z3 = Z1 N
    /// ```
    ///
    /// `N` is zero for opposite points alone, with `M = 0` and `X1 = U`. Their sum is infinity. A point of order two is
    /// its own opposite.
    #[inline]
    #[must_use]
    pub fn add_affine_complete(&self, other: &Affine<C>) -> Self {
        let ZZ = self.Z.square();
        let (ZZZ, U) = (self.Z * ZZ, other.x * ZZ);
        let S = other.y * ZZZ;
        let T = self.X + U;
        let (TT, XU) = (T.square(), self.X * U);
        let M = self.Y + S;
        let opposite = M.is_zero();
        let N = C::Base::conditional_select(&M, &(self.X - U), opposite);
        let tangent = match C::A {
            LinearTerm::Zero => TT - XU,
            LinearTerm::MinusThree => TT - XU - triple(ZZ.square()),
        };
        let R = C::Base::conditional_select(&tangent, &self.Y.double(), opposite);
        let (NN, RR) = (N.square(), R.square());
        let (Q, Z, NNNN) = (T * NN, self.Z * N, NN.square());
        let X = RR - Q;
        // M N^3 is N^4, or zero.
        let W = C::Base::conditional_select(&NNNN, &C::Base::ZERO, opposite);
        let Y = (R * (Q - X.double()) - W).halve();
        Self::conditional_select(&Self { X, Y, Z }, &Self::from_finite(other), self.is_identity())
    }

    /// The point, which is not at infinity.
    #[inline]
    fn from_finite(affine: &Affine<C>) -> Self {
        Self { X: affine.x, Y: affine.y, Z: C::Base::ONE }
    }

    /// Of a sum by a formula with exceptions, the right one: the double for equal points, the other point where one is
    /// infinity.
    #[inline]
    fn select_sum(a: &Self, sum: &Self, b: &Self, equal: Choice) -> Self {
        let sum = Self::conditional_select(sum, &a.double(), equal);
        let sum = Self::conditional_select(&sum, a, b.is_identity());
        Self::conditional_select(&sum, b, a.is_identity())
    }

    /// `self + other`. 8M + 3S: `madd-2007-bl` without its doublings, `Z3 = Z1 H`; with branches for infinity, equal
    /// and opposite points.
    #[must_use]
    pub fn add_affine_vartime(&self, other: &Affine<C>) -> Self {
        if other.is_identity_vartime() {
            return *self;
        }
        if self.Z.is_zero_vartime() {
            return Self::from_affine(other);
        }
        // Products that do not depend on each other are neighbours, so that they overlap.
        let ZZ = self.Z.square();
        let (ZZZ, U) = (self.Z * ZZ, other.x * ZZ);
        let S = other.y * ZZZ;
        let (H, R) = (U - self.X, S - self.Y);
        if H.is_zero_vartime() {
            return if R.is_zero_vartime() { self.double() } else { Self::IDENTITY };
        }
        let (HH, RR) = (H.square(), R.square());
        let (V, HHH) = (self.X * HH, H * HH);
        let Z = self.Z * H;
        let X = RR - HHH - V.double();
        let W = self.Y * HHH;
        let Y = R * (V - X) - W;
        Self { X, Y, Z }
    }

    /// `self - other`, at the cost of the addition.
    #[inline]
    #[must_use]
    pub fn sub_affine_vartime(&self, other: &Affine<C>) -> Self {
        self.add_affine_vartime(&-*other)
    }

    /// The same point.
    #[inline]
    pub fn from_affine(affine: &Affine<C>) -> Self {
        // Infinity becomes (0 : 0 : 0): its X and Y do not matter.
        let Z = C::Base::conditional_select(&C::Base::ONE, &C::Base::ZERO, affine.is_identity());
        Self { X: affine.x, Y: affine.y, Z }
    }

    /// Normalises all points, points at infinity included. One inversion, and 6M + 1S per point, in packed values where
    /// they are faster.
    #[doc(alias("normalize_batch", "batch_normalize"))]
    pub fn normalise_batch(points: &[Self]) -> Vec<Affine<C>> {
        let mut inverses = Vec::with_capacity(points.len());
        for point in points {
            inverses.push(point.Z);
        }
        batch_invert(&mut inverses);
        let mut affine = alloc::vec![Affine::IDENTITY; points.len()];
        // Without vectors, packed values only cost conversions.
        let least = match <C::Base as Field>::Packed::pays_from() {
            LANES => usize::MAX,
            least => least,
        };
        let chunks = points.chunks(LANES).zip(inverses.chunks(LANES)).zip(affine.chunks_mut(LANES));
        for ((points, inverses), affine) in chunks {
            if points.len() >= least {
                scale_packed(points, inverses, affine);
                continue;
            }
            for ((affine, point), inverse) in affine.iter_mut().zip(points).zip(inverses) {
                *affine = point.scaled_by(*inverse);
            }
        }
        affine
    }

    /// `scalar self`, for a public scalar; also for points outside the prime subgroup. Time depends on the scalar.
    #[must_use]
    pub fn mul_vartime(&self, scalar: &C::Scalar) -> Self {
        self.mul_limbs_vartime(scalar.to_limbs().as_ref())
    }

    /// `integer self` for an integer in little-endian limbs, which may exceed the order. Time depends on the integer.
    #[must_use]
    pub fn mul_limbs_vartime(&self, integer: &[u64]) -> Self {
        mul_limbs_vartime(*self, integer, Self::IDENTITY, Self::double, Self::add_vartime)
    }
}

/// The points with these inverses of `Z`, at most sixteen. The coordinates are raw: products with the squares and cubes
/// of inverses are homogeneous in them.
fn scale_packed<C: WeierstrassCurve>(points: &[Jacobian<C>], inverses: &[C::Base], affine: &mut [Affine<C>]) {
    let inverse = <C::Base as Field>::Packed::load(inverses, |inverse| inverse);
    let [mut square, mut x, mut y] = [inverse; 3];
    square.square_into(&inverse);
    x.read_raw(points, |point| &point.X);
    y.read_raw(points, |point| &point.Y);
    x.mul_assign(&square);
    y.mul_assign(&square);
    y.mul_assign(&inverse);
    x.store_raw(affine, |point| &mut point.x);
    y.store_raw(affine, |point| &mut point.y);
}

/// Not implemented for curves with a cofactor: users of [`Group`] reduce scalars modulo `r`, so every point must have
/// an order that divides `r`.
impl<C: PrimeOrderCurve> Group for Jacobian<C> {
    type Scalar = C::Scalar;
    type Affine = Affine<C>;
    type Packed = PackedSequential<Self>;

    const IDENTITY: Self = Self::IDENTITY;

    #[inline]
    fn double(&self) -> Self {
        self.double()
    }
    #[inline]
    fn neg(&self) -> Self {
        self.neg()
    }
    #[inline]
    fn add_vartime(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }
    #[inline]
    fn add_affine_vartime(&self, other: &Affine<C>) -> Self {
        self.add_affine_vartime(other)
    }
    #[inline]
    fn sub_affine_vartime(&self, other: &Affine<C>) -> Self {
        self.sub_affine_vartime(other)
    }
    #[inline]
    fn from_affine(affine: &Affine<C>) -> Self {
        Self::from_affine(affine)
    }
    fn normalise_batch(points: &[Self]) -> Vec<Affine<C>> {
        Self::normalise_batch(points)
    }
}

impl<C: WeierstrassCurve> From<Jacobian<C>> for Affine<C> {
    /// As [`to_affine`](Jacobian::to_affine): one inversion.
    #[inline]
    fn from(point: Jacobian<C>) -> Self {
        point.to_affine()
    }
}

impl<C: WeierstrassCurve> From<Affine<C>> for Jacobian<C> {
    #[inline]
    fn from(affine: Affine<C>) -> Self {
        Self::from_affine(&affine)
    }
}

impl<C: WeierstrassCurve> ConditionallySelectable for Jacobian<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            X: C::Base::conditional_select(&a.X, &b.X, choice),
            Y: C::Base::conditional_select(&a.Y, &b.Y, choice),
            Z: C::Base::conditional_select(&a.Z, &b.Z, choice),
        }
    }
}

impl<C: WeierstrassCurve> ConstantTimeEq for Jacobian<C> {
    /// `X1 Z2^2 = X2 Z1^2`, `Y1 Z2^3 = Y2 Z1^3`, and both or neither at infinity. 6M + 2S.
    fn ct_eq(&self, other: &Self) -> Choice {
        let (ZZ1, ZZ2) = (self.Z.square(), other.Z.square());
        let same_x = (self.X * ZZ2).ct_eq(&(other.X * ZZ1));
        let same_y = (self.Y * other.Z * ZZ2).ct_eq(&(other.Y * self.Z * ZZ1));
        let (infinity, other_infinity) = (self.is_identity(), other.is_identity());
        (infinity & other_infinity) | (!infinity & !other_infinity & same_x & same_y)
    }
}

impl<C: WeierstrassCurve> Default for Jacobian<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: WeierstrassCurve> PartialEq for Jacobian<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for Jacobian<C> {}
