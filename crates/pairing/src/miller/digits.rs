//! The digits of the numbers of Miller loops.

/// Digits in `{0, 1, -1}`, the most significant first; the first one is 1.
#[derive(Clone, Copy)]
pub(super) struct LoopDigits {
    digits: [i8; Self::MOST],
    number: usize,
}

impl LoopDigits {
    /// A number of 67 bits, and one digit more.
    const MOST: usize = 68;

    /// The binary digits.
    pub(super) const fn binary(number: u64) -> Self {
        let mut digits = Self { digits: [0; Self::MOST], number: 0 };
        let mut bit = number.ilog2() + 1;
        while bit > 0 {
            bit -= 1;
            digits.push((number >> bit & 1) as i8);
        }
        digits
    }

    /// The non-adjacent form: no two digits in a row are not zero, which makes about a third of them non-zero.
    ///
    /// The digits of `n` are those of `(3 n - n) / 2`, without carries: bit `i + 1` of `3 n` minus bit `i + 1` of `n`
    /// (G. W. Reitwiesner, "Binary arithmetic", 1960).
    pub(super) const fn signed(number: u128) -> Self {
        let mut digits = Self { digits: [0; Self::MOST], number: 0 };
        let triple = 3 * number;
        let mut bit = triple.ilog2() + 1;
        while bit > 1 {
            bit -= 1;
            digits.push((triple >> bit & 1) as i8 - (number >> bit & 1) as i8);
        }
        digits
    }

    const fn push(&mut self, digit: i8) {
        self.digits[self.number] = digit;
        self.number += 1;
    }

    /// All digits but the first.
    pub(super) fn below_top(&self) -> impl Iterator<Item = i8> {
        self.digits.into_iter().take(self.number).skip(1)
    }

    /// The number of doublings and additions.
    pub(super) const fn steps(&self) -> usize {
        let (mut steps, mut i) = (0, 1);
        while i < self.number {
            steps += if self.digits[i] == 0 { 1 } else { 2 };
            i += 1;
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::LoopDigits;

    fn value(digits: &LoopDigits) -> i128 {
        digits.below_top().fold(1, |value, digit| 2 * value + i128::from(digit))
    }

    #[test]
    fn digits_of_small_and_large_numbers() {
        for number in (1..2000).chain([u64::MAX, u64::MAX - 1, 1 << 63, 0xd201_0000_0001_0000]) {
            let binary = LoopDigits::binary(number);
            assert_eq!(value(&binary), i128::from(number));
            let signed = LoopDigits::signed(6 * u128::from(number) + 2);
            assert_eq!(value(&signed), 6 * i128::from(number) + 2);
            let below: Vec<_> = signed.below_top().collect();
            assert!(below.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0));
            assert_eq!(signed.steps(), below.len() + below.iter().filter(|digit| **digit != 0).count());
        }
    }
}
