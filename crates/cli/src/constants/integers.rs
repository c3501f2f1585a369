//! Integers modulo a number, and with a sign, on [`Natural`]. Plain and slow.

use std::fmt;

use vorpal::limbs::schedule::Natural;

use super::euclid::Rows;

/// Arithmetic modulo a prime of at most 384 bits, on numbers below it.
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

    /// `1 / a`: Euclid's rows `r = s m + t a` end with `r = 1` before `r = 0`. `None` for zero.
    pub(super) fn invert(&self, a: &Natural) -> Option<Natural> {
        let row = Rows::new(self.0, a).find(|row| row.r == Natural::ONE)?;
        Some(if row.t.negative { self.0.sub(&row.t.magnitude) } else { row.t.magnitude })
    }

    /// Whether `x^2 + x + 1 = 0`.
    pub(super) fn is_root(&self, x: &Natural) -> bool {
        self.add(&self.add(&self.mul(x, x), x), &Natural::ONE) == Natural::ZERO
    }
}

/// An integer. Zero is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signed {
    pub(super) magnitude: Natural,
    pub(super) negative: bool,
}

impl Signed {
    pub(super) fn new(magnitude: Natural, negative: bool) -> Self {
        Self { magnitude, negative: negative && magnitude != Natural::ZERO }
    }

    pub(super) fn negated(&self) -> Self {
        Self::new(self.magnitude, !self.negative)
    }

    /// The number below `modulus` that is congruent to it.
    pub(super) fn reduced(&self, modulus: &Natural) -> Natural {
        let (_, rest) = self.magnitude.div_rem(modulus);
        if self.negative { modulus.sub(&rest).div_rem(modulus).1 } else { rest }
    }
}

/// `0x` and the digits, without leading zeros.
pub(super) fn hexadecimal(value: &Natural) -> String {
    let limbs = value.limbs::<{ Natural::BITS / 64 }>();
    let digits: String = limbs.iter().rev().map(|limb| format!("{limb:016x}")).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negative { "-" } else { "" }, hexadecimal(&self.magnitude))
    }
}
