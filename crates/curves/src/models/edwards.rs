//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2` in extended coordinates.
//!
//! A point is `(X : Y : T : Z)` with `x = X / Z`, `y = Y / Z`, `T = X Y / Z` (H. Hisil, K. Wong, G. Carter, E. Dawson,
//! "Twisted Edwards curves revisited", 2008). Equivalently it is a pair of points of the projective line,
//! `x = (E : G)` and `y = (H : F)`, with `X = E F`, `Y = G H`, `T = E H`, `Z = F G` (the Segre embedding). So the
//! coordinates also represent the points at infinity (`Z = 0`), which exist if `d` or `a / d` is a square.
//!
//! # Addition laws
//!
//! There are two addition laws:
//!
//! 1. `x3 = (x1 y2 + y1 x2) / (1 + d x1 x2 y1 y2)`, `y3 = (y1 y2 - a x1 x2) / (1 - d x1 x2 y1 y2)` covers all pairs
//!    exactly if `a` is a square and `d` is not.
//! 2. `x3 = (x1 y1 + x2 y2) / (y1 y2 + a x1 x2)`, `y3 = (x1 y1 - x2 y2) / (x1 y2 - y1 x2)` does not cover doublings.
//!
//! For any pair at least one law gives a point, that is, does not give `(0 : 0)`, and where both do, they agree
//! (D. Bernstein, T. Lange, "A complete set of addition laws for incomplete Edwards curves", 2009). In the Segre form a
//! law fails if and only if all four resulting coordinates are zero. Addition uses the first law and, where that fails,
//! the second. The tests check every pair of points of small curves of all kinds.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

mod multiply;
mod operators;
mod packed;

use core::fmt::Debug;

use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_fields::{Field, LANES, PackedField, PrimeField};

use crate::Error;
use crate::group::mul_limbs_vartime;

pub use packed::{PackedEdwards, TableEdwards};

/// The parameters of a twisted Edwards curve.
///
/// ```
/// use vorpal_curves::models::edwards::{EdwardsCurve, ExtendedEdwards};
/// use vorpal_fields::primes::{BandersnatchScalar, Bls12_381Scalar};
///
/// /// The parameters of Bandersnatch.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Curve;
/// impl EdwardsCurve for Curve {
///     type Base = Bls12_381Scalar;
///     type Scalar = BandersnatchScalar;
///     const A: Self::Base =
///         Self::Base::hex("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfefffffffefffffffc");
///     const D: Self::Base =
///         Self::Base::hex("0x6389c12633c267cbc66e3bf86be3b6d8cb66677177e54f92b369f2f5188d58e7");
///     const GENERATOR: (Self::Base, Self::Base) = (
///         Self::Base::hex("0x29c132cc2c0b34c5743711777bbe42f32b79c022ad998465e1e71866a252ae18"),
///         Self::Base::hex("0x2a6c669eda123e0f157d8b50badcd586358cad81eee464605e3167b6cc974166"),
///     );
/// }
/// let g = ExtendedEdwards::<Curve>::generator();
/// assert_eq!(g.mul_vartime(&BandersnatchScalar::from(2)), g.double());
/// ```
pub trait EdwardsCurve: Copy + Debug + Eq + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: Field;
    /// The integers modulo the order of the prime subgroup.
    type Scalar: PrimeField;

    /// The coefficient of `x^2`.
    const A: Self::Base;
    /// The coefficient of `x^2 y^2`.
    const D: Self::Base;
    /// A generator `(x, y)` of the prime subgroup.
    const GENERATOR: (Self::Base, Self::Base);

    /// `a value`. Curves with a small `a` override it.
    #[inline(always)]
    fn mul_by_a(value: Self::Base) -> Self::Base {
        Self::A * value
    }

    /// `sums_i = sums_i - a values_i`; leaves `values` unspecified. Curves with a small `a` override it. 16M.
    #[inline]
    fn sub_lanes_times_a(
        sums: &mut <Self::Base as Field>::Packed,
        values: &mut <Self::Base as Field>::Packed,
    ) {
        values.mul_assign(&<Self::Base as Field>::Packed::load(&[Self::A; LANES], |a| a));
        sums.sub_assign(values);
    }
}

/// An affine point with `d x y` stored beside its coordinates, in the form that is cheapest to add.
///
/// ```
/// use vorpal_curves::Error;
/// use vorpal_curves::bandersnatch::Bandersnatch;
/// use vorpal_curves::models::edwards::{AffineEdwards, ExtendedEdwards};
/// use vorpal_fields::primes::Bls12_381Scalar as Base;
/// let identity = AffineEdwards::<Bandersnatch>::new(Base::ZERO, Base::ONE)?;
/// assert_eq!(identity, AffineEdwards::IDENTITY);
/// assert_eq!(ExtendedEdwards::from(identity), ExtendedEdwards::IDENTITY);
/// assert_eq!(AffineEdwards::<Bandersnatch>::new(Base::ONE, Base::ONE), Err(Error::NotOnCurve));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AffineEdwards<C: EdwardsCurve> {
    pub(crate) x: C::Base,
    pub(crate) y: C::Base,
    pub(crate) dt: C::Base,
}

