//! Products and powers for constants.
//!
//! The compiler interprets the code of constants, where a call takes as long as ten operations of words. So the loops
//! here contain no calls, and powers use windows. There are branches: these functions are not for secrets.

use super::Montgomery;
use crate::words::{bit_length_vartime, bits_at};

/// The bits of a window of [`Montgomery::pow_constant_vartime`].
const WINDOW: usize = 4;

impl<const N: usize> Montgomery<N> {
    /// `a b R^-1 mod p` of `a < p` and any `N` limbs `b`: [`mul_portable`](Self::mul_portable) for constants.
    ///
    /// Bound: as there, `t + top 2^(64 N) < 2 p` after each round, so `top` is one bit, and one subtraction makes the
    /// result canonical. Within a round, the words `low` and `high` are below `2^128`: each is the sum of a product of
    /// words, at most `(2^64 - 1)^2`, and of two more words. Variable time.
    #[allow(clippy::cast_possible_truncation, reason = "the upper halves are kept")]
    pub const fn mul_constant_vartime(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        const WORD: u128 = u64::MAX as u128;
        let p = self.modulus;
        let (mut t, mut top) = ([0_u64; N], 0);
        let mut i = 0;
        while i < N {
            let factor = b[i] as u128;
            let mut low = t[0] as u128 + a[0] as u128 * factor;
            // (low + m p) mod 2^64 = 0.
            let m = ((low & WORD) * self.negated_inverse as u128) & WORD;
            let mut high = (low & WORD) + m * p[0] as u128;
            let mut j = 1;
            while j < N {
                low = (low >> 64) + t[j] as u128 + a[j] as u128 * factor;
                high = (high >> 64) + (low & WORD) + m * p[j] as u128;
                t[j - 1] = high as u64;
                j += 1;
            }
            high = (low >> 64) + (high >> 64) + top;
            t[N - 1] = high as u64;
            top = high >> 64;
            i += 1;
        }
        self.subtract_once_vartime(&t, top)
    }

    /// `a + b mod p` of `a, b < p`, for constants. Variable time.
    #[allow(clippy::cast_possible_truncation, reason = "the upper halves are kept")]
    pub const fn add_constant_vartime(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let (mut t, mut carry, mut i) = ([0_u64; N], 0, 0);
        while i < N {
            let sum = a[i] as u128 + b[i] as u128 + carry;
            t[i] = sum as u64;
            carry = sum >> 64;
            i += 1;
        }
        self.subtract_once_vartime(&t, carry)
    }

    /// `-a mod p` of `a < p`, for constants. Variable time.
    #[allow(clippy::cast_possible_truncation, reason = "the upper halves are kept")]
    pub const fn negate_constant_vartime(&self, a: &[u64; N]) -> [u64; N] {
        let p = self.modulus;
        let (mut t, mut carry, mut any, mut i) = ([0_u64; N], 1, 0, 0);
        while i < N {
            // p - a = p + (2^(64 N) - 1 - a) + 1 - 2^(64 N).
            let sum = p[i] as u128 + !a[i] as u128 + carry;
            t[i] = sum as u64;
            carry = sum >> 64;
            any |= a[i];
            i += 1;
        }
        if any == 0 { *a } else { t }
    }

    /// `t + top 2^(64 N)`, a number below `2 p`, modulo `p`.
    #[allow(clippy::cast_possible_truncation, reason = "the upper halves are kept")]
    const fn subtract_once_vartime(&self, t: &[u64; N], top: u128) -> [u64; N] {
        // t - p = t + (2^(64 N) - 1 - p) + 1 - 2^(64 N).
        let p = self.modulus;
        let (mut difference, mut carry, mut i) = ([0_u64; N], 1, 0);
        while i < N {
            let sum = t[i] as u128 + !p[i] as u128 + carry;
            difference[i] = sum as u64;
            carry = sum >> 64;
            i += 1;
        }
        if top + carry > 0 { difference } else { *t }
    }

    /// `base^exponent` of a stored `base < p`, for constants. Variable time.
    ///
    /// For `n` bits: at most `n` squarings, `n / 4` products by a table of 16 powers, and 14 products for the table.
    #[allow(clippy::cast_possible_truncation, reason = "a window has four bits")]
    pub const fn pow_constant_vartime(&self, base: &[u64; N], exponent: &[u64]) -> [u64; N] {
        let mut powers = [self.one; 1 << WINDOW];
        let mut i = 1;
        while i < powers.len() {
            powers[i] = self.mul_constant_vartime(&powers[i - 1], base);
            i += 1;
        }
        let mut window = bit_length_vartime(exponent).div_ceil(WINDOW);
        let mut power = self.one;
        let mut begun = false;
        while window > 0 {
            window -= 1;
            i = 0;
            while begun && i < WINDOW {
                power = self.mul_constant_vartime(&power, &power);
                i += 1;
            }
            let digit = bits_at(exponent, WINDOW * window, WINDOW);
            if digit > 0 {
                power = self.mul_constant_vartime(&power, &powers[digit as usize]);
            }
            begun = true;
        }
        power
    }
}
