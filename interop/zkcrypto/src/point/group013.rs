//! The traits of `group` 0.13.

use core::convert::Infallible;

use group013 as group;
use group013::cofactor::{CofactorCurve, CofactorCurveAffine};
use group013::prime::{PrimeCurve, PrimeCurveAffine};
use rand_core06::RngCore;
use subtle::{Choice, CtOption};
use vorpal_curves::models::weierstrass::{Affine, Projective};

use super::{
    AffinePoint, Compressed, CurveParameters, Point, PointEncoding, Scalar, SpareScalarBit, Uncompressed,
    wnaf_width,
};
use crate::Repr;

points!({
    /// Another point than the identity. Variable time.
    fn random(mut rng: impl RngCore) -> Self {
        let Ok(point) = Self::random_from::<Infallible>(|bytes| {
            rng.fill_bytes(bytes);
            Ok(())
        });
        point
    }
});

impl<C: SpareScalarBit> group::WnafGroup for Point<C> {
    fn recommended_wnaf_for_num_scalars(number: usize) -> usize {
        wnaf_width(number)
    }
}

impl<C: CurveParameters> group::Curve for Point<C> {
    type AffineRepr = AffinePoint<C>;

    /// With one inversion for many points.
    fn batch_normalize(points: &[Self], affine: &mut [AffinePoint<C>]) {
        Self::normalise(points, affine);
    }
    fn to_affine(&self) -> AffinePoint<C> {
        self.into()
    }
}

impl<C: CurveParameters> PrimeCurve for Point<C> {
    type Affine = AffinePoint<C>;
}

impl<C: CurveParameters> CofactorCurve for Point<C> {
    type Affine = AffinePoint<C>;
}

impl<C: CurveParameters> PrimeCurveAffine for AffinePoint<C> {
    type Scalar = Scalar<C>;
    type Curve = Point<C>;

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

impl<C: CurveParameters> CofactorCurveAffine for AffinePoint<C> {
    type Scalar = Scalar<C>;
    type Curve = Point<C>;

    fn identity() -> Self {
        PrimeCurveAffine::identity()
    }
    fn generator() -> Self {
        PrimeCurveAffine::generator()
    }
    fn is_identity(&self) -> Choice {
        PrimeCurveAffine::is_identity(self)
    }
    fn to_curve(&self) -> Point<C> {
        self.into()
    }
}
