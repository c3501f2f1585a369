//! Digits of secret scalars, for multiplications in constant time.

use vorpal_fields::subtle::Choice;
use vorpal_limbs::words::{add, bits_at, equality_mask};

/// The number of bits of a digit.
pub(crate) const WIDTH: usize = 5;
/// Half of the base: the largest magnitude of a digit, and the number of multiples of the point.
pub(crate) const HALF: usize = 1 << (WIDTH - 1);
/// The limbs of an integer of 256 bits plus [`offset`].
const LIMBS: usize = 5;

/// The digits of an integer to the base 32, each from -16 to 15: those of the integer plus 16 in every digit, minus 16.
/// So there are no carries between them.
pub(crate) struct SecretDigits<const COUNT: usize>([u64; LIMBS]);

impl<const COUNT: usize> SecretDigits<COUNT> {
    /// The digits of an integer below `2^(5 COUNT) - offset(COUNT)`, which is above `2^(5 COUNT - 2)`.
    pub(crate) fn new(integer: &[u64; 4]) -> Self {
        let [a, b, c, d] = *integer;
        Self(add(&[a, b, c, d, 0], const { &offset(COUNT) }).0)
    }

    /// The magnitude of a digit, at most [`HALF`], and whether the digit is negative.
    pub(crate) fn digit(&self, digit: usize) -> (u64, Choice) {
        // The differences do not overflow; checked ones would compile to branches.
        let shifted = bits_at(&self.0, WIDTH * digit, WIDTH);
        let difference = shifted.wrapping_sub(HALF as u64);
        let mask = equality_mask(shifted >> (WIDTH - 1), 0);
        let magnitude = (difference ^ mask).wrapping_sub(mask);
        (magnitude, Choice::from((mask & 1).to_le_bytes()[0]))
    }
}

/// 16 in each of `count` digits.
const fn offset(count: usize) -> [u64; LIMBS] {
    let mut sum = [0; LIMBS];
    let mut i = 0;
    while i < count {
        let bit = WIDTH * i + WIDTH - 1;
        sum[bit / 64] |= 1 << (bit % 64);
        i += 1;
    }
    sum
}