impl<C: EdwardsCurve> AffineEdwards<C> {
    /// The neutral element `(0, 1)`.
    pub const IDENTITY: Self = Self { x: C::Base::ZERO, y: C::Base::ONE, dt: C::Base::ZERO };

    /// The point `(x, y)`.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`] if the curve has no such point.
    pub fn new(x: C::Base, y: C::Base) -> Result<Self, Error> {
        let (xx, yy) = (x.square(), y.square());
        if C::mul_by_a(xx) + yy == C::Base::ONE + C::D * xx * yy {
            Ok(Self::from_coordinates(x, y))
        } else {
            Err(Error::NotOnCurve)
        }
    }

    #[inline]
    pub(crate) fn from_coordinates(x: C::Base, y: C::Base) -> Self {
        Self { x, y, dt: C::D * x * y }
    }

    /// The coordinate `x`.
    #[inline]
    pub fn x(&self) -> C::Base {
        self.x
    }

    /// The coordinate `y`.
    #[inline]
    pub fn y(&self) -> C::Base {
        self.y
    }
}

/// A point in extended coordinates.
///
/// ```
/// use vorpal_curves::bandersnatch::Bandersnatch;
/// use vorpal_curves::models::edwards::ExtendedEdwards;
/// let g = ExtendedEdwards::<Bandersnatch>::generator();
/// assert_eq!(g + g, g.double());
/// assert_eq!(g.mul_limbs_vartime(&[3]) - g, g.double());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ExtendedEdwards<C: EdwardsCurve> {
    pub(crate) X: C::Base,
    pub(crate) Y: C::Base,
    pub(crate) T: C::Base,
    pub(crate) Z: C::Base,
}

impl<C: EdwardsCurve> ExtendedEdwards<C> {
    /// The neutral element `(0, 1)`.
    pub const IDENTITY: Self = Self { X: C::Base::ZERO, Y: C::Base::ONE, T: C::Base::ZERO, Z: C::Base::ONE };

    /// The generator of the prime subgroup. 1M.
    pub fn generator() -> Self {
        let (x, y) = C::GENERATOR;
        Self { X: x, Y: y, T: x * y, Z: C::Base::ONE }
    }

    /// The affine point, or `None` for a point at infinity. One inversion + 4M.
    pub fn to_affine(&self) -> Option<AffineEdwards<C>> {
        let inverse: Option<C::Base> = self.Z.invert().into();
        inverse.map(|inverse| AffineEdwards::from_coordinates(self.X * inverse, self.Y * inverse))
    }

    /// The Segre form: `X = E F`, `Y = G H`, `T = E H`, `Z = F G`. 4M.
    #[inline(always)]
    fn from_factors(E: C::Base, F: C::Base, G: C::Base, H: C::Base) -> Self {
        Self { X: E * F, Y: G * H, T: E * H, Z: F * G }
    }

    #[inline]
    fn all_zero(&self) -> Choice {
        self.X.is_zero() & self.Y.is_zero() & self.T.is_zero() & self.Z.is_zero()
    }

    /// Whether a law failed: no point has four zero coordinates. Nearly always `Z != 0`, which skips the other tests.
    #[inline(always)]
    fn is_no_point(&self) -> bool {
        bool::from(self.Z.is_zero()) && bool::from(self.X.is_zero() & self.Y.is_zero() & self.T.is_zero())
    }

