//! Operators, sums and products of iterators, equality, hashing, and formatting.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter::{Product, Sum};
use core::ops::{Add, Mul, Neg};
use core::str::FromStr;

use subtle::ConstantTimeEq;
use vorpal_limbs::words;

use crate::text::{Hex, TextError, digit};
use crate::{Chain, Error, Fe, Modulus};

ring_operators!(impl[M: Modulus<N>, const N: usize] Fe<M, N>: times);

impl<M: Modulus<N>, const N: usize> Neg for Fe<M, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::from_stored(Self::RING.neg(&self.stored))
    }
}

impl<M: Modulus<N>, const N: usize> Sum for Fe<M, N> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<M: Modulus<N>, const N: usize> Product for Fe<M, N> {
    /// 1M per factor, sequentially, with one reduction at the end where the prime allows it ([`Chain`]).
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Chain::from(Self::ONE), Mul::mul).reduce()
    }
}

impl<M: Modulus<N>, const N: usize> From<u64> for Fe<M, N> {
    /// As [`from_u64`](Fe::from_u64).
    #[inline]
    fn from(value: u64) -> Self {
        Self::from_u64(value)
    }
}

impl<M: Modulus<N>, const N: usize> Default for Fe<M, N> {
    /// Zero.
    fn default() -> Self {
        Self::ZERO
    }
}

impl<M: Modulus<N>, const N: usize> PartialEq for Fe<M, N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<M: Modulus<N>, const N: usize> Eq for Fe<M, N> {}

impl<M: Modulus<N>, const N: usize> Hash for Fe<M, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stored.hash(state);
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Display for Fe<M, N> {
    /// The canonical value in hexadecimal, all digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

impl<M: Modulus<N>, const N: usize> fmt::LowerHex for Fe<M, N> {
    /// The digits of [`Display`](fmt::Display), after `0x` if the form is alternate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&Hex(self.to_be_bytes().as_ref()), f)
    }
}

impl<M: Modulus<N>, const N: usize> FromStr for Fe<M, N> {
    type Err = Error;

    /// The element of a canonical integer in decimal digits, or after `0x` in at most `16 N` hexadecimal digits. Time
    /// depends on the text. For run time; [`hex`](Fe::hex) is for constants.
    ///
    /// ```
    /// use vorpal_fields::primes::Bn254Scalar;
    /// let minus_one = -Bn254Scalar::ONE;
    /// assert_eq!("0x1f".parse(), Ok(Bn254Scalar::from(31)));
    /// assert_eq!("31".parse(), Ok(Bn254Scalar::from(31)));
    /// assert_eq!(minus_one.to_string().parse(), Ok(minus_one));
    /// assert!("0x1g".parse::<Bn254Scalar>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let (digits, base) = match text.strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (text, 10),
        };
        if digits.is_empty() || (base == 16 && digits.len() > 16 * N) {
            return Err(TextError::Length { expected: 16 * N, found: digits.len() }.into());
        }
        let before = text.len() - digits.len();
        let mut limbs = [0; N];
        for (i, character) in digits.bytes().enumerate() {
            let (value, invalid) = digit(character);
            if invalid != 0 || value >= base {
                return Err(TextError::Digit { offset: before + i }.into());
            }
            let (product, high) = words::mul_word(&limbs, base.into());
            let (sum, carry) = words::add(&product, &words::from_word(value.into()));
            if high != 0 || carry != 0 {
                return Err(Error::NotCanonical);
            }
            limbs = sum;
        }
        Self::from_limbs(&limbs).ok_or(Error::NotCanonical)
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Debug for Fe<M, N> {
    /// The field's name and the canonical value in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", M::NAME)
    }
}
