//! Nonnegative integers wide enough for every intermediate value of a multiplication, usable in constants.

use super::MAX_LIMBS;
use crate::words::{adc, mac, sbb};

/// The number of words of a [`Natural`]: the product of two numbers of the most limbs, and two words for sums of
/// products.
const WORDS: usize = 2 * super::MAX_LIMBS + 2;

/// A nonnegative integer below `2^4224`: exact bounds, at compile time and at run time.
///
/// Operations do not wrap: an operation whose result does not fit panics, which stops the build in a constant. Time
/// depends on the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Natural {
    words: [u64; WORDS],
    /// The number of words up to the last that is not zero, so that small numbers have small costs.
    length: usize,
}

impl Natural {
    /// Zero.
    pub const ZERO: Self = Self { words: [0; WORDS], length: 0 };
    /// One.
    pub const ONE: Self = Self::from_word(1);
    /// The maximal length in bits.
    pub const BITS: usize = 64 * WORDS;

    /// The integer of these words, of which those from `most` on are zero.
    const fn of(words: [u64; WORDS], most: usize) -> Self {
        let mut length = if most < WORDS { most } else { WORDS };
        while length > 0 && words[length - 1] == 0 {
            length -= 1;
        }
        Self { words, length }
    }

    /// The integer with this single word.
    pub const fn from_word(word: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = word;
        Self::of(words, 1)
    }

    /// The integer of these limbs, least significant first.
    ///
    /// # Panics
    /// If there are more than 66 limbs.
    pub const fn from_limbs(limbs: &[u64]) -> Self {
        assert!(limbs.len() <= WORDS, "a Natural has 66 words");
        let mut words = [0; WORDS];
        let mut i = 0;
        while i < limbs.len() {
            words[i] = limbs[i];
            i += 1;
        }
        Self::of(words, limbs.len())
    }

    /// `2^exponent`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn power_of_two(exponent: usize) -> Self {
        Self::ONE.shift_left(exponent)
    }

    /// The lowest `N` limbs.
    pub const fn limbs<const N: usize>(&self) -> [u64; N] {
        let mut limbs = [0; N];
        let mut i = 0;
        while i < N && i < self.length {
            limbs[i] = self.words[i];
            i += 1;
        }
        limbs
    }

    /// The integer as a word, if it is one.
    pub const fn to_word(&self) -> Option<u64> {
        if self.length <= 1 { Some(self.words[0]) } else { None }
    }

    /// The length in bits, 0 for zero.
    pub const fn bits(&self) -> usize {
        match self.length {
            0 => 0,
            length => 64 * length - self.words[length - 1].leading_zeros() as usize,
        }
    }

    /// Bit `index`; zero beyond the last.
    pub const fn bit(&self, index: usize) -> u64 {
        crate::words::bit(&self.words, index)
    }

    /// Whether `self < other`.
    pub const fn less(&self, other: &Self) -> bool {
        if self.length != other.length {
            return self.length < other.length;
        }
        let mut i = self.length;
        while i > 0 {
            i -= 1;
            if self.words[i] != other.words[i] {
                return self.words[i] < other.words[i];
            }
        }
        false
    }

    /// `self + other`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn add(&self, other: &Self) -> Self {
        let most = if self.length > other.length { self.length } else { other.length };
        let mut sum = [0; WORDS];
        let (mut carry, mut i) = (0, 0);
        while i < most {
            (sum[i], carry) = adc(self.words[i], other.words[i], carry);
            i += 1;
        }
        if carry != 0 {
            assert!(most < WORDS, "the sum does not fit");
            sum[most] = carry;
        }
        Self::of(sum, most + 1)
    }

    /// `self - other`.
    ///
    /// # Panics
    /// If it is negative.
    pub const fn sub(&self, other: &Self) -> Self {
        assert!(!self.less(other), "the difference is negative");
        let mut difference = [0; WORDS];
        let (mut borrow, mut i) = (0, 0);
        while i < self.length {
            (difference[i], borrow) = sbb(self.words[i], other.words[i], borrow);
            i += 1;
        }
        Self::of(difference, self.length)
    }

    /// `self * other`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn mul(&self, other: &Self) -> Self {
        let mut product = [0; WORDS];
        let mut i = 0;
        while i < self.length {
            let (mut carry, mut j) = (0, 0);
            while j < other.length {
                let index = i + j;
                assert!(index < WORDS, "the product does not fit");
                (product[index], carry) = mac(product[index], self.words[i], other.words[j], carry);
                j += 1;
            }
            if carry != 0 {
                assert!(i + j < WORDS, "the product does not fit");
                product[i + j] = carry;
            }
            i += 1;
        }
        Self::of(product, self.length + other.length)
    }

    /// `self * 2^count`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn shift_left(&self, count: usize) -> Self {
        assert!(self.bits() + count <= Self::BITS, "the shifted number does not fit");
        let (whole, part) = (count / 64, count % 64);
        let mut shifted = [0; WORDS];
        let mut i = 0;
        while i < self.length {
            shifted[whole + i] |= self.words[i] << part;
            // Zero if there is no such word: the number fits.
            if part > 0 && whole + i + 1 < WORDS {
                shifted[whole + i + 1] = self.words[i] >> (64 - part);
            }
            i += 1;
        }
        Self::of(shifted, whole + self.length + 1)
    }

    /// `floor(self / 2^count)`.
    pub const fn shift_right(&self, count: usize) -> Self {
        let (whole, part) = (count / 64, count % 64);
        let mut shifted = [0; WORDS];
        let mut i = whole;
        while i < self.length {
            shifted[i - whole] = self.words[i] >> part;
            if part > 0 && i + 1 < self.length {
                shifted[i - whole] |= self.words[i + 1] << (64 - part);
            }
            i += 1;
        }
        Self::of(shifted, self.length)
    }

    /// `self mod 2^count`.
    pub const fn low_bits(&self, count: usize) -> Self {
        let (whole, part) = (count / 64, count % 64);
        let mut low = [0; WORDS];
        let mut i = 0;
        while i < self.length && i < whole {
            low[i] = self.words[i];
            i += 1;
        }
        if i < self.length && part > 0 {
            low[i] = self.words[i] & (u64::MAX >> (64 - part));
        }
        Self::of(low, self.length)
    }

    /// `self / other` as a number of double precision, from the quotient and 60 bits of the fraction.
    ///
    /// # Panics
    /// If `other` is zero, or a number of 60 bits more than the remainder does not fit.
    #[allow(clippy::cast_precision_loss, reason = "rounding is what a double does")]
    pub fn ratio(&self, other: &Self) -> f64 {
        const WORD: f64 = 18_446_744_073_709_551_616.0;
        let (whole, rest) = self.div_rem(other);
        let fraction = rest.shift_left(60).div_rem(other).0;
        let double = |value: &Self| {
            value.words[..value.length].iter().rev().fold(0.0, |sum, word| sum * WORD + *word as f64)
        };
        double(&whole) + double(&fraction) / (1u64 << 60) as f64
    }

    /// `(floor(self / divisor), self mod divisor)`, by binary long division.
    ///
    /// # Panics
    /// If the divisor is zero.
    pub const fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        assert!(divisor.bits() > 0, "division by zero");
        let (mut quotient, mut remainder) = (Self::ZERO, *self);
        if self.bits() < divisor.bits() {
            return (quotient, remainder);
        }
        let mut shift = self.bits() - divisor.bits();
        let mut multiple = divisor.shift_left(shift);
        loop {
            if !remainder.less(&multiple) {
                remainder = remainder.sub(&multiple);
                quotient.words[shift / 64] |= 1 << (shift % 64);
            }
            if shift == 0 {
                return (Self::of(quotient.words, self.length), remainder);
            }
            multiple = multiple.shift_right(1);
            shift -= 1;
        }
    }
}

