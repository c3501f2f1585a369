#![allow(non_snake_case, reason = "projective coordinates are capitals in the literature")]

use alloc::vec::Vec;

use vorpal_fields::{Field, HashField, PackedField};

use super::candidates::Mapped;

/// The largest degree of a polynomial.
const DEGREE: usize = 15;

/// An isogeny of odd degree, `(x, y) -> (f(x) / h(x)^2, y g(x) / h(x)^3)`, where the roots of `h` are the `x` of its
/// kernel.
///
/// Every such isogeny has this form (J. Velu, "Isogenies entre courbes elliptiques", 1971). RFC 9380, appendix E, lists
/// the coefficients of `h^2` and `h^3` instead.
#[derive(Clone, Copy, Debug)]
pub struct Isogeny<F: 'static> {
    x: &'static [F],
    y: &'static [F],
    kernel: &'static [F],
}

impl<F: HashField> Isogeny<F> {
    /// The isogeny with `f`, `g` and `h`, coefficients from that of 1 on; without the leading coefficient of `h`, which
    /// is 1. The caller guarantees that it is an isogeny.
    ///
    /// # Panics
    /// If the degrees are not `2 d + 1`, `3 d` and `d` with `d` from 1 to 5.
    #[must_use]
    #[allow(clippy::panic, reason = "an invalid constant must not build")]
    pub const fn new(x: &'static [F], y: &'static [F], kernel: &'static [F]) -> Self {
        let d = kernel.len();
        assert!(x.len() == 2 * d + 2 && y.len() == 3 * d + 1, "the degrees are 2 d + 1, 3 d and d");
        assert!(d >= 1 && 3 * d <= DEGREE, "kernels of at most eleven points");
        Self { x, y, kernel }
    }

    /// `(f, g, h)`.
    #[must_use]
    pub const fn polynomials(&self) -> (&'static [F], &'static [F], &'static [F]) {
        (self.x, self.y, self.kernel)
    }

    /// The image of a point. Points of the kernel give `Z = 0`, as infinity does. For degree `2 d + 1`: `15 d + 2` M
    /// and `1` S.
    ///
    /// With `F = f(x) Z^(4 d + 2)`, `G = g(x) Z^(6 d)` and `H = h(x) Z^(2 d)`, which are polynomials in `X` and `Z^2`:
    /// `f(x) / h(x)^2 = F / (Z H)^2` and `y g(x) / h(x)^3 = Y G / (Z H)^3`.
    pub(super) fn apply(&self, point: &Mapped<F>) -> Mapped<F> {
        let Mapped { X, Y, Z } = point;
        // powers[i] = Z^(2 i)
        let mut powers = [F::ONE; DEGREE + 1];
        powers[1] = Z.square();
        for i in 2..self.y.len() {
            powers[i] = powers[i - 1] * powers[1];
        }
        // The polynomial with these coefficients, added to `high X^k` for their number k.
        let evaluate = |high: F, coefficients: &[F]| {
            let terms = coefficients.iter().rev().zip(&powers[1..]);
            terms.fold(high, |sum, (coefficient, power)| sum * *X + *coefficient * *power)
        };
        let of = |polynomial: &[F]| match polynomial.split_last() {
            Some((first, rest)) => evaluate(*first, rest),
            None => F::ZERO,
        };
        Mapped { X: of(self.x), Y: *Y * of(self.y), Z: *Z * evaluate(F::ONE, self.kernel) }
    }
}

/// An isogeny whose coefficients are packed: [`Isogeny::apply`] in each lane.
pub(super) struct PackedIsogeny<P> {
    x: Vec<P>,
    y: Vec<P>,
    kernel: Vec<P>,
}

impl<P: PackedField> PackedIsogeny<P> {
    pub(super) fn new<F: HashField + Field<Packed = P>>(isogeny: &Isogeny<F>) -> Self
    where
        P: PackedField<Element = F>,
    {
        let packed = |polynomial: &[F]| polynomial.iter().map(P::splat).collect();
        Self { x: packed(isogeny.x), y: packed(isogeny.y), kernel: packed(isogeny.kernel) }
    }

    /// The images of the points `(X : Y : Z)`. Points of the kernel give `Z = 0`, as infinity does.
    pub(super) fn apply(&self, [X, Y, Z]: [&P; 3]) -> [P; 3] {
        // powers[i] = Z^(2 i)
        let mut powers = [P::one(); DEGREE + 1];
        powers[1].square_into(Z);
        for i in 2..self.y.len() {
            let (before, power) = powers.split_at_mut(i);
            power[0].mul_into(&before[i - 1], &before[1]);
        }
        // The polynomial with these coefficients, added to `high X^k` for their number k.
        let evaluate = |high: &P, coefficients: &[P]| {
            let (mut sum, mut term) = (*high, *high);
            for (coefficient, power) in coefficients.iter().rev().zip(&powers[1..]) {
                sum.mul_assign(X);
                term.mul_into(coefficient, power);
                sum.add_assign(&term);
            }
            sum
        };
        let of = |polynomial: &[P]| match polynomial.split_last() {
            Some((first, rest)) => evaluate(first, rest),
            None => P::one(),
        };
        let [x, mut y, mut z] = [of(&self.x), of(&self.y), evaluate(&P::one(), &self.kernel)];
        y.mul_assign(Y);
        z.mul_assign(Z);
        [x, y, z]
    }
}
