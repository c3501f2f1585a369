//! Points of curves.

// Macros exist after their definition.
#[cfg(any(feature = "ff013", feature = "ff014"))]
#[macro_use]
mod traits;

mod curves;
mod encoding;
#[cfg(feature = "ff013")]
mod group013;
#[cfg(feature = "ff014")]
mod group014;
mod parameters;
mod sums;

use core::fmt;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use vorpal_curves::models::weierstrass::{Affine, Projective, WeierstrassCurve};
use vorpal_fields::{Field, HashField};

pub use curves::Axiom;
pub use encoding::{CurveFormat, Halo2Encoding, HasFormat};
pub(crate) use parameters::Base;
pub use parameters::{CurveParameters, PointEncoding, SpareScalarBit};
pub use sums::msm_vartime;

use crate::{Element, Repr};

/// The scalars of a curve.
pub type Scalar<C> = Element<<C as CurveParameters>::ScalarModulus, 4>;
/// The compressed encodings of a curve.
pub(crate) type Compressed<C> =
    <<C as CurveParameters>::Format as PointEncoding<<C as CurveParameters>::Curve>>::Compressed;
/// The uncompressed encodings of a curve.
pub(crate) type Uncompressed<C> =
    <<C as CurveParameters>::Format as PointEncoding<<C as CurveParameters>::Curve>>::Uncompressed;

/// A point of the prime subgroup in homogeneous coordinates, with the traits of `group`.
///
/// Operations take constant time; the crate's README lists the exceptions. Functions whose names contain `unchecked`,
/// `from_xy`, `new_jacobian`, and `From` of points of `vorpal_curves` can create points outside the subgroup. The
/// results of their multiplication are unspecified; sums are right. On a curve of even order, which BLS12-377's G1 has,
/// sums may be `(0 : 0 : 0)`, which is no point and equals none. So `from_bytes_unchecked` and
/// `from_uncompressed_unchecked` check the subgroup there; `From` and raw bytes do not.
#[derive(Clone, Copy)]
pub struct Point<C: CurveParameters>(pub(crate) Projective<C::Curve>);

/// An affine point of the prime subgroup, or infinity.
#[derive(Clone, Copy)]
pub struct AffinePoint<C: CurveParameters>(pub(crate) Affine<C::Curve>);

impl<C: CurveParameters> Point<C> {
    /// The neutral element.
    pub const IDENTITY: Self = Self(Projective::IDENTITY);

    /// A uniformly distributed point other than infinity, by the coordinate that `fill` sets. Variable time.
    #[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
    pub(crate) fn random_from<E>(mut fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        loop {
            let mut buffer = [0; 257];
            // A byte for the sign, and 128 bits more than a coefficient has.
            let length = Base::<C>::DEGREE * (Base::<C>::CHARACTERISTIC_BITS.div_ceil(8) + 16);
            let (sign, coordinate) = buffer[..=length].split_at_mut(1);
            fill(coordinate)?;
            fill(sign)?;
            let Some((one, other)) = Affine::lift_x_vartime(Base::<C>::from_parts_reduced(coordinate)) else {
                continue;
            };
            let point = Projective::from_affine(if sign[0] & 1 == 0 { &one } else { &other });
            let point = Self(Projective::from(&point.to_jacobian().clear_cofactor_vartime()));
            if !bool::from(point.0.is_identity()) {
                return Ok(point);
            }
        }
    }

    /// The affine points, with one inversion. Variable time.
    #[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
    #[allow(clippy::panic, reason = "the traits specify it")]
    pub(crate) fn normalise(points: &[Self], affine: &mut [AffinePoint<C>]) {
        assert_eq!(points.len(), affine.len(), "as many affine points as points");
        // A part of the points at a time: temporary values stay in the processor's cache.
        for (points, affine) in points.chunks(512).zip(affine.chunks_mut(512)) {
            let points: alloc::vec::Vec<_> = points.iter().map(|point| point.0).collect();
            affine.iter_mut().zip(Projective::normalise_batch(&points)).for_each(|(to, from)| to.0 = from);
        }
    }
}

/// The width of windows with the fewest additions for products of one point: `2^(w - 2)` for the table and, with 256
/// bits, `256 / (w + 1)` for each scalar.
#[cfg(any(feature = "ff013", feature = "ff014"))]
fn wnaf_width(scalars: usize) -> usize {
    (4..=22).min_by_key(|width| (1 << (width - 2)) + scalars.saturating_mul(256) / (width + 1)).unwrap_or(4)
}

/// What both versions of the traits share.
#[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
impl<C: CurveParameters> AffinePoint<C> {
    /// The point, if it is in the prime subgroup.
    fn checked(point: Option<Affine<C::Curve>>) -> CtOption<Self> {
        Self::unchecked(point.filter(Affine::is_in_subgroup_vartime))
    }

    /// The point of the curve; on a curve of even order, only if it is in the prime subgroup. There the sum of two
    /// points whose difference has order two would be `(0 : 0 : 0)`, which is no point.
    fn unchecked_decoded(point: Option<Affine<C::Curve>>) -> CtOption<Self> {
        if C::Curve::COFACTOR[0].is_multiple_of(2) { Self::checked(point) } else { Self::unchecked(point) }
    }

    /// The point, if there is one.
    pub(crate) fn unchecked(point: Option<Affine<C::Curve>>) -> CtOption<Self> {
        let exists = Choice::from(u8::from(point.is_some()));
        CtOption::new(Self(point.unwrap_or(Affine::IDENTITY)), exists)
    }

    fn compress(&self) -> Repr<Compressed<C>> {
        Repr::new(C::Format::compress(&self.0))
    }
    fn expand(&self) -> Repr<Uncompressed<C>> {
        Repr::new(C::Format::expand(&self.0))
    }
}

