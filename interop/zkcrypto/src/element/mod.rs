//! Elements of prime fields.

// Macros exist after their definition.
#[cfg(any(feature = "ff013", feature = "ff014"))]
#[macro_use]
mod traits;

#[cfg(feature = "ff013")]
mod ff013;
#[cfg(feature = "ff014")]
mod ff014;
mod parameters;
mod primes;

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};
use vorpal_fields::{Fe, HashField, Modulus, NonSquare};

pub use parameters::FieldParameters;

use crate::Repr;

/// An element of the prime field of `M`, with the traits of `ff`.
///
/// Encodings are little-endian. Constant time, except decoding, `cmp`, `fmt`, and functions whose names say otherwise.
#[repr(transparent)]
pub struct Element<M: Modulus<N>, const N: usize>(pub(crate) Fe<M, N>);

impl<M: Modulus<N>, const N: usize> Clone for Element<M, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Modulus<N>, const N: usize> Copy for Element<M, N> {}

impl<M: Modulus<N>, const N: usize> Default for Element<M, N> {
    fn default() -> Self {
        Self(Fe::ZERO)
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Debug for Element<M, N> {
    /// The canonical value in hexadecimal, all digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<M: Modulus<N>, const N: usize> fmt::Display for Element<M, N> {
    /// The canonical value in hexadecimal, all digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl<M: Modulus<N>, const N: usize> ConstantTimeEq for Element<M, N> {
    #[inline(always)]
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<M: Modulus<N>, const N: usize> ConditionallySelectable for Element<M, N> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self(Fe::conditional_select(&a.0, &b.0, choice))
    }
}

impl<M: Modulus<N>, const N: usize> PartialEq for Element<M, N> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M: Modulus<N>, const N: usize> Eq for Element<M, N> {}

impl<M: Modulus<N>, const N: usize> Hash for Element<M, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The order of the canonical integers. Variable time.
impl<M: Modulus<N>, const N: usize> Ord for Element<M, N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.to_limbs().iter().rev().cmp(other.0.to_limbs().iter().rev())
    }
}

impl<M: Modulus<N>, const N: usize> PartialOrd for Element<M, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<M: Modulus<N>, const N: usize> From<u64> for Element<M, N> {
    fn from(value: u64) -> Self {
        Self(Fe::from(value))
    }
}

/// One for true.
impl<M: Modulus<N>, const N: usize> From<bool> for Element<M, N> {
    fn from(value: bool) -> Self {
        Self(Fe::from(u64::from(value)))
    }
}

impl<M: Modulus<N>, const N: usize> From<Fe<M, N>> for Element<M, N> {
    #[inline(always)]
    fn from(value: Fe<M, N>) -> Self {
        Self(value)
    }
}

impl<M: Modulus<N>, const N: usize> From<Element<M, N>> for Fe<M, N> {
    #[inline(always)]
    fn from(value: Element<M, N>) -> Self {
        value.0
    }
}

binary_and_assign!([M: Modulus<N>, const N: usize] Element<M, N>, Element<M, N>, Add add, AddAssign add_assign,
    |a: &Element<M, N>, b: &Element<M, N>| Element(a.0 + b.0));
binary_and_assign!([M: Modulus<N>, const N: usize] Element<M, N>, Element<M, N>, Sub sub, SubAssign sub_assign,
    |a: &Element<M, N>, b: &Element<M, N>| Element(a.0 - b.0));
binary_and_assign!([M: Modulus<N>, const N: usize] Element<M, N>, Element<M, N>, Mul mul, MulAssign mul_assign,
    |a: &Element<M, N>, b: &Element<M, N>| Element(a.0 * b.0));
negation_and_sum!([M: Modulus<N>, const N: usize] Element<M, N>, Self::default(), |a: &Element<M, N>| Element(-a.0));

impl<Factor: Borrow<Self>, M: Modulus<N>, const N: usize> core::iter::Product<Factor> for Element<M, N> {
    fn product<Factors: Iterator<Item = Factor>>(factors: Factors) -> Self {
        factors.fold(Self(Fe::ONE), |product, factor| product * factor.borrow())
    }
}

/// What both versions of the traits share.
#[cfg_attr(not(any(feature = "ff013", feature = "ff014")), allow(dead_code, reason = "for the traits"))]
impl<M: FieldParameters<N>, const N: usize> Element<M, N> {
    /// A root of `numerator / denominator`, or of its multiple by the root of unity, as `ff::Field::sqrt_ratio` says.
    pub(crate) fn root_of_ratio(numerator: &Self, denominator: &Self) -> (Choice, Self) {
        let z = const { &NonSquare::<Fe<M, N>>::new(Self::ROOT_OF_UNITY.0) };
        let (is_square, root) = Fe::sqrt_ratio_or_multiple(&numerator.0, &denominator.0, z);
        // With a denominator of zero the root is zero, and the ratio is a square only if the numerator is zero.
        let exists = !denominator.0.is_zero() | numerator.0.is_zero();
        (is_square & exists, Self(root))
    }

    pub(crate) fn decode(bytes: &[u8]) -> CtOption<Self> {
        match Fe::from_le_bytes(bytes) {
            Ok(value) => CtOption::new(Self(value), 1.into()),
            Err(_) => CtOption::new(Self::ZERO, 0.into()),
        }
    }

    pub(crate) fn encode(&self) -> Repr<M::Bytes> {
        Repr::new(self.0.to_le_bytes())
    }

    /// The residue of `16 N` bytes, which `fill` sets.
    pub(crate) fn random_from<E>(mut fill: impl FnMut(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut buffer = [0; 256];
        let bytes = &mut buffer[..const {
            assert!(16 * N <= 256, "the buffer is large enough");
            16 * N
        }];
        fill(bytes)?;
        Ok(Self(Fe::from_le_bytes_reduced(bytes)))
    }

    /// The residue of bytes, least significant first.
    pub(crate) fn from_uniform<const BYTES: usize>(bytes: &[u8; BYTES]) -> Self {
        const {
            assert!(
                8 * BYTES >= Fe::<M, N>::BITS + 126,
                "the distance from uniform elements is at most 2^-126"
            );
        }
        Self(Fe::from_le_bytes_reduced(bytes))
    }
}
