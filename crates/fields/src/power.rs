//! Powers.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::{LANES, words};

use crate::addition_chain::Power;
use crate::packed::{PackedFe, PackedField};
use crate::{Chain, Fe, Modulus};

const WINDOW: usize = 4;

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`.
    ///
    /// Fixed windows of four bits, each looked up by reading the whole table: time depends only on the number of limbs
    /// of the exponent. Cost for `k` limbs: `64 k` S + `16 k + 15` M.
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
            for i in 0..table.len() {
                factor.conditional_assign(&table[i], (i as u64).ct_eq(&digit));
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
        sliding_windows(&Chain::from(*self), exponent).reduce()
    }

    /// Replaces every element by its power: as [`pow_vartime`](Self::pow_vartime) of each, several times faster if the
    /// processor has vectors. Time depends only on the exponent and on the number of elements.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// let mut values = [2, 3, 5].map(F::from);
    /// F::pow_batch_vartime(&mut values, &[4]);
    /// assert_eq!(values, [16, 81, 625].map(F::from));
    /// ```
    pub fn pow_batch_vartime(values: &mut [Self], exponent: &[u64]) {
        for values in values.chunks_mut(LANES) {
            if values.len() < PackedFe::<M, N>::pays_from() {
                for value in values {
                    *value = value.pow_vartime(exponent);
                }
            } else {
                sliding_windows(&PackedFe::of_elements(values), exponent).store(values);
            }
        }
    }
}

/// `base^exponent` by sliding windows, for any type with powers.
pub(crate) fn sliding_windows<P: Power>(base: &P, exponent: &[u64]) -> P {
    let mut bits = words::bit_length_vartime(exponent);
    if bits == 0 {
        return P::one();
    }
    let mut square = base.clone();
    square.advance(1, None);
    let square = square.keep();
    // odd[i] = base^(2 i + 1)
    let mut running = base.clone();
    let mut odd = [running.keep(); 1 << (WINDOW - 1)];
    for i in 1..odd.len() {
        running.advance(0, Some(&square));
        odd[i] = running.keep();
    }
    let mut is_first = true;
    // Squarings that are merged with those of the next window.
    let mut squarings = 0;
    while bits > 0 {
        if words::bit(exponent, bits - 1) == 0 {
            squarings += 1;
            bits -= 1;
            continue;
        }
        // The longest window that starts at this bit and ends in a one.
        let mut length = WINDOW.min(bits);
        while words::bit(exponent, bits - length) == 0 {
            length -= 1;
        }
        bits -= length;
        squarings += length;
        let factor = &odd[(words::bits_at(exponent, bits, length) >> 1) as usize];
        if is_first {
            running.resume(factor);
            is_first = false;
        } else {
            running.advance(squarings, Some(factor));
        }
        squarings = 0;
    }
    running.advance(squarings, None);
    running
}
