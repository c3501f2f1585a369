//! The endomorphism of sextic twists that comes from the Frobenius map, with subgroup checks.

use vorpal_fields::{Fe, Field, Modulus};

use super::family::{Family, Seed};
use super::quarter_basis::Quarters;
use super::seed_multiples::mul_by_seed_vartime;
use super::{Affine, Jacobian, PackedJacobian, Projective, WeierstrassCurve};

/// The endomorphism `psi(x, y) = (a x^p, b y^p)` of a sextic twist `E'` over `Fp2`: the map to the curve `E`, the
/// Frobenius map there, and the map back. On the prime subgroup G2 it is the multiplication by `p`.
///
/// It satisfies `psi^2 - t psi + p = 0` on all of `E'(Fp2)`, where `E(Fp)` has `p + 1 - t` points.
///
/// # The subgroup check
///
/// Let `f` be a polynomial with integer coefficients and `f(p) = 0 mod r`. The check is `f(psi) Q = 0`.
///
/// * Points of G2 pass: there `f(psi)` is the multiplication by `f(p)`, a multiple of the order `r`.
/// * Other points fail. In `Z[psi]`, the product of `f(psi)` and its conjugate is an integer, the norm `n`, which is
///   the resultant of `f` and `X^2 - t X + p`. So `f(psi) Q = 0` implies `n Q = 0`. The order of `Q` also divides that
///   of the curve, hence `gcd(n, #E'(Fp2))`. A test computes this number for every curve here: it is `r`.
///
/// The polynomials are
///
/// ```text
/// BLS12: f = X - x                             as p = x mod r; the norm is p - x
/// BN:    f = (x + 1) + x X + x X^2 - 2 x X^3
/// ```
///
/// Sources: M. Scott, "A note on group membership tests for G1, G2 and GT on BLS pairing-friendly curves", 2021, for
/// BLS12; Y. El Housni, A. Guillevic, T. Piellard, "Co-factor clearing and subgroup membership testing on
/// pairing-friendly curves", 2022, for BN and the argument with the greatest common divisor.
#[derive(Clone, Copy, Debug)]
pub struct Psi<C: WeierstrassCurve> {
    pub(super) x: C::Base,
    y: C::Base,
    family: Family,
    seed: Seed,
    pub(super) quarters: Quarters,
}

impl<M: Modulus<4>, C: WeierstrassCurve<Scalar = Fe<M, 4>>> Psi<C> {
    /// The map `(x, y) -> (a x^p, b y^p)` of a twist, as a constant. A seed that does not fit the order does not build.
    pub const fn new(a: C::Base, b: C::Base, family: Family, seed: Seed) -> Self {
        Self { x: a, y: b, family, seed, quarters: Quarters::new(family, seed, &M::P, Self::SHIFT) }
    }
}

impl<C: WeierstrassCurve> Psi<C> {
    /// The family of the curve.
    #[inline]
    pub const fn family(&self) -> Family {
        self.family
    }

    /// The seed of the curve.
    #[inline]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The factors `(a, b)` of the map `(x, y) -> (a x^p, b y^p)`.
    #[inline]
    pub const fn factors(&self) -> (&C::Base, &C::Base) {
        (&self.x, &self.y)
    }

    /// `psi(point)`, which is `p point` if the point lies in G2. 2M of `Fp2`.
    #[inline]
    #[must_use]
    pub fn apply(&self, point: &Affine<C>) -> Affine<C> {
        Affine { x: self.x * point.x.frobenius(), y: self.y * point.y.frobenius() }
    }

    /// [`apply`](Self::apply) in Jacobian coordinates. 2M of `Fp2`.
    #[inline]
    #[must_use]
    pub fn apply_jacobian(&self, point: &Jacobian<C>) -> Jacobian<C> {
        let (x, y, z) = point.projective_coordinates();
        Jacobian { X: self.x * x.frobenius(), Y: self.y * y.frobenius(), Z: z.frobenius() }
    }

    /// [`apply`](Self::apply) in homogeneous coordinates. 2M of `Fp2`.
    #[inline]
    #[must_use]
    pub(super) fn apply_projective(&self, point: &Projective<C>) -> Projective<C> {
        let Projective { X, Y, Z } = point;
        Projective { X: self.x * X.frobenius(), Y: self.y * Y.frobenius(), Z: Z.frobenius() }
    }

    /// [`apply`](Self::apply) in each lane.
    pub(super) fn apply_packed(&self, point: &mut PackedJacobian<C>) {
        point.frobenius();
        point.scale_coordinates(&self.x, &self.y);
    }

    /// Whether the point lies in G2, as infinity does. One multiplication by the seed. Time depends on the point.
    pub(super) fn contains_vartime(&self, point: &Affine<C>) -> bool {
        let base = Jacobian::from_affine(point);
        let multiple = mul_by_seed_vartime(&base, self.seed.magnitude, |sum| sum.add_affine_vartime(point));
        let multiple = if self.seed.negative { multiple.neg() } else { multiple };
        match self.family {
            Family::Bls12 => multiple == Jacobian::from_affine(&self.apply(point)),
            Family::Bn => {
                let once = self.apply_jacobian(&multiple);
                let twice = self.apply_jacobian(&once);
                let left = multiple.add_affine_vartime(point).add_vartime(&once).add_vartime(&twice);
                left == self.apply_jacobian(&twice).double()
            }
        }
    }
}
