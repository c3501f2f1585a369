//! Powers.

use subtle::{ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::{BLOCK, words};

use crate::block::FeBlock;
use crate::{Fe, Modulus};

const WINDOW: usize = 4;

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`.
    ///
    /// Fixed windows of four bits, each looked up by reading the whole table: time depends on the number of limbs
    /// of the exponent only. Cost for `k` limbs: `64 k` S + `16 k + 15` M.
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

    /// `self^exponent`, the exponent in little-endian limbs; `0^0 = 1`. Time depends on the exponent, which must
    /// be public, and not on `self`.
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

    /// Replaces every element by its power: as [`pow_vartime`](Self::pow_vartime) of each, at a fraction of its
    /// time where the processor has vectors. Time depends on the exponent and on the number of elements only.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// let mut values = [2, 3, 5].map(F::from);
    /// F::pow_batch_vartime(&mut values, &[4]);
    /// assert_eq!(values, [16, 81, 625].map(F::from));
    /// ```
    pub fn pow_batch_vartime(values: &mut [Self], exponent: &[u64]) {
        for values in values.chunks_mut(BLOCK) {
            if values.len() < FeBlock::<M, N>::pays_from() {
                values.iter_mut().for_each(|value| *value = value.pow_vartime(exponent));
            } else {
                let mut block = FeBlock::load(values);
                pow_block(&mut block, exponent);
                block.store(values);
            }
        }
    }
}

/// `base^exponent` of each lane, by the windows of [`Fe::pow_vartime`].
fn pow_block<M: Modulus<N>, const N: usize>(base: &mut FeBlock<M, N>, exponent: &[u64]) {
    let mut square = *base;
    square.square_times(1);
    // odd[i] = base^(2 i + 1)
    let mut odd = [*base; 1 << (WINDOW - 1)];
    for i in 1..odd.len() {
        odd[i] = odd[i - 1];
        odd[i].mul_assign(&square);
    }
    let mut bits = words::bit_length_vartime(exponent);
    let mut power = None::<FeBlock<M, N>>;
    // Squarings that are still to be done, at once with those of the next window.
    let mut squarings = 0;
    while bits > 0 {
        if words::bit(exponent, bits - 1) == 0 {
            squarings += 1;
            bits -= 1;
            continue;
        }
        // The longest window from here down that ends in a one.
        let mut length = WINDOW.min(bits);
        while words::bit(exponent, bits - length) == 0 {
            length -= 1;
        }
        bits -= length;
        squarings += length;
        let factor = &odd[(words::bits_at(exponent, bits, length) >> 1) as usize];
        match &mut power {
            None => power = Some(*factor),
            Some(power) => {
                power.square_times(squarings);
                power.mul_assign(factor);
            }
        }
        squarings = 0;
    }
    if let Some(power) = &mut power {
        power.square_times(squarings);
    }
    *base = power.unwrap_or_else(FeBlock::one);
}
