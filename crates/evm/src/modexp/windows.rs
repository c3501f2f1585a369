//! Powers by sliding windows, in any ring.

use alloc::vec::Vec;

use super::words::{bit_length, word};

/// Multiplication of residues.
pub(super) trait Ring {
    type Element: Clone;

    /// `a = a b`.
    fn mul_assign(&mut self, a: &mut Self::Element, b: &Self::Element);
    /// `a = a^2`.
    fn square(&mut self, a: &mut Self::Element);
}

/// `base^exponent` for an exponent that is not zero. Time depends on the exponent.
///
/// With windows of `w` bits, an exponent of `n` bits takes `n` squares, about `n / (w + 1)` products, and `2^(w - 1)`
/// products for the table of odd powers.
pub(super) fn power<R: Ring>(ring: &mut R, base: &R::Element, exponent: &[u64]) -> R::Element {
    let mut bits = bit_length(exponent);
    let width = match bits {
        0..=6 => 1,
        7..=24 => 2,
        25..=79 => 3,
        80..=239 => 4,
        240..=671 => 5,
        672..=1791 => 6,
        _ => 7,
    };
    let mut odd = Vec::with_capacity(1 << (width - 1));
    odd.push(base.clone());
    if width > 1 {
        let mut square = base.clone();
        ring.square(&mut square);
        for i in 1..1 << (width - 1) {
            let mut next: R::Element = odd[i - 1].clone();
            ring.mul_assign(&mut next, &square);
            odd.push(next);
        }
    }
    let bit = |i: usize| word(exponent, i / 64) >> (i % 64) & 1;
    let mut power: Option<R::Element> = None;
    while bits > 0 {
        if bit(bits - 1) == 0 {
            if let Some(power) = &mut power {
                ring.square(power);
            }
            bits -= 1;
            continue;
        }
        // The longest window that starts at this bit and ends in a one.
        let mut length = width.min(bits);
        while bit(bits - length) == 0 {
            length -= 1;
        }
        let window = (0..length).fold(0, |window, i| window << 1 | bit(bits - 1 - i));
        bits -= length;
        let factor = &odd[usize::try_from(window >> 1).unwrap_or(0)];
        match &mut power {
            None => power = Some(factor.clone()),
            Some(power) => {
                (0..length).for_each(|_| ring.square(power));
                ring.mul_assign(power, factor);
            }
        }
    }
    power.unwrap_or_else(|| base.clone())
}
