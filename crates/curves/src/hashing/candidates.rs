//! The two halves of a map around its square root: two candidates for `x`, and the point.

#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use vorpal_fields::HashField;
use vorpal_fields::subtle::Choice;

/// A point of the curve that a map leads to, before the isogeny if there is one: `x = X / Z^2`, `y = Y / Z^3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapped<F> {
    pub(super) X: F,
    pub(super) Y: F,
    pub(super) Z: F,
}

/// What a map computes before its square root: two candidates for `x`, and the right-hand side of the equation of the
/// curve at the first one.
#[derive(Clone, Copy)]
pub(super) struct Candidates<F> {
    /// The element that is mapped.
    pub(super) u: F,
    /// The numerators of both candidates for `x`.
    pub(super) x: [F; 2],
    /// The denominator of both.
    pub(super) denominator: F,
    /// The right-hand side at the first one, times the cube of the denominator.
    pub(super) numerator: F,
    /// The cube of the denominator.
    pub(super) cube: F,
    /// The second `y`, divided by a root of the multiple of the right-hand side by the non-square.
    pub(super) factor: F,
}

impl<F: HashField> Candidates<F> {
    /// The point, given the root of the right-hand side or of its multiple. 3M. The sign of `y` is that of `u`.
    #[inline]
    pub(super) fn point(&self, is_square: Choice, root: &F) -> Mapped<F> {
        let x = F::conditional_select(&self.x[1], &self.x[0], is_square);
        let mut y = F::conditional_select(&(self.factor * *root), root, is_square);
        let opposite = -y;
        y.conditional_assign(&opposite, self.u.sgn0() ^ y.sgn0());
        Mapped { X: x * self.denominator, Y: y * self.cube, Z: self.denominator }
    }
}
