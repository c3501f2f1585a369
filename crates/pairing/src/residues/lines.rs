//! The doublings and additions of a Miller loop in residues, with their lines: the formulas of
//! [`Multiple`](crate::miller::Multiple).
//!
//! For a D-twist `3 b' = 3 b / xi` is not small, but `3 b' xi` is. So with `s = xi`, doublings compute `s B`, `s E`,
//! `s A / 2` and `s H / 2`. The factor of `J` comes with `-3 s x`. The new coordinates have the factor `s^2`, which
//! homogeneous coordinates may have. The line has the factor `s`, which vanishes in the final exponentiation. For an
//! M-twist `s` is 1.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_curves::models::weierstrass::Affine;
use vorpal_fields::Fe;
use vorpal_fields::tower::Fp2;
use vorpal_limbs::residues::{Quadratic, ResidueBackend};

use super::{Residues, Small, ThreeB};
use crate::{Engine, Twist, miller};

/// A multiple of a point of G2, in homogeneous coordinates.
pub(crate) struct Multiple {
    X: Quadratic,
    Y: Quadratic,
    Z: Quadratic,
    /// Of a doubling that has begun, with the factor `s`: `B`, `E`, `A / 2`, `H / 2`; and `J`.
    halfway: [Quadratic; 5],
}

/// An affine point of G2.
pub(crate) struct Point {
    x: Quadratic,
    y: Quadratic,
}

/// A point of G1 with the coordinates `x`, `y`: what lines are evaluated at.
pub(crate) struct Argument {
    minus_x: Quadratic,
    /// `-3 s x`.
    minus_3x: Quadratic,
    y: Quadratic,
    double_y: Quadratic,
}

/// The coefficients of a line at a point of G1, with ascending exponents of `w`: 0, 1 and 3 for a D-twist, 0, 2 and 3
/// for an M-twist. See [`miller::Line`].
pub(crate) type Line = [Quadratic; 3];

/// The arithmetic of a loop's points, with the points of G1 of all pairs.
pub(crate) struct Points<'a, E: Engine<N>, const N: usize, K> {
    residues: &'a Residues<E, N, K>,
    arguments: Vec<Argument>,
}

