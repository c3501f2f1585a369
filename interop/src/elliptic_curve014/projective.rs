//! Points in homogeneous coordinates: the group.

use alloc::vec::Vec;
use core::fmt;

use ecdsa::elliptic_curve::array::{Array, ArraySize};
use ecdsa::elliptic_curve::group::cofactor::CofactorGroup;
use ecdsa::elliptic_curve::group::prime::{PrimeCurve, PrimeGroup};
use ecdsa::elliptic_curve::group::{self, Group, GroupEncoding};
use ecdsa::elliptic_curve::ops::Double;
use ecdsa::elliptic_curve::point::NonIdentity;
use ecdsa::elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use ecdsa::elliptic_curve::sec1::CompressedPoint;
use ecdsa::elliptic_curve::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use ecdsa::elliptic_curve::zeroize::DefaultIsZeroes;
use ecdsa::elliptic_curve::{BatchNormalize, Error, Generate, PublicKey, ctutils};
use vorpal_curves::models::weierstrass::Projective;
use vorpal_zkcrypto::{Point, binary_and_assign, negation_and_sum};

use super::affine::CurveOf;
use super::{AffinePoint, Model, Scalar};

/// A point of the curve. Constant time, except decoding, `Debug`, random points, and functions with `vartime` in their
/// names.
#[derive(Clone, Copy)]
pub struct ProjectivePoint<C: Model>(pub(super) Projective<CurveOf<C>>);

impl<C: Model> ProjectivePoint<C> {
    /// The point at infinity.
    pub const IDENTITY: Self = Self(Projective::IDENTITY);
    /// The generator.
    pub const GENERATOR: Self = Self(Projective::GENERATOR);

    /// The affine points, with one inversion.
    fn normalise(points: &[Self]) -> impl Iterator<Item = AffinePoint<C>> {
        let points: Vec<_> = points.iter().map(|point| point.0).collect();
        Projective::normalise_batch(&points).into_iter().map(AffinePoint::of)
    }

    /// Vorpal's point.
    pub fn into_inner(self) -> Projective<CurveOf<C>> {
        self.0
    }
}

impl<C: Model> fmt::Debug for ProjectivePoint<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<C: Model> Default for ProjectivePoint<C> {
    /// The point at infinity.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Model> DefaultIsZeroes for ProjectivePoint<C> {}

impl<C: Model> ConstantTimeEq for ProjectivePoint<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Model> ConditionallySelectable for ProjectivePoint<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Projective::conditional_select(&a.0, &b.0, choice))
    }
}

impl<C: Model> ctutils::CtEq for ProjectivePoint<C> {
    fn ct_eq(&self, other: &Self) -> ctutils::Choice {
        ConstantTimeEq::ct_eq(self, other).into()
    }
}

impl<C: Model> ctutils::CtSelect for ProjectivePoint<C> {
    fn ct_select(&self, other: &Self, choice: ctutils::Choice) -> Self {
        Self::conditional_select(self, other, choice.into())
    }
}

impl<C: Model> PartialEq for ProjectivePoint<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<C: Model> Eq for ProjectivePoint<C> {}

impl<C: Model> PartialEq<AffinePoint<C>> for ProjectivePoint<C> {
    fn eq(&self, other: &AffinePoint<C>) -> bool {
        *self == Self::from(other)
    }
}

impl<C: Model> PartialEq<ProjectivePoint<C>> for AffinePoint<C> {
    fn eq(&self, other: &ProjectivePoint<C>) -> bool {
        other == self
    }
}

impl<C: Model> From<AffinePoint<C>> for ProjectivePoint<C> {
    fn from(point: AffinePoint<C>) -> Self {
        Self(Projective::from_affine(&point.into_inner()))
    }
}

impl<C: Model> From<&AffinePoint<C>> for ProjectivePoint<C> {
    fn from(point: &AffinePoint<C>) -> Self {
        Self(Projective::from_affine(&point.into_inner()))
    }
}

impl<C: Model> From<ProjectivePoint<C>> for AffinePoint<C> {
    fn from(point: ProjectivePoint<C>) -> Self {
        Self::of(point.0.to_affine())
    }
}

impl<C: Model> From<&ProjectivePoint<C>> for AffinePoint<C> {
    fn from(point: &ProjectivePoint<C>) -> Self {
        Self::of(point.0.to_affine())
    }
}

impl<C: Model> From<NonIdentity<ProjectivePoint<C>>> for ProjectivePoint<C> {
    fn from(point: NonIdentity<ProjectivePoint<C>>) -> Self {
        point.to_point()
    }
}

impl<C: Model> TryFrom<ProjectivePoint<C>> for NonIdentity<ProjectivePoint<C>> {
    type Error = Error;
    fn try_from(point: ProjectivePoint<C>) -> Result<Self, Error> {
        Self::new(point).into_option().ok_or(Error)
    }
}

impl<C: Model> From<PublicKey<C>> for ProjectivePoint<C> {
    fn from(key: PublicKey<C>) -> Self {
        key.as_affine().into()
    }
}

impl<C: Model> From<&PublicKey<C>> for ProjectivePoint<C> {
    fn from(key: &PublicKey<C>) -> Self {
        key.as_affine().into()
    }
}

