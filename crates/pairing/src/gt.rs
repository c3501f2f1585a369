//! The target group.

use vorpal_curves::models::weierstrass::Family;
use vorpal_fields::assigning_operator;
use vorpal_fields::tower::{Cyclotomic, Fp6, Fp12};

use crate::Engine;
use crate::exponentiation::{hard_part_vartime, power_of_seed_vartime};
use crate::residues::Residues;
use crate::towers::Towers;

/// An element of the target group GT, the subgroup of order `r` of `Fp12`, written multiplicatively.
///
/// ```
/// use vorpal_curves::bn254::{Affine, g2};
/// use vorpal_fields::primes::Bn254Scalar;
/// use vorpal_pairing::bn254::{Gt, pairing};
/// let e = pairing(&Affine::GENERATOR, &g2::Affine::GENERATOR);
/// assert_eq!(e.pow(&Bn254Scalar::from(2)), e * e);
/// assert_eq!(e * e.inverse(), Gt::ONE);
/// assert_eq!(Gt::new(e.value()), Some(e));
/// ```
pub struct Gt<E: Engine<N>, const N: usize>(pub(crate) Cyclotomic<E::Modulus, N>);

impl<E: Engine<N>, const N: usize> Clone for Gt<E, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E: Engine<N>, const N: usize> Copy for Gt<E, N> {}

impl<E: Engine<N>, const N: usize> PartialEq for Gt<E, N> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<E: Engine<N>, const N: usize> Eq for Gt<E, N> {}

impl<E: Engine<N>, const N: usize> core::hash::Hash for Gt<E, N> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.value().hash(state);
    }
}

impl<E: Engine<N>, const N: usize> Default for Gt<E, N> {
    /// The neutral element.
    fn default() -> Self {
        Self::ONE
    }
}

impl<E: Engine<N>, const N: usize> core::fmt::Debug for Gt<E, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Gt").field(self.value()).finish()
    }
}

impl<E: Engine<N>, const N: usize> Gt<E, N> {
    /// The neutral element.
    pub const ONE: Self = Self(Cyclotomic::ONE);

    /// The element, `None` if it is not in GT. A power by the seed, for BN two, and about 100M.
    ///
    /// With the trace `t` of the curve, the check is `f^p = f^(t - 1)` for an `f` of the cyclotomic subgroup. Then the
    /// order of `f` divides `p + 1 - t`, a multiple of `r`, and `p^4 - p^2 + 1`. A test computes the greatest common
    /// divisor of the two for every curve: it is `r`. `t - 1` is `x` for BLS12 and `6 x^2` for BN.
    pub fn new(value: &Fp12<E::Modulus, N>) -> Option<Self> {
        let f = Cyclotomic::new(value)?;
        let seed = E::PSI.seed();
        let power = power_of_seed_vartime(&f, seed);
        let power = match E::PSI.family() {
            Family::Bls12 => power,
            Family::Bn => power_of_seed_vartime(&power.square().mul(&power).square(), seed),
        };
        (f.frobenius(1) == power).then_some(Self(f))
    }

    /// The final exponentiation of a product of [values of Miller loops](crate::miller_loop_vartime).
    pub fn of_miller_loop_vartime(f: &Fp12<E::Modulus, N>) -> Self {
        Self(final_exponentiation_vartime::<E, N>(f))
    }

    /// The element of `Fp12`.
    #[inline]
    pub fn value(&self) -> &Fp12<E::Modulus, N> {
        self.0.value()
    }

    /// `self other`. 54M.
    #[inline]
    fn times(&self, other: &Self) -> Self {
        Self(self.0.mul(&other.0))
    }

    /// `self^2`. 18M.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Self(self.0.square())
    }

    /// `self^-1`. No multiplication.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self(self.0.invert())
    }
}

assigning_operator!(
    impl[E: Engine<N>, const N: usize] Mul mul MulAssign mul_assign: Gt<E, N>, Gt<E, N>, Gt::times
);

impl<E: Engine<N>, const N: usize> core::iter::Product for Gt<E, N> {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Self::ONE, |product, factor| product * factor)
    }
}

impl<'a, E: Engine<N>, const N: usize> core::iter::Product<&'a Self> for Gt<E, N> {
    fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
        factors.copied().product()
    }
}

/// The power of a value of a Miller loop. Zero, which is not the value for any points of G1 and G2, becomes an
/// unspecified element other than one.
fn final_exponentiation_vartime<E: Engine<N>, const N: usize>(
    f: &Fp12<E::Modulus, N>,
) -> Cyclotomic<E::Modulus, N> {
    let power = |f: &Fp12<E::Modulus, N>| match Residues::<E, N>::active() {
        Some(residues) => residues.final_exponentiation_vartime(f),
        None => Cyclotomic::project_vartime(f)
            .map(|f| hard_part_vartime(&Towers::NEW, &f, E::PSI.seed(), E::PSI.family())),
    };
    power(f).or_else(|| power(&Fp12::new(Fp6::ONE, Fp6::ONE))).unwrap_or(Cyclotomic::ONE)
}
