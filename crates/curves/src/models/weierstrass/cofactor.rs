//! Multiples of points that lie in the prime subgroup.

use super::subgroup::mul_by_seed_vartime;
use super::{Jacobian, WeierstrassCurve};

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
        match (C::PSI, C::BLS12_SEED) {
            _ if C::HAS_PRIME_ORDER => *self,
            (Some(psi), _) => psi.clear_cofactor_vartime(self),
            (None, Some(seed)) => {
                let multiple = mul_by_seed_vartime(self, seed.magnitude, |sum| sum.add_vartime(self));
                if seed.negative { multiple.add_vartime(self) } else { self.add_vartime(&multiple.neg()) }
            }
            (None, None) => self.mul_limbs_vartime(C::COFACTOR),
        }
    }
}
