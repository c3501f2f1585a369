//! The value of a product of Miller loops at points of G1.

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Fe;
use vorpal_fields::tower::{Fp2, Fp12};

use crate::miller::{Line, Steps};
use crate::prepared::Evaluation;
use crate::{Engine, PreparedG2, Twist};

/// The three coefficients of a line that are not zero, with ascending exponents of `w`.
type Coefficients<E, const N: usize> = [Fp2<<E as Engine<N>>::Modulus, N>; 3];

/// A running product of lines at points of G1.
///
/// The product of the lines of two points is sparse, and multiplying by it costs 69M instead of 78M for both lines.
pub(crate) struct LineProduct<'a, E: Engine<N>, const N: usize> {
    product: Fp12<E::Modulus, N>,
    /// Whether the product is still one.
    is_one: bool,
    /// The coordinates of the points.
    points: Vec<[Fe<E::Modulus, N>; 2]>,
    /// A line without a partner. The next line is multiplied with it.
    waiting: Option<Coefficients<E, N>>,
    /// Points of G1 with the prepared lines of points of G2.
    prepared: Vec<(Evaluation<E, N>, &'a PreparedG2<E, N>)>,
    /// The number of steps so far: the index of the next prepared line.
    step: usize,
}

impl<'a, E: Engine<N>, const N: usize> LineProduct<'a, E, N> {
    /// The empty product at points other than infinity.
    pub(crate) fn new(points: &[Affine<E::G1>], prepared: &[(Affine<E::G1>, &'a PreparedG2<E, N>)]) -> Self {
        let points = points.iter().map(Affine::raw_coordinates).map(|(x, y)| [*x, *y]).collect();
        let prepared = Evaluation::of_all(prepared);
        Self { product: Fp12::ONE, is_one: true, points, waiting: None, prepared, step: 0 }
    }

    /// The product.
    pub(crate) fn into_inner(self) -> Fp12<E::Modulus, N> {
        self.product
    }

    fn multiply_by_two(&mut self, a: &Coefficients<E, N>, b: &Coefficients<E, N>) {
        let lines = match E::TWIST {
            Twist::D => Fp12::product_013(a, b),
            Twist::M => Fp12::product_023(a, b),
        };
        self.product = match E::TWIST {
            _ if self.is_one => lines,
            Twist::D => self.product.mul_by_01234(&lines),
            Twist::M => self.product.mul_by_02345(&lines),
        };
        self.is_one = false;
    }

    fn multiply_by_one(&mut self, line: &Coefficients<E, N>) {
        let ([b0, b1, b2], zero) = (*line, Fp2::ZERO);
        self.product = match E::TWIST {
            Twist::D if self.is_one => Fp12::from_coefficients([b0, b1, zero, b2, zero, zero]),
            Twist::M if self.is_one => Fp12::from_coefficients([b0, zero, b1, b2, zero, zero]),
            Twist::D => self.product.mul_by_013(line),
            Twist::M => self.product.mul_by_023(line),
        };
        self.is_one = false;
    }
}

impl<E: Engine<N>, const N: usize> Steps<Line<E, N>> for LineProduct<'_, E, N> {
    fn square(&mut self) {
        if !self.is_one {
            self.product = self.product.square();
        }
    }

    fn line(&mut self, index: usize, line: &Line<E, N>) {
        let [x, y] = &self.points[index];
        let (x, y) = (line.x.scale(x), line.y.scale(y));
        let line = match E::TWIST {
            Twist::D => [y, x, line.constant],
            Twist::M => [line.constant, x, y],
        };
        match self.waiting.take() {
            None => self.waiting = Some(line),
            Some(other) => self.multiply_by_two(&line, &other),
        }
    }

    fn end(&mut self) {
        if let Some(line) = self.waiting.take() {
            self.multiply_by_one(&line);
        }
        for (evaluation, lines) in &self.prepared {
            let line = evaluation.at(&lines.lines()[self.step]);
            self.product = match E::TWIST {
                Twist::D => self.product.mul_by_013_monic(&line),
                Twist::M => self.product.mul_by_023_monic(&line),
            };
            self.is_one = false;
        }
        self.step += 1;
    }

    fn conjugate(&mut self) {
        self.product = self.product.conjugate();
    }
}