impl<'a, E: Engine<N>, const N: usize, K: ResidueBackend> Points<'a, E, N, K> {
    pub(super) fn new(residues: &'a Residues<E, N, K>, left: &[Affine<E::G1>]) -> Self {
        let argument = |p: &Affine<E::G1>| {
            let (x, y) = p.raw_coordinates();
            let [x, y] = residues.load_all([x, y].map(|c| Fp2::new(*c, Fe::ZERO)).each_ref());
            let minus_x = residues.times::<Small<-1, 0>>(&x);
            let minus_3x = match E::TWIST {
                Twist::D => residues.triple_xi(&minus_x),
                Twist::M => residues.triple(&minus_x),
            };
            Argument { minus_x, minus_3x, y, double_y: residues.double(&y) }
        };
        Self { residues, arguments: left.iter().map(argument).collect() }
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> Residues<E, N, K> {
    /// The multiple, as the other modules know it.
    pub(super) fn store_multiple(&self, t: &Multiple) -> miller::Multiple<E, N> {
        miller::Multiple::from_coordinates(self.store_all([&t.X, &t.Y, &t.Z]))
    }
}

impl<E: Engine<N>, const N: usize, K: ResidueBackend> miller::PointArithmetic<E, N> for Points<'_, E, N, K> {
    type Point = Point;
    type Multiple = Multiple;
    type Line = Line;

    fn point(&self, point: &Affine<E::G2>) -> Point {
        let (x, y) = point.raw_coordinates();
        let [x, y] = self.residues.load_all([x, y]);
        Point { x, y }
    }

    fn opposite(&self, point: &Point) -> Point {
        Point { x: point.x, y: self.residues.times::<Small<-1, 0>>(&point.y) }
    }

    fn multiple(&self, point: &Point) -> Multiple {
        Multiple { X: point.x, Y: point.y, Z: self.residues.one, halfway: [Quadratic::ZERO; 5] }
    }

    fn negate(&self, t: &mut Multiple) {
        t.Y = self.residues.times::<Small<-1, 0>>(&t.Y);
    }

    fn blank(&self) -> Line {
        [Quadratic::ZERO; 3]
    }

    /// The first sums of [`Multiple::double`](miller::Multiple::double), with half of `A` and `H`: the later factors
    /// are twice theirs.
    fn begin_double(&self, t: &mut Multiple) {
        let r = self.residues;
        let scaled_Y = match E::TWIST {
            Twist::D => &r.times_xi(&t.Y),
            Twist::M => &t.Y,
        };
        let last = &r.times::<ThreeB<E, N>>(&t.Z);
        r.arithmetic.write_sums_of_products(
            [&[[&t.Y, scaled_Y]], &[[&t.Z, last]], &[[&t.X, scaled_Y]], &[[scaled_Y, &t.Z]], &[[&t.X, &t.X]]],
            t.halfway.each_mut(),
        );
    }

    /// With `F = 3 E`, `Y3 = (B + F)^2 - 12 E^2` is `B (B + 6 E) - 3 E^2`.
    fn end_double(&self, index: usize, t: &mut Multiple, line: &mut Line) {
        let (r, Argument { minus_3x, double_y, .. }) = (self.residues, &self.arguments[index]);
        let [B, E, half_A, half_H, J] = &t.halfway;
        let difference = &r.combined::<Small<2, -6>>(B, E);
        let sum = &r.combined::<Small<1, 6>>(B, E);
        let (B8, minus_3E) = (&r.times::<Small<8, 0>>(B), &r.times::<Small<-3, 0>>(E));
        let (line_y, line_x, constant) = parts::<E, N>(line);
        r.arithmetic.write_sums_of_products(
            [
                &[[half_A, difference]],
                &[[B, sum], [minus_3E, E]],
                &[[B8, half_H]],
                &[[J, minus_3x]],
                &[[half_H, double_y]],
            ],
            [&mut t.X, &mut t.Y, &mut t.Z, line_x, line_y],
        );
        *constant = r.combined::<Small<1, -1>>(B, E);
    }

    /// `H = L D + Z O^2 - 2 X D`.
    fn add(&self, index: usize, t: &mut Multiple, q: &Point, line: &mut Line) {
        let (r, Argument { minus_x, y, .. }) = (self.residues, &self.arguments[index]);
        let (minus_qx, minus_qy) = (&r.times::<Small<-1, 0>>(&q.x), &r.times::<Small<-1, 0>>(&q.y));
        let one = &r.one;
        let [L, O] = &r.sums([&[[&t.X, one], [&t.Z, minus_qx]], &[[&t.Y, one], [&t.Z, minus_qy]]]);
        let (line_y, line_x, constant) = parts::<E, N>(line);
        let [mut D, mut OO] = [Quadratic::ZERO; 2];
        r.arithmetic.write_sums_of_products(
            [&[[L, L]], &[[O, O]], &[[O, &q.x], [L, minus_qy]], &[[O, minus_x]], &[[L, y]]],
            [&mut D, &mut OO, constant, line_x, line_y],
        );
        let minus_D2 = &r.times::<Small<-2, 0>>(&D);
        let [E, G, H] = &r.sums([&[[L, &D]], &[[&t.X, &D]], &[[L, &D], [&t.Z, &OO], [&t.X, minus_D2]]]);
        let (difference, minus_E) = (&r.combined::<Small<1, -1>>(G, H), &r.times::<Small<-1, 0>>(E));
        let [X, Y, Z] = r.sums([&[[L, H]], &[[O, difference], [&t.Y, minus_E]], &[[&t.Z, E]]]);
        (t.X, t.Y, t.Z) = (X, Y, Z);
    }
}

/// The coefficients `c_y y`, `c_x x` and `c` of a line.
fn parts<E: Engine<N>, const N: usize>(
    [first, x, last]: &mut Line,
) -> (&mut Quadratic, &mut Quadratic, &mut Quadratic) {
    match E::TWIST {
        Twist::D => (first, x, last),
        Twist::M => (last, x, first),
    }
}
