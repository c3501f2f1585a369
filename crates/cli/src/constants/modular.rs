//! Arithmetic modulo a prime on [`Natural`], for derivations where speed does not matter.

use vorpal::limbs::schedule::Natural;

use super::euclid::Rows;

/// Arithmetic modulo a prime of at most 384 bits. Operands and results are below the prime.
pub(super) struct Modulo<'a>(pub(super) &'a Natural);

impl Modulo<'_> {
    pub(super) fn add(&self, a: &Natural, b: &Natural) -> Natural {
        a.add(b).div_rem(self.0).1
    }

    pub(super) fn sub(&self, a: &Natural, b: &Natural) -> Natural {
        a.add(self.0).sub(b).div_rem(self.0).1
    }

    pub(super) fn mul(&self, a: &Natural, b: &Natural) -> Natural {
        a.mul(b).div_rem(self.0).1
    }

    /// `base^exponent` by squaring and multiplying.
    pub(super) fn pow(&self, base: &Natural, exponent: &Natural) -> Natural {
        (0..exponent.bits()).rev().fold(Natural::ONE, |power, i| {
            let square = self.mul(&power, &power);
            if exponent.bit(i) == 1 { self.mul(&square, base) } else { square }
        })
    }

    /// `1 / a`, from the row `r = s m + t a` of Euclid's algorithm with `r = 1`, which precedes `r = 0`. `None` for
    /// zero.
    pub(super) fn invert(&self, a: &Natural) -> Option<Natural> {
        let row = Rows::new(self.0, a).find(|row| row.r == Natural::ONE)?;
        Some(if row.t.negative { self.0.sub(&row.t.magnitude) } else { row.t.magnitude })
    }

    /// Whether `x^2 + x + 1 = 0`.
    pub(super) fn is_root(&self, x: &Natural) -> bool {
        self.add(&self.add(&self.mul(x, x), x), &Natural::ONE) == Natural::ZERO
    }
}
