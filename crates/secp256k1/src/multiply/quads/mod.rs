//! Sums of one point in the lanes of vectors ([`QuadGroup`]), where the processor has them. A doubling and an addition
//! take half the time of those of single points. All additions are complete.

mod public;
mod secret;

pub(super) use public::{Prepared, Sum};
pub(super) use secret::{GeneratorProduct, Product};

use vorpal_curves::models::weierstrass::QuadGroup;
use vorpal_limbs::quads::{QuadLanes, QuadVectors};

use crate::curve::SignatureCurve;

/// The least number of sums of which sixteen packed ones take less time than one after the other.
pub(super) const PACKED_PAYS_FROM: usize = 8;

/// The vectors, if this process uses them and the curve has formulas for quads.
#[inline]
pub(super) fn vectors<C: SignatureCurve>() -> Option<QuadVectors> {
    if C::QUADS.is_some() { QuadVectors::active() } else { None }
}

/// The group of a curve for which [`vectors`] is not `None`.
#[inline(always)]
#[allow(clippy::panic, reason = "the callers have checked the curve")]
fn group<C: SignatureCurve, K: QuadLanes>(lanes: K) -> QuadGroup<C, K> {
    match QuadGroup::new(lanes) {
        Some(group) => group,
        None => unreachable!("the curve has formulas for quads"),
    }
}
