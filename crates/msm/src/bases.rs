//! The points of a sum, with or without the proof that they are in the prime subgroup.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::{Affine, FixedSlice, Subgroup, WeierstrassCurve};

/// Points of a short Weierstrass curve: a slice, vector or array of [`Affine`] for any points of the curve, or a
/// [`Subgroup`] of these, which proves that they are in the prime subgroup and makes sums faster.
///
/// ```
/// use vorpal_curves::bls12_381::{Affine, Bls12_381G1};
/// use vorpal_curves::models::weierstrass::Subgroup;
/// use vorpal_msm::Bases;
/// fn describe<B: Bases + ?Sized>(points: &B) -> (usize, bool) {
///     (points.points().len(), points.in_subgroup())
/// }
/// let points = [Affine::GENERATOR; 2];
/// assert_eq!(describe(&points), (2, false));
/// assert_eq!(describe(&Subgroup::new(&points[..])?), (2, true));
/// # Ok::<(), vorpal_curves::Error>(())
/// ```
pub trait Bases: Sync {
    /// The curve.
    type Curve: WeierstrassCurve;

    /// The points.
    fn points(&self) -> &[Affine<Self::Curve>];

    /// Whether all points are known to be in the prime subgroup.
    fn in_subgroup(&self) -> bool {
        Self::Curve::HAS_PRIME_ORDER
    }
}

impl<C: WeierstrassCurve> Bases for [Affine<C>] {
    type Curve = C;
    fn points(&self) -> &[Affine<C>] {
        self
    }
}

impl<C: WeierstrassCurve> Bases for Vec<Affine<C>> {
    type Curve = C;
    fn points(&self) -> &[Affine<C>] {
        self
    }
}

impl<C: WeierstrassCurve, const N: usize> Bases for [Affine<C>; N] {
    type Curve = C;
    fn points(&self) -> &[Affine<C>] {
        self
    }
}

impl<C: WeierstrassCurve, P: FixedSlice<Target = [Affine<C>]> + Sync> Bases for Subgroup<P> {
    type Curve = C;
    fn points(&self) -> &[Affine<C>] {
        self.points()
    }
    fn in_subgroup(&self) -> bool {
        true
    }
}
