//! The traits of `group` 0.14.

use group014 as group;
use rand_core010::TryRng;
use subtle::{Choice, CtOption};
use vorpal_curves::models::weierstrass::{Affine, Projective};

use super::{
    AffinePoint, Compressed, CurveParameters, Point, PointEncoding, Scalar, SpareScalarBit, Uncompressed,
    wnaf_width,
};
use crate::Repr;

points!({
    /// Another point than the identity. Variable time.
    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        Self::random_from(|bytes| rng.try_fill_bytes(bytes))
    }
});

impl<C: SpareScalarBit> group::WnafGroup for Point<C> {
    fn recommended_wnaf_for_num_scalars(number: usize) -> usize {
        wnaf_width(number)
    }
}

impl<C: CurveParameters> group::Curve for Point<C> {
    type Affine = AffinePoint<C>;

    /// With one inversion for many points.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        Self::normalise(points, affine);
    }
    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }
}

impl<C: CurveParameters> group::prime::PrimeCurve for Point<C> {}

impl<C: CurveParameters> group::cofactor::CofactorCurve for Point<C> {}

impl<C: CurveParameters> group::CurveAffine for AffinePoint<C> {
    type Curve = Point<C>;
    type Scalar = Scalar<C>;

    fn identity() -> Self {
        Self(Affine::IDENTITY)
    }
    fn generator() -> Self {
        Self(Affine::GENERATOR)
    }
    fn is_identity(&self) -> Choice {
        self.0.is_identity()
    }
    fn to_curve(&self) -> Point<C> {
        self.into()
    }
}
