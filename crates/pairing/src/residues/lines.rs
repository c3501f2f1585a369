//! The doublings and additions of a Miller loop in residues, with their lines: the formulas of
//! [`Multiple`](crate::miller::Multiple).

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Fe;
use vorpal_fields::tower::Fp2;
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::{Residues, Small};
use crate::{Engine, Twist, miller};

/// A pair of points of a Miller loop: `P` in G1, and the multiple of `Q` in G2.
pub(super) struct Points {
    X: Quadratic,
    Y: Quadratic,
    Z: Quadratic,
    /// The coordinates of `P`.
    p: [Quadratic; 2],
}

/// An affine point of G2.
pub(super) struct Point {
    x: Quadratic,
    y: Quadratic,
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// An affine point of G2, which is not infinity.
    pub(super) fn point(&self, point: &Affine<E::G2>) -> Point {
        let (x, y) = point.raw_coordinates();
        Point { x: self.load(x), y: self.load(y) }
    }

    pub(super) fn opposite(&self, point: &Point) -> Point {
        Point { x: point.x, y: self.times::<Small<-1, 0>>(&point.y) }
    }

    /// The start of the loop of two points that are not infinity.
    pub(super) fn start(&self, p: &Affine<E::G1>, q: &Affine<E::G2>) -> Points {
        let (Point { x, y }, (px, py)) = (self.point(q), p.raw_coordinates());
        let p = [px, py].map(|c| self.load(&Fp2::new(*c, Fe::ZERO)));
        Points { X: x, Y: y, Z: self.one, p }
    }

    /// The multiple, as the other modules know it.
    pub(super) fn multiple(&self, t: &Points) -> miller::Multiple<E, N> {
        miller::Multiple::from_coordinates([&t.X, &t.Y, &t.Z].map(|c| self.store(c)))
    }

    pub(super) fn negate(&self, t: &mut Points) {
        t.Y = self.times::<Small<-1, 0>>(&t.Y);
    }

    /// The coefficients of a line with ascending exponents of `w`, at `P`: 0, 1 and 3 for a D-twist, 0, 2 and 3 for an
    /// M-twist.
    fn at(&self, p: &[Quadratic; 2], y: &Quadratic, x: &Quadratic, constant: Quadratic) -> [Quadratic; 3] {
        let [mut cx, mut cy] = [Quadratic::ZERO; 2];
        self.sums([[x], [y]], [[&p[0]], [&p[1]]], [&mut cx, &mut cy]);
        match E::TWIST {
            Twist::D => [cy, cx, constant],
            Twist::M => [constant, cx, cy],
        }
    }

    /// Doubles the multiple, and returns the tangent at `P`. With `F = 3 E`, `Y3 = (B + F)^2 - 12 E^2` is
    /// `B (B + 6 E) - 3 E^2`.
    pub(super) fn double(&self, t: &mut Points) -> [Quadratic; 3] {
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
        self.at(&t.p, &H, &self.times::<Small<-3, 0>>(&J), constant)
    }

    /// Adds an affine point to the multiple, and returns the chord at `P`. `H = L D + Z O^2 - 2 X D`.
    pub(super) fn add(&self, t: &mut Points, q: &Point) -> [Quadratic; 3] {
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
        self.at(&t.p, &L, &self.times::<Small<-1, 0>>(&O), constant)
    }
}
