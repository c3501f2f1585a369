use vorpal_fields::{HashField, NonSquare};

use super::Isogeny;
use super::candidates::Candidates;

/// The simplified map of Shallue, van de Woestijne and Ulas (RFC 9380, section 6.6.2) to the curve
/// `y^2 = x^3 + a x + b` with `a b != 0`, and an isogeny from there.
///
/// For the element `u`, `x1 = -b / a (1 + 1 / (z^2 u^4 + z u^2))` and `x2 = z u^2 x1`. The right-hand sides `g` of the
/// equation satisfy `g(x2) = z^3 u^6 g(x1)`, so one of them is a square. If the denominator is zero, `x1 = b / (z a)`.
#[derive(Clone, Copy, Debug)]
pub struct Swu<F: HashField> {
    a: F,
    b: F,
    z: NonSquare<F>,
    isogeny: Option<Isogeny<F>>,
}

impl<F: HashField> Swu<F> {
    /// The map to `y^2 = x^3 + a x + b` with the non-square `z`, and the isogeny from there to the curve, if this is
    /// another one. The caller guarantees the conditions on `z` of section 6.6.2.
    #[must_use]
    pub const fn new(a: F, b: F, z: NonSquare<F>, isogeny: Option<Isogeny<F>>) -> Self {
        Self { a, b, z, isogeny }
    }

    /// `(a, b)`.
    #[must_use]
    pub const fn coefficients(&self) -> (F, F) {
        (self.a, self.b)
    }

    /// `z`.
    #[must_use]
    pub const fn z(&self) -> &NonSquare<F> {
        &self.z
    }

    /// The isogeny.
    #[must_use]
    pub const fn isogeny(&self) -> Option<&Isogeny<F>> {
        self.isogeny.as_ref()
    }

    /// 10M + 4S, by the order of operations of RFC 9380, appendix F.2.
    pub(super) fn candidates(&self, u: &F) -> Candidates<F> {
        let multiple = self.z.value() * u.square();
        let sum = multiple.square() + multiple;
        let x = self.b * (sum + F::ONE);
        let denominator = self.a * F::conditional_select(&-sum, &self.z.value(), sum.is_zero());
        let square = denominator.square();
        let cube = square * denominator;
        // x^3 + a x d^2 + b d^3 for the numerator x and the denominator d.
        let numerator = (x.square() + self.a * square) * x + self.b * cube;
        Candidates { u: *u, x: [x, multiple * x], denominator, numerator, cube, factor: multiple * *u }
    }
}
