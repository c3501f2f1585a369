//! Signed digits of public scalars. Time depends on the scalar.

use vorpal_fields::PrimeField;
use vorpal_limbs::words::{bit_length_vartime, bits_at};

/// The number of digits of `width` bits in [`SignedDigits::of_scalar_vartime`] for scalars of `bits` bits: enough for
/// absolute values below `2^(bits - 1)`.
pub(crate) const fn digit_count(bits: usize, width: usize) -> usize {
    bits.div_ceil(width)
}

/// The digits `d_0, d_1, ...` of a scalar `s` in base `2^width`: `s = +- sum of d_i 2^(width i)` modulo the order,
/// each in `(-2^(width - 1), 2^(width - 1)]`.
///
/// The digits are those of the smaller of the integers `s` and `-s`, so that small negative scalars have few nonzero
/// digits, like small positive ones. It is at most `(r - 1) / 2 < 2^(bits - 1)`.
///
/// [`digit_count`] digits suffice: a digit above `2^(width - 1)` is replaced by itself minus `2^width`, with a carry
/// into the next digit. With `k width >= bits`, the top digit is below `2^(width - 1)` without its carry, hence at most
/// `2^(width - 1)` with it, and has no carry out.
#[derive(Clone, Debug)]
pub(crate) struct SignedDigits<L> {
    limbs: L,
    width: usize,
    /// The number of remaining digits.
    count: usize,
    /// The next bits, their number, and the index of the limb after them.
    bits: u128,
    filled: usize,
    limb: usize,
    carry: u64,
    negative: bool,
}

impl<L: AsRef<[u64]>> SignedDigits<L> {
    /// The digits of `scalar`, least significant first; `2 <= width <= 16`.
    pub(crate) fn of_scalar_vartime<S: PrimeField<Limbs = L>>(scalar: &S, width: usize) -> Self {
        debug_assert!((2..=16).contains(&width));
        let negative = bool::from(scalar.is_lexicographically_largest());
        let limbs = if negative { (-*scalar).to_limbs() } else { scalar.to_limbs() };
        let count = digit_count(S::BITS, width);
        Self { limbs, width, count, bits: 0, filled: 0, limb: 0, carry: 0, negative }
    }
}

impl<L: AsRef<[u64]>> SignedDigits<L> {
    /// The digits without most of the trailing zeros of a small scalar.
    pub(crate) fn short(mut self) -> Self {
        // The bits of the integer, and one more for a carry.
        let length = bit_length_vartime(self.limbs.as_ref());
        self.count = self.count.min((length + 1).div_ceil(self.width));
        self
    }
}

impl<L: AsRef<[u64]>> Iterator for SignedDigits<L> {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        self.count = self.count.checked_sub(1)?;
        if self.filled < self.width {
            // Zeros beyond the last limb.
            let limb = self.limbs.as_ref().get(self.limb).copied().unwrap_or(0);
            self.bits |= u128::from(limb) << self.filled;
            self.filled += 64;
            self.limb += 1;
        }
        #[allow(clippy::cast_possible_truncation, reason = "all but the lowest bits are masked")]
        let digit = (self.bits as u64 & ((1 << self.width) - 1)) + self.carry;
        self.bits >>= self.width;
        self.filled -= self.width;
        // Branch-free, because carries are unpredictable.
        self.carry = u64::from(digit > 1 << (self.width - 1));
        let signed = i32::try_from(digit).unwrap_or(0) - (i32::from(self.carry == 1) << self.width);
        Some(if self.negative { -signed } else { signed })
    }
}

/// The width-`w` non-adjacent form of an integer in little-endian limbs, least significant digit first:
/// `sum of d_i 2^i`, every digit zero or odd with `|d_i| < 2^(w - 1)`, at most one nonzero digit among any `w`
/// consecutive ones. `2 <= w <= 16`. (D. Hankerson, A. Menezes, S. Vanstone, "Guide to Elliptic Curve Cryptography",
/// algorithm 3.35, which here finds the next digit by counting zeros, and uses a carry instead of subtractions.)
///
/// # Panics
/// If `digits` is not longer than the number of bits of the limbs, or the width is not between 2 and 16.
///
/// ```
/// use vorpal_msm::non_adjacent_form_vartime;
/// let mut digits = [0; 65];
/// non_adjacent_form_vartime(&[0b111_0101], 4, &mut digits);
/// // 117 = 5 + 7 * 2^4
/// assert_eq!(digits[..6], [5, 0, 0, 0, 7, 0]);
/// ```
#[allow(clippy::panic, reason = "too short a slice is a programming error")]
pub fn non_adjacent_form_vartime(limbs: &[u64], width: usize, digits: &mut [i16]) {
    assert!(digits.len() > 64 * limbs.len(), "one digit more than bits");
    assert!((2..=16).contains(&width), "digits of 2 to 16 bits");
    digits.fill(0);
    let mut carry = 0;
    let mut next = next_unlike(limbs, 0, carry);
    while let Some(position) = next {
        // An odd window: its bits plus the carry; values of the upper half are negative digits.
        let window = bits_at(limbs, position, width) + carry;
        carry = u64::from(window >> (width - 1) != 0);
        let digit = i32::try_from(window).unwrap_or(0) - (i32::from(carry == 1) << width);
        digits[position] = i16::try_from(digit).unwrap_or(0);
        next = next_unlike(limbs, position + width, carry);
    }
}

