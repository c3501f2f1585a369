//! Powers.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::words;

use crate::{Fe, Modulus};

const WINDOW: usize = 4;

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`.
    ///
    /// Fixed windows of four bits, each looked up by reading the whole table: time depends on the number of limbs of
    /// the exponent only. Cost for `k` limbs: `64 k` S + `16 k + 15` M.
    #[must_use]
    pub fn pow(&self, exponent: &[u64]) -> Self {
        let mut table = [Self::ONE; 1 << WINDOW];
        for i in 1..table.len() {
            table[i] = table[i - 1] * *self;
        }
        let mut power = Self::ONE;
        for window in (0..64 / WINDOW * exponent.len()).rev() {
            for _ in 0..WINDOW {
                power = power.square();
            }
            let digit = words::bits_at(exponent, WINDOW * window, WINDOW);
            let mut factor = Self::ONE;
            for (i, entry) in (0u64..).zip(&table) {
                factor.conditional_assign(entry, i.ct_eq(&digit));
            }
            power *= factor;
        }
        power
    }

    /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`. Time depends on the exponent, which must be
    /// public, and not on `self`.
    ///
    /// Sliding windows of at most four bits. Cost for `k` bits: `k` S and, with the table, between `k / 5 + 7` M
    /// (random exponents) and `k / 4 + 7` M (all ones).
    #[must_use]
    pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
        let mut bits = words::bit_length_vartime(exponent);
        if bits == 0 {
            return Self::ONE;
        }
        // odd[i] = self^(2 i + 1)
        let square = self.square();
        let mut odd = [*self; 1 << (WINDOW - 1)];
        for i in 1..odd.len() {
            odd[i] = odd[i - 1] * square;
        }
        let mut power = None::<Self>;
        while bits > 0 {
            if words::bit(exponent, bits - 1) == 0 {
                power = power.map(|power| power.square());
                bits -= 1;
                continue;
            }
            // The longest window from here down that ends in a one.
            let mut length = WINDOW.min(bits);
            while words::bit(exponent, bits - length) == 0 {
                length -= 1;
            }
            bits -= length;
            let factor = odd[(words::bits_at(exponent, bits, length) >> 1) as usize];
            power = Some(match power {
                None => factor,
                Some(power) => (0..length).fold(power, |power, _| power.square()) * factor,
            });
        }
        power.unwrap_or(Self::ONE)
    }
}
