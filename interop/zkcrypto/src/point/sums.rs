//! Multi-scalar multiplication, for which the traits have no function.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Projective, Subgroup};
use vorpal_msm::Error;

use super::{AffinePoint, CurveParameters, Point, Scalar};

/// The sum of `scalars[i] points[i]`, by `vorpal_msm`. Time depends on all values.
///
/// Replaces `halo2curves::msm::msm_best`, which works for these points as well (`lab compare msm`). The points must be
/// in the prime subgroup: [`Point`] lists the functions that create others.
///
/// # Errors
/// If the lengths differ, or for more than 2^30 points.
pub fn msm_vartime<C: CurveParameters>(
    scalars: &[Scalar<C>],
    points: &[AffinePoint<C>],
) -> Result<Point<C>, Error> {
    let scalars: Vec<_> = scalars.iter().map(|scalar| scalar.0).collect();
    let points: Vec<_> = points.iter().map(|point| point.0).collect();
    let sum = vorpal_msm::msm_vartime(&Subgroup::unchecked(points), &scalars)?;
    Ok(Point(Projective::from(&sum)))
}