/// The first position at or after `position` whose bit differs from `carry`, so that bit plus carry is odd. Bits past
/// the limbs are zero.
fn next_unlike(limbs: &[u64], mut position: usize, carry: u64) -> Option<usize> {
    while let Some(limb) = limbs.get(position / 64) {
        let unlike = (limb ^ 0u64.wrapping_sub(carry)) >> (position % 64);
        if unlike != 0 {
            return Some(position + unlike.trailing_zeros() as usize);
        }
        position = (position / 64 + 1) * 64;
    }
    (carry == 1).then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;
    use vorpal_fields::primes::{BandersnatchScalar, Secp256k1Scalar};
    use vorpal_oracle::big::{from_limbs, limb_edges, residue_edges, to_limbs};

    fn check_windows<S: PrimeField<Limbs = [u64; 4]>>(scalar: S, order: &[u64; 4]) {
        let order = BigInt::from(from_limbs(order));
        for width in 2..=16 {
            let digits: Vec<i32> = SignedDigits::of_scalar_vartime(&scalar, width).collect();
            assert_eq!(digits.len(), S::BITS.div_ceil(width));
            let short: Vec<i32> = SignedDigits::of_scalar_vartime(&scalar, width).short().collect();
            let end = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
            assert!(short.len() == end || short.len() == end + 1, "{} of {end}", short.len());
            assert_eq!(short, digits[..short.len()]);
            let half = 1 << (width - 1);
            assert!(digits.iter().all(|digit| digit.abs() <= half));
            let sum = digits.iter().rev().fold(BigInt::ZERO, |sum, digit| (sum << width) + digit);
            let expected = BigInt::from(from_limbs(&scalar.to_limbs()));
            assert!(((&sum - expected) % &order) == BigInt::ZERO);
            assert!(sum.magnitude() <= &(order.magnitude() >> 1));
        }
    }

    fn check_form(limbs: &[u64; 4]) {
        for width in 2..=16 {
            let mut digits = [i16::MAX; 257];
            non_adjacent_form_vartime(limbs, width, &mut digits);
            let sum = digits.iter().rev().fold(BigInt::ZERO, |sum, digit| (sum << 1) + digit);
            assert_eq!(sum, BigInt::from(from_limbs(limbs)), "width {width}");
            assert!(digits.iter().all(|digit| i32::from(*digit).abs() < 1 << (width - 1)));
            assert!(digits.iter().all(|digit| *digit == 0 || digit % 2 != 0));
            for neighbours in digits.windows(width) {
                assert!(neighbours.iter().filter(|digit| **digit != 0).count() <= 1);
            }
        }
    }

    #[test]
    fn edges() {
        for order in [BandersnatchScalar::MODULUS, Secp256k1Scalar::MODULUS] {
            for value in residue_edges(&from_limbs(&order), 4) {
                let limbs = to_limbs(&value);
                check_windows(BandersnatchScalar::from_limbs_reduced(&limbs), &BandersnatchScalar::MODULUS);
                check_windows(Secp256k1Scalar::from_limbs_reduced(&limbs), &Secp256k1Scalar::MODULUS);
            }
        }
        for limbs in limb_edges::<4>() {
            check_form(&limbs);
        }
    }

    #[test]
    fn small_negative_scalars_are_short() {
        let digits: Vec<i32> = SignedDigits::of_scalar_vartime(&-BandersnatchScalar::from(300), 8).collect();
        assert_eq!(digits[..3], [-44, -1, 0]);
        assert!(digits[2..].iter().all(|digit| *digit == 0));
    }

    proptest! {
        #[test]
        fn random(limbs: [u64; 4]) {
            check_form(&limbs);
            check_windows(BandersnatchScalar::from_limbs_reduced(&limbs), &BandersnatchScalar::MODULUS);
            check_windows(Secp256k1Scalar::from_limbs_reduced(&limbs), &Secp256k1Scalar::MODULUS);
        }
    }
}
