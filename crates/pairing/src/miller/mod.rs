//! Miller loops.
//!
//! The optimal ate pairing of `P` in G1 and `Q` in G2 is a power of `f(P)`, where the function `f` on the curve is
//! accumulated while a multiple of `Q` is computed: a square and the tangent for each doubling, a chord for each
//! addition. The multiples are
//!
//! ```text
//! BLS12: T = x Q
//! BN:    T = (6 x + 2) Q + psi(Q) - psi^2(Q)
//! ```
//!
//! For a negative number, the multiple by its magnitude is negated and `f` is conjugated. Vertical lines lie in `Fp6`
//! and vanish in the final exponentiation, as does the difference between a conjugate and an inverse. Source: F.
//! Vercauteren, "Optimal pairings", 2010.
//!
//! # Membership from the end of the loop
//!
//! Let `Q` be any point of the twist except infinity. The loop ends with the point `T` above, and the claim is: `Q` is
//! in G2 if and only if the final `T` is not infinity (`Z != 0` in its coordinates) and
//!
//! ```text
//! BLS12: T = psi(Q)
//! BN:    T = -psi^3(Q)
//! ```
//!
//! 1. *The formulas report exceptions.* A doubling yields `Z3 = 8 Y^3 Z`, which is zero for infinity and for points of
//!    order two. An addition of `(x, y)` yields `Z3 = Z (X - x Z)^3`, which is zero for infinity and for equal and
//!    opposite points. Once `Z` is zero it remains zero. So if the final `Z` is not zero, no step was exceptional, and
//!    in all other cases the formulas are correct: `T` is the multiple above.
//! 2. *Points outside fail.* By 1, a point that passes satisfies `f(psi) Q = 0` with `f = X - x` for BLS12 and
//!    `f = 6 x + 2 + X - X^2 + X^3` for BN. By the argument of
//!    [`Psi`](vorpal_curves::models::weierstrass::Psi), its order divides `gcd(n, #E'(Fp2))` for the norm `n` of
//!    `f(psi)`. A test computes this number for both polynomials: it is `r`.
//! 3. *Points of G2 pass.* Since `f(p) = 0 mod r`, the equation holds. No step is exceptional: the order of `Q` is the
//!    prime `r`, the loop adds `Q` or `-Q` to multiples `k Q` with an even `2 <= k < r - 1` only, and doubles multiples
//!    below `r`. For BN, the last two additions would be exceptional only if `6 x + 2` were `p` or `-p`, or
//!    `6 x + 2 + p` were `p^2` or `-p^2`, modulo `r`. A test computes these differences: none is zero.
//!
//! An attacker who chooses `Q` gains nothing: no randomness is involved, and 2 holds for every point of the curve. The
//! caller has checked that `Q` is on the curve, without which the doubling formula is meaningless.

mod digits;
mod lines;
mod step;

use alloc::vec::Vec;
use core::borrow::Borrow;

use vorpal_curves::models::weierstrass::{Affine, Family};

use crate::Engine;
use digits::LoopDigits;
use lines::Lines;
pub(crate) use step::{Line, Multiple};

/// Arithmetic of the points of a loop.
pub(crate) trait PointArithmetic<E: Engine<N>, const N: usize> {
    /// An affine point of G2.
    type Point;
    /// A multiple of a point.
    type Multiple;
    /// A line through points.
    type Line;

    fn point(&self, point: &Affine<E::G2>) -> Self::Point;
    fn opposite(&self, point: &Self::Point) -> Self::Point;
    /// The point itself, which is not infinity.
    fn multiple(&self, point: &Self::Point) -> Self::Multiple;
    fn negate(&self, multiple: &mut Self::Multiple);
    /// Any line: space for one.
    fn blank(&self) -> Self::Line;
    /// The first part of a doubling.
    fn begin_double(&self, multiple: &mut Self::Multiple);
    /// The rest of the doubling of the multiple with this index, with the tangent.
    fn end_double(&self, index: usize, multiple: &mut Self::Multiple, line: &mut Self::Line);
    /// Adds a point to the multiple with this index, and writes the chord.
    fn add(&self, index: usize, multiple: &mut Self::Multiple, point: &Self::Point, line: &mut Self::Line);
}

/// What happens to the lines of a loop.
pub(crate) trait Steps<L> {
    /// The loop doubles its multiples: before the lines of all doublings but the first.
    fn square(&mut self) {}
    /// The line of the point with this index.
    fn line(&mut self, index: usize, line: &L);
    /// All points have had their lines of a step.
    fn end(&mut self) {}
    /// The multiples are replaced by their opposites.
    fn conjugate(&mut self) {}
}

