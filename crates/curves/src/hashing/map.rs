//! Maps from a field to a curve, in two halves around a square root.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::{Field, HashField, NonSquare};

use super::candidates::{Candidates, Mapped};
use super::{Isogeny, Svdw, Swu};
use crate::models::weierstrass::{Jacobian, WeierstrassCurve};

/// A deterministic map from the base field to a curve.
#[derive(Clone, Copy, Debug)]
pub enum MapToCurve<F: HashField> {
    /// The simplified map of Shallue, van de Woestijne and Ulas, and an isogeny from its curve.
    Swu(Swu<F>),
    /// The map of Shallue and van de Woestijne.
    Svdw(Svdw<F>),
}

impl<F: HashField> MapToCurve<F> {
    #[inline]
    pub(super) fn candidates(&self, u: &F) -> Candidates<F> {
        match self {
            Self::Swu(map) => map.candidates(u),
            Self::Svdw(map) => map.candidates(u),
        }
    }

    #[inline]
    pub(super) const fn non_square(&self) -> &NonSquare<F> {
        match self {
            Self::Swu(map) => map.z(),
            Self::Svdw(map) => map.non_square(),
        }
    }

    const fn isogeny(&self) -> Option<&Isogeny<F>> {
        match self {
            Self::Swu(map) => map.isogeny(),
            Self::Svdw(_) => None,
        }
    }

    /// The image of `u`, before the isogeny.
    pub(super) fn map(&self, u: &F) -> Mapped<F> {
        let candidates = self.candidates(u);
        let (is_square, root) =
            F::sqrt_ratio_or_multiple(&candidates.numerator, &candidates.cube, self.non_square());
        candidates.point(is_square, &root)
    }

    /// The point of the curve `C` itself.
    pub(super) fn curve_point<C: WeierstrassCurve<Base = F>>(&self, point: &Mapped<F>) -> Jacobian<C> {
        let Mapped { X, Y, Z } = match self.isogeny() {
            Some(isogeny) => isogeny.apply(point),
            None => *point,
        };
        Jacobian::new_unchecked(X, Y, Z)
    }

    /// The sum of two images, on the curve `C` itself. Time depends on the points.
    ///
    /// An isogeny is a homomorphism, so it is applied to the sum. The chord of two points with different `x` does not
    /// depend on the parameters of the curve; otherwise the images are added.
    pub(super) fn sum_vartime<C: WeierstrassCurve<Base = F>>(&self, points: &[Mapped<F>; 2]) -> Jacobian<C> {
        match chord_vartime(&points[0], &points[1]) {
            Some(sum) => self.curve_point(&sum),
            None => self.curve_point(&points[0]).add_vartime(&self.curve_point(&points[1])),
        }
    }
}

/// The sum of two points with different `x`, neither of them infinity: `add-2007-bl`, 11M + 5S.
fn chord_vartime<F: Field>(p: &Mapped<F>, q: &Mapped<F>) -> Option<Mapped<F>> {
    let (ZZ1, ZZ2) = (p.Z.square(), q.Z.square());
    let (U1, U2) = (p.X * ZZ2, q.X * ZZ1);
    let (S1, S2) = (p.Y * q.Z * ZZ2, q.Y * p.Z * ZZ1);
    let (H, r) = (U2 - U1, (S2 - S1).double());
    let Z = ((p.Z + q.Z).square() - ZZ1 - ZZ2) * H;
    if Z.is_zero_vartime() {
        return None;
    }
    let I = H.double().square();
    let J = H * I;
    let V = U1 * I;
    let X = r.square() - J - V.double();
    Some(Mapped { X, Y: r * (V - X) - (S1 * J).double(), Z })
}
