//! Multiples of points that lie in the prime subgroup.

use vorpal_fields::{Field, LANES, PackedField};

use super::family::{Family, Seed};
use super::seed_multiples::{mul_by_seed_vartime, mul_packed_by_seed};
use super::{Jacobian, PackedJacobian, Projective, Psi, WeierstrassCurve};

/// Points of which multiples by fixed numbers are computed: one, or one in each lane.
pub(super) trait CofactorPoint<C: WeierstrassCurve>: Copy {
    fn plus(&self, other: &Self) -> Self;
    fn opposite(&self) -> Self;
    fn twice(&self) -> Self;
    fn image(&self, psi: &Psi<C>) -> Self;
    /// The multiple by the absolute value.
    fn times(&self, magnitude: u64) -> Self;

    /// The multiple by the seed. 63 or 62 doublings, and an addition for each set bit except the top one.
    fn times_seed(&self, seed: Seed) -> Self {
        let multiple = self.times(seed.magnitude);
        if seed.negative { multiple.opposite() } else { multiple }
    }
}

/// Time depends on the point.
impl<C: WeierstrassCurve> CofactorPoint<C> for Jacobian<C> {
    fn plus(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }
    fn opposite(&self) -> Self {
        self.neg()
    }
    fn twice(&self) -> Self {
        self.double()
    }
    fn image(&self, psi: &Psi<C>) -> Self {
        psi.apply_jacobian(self)
    }
    fn times(&self, magnitude: u64) -> Self {
        mul_by_seed_vartime(self, magnitude, |sum| sum.add_vartime(self))
    }
}

/// Constant time: the numbers are public. Sums are complete on a curve of odd order.
impl<C: WeierstrassCurve> CofactorPoint<C> for Projective<C> {
    fn plus(&self, other: &Self) -> Self {
        self.add(other)
    }
    fn opposite(&self) -> Self {
        self.neg()
    }
    fn twice(&self) -> Self {
        self.double()
    }
    fn image(&self, psi: &Psi<C>) -> Self {
        psi.apply_projective(self)
    }
    fn times(&self, magnitude: u64) -> Self {
        let (mut sum, mut position) = (*self, magnitude.ilog2());
        for bit in (0..position).rev().filter(|bit| magnitude >> bit & 1 == 1) {
            sum = sum.double_times((position - bit) as usize).add(self);
            position = bit;
        }
        sum.double_times(position as usize)
    }
}

/// Lanes with exceptional sums have `Z = 0`.
impl<C: WeierstrassCurve> CofactorPoint<C> for PackedJacobian<C> {
    fn plus(&self, other: &Self) -> Self {
        let mut sum = *self;
        sum.add(other);
        sum
    }
    fn opposite(&self) -> Self {
        let mut opposite = *self;
        opposite.negate();
        opposite
    }
    fn twice(&self) -> Self {
        let mut double = *self;
        double.double();
        double
    }
    fn image(&self, psi: &Psi<C>) -> Self {
        let mut image = *self;
        psi.apply_packed(&mut image);
        image
    }
    fn times(&self, magnitude: u64) -> Self {
        mul_packed_by_seed(self, magnitude)
    }
}

/// The multiple on a curve of the BLS12 family, by [`Psi`] or by `1 - x`; `None` for other curves.
fn of_family<C: WeierstrassCurve, P: CofactorPoint<C>>(point: &P) -> Option<P> {
    match (C::PSI, C::BLS12_SEED) {
        (Some(psi), _) => Some(on_twist(psi, point)),
        (None, Some(seed)) => Some(point.plus(&point.times_seed(seed).opposite())),
        (None, None) => None,
    }
}