/// Stops the build for numbers of limbs that schedules do not support.
#[allow(clippy::panic, reason = "such a number of limbs must not build")]
pub(crate) const fn assert_supported<const N: usize>() {
    assert!(N <= MAX_LIMBS, "schedules are for at most MAX_LIMBS limbs");
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use vorpal_oracle::big::from_limbs;

    fn big(value: &Natural) -> BigUint {
        assert!(value.length == 0 || value.words[value.length - 1] != 0);
        from_limbs(&value.words)
    }

    fn check(a: &[u64], b: &[u64], count: usize) {
        let (a, b) = (Natural::from_limbs(a), Natural::from_limbs(b));
        let (x, y) = (big(&a), big(&b));
        assert_eq!(big(&a.add(&b)), &x + &y);
        assert_eq!(big(&a.mul(&b)), &x * &y);
        assert_eq!(a.less(&b), x < y);
        assert_eq!(a.bits() as u64, x.bits());
        assert_eq!(a.to_word(), u64::try_from(&x).ok());
        assert_eq!(big(&a.shift_right(count)), &x >> count);
        assert_eq!(big(&a.low_bits(count)), &x % (BigUint::from(1u8) << count));
        assert_eq!(a.bit(count) == 1, x.bit(count as u64));
        if x >= y {
            assert_eq!(big(&a.sub(&b)), &x - &y);
        }
        if a.bits() + count <= Natural::BITS {
            assert_eq!(big(&a.shift_left(count)), &x << count);
        }
        if y != BigUint::ZERO {
            let (quotient, remainder) = a.div_rem(&b);
            assert_eq!((big(&quotient), big(&remainder)), (&x / &y, &x % &y));
        }
    }

    #[test]
    fn ratios_are_those_of_doubles() {
        let word = Natural::from_word;
        assert_eq!(word(7).ratio(&word(2)), 3.5);
        assert_eq!(Natural::power_of_two(200).ratio(&Natural::power_of_two(100)), 2f64.powi(100));
        assert!((word(1).ratio(&word(3)) - 1.0 / 3.0).abs() < 1e-15);
        assert_eq!(Natural::ZERO.ratio(&word(3)), 0.0);
    }

    #[test]
    fn edges_agree_with_big_integers() {
        let edges = vorpal_oracle::big::limb_edges::<3>();
        for a in &edges {
            for b in &edges {
                for count in [0, 1, 63, 64, 65, 192, 200] {
                    check(a, b, count);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn random_integers_agree_with_big_integers(a: [u64; 10], b: [u64; 7], count in 0usize..4400) {
            check(&a, &b, count);
            check(&b, &a, count);
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let top = Natural::power_of_two(Natural::BITS - 1);
        let refused = |work: fn(&Natural) -> Natural| std::panic::catch_unwind(|| work(&top)).is_err();
        assert!(refused(|top| top.add(top)));
        assert!(refused(|top| Natural::ZERO.sub(top)));
        assert!(refused(|top| top.mul(&Natural::from_word(2))));
        assert!(refused(|top| top.mul(top)));
        assert!(refused(|top| top.shift_left(1)));
        assert!(refused(|top| top.div_rem(&Natural::ZERO).0));
        assert!(!refused(|top| top.mul(&Natural::ONE)));
        assert_eq!(top.to_word(), None);
        assert_eq!(Natural::from_word(u64::MAX).to_word(), Some(u64::MAX));
    }
}
