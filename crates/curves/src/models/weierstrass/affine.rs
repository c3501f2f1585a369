use core::hash::{Hash, Hasher};

use vorpal_fields::Field;
use vorpal_fields::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{LinearTerm, WeierstrassCurve};
use crate::Error;

/// The number of points that a batch processes at a time. The temporary arrays on the stack fit the L1 cache.
const BATCH: usize = 64;

/// An affine point or the point at infinity, in two field elements.
///
/// Infinity is stored as `(0, 0)`, which is not a point of a curve with `b != 0`. In memory a point is `x` and then
/// `y`, as in C, gnark-crypto and blst.
///
/// ```
/// use vorpal_curves::{Error, secp256k1::Affine};
/// use vorpal_fields::primes::Secp256k1Base as Base;
/// let (x, y) = Affine::GENERATOR.coordinates().unwrap();
/// assert_eq!(Affine::new(x, -y), Ok(-Affine::GENERATOR));
/// assert_eq!(Affine::new(x, y + Base::ONE), Err(Error::NotOnCurve));
/// assert_eq!(Affine::IDENTITY.coordinates(), None);
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[doc(alias("AffinePoint", "G1Affine", "G2Affine"))]
pub struct Affine<C: WeierstrassCurve> {
    pub(super) x: C::Base,
    pub(super) y: C::Base,
}

impl<C: WeierstrassCurve> Affine<C> {
    /// The point at infinity, the neutral element.
    #[doc(alias("identity", "infinity", "zero"))]
    pub const IDENTITY: Self = Self { x: C::Base::ZERO, y: C::Base::ZERO };

    /// The generator of the prime subgroup.
    #[doc(alias("generator", "basepoint"))]
    pub const GENERATOR: Self = Self { x: C::GENERATOR.0, y: C::GENERATOR.1 };

    /// The point `(x, y)`.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`] if the curve has no such point.
    pub fn new(x: C::Base, y: C::Base) -> Result<Self, Error> {
        if y.square() == Self::right_hand_side(x) { Ok(Self { x, y }) } else { Err(Error::NotOnCurve) }
    }

    /// The point `(x, y)`, or the identity for `(0, 0)`: the point with these [stored
    /// elements](Self::raw_coordinates).
    ///
    /// # Errors
    /// [`Error::NotOnCurve`] if the curve has no such point.
    pub fn new_or_identity(x: C::Base, y: C::Base) -> Result<Self, Error> {
        if x.is_zero_vartime() && y.is_zero_vartime() { Ok(Self::IDENTITY) } else { Self::new(x, y) }
    }

    /// The point `(x, y)`, unchecked. The caller guarantees that it is on the curve; `(0, 0)` is infinity. Sums of
    /// other pairs are unspecified.
    #[inline]
    pub fn new_unchecked(x: C::Base, y: C::Base) -> Self {
        Self { x, y }
    }

    /// The two stored elements: the coordinates of the point, or `(0, 0)` at infinity.
    #[inline]
    pub fn raw_coordinates(&self) -> (&C::Base, &C::Base) {
        (&self.x, &self.y)
    }

    /// The two points with this `x`, in no particular order, or `None`. One square root. Time depends on `x`.
    pub fn lift_x_vartime(x: C::Base) -> Option<(Self, Self)> {
        let y = Self::right_hand_side(x).sqrt_vartime()?;
        Some((Self { x, y }, Self { x, y: -y }))
    }

    /// For each `x`, one of the two points with that `x`, or `None`. One square root each, in a batch. Time depends on
    /// the values.
    ///
    /// # Panics
    /// If the slices differ in length.
    #[allow(clippy::panic, reason = "a program that passes other lengths is wrong")]
    pub fn lift_x_batch_vartime(coordinates: &[C::Base], points: &mut [Option<Self>]) {
        assert!(points.len() == coordinates.len(), "as many points as coordinates");
        for (coordinates, points) in coordinates.chunks(BATCH).zip(points.chunks_mut(BATCH)) {
            let (mut squares, mut roots) = ([C::Base::ZERO; BATCH], [None; BATCH]);
            for (square, x) in squares.iter_mut().zip(coordinates) {
                *square = Self::right_hand_side(*x);
            }
            let number = coordinates.len();
            C::Base::sqrt_batch_vartime(&squares[..number], &mut roots[..number]);
            for ((point, x), y) in points.iter_mut().zip(coordinates).zip(roots) {
                *point = y.map(|y| Self { x: *x, y });
            }
        }
    }

    fn right_hand_side(x: C::Base) -> C::Base {
        let square = x.square();
        let factor = match C::A {
            LinearTerm::Zero => square,
            LinearTerm::MinusThree => square - triple(C::Base::ONE),
        };
        factor * x + C::B
    }

    /// `self + other`, for a single sum of affine points: one inversion, 2M + 1S, or 2M + 2S for equal points. Time
    /// depends on the points.
    ///
    /// The slope of the line through both points is `(y2 - y1) / (x2 - x1)`, that of the tangent `(3 x^2 + a) / (2 y)`.
    /// With the slope `s`: `x3 = s^2 - x1 - x2`, `y3 = s (x1 - x3) - y1`.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if self.is_identity_vartime() {
            return *other;
        }
        if other.is_identity_vartime() {
            return *self;
        }
        let (numerator, denominator) = if self.x != other.x {
            (other.y - self.y, other.x - self.x)
        } else if self.y == other.y {
            (self.tangent(), self.y.double())
        } else {
            return Self::IDENTITY;
        };
        // The denominator is zero for a point of order two only, whose double is infinity.
        let Some(inverse) = denominator.invert_vartime() else { return Self::IDENTITY };
        let slope = numerator * inverse;
        let x = slope.square() - self.x - other.x;
        Self { x, y: slope * (self.x - x) - self.y }
    }

    /// `3 x^2 + a`: the numerator of the slope of the tangent, whose denominator is `2 y`. 1S.
    #[inline(always)]
    pub fn tangent(&self) -> C::Base {
        triple(match C::A {
            LinearTerm::Zero => self.x.square(),
            LinearTerm::MinusThree => self.x.square() - C::Base::ONE,
        })
    }

    /// Whether this is the point at infinity.
    #[inline]
    pub fn is_identity(&self) -> Choice {
        self.x.is_zero() & self.y.is_zero()
    }

    /// Whether this is the point at infinity, for branches on public points.
    #[inline]
    pub fn is_identity_vartime(&self) -> bool {
        self.x.is_zero_vartime() && self.y.is_zero_vartime()
    }

    /// The coordinates `(x, y)`, or `None` at infinity.
    #[inline]
    pub fn coordinates(&self) -> Option<(C::Base, C::Base)> {
        (!bool::from(self.is_identity())).then_some((self.x, self.y))
    }
}

/// `3 x`.
#[inline(always)]
pub(super) fn triple<F: Field>(x: F) -> F {
    x.double() + x
}

impl<C: WeierstrassCurve> Default for Affine<C> {
    /// The neutral element.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: WeierstrassCurve> ConstantTimeEq for Affine<C> {
    #[inline]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y)
    }
}

impl<C: WeierstrassCurve> PartialEq for Affine<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: WeierstrassCurve> Eq for Affine<C> {}

impl<C: WeierstrassCurve> Hash for Affine<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.x.hash(state);
        self.y.hash(state);
    }
}

impl<C: WeierstrassCurve> ConditionallySelectable for Affine<C> {
    #[inline]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: C::Base::conditional_select(&a.x, &b.x, choice),
            y: C::Base::conditional_select(&a.y, &b.y, choice),
        }
    }
}
