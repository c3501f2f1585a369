//! Signed integers and hexadecimal digits on [`Natural`], for derivations where speed does not matter.

use std::fmt;

use vorpal::limbs::schedule::Natural;

/// A signed integer. Zero is not negative.
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

    /// `self - other`.
    pub(super) fn sub(&self, other: &Self) -> Self {
        let (a, b) = (&self.magnitude, &other.magnitude);
        match (self.negative == other.negative, a.less(b)) {
            (false, _) => Self::new(a.add(b), self.negative),
            (true, true) => Self::new(b.sub(a), !self.negative),
            (true, false) => Self::new(a.sub(b), self.negative),
        }
    }

    /// The number below `modulus` that is congruent to it.
    pub(super) fn reduced(&self, modulus: &Natural) -> Natural {
        let (_, rest) = self.magnitude.div_rem(modulus);
        if self.negative { modulus.sub(&rest).div_rem(modulus).1 } else { rest }
    }
}

/// The hexadecimal form: `0x` and the digits, without leading zeros.
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
