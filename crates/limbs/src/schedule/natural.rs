//! Nonnegative integers wide enough for every intermediate value of a multiplication, usable in constants.

/// The number of words of a [`Natural`]: the product of two numbers of eight limbs, and two words for sums of products.
const WORDS: usize = 2 * super::MAX_LIMBS + 2;

/// A nonnegative integer below `2^1152`: exact bounds, at compile time and at run time.
///
/// Operations do not wrap: an operation whose result does not fit panics, which stops the build in a constant. Time
/// depends on the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Natural([u64; WORDS]);

impl Natural {
    /// Zero.
    pub const ZERO: Self = Self([0; WORDS]);
    /// One.
    pub const ONE: Self = Self::from_word(1);
    /// The maximal length in bits.
    pub const BITS: usize = 64 * WORDS;

    /// The integer with this single word.
    pub const fn from_word(word: u64) -> Self {
        let mut words = [0; WORDS];
        words[0] = word;
        Self(words)
    }

    /// The integer of these limbs, least significant first.
    ///
    /// # Panics
    /// If there are more than 18 limbs.
    pub const fn from_limbs(limbs: &[u64]) -> Self {
        assert!(limbs.len() <= WORDS, "a Natural has 18 words");
        let mut words = [0; WORDS];
        let mut i = 0;
        while i < limbs.len() {
            words[i] = limbs[i];
            i += 1;
        }
        Self(words)
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
        while i < N && i < WORDS {
            limbs[i] = self.0[i];
            i += 1;
        }
        limbs
    }

    /// The integer as a word, if it is one.
    pub const fn to_word(&self) -> Option<u64> {
        if self.bits() <= 64 { Some(self.0[0]) } else { None }
    }

    /// The length in bits, 0 for zero.
    pub const fn bits(&self) -> usize {
        crate::words::bit_length_vartime(&self.0)
    }

    /// Bit `index`; zero beyond the last.
    pub const fn bit(&self, index: usize) -> u64 {
        crate::words::bit(&self.0, index)
    }

    /// Whether `self < other`.
    pub const fn less(&self, other: &Self) -> bool {
        crate::words::less(&self.0, &other.0) == 1
    }

    /// `self + other`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn add(&self, other: &Self) -> Self {
        let (sum, carry) = crate::words::add(&self.0, &other.0);
        assert!(carry == 0, "the sum does not fit");
        Self(sum)
    }

    /// `self - other`.
    ///
    /// # Panics
    /// If it is negative.
    pub const fn sub(&self, other: &Self) -> Self {
        let (difference, borrow) = crate::words::sub(&self.0, &other.0);
        assert!(borrow == 0, "the difference is negative");
        Self(difference)
    }

    /// `self * other`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn mul(&self, other: &Self) -> Self {
        let mut product = [0; WORDS];
        let (longer, shorter) = (self.bits().div_ceil(64), other.bits().div_ceil(64));
        let mut i = 0;
        while i < longer {
            let (mut carry, mut j) = (0, 0);
            while j < shorter {
                let index = i + j;
                assert!(index < WORDS, "the product does not fit");
                (product[index], carry) = crate::words::mac(product[index], self.0[i], other.0[j], carry);
                j += 1;
            }
            if carry != 0 {
                assert!(i + j < WORDS, "the product does not fit");
                product[i + j] = carry;
            }
            i += 1;
        }
        Self(product)
    }

    /// `self * 2^count`.
    ///
    /// # Panics
    /// If it does not fit.
    pub const fn shift_left(&self, count: usize) -> Self {
        assert!(self.bits() + count <= Self::BITS, "the shifted number does not fit");
        let (whole, part) = (count / 64, count % 64);
        let mut shifted = [0; WORDS];
        let mut i = whole;
        while i < WORDS {
            shifted[i] = self.0[i - whole] << part;
            if part > 0 && i > whole {
                shifted[i] |= self.0[i - whole - 1] >> (64 - part);
            }
            i += 1;
        }
        Self(shifted)
    }

    /// `floor(self / 2^count)`.
    pub const fn shift_right(&self, count: usize) -> Self {
        let mut shifted = [0; WORDS];
        let mut i = 0;
        while i < WORDS {
            shifted[i] = crate::words::bits_at(&self.0, count + 64 * i, 64);
            i += 1;
        }
        Self(shifted)
    }

    /// `self mod 2^count`.
    pub const fn low_bits(&self, count: usize) -> Self {
        let mut low = [0; WORDS];
        let mut i = 0;
        while i < WORDS && 64 * i < count {
            let here = count - 64 * i;
            low[i] = crate::words::bits_at(&self.0, 64 * i, if here < 64 { here } else { 64 });
            i += 1;
        }
        Self(low)
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
                quotient.0[shift / 64] |= 1 << (shift % 64);
            }
            if shift == 0 {
                return (quotient, remainder);
            }
            multiple = multiple.shift_right(1);
            shift -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;
    use vorpal_oracle::big::from_limbs;

    fn big(value: &Natural) -> BigUint {
        from_limbs(&value.0)
    }

    fn check(a: &[u64], b: &[u64], count: usize) {
        let (a, b) = (Natural::from_limbs(a), Natural::from_limbs(b));
        let (x, y) = (big(&a), big(&b));
        assert_eq!(big(&a.add(&b)), &x + &y);
        assert_eq!(big(&a.mul(&b)), &x * &y);
        assert_eq!(a.less(&b), x < y);
        assert_eq!(a.bits() as u64, x.bits());
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
        fn random_integers_agree_with_big_integers(a: [u64; 10], b: [u64; 7], count in 0usize..1200) {
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