/// The digits of the number of the loop.
const fn digits<E: Engine<N>, const N: usize>() -> LoopDigits {
    let seed = E::PSI.seed();
    match E::PSI.family() {
        Family::Bls12 => LoopDigits::binary(seed.magnitude),
        Family::Bn if seed.negative => LoopDigits::signed(6 * seed.magnitude as u128 - 2),
        Family::Bn => LoopDigits::signed(6 * seed.magnitude as u128 + 2),
    }
}

/// The number of lines of a point.
pub(crate) const fn length<E: Engine<N>, const N: usize>() -> usize {
    digits::<E, N>().steps()
        + match E::PSI.family() {
            Family::Bls12 => 0,
            Family::Bn => 2,
        }
}

/// Runs the loop of points other than infinity, and returns the final multiples.
///
/// Each operation is followed by one that does not depend on it, so that the processor overlaps both: a line is used
/// after the next operation on points, and doublings begin before the last line of a step is used.
pub(crate) fn run<E: Engine<N>, A: PointArithmetic<E, N>, const N: usize>(
    arithmetic: &A,
    points: &[Affine<E::G2>],
    steps: &mut impl Steps<A::Line>,
) -> Vec<A::Multiple> {
    let affine = points;
    let points: Vec<_> = affine.iter().map(|point| arithmetic.point(point)).collect();
    let mut multiples: Vec<_> = points.iter().map(|point| arithmetic.multiple(point)).collect();
    let mut lines = Lines::new([arithmetic.blank(), arithmetic.blank()], points.len());
    multiples.iter_mut().for_each(|multiple| arithmetic.begin_double(multiple));
    let mut digits = const { digits::<E, N>() }.below_top().enumerate().peekable();
    while let Some((i, digit)) = digits.next() {
        let mut first = multiples.iter_mut().enumerate();
        if let Some((index, multiple)) = first.next() {
            lines.push(index, |line| arithmetic.end_double(index, multiple, line), steps);
        }
        // No line of this step has been used yet.
        if i > 0 {
            steps.square();
        }
        for (index, multiple) in first {
            lines.push(index, |line| arithmetic.end_double(index, multiple, line), steps);
        }
        lines.end_step(steps);
        match digit {
            0 => {}
            1 => add(arithmetic, &mut multiples, points.iter(), &mut lines, steps),
            _ => {
                let opposites = points.iter().map(|point| arithmetic.opposite(point));
                add(arithmetic, &mut multiples, opposites, &mut lines, steps);
            }
        }
        if digits.peek().is_some() {
            multiples.iter_mut().for_each(|multiple| arithmetic.begin_double(multiple));
        }
        lines.finish(steps);
    }
    if E::PSI.seed().negative {
        steps.conjugate();
        multiples.iter_mut().for_each(|multiple| arithmetic.negate(multiple));
    }
    if E::PSI.family() == Family::Bn {
        let psi = E::PSI;
        let images: Vec<_> = affine.iter().map(|point| psi.apply(point)).collect();
        let points = images.iter().map(|image| arithmetic.point(image));
        add(arithmetic, &mut multiples, points, &mut lines, steps);
        let opposites = images.iter().map(|image| arithmetic.point(&-psi.apply(image)));
        add(arithmetic, &mut multiples, opposites, &mut lines, steps);
        lines.finish(steps);
    }
    multiples
}

/// Adds to each multiple its point.
fn add<E: Engine<N>, A: PointArithmetic<E, N>, P: Borrow<A::Point>, const N: usize>(
    arithmetic: &A,
    multiples: &mut [A::Multiple],
    points: impl Iterator<Item = P>,
    lines: &mut Lines<A::Line>,
    steps: &mut impl Steps<A::Line>,
) {
    for (index, (multiple, point)) in multiples.iter_mut().zip(points).enumerate() {
        lines.push(index, |line| arithmetic.add(index, multiple, point.borrow(), line), steps);
    }
    lines.end_step(steps);
}

/// Whether a point is in G2, given its final multiple: see the module.
pub(crate) fn is_in_g2<E: Engine<N>, const N: usize>(
    point: &Affine<E::G2>,
    multiple: &Multiple<E, N>,
) -> bool {
    let psi = E::PSI;
    multiple.equals(&match psi.family() {
        Family::Bls12 => psi.apply(point),
        Family::Bn => -psi.apply(&psi.apply(&psi.apply(point))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PreparedG2;
    use crate::{bls12_377::Bls12_377, bls12_381::Bls12_381, bn254::Bn254};

    fn check<E: Engine<N>, const N: usize>() {
        let lines = PreparedG2::<E, N>::new(&Affine::GENERATOR).unwrap();
        assert_eq!(lines.lines().len(), length::<E, N>());
    }

    /// The space that is reserved for lines.
    #[test]
    fn lines_of_a_point() {
        check::<Bls12_381, 6>();
        check::<Bls12_377, 6>();
        check::<Bn254, 4>();
    }
}
