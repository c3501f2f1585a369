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
        let [mut x, mut y] = [Quadratic::ZERO; 2];
        self.sums([[&line.x], [&line.y]], [[&p[0]], [&p[1]]], [&mut x, &mut y]);
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
        let [X2, Y2] = [&t.X, &t.Y].map(|c| self.times::<Small<2, 0>>(c));
        let [mut A, mut B, mut C, mut E, mut H, mut J] = [Quadratic::ZERO; 6];
        self.sums([[&t.Y], [&t.Z]], [[&t.Y], [&t.Z]], [&mut B, &mut C]);
        self.sums([[&t.X], [&X2]], [[&t.X], [&t.Y]], [&mut J, &mut A]);
        self.sums([[&C], [&Y2]], [[&self.three_b], [&t.Z]], [&mut E, &mut H]);
        let difference = self.combined::<Small<1, -3>>(&B, &E);
        let sum = self.combined::<Small<1, 6>>(&B, &E);
        let [B4, E3] = [self.times::<Small<4, 0>>(&B), self.times::<Small<-3, 0>>(&E)];
        self.sums([[&A], [&B4]], [[&difference], [&H]], [&mut t.X, &mut t.Z]);
        t.Y = self.sum([&B, &E3], [&sum, &E]);
        let constant = self.combined::<Small<1, -1>>(&B, &E);
        Line { y: H, x: self.times::<Small<-3, 0>>(&J), constant }
    }

    /// `H = L D + Z O^2 - 2 X D`.
    fn add(&self, t: &mut Multiple, q: &Point) -> Line {
        let [minus_x, minus_y] = [&q.x, &q.y].map(|c| self.times::<Small<-1, 0>>(c));
        let [mut D, mut E, mut G, mut H, mut L, mut O, mut OO, mut constant] = [Quadratic::ZERO; 8];
        let one = &self.one;
        self.sums([[&t.X, &t.Z], [&t.Y, &t.Z]], [[one, &minus_x], [one, &minus_y]], [&mut L, &mut O]);
        self.sums([[&L], [&O]], [[&L], [&O]], [&mut D, &mut OO]);
        self.sums([[&L], [&t.X]], [[&D], [&D]], [&mut E, &mut G]);
        let D2 = self.times::<Small<-2, 0>>(&D);
        let zero = &Quadratic::ZERO;
        self.sums(
            [[&L, &t.Z, &t.X], [&O, &L, zero]],
            [[&D, &OO, &D2], [&q.x, &minus_y, zero]],
            [&mut H, &mut constant],
        );
        let difference = self.combined::<Small<1, -1>>(&G, &H);
        let minus_E = self.times::<Small<-1, 0>>(&E);
        t.X = self.sum([&L], [&H]);
        let Y = self.sum([&O, &t.Y], [&difference, &minus_E]);
        (t.Y, t.Z) = (Y, self.sum([&t.Z], [&E]));
        Line { y: L, x: self.times::<Small<-1, 0>>(&O), constant }
    }
}
