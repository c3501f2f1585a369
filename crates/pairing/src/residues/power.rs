//! The final exponentiation in residues.

use vorpal_curves::models::weierstrass::{Family, Seed};
use vorpal_fields::tower::Cyclotomic;

use vorpal_limbs::residues::ResidueBackend;

use super::element::Running;
use super::{Element, Residues};
use crate::Engine;
use crate::exponentiation::{CyclotomicArithmetic, hard_part_vartime};

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The third factor of the exponent of the final exponentiation.
    pub(crate) fn hard_part(
        &self,
        f: &Cyclotomic<E::Modulus, N>,
        seed: Seed,
        family: Family,
    ) -> Cyclotomic<E::Modulus, N> {
        let power = hard_part_vartime(self, &self.load_element(f.value()), seed, family);
        Cyclotomic::new_unchecked(self.store_element(&power))
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> CyclotomicArithmetic for Residues<E, N, K> {
    type Element = Element;

    fn mul(&self, a: &Element, b: &Element) -> Element {
        let mut product = Element::ZERO;
        Residues::mul(self, a, b, &mut product);
        product
    }

    fn square(&self, a: &Element) -> Element {
        let mut square = Element::ZERO;
        self.cyclotomic_square(a, &mut square);
        square
    }

    fn invert(&self, a: &Element) -> Element {
        self.conjugate(a)
    }

    fn frobenius(&self, a: &Element, power: usize) -> Element {
        Residues::frobenius(self, a, power)
    }

    fn power_vartime(&self, a: &Element, seed: Seed) -> Element {
        let mut power = Running::new(a);
        for bit in (0..seed.magnitude.ilog2()).rev() {
            power.replace(|power, square| self.cyclotomic_square(power, square));
            if seed.magnitude >> bit & 1 == 1 {
                power.replace(|power, product| Residues::mul(self, power, a, product));
            }
        }
        let power = power.get();
        if seed.negative { self.conjugate(power) } else { *power }
    }
}
