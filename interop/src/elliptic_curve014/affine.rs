//! Affine points.

use core::fmt;
use core::ops::Neg;

use ecdsa::elliptic_curve::group::{CurveAffine, GroupEncoding};
use ecdsa::elliptic_curve::point::{AffineCoordinates, NonIdentity};
use ecdsa::elliptic_curve::rand_core::TryCryptoRng;
use ecdsa::elliptic_curve::sec1::{CompressedPoint, FromSec1Point, Sec1Point, ToSec1Point};
use ecdsa::elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use ecdsa::elliptic_curve::zeroize::DefaultIsZeroes;
use ecdsa::elliptic_curve::{Error, FieldBytes, Generate, PublicKey, ctutils};
use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_fields::{EncodableField, Field, PrimeField};
use vorpal_zkcrypto::CurveParameters;

use super::{Model, ProjectivePoint, Scalar};

/// The curve of a model.
pub(super) type CurveOf<C> = <<C as Model>::Parameters as CurveParameters>::Curve;
/// A coordinate.
pub(super) type Coordinate<C> = <CurveOf<C> as WeierstrassCurve>::Base;

/// A coordinate of a point.
#[derive(Clone, Copy)]
pub(crate) struct FieldElement<C: Model>(pub(super) Coordinate<C>);

impl<C: Model> FieldElement<C> {
    /// The integer, most significant byte first.
    pub(crate) fn to_bytes(self) -> FieldBytes<C> {
        self.0.to_be_bytes().into()
    }
}

/// A point of the curve in affine coordinates, or infinity, whose coordinates are zeros. Constant time, except
/// decoding, `Debug` and random points.
#[derive(Clone, Copy)]
pub struct AffinePoint<C: Model> {
    pub(crate) x: FieldElement<C>,
    pub(crate) y: FieldElement<C>,
}

impl<C: Model> AffinePoint<C> {
    /// The point at infinity.
    pub const IDENTITY: Self =
        Self { x: FieldElement(Coordinate::<C>::ZERO), y: FieldElement(Coordinate::<C>::ZERO) };
    /// The generator.
    pub const GENERATOR: Self =
        Self { x: FieldElement(CurveOf::<C>::GENERATOR.0), y: FieldElement(CurveOf::<C>::GENERATOR.1) };

    /// Vorpal's point.
    pub fn into_inner(self) -> Affine<CurveOf<C>> {
        Affine::new_unchecked(self.x.0, self.y.0)
    }

    /// The point of Vorpal's point.
    pub(super) fn of(point: Affine<CurveOf<C>>) -> Self {
        let (x, y) = point.raw_coordinates();
        Self { x: FieldElement(*x), y: FieldElement(*y) }
    }

    /// The point, if there is one.
    pub(super) fn some(point: Option<Affine<CurveOf<C>>>) -> CtOption<Self> {
        let exists = Choice::from(u8::from(point.is_some()));
        CtOption::new(Self::of(point.unwrap_or(Affine::IDENTITY)), exists)
    }
}

impl<C: Model> fmt::Debug for AffinePoint<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.into_inner(), f)
    }
}

impl<C: Model> Default for AffinePoint<C> {
    /// The point at infinity.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Model> DefaultIsZeroes for AffinePoint<C> {}

impl<C: Model> ConstantTimeEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.into_inner().ct_eq(&other.into_inner())
    }
}

impl<C: Model> ConditionallySelectable for AffinePoint<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::of(Affine::conditional_select(&a.into_inner(), &b.into_inner(), choice))
    }
}

impl<C: Model> ctutils::CtEq for AffinePoint<C> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Model> ctutils::CtSelect for AffinePoint<C> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Model> PartialEq for AffinePoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.into_inner() == other.into_inner()
    }
}

impl<C: Model> Eq for AffinePoint<C> {}

impl<C: Model> Neg for AffinePoint<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::of(-self.into_inner())
    }
}

impl<C: Model> Neg for &AffinePoint<C> {
    type Output = AffinePoint<C>;
    fn neg(self) -> AffinePoint<C> {
        -*self
    }
}

/// The coordinates of infinity are zeros.
impl<C: Model> AffineCoordinates for AffinePoint<C> {
    type FieldRepr = FieldBytes<C>;

    fn from_coordinates(x: &FieldBytes<C>, y: &FieldBytes<C>) -> CtOption<Self> {
        let coordinate = |bytes: &FieldBytes<C>| Coordinate::<C>::from_be_bytes(bytes).ok();
        let coordinates = coordinate(x).zip(coordinate(y));
        Self::some(coordinates.and_then(|(x, y)| Affine::new(x, y).ok()))
    }
    fn x(&self) -> FieldBytes<C> {
        self.x.to_bytes()
    }
    fn y(&self) -> FieldBytes<C> {
        self.y.to_bytes()
    }
    fn x_is_odd(&self) -> Choice {
        self.x.0.is_odd()
    }
    fn y_is_odd(&self) -> Choice {
        self.y.0.is_odd()
    }
}

impl<C: Model> CurveAffine for AffinePoint<C> {
    type Curve = ProjectivePoint<C>;
    type Scalar = Scalar<C>;

    fn identity() -> Self {
        Self::IDENTITY
    }
    fn generator() -> Self {
        Self::GENERATOR
    }
    fn is_identity(&self) -> Choice {
        self.into_inner().is_identity()
    }
    fn to_curve(&self) -> ProjectivePoint<C> {
        (*self).into()
    }
}

/// Compressed by SEC 1, zeros for infinity.
impl<C: Model> GroupEncoding for AffinePoint<C> {
    type Repr = CompressedPoint<C>;

    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        if bytes.iter().all(|byte| *byte == 0) {
            return CtOption::new(Self::IDENTITY, 1.into());
        }
        let point = Sec1Point::<C>::from_bytes(bytes).ok();
        let point = point.and_then(|point| Self::from_sec1_point(&point).into_option());
        let exists = Choice::from(u8::from(point.is_some()));
        CtOption::new(point.unwrap_or_default(), exists)
    }
    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }
    fn to_bytes(&self) -> Self::Repr {
        let encoding = self.to_sec1_point(true);
        let mut bytes = CompressedPoint::<C>::default();
        bytes[..encoding.len()].copy_from_slice(encoding.as_bytes());
        bytes
    }
}

/// By a random coordinate. Variable time.
impl<C: Model> Generate for AffinePoint<C> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        ProjectivePoint::try_generate_from_rng(rng).map(Self::from)
    }
}

impl<C: Model> From<NonIdentity<AffinePoint<C>>> for AffinePoint<C> {
    fn from(point: NonIdentity<AffinePoint<C>>) -> Self {
        point.to_point()
    }
}

impl<C: Model> TryFrom<AffinePoint<C>> for NonIdentity<AffinePoint<C>> {
    type Error = Error;
    fn try_from(point: AffinePoint<C>) -> Result<Self, Error> {
        Self::new(point).into_option().ok_or(Error)
    }
}

impl<C: Model> From<PublicKey<C>> for AffinePoint<C> {
    fn from(key: PublicKey<C>) -> Self {
        *key.as_affine()
    }
}

impl<C: Model> From<&PublicKey<C>> for AffinePoint<C> {
    fn from(key: &PublicKey<C>) -> Self {
        *key.as_affine()
    }
}

impl<C: Model> TryFrom<AffinePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: AffinePoint<C>) -> Result<Self, Error> {
        Self::from_affine(point)
    }
}

impl<C: Model> TryFrom<&AffinePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: &AffinePoint<C>) -> Result<Self, Error> {
        Self::from_affine(*point)
    }
}
