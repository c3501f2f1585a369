//! The doublings and additions of a Miller loop in residues, with their lines: the formulas of
//! [`Multiple`](crate::miller::Multiple).

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Fe;
use vorpal_fields::tower::Fp2;
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::{Residues, Small};
use crate::{Engine, Twist, miller};

/// A multiple of a point of G2, in homogeneous coordinates.
pub(crate) struct Multiple {
    X: Quadratic,
    Y: Quadratic,
    Z: Quadratic,
}

/// An affine point of G2.
pub(crate) struct Point {
    x: Quadratic,
    y: Quadratic,
}

/// A line: see [`miller::Line`].
pub(crate) struct Line {
    y: Quadratic,
    x: Quadratic,
    constant: Quadratic,
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The multiple, as the other modules know it.
    pub(super) fn store_multiple(&self, t: &Multiple) -> miller::Multiple<E, N> {
        miller::Multiple::from_coordinates([&t.X, &t.Y, &t.Z].map(|c| self.store(c)))
    }

    /// The coordinates of a point of G1.
    pub(super) fn coordinates(&self, p: &Affine<E::G1>) -> [Quadratic; 2] {
        let (x, y) = p.raw_coordinates();
        [x, y].map(|c| self.load(&Fp2::new(*c, Fe::ZERO)))
    }

    /// The coefficients of a line with ascending exponents of `w`, at a point of G1: 0, 1 and 3 for a D-twist, 0, 2 and
    /// 3 for an M-twist.
    pub(super) fn at(&self, p: &[Quadratic; 2], line: &Line) -> [Quadratic; 3] {
        let [x, y] = self.sums([&[[&line.x, &p[0]]], &[[&line.y, &p[1]]]]);
        match E::TWIST {
            Twist::D => [y, x, line.constant],
            Twist::M => [line.constant, x, y],
        }
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> miller::PointArithmetic<E, N> for Residues<E, N, K> {
    type Point = Point;
    type Multiple = Multiple;
    type Line = Line;

    fn point(&self, point: &Affine<E::G2>) -> Point {
        let (x, y) = point.raw_coordinates();
        Point { x: self.load(x), y: self.load(y) }
    }

    fn opposite(&self, point: &Point) -> Point {
        Point { x: point.x, y: self.times::<Small<-1, 0>>(&point.y) }
    }

    fn multiple(&self, point: &Point) -> Multiple {
        Multiple { X: point.x, Y: point.y, Z: self.one }
    }

    fn negate(&self, t: &mut Multiple) {
        t.Y = self.times::<Small<-1, 0>>(&t.Y);
    }

    /// With `F = 3 E`, `Y3 = (B + F)^2 - 12 E^2` is
    /// `B (B + 6 E) - 3 E^2`.
    fn double(&self, t: &mut Multiple) -> Line {
        let (X2, Y2) = (&self.double(&t.X), &self.double(&t.Y));
        let [B, C, J, A, H] =
            &self.sums([&[[&t.Y, &t.Y]], &[[&t.Z, &t.Z]], &[[&t.X, &t.X]], &[[X2, &t.Y]], &[[Y2, &t.Z]]]);
        let E = &self.sum(&[[C, &self.three_b]]);
        let difference = &self.combined::<Small<1, -3>>(B, E);
        let sum = &self.combined::<Small<1, 6>>(B, E);
        let (B4, E3) = (&self.times::<Small<4, 0>>(B), &self.times::<Small<-3, 0>>(E));
        self.arithmetic.write_sums_of_products(
            [&[[A, difference]], &[[B, sum], [E3, E]], &[[B4, H]]],
            [&mut t.X, &mut t.Y, &mut t.Z],
        );
        let (x, constant) = (self.times::<Small<-3, 0>>(J), self.combined::<Small<1, -1>>(B, E));
        Line { y: *H, x, constant }
    }

    /// `H = L D + Z O^2 - 2 X D`.
    fn add(&self, t: &mut Multiple, q: &Point) -> Line {
        let minus_x = &self.times::<Small<-1, 0>>(&q.x);
        let minus_y = &self.times::<Small<-1, 0>>(&q.y);
        let one = &self.one;
        let [L, O] = &self.sums([&[[&t.X, one], [&t.Z, minus_x]], &[[&t.Y, one], [&t.Z, minus_y]]]);
        let [D, OO, constant] = &self.sums([&[[L, L]], &[[O, O]], &[[O, &q.x], [L, minus_y]]]);
        let minus_D2 = &self.times::<Small<-2, 0>>(D);
        let [E, G, H] = &self.sums([&[[L, D]], &[[&t.X, D]], &[[L, D], [&t.Z, OO], [&t.X, minus_D2]]]);
        let difference = &self.combined::<Small<1, -1>>(G, H);
        let minus_E = &self.times::<Small<-1, 0>>(E);
        let [X, Y, Z] = self.sums([&[[L, H]], &[[O, difference], [&t.Y, minus_E]], &[[&t.Z, E]]]);
        (t.X, t.Y, t.Z) = (X, Y, Z);
        Line { y: *L, x: self.times::<Small<-1, 0>>(O), constant: *constant }
    }
}
