//! Products of scalars and points, and their sums.

use alloc::vec::Vec;

use ecdsa::elliptic_curve::BatchNormalize;
use ecdsa::elliptic_curve::ops::{LinearCombination, MulByGeneratorVartime, MulVartime};
use vorpal_curves::models::weierstrass::{Jacobian, Projective};
use vorpal_zkcrypto::binary;

use super::{AffinePoint, Model, ProjectivePoint, Scalar};

binary!([C: Model] AffinePoint<C>, Scalar<C> => ProjectivePoint<C>, Mul mul,
    |a: &AffinePoint<C>, b: &Scalar<C>| ProjectivePoint::from(a) * b);
binary!([C: Model] Scalar<C>, AffinePoint<C> => ProjectivePoint<C>, Mul mul,
    |a: &Scalar<C>, b: &AffinePoint<C>| b * a);
binary!([C: Model] Scalar<C>, ProjectivePoint<C> => ProjectivePoint<C>, Mul mul,
    |a: &Scalar<C>, b: &ProjectivePoint<C>| b * a);

/// The sum of products, by `vorpal_msm`. Variable time.
fn sum_vartime<C: Model>(terms: &[(ProjectivePoint<C>, Scalar<C>)]) -> ProjectivePoint<C> {
    let (points, scalars): (Vec<_>, Vec<_>) =
        terms.iter().map(|(point, scalar)| (*point, scalar.element())).unzip();
    let points = <ProjectivePoint<C> as BatchNormalize<[_]>>::batch_normalize(&points);
    let points: Vec<_> = points.into_iter().map(AffinePoint::into_inner).collect();
    // The lengths are equal, and memory does not hold 2^30 terms of this size.
    let sum = vorpal_msm::msm_vartime(&points, &scalars).unwrap_or(Jacobian::IDENTITY);
    ProjectivePoint(Projective::from(&sum))
}

/// Implements products in variable time, with the scalar by value and by reference.
macro_rules! products_vartime {
    ($left:ident, $right:ident) => {
        impl<C: Model> MulVartime<$right<C>> for $left<C> {
            fn mul_vartime(self, other: $right<C>) -> ProjectivePoint<C> {
                self.mul_vartime(&other)
            }
        }
    };
}

products_vartime!(AffinePoint, Scalar);
products_vartime!(ProjectivePoint, Scalar);
products_vartime!(Scalar, AffinePoint);
products_vartime!(Scalar, ProjectivePoint);

impl<C: Model> MulVartime<&Scalar<C>> for ProjectivePoint<C> {
    fn mul_vartime(self, scalar: &Scalar<C>) -> Self {
        sum_vartime(&[(self, *scalar)])
    }
}

impl<C: Model> MulVartime<&Scalar<C>> for &ProjectivePoint<C> {
    fn mul_vartime(self, scalar: &Scalar<C>) -> ProjectivePoint<C> {
        (*self).mul_vartime(scalar)
    }
}

impl<C: Model> MulVartime<&Scalar<C>> for AffinePoint<C> {
    fn mul_vartime(self, scalar: &Scalar<C>) -> ProjectivePoint<C> {
        ProjectivePoint::from(self).mul_vartime(scalar)
    }
}

impl<C: Model> MulVartime<&AffinePoint<C>> for Scalar<C> {
    fn mul_vartime(self, point: &AffinePoint<C>) -> ProjectivePoint<C> {
        point.mul_vartime(&self)
    }
}

impl<C: Model> MulVartime<&ProjectivePoint<C>> for Scalar<C> {
    fn mul_vartime(self, point: &ProjectivePoint<C>) -> ProjectivePoint<C> {
        point.mul_vartime(&self)
    }
}

impl<C: Model> MulByGeneratorVartime for ProjectivePoint<C> {
    /// The product in constant time, by the tables of the generator.
    fn mul_by_generator_vartime(scalar: &Scalar<C>) -> Self {
        Self::mul_by_generator(scalar)
    }
    fn mul_by_generator_and_mul_add_vartime(a: &Scalar<C>, b: &Scalar<C>, p: &Self) -> Self {
        sum_vartime(&[(Self::GENERATOR, *a), (*p, *b)])
    }
}

impl<C: Model> LinearCombination<[(Self, Scalar<C>)]> for ProjectivePoint<C> {
    fn lincomb_vartime(terms: &[(Self, Scalar<C>)]) -> Self {
        sum_vartime(terms)
    }
}

impl<C: Model, const COUNT: usize> LinearCombination<[(Self, Scalar<C>); COUNT]> for ProjectivePoint<C> {
    fn lincomb_vartime(terms: &[(Self, Scalar<C>); COUNT]) -> Self {
        sum_vartime(terms)
    }
}