impl<C: CurveParameters> fmt::Debug for Point<C> {
    /// The affine coordinates, or infinity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&AffinePoint::from(*self), f)
    }
}

impl<C: CurveParameters> fmt::Debug for AffinePoint<C> {
    /// The coordinates, or infinity.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.coordinates() {
            None => f.write_str("Infinity"),
            Some((x, y)) => write!(f, "({:?}, {:?})", C::Coordinate::from(x), C::Coordinate::from(y)),
        }
    }
}

impl<C: CurveParameters> Default for Point<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: CurveParameters> Default for AffinePoint<C> {
    /// The point at infinity.
    fn default() -> Self {
        Self(Affine::IDENTITY)
    }
}

/// Implements equality and selection, by those of the wrapped point.
macro_rules! comparable {
    ($point:ident, $inner:ident) => {
        impl<C: CurveParameters> ConstantTimeEq for $point<C> {
            fn ct_eq(&self, other: &Self) -> Choice {
                self.0.ct_eq(&other.0)
            }
        }

        impl<C: CurveParameters> ConditionallySelectable for $point<C> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                Self($inner::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl<C: CurveParameters> PartialEq for $point<C> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<C: CurveParameters> Eq for $point<C> {}
    };
}

comparable!(Point, Projective);
comparable!(AffinePoint, Affine);

impl<C: CurveParameters> From<Affine<C::Curve>> for AffinePoint<C> {
    /// The caller guarantees that the point is in the prime subgroup: it is not checked. As for points that functions
    /// with `unchecked` in their names create, results of other points are unspecified.
    fn from(point: Affine<C::Curve>) -> Self {
        Self(point)
    }
}

impl<C: CurveParameters> From<AffinePoint<C>> for Affine<C::Curve> {
    fn from(point: AffinePoint<C>) -> Self {
        point.0
    }
}

impl<C: CurveParameters> From<Projective<C::Curve>> for Point<C> {
    /// The caller guarantees that the point is in the prime subgroup, as for [`AffinePoint`].
    fn from(point: Projective<C::Curve>) -> Self {
        Self(point)
    }
}

impl<C: CurveParameters> From<Point<C>> for Projective<C::Curve> {
    fn from(point: Point<C>) -> Self {
        point.0
    }
}

impl<C: CurveParameters> From<Point<C>> for AffinePoint<C> {
    fn from(point: Point<C>) -> Self {
        Self(point.0.to_affine())
    }
}

impl<C: CurveParameters> From<&Point<C>> for AffinePoint<C> {
    fn from(point: &Point<C>) -> Self {
        Self(point.0.to_affine())
    }
}

impl<C: CurveParameters> From<AffinePoint<C>> for Point<C> {
    fn from(point: AffinePoint<C>) -> Self {
        Self(Projective::from_affine(&point.0))
    }
}

impl<C: CurveParameters> From<&AffinePoint<C>> for Point<C> {
    fn from(point: &AffinePoint<C>) -> Self {
        Self(Projective::from_affine(&point.0))
    }
}

binary_and_assign!([C: CurveParameters] Point<C>, Point<C>, Add add, AddAssign add_assign,
    |a: &Point<C>, b: &Point<C>| Point(a.0.add(&b.0)));
binary_and_assign!([C: CurveParameters] Point<C>, Point<C>, Sub sub, SubAssign sub_assign,
    |a: &Point<C>, b: &Point<C>| Point(a.0.add(&b.0.neg())));
binary_and_assign!([C: CurveParameters] Point<C>, AffinePoint<C>, Add add, AddAssign add_assign,
    |a: &Point<C>, b: &AffinePoint<C>| Point(a.0.add_affine(&b.0)));
binary_and_assign!([C: CurveParameters] Point<C>, AffinePoint<C>, Sub sub, SubAssign sub_assign,
    |a: &Point<C>, b: &AffinePoint<C>| Point(a.0.add_affine(&-b.0)));
binary_and_assign!([C: CurveParameters] Point<C>, Scalar<C>, Mul mul, MulAssign mul_assign,
    |a: &Point<C>, b: &Scalar<C>| Point(a.0.mul(&b.0)));
negation_and_sum!([C: CurveParameters] Point<C>, Self::IDENTITY, |a: &Point<C>| Point(a.0.neg()));

binary!([C: CurveParameters] AffinePoint<C>, AffinePoint<C> => Point<C>, Add add,
    |a: &AffinePoint<C>, b: &AffinePoint<C>| Point::from(a) + b);
binary!([C: CurveParameters] AffinePoint<C>, AffinePoint<C> => Point<C>, Sub sub,
    |a: &AffinePoint<C>, b: &AffinePoint<C>| Point::from(a) - b);
binary!([C: CurveParameters] AffinePoint<C>, Point<C> => Point<C>, Add add,
    |a: &AffinePoint<C>, b: &Point<C>| *b + a);
binary!([C: CurveParameters] AffinePoint<C>, Point<C> => Point<C>, Sub sub,
    |a: &AffinePoint<C>, b: &Point<C>| -*b + a);
binary!([C: CurveParameters] AffinePoint<C>, Scalar<C> => Point<C>, Mul mul,
    |a: &AffinePoint<C>, b: &Scalar<C>| Point::from(a) * b);

impl<C: CurveParameters> core::ops::Neg for AffinePoint<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl<C: CurveParameters> core::ops::Neg for &AffinePoint<C> {
    type Output = AffinePoint<C>;
    fn neg(self) -> AffinePoint<C> {
        AffinePoint(-self.0)
    }
}