impl<C: Model> TryFrom<ProjectivePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: ProjectivePoint<C>) -> Result<Self, Error> {
        Self::from_affine(point.into())
    }
}

impl<C: Model> TryFrom<&ProjectivePoint<C>> for PublicKey<C> {
    type Error = Error;
    fn try_from(point: &ProjectivePoint<C>) -> Result<Self, Error> {
        Self::from_affine(point.into())
    }
}

binary_and_assign!([C: Model] ProjectivePoint<C>, ProjectivePoint<C>, Add add, AddAssign add_assign,
    |a: &ProjectivePoint<C>, b: &ProjectivePoint<C>| ProjectivePoint(a.0.add(&b.0)));
binary_and_assign!([C: Model] ProjectivePoint<C>, ProjectivePoint<C>, Sub sub, SubAssign sub_assign,
    |a: &ProjectivePoint<C>, b: &ProjectivePoint<C>| ProjectivePoint(a.0.add(&b.0.neg())));
binary_and_assign!([C: Model] ProjectivePoint<C>, AffinePoint<C>, Add add, AddAssign add_assign,
    |a: &ProjectivePoint<C>, b: &AffinePoint<C>| ProjectivePoint(a.0.add_affine(&b.into_inner())));
binary_and_assign!([C: Model] ProjectivePoint<C>, AffinePoint<C>, Sub sub, SubAssign sub_assign,
    |a: &ProjectivePoint<C>, b: &AffinePoint<C>| ProjectivePoint(a.0.add_affine(&-b.into_inner())));
binary_and_assign!([C: Model] ProjectivePoint<C>, Scalar<C>, Mul mul, MulAssign mul_assign,
    |a: &ProjectivePoint<C>, b: &Scalar<C>| ProjectivePoint(a.0.mul(&b.element())));
negation_and_sum!([C: Model] ProjectivePoint<C>, Self::IDENTITY,
    |a: &ProjectivePoint<C>| ProjectivePoint(a.0.neg()));

impl<C: Model> Double for ProjectivePoint<C> {
    fn double(&self) -> Self {
        Self(self.0.double())
    }
}

impl<C: Model> Group for ProjectivePoint<C> {
    type Scalar = Scalar<C>;

    /// By a random coordinate. Variable time.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Point::<C::Parameters>::try_random(rng).map(|point| Self(point.into()))
    }
    fn identity() -> Self {
        Self::IDENTITY
    }
    fn generator() -> Self {
        Self::GENERATOR
    }
    fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }
    fn double(&self) -> Self {
        Self(self.0.double())
    }
    /// By the tables of `vorpal_secp256k1`.
    fn mul_by_generator(scalar: &Scalar<C>) -> Self {
        C::generator_product(scalar)
    }
}

impl<C: Model> group::Curve for ProjectivePoint<C> {
    type Affine = AffinePoint<C>;

    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        assert_eq!(points.len(), affine.len(), "as many affine points as points");
        affine.iter_mut().zip(Self::normalise(points)).for_each(|(to, from)| *to = from);
    }
    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }
}

impl<C: Model> BatchNormalize<[Self]> for ProjectivePoint<C> {
    type Output = Vec<AffinePoint<C>>;
    fn batch_normalize(points: &[Self]) -> Vec<AffinePoint<C>> {
        Self::normalise(points).collect()
    }
}

impl<C: Model, const COUNT: usize> BatchNormalize<[Self; COUNT]> for ProjectivePoint<C> {
    type Output = [AffinePoint<C>; COUNT];
    fn batch_normalize(points: &[Self; COUNT]) -> [AffinePoint<C>; COUNT] {
        let mut affine = [AffinePoint::IDENTITY; COUNT];
        <Self as group::Curve>::batch_normalize(points, &mut affine);
        affine
    }
}

impl<C: Model, Count: ArraySize> BatchNormalize<Array<Self, Count>> for ProjectivePoint<C> {
    type Output = Array<AffinePoint<C>, Count>;
    fn batch_normalize(points: &Array<Self, Count>) -> Array<AffinePoint<C>, Count> {
        let mut affine = Array::<AffinePoint<C>, Count>::default();
        <Self as group::Curve>::batch_normalize(points, &mut affine);
        affine
    }
}

/// As for [`AffinePoint`].
impl<C: Model> GroupEncoding for ProjectivePoint<C> {
    type Repr = CompressedPoint<C>;

    fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
        AffinePoint::from_bytes(bytes).map(Self::from)
    }
    fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
        Self::from_bytes(bytes)
    }
    fn to_bytes(&self) -> Self::Repr {
        AffinePoint::from(self).to_bytes()
    }
}

impl<C: Model> PrimeGroup for ProjectivePoint<C> {}

impl<C: Model> PrimeCurve for ProjectivePoint<C> {}

/// All points have the prime order.
impl<C: Model> CofactorGroup for ProjectivePoint<C> {
    type Subgroup = Self;

    fn clear_cofactor(&self) -> Self {
        *self
    }
    fn into_subgroup(self) -> CtOption<Self> {
        CtOption::new(self, 1.into())
    }
    fn is_torsion_free(&self) -> Choice {
        1.into()
    }
}

impl<C: Model> Generate for ProjectivePoint<C> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::try_random(rng)
    }
}