    /// The sum of any two points. Same time for all points of the prime subgroup.
    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let sum = self.add_unchecked(other);
        if sum.is_no_point() { self.add_second_law(other) } else { sum }
    }

    /// `self + other` by the first law alone. Where the law fails (see the [module](self)), all coordinates of the
    /// result are zero. It never fails on two points of a subgroup that contains no point at infinity. 9M + one
    /// multiplication each by `a` and `d` (Hisil et al., section 3.1).
    #[inline]
    #[must_use]
    pub fn add_unchecked(&self, other: &Self) -> Self {
        let (A, B) = (self.X * other.X, self.Y * other.Y);
        let (C_, D) = (C::D * (self.T * other.T), self.Z * other.Z);
        let E = (self.X + self.Y) * (other.X + other.Y) - A - B;
        Self::from_factors(E, D - C_, D + C_, B - C::mul_by_a(A))
    }

    /// As [`add_unchecked`](Self::add_unchecked) for an affine point: 8M + one multiplication by `a`.
    #[inline]
    #[must_use]
    pub fn add_affine_unchecked(&self, other: &AffineEdwards<C>) -> Self {
        let (A, B) = (self.X * other.x, self.Y * other.y);
        let C_ = self.T * other.dt;
        let E = (self.X + self.Y) * (other.x + other.y) - A - B;
        Self::from_factors(E, self.Z - C_, self.Z + C_, B - C::mul_by_a(A))
    }

    /// As [`plus`](Self::plus) for an affine point.
    #[inline]
    fn plus_affine(&self, other: &AffineEdwards<C>) -> Self {
        let sum = self.add_affine_unchecked(other);
        if sum.is_no_point() { self.add_second_law(&(*other).into()) } else { sum }
    }

    /// `self + other` by the second law: fails for `self = other` among others. 9M + one multiplication by `a`
    /// (Hisil et al., section 3.2).
    #[cold]
    fn add_second_law(&self, other: &Self) -> Self {
        let (A, B) = (self.X * other.X, self.Y * other.Y);
        let (C_, D) = (self.Z * other.T, self.T * other.Z);
        let F = (self.X - self.Y) * (other.X + other.Y) + B - A;
        Self::from_factors(D + C_, F, B + C::mul_by_a(A), D - C_)
    }

    /// `2 self`. 4M + 4S + one multiplication by `a` (Hisil et al., section 3.3). The formula covers every point:
    ///
    /// * `(E : G) = (2 X Y : a X^2 + Y^2)` is `(0 : 0)` only for `X = Y = 0`; then `Z T = X Y = 0` and
    ///   `Z^2 + d T^2 = a X^2 + Y^2 = 0`, so all coordinates are zero, and the input is not a point;
    /// * `(H : F) = (a X^2 - Y^2 : a X^2 + Y^2 - 2 Z^2)` is `(0 : 0)` only for `a X^2 = Y^2 = Z^2`. If `Z = 0`, then
    ///   `X = Y = 0` as above. Else `a x^2 = y^2 = 1`, so the curve equation is `2 = 1 + d x^2`, hence
    ///   `d x^2 = 1 = a x^2` and `a = d`, for which the equation is not a curve.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        let (A, B) = (self.X.square(), self.Y.square());
        let C_ = self.Z.square().double();
        let D = C::mul_by_a(A);
        let E = (self.X + self.Y).square() - A - B;
        let G = D + B;
        Self::from_factors(E, G - C_, G, D - B)
    }

    /// `integer self` for an integer in little-endian limbs, which may exceed the order. Time depends on the integer.
    #[must_use]
    pub fn mul_limbs_vartime(&self, integer: &[u64]) -> Self {
        mul_limbs_vartime(*self, integer, Self::IDENTITY, Self::double, |a, b| *a + *b)
    }

    /// `scalar self`. Time depends on the scalar.
    #[must_use]
    pub fn mul_vartime(&self, scalar: &C::Scalar) -> Self {
        self.mul_limbs_vartime(scalar.to_limbs().as_ref())
    }
}

impl<C: EdwardsCurve> From<AffineEdwards<C>> for ExtendedEdwards<C> {
    #[inline]
    fn from(affine: AffineEdwards<C>) -> Self {
        Self { X: affine.x, Y: affine.y, T: affine.x * affine.y, Z: C::Base::ONE }
    }
}

impl<C: EdwardsCurve> ConstantTimeEq for AffineEdwards<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y)
    }
}

impl<C: EdwardsCurve> Default for AffineEdwards<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: EdwardsCurve> PartialEq for AffineEdwards<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: EdwardsCurve> Eq for AffineEdwards<C> {}

impl<C: EdwardsCurve> ConstantTimeEq for ExtendedEdwards<C> {
    /// Whether the coordinates are proportional: all six 2 x 2 minors are zero, because `Z` may be zero. The four zeros
    /// of a failed law are not equal to anything, themselves included.
    fn ct_eq(&self, other: &Self) -> Choice {
        let proportional = |a: (C::Base, C::Base), b: (C::Base, C::Base)| (a.0 * b.1).ct_eq(&(a.1 * b.0));
        let (X, Y, T, Z) = ((self.X, other.X), (self.Y, other.Y), (self.T, other.T), (self.Z, other.Z));
        proportional(X, Z)
            & proportional(Y, Z)
            & proportional(T, Z)
            & proportional(X, T)
            & proportional(Y, T)
            & proportional(X, Y)
            & !self.all_zero()
            & !other.all_zero()
    }
}

impl<C: EdwardsCurve> Default for ExtendedEdwards<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: EdwardsCurve> PartialEq for ExtendedEdwards<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: EdwardsCurve> Eq for ExtendedEdwards<C> {}

impl<C: EdwardsCurve> ConditionallySelectable for ExtendedEdwards<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let select = |a: &C::Base, b: &C::Base| C::Base::conditional_select(a, b, choice);
        Self { X: select(&a.X, &b.X), Y: select(&a.Y, &b.Y), T: select(&a.T, &b.T), Z: select(&a.Z, &b.Z) }
    }
}