/// A multiple of the point that lies in G2, by a fixed number that the cofactor divides and `r` does not. Two
/// multiplications by the seed for BLS12, one for BN.
///
/// ```text
/// BLS12: (x^2 - x - 1) P + (x - 1) psi(P) + psi^2(2 P)
/// BN:    x P + psi(3 x P) + psi^2(x P) + psi^3(P)
/// ```
///
/// For BLS12 it is the multiple by `h_eff` of RFC 9380, `3 (x^2 - 1)` times the cofactor. Sources: A. Budroni, F.
/// Pintore, "Efficient hash maps to G2 on BLS curves", 2017; L. Fuentes-Castaneda, E. Knapp, F.
/// Rodriguez-Henriquez, "Faster hashing to G2", 2011.
fn on_twist<C: WeierstrassCurve, P: CofactorPoint<C>>(psi: &Psi<C>, point: &P) -> P {
    let multiple = point.times_seed(psi.seed());
    match psi.family() {
        Family::Bls12 => {
            // x (x P + psi(P)) - (x P + psi(P)) + psi^2(2 P) - P
            let sum = multiple.plus(&point.image(psi));
            let double = point.twice().image(psi).image(psi);
            let rest = double.plus(&sum.opposite()).plus(&point.opposite());
            sum.times_seed(psi.seed()).plus(&rest)
        }
        Family::Bn => {
            // x P + psi(3 x P + psi(x P + psi(P)))
            let triple = multiple.twice().plus(&multiple);
            let inner = multiple.plus(&point.image(psi));
            let middle = triple.plus(&inner.image(psi));
            multiple.plus(&middle.image(psi))
        }
    }
}

/// [`Jacobian::clear_cofactor_vartime`] in each lane, or `None` if packed values have no formula for the curve. In
/// exceptional cases `Z` is zero.
pub(crate) fn clear_cofactor_packed<C: WeierstrassCurve>(
    points: &PackedJacobian<C>,
) -> Option<PackedJacobian<C>> {
    if C::HAS_PRIME_ORDER { Some(*points) } else { of_family(points) }
}

impl<C: WeierstrassCurve> Jacobian<C> {
    /// A multiple of the point that lies in the prime subgroup: by `1 - x` on G1's curve of the BLS12 family, by the
    /// number of [`Psi`](super::Psi) on a sextic twist, else by the cofactor. The number is not a multiple of `r`. Time
    /// depends on the point.
    ///
    /// For BLS12-381 these are the multiples by `h_eff` of RFC 9380. On G1's curve, whose cofactor is `(1 - x)^2 / 3`,
    /// the multiplication by `1 - x` suffices: Y. El Housni, A. Guillevic, T. Piellard, "Co-factor clearing and
    /// subgroup membership testing on pairing-friendly curves", 2022, section 3.
    #[must_use]
    pub fn clear_cofactor_vartime(&self) -> Self {
        if C::HAS_PRIME_ORDER {
            return *self;
        }
        of_family(self).unwrap_or_else(|| self.mul_limbs_vartime(C::COFACTOR))
    }

    /// [`clear_cofactor_vartime`](Self::clear_cofactor_vartime) of each point, sixteen at a time in packed
    /// values. Time depends on the points.
    pub fn clear_cofactor_batch_vartime(points: &mut [Self]) {
        if C::HAS_PRIME_ORDER {
            return;
        }
        for points in points.chunks_mut(LANES) {
            let multiple = if points.len() < <C::Base as Field>::Packed::pays_from() {
                None
            } else {
                of_family(&PackedJacobian::read_jacobian(points))
            };
            let Some(multiple) = multiple else {
                points.iter_mut().for_each(|point| *point = point.clear_cofactor_vartime());
                continue;
            };
            let mut multiples = [Self::IDENTITY; LANES];
            multiple.store(&mut multiples[..points.len()]);
            let exceptions = multiple.zero_lanes();
            for (lane, (point, multiple)) in points.iter_mut().zip(multiples).enumerate() {
                *point = if exceptions >> lane & 1 == 1 { point.clear_cofactor_vartime() } else { multiple };
            }
        }
    }
}

impl<C: WeierstrassCurve> Projective<C> {
    /// The multiple of [`Jacobian::clear_cofactor_vartime`], on a curve of odd order. Constant time.
    #[must_use]
    pub fn clear_cofactor(&self) -> Self {
        if C::HAS_PRIME_ORDER {
            return *self;
        }
        of_family(self).unwrap_or_else(|| {
            let limbs = C::COFACTOR.iter().rev();
            limbs.fold(Self::IDENTITY, |sum, limb| {
                (0..64).rev().fold(sum, |sum, bit| {
                    let double = sum.double();
                    if limb >> bit & 1 == 1 { double.add(self) } else { double }
                })
            })
        })
    }
}
