//! `u1 G + u2 P` for public scalars.

use vorpal_curves::models::weierstrass::{Affine, Projective, QuadGroup, QuadGroupProgram};

use super::super::pieces::{PIECE_DIGITS, PIECES, Pieces};
use crate::curve::FourLimbCurve;

/// `u1 G + u2 P`, where `u2 P` is `k1 P`, or `k1 P + k2 phi(P)`. `ODD` is the number of odd multiples of `P`, `DIGITS`
/// that of the digits of `k1` and `k2`, and `PARTS` is one or two.
pub(in super::super) struct Sum<
    'a,
    C: FourLimbCurve,
    const ODD: usize,
    const DIGITS: usize,
    const PARTS: usize,
> {
    /// The digits of `k1` and `k2`.
    pub(in super::super) forms: [[i16; DIGITS]; PARTS],
    /// The digits of `u1`.
    pub(in super::super) of_generator: Pieces<'a, C>,
    /// `P`.
    pub(in super::super) point: Affine<C>,
    /// `phi(x, y) = (beta x, y)`, of which only a sum of two parts makes use.
    pub(in super::super) beta: C::Base,
}

impl<C: FourLimbCurve, const ODD: usize, const DIGITS: usize, const PARTS: usize> QuadGroupProgram<C>
    for Sum<'_, C, ODD, DIGITS, PARTS>
{
    type Output = Projective<C>;

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, group: &G) -> Projective<C> {
        let point = group.load(&Projective::from_affine(&self.point));
        let twice = group.double(point);
        let mut multiples = [[point; ODD]; PARTS];
        for i in 1..ODD {
            multiples[0][i] = group.add(multiples[0][i - 1], twice);
        }
        let beta = group.scale(&self.beta);
        for part in 1..PARTS {
            for i in 0..ODD {
                multiples[part][i] = group.scale_x(multiples[0][i], beta);
            }
        }

        let mut sum = group.identity();
        let forms = &self.forms;
        let highest = forms.iter().filter_map(|form| form.iter().rposition(|digit| *digit != 0)).max();
        for position in (0..PIECE_DIGITS.max(highest.unwrap_or(0) + 1)).rev() {
            sum = group.double(sum);
            for (form, multiples) in forms.iter().zip(&multiples) {
                let digit = form[position];
                if digit != 0 {
                    let multiple = multiples[usize::from(digit.unsigned_abs() / 2)];
                    sum = group.add(sum, if digit > 0 { multiple } else { group.neg(multiple) });
                }
            }
            if position < PIECE_DIGITS {
                sum = add_pieces_vartime(group, sum, &self.of_generator, position, PIECES, beta);
            }
        }
        group.store(sum)
    }
}

/// `u1 G + u2 P`, with tables of multiples of both.
pub(in super::super) struct Prepared<'a, C: FourLimbCurve> {
    /// The digits of `u1`.
    pub(in super::super) of_generator: Pieces<'a, C>,
    /// The digits of `k1` and `k2`, of which the upper half of the pieces selects multiples of `P` instead of `phi(P)`.
    pub(in super::super) of_point: Pieces<'a, C>,
    /// The number of pieces of `k1`.
    pub(in super::super) half: usize,
}

impl<C: FourLimbCurve> QuadGroupProgram<C> for Prepared<'_, C> {
    type Output = Projective<C>;

    #[inline(always)]
    fn run<G: QuadGroup<C>>(self, group: &G) -> Projective<C> {
        let beta = group.scale(&C::PHI.beta());
        let mut sum = group.identity();
        for position in (0..PIECE_DIGITS).rev() {
            sum = group.double(sum);
            sum = add_pieces_vartime(group, sum, &self.of_point, position, self.half, beta);
            sum = add_pieces_vartime(group, sum, &self.of_generator, position, PIECES, beta);
        }
        group.store(sum)
    }
}

/// Adds the multiples that the digits at a position select: multiples of `P` from the first `direct` pieces, of
/// `phi(P)` from the others.
#[inline(always)]
fn add_pieces_vartime<C: FourLimbCurve, G: QuadGroup<C>>(
    group: &G,
    mut sum: G::Point,
    pieces: &Pieces<'_, C>,
    position: usize,
    direct: usize,
    beta: G::Factor,
) -> G::Point {
    for piece in 0..PIECES {
        if let Some(multiple) = pieces.multiple_vartime(piece, position) {
            let mut multiple = group.load_affine(&multiple);
            if piece >= direct {
                multiple = group.scale_x(multiple, beta);
            }
            sum = group.add(sum, multiple);
        }
    }
    sum
}
