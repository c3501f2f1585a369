//! Conversions of elements from and to machine integers, and products with powers of two.

use vorpal_limbs::words;

use crate::{Fe, Modulus};

/// Conversions from integers, as products of `R mod p`, the stored form of 1, and one or two words. So they need no
/// Montgomery reduction, and no table.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// The residue of an integer. `2 N + 1` word multiplications.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// assert_eq!(F::from_i64(-3) + F::from_u64(3), F::ZERO);
    /// assert_eq!(F::from_i128(i128::MIN) + F::from_u128(1 << 127), F::ZERO);
    /// ```
    #[inline]
    pub fn from_u64(integer: u64) -> Self {
        Self::ONE.mul_u64(integer)
    }

    /// The residues of `0, 1, ..., LEN - 1`, as a constant: a table for conversions of small public integers. A table
    /// look-up is several times faster than [`from_u64`](Self::from_u64) as long as the table is in the cache, but its
    /// time depends on the integer. `32 LEN` bytes for four limbs.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// static TABLE: [F; 1 << 10] = F::integers();
    /// let convert = |integer: u64| TABLE.get(integer as usize).copied().unwrap_or_else(|| F::from_u64(integer));
    /// assert_eq!(convert(1000) + convert(1 << 40), F::from(1000 + (1 << 40)));
    /// ```
    pub const fn integers<const LEN: usize>() -> [Self; LEN] {
        let mut table = [Self::ZERO; LEN];
        let mut i = 1;
        while i < LEN {
            table[i] = Self::from_stored(Self::RING.add_portable(&table[i - 1].stored, Self::RING.one()));
            i += 1;
        }
        table
    }

    /// The residue of an integer. `2 N + 1` word multiplications.
    #[inline]
    pub fn from_i64(integer: i64) -> Self {
        Self::ONE.mul_i64(integer)
    }

    /// The residue of an integer. `4 N + 2` word multiplications.
    #[inline]
    pub fn from_u128(integer: u128) -> Self {
        Self::ONE.mul_u128(integer)
    }

    /// The residue of an integer. `4 N + 2` word multiplications.
    #[inline]
    pub fn from_i128(integer: i128) -> Self {
        Self::ONE.mul_i128(integer)
    }
}

/// Conversions to integers. A `None` reveals that the value is too large, and the time nothing else.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// The canonical value, `None` from `2^64` on. 1M.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        let limbs = self.to_limbs();
        (limbs[1..].iter().fold(0, |high, limb| high | limb) == 0).then_some(limbs[0])
    }

    /// The canonical value, `None` from `2^128` on. 1M.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        let limbs = self.to_limbs();
        let limb = |i: usize| if i < N { u128::from(limbs[i]) } else { 0 };
        let high = limbs.iter().skip(2).fold(0, |high, limb| high | limb);
        (high == 0).then(|| limb(1) << 64 | limb(0))
    }

    /// The length of the canonical value in bits, 0 for zero. 1M; time depends on the value.
    #[inline]
    pub fn bit_length_vartime(&self) -> usize {
        words::bit_length_vartime(&self.to_limbs())
    }
}

/// Powers of two. Time depends on the exponent, which must be public, and not on the element.
impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// `2^exponent`. As [`mul_pow2`](Self::mul_pow2) of 1.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar as F;
    /// assert_eq!(F::pow2(65).to_u128(), Some(1 << 65));
    /// assert_eq!(F::from(3).mul_pow2(1000), F::from(3) * F::from(2).pow(&[1000]));
    /// ```
    #[must_use]
    pub fn pow2(exponent: usize) -> Self {
        Self::ONE.mul_pow2(exponent)
    }

    /// `2^exponent self`. A product with a word, `2 N + 1` word multiplications, for each 63 bits of an exponent up to
    /// `64 N`; a power for a larger one.
    #[must_use]
    pub fn mul_pow2(&self, exponent: usize) -> Self {
        if exponent > 64 * N {
            return *self * Self::from_u64(2).pow_vartime(&[exponent as u64]);
        }
        let (mut product, mut rest) = (*self, exponent);
        while rest > 63 {
            product = product.mul_u64(1 << 63);
            rest -= 63;
        }
        product.mul_u64(1 << rest)
    }
}
