use vorpal_fields::subtle::ConstantTimeEq;
use vorpal_fields::{HashField, NonSquare};

use super::candidates::Candidates;

/// The map of Shallue and van de Woestijne (RFC 9380, section 6.6.1) to the curve `y^2 = g(x) = x^3 + a x + b`, for any
/// `a` and `b`.
///
/// With `d = 1 + g(z) u^2` and `e = 1 - g(z) u^2`, one of these three has a square `g(x)`:
///
/// ```text
/// x1 = -z / 2 - c3 u / d,   x2 = -z / 2 + c3 u / d,   x3 = z + c4 (d / e)^2
/// c3 = sqrt(-g(z) (3 z^2 + 4 a)),   c4 = -4 g(z) / (3 z^2 + 4 a)
/// ```
///
/// If `d e = 0`, they are `-z / 2`, `-z / 2` and `z`. The first one with a square is chosen. There is no inversion: `x`
/// is a fraction until the end.
#[derive(Clone, Copy, Debug)]
pub struct Svdw<F: HashField> {
    a: F,
    b: F,
    z: F,
    c3: F,
    c4: F,
    non_square: NonSquare<F>,
}

impl<F: HashField> Svdw<F> {
    /// The map to `y^2 = x^3 + a x + b` with `z` and the constants above. The caller guarantees that they satisfy these
    /// equations, that `sgn0(c3) = 0`, and the conditions on `z` of section 6.6.1.
    #[must_use]
    pub const fn new(a: F, b: F, z: F, [c3, c4]: [F; 2], non_square: NonSquare<F>) -> Self {
        Self { a, b, z, c3, c4, non_square }
    }

    /// `z`.
    #[must_use]
    pub const fn z(&self) -> F {
        self.z
    }

    /// `[c3, c4]`.
    #[must_use]
    pub const fn constants(&self) -> [F; 2] {
        [self.c3, self.c4]
    }

    pub(super) const fn non_square(&self) -> &NonSquare<F> {
        &self.non_square
    }

    /// Two Legendre symbols, and about 25M.
    pub(super) fn candidates(&self, u: &F) -> Candidates<F> {
        let (a, b, z) = (self.a, self.b, self.z);
        let multiple = u.square() * ((z.square() + a) * z + b);
        let (d, e) = (F::ONE + multiple, F::ONE - multiple);
        let is_exception = d.is_zero() | e.is_zero();
        let mut step = self.c3 * *u;
        step.conditional_assign(&F::ZERO, is_exception);
        let (d, e) = (
            F::conditional_select(&d, &F::ONE, is_exception),
            F::conditional_select(&e, &F::ONE, is_exception),
        );
        let middle = -(z.halve() * d);
        let last_denominator = e.square();
        let mut last = self.c4 * d.square();
        last.conditional_assign(&F::ZERO, is_exception);
        let last = last + z * last_denominator;

        // n^3 + a n k^2 + b k^3 for the numerator n and the denominator k, and k^3.
        let right_hand_side = |n: &F, k: &F| {
            let square = k.square();
            let cube = square * *k;
            ((n.square() + a * square) * *n + b * cube, cube)
        };
        // The symbol of a fraction is that of the product of its parts.
        let is_square = |n: &F| !(right_hand_side(n, &d).0 * d).legendre().ct_eq(&-1);
        let (first, second) = (middle - step, middle + step);
        let (is_first, is_second) = (is_square(&first), is_square(&second));
        let mut x = F::conditional_select(&last, &second, is_second);
        x.conditional_assign(&first, is_first);
        let denominator = F::conditional_select(&last_denominator, &d, is_first | is_second);
        let (numerator, cube) = right_hand_side(&x, &denominator);
        Candidates { u: *u, x: [x; 2], denominator, numerator, cube, factor: F::ONE }
    }
}
