//! Sums with one point in quads (`QuadGroup`), where the processor and the curve have them. All
//! additions are complete.

mod public;
mod secret;
#[cfg(test)]
mod tests;

pub(super) use public::{Prepared, Sum};
pub(super) use secret::{GeneratorProduct, Product};

use vorpal_curves::models::weierstrass::{QuadGroup, QuadGroupProgram};

use crate::curve::FourLimbCurve;

/// The least number of sums of which sixteen packed ones take less time than one after the other in lanes.
pub(super) const PACKED_PAYS_FROM: usize = 6;

/// Whether this process uses vectors for one point of the curve.
pub(super) fn is_active<C: FourLimbCurve>() -> bool {
    C::run_in_quads(Nothing).is_ok()
}

/// No computation.
struct Nothing;

impl<C: FourLimbCurve> QuadGroupProgram<C> for Nothing {
    type Output = ();

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, _: &G) {}
}
