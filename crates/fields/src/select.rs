//! Constant-time comparison and selection, by the traits of `subtle`.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use vorpal_limbs::words;

use crate::{Fe, Modulus};

impl<M: Modulus<N>, const N: usize> ConstantTimeEq for Fe<M, N> {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        let mut difference = [0; N];
        for i in 0..N {
            difference[i] = self.stored[i] ^ other.stored[i];
        }
        choice(words::is_zero(&difference))
    }
}

impl<M: Modulus<N>, const N: usize> ConditionallySelectable for Fe<M, N> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::from_stored(words::select(&a.stored, &b.stored, u64::from(choice.unwrap_u8())))
    }
}

impl<M: Modulus<N>, const N: usize> Fe<M, N> {
    /// Whether the element is zero.
    #[inline(always)]
    pub fn is_zero(&self) -> Choice {
        choice(words::is_zero(&self.stored))
    }

    /// Whether the element is zero, as a plain `bool`: for branches on public values. A [`Choice`] would hide the value
    /// from the compiler.
    #[inline(always)]
    pub fn is_zero_vartime(&self) -> bool {
        self.stored == [0; N]
    }

    /// Assigns `other` to a zero `self` if the mask is all ones, and does nothing if the mask is zero.
    #[inline(always)]
    pub fn or_masked(&mut self, other: &Self, mask: u64) {
        words::or_masked(&mut self.stored, &other.stored, mask);
    }

    /// Whether the canonical value is odd. 1M.
    #[inline]
    pub fn is_odd(&self) -> Choice {
        choice(self.to_limbs()[0] & 1)
    }

    /// Whether the canonical value is above `(p - 1) / 2`, so that `self` is larger than `-self`. 1M.
    #[inline]
    pub fn is_lexicographically_largest(&self) -> Choice {
        let half = const { words::halve(&M::P, 0) };
        choice(words::less(&half, &self.to_limbs()))
    }
}

#[inline(always)]
pub(crate) fn choice(bit: u64) -> Choice {
    Choice::from(u8::from(bit != 0))
}

/// Overwrites secrets with zero, by writes that are not optimised away.
#[cfg(feature = "zeroize")]
impl<M: Modulus<N>, const N: usize> zeroize::DefaultIsZeroes for Fe<M, N> {}
