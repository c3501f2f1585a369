//! Checks of the points of a key.

use vorpal_curves::models::weierstrass::{Affine, WeierstrassCurve};
use vorpal_msm::subgroup_randomised;

use super::{Zkey, sections};
use crate::{Coordinate, Curve};

/// A point of a key that is not in its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("zkey file, section {section}, point {index}: {reason}")]
pub struct PointError {
    /// The section with the point.
    pub section: u32,
    /// The index of the point in the section, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub reason: vorpal_curves::Error,
}

impl<C: Curve> Zkey<C> {
    /// Checks that all points are on the curve and in the subgroup. A list with a point outside the subgroup passes
    /// with a probability of at most `2^-128` ([`subgroup_randomised`]).
    ///
    /// # Errors
    /// The section and the index of a point that is not in its group.
    pub fn check_points(&self) -> Result<(), PointError> {
        check(&[self.alpha_g1, self.beta_g1], sections::HEADER, &[0, 1])?;
        check(&[self.beta_g2, self.gamma_g2], sections::HEADER, &[2, 3])?;
        check(&[self.delta_g1], sections::HEADER, &[4])?;
        check(&[self.delta_g2], sections::HEADER, &[5])?;
        check(&self.ic, sections::IC, &[])?;
        check(&self.a, sections::A, &[])?;
        check(&self.b_g1, sections::B_G1, &[])?;
        check(&self.b_g2, sections::B_G2, &[])?;
        check(&self.c, sections::C, &[])?;
        check(&self.h, sections::H, &[])
    }
}

/// Checks the points of a section. `indices` are theirs, or none if they are all points of the section.
fn check<G: WeierstrassCurve<Base: Coordinate>>(
    points: &[Affine<G>],
    section: u32,
    indices: &[usize],
) -> Result<(), PointError> {
    let fail = |index: usize, reason| {
        Err(PointError { section, index: indices.get(index).copied().unwrap_or(index), reason })
    };
    for (index, point) in points.iter().enumerate() {
        let (x, y) = point.raw_coordinates();
        if let Err(reason) = Affine::<G>::new_or_identity(*x, *y) {
            return fail(index, reason);
        }
    }
    match subgroup_randomised(points) {
        Err(vorpal_curves::Error::OutsideSubgroup { index }) => {
            fail(index, vorpal_curves::Error::NotInSubgroup)
        }
        Err(reason) => fail(0, reason),
        Ok(_) => Ok(()),
    }
}
