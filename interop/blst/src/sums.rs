//! Sums of any points of a curve, with and without weights, and checks of many points.

use alloc::vec::Vec;

use vorpal_curves::PointFormat;
use vorpal_curves::models::weierstrass::{Affine, Jacobian, WeierstrassCurve};
use vorpal_msm::{MsmScalar, PointLists, Signed, msm_vartime};

use crate::BLST_ERROR;
use crate::affine::accepted;
use crate::group::{Coordinate, Point, Sum, outside_vartime};

/// The number of points from which on additions with shared inversions are cheaper.
const LISTED_FROM: usize = 16;

/// An integer of at most 255 bits as a scalar. It need not be below the group order.
#[derive(Clone, Copy)]
struct Wide([u64; 4]);

impl<C: WeierstrassCurve> MsmScalar<C> for Wide {
    const MULTIPLICATIONS: usize = 0;

    fn to_integer(&self) -> Signed {
        Signed { magnitude: self.0, negative: false }
    }
}

/// The sum of points. Time depends on them.
pub(crate) fn sum_vartime<F: Coordinate>(points: &[Point<F>]) -> Sum<F> {
    if points.len() < LISTED_FROM {
        return points.iter().fold(Jacobian::IDENTITY, |sum, point| sum.add_affine_vartime(point));
    }
    let mut lists = PointLists::new();
    lists.push((0..points.len()).map(|index| (index, false)));
    Jacobian::from_affine(&lists.sum_vartime(points)[0])
}

/// The sum of points times integers, given as limbs; also for points outside the subgroup, and for integers above the
/// group order. Time depends on all of them.
///
/// # Panics
/// If the numbers of points and integers differ.
pub(crate) fn weighted_vartime<F: Coordinate>(points: &[Point<F>], weights: &[&[u64]]) -> Sum<F> {
    assert!(points.len() == weights.len(), "as many points as weights");
    let longest = weights.iter().map(|weight| length(weight)).max().unwrap_or(0);
    let limb = |weight: &[u64], i: usize| weight.get(i).copied().unwrap_or(0);
    let sum = match longest {
        0..=64 => {
            let weights: Vec<u64> = weights.iter().map(|weight| limb(weight, 0)).collect();
            msm_vartime(points, &weights)
        }
        65..=128 => {
            let weight = |weight: &&[u64]| u128::from(limb(weight, 1)) << 64 | u128::from(limb(weight, 0));
            msm_vartime(points, &weights.iter().map(weight).collect::<Vec<u128>>())
        }
        129..=255 => {
            let weight = |weight: &&[u64]| Wide(core::array::from_fn(|i| limb(weight, i)));
            msm_vartime(points, &weights.iter().map(weight).collect::<Vec<Wide>>())
        }
        _ => return one_by_one_vartime::<F>(points, weights),
    };
    // The only error is that of more than 2^30 points.
    sum.unwrap_or_else(|_| one_by_one_vartime::<F>(points, weights))
}

fn one_by_one_vartime<F: Coordinate>(points: &[Point<F>], weights: &[&[u64]]) -> Sum<F> {
    let products = points.iter().zip(weights);
    products.fold(Jacobian::IDENTITY, |sum, (point, weight)| {
        sum.add_vartime(&Jacobian::from_affine(point).mul_limbs_vartime(weight))
    })
}

/// The length of an integer in bits.
fn length(limbs: &[u64]) -> usize {
    let top = limbs.iter().rposition(|&limb| limb != 0);
    top.map_or(0, |top| 64 * (top + 1) - limbs[top].leading_zeros() as usize)
}

/// The first point, in their order, that is infinity or outside the subgroup, as
/// `AffinePoint::validate` of each.
pub(crate) fn validate_vartime<F: Coordinate>(points: &[Point<F>], finite: bool) -> Result<(), BLST_ERROR> {
    let infinity = points.iter().position(Affine::is_identity_vartime).filter(|_| finite);
    let outside = outside_vartime::<F>(points).first().copied();
    match (infinity, outside) {
        (Some(infinity), Some(outside)) if outside < infinity => Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP),
        (Some(_), _) => Err(BLST_ERROR::BLST_PK_IS_INFINITY),
        (None, Some(_)) => Err(BLST_ERROR::BLST_POINT_NOT_IN_GROUP),
        (None, None) => Ok(()),
    }
}

/// The points of encodings, compressed or not, with the error of the first that is wrong: in its encoding, or with
/// `checked` as [`validate_vartime`].
pub(crate) fn decode_vartime<F: Coordinate>(
    encodings: &[&[u8]],
    checked: bool,
    finite: bool,
) -> Result<Vec<Point<F>>, BLST_ERROR> {
    let mut points = Vec::with_capacity(encodings.len());
    let mut decoded = Ok(());
    for point in F::FORMAT.decode_batch_on_curve(encodings) {
        match accepted::<F>(point) {
            Ok(point) => points.push(point),
            Err(error) => {
                decoded = Err(error);
                break;
            }
        }
    }
    if checked {
        validate_vartime::<F>(&points, finite)?;
    }
    decoded.map(|()| points)
}
