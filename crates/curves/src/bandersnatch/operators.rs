//! Banderwagon is a group: `+`, `-`, sums of iterators, products with scalars, in constant time.

use vorpal_fields::primes::BandersnatchScalar;
use vorpal_fields::{negation, operator};

use super::{AffineBanderwagon, Banderwagon};
use crate::Group;

impl Banderwagon {
    /// `scalar self`. Constant time: [`ExtendedEdwards::mul`](crate::models::edwards::ExtendedEdwards::mul). The points
    /// of elements are in a subgroup without points at infinity.
    ///
    /// ```
    /// use vorpal_curves::bandersnatch::Banderwagon;
    /// use vorpal_fields::primes::BandersnatchScalar;
    /// let (g, three) = (Banderwagon::generator(), BandersnatchScalar::from(3));
    /// assert_eq!(g * three, g + g + g);
    /// assert_eq!(three * g, g.mul(&three));
    /// ```
    #[must_use]
    pub fn mul(&self, scalar: &BandersnatchScalar) -> Self {
        Self(self.0.mul(scalar))
    }
}

negation!(impl[] Banderwagon: |element: &Banderwagon| Banderwagon(-element.0));
negation!(impl[] AffineBanderwagon: |element: &AffineBanderwagon| AffineBanderwagon(-element.0));
sums!(
    impl[] Banderwagon, Banderwagon:
    Banderwagon::add_vartime, |a: &Banderwagon, b: &Banderwagon| a.add_vartime(&-b), from Banderwagon::IDENTITY
);
sums!(
    impl[] Banderwagon, AffineBanderwagon:
    Banderwagon::add_affine_vartime, Banderwagon::sub_affine_vartime, from Banderwagon::IDENTITY
);
operator!(
    impl[] Add add: AffineBanderwagon, Banderwagon => Banderwagon,
    |a: &AffineBanderwagon, b: &Banderwagon| b.add_affine_vartime(a)
);
operator!(
    impl[] Sub sub: AffineBanderwagon, Banderwagon => Banderwagon,
    |a: &AffineBanderwagon, b: &Banderwagon| (-b).add_affine_vartime(a)
);
operator!(
    impl[] Add add: AffineBanderwagon, AffineBanderwagon => Banderwagon,
    |a: &AffineBanderwagon, b: &AffineBanderwagon| Banderwagon::from(*a).add_affine_vartime(b)
);
operator!(
    impl[] Sub sub: AffineBanderwagon, AffineBanderwagon => Banderwagon,
    |a: &AffineBanderwagon, b: &AffineBanderwagon| Banderwagon::from(*a).sub_affine_vartime(b)
);
products!(impl[] Banderwagon, BandersnatchScalar, Banderwagon::mul);
products!(
    impl[] AffineBanderwagon, BandersnatchScalar => Banderwagon,
    |element: &AffineBanderwagon, scalar: &BandersnatchScalar| Banderwagon::from(*element).mul(scalar)
);
