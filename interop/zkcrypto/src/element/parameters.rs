//! The constants that the traits require of a prime, derived at compile time.

#[cfg(feature = "halo2curves010")]
use vorpal_fields::tower::TowerModulus;
use vorpal_fields::{Fe, Modulus};
use vorpal_limbs::{Montgomery, words};

use super::Element;

/// A prime with the choices that the traits leave to a library. They are those of `halo2curves` and `bls12_381`, so
/// that proofs are the same.
pub trait FieldParameters<const N: usize>: Modulus<N> {
    /// The prime in hexadecimal.
    const HEXADECIMAL: &'static str;
    /// A generator of the multiplicative group; by default the smallest one.
    const MULTIPLICATIVE_GENERATOR: u64 = Self::GENERATOR;
    /// Which of the two [cube roots of unity](Fe::CUBE_ROOTS_OF_UNITY) is `ZETA`.
    const ZETA: usize;
}

/// The element with this Montgomery form, as a constant.
#[allow(clippy::panic, reason = "a kernel with results that are not below the prime must not build")]
const fn stored<M: Modulus<N>, const N: usize>(form: [u64; N]) -> Fe<M, N> {
    match Fe::from_montgomery(form) {
        Some(element) => element,
        None => panic!("the result is below the prime"),
    }
}

/// `base^exponent`, as a constant.
const fn power<M: Modulus<N>, const N: usize>(base: &Fe<M, N>, exponent: &[u64; N]) -> Fe<M, N> {
    let ring = Montgomery::<N>::new(M::P);
    let base = base.to_montgomery();
    let mut power = *ring.one();
    let mut i = words::bit_length_vartime(exponent);
    while i > 0 {
        i -= 1;
        power = ring.mul_portable(&power, &power);
        if words::bit(exponent, i) == 1 {
            power = ring.mul_portable(&power, &base);
        }
    }
    stored(power)
}

/// `2^exponent` as an integer.
const fn power_of_two<const N: usize>(exponent: u32) -> [u64; N] {
    let mut limbs = [0; N];
    limbs[exponent as usize / 64] = 1 << (exponent % 64);
    limbs
}

impl<M: FieldParameters<N>, const N: usize> Element<M, N> {
    /// Zero.
    pub const ZERO: Self = Self(Fe::ZERO);
    /// One.
    pub const ONE: Self = Self(Fe::ONE);
    /// The prime in hexadecimal.
    pub const MODULUS: &'static str = M::HEXADECIMAL;

    /// Zero.
    pub const fn zero() -> Self {
        Self::ZERO
    }

    /// One.
    pub const fn one() -> Self {
        Self::ONE
    }

    const MINUS_TWO: [u64; N] = words::sub_word(&M::P, 2);
    pub(crate) const GENERATOR: Self = Self(Fe::small(M::MULTIPLICATIVE_GENERATOR));
    /// `g^t` with `p - 1 = 2^s t`: of order `2^s`, and not a square.
    pub(crate) const ROOT_OF_UNITY: Self = Self(power(&Self::GENERATOR.0, &Fe::<M, N>::ODD_FACTOR));
    pub(crate) const ROOT_OF_UNITY_INV: Self = Self(power(&Self::ROOT_OF_UNITY.0, &Self::MINUS_TWO));
    pub(crate) const TWO_INV: Self = Self(power(&Fe::small(2), &Self::MINUS_TWO));
    /// `g^(2^s)`: of order `t`.
    pub(crate) const DELTA: Self = Self(power(&Self::GENERATOR.0, &power_of_two(Fe::<M, N>::TWO_ADICITY)));
    pub(crate) const ZETA: Self = Self(Fe::<M, N>::CUBE_ROOTS_OF_UNITY[M::ZETA]);
    #[allow(clippy::cast_possible_truncation, reason = "a number of bits")]
    pub(crate) const NUM_BITS: u32 = Fe::<M, N>::BITS as u32;
}

#[cfg(feature = "halo2curves010")]
impl<M: FieldParameters<N> + TowerModulus<N>, const N: usize> Element<M, N> {
    /// `u^2 = -q`, where `u` generates the quadratic extension.
    pub(crate) const SQUARE_OF_U: Self =
        Self(stored(words::sub(&M::P, &Fe::<M, N>::small(M::Q).to_montgomery()).0));
}
