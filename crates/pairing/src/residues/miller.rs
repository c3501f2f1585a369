//! Miller loops in residues.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::tower::Fp12;
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::element::Running;
use super::lines::{Line, Points};
use super::{Element, Residues};
use crate::miller::{self, Steps};
use crate::prepared::Evaluation;
use crate::{Engine, PreparedG2, Twist};

/// A running product of lines.
struct Value<'a, E: Engine<N>, const N: usize, K> {
    residues: &'a Residues<E, N, K>,
    /// None while the product is one.
    product: Option<Running>,
    prepared: Vec<(Evaluation<E, N>, &'a PreparedG2<E, N>)>,
    /// The number of steps so far: the index of the next prepared line.
    step: usize,
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Value<'_, E, N, K> {
    /// The exponents of `w` of a line's coefficients, besides 0.
    const EXPONENTS: [usize; 2] = match E::TWIST {
        Twist::D => [1, 3],
        Twist::M => [2, 3],
    };

    fn multiply(&mut self, line: &Line) {
        if let Some(product) = &mut self.product {
            product.replace(|product, next| self.residues.mul_by_line(product, line, Self::EXPONENTS, next));
        } else {
            let mut product = [Quadratic::ZERO; 6];
            let [i, j] = Self::EXPONENTS;
            // Products by one have the bounds of products.
            for (exponent, coefficient) in [0, i, j].into_iter().zip(line) {
                product[exponent] = self.residues.sum(&[[coefficient, &self.residues.one]]);
            }
            self.product = Some(Running::new(&Element(product)));
        }
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Steps<Line> for Value<'_, E, N, K> {
    fn square(&mut self) {
        if let Some(product) = &mut self.product {
            product.replace(|product, square| self.residues.square(product, square));
        }
    }

    fn line(&mut self, _: usize, line: &Line) {
        self.multiply(line);
    }

    /// Multiplies by the prepared lines of a step.
    fn end(&mut self) {
        for i in 0..self.prepared.len() {
            let (evaluation, lines) = &self.prepared[i];
            let line = evaluation.at(&lines.lines()[self.step]);
            let [first, second] = self.residues.load_all(line.each_ref());
            // The coefficient 1 is that of w^0 for a D-twist and of w^3 for an M-twist.
            self.multiply(&match E::TWIST {
                Twist::D => [self.residues.one, first, second],
                Twist::M => [first, second, self.residues.one],
            });
        }
        self.step += 1;
    }

    fn conjugate(&mut self) {
        if let Some(product) = &mut self.product {
            product.replace(|product, conjugate| *conjugate = self.residues.conjugate(product));
        }
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The product of the lines of all pairs and of all prepared points, and the final multiples. No point is infinity.
    pub(crate) fn miller_loop(
        &self,
        left: &[Affine<E::G1>],
        right: &[Affine<E::G2>],
        prepared: &[(Affine<E::G1>, &PreparedG2<E, N>)],
    ) -> (Fp12<E::Modulus, N>, Vec<miller::Multiple<E, N>>) {
        let prepared = Evaluation::of_all(prepared);
        let mut value = Value { residues: self, product: None, prepared, step: 0 };
        let multiples = miller::run(&Points::new(self, left), right, &mut value);
        let product = value.product.map_or(Fp12::ONE, |product| self.store_element(product.get()));
        (product, multiples.iter().map(|multiple| self.store_multiple(multiple)).collect())
    }
}
